"""File maps held against the imports: leaves first, and no arrow that would close a cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place, Severity
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.evidence import MapSeen

_MOST_SHOWN = 12


@rule("GP107", "file-map-order", always=True, severity=Severity.WARNING)
def file_map_order(case: Case) -> Iterator[Finding]:
    """A file map lists what is depended on before what depends on it; a cycle counts as one."""
    for seen in case.evidence.maps if case.evidence else ():
        wrong = _first_wrong(seen)
        if wrong is None:
            continue
        above, below = wrong
        order = leaves_first(seen)
        shown = ", ".join(f"`{path}`" for path in order[:_MOST_SHOWN])
        more = f" and {len(order) - _MOST_SHOWN} more" if len(order) > _MOST_SHOWN else ""
        yield Finding(
            "GP107",
            f"`{above}` is listed above `{below}`, on which it depends: leaves come first",
            Place(seen.place.document, seen.lines.get(above, seen.place.line), 1),
            seen.section,
            f"List them as {shown}{more}; an arrow keeps its direction, so `↓ calls` becomes `↑ calls`",
            subject=f"{above} {below}",
        )


def _first_wrong(seen: MapSeen) -> tuple[str, str] | None:
    for at, above in enumerate(seen.paths):
        for below in seen.paths[at + 1 :]:
            if _comes_before(seen, below, above):
                return above, below
    return None


def _comes_before(seen: MapSeen, one: str, other: str) -> bool:
    """Tell whether `other` depends on `one`; within a cycle, where both do, neither comes first."""
    return one in seen.depends.get(other, ()) and other not in seen.depends.get(one, ())


def leaves_first(seen: MapSeen) -> tuple[str, ...]:
    """Return the map's files leaves first, otherwise in the order they have."""
    left = list(seen.paths)
    ordered: list[str] = []
    while left:
        # What comes before what forms no circle, as a cycle counts as one: there is always a first one.
        first = next(
            (path for path in left if not any(_comes_before(seen, other, path) for other in left)), left[0]
        )
        left.remove(first)
        ordered.append(first)
    return tuple(ordered)


@rule("GP108", "planned-cycle", always=True, severity=Severity.WARNING)
def planned_cycle(case: Case) -> Iterator[Finding]:
    """No dependency that the plan draws closes an import cycle."""
    for seen in case.evidence.maps if case.evidence else ():
        for ring in seen.rings:
            way = " → ".join(f"`{path}`" for path in (*ring.files, ring.files[0]))
            yield Finding(
                "GP108",
                f"`{ring.files[0]}` depending on `{ring.files[1]}` would close an import cycle: {way}",
                ring.place,
                seen.section,
                "Turn one dependency around, or move what both need into a file of its own",
                subject=" ".join(ring.files),
            )
