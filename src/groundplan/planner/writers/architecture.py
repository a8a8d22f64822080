"""The architecture as the imports have it: a small drawing, who imports whom, leaves at the bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.cycles import order_leaves_first
from groundplan.code.test_paths import is_test
from groundplan.planner.brief import SectionDraft
from groundplan.planner.citable import can_be_cited, fenced
from groundplan.planner.writers.current_state import stored
from groundplan.planner.writers.goal_clarity import field_lines
from groundplan.planner.writers.in_question import callers_of, in_question
from groundplan.planner.writers.phrases import cite, code, counted, listing, sentence
from groundplan.planner.writers.registry import writer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack

_MOST_BOXES = 12
_MOST_ARROWS = 4


@writer("campaign-architecture")
def write_architecture(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write components, data and integration points, and draw them from the import graph."""
    pack = brief.pack
    boxes = choose_boxes(pack)
    new = [f"{code(each.path)} (new)" for each in pack.new_files]
    files = [code(path) for path in in_question(pack)]
    components = listing([*files, *new], 6) or "no file of this repository is in question yet"
    text = field_lines(
        [
            ("Component structure", sentence(components)),
            ("Data models", sentence(_models(pack))),
            ("Integration points", sentence(_meeting(pack))),
        ]
    )
    yield SectionDraft(spec.key, f"{text}\n\n{fenced(draw(pack, boxes))}")


def _models(pack: EvidencePack) -> str:
    kinds = {"class", "interface", "type", "enum"}
    found = [each.citation for each in pack.regions if each.definition.kind.value in kinds]
    return (
        f"{cite(found, 4)}; stored: {stored(pack)}"
        if found
        else f"no class or type is among the definitions to change; stored: {stored(pack)}"
    )


def _meeting(pack: EvidencePack) -> str:
    ways = [f"{way.entry.title} ({code(way.entry.at)})" for way in pack.ways_in]
    callers = list(dict.fromkeys(each.path for each in callers_of(pack)))
    if ways:
        return listing(ways, 3) + (f"; {counted(len(callers), 'calling file')}" if callers else "")
    own = set(in_question(pack))
    into = sorted(
        {e.source for path in own for e in pack.graph.importers_of(path) if not is_test(e.source)} - own
    )
    return (
        f"imports from {cite(into, 4)}"
        if into
        else "nothing in this repository imports the files in question"
    )


def choose_boxes(pack: EvidencePack) -> tuple[str, ...]:
    """Return the files to draw: those in question first, then what imports them and what they import."""
    own = list(in_question(pack))[: _MOST_BOXES - 4]
    near: list[str] = []
    for path in own:
        near += [edge.source for edge in pack.graph.importers_of(path) if not is_test(edge.source)][:2]
        near += [edge.target for edge in pack.graph.imports_of(path)][:2]
    return tuple(filter(can_be_cited, dict.fromkeys([*own, *near])))[:_MOST_BOXES]


def draw(pack: EvidencePack, boxes: tuple[str, ...]) -> str:
    """Return the drawing: importers above what they import, `*` before each file that changes."""
    if not boxes and not pack.new_files:
        return "(no file of this repository is in question yet)"
    own = set(in_question(pack))
    inside = set(boxes)
    graph = {
        path: tuple(edge.target for edge in pack.graph.imports_of(path) if edge.target in inside)
        for path in boxes
    }
    order = [path for group in order_leaves_first(boxes, graph) for path in group]
    width = max((len(path) for path in boxes), default=0)
    lines = [f"+ {each.path} (new)" for each in pack.new_files[:3]]
    for path in reversed(order):
        mark = "*" if path in own else " "
        targets = list(dict.fromkeys(each for each in graph[path] if each != path))
        arrows = ", ".join(targets[:_MOST_ARROWS]) + (
            f" and {len(targets) - _MOST_ARROWS} more" if len(targets) > _MOST_ARROWS else ""
        )
        lines.append(f"{mark} {path.ljust(width)} ──▶ {arrows}" if targets else f"{mark} {path}")
    return "\n".join([*lines, "", "* changes   + is new   ──▶ imports"])
