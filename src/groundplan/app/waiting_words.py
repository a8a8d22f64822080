"""What the analyst would write and may not yet: listed with what each section waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.holding import closed_before
from groundplan.store.proposals import Proposal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.app.opened import OpenPlan
    from groundplan.planner.analyst import Analysis
    from groundplan.planner.brief import SectionDraft


def list_waiting(
    opened: OpenPlan, analysis: Analysis, drafts: Sequence[SectionDraft]
) -> tuple[Proposal, ...]:
    """Return what is not in the plan yet, with what it waits for; and the briefs ready to be sent."""
    titles = _titles(opened)
    held = [
        Proposal(draft.key, _title(draft, titles), _words(opened, draft), closed_before(opened, draft.key))
        for draft in drafts
        if _is_proposal(opened, draft)
    ]
    briefs = [
        Proposal(brief.advisor, f"Brief for {brief.advisor}", brief.text, (), "brief")
        for brief in analysis.consult_briefs
    ]
    return (*held, *briefs)


def _words(opened: OpenPlan, draft: SectionDraft) -> str:
    spec = opened.playbook.section(draft.key)
    labels = (
        {(record.kind, name): label for record in spec.records for name, label in record.fields.items()}
        if spec
        else {}
    )
    lines = [f"- {labels.get((each.record, each.name), each.name)}: {each.value}" for each in draft.fields]
    return "\n".join(filter(None, (draft.text, *lines)))


def _is_proposal(opened: OpenPlan, draft: SectionDraft) -> bool:
    section = opened.plan.section(draft.key)
    created = opened.judgement.promises.created
    skeleton = created.sections.get(draft.key, "") if created else ""
    return section is None or section.fingerprint == skeleton


def _title(draft: SectionDraft, titles: Mapping[str, str]) -> str:
    """Return what a proposed section is called: its own heading where it brings one."""
    first = draft.text.lstrip().split("\n", 1)[0]
    return first.lstrip("#").strip() if first.startswith("#") else titles.get(draft.key, draft.key)


def _titles(opened: OpenPlan) -> Mapping[str, str]:
    declared = {spec.key: spec.title for spec in opened.playbook.sections}
    return declared | {section.key: section.title for section in opened.plan.sections}
