"""What holds a composed section back: a question, a checkpoint, missing dialogue, somebody else's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.standing import State
from groundplan.rules.dialogue import find_silence

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.planner.brief import SectionDraft


def declared_key(opened: OpenPlan, key: str) -> str:
    """Return the key of the declaration that a section has, or would have."""
    section = opened.plan.section(key)
    if section is not None:
        return section.declared
    exact = opened.playbook.section(key)
    if exact is not None:
        return exact.key
    repeating = (spec for spec in opened.playbook.sections if spec.repeats)
    return next((spec.key for spec in repeating if key.startswith(spec.key.split("{", 1)[0])), key)


def _has_round(opened: OpenPlan) -> bool:
    return not opened.playbook.has_rule("GP201") or not find_silence(opened.judgement.promises)[0]


def closed_before(opened: OpenPlan, key: str) -> tuple[str, ...]:
    """Return in words the checkpoints that must pass before a section may be written, and have not."""
    passed = {c.spec.id for c in opened.judgement.standing.checkpoints if c.state is State.PASSED}
    declared = declared_key(opened, key)
    first = next((spec for spec in opened.playbook.checkpoints if declared in spec.covers), None)
    return tuple(f"checkpoint {need}" for need in (first.needs if first else ()) if need not in passed)


def held_back(opened: OpenPlan, key: str) -> tuple[str, ...]:
    """Return what the words of anybody but a person wait for: checkpoints, or a reply in the talk."""
    return closed_before(opened, key) or (() if _has_round(opened) else ("your reply",))


def is_approved(opened: OpenPlan) -> bool:
    """Tell whether a person has approved a checkpoint of this plan and nothing has changed since."""
    return any(state.holds for state in opened.judgement.promises.approvals)


def wants_writing(opened: OpenPlan, draft: SectionDraft, touched: set[str]) -> bool:
    """Tell whether a section is still empty, or is the analyst's own and answers have changed it."""
    section = opened.plan.section(draft.key)
    ours = _own_prints(opened, draft.key)
    if section is None:  # one that was taken out stays out, and a new one would change what was approved
        return not ours and not is_approved(opened)
    if section.fingerprint == _skeleton_print(opened, draft.key):
        return True
    return section.fingerprint in ours and draft.key in touched


def is_anothers(opened: OpenPlan, key: str) -> bool:
    """Tell whether a section has words that are neither the playbook's nor the analyst's."""
    section = opened.plan.section(key)
    known = {*_own_prints(opened, key), _skeleton_print(opened, key)}
    return section is not None and section.fingerprint not in known


def _own_prints(opened: OpenPlan, key: str) -> set[str]:
    """Return the fingerprints that a section had as the analyst wrote it."""
    revisions = opened.judgement.promises.revisions
    return {each.sections[key][1] for each in revisions if each.is_composed and key in each.sections}


def _skeleton_print(opened: OpenPlan, key: str) -> str:
    created = opened.judgement.promises.created
    return created.sections.get(key, "") if created else ""
