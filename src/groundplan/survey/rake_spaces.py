"""The namespaces of a `Rakefile`: a task inside one is called by both names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BEGINS = re.compile(
    r"""(\s{0,40})namespace\b[\s(]{1,5}(:\w{1,50}|'[\w:]{1,50}'|"[\w:]{1,50}")?.{0,80}\bdo\b"""
)
_ENDS = re.compile(r"(\s{0,40})end\b")


def spaces_of(lines: Iterable[str]) -> Iterator[str | None]:
    """Yield for each line what the names of its tasks begin with: `test:`; None where that is computed."""
    open_spaces: list[tuple[str, str]] = []  # indentation and name
    for line in lines:
        begins, ends = _BEGINS.match(line), _ENDS.match(line)
        if begins:
            open_spaces.append((begins[1], (begins[2] or "").strip(":'\"")))
        elif ends and open_spaces and ends[1] == open_spaces[-1][0]:
            open_spaces.pop()
        names = [name for _, name in open_spaces]
        yield "".join(f"{name}:" for name in names) if all(names) else None
