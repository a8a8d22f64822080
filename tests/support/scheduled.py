"""A roadmap with epics, owners and sizes, as several tests of schedules and reports want it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.progress import Progress, TaskState

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan

HEAD = "| Task | Owner | Dependencies | Effort | Epic | Story |\n|--|--|--|--|--|--|\n"
PREPARE = (
    HEAD
    + """\
| T1: Define the cache protocol | Ada | None | XS | Cache | Protocol |
| T2: Pin what get_grades returns | Ben | None | S | Cache | Protocol |
| T3: Read the setting CACHE_BACKEND | Ada | T1 | XS | Cache | Settings |
"""
)
BUILD = (
    HEAD
    + """\
| T4: Keep grades on disk | Ada | T1 | M | Cache | Backends |
| T5: Keep grades in Redis | Ben | T1, T3 | L | Cache | Backends |
| T6: Drop a grade that was uploaded anew | Eve | Story Protocol | M | Upload | Freshness |
| T7: Roll out behind a flag | Eve | Epic Cache, T6 | S | Upload | Rollout |
"""
)
RISKS = """\
| Risk | Probability | Impact | Mitigation | Class | Contingency | Alert |
|--|--|--|--|--|--|--|
| R1: Redis is down | Low (default) | High | Fall back to the disk | technical | Flag off | p99 > 1 s |
| R2: Two replicas \\| two answers | High | Medium | One cache for both | integration | | |
| R3: Keys grow without bound | 20 % | High | Expire after a day | performance | | |
"""
MILESTONES = """\
| Milestone | Date | Status |
|--|--|--|
| Phase 0 is done | Week 1 | 🔲 |
| Everybody is happy | Week 9 | 🔲 |
"""
SECTIONS = {
    "phase-0/tasks": PREPARE,
    "phase-1/tasks": BUILD,
    "phase-0/risks": RISKS,
    "milestones": MILESTONES,
}


def close(opened: OpenPlan, *names: str, state: Progress = Progress.DONE) -> OpenPlan:
    """Return the plan as it is once these tasks have a receipt, or were waived."""
    judgement = opened.judgement
    done = TaskState(state, "Ada", "2026-03-02T09:00:00Z", "01")
    states = {(r.key, r.digest): done for r in opened.plan.records("task") if r.id in names}
    promises = replace(judgement.promises, task_states=states)
    case = replace(judgement.case, promises=promises)
    return replace(opened, judgement=replace(judgement, promises=promises, case=case))
