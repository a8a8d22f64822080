"""The risks that a plan has, with their ratings, and the matrix of those that are rated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.app.schedule.tasks import name_phase
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import find_phases, phase_of
from groundplan.plan.record import as_risk
from groundplan.rules.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.plan.case import Case

LEVELS = ("low", "medium", "high")
_LEVEL = late_regex(r"\W*(very |rather )?(low|medium|moderate|high|critical|severe)\b", re.IGNORECASE)
_SAME = {"moderate": "medium", "critical": "high", "severe": "high"}
_PERCENT = late_regex(r"\W*(\d{1,3})\s*%")
REGISTER = ("class", "probability", "impact", "mitigation", "contingency", "alert")


@dataclass(frozen=True, slots=True)
class RatedRisk:
    """A risk as written; `probability` and `impact` are levels, empty where the words give none."""

    name: str
    text: str
    phase: str
    fields: dict[str, str]
    probability: str
    impact: str


def list_risks(case: Case) -> tuple[RatedRisk, ...]:
    """Return the risks that somebody wrote; `None`, with or without a reason, is none."""
    phases = find_phases(case)
    found = []
    for number, each in enumerate((r for r in written(case, "risk") if not _is_none(r.says("risk"))), 1):
        phase = phases.get(phase_of(each.record, each.section))
        fields = {name: each.says(name) for name in REGISTER}
        risk = RatedRisk(
            each.record.id or f"#{number}",
            as_risk(each.record).text,
            name_phase(phase) if phase else "",
            fields,
            _level(fields["probability"]),
            _level(fields["impact"]),
        )
        found.append(risk)
    return tuple(found)


def _is_none(text: str) -> bool:
    return text.casefold().startswith(("none", "n/a"))


def _level(text: str) -> str:
    """Return the level that a rating says; a percentage is no level, as nobody said where they begin."""
    match = None if _PERCENT.match(text) else _LEVEL.match(text)
    return _SAME.get(match[2].casefold(), match[2].casefold()) if match else ""


def draw_matrix(risks: Sequence[RatedRisk]) -> Iterator[str]:
    """Yield the matrix, the likeliest first; nothing where no risk has both ratings."""
    rated = [risk for risk in risks if risk.probability and risk.impact]
    if not rated:
        return
    rows = []
    for probability in reversed(LEVELS):
        cells = [
            ", ".join(r.name for r in rated if (r.probability, r.impact) == (probability, impact)) or "–"
            for impact in LEVELS
        ]
        rows.append([f"**{probability.capitalize()} probability**", *cells])
    yield _row(["", *(f"{impact.capitalize()} impact" for impact in LEVELS)])
    yield _row(["--"] * (len(LEVELS) + 1))
    yield from map(_row, rows)
    yield ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
