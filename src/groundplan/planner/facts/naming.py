"""How things are named around the targets: functions, classes and files, each style counted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.evidence.kinds import Habit
from groundplan.survey.sources import is_own_code
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView

MOST_FILES = 80
MOST_SPOTS = 5
FEWEST = 3
_STYLES = (
    ("snake_case", re.compile(r"_*[a-z0-9]+(?:_[a-z0-9]+)*_*")),
    ("camelCase", re.compile(r"_*[a-z]+[a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+")),
    ("PascalCase", re.compile(r"_*[A-Z][A-Za-z0-9]*")),
    ("kebab-case", re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+")),
    ("UPPER_CASE", re.compile(r"_*[A-Z0-9]+(?:_[A-Z0-9]+)+")),
)
_LONGEST = 80
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


def find_naming(index: CodeView, folder: str) -> Iterator[Habit]:
    """Return the naming habits of a folder's files and of the functions in them."""
    paths = [path for path in index.paths() if path.startswith(folder) and is_own_code(path)][:MOST_FILES]
    files = [(path.rpartition("/")[2].partition(".")[0], Spot(path)) for path in paths]
    yield from _habit("files", [each for each in files if not each[0].startswith("__")])
    functions = [
        (each.name, Spot(path, each.line))
        for path in paths
        if (outline := index.outline(path)) is not None
        for each in outline.definitions
        if each.kind in _FUNCTIONS and not each.name.startswith("__")
    ]
    yield from _habit("functions", functions)


def _habit(what: str, named: list[tuple[str, Spot]]) -> Iterator[Habit]:
    """Return the style most names follow; one small word fits several and says nothing."""
    styles: dict[str, list[Spot]] = {}
    for name, spot in named:
        style = next(
            (word for word, pattern in _STYLES if pattern.fullmatch(name[:_LONGEST])), "another style"
        )
        if style != "snake_case" or "_" in name.strip("_"):
            styles.setdefault(style, []).append(spot)
    total = sum(len(spots) for spots in styles.values())
    if total < FEWEST:
        return
    lead = max(styles, key=lambda style: (len(styles[style]), style))
    count = len(styles[lead])
    statement = f"{count} of {total} {what} of several words are named in {lead}"
    yield Habit("naming", statement, tuple(styles[lead][:MOST_SPOTS]), round(count / total, 3), is_local=True)
