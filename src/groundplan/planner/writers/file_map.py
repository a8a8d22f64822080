"""The files of a design: drawn leaves first with what imports what, then listed with what changes in each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.phrases import because, bullets, code, joined
from groundplan.planner.writers.proving import place_for, proofs
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import open_subjects
from groundplan.planner.writers.work import followed, foremost, pieces, source_phrase, swept

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import TestPlace
    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.work import Piece


@writer("file-map")
def write_file_map(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the map of the files and what changes in each; nothing while no place is known."""
    placed = pieces(brief)
    if not placed:
        return
    drawn = "\n".join(["```", *_drawn(brief, placed), "```"])
    tested = {each.path for each in _test_places(brief)}
    modified = [f"{code(each.path)} – {what_changes(brief, each)}" for each in placed if not each.is_new]
    modified += [
        f"{code(path)} – follow {_swept_names(brief)}" for path in followed(brief) if path not in tested
    ]
    new = [f"{code(each.path)} – {what_changes(brief, each)}" for each in placed if each.is_new]
    for place in _test_places(brief):
        names = f"add {joined([code(each.name) for each in proofs(brief) if each.place == place][:4])}"
        (modified if place.exists else new).append(f"{code(place.path)} – {names}")
    parts = [drawn]
    parts += [f"**Modified Files:**\n{bullets(modified)}"] if modified else []
    parts += [f"**New Files:**\n{bullets(new)}"] if new else []
    yield SectionDraft(spec.key, "\n\n".join(parts), waits_for=open_subjects(brief))


def _drawn(brief: Brief, placed: tuple[Piece, ...]) -> Iterator[str]:
    """Yield one line for each file, leaves first, with an arrow to each file above that it imports."""
    edges = dict(brief.pack.file_map)
    above: set[str] = set()
    for piece in placed:
        name = f"::{piece.name}" if piece.regions else ""
        imported = [path for path in edges.get(piece.path, ()) if path in above]
        box = f"[{piece.path}{name}]"
        if not imported:
            yield box
        for path in imported:
            yield f"{box} → imports [{path}]"
        above.add(piece.path)


def what_changes(brief: Brief, piece: Piece) -> str:
    """Return what changes in a file in a line: the requirements it takes up, else why it follows."""
    if piece.source:
        return f"regenerated from {source_phrase(piece)}, not edited by hand"
    takes = joined([f"Requirement {number}" for number in piece.takes])
    inside = joined([f"{code(each.definition.qualified)}" for each in piece.regions])
    if piece.is_new:
        beside = f", beside {code(piece.beside)}" if piece.beside else ""
        return f"takes up {takes or 'what the requirements share'}{beside}"
    if takes:
        beside = "beside" if brief.pack.is_new else "in"
        return f"{takes} {beside} {inside}" if inside else takes
    main = foremost(brief)
    why = f" ({because(piece.why[0])})" if piece.why else ""
    if main is None or main.path == piece.path:
        return f"goes with the change{why}"
    return f"{'calls' if main.is_new else 'follows the change in'} {code(main.path)} where needed{why}"


def _test_places(brief: Brief) -> tuple[TestPlace, ...]:
    """Return the test files that new tests go to, each once."""
    found = (place for each in pieces(brief) if each.takes and (place := place_for(brief, each)))
    named = (each.place for each in proofs(brief) if each.place)
    return tuple({place.path: place for place in (*found, *named)}.values())


def _swept_names(brief: Brief) -> str:
    return joined([code(each.term) for each in swept(brief)])
