"""The commits of a design: foundation, new behaviour, edge cases, each verifiable alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.decisions import decided
from groundplan.planner.writers.edge_cases import edge_cases
from groundplan.planner.writers.phrases import (
    because,
    bullets,
    code,
    joined,
    listing,
    titled,
)
from groundplan.planner.writers.proving import checking, command_for, failing, place_for, proofs, test_name
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import open_subjects, plain_demand, requirements
from groundplan.planner.writers.work import followed, foremost, pieces, source_phrase, swept, working_order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import TestPlace
    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.work import Piece

_MOST_FILES = 40
_INTRODUCTION = "*Execution order. Each step must be independently verifiable.*"
_ONE_COMMIT = 3  # files that still make one commit a reviewer can hold


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit: its title, files with their marks, what changes, how it is verified, its tests."""

    title: str
    files: tuple[str, ...]
    changes: tuple[str, ...]
    verification: tuple[str, ...]
    tests: str


@writer("commits")
def write_commits(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the commits in phases; a phase with nothing to do is left out."""
    if not pieces(brief):
        return
    phases = [
        ("Foundation (No Behavior Change)", tuple(_foundation(brief))),
        ("New Behavior", tuple(_behaviour(brief))),
        ("Edge Cases", tuple(_edges(brief))),
    ]
    level = "#" * (spec.level + 1)
    blocks: list[str] = []
    number = 0
    for at, (title, commits) in enumerate((each for each in phases if each[1]), 1):
        told = []
        for commit in commits:
            number += 1
            told.append(_written(number, commit))
        blocks.append("\n\n".join([f"{level} **Phase {at}: {title}**", *told]))
    text = "\n\n---\n\n".join([_INTRODUCTION, *blocks])
    yield SectionDraft(spec.key, text, waits_for=open_subjects(brief))


def _written(number: int, commit: Commit) -> str:
    verified = commit.verification
    return "\n".join(
        [
            f"**Commit {number}: {commit.title}**",
            f"- **Files:** {', '.join(commit.files)}",
            "- **Changes:**",
            bullets(commit.changes, 2),
            f"- **Verification:** {verified[0]}" if len(verified) == 1 else "- **Verification:**",
            *([bullets(verified, 2)] if len(verified) > 1 else []),
            f"- **Tests:** {commit.tests}",
        ]
    )


def _mark(path: str, *, is_new: bool) -> str:
    return f"{code(path)} ({'new' if is_new else 'modify'})"


def _foundation(brief: Brief) -> Iterator[Commit]:
    """Yield what can land without changing behaviour: tests of today's code where it has none."""
    main = foremost(brief)
    if main is None or main.is_new or not main.regions:
        return
    place = place_for(brief, main)
    if place is None or place.exists:
        return
    names = [code(each.definition.qualified) for each in main.regions]
    known = [code(each.name) for each in failing(brief)]
    today = test_name(place, main, "works as today")
    yield Commit(
        f"Pin down what {main.name} does today",
        (_mark(place.path, is_new=True),),
        (f"Tests of {joined(names)} ({code(main.place)}) as it is, before anything changes there",),
        _verified(brief, main),
        f"Add {listing([code(today), *known], 4)}",
    )


def _behaviour(brief: Brief) -> Iterator[Commit]:
    placed = working_order(brief)
    groups = [placed] if len(placed) <= _ONE_COMMIT else [[each] for each in placed]
    made: set[str] = {each.path for each in _founded(brief)}
    for group in groups:
        yield _commit(brief, group, made)
    left = followed(brief)
    if left:
        names = joined([code(each.term) for each in swept(brief)])
        main = foremost(brief) or placed[0]
        yield Commit(
            "Follow the name through the other files",
            tuple(_mark(path, is_new=False) for path in left[:_MOST_FILES]),
            (f"Every place where {names} stands",),
            _verified(brief, main),
            "None (the tests that are there cover a change of names)",
        )


def _founded(brief: Brief) -> tuple[TestPlace, ...]:
    main = foremost(brief)
    place = place_for(brief, main) if main and not main.is_new and main.regions else None
    return (place,) if place is not None and not place.exists else ()


def _commit(brief: Brief, group: list[Piece], made: set[str]) -> Commit:
    """Return the commit of some files: what each takes up, and the tests that prove it."""
    wanted = requirements(brief)
    takes = sorted({number for each in group for number in each.takes})
    changes = [change for each in group for change in _changes(brief, each, wanted)]
    main = foremost(brief)
    if main is not None and any(each.path == main.path for each in group):
        changes += [f"By {each.id or 'decision'}: {each.told}" for each in decided(brief)]
    mine = [each for each in proofs(brief) if each.number in takes]
    places = {each.place.path: each.place for each in mine if each.place}
    files = [
        _mark(each.path, is_new=each.is_new) + (" – regenerated" if each.source else "") for each in group
    ]
    for path, place in places.items():
        files.append(_mark(path, is_new=not place.exists and path not in made))
        made.add(path)
    leading = next((each for each in group if each.takes), group[0])
    title = plain_demand(wanted[takes[0] - 1]) if takes else f"Follow the change in {leading.path}"
    names = [f"{code(each.name)} (Requirement {each.number})" for each in mine]
    tests = (
        f"Add {listing(names, 6)}"
        if names
        else "None (no requirement of its own; the tests that are there cover it)"
    )
    return Commit(
        titled(title), tuple(dict.fromkeys(files)), tuple(changes), _verified(brief, leading), tests
    )


def _changes(brief: Brief, piece: Piece, wanted: tuple[str, ...]) -> Iterator[str]:
    """Yield what changes in one file, its place said once."""
    if piece.source:
        yield f"{code(piece.path)} is regenerated from {source_phrase(piece)}"
        return
    if not piece.takes:
        yield f"{_where(brief, piece)}: {_follows(brief, piece)}"
    for at, number in enumerate(piece.takes):
        where = _where(brief, piece) if at == 0 else "There, too"
        yield f"{where}: {wanted[number - 1]} (Requirement {number})"


def _where(brief: Brief, piece: Piece) -> str:
    if piece.is_new:
        return f"{code(piece.path)} (new)"
    if brief.pack.is_new and piece.takes and piece.regions:
        return f"{code(piece.path)}, beside {code(piece.name)} ({code(piece.place)})"
    inside = [f"{code(each.definition.qualified)} ({code(each.lines)})" for each in piece.regions]
    return joined(inside) or code(piece.path)


def _follows(brief: Brief, piece: Piece) -> str:
    """Return what a file without a requirement of its own has to do with the change, and why it is listed."""
    main = foremost(brief)
    why = f" ({because(piece.why[0])})" if piece.why else ""
    if main is None or main.path == piece.path:
        return f"goes with the change{why}"
    verb = "call" if main.is_new else "follow the change in"
    return f"{verb} {code(main.path)} as far as a requirement needs it{why}"


def _verified(brief: Brief, piece: Piece) -> tuple[str, ...]:
    command = command_for(brief, piece)
    found = (
        [f"{code(command)} passes"]
        if command
        else ["Manual: the diff is reviewed; each change above is there"]
    )
    return (*found, *(f"{code(each)} passes" for each in checking(brief)))


def _edges(brief: Brief) -> Iterator[Commit]:
    """Yield the commit that holds the edge cases in place, where the code has any."""
    # What a requirement names is done with it; left are the failure paths that must not change unseen.
    cases = [each for each in edge_cases(brief) if each.path]
    if not cases:
        return
    places = {each.place.path: each.place for each in cases if each.place}
    paths = dict.fromkeys(each.path for each in cases if each.path)
    main = next((each for each in pieces(brief) if each.path in paths), None) or foremost(brief)
    if main is None:
        return
    files = [_mark(path, is_new=False) for path in places or paths or {main.path: None}]
    yield Commit(
        f"Hold the failure paths of {main.name}",
        tuple(files),
        tuple(f"If {each.condition}: {each.action}" for each in cases),
        _verified(brief, main),
        f"Add {listing([code(each.test) for each in cases if each.test], 4)}",
    )
