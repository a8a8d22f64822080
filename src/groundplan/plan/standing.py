"""How a plan stands: stage and checkpoint states, computed each time and never read back."""

from __future__ import annotations

import enum
from itertools import takewhile
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unknown
from groundplan.plan.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.document import Plan, Section
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import ChecklistItem, CheckpointSpec, Playbook, SectionSpec
    from groundplan.plan.promises import Promises

# Approving anew repairs a stale or weak approval and confirms relayed words, so these may not block that.
ABOUT_APPROVALS = frozenset({"GP208", "GP211", "GP214"})
# What is asked for before the last approval does not keep the earlier ones waiting.
ABOUT_THE_END = frozenset({"GP219"})
INCOMPLETE = frozenset({"GP501", "GP504"})


class State(enum.StrEnum):
    """Where a checkpoint is."""

    BLOCKED = "blocked"
    READY = "ready"
    PASSED = "passed"
    STALE = "stale"
    DRIFTED = "drifted"


@dataclass(frozen=True, slots=True)
class CheckpointStanding:
    """One checkpoint: its state, what blocks it, and who opened it."""

    spec: CheckpointSpec
    state: State
    findings: tuple[Finding, ...]
    waits_for: tuple[str, ...]  # checkpoints that must pass first
    approval: ApprovalState | None
    owed: tuple[str, ...] = ()  # tasks whose receipts it waits for


@dataclass(frozen=True, slots=True)
class Standing:
    """The whole plan."""

    stage: str
    phase: str
    resume: str
    approved_by: str
    last_updated: str
    checkpoints: tuple[CheckpointStanding, ...]
    checklist: tuple[tuple[str, bool], ...]
    complete: tuple[str, ...]  # keys of the sections that are complete
    closed: frozenset[str] = frozenset()  # keys of the tasks with nothing left to do
    waived: frozenset[str] = frozenset()  # those of them that a person waived

    def checkpoint(self, checkpoint_id: str) -> CheckpointStanding:
        """Return the standing of one checkpoint."""
        for checkpoint in self.checkpoints:
            if checkpoint.spec.id == checkpoint_id:
                return checkpoint
        known = [checkpoint.spec.id for checkpoint in self.checkpoints]
        raise Unknown(f"There is no checkpoint `{checkpoint_id}`", name=checkpoint_id, known=known)

    @property
    def current(self) -> CheckpointStanding | None:
        """Return the first checkpoint that has not passed."""
        return next((c for c in self.checkpoints if c.state is not State.PASSED), None)


def compute_standing(
    plan: Plan,
    playbook: Playbook,
    promises: Promises,
    findings: Iterable[Finding],
    *,
    filled: frozenset[str] | None = None,
) -> Standing:
    """Return how the plan stands, from the promises and the findings alone.

    `filled` are the sections with words; without it all count as such.
    """
    found = tuple(findings)
    checkpoints = _checkpoints(plan, playbook, promises, found)
    passed = {c.spec.id for c in checkpoints if c.state is State.PASSED}
    incomplete = {finding.section for finding in found if finding.code in INCOMPLETE}
    stages = [
        stage
        for stage in playbook.stages
        if set(stage.passed) <= passed and _receipts_in(stage.receipts, plan, playbook, promises)
    ]
    stage = stages[-1] if stages else None
    complete = _complete(plan, playbook, incomplete, filled)

    def is_held(item: ChecklistItem) -> bool:
        """Nothing is said of a section that stands there and says nothing itself."""
        return all(each.key in complete for each in plan.sections if each.declared in item.sections)

    return Standing(
        stage=stage.name if stage else "",
        phase=(stage.phase if stage else "") or _phase(playbook, plan, incomplete),
        resume=stage.resume if stage else "",
        approved_by=_approved_by(checkpoints),
        last_updated=max((entry.at for entry in promises.history.entries), default=""),
        checkpoints=checkpoints,
        checklist=tuple(
            (
                item.text,
                is_held(item) and not _breaking(item, plan, found) and set(item.checkpoints) <= passed,
            )
            for item in playbook.checklist
        ),
        complete=complete,
        closed=_closed(plan, playbook, promises),
        waived=_waived(plan, promises),
    )


