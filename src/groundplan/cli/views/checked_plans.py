"""Plans that the rules ran over: what was found in them, what is unfinished, what waits for a person."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from groundplan.app.changes.offered import find_offered
from groundplan.cli.reports import REPORTS
from groundplan.cli.views.documents import looked_at
from groundplan.cli.views.findings import count, show_findings, show_in_words, tally
from groundplan.plan.finding import Severity
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.changes.checking import Checked
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.plan.finding import Finding

# An agent neither answers a question nor confirms a decision, and each check would say them all again.
_FOR_A_PERSON = frozenset({"GP204", "GP211"})


def tell_nothing_open(session: Session, kind: str, payload: dict[str, Any], form: str) -> None:
    """Say that no plan is open: beside a report, where the report itself has no words for it."""
    told = "No open plan: nothing to check."
    if form in REPORTS:
        session.out.data(REPORTS[form]([]))
        session.err.labelled("note:", "dim", told)
    else:
        session.give(kind, payload, lambda screen: screen.line(told))


def placed(done: Checked) -> list[Finding]:
    """Return the findings as lists want them: each with a place, and a note where a draft is unfinished."""
    return [
        replace(
            found,
            place=done.place_of(found),
            severity=Severity.NOTE if found in done.unfinished else found.severity,
        )
        for found in done.findings
    ]


def _waiting_for_a_person(left: Sequence[Finding]) -> str:
    asked = sum(found.code == "GP204" for found in left)
    confirmed = [found.message.partition(" wait")[0] for found in left if found.code == "GP211"]
    told = [count(asked, "open question")] if asked else []
    return ", ".join([*told, *(f"{words} to confirm" for words in confirmed)])


def show_checked_plans(
    screen: Screen, results: Sequence[Checked], caller: Caller, *, most: int = 0, fails: bool = True
) -> None:
    """Put out the findings of plans and their number; of more than `most`, which command lists them."""
    fixed = [finding for done in results for finding in done.fixed]
    left = [found for done in results for found in done.unfinished if found.code in _FOR_A_PERSON]
    left = left if caller.channel == "agent" else []
    unfinished = sum(len(done.unfinished) for done in results) - len(left)
    shown = [found for done in results for found in done.findings if found not in left]
    for done in results:
        listed = [found for found in placed(done) if found.identity not in {each.identity for each in left}]
        handle = done.opened.known.handle
        # A person whose plan is only unfinished needs the next command, and no rule.
        put = show_in_words if caller.is_person and done.is_only_unfinished else show_findings
        put(screen, listed[:most] if most else listed, handle)
        if most and len(listed) > most:
            screen.line(f"{len(listed) - most} more: ", (run("check").on(handle), "accent"))
    if shown:
        screen.blank()
    wrong = [finding for done in results for finding in done.findings if finding not in done.unfinished]
    parts: list[Any] = [*tally(wrong), "" if wrong else " wrong"]
    if unfinished:
        parts += [(f", {unfinished} unfinished", "dim")]
    if fixed:
        parts += ["; ", (f"{count(len(fixed), 'finding')} fixed", "ok")]
    silenced = sum(len(done.silenced) for done in results)
    if silenced:
        parts += ["; ", (f"{count(silenced, 'suppression')} in force", "warn")]
    is_clean = all(done.is_clean for done in results)
    parts += [". ", ("(exit 1)", "dim")] if fails and not is_clean else ["."]
    screen.line(f"{count(len(results), 'plan')} checked: ", *parts)
    if left:
        screen.line((f"For a person, nothing for you to do: {_waiting_for_a_person(left)}", "dim"))
    for done in results:
        for offered in find_offered(done.opened):
            handle = done.opened.known.handle
            screen.prose(Hint(f"For a person: {offered.told}: ", run("adopt").on(handle)), tone="dim")
        if not done.waiting:
            continue
        waiting = count(len(done.waiting), "proposed section")
        # "Nothing wrong" is worth as much as was looked at.
        told = Hint(
            f"{looked_at(done.looked)} Checked with {waiting} in place; the text with these lines: ",
            run("show", {"text": True, "proposed": True}).on(done.opened.known.handle),
        )
        screen.prose(told, tone="dim")
