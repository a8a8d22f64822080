"""Lines that a plan lists: the name that nearly all show tells which are wrong, and what is missing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.citations.symbols import split_symbol
from groundplan.code.citations.texts import split_lines
from groundplan.code.occurrences import find_occurrences
from groundplan.code.outline import NAMES
from groundplan.plan.statement import TABLED, Answer, Topic, Verdict
from groundplan.survey.stated.names import PROSE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement

_NEAR = 1  # lines beside a listed one
_SHORTEST = 4  # letters of a name that many lines can have in common
_FEWEST = 3  # lines that show a name before another one counts as wrong
_MOST_FREE = 12  # lines that have a name; a name that is everywhere is no list's subject
_BROUGHT = re.compile(r"\s*(?:import|from|use|extern|export|#include|require)\b|.*\brequire\(")
_PAST = re.compile(r"(?:change|history|release|news|migrat|upgrad)", re.IGNORECASE)


def judge_line_list(index: CodeView, statement: Statement, named: frozenset[str]) -> Iterator[Answer]:
    """Yield what is wrong with a list of lines: those that do not show its name, and files that have it too.

    `named` are the files and folders that the plan names anywhere.
    """
    refs = [_resolved(index, each) for each in statement.by.split("\n")]
    known = [each for each in refs if each is not None]
    name = _subject(index, statement, known) if len(known) == len(refs) else ""
    if not name:
        return
    shown = [each for each in known if _shows(index, name, each[0], each[1])]
    if len(shown) < len(known) and len(shown) >= _FEWEST and 3 * len(shown) >= 2 * len(known):
        yield from _wrong_lines(index, statement, name, known)
    files = {path for path, _, _ in known}
    is_changed = name in statement.subject.split("\n")
    is_whole = statement.said == TABLED and len(shown) > _FEWEST
    if len(files) > 1 and len(shown) > 1 and (is_changed or is_whole):
        yield from _left_out(index, statement, name, (files, named))


def _subject(index: CodeView, statement: Statement, refs: list[tuple[str, int, int]]) -> str:
    """Return the name that most of the lines show; of several, the one that is named nearest."""
    rated = [
        (sum(_shows(index, name, path, line) for path, line, _ in refs), -at, name)
        for at, name in enumerate(
            dict.fromkeys(
                split_symbol(each.partition("(")[0])[-1] for each in statement.text.split("\n") if each
            )
        )
        if len(name) >= _SHORTEST
    ]
    best, _, name = max(rated, default=(0, 0, ""))
    return name if best > 1 and 3 * best >= 2 * len(refs) else ""


def _wrong_lines(
    index: CodeView, statement: Statement, name: str, refs: list[tuple[str, int, int]]
) -> Iterator[Answer]:
    for path, line, at in refs:
        if _shows(index, name, path, line) or _is_inside(index, name, path, line):
            continue
        listed = {each for other, each, _ in refs if other == path}
        free = [
            each for each in _lines(index, name, path) if not any(abs(each - one) <= _NEAR for one in listed)
        ]
        if 0 < len(free) <= _MOST_FREE:
            said = replace(
                statement,
                topic=Topic.QUOTE,
                text=name,
                subject=f"{path}:{line}",
                place=replace(statement.place, line=at),
            )
            shown = ", ".join(str(each) for each in free[:3])
            yield Answer(said, Verdict.FALSE, f"it is in line{'s' if len(free) > 1 else ''} {shown}")


def _left_out(
    index: CodeView, statement: Statement, name: str, places: tuple[set[str], frozenset[str]]
) -> Iterator[Answer]:
    files, named = places
    is_prose = any(path.lower().endswith(PROSE) for path in files)
    left: dict[str, int] = {}
    defined = index.symbols(name)
    homes = {each.path for each in defined}
    if len({each.path for each in defined if each.definition.kind not in NAMES}) > 1:
        return  # a use may be of another one
    for each in find_occurrences(index, name).places:
        if each.path in homes or _BROUGHT.match(each.text):
            continue
        is_other = each.path not in files and each.path != statement.place.document
        is_kept = is_prose or not each.path.lower().endswith(PROSE)
        is_kept = is_kept and (is_prose or index.outline(each.path) is not None)
        if is_other and is_kept and not _PAST.search(each.path) and not _is_named(each.path, named):
            left.setdefault(each.path, each.line)
    if left and len(left) <= len(files) + 1:
        shown = ", ".join(f"`{path}:{line}`" for path, line in list(left.items())[:3])
        yield Answer(replace(statement, text=name, subject=name), Verdict.FALSE, shown)


def _is_named(path: str, named: frozenset[str]) -> bool:
    return any(
        f"/{path}".endswith(f"/{each}") or f"/{path}".startswith(f"/{each.rstrip('/')}/")
        for each in named
        if each
    )


def _resolved(index: CodeView, written: str) -> tuple[str, int, int] | None:
    """Return the one file, the line and the line of the plan that `a.py:3@40` gives."""
    cited, _, at = written.rpartition("@")
    file, _, lines = cited.rpartition(":")
    found = [path for path in index.paths() if f"/{path}".endswith(f"/{file.removeprefix('./')}")]
    exact = [path for path in found if path == file] or found
    if not found:
        homes = {each.path for each in index.symbols(file.partition(".")[0])}
        exact = list(homes)
    first = lines.partition("-")[0]
    return (exact[0], int(first), int(at)) if len(exact) == 1 and first.isdigit() else None


def _shows(index: CodeView, name: str, path: str, line: int) -> bool:
    return any(abs(each - line) <= _NEAR for each in _lines(index, name, path))


def _is_inside(index: CodeView, name: str, path: str, line: int) -> bool:
    """Tell whether a line is in the body of what is named."""
    outline = index.outline(path)
    return any(
        each.name == name and each.first <= line <= each.last
        for each in (outline.definitions if outline else ())
    )


def _lines(index: CodeView, name: str, path: str) -> list[int]:
    word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
    return [
        number for number, line in enumerate(split_lines(index.text(path) or b""), 1) if word.search(line)
    ]
