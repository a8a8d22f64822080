"""From a text to its outline: the one place that knows which reader serves which language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN, language_of
from groundplan.code.outline import Outline

if TYPE_CHECKING:
    from collections.abc import Callable

# Written in Python alone: such a reader can fail, but it cannot take the process down with it.
SAFE_READERS = frozenset({"python"})


def extract(path: str, text: bytes) -> Outline | None:
    """Return the outline of a file's text, or None where it is in no language the index reads."""
    language = language_of(path, text)
    return read_outline(language, text) if language != PLAIN else None


def read_outline(language: str, text: bytes) -> Outline:
    """Return the outline of a text in a language of the index; readers are loaded when first needed."""
    return _reader(language)(text)


def _reader(language: str) -> Callable[[bytes], Outline]:
    if language == "python":
        try:
            from groundplan.code.python.reading import read_python  # noqa: PLC0415  (only where needed)
        except ImportError:
            return lambda text: _bare(language, text)
        return read_python
    try:
        from groundplan.code.grammars.reading import read_with_grammar  # noqa: PLC0415  (only where needed)
    except ImportError:
        return lambda text: _bare(language, text)
    return lambda text: read_with_grammar(language, text)


def _bare(language: str, text: bytes) -> Outline:
    return Outline(language, count_lines(text))


def count_lines(text: bytes) -> int:
    """Return the number of lines; a last line without its line feed counts."""
    return text.count(b"\n") + (not text.endswith(b"\n") and bool(text))
