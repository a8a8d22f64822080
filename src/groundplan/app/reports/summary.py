"""A plan on one page: what it is for, how far it is, its main risks and decisions, what is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.computed import one_line, unconfirmed
from groundplan.app.plans.goal import read_goal_text
from groundplan.app.reports.lines import items, part, say_none, sources
from groundplan.app.reports.progress import rows_of, sums, tell_phases, tell_unknown
from groundplan.app.schedule.board import make_board
from groundplan.app.schedule.risks import list_risks
from groundplan.plan.questions import CRITERION
from groundplan.rules.written import written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.schedule.board import Row
    from groundplan.plan.promise import Decision

_MOST = 6


def report_summary(opened: OpenPlan, role: str) -> Iterator[str]:
    """Yield criteria, progress, critical tasks, high risks, decisions, questions and gaps."""
    case, promises = opened.judgement.case, opened.judgement.promises
    board = make_board(case)
    mine = rows_of(board, role)
    criteria = [each.record.text for each in written(case, "criterion")] or _measures(opened)
    none = say_none(opened, "criterion", "No criterion is written yet.")
    yield from part("What it is for", items([one_line(read_goal_text(opened), 300)]))
    yield from part("Done when", items(criteria), none)
    yield from part("Progress", [*sums(board, mine, role), *tell_phases(board, mine)])
    critical = set(board.critical)
    hot = (f"{r.task.name} {r.task.label}{_whose(r)}" for r in mine if r.task.name in critical)
    yield from part("Critical tasks", items(hot, _MOST))
    cuts = (
        f"{cut.task} needs {cut.needed}: without that dependency {cut.days:g} days, {cut.saved:g} fewer"
        for cut in board.cuts
    )
    yield from part("Dependencies that cost most", items(cuts))
    risks = [risk for risk in list_risks(case) if "high" in {risk.probability, risk.impact}]
    told = (f"{risk.name} {risk.text}: {risk.fields['mitigation'] or 'no mitigation'}" for risk in risks)
    yield from part("High risks", items(told, _MOST))
    decided = (
        f"{each.id} {each.title}: {each.reason}{_mark(opened, each)}" for each in promises.live_decisions
    )
    yield from part("Decided", items(decided))
    yield from part("Open questions", items(f"{q.id}: {q.text}" for q in promises.questions if q.is_open))
    yield from part("Not known", items(tell_unknown(board)))
    yield from part("Sources", items(sources(opened, "criterion", "task", "risk")))


def _measures(opened: OpenPlan) -> list[str]:
    """Return how the user said that success is measured, where the plan has no other place for it."""
    promises = opened.judgement.promises
    asked = (each for each in promises.questions if each.asked and each.asked.subject == CRITERION)
    answers = (each.answer for each in asked)
    return [
        f"{each.text}{f' {unconfirmed(each.entry)}' if promises.is_relayed(each.entry) else ''}"
        for each in answers
        if each
    ]


def _whose(row: Row) -> str:
    return f" ({', '.join(row.task.owners)})" if row.task.owners else ""


def _mark(opened: OpenPlan, decision: Decision) -> str:
    is_relayed = opened.judgement.promises.is_relayed(decision.entry)
    return f" {unconfirmed(decision.entry)}" if is_relayed else ""
