"""What the code says to the questions of a turn: files, lines, names, uses, history, documentation."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.app.judgement.documents import Written as Document
from groundplan.app.judgement.documents import cite_document
from groundplan.app.queries import retracing, searching, surveying
from groundplan.app.queries.retracing import is_commit_name, tell_commit
from groundplan.code.citations.texts import split_lines
from groundplan.evidence.plan_files import is_plan_file
from groundplan.plan.config import Config
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused, NotFound
from groundplan.plan.late_regex import late_regex
from groundplan.planner.brains.turn import LIMITED
from groundplan.rules.secrets import leave_out_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.occurrences import Occurrences
    from groundplan.planner.brains.turn import Lookup

MOST_LINES = 300
_PLACES = ("places", "resolved", "possible", "passed_on")  # lists of places in an answer
_MOST_FILES = 300
_RANGE = late_regex(r"([^:]+)(?::(\d{1,7})(?:-(\d{1,7}))?)?")


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines of a file, and how many it has."""

    path: str
    first: int
    lines: tuple[str, ...]
    total: int = 0

    @property
    def last(self) -> int:
        """Return the number of the last line shown."""
        return self.first + len(self.lines) - 1


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a folder, or those whose paths have some words; how many there are in all."""

    about: str
    paths: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What the code says to a question, or why it cannot."""

    lookup: Lookup
    found: object = None
    trouble: str = ""


def look_up(code: Codebase, lookup: Lookup) -> Reply:
    """Answer one question of a turn."""
    asks: dict[str, Any] = {
        "files": _files,
        "find": _find,
        "symbol": searching.symbol,
        "usages": searching.usages,
        "callers": searching.callers,
        "impact": searching.impact,
        "history": _history,
        "lines": _lines,
        "docs": surveying.docs,
    }
    try:
        found = asks[lookup.ask](code, lookup.about)
        return Reply(lookup, _limit(code, found, lookup) if lookup.inside else found)
    except GroundplanError as error:
        return Reply(lookup, trouble=". ".join(filter(None, (error.message, str(error.hint)))))


def _limit(code: Codebase, found: Any, lookup: Lookup) -> object:  # noqa: ANN401 - what one of them answers
    """Return an answer with the places in a folder or a file alone."""
    if f"`{lookup.ask}`" not in LIMITED:
        raise Misused(f"`in` limits {LIMITED}, not `{lookup.ask}`")
    folder = lookup.inside.strip("` ").strip("/").removeprefix("./")

    def is_inside(path: str) -> bool:
        return folder in {"", ".", path} or path.startswith(f"{folder}/")

    if not any(map(is_inside, code.index.paths())):
        raise NotFound(f"No file is `{folder}` or below it")
    rows = {name: getattr(found, name) for name in _PLACES if hasattr(found, name)}
    return replace(
        found, **{name: tuple(row for row in each if is_inside(row.path)) for name, each in rows.items()}
    )


def _find(code: Codebase, about: str) -> Occurrences:
    """Return the places of a term in the code; what plans say about it is no use of it."""
    found = searching.find(code, about)
    places = (each for each in found.places if not is_plan_file(code.index, each.path, Config()))
    return replace(found, places=tuple(places))


def _history(code: Codebase, about: str) -> object:
    if is_commit_name(about):
        with suppress(NotFound):  # then it is a word
            oid, told = tell_commit(code.repository, about)
            return Lines(f"commit {oid[:10]}", 1, told[:MOST_LINES], len(told))
    is_file = about in set(code.index.paths())
    return retracing.file_history(code, about) if is_file else retracing.words_history(code, about)


def _files(code: Codebase, about: str) -> Files:
    """Return the files below a folder; where there is none, those with all its words in their paths."""
    folder = about.strip("` ").strip("/").removeprefix("./")
    every = [path for path in code.index.paths() if not path.startswith(".groundplan/")]
    inside = [path for path in every if folder in {"", "."} or path.startswith(f"{folder}/")]
    words = folder.lower().split()
    found = inside or [path for path in every if all(word in path.lower() for word in words)]
    if not found:
        raise NotFound(f"No file is below `{folder}` or has its words in its path")
    return Files(folder, tuple(found[:_MOST_FILES]), len(found))


def _lines(code: Codebase, about: str) -> Lines:
    """Return lines of a file or of a definition; a range that runs past the end stops there."""
    bare = about.strip("` ")
    named = _RANGE.fullmatch(bare)
    if named and named[1] in set(code.index.paths()):
        every = split_lines(code.index.text(named[1]) or b"")
        first = min(max(int(named[2] or 1), 1), max(len(every), 1))
        last = int(named[3] or named[2] or len(every))
        some = every[first - 1 : min(last, first + MOST_LINES - 1)]
        texts = tuple(leave_out_secrets(line.decode("utf-8", "replace")) for line in some)
        return Lines(named[1], first, texts, len(every))
    shown = next(_cited(code, bare), None)
    if shown is None:
        raise NotFound(
            f"`{bare}` is no file of this repository, nor a definition in one",
            hint="Such as `src/app.py:10-24` or `src/app.py::load`; ask `files` for what there is",
        )
    return shown


def _cited(code: Codebase, bare: str) -> Iterator[Lines]:
    for each in cite_document(code, Document("", f"`{bare}`")):
        if each.lines:
            texts = tuple(leave_out_secrets(text) for _, text in each.lines[:MOST_LINES])
            total = len(split_lines(code.index.text(each.path) or b""))
            yield Lines(each.path, each.lines[0][0], texts, total)