def _checkpoints(
    plan: Plan, playbook: Playbook, promises: Promises, findings: tuple[Finding, ...]
) -> tuple[CheckpointStanding, ...]:
    result: list[CheckpointStanding] = []
    passed: set[str] = set()
    for spec in playbook.checkpoints:
        items = playbook.checklist if spec.checklist else ()
        broken = {finding for item in items for finding in _breaking(item, plan, findings)}
        blocking = tuple(
            finding
            for finding in findings
            if finding.blocks
            and finding.code not in ABOUT_APPROVALS
            and (finding.code not in ABOUT_THE_END or spec is playbook.final)
            and (finding in broken or not finding.section or _stands_in(finding, spec.covers, plan))
        )
        needs = dict.fromkeys((*spec.needs, *(needed for item in items for needed in item.checkpoints)))
        waits_for = tuple(needed for needed in needs if needed not in {*passed, spec.id})
        owed = owed_tasks(plan, playbook, promises) if spec.receipts else ()
        approvals = promises.approvals_of(spec.id)
        holding = next((state for state in reversed(approvals) if state.holds), None)
        is_owed = spec.receipts and not _receipts_in("all", plan, playbook, promises)
        blocked = bool(blocking or waits_for or is_owed)
        state = _state(spec, blocked=blocked, approvals=approvals, holding=holding)
        if state is State.PASSED:
            passed.add(spec.id)
        result.append(
            CheckpointStanding(
                spec, state, blocking, waits_for, holding or next(reversed(approvals), None), owed
            )
        )
    return tuple(result)


def _state(
    spec: CheckpointSpec,
    *,
    blocked: bool,
    approvals: tuple[ApprovalState, ...],
    holding: ApprovalState | None,
) -> State:
    if spec.person and any(state.is_stale for state in approvals) and holding is None:
        return State.STALE
    if blocked:
        return State.BLOCKED
    if not spec.person or holding is not None:
        return State.PASSED
    return State.READY


def _stands_in(finding: Finding, keys: tuple[str, ...], plan: Plan) -> bool:
    section = plan.section(finding.section)
    return finding.section in keys or (section is not None and section.declared in keys)


def _breaking(item: ChecklistItem, plan: Plan, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings for which a checklist item is not true."""
    return tuple(
        finding
        for finding in findings
        if finding.blocks
        and finding.code in item.codes
        and (not item.sections or not finding.section or _stands_in(finding, item.sections, plan))
    )


def owed_tasks(plan: Plan, playbook: Playbook, promises: Promises) -> tuple[str, ...]:
    """Return the tasks that nothing closes, but for those that a use case does by itself."""
    return tuple(
        record.key
        for record in plan.records("task")
        if not playbook.doer_of(record) and not promises.state_of(record).is_closed
    )


def _waived(plan: Plan, promises: Promises) -> frozenset[str]:
    tasks = plan.records("task")
    return frozenset(each.key for each in tasks if promises.state_of(each).progress is Progress.WAIVED)


def _closed(plan: Plan, playbook: Playbook, promises: Promises) -> frozenset[str]:
    done_by_itself = {"new"} | ({"archive"} if promises.archivings else set())
    return frozenset(
        record.key
        for record in plan.records("task")
        if playbook.doer_of(record) in done_by_itself or promises.state_of(record).is_closed
    )


def _receipts_in(wanted: str, plan: Plan, playbook: Playbook, promises: Promises) -> bool:
    if not wanted:
        return True
    tasks = tuple(plan.records("task"))
    if wanted == "all":
        return bool(tasks) and not owed_tasks(plan, playbook, promises)
    return any(promises.state_of(record).is_closed for record in tasks)


def _complete(
    plan: Plan, playbook: Playbook, incomplete: set[str], filled: frozenset[str] | None
) -> tuple[str, ...]:
    """Return the sections that say all they must; one that holds others does so once all of those do."""
    words = frozenset(section.key for section in plan.sections) if filled is None else filled
    specs = {spec.key: spec for spec in playbook.sections}
    held_by = {spec.key for spec in playbook.sections if spec.container}
    whole = [
        section.key
        for section in plan.sections
        if section.key in words and section.key not in incomplete and section.declared not in held_by
    ]
    for document in plan.documents:
        for at, section in enumerate(document.sections):
            if section.declared in held_by and section.key not in incomplete:
                held = [
                    each
                    for each in _held(document.sections[at:], specs)
                    if not specs[each.declared].container
                ]
                asked = [each.key for each in held if specs[each.declared].required or each.key in words]
                whole += [section.key] if asked and all(key in whole for key in asked) else []
    return tuple(section.key for section in plan.sections if section.key in whole)


def _held(sections: Sequence[Section], specs: Mapping[str, SectionSpec]) -> Iterator[Section]:
    """Yield the sections below the first one, up to the next of its level."""
    level = specs[sections[0].declared].level
    return takewhile(lambda each: specs[each.declared].level > level, sections[1:])


def _phase(playbook: Playbook, plan: Plan, incomplete: set[str]) -> str:
    phase = ""
    for spec in playbook.sections:
        phase = spec.phase or phase
        keys = {section.key for section in plan.sections_of(spec.key)} | {spec.key}
        if keys & incomplete:
            return phase
    return phase


def _approved_by(checkpoints: tuple[CheckpointStanding, ...]) -> str:
    names: dict[str, None] = {}
    for checkpoint in checkpoints:
        if checkpoint.approval and checkpoint.approval.holds:
            entry = checkpoint.approval.approval.entry
            names[entry.signer or entry.by.name] = None
    return ", ".join(name for name in names if name)
