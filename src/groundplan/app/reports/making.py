"""The reports by name, each headed by the plan and how it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.plain_words import plain_words
from groundplan.app.reports.decisions import report_decisions
from groundplan.app.reports.progress import report_progress
from groundplan.app.reports.risks import report_risks
from groundplan.app.reports.summary import report_summary
from groundplan.app.schedule.tasks import list_tasks
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.app.plans.opened import OpenPlan

REPORTS: dict[str, tuple[str, Callable[[OpenPlan, str], Iterator[str]]]] = {
    "summary": ("Summary", report_summary),
    "progress": ("Progress", report_progress),
    "risk": ("Risks", report_risks),
    "decisions": ("Decisions", report_decisions),
}


def make_report(opened: OpenPlan, kind: str, role: str = "") -> str:
    """Return a report as Markdown; `role`: with the tasks of this owner or role alone."""
    name = _find_role(opened, role) if role else ""
    title, write = REPORTS[kind]
    standing = opened.judgement.standing
    approver = plain_words(standing.approved_by) or "nobody"
    phase = f", {plain_words(standing.phase)}" if standing.phase and standing.phase != standing.stage else ""
    head = [
        f"# {title}: {plain_words(opened.plan.title or opened.known.title)}",
        "",
        f"Stage: {plain_words(standing.stage)}{phase}. Approved by: {approver}.",
        *([f"For: {plain_words(name)}"] if name else []),
        "",
    ]
    return "\n".join([*head, *write(opened, name)]).rstrip() + "\n"


def _find_role(opened: OpenPlan, role: str) -> str:
    owners = list_tasks(opened.judgement.case).owners
    known = dict.fromkeys((*owners, *opened.playbook.roles, *opened.workspace.config.profile.roles))
    found = next((name for name in known if name.casefold() == role.casefold()), "")
    if not found:
        told = ", ".join(f"`{name}`" for name in known) or "none yet"
        raise Misused(
            f"`{role[:60]}` owns no task of this plan and is none of its roles", hint=f"Known: {told}"
        )
    return found
