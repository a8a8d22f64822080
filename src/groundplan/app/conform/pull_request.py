"""A plan as a pull request's description: what was decided and proven, and how the change follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.conform.conforming import conform
from groundplan.app.conform.drifting import drift
from groundplan.app.judgement.computed import one_line
from groundplan.app.judgement.plain_words import plain_words
from groundplan.app.plans.goal import read_goal_text
from groundplan.plan.citation import parse_citation
from groundplan.plan.conformance import Verdict
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Severity
from groundplan.plan.progress import Progress
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.inert import as_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.app.conform.conforming import Conformed, Wanted
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.conformance import TouchedFile
    from groundplan.plan.finding import Finding
    from groundplan.plan.promise import Decision
    from groundplan.plan.record import Record

_MOST = 40  # rows of a list; code hosts cut a longer description
_MARKS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️", Severity.NOTE: "ℹ️"}


@dataclass(frozen=True, slots=True)
class Description:
    """The text in Markdown, and what it was made from."""

    text: str
    conformed: Conformed


def describe(opened: OpenPlan, wanted: Wanted) -> Description:
    """Return a description of the change by its plan; whatever a plan says in it stays words."""
    conformed = conform(opened, wanted)
    parts = [
        list(_head(opened)),
        _section("Decisions", map(_decision, opened.judgement.promises.live_decisions)),
        _section("Tasks", (_task(opened, each) for each in opened.judgement.case.records("task"))),
        list(_conformance(conformed)),
        _section("What went on beside this change", map(_finding, _beside(opened, conformed))),
    ]
    return Description("\n".join(line for part in parts for line in part).rstrip() + "\n", conformed)


def _head(opened: OpenPlan) -> Iterator[str]:
    standing = opened.judgement.standing
    yield f"# {plain_words(opened.known.title)}"
    yield ""
    goal = next((each.field("goal") for each in opened.judgement.case.records("goal")), "")
    goal = goal or read_goal_text(opened)
    if goal and goal.strip() != opened.known.title.strip():
        yield from (plain_words(goal, 1000), "")
    path = opened.plan.documents[0].path
    held = [
        f"{plain_words(each.checkpoint, 60)} approved by "
        f"{plain_words(each.entry.signer or each.entry.by.name, 60)} on {each.entry.at[:10]}"
        for each in (state.approval for state in opened.judgement.promises.approvals if state.holds)
    ]
    approved = "; ".join(held) if held else "**not approved as it is now**"
    yield f"Plan: {as_code(path)} ({plain_words(standing.stage, 60)}); {approved}."
    yield ""


def _section(title: str, lines: Iterable[str]) -> list[str]:
    """Return a heading with its list, or nothing."""
    items = _listed(lines)
    return [f"## {title}", "", *items, ""] if items else []


def _listed(lines: Iterable[str]) -> list[str]:
    """Return a list; a long one says how much is left out."""
    items = [f"- {line}" for line in lines]
    more = [f"- … and {len(items) - _MOST} more"] if len(items) > _MOST else []
    return [*items[:_MOST], *more]


def _decision(decision: Decision) -> str:
    title = f"{plain_words(decision.id, 20)} {plain_words(decision.title)}"
    return f"**{title}**: {plain_words(decision.reason, 300)}"


def _task(opened: OpenPlan, task: Record) -> str:
    state = opened.judgement.promises.state_of(task)
    name = " ".join(each for each in (plain_words(task.id, 60), plain_words(task.text, 160)) if each)
    name = name.rstrip(".")
    box = "[x]" if state.is_closed else "[ ]"
    match state.progress:
        case Progress.DONE:
            return f"{box} {name}: {_proof(opened, state.receipt)}"
        case Progress.WAIVED:
            return f"{box} {name}: waived by {plain_words(state.by, 60)}, {plain_words(state.reason, 200)}"
        case Progress.STARTED:
            return f"{box} {name}: started"
    return f"{box} {name}"


def _proof(opened: OpenPlan, entry: str) -> str:
    receipt = next((each for each in opened.judgement.promises.receipts if each.entry.id == entry), None)
    if receipt is None:
        return "done"
    commits = ", ".join(as_code(each[:10]) for each in receipt.commits[:3])
    runs = "; ".join(f"{_named(' '.join(each.argv), 120)} exited {each.code}" for each in receipt.runs[:3])
    rests = f"rests on what no commit has: {plain_words('; '.join(receipt.rests))}" if receipt.rests else ""
    return "; ".join(each for each in (commits, runs, rests) if each) or "done"


def _conformance(done: Conformed) -> Iterator[str]:
    found = done.conformance
    yield from ("## The change against the plan", "")
    counts = ", ".join(
        f"{len(files)} {verdict}" for verdict in Verdict if (files := found.with_verdict(verdict))
    )
    verdict = "follows the plan" if done.is_clean else "does not follow the plan"
    yield f"The change {verdict}: {counts or 'nothing is changed'}. Base `{found.base[:10]}`."
    yield ""
    yield from _listed(map(_finding, done.findings))
    if done.findings:
        yield ""
    excused = _listed(map(_excused, found.with_verdict(Verdict.EXCUSED)))
    if excused:
        yield from ("<details><summary>Needs no step</summary>", "", *excused, "", "</details>", "")


def _beside(opened: OpenPlan, done: Conformed) -> Iterator[Finding]:
    """Yield what drifted in files that the change itself leaves alone."""
    touched = {path for file in done.conformance.files for path in (file.path, file.old)}
    for found in drift(opened).findings:
        citation = parse_citation(found.subject)
        if citation is None or citation.path not in touched:
            yield found


def _excused(file: TouchedFile) -> str:
    return f"{_named(file.path)}: {plain_words(file.reason)}"


def _finding(found: Finding) -> str:
    return f"{_MARKS[found.severity]} {found.code} {plain_words(found.message, 400)}"


def _named(text: str, most: int = 200) -> str:
    return as_code(leave_out_secrets(one_line(text, most)))
