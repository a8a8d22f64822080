"""Which planted holes refuters caught: the holes are made by hand, the count is computed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from scoring import BadScores

KINDS = (
    "missing step",
    "missed caller",
    "contradiction",
    "false count",
    "wrong citation",
    "check that cannot fail",
    "impossible criterion",
    "refused before",
)
VERDICTS = ("real", "taste", "false")  # of an objection that catches no planted hole


@dataclass(frozen=True)
class Hole:
    """A fault that was planted: in which plan, of which kind, where, and what was changed."""

    plan: str
    id: str
    kind: str
    where: str
    changed: str


@dataclass(frozen=True)
class Catches:
    """Per kind how many holes were caught of those that could be; and what else was objected to."""

    by_kind: dict[str, tuple[int, int]]
    lists: int
    real: int
    false: int


def read_holes(key: dict[str, Any]) -> dict[str, list[Hole]]:
    """Return the holes of each planted plan."""
    holes: dict[str, list[Hole]] = {}
    for plan in key["plan"]:
        name = plan["name"]
        if name in holes:
            raise BadScores(f"plan `{name}` is in the key twice")
        holes[name] = [
            Hole(name, each["id"], each["kind"], each["where"], each["changed"])
            for each in plan.get("hole", ())
        ]
        ids = [hole.id for hole in holes[name]]
        if len(ids) != len(set(ids)):
            raise BadScores(f"plan `{name}` has two holes of one id")
        for hole in holes[name]:
            if hole.kind not in KINDS:
                raise BadScores(f"plan `{name}`: `{hole.kind}` is no kind; they are {', '.join(KINDS)}")
    return holes


def count_catches(holes: dict[str, list[Hole]], judged: list[dict[str, Any]]) -> Catches:
    """Count over all lists: a hole is tried once per list of its plan, and caught at most once in each."""
    tried: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for some in judged:
        plan = some["plan"]
        if plan not in holes:
            raise BadScores(f"no plan `{plan}` in the key")
        kinds = {hole.id: hole.kind for hole in holes[plan]}
        tried.update(kinds.values())
        seen = {each["catches"] for each in some["objections"] if "catches" in each}
        unknown = seen - set(kinds)
        if unknown:
            raise BadScores(f"plan `{plan}` has no hole `{min(unknown)}`")
        caught.update(kinds[hole] for hole in seen)
        for each in some["objections"]:
            if "catches" not in each:
                if each.get("verdict") not in VERDICTS:
                    raise BadScores(
                        f"an objection to `{plan}` has neither `catches` nor a verdict: real, taste or false"
                    )
                others[each["verdict"]] += 1
    by_kind = {kind: (caught[kind], tried[kind]) for kind in KINDS if tried[kind]}
    by_kind["all"] = caught.total(), tried.total()
    return Catches(by_kind, len(judged), others["real"], others["false"])
