"""What went wrong, said in one form: the message, the findings with their codes at the right, the hint."""

from __future__ import annotations

from shlex import join, quote
from typing import TYPE_CHECKING

from groundplan.cli.spelling import spell
from groundplan.cli.wrapping import Whole
from groundplan.plan.errors import Ambiguous, Cancelled, Changed, Refused
from groundplan.plan.hint import Hint, about, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.plan.errors import GroundplanError
    from groundplan.plan.finding import Finding

MOST_ROWS = 12
_MOST_CALLS = 6
_LONGEST_CALL = 200  # letters of a call that is worth printing again


def complain(session: Session, error: GroundplanError) -> int:
    """Say what went wrong on the talking stream and return the exit code."""
    if isinstance(error, Ambiguous):
        error.hint = _for_one_plan(session, error.names) or error.hint
    if session.json:
        from groundplan.app.wire.faults import failure
        from groundplan.cli.session import to_json

        session.err.data(to_json(error.kind, failure(error, session.handle), session.program))
    else:
        show_error(session.err, error, session.handle)
    return error.exit_code


def _for_one_plan(session: Session, names: Sequence[str]) -> str:
    """Return a hint with the call as it was typed, for each plan that may be meant; empty if it is too long.

    Which one is meant nobody knows, so none is printed alone: what is copied may give up or approve a plan.
    """
    typed = join(session.words)
    if not (names and typed) or len(typed) > _LONGEST_CALL:
        return ""
    calls = []
    for name in _likely(session, names):
        option = f"-p {quote(name)}"
        parts = (option, typed) if "--" in session.words else (typed, option)
        calls.append(f"`{' '.join((session.started_as, *parts))}`")
    return "\n".join(["Name one:", *calls]) if len(calls) > 1 else f"Name one: {calls[0]}"


def _likely(session: Session, names: Sequence[str]) -> list[str]:
    """Return the plans that have the section which the call names, else all of them; at most a few."""
    from groundplan.app.plans.known import list_plans

    having = []
    for plan in list_plans(session.workspace):
        book, _ = session.workspace.shelf.examine(plan.playbook)
        if plan.handle in names and book and any(book.section(word) for word in session.words[1:]):
            having.append(plan.handle)
    return (having or list(names))[:_MOST_CALLS]


def show_error(screen: Screen, error: GroundplanError, plan: str = "") -> None:
    """Put out an error as a person reads it, its commands for that plan."""
    if isinstance(error, Cancelled):
        screen.line(error.message)
        return
    first, *rest = error.message.splitlines() or [""]
    screen.labelled("error:", "bad", first)
    for line in rest:
        screen.line(line)
    if isinstance(error, Refused):
        show_rows(screen, error.findings, plan)
    if isinstance(error, Changed):
        for path in error.kept:
            screen.line("saved in ", (path, "bold"), indent=2)
    if error.hint:
        screen.blank()
        show_hint(screen, about(error.hint, plan))


def show_hint(screen: Screen, hint: str) -> None:
    """Put out the next command to run, on lines of its own where there is more to say."""
    first, *rest = [hint] if "\n" not in hint else spell(hint, screen.program).splitlines()
    # A line break inside a shell's quotes would be part of what is pasted.
    is_quoted = "'" in first and "`" in first
    screen.labelled("hint:", "accent", Whole(spell(first, screen.program)) if is_quoted else first)
    for line in rest:
        screen.line(line.strip(), indent=6)


def show_rows(screen: Screen, findings: Sequence[Finding], plan: str = "") -> None:
    """Put out findings in columns: where, what, code."""
    rows = [(_where(found), found.message, (found.code, "warn")) for found in findings[:MOST_ROWS]]
    screen.table(rows, indent=2, flexible=1)
    if len(findings) > MOST_ROWS:
        screen.line(
            (about(Hint(f"and {len(findings) - MOST_ROWS} more: ", run("check")), plan), "dim"), indent=2
        )


def _where(finding: Finding) -> str:
    line = f":{finding.place.line}" if finding.place.line else ""
    return f"{finding.section or finding.place.document}{line}"
