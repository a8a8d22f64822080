"""Every detector there is, and their challenges in one list, the weightiest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.challenges import (
    colour,
    cycle,
    departs,
    generated,
    installed,
    met,
    plans,
    reach,
    refused,
    reuse,
    reverted,
    schema,
    untested,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from groundplan.evidence.facts import Facts
    from groundplan.planner.challenge import Challenge

DETECTORS: Mapping[str, Callable[[Facts], Iterator[Challenge]]] = {
    module.NAME: module.detect
    for module in (
        *(reuse, refused, installed, schema, cycle, colour, departs),
        *(generated, met, reach, untested, reverted, plans),
    )
}


def detect_all(facts: Facts) -> tuple[Challenge, ...]:
    """Return what every detector finds, each subject once per detector, the weightiest first."""
    found = {(c.detector, c.subject): c for detect in DETECTORS.values() for c in detect(facts)}
    return tuple(sorted(found.values(), key=lambda each: -each.weight))
