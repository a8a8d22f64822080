"""Patterns that are compiled when first asked: a command declares four hundred and uses half of them."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class _Late:
    """Stands for a pattern; what is asked of it is kept, so the second time costs what it always did."""

    def __init__(self, words: str | bytes, flags: int) -> None:
        self._asked: tuple[Any, int] = (words, flags)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has
        found = getattr(re.compile(*self._asked), name)
        setattr(self, name, found)
        return found


def late_regex(words: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a pattern as `re.compile` does, but compiled at its first use."""
    return cast("re.Pattern[AnyStr]", _Late(words, flags))
