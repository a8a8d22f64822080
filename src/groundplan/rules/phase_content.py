"""What each phase has to bring, as the playbook says: a task brings it, or the phase says why none does."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.late_regex import late_regex
from groundplan.plan.phases import find_phases, phase_of
from groundplan.rules.registry import rule
from groundplan.rules.written import listed, option_lists, quoted, reason_for_none, spec_of, written
from groundplan.wording.terms import name_stems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.phases import PhaseId

_PARTS = late_regex(r"[,;/+&]|\band\b")


@rule("GP710", "phase-content", progress=True)
def phase_content(case: Case) -> Iterator[Finding]:
    """Each phase has a task for what the playbook wants of it, or says why it needs none."""
    wanted = option_lists(case, "GP710", "content")
    brought, column = _brought(case)
    for phase in find_phases(case).values():
        if phase.id not in brought:
            continue  # nobody has planned this phase yet
        lacking = [name for name in wanted.get(phase.id.number, ()) if _key(name) not in brought[phase.id]]
        if lacking:
            yield Finding(
                "GP710",
                f"{quoted(f'{phase.label}: {phase.name}')} has no task for {listed(lacking)}",
                phase.place,
                phase.section,
                f"Name it under `{column}` of a task, or say below the table why there is none: "
                f"`- {lacking[0]}: none, because …`",
                subject=f"{phase.label} {', '.join(lacking)}",
            )


def _brought(case: Case) -> tuple[dict[PhaseId, set[str]], str]:
    """Return what the tasks of each phase bring and what it does without, and the column that says so."""
    found: dict[PhaseId, set[str]] = defaultdict(set)
    column = "content"
    for task in written(case, "task"):
        phase = phase_of(task.record, task.section)
        spec = spec_of(case, task)
        column = (spec.fields.get("content") if spec else None) or column
        found[phase].update(_key(name) for name in re.split(_PARTS.pattern, task.says("content")))
    for left_out in written(case, "left-out"):
        if len(reason_for_none(left_out.record.field("reason")).split()) > 1:
            phase = phase_of(left_out.record, left_out.section)
            found[phase].add(_key(left_out.record.field("content")))
    return found, column


def _key(name: str) -> str:
    return " ".join(name_stems(name))
