"""From a text to its outline: the one place that knows which reader serves which language."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN, language_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.code.outline import Outline

# Written in Python alone: such a reader can fail, but it cannot take the process down with it.
SAFE_READERS = frozenset({"python"})


def extract(path: str, text: bytes) -> Outline | None:
    """Return the outline of a file's text, or None where it is in no language the index reads."""
    language = language_of(path, text)
    return read_outline(language, text) if language != PLAIN else None


def read_outline(language: str, text: bytes) -> Outline:
    """Return the outline of a text in a language of the index."""
    return _reader(language)(text)


@functools.cache
def _reader(language: str) -> Callable[[bytes], Outline]:
    # loaded when first needed: a grammar is a megabyte, and most questions need no reader at all
    if language == "python":
        from groundplan.code.python.reading import read_python  # noqa: PLC0415

        return read_python
    from groundplan.code.grammars.reading import read_with_grammar  # noqa: PLC0415

    return functools.partial(read_with_grammar, language)
