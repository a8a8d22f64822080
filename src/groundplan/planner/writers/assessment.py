"""The four classes of risk a design answers for, each from what was seen, with what guards against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.writers.findings import caller_phrase, sure_ways, way_phrase
from groundplan.planner.writers.outward import COSTLY, ends_of, ends_phrase, followed_count
from groundplan.planner.writers.phrases import cite, clause, code, counted, joined, listing
from groundplan.planner.writers.proving import command_for, failing
from groundplan.planner.writers.touched import callers, constraints, reached
from groundplan.planner.writers.work import foremost

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief

CLASSES = ("regression", "performance", "security", "operational")
_MOST = 2
_MANY = 3


@dataclass(frozen=True, slots=True)
class Assessed:
    """What one class of risk comes down to here, and what is done about it."""

    risk_class: str
    text: str
    mitigation: str
    is_seen: bool  # something in the code bears it out


def assess(brief: Brief) -> tuple[Assessed, ...]:
    """Return each class of risk once: what challenges and facts say of it, or that nothing was found."""
    return tuple(_challenged(brief, each) or _computed(brief, each) for each in CLASSES)


def _challenged(brief: Brief, risk_class: str) -> Assessed | None:
    found = [each for each in brief.challenges if each.risk == risk_class][:_MOST]
    if not found:
        return None
    guards = [clause(each.mitigation or each.advice) for each in found if each.mitigation or each.advice]
    text = " ".join(f"{clause(each.claim)}." for each in found)
    return Assessed(risk_class, text.rstrip("."), "; ".join(guards) or _tests(brief), is_seen=True)


def _computed(brief: Brief, risk_class: str) -> Assessed:
    text, guard = {
        "regression": _regression,
        "performance": _performance,
        "security": _security,
        "operational": _operational,
    }[risk_class](brief)
    if guard:
        return Assessed(risk_class, text, guard, is_seen=True)
    return Assessed(
        risk_class, f"None found: {text}", "None (there is nothing to guard against yet)", is_seen=False
    )


def _regression(brief: Brief) -> tuple[str, str]:
    used = callers(brief)
    public = next((each.public for each in reached(brief) if each.public), "")
    if used:
        outside = f", and outsiders may: {clause(public)}" if public else ""
        return f"{caller_phrase(used, _MANY)} rely on what changes{outside}", _tests(brief)
    if public:
        return f"outsiders may rely on what changes: {clause(public)}", "the signatures stay as they are"
    return "no caller of what changes found in the code that is parsed", ""


def _tests(brief: Brief) -> str:
    piece = foremost(brief)
    command = command_for(brief, piece) if piece else ""
    return (
        f"{code(command)} passes before and after each commit"
        if command
        else "each commit is reviewed by a person"
    )


def _performance(brief: Brief) -> tuple[str, str]:
    ends = ends_of(brief, *COSTLY)
    if ends:
        many = counted(len(ends), "call that leaves", "calls that leave")
        return (
            f"{many} the program behind what changes: {ends_phrase(ends)}",
            "the new tests count these calls: no more of them than today for the same input",
        )
    followed = followed_count(brief)
    seen = f" ({counted(followed, 'definition')} followed)" if followed else ""
    return f"no call to a database, a network or a process was found behind what changes{seen}", ""


def _security(brief: Brief) -> tuple[str, str]:
    ways = [each for each in sure_ways(brief.pack) if each.entry.kind.value in {"http", "rpc", "consumer"}]
    if ways:
        named = joined([code(each.name) for each in failing(brief, 1)])
        guard = f"{named} covers input that is refused" if named else "a test sends input that is refused"
        return (
            f"input from outside arrives through {listing([way_phrase(each) for each in ways], _MOST)}",
            guard,
        )
    started = ends_of(brief, "subprocess")
    if started:
        return (
            f"a process is started behind what changes: {ends_phrase(started)}",
            "its arguments stay a list, never a shell line",
        )
    return "no route, message or started process leads through what changes", ""


def _operational(brief: Brief) -> tuple[str, str]:
    found = [each for each in constraints(brief) if each.kind != "compatibility"][:_MOST]
    if found:
        told = joined([f"{clause(each.statement)} ({cite(each.spots, 1)})" for each in found])
        return told, "the deployment is checked for it before the release"
    return "no environment variable, feature flag or migration is involved in what changes", ""
