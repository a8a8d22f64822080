"""`show`, `diff` and `log`: a plan looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.changes.previewing import copy_to_read, find_waiting, plan_to_read, printed
from groundplan.app.changes.promoting import find_outdated
from groundplan.app.changes.proposing import find_proposals
from groundplan.app.changes.writing import resolve_key
from groundplan.app.views import viewing
from groundplan.app.wire import outcomes, plans
from groundplan.cli.completions import complete_plans, complete_sections
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan
from groundplan.cli.views.differences import show_diffs
from groundplan.cli.views.markdown import show_markdown, show_proposals
from groundplan.cli.views.plan import show_plan
from groundplan.plan.errors import Misused, Unknown
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.views.viewing import LogLine
    from groundplan.cli.look import Part, Screen
    from groundplan.cli.session import Session

CHANNELS = {"terminal": "dim", "web": "dim", "signed": "ok", "agent": "warn", "pipe": "warn"}
NAMED = {"question": "question", "reply": "answer"}  # kind of a turn -> kind of the entry that names it
_READERS = {"objection", "refutation"}  # kinds of entries that name who read the plan


@command("show")
@click.argument("words", nargs=-1, metavar="[PLAN] [SECTION]", shell_complete=complete_sections)
@click.option("--proposed", is_flag=True, help="Print what is proposed and not in the plan yet, and by whom.")
@click.option("--text", is_flag=True, help="Print the whole plan; with --proposed, as it would read.")
@click.option(
    "--copy",
    is_flag=True,
    help="Print a copy for readers: with all that is proposed, without the empty form.",
)
def show_command(session: Session, words: tuple[str, ...], proposed: bool, text: bool, copy: bool) -> None:
    """Show a plan's checkpoints, sections and records; with SECTION or --text, print what is written.

    At a terminal the Markdown is laid out, and what is longer than the screen goes through $PAGER.
    """
    rest = take_plan(session, words, most=1, archived=True, sections=True)
    opened = session.open(archived=bool(session.plan))
    if copy:
        _show_copy(session, opened, rest)
        return
    if proposed and not text:
        _show_proposed(session, opened, rest)
        return
    if text:
        _show_text(session, opened, rest, proposed=proposed)
        return
    if not rest:
        session.give("plan", plans.whole(opened), lambda screen: show_plan(screen, opened))
        return
    key = resolve_key(opened, rest[0])
    section = opened.plan.section(key)
    if section is None:
        raise Unknown(f"Section `{key}` is not written yet", hint=Hint(run("write", key)))
    session.give(
        "section",
        plans.section(opened, section),
        lambda screen: show_markdown(screen, section.text),
        is_long=True,
    )


def _show_text(session: Session, opened: OpenPlan, rest: list[str], *, proposed: bool) -> None:
    """Print the documents of the plan, one after the other; `proposed`: with all that waits in its place."""
    if rest:
        raise Misused(
            "`--text` prints the whole plan, so it takes no section", hint=Hint(run("show", rest[0]))
        )
    documents = [(each.path, each.text) for each in opened.plan.documents]
    if proposed:
        documents = [(each.path, printed(each)) for each in plan_to_read(opened).documents]
        _tell_dropped(session, opened)
    texts = [{"path": path, "text": words} for path, words in documents]

    def show(screen: Screen) -> None:
        for number, (_, words) in enumerate(documents):
            if number:
                screen.blank()
            show_markdown(screen, words)

    session.give("text", {"plan": plans.plan(opened), "documents": texts}, show, is_long=True)


def _show_copy(session: Session, opened: OpenPlan, rest: list[str]) -> None:
    if rest:
        raise Misused(
            "`--copy` prints the whole plan, so it takes no section", hint=Hint(run("show", rest[0]))
        )
    copied = copy_to_read(opened)
    _tell_dropped(session, opened)
    payload = {"plan": plans.plan(opened), "text": copied}
    session.give("copy", payload, lambda screen: show_markdown(screen, copied), is_long=True)


def _tell_dropped(session: Session, opened: OpenPlan) -> None:
    _, outdated = find_waiting(opened)
    if outdated and not session.json:
        keys = ", ".join(f"`{each.key}`" for each in outdated)
        told = f"left out, because what it rests on was rewritten since: the proposal for {keys}"
        session.err.labelled("note:", "warn", told)


def _show_proposed(session: Session, opened: OpenPlan, rest: list[str]) -> None:
    found = find_proposals(opened)
    if rest:
        key = rest[0].casefold()
        found = tuple(each for each in found if key in {each.key.casefold(), each.title.casefold()})
    outdated = {each.key: find_outdated(opened, each) for each in found}
    rows = [outcomes.proposal(each, outdated=outdated[each.key]) for each in found]
    payload = {"plan": plans.plan(opened), "proposals": rows}
    session.give("proposals", payload, lambda screen: show_proposals(screen, found, outdated), is_long=True)


@command("diff")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option("--since", metavar="CHECKPOINT", default="", help="Since this checkpoint was approved.")
def diff_command(session: Session, words: tuple[str, ...], since: str) -> None:
    """Show what changed by section: hand edits if there are any, else the last write."""
    take_plan(session, words, most=0)
    opened = session.open()
    diffs = viewing.diff(opened, since=since)

    def show(screen: Screen) -> None:
        if diffs:
            show_diffs(screen, diffs, indent=0)
        else:
            screen.line("Nothing changed.")

    payload = {"plan": plans.plan(opened), "since": since, "sections": outcomes.differences(diffs)}
    session.give("diff", payload, show, is_long=True)


@command("log")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
def log_command(session: Session, words: tuple[str, ...]) -> None:
    """Show the ledger, oldest first: when, who, through which channel, what."""
    take_plan(session, words, most=0, archived=True)
    opened = session.open(archived=bool(session.plan))
    lines = viewing.log(opened)
    session.give(
        "log", outcomes.log(opened, lines), lambda screen: show_log(screen, opened, lines), is_long=True
    )


def show_log(screen: Screen, opened: OpenPlan, lines: Sequence[LogLine]) -> None:
    """Put out one row per entry, then what is wrong with the ledger itself."""
    lines = _once(lines)
    rows = [_row(line) for line in lines]
    if screen.is_narrow:
        for row, line in zip(rows, lines, strict=True):
            at, who, channel, kind, _ = row
            screen.line(at, "  ", who, "  ", channel, "  ", kind)
            screen.prose(line.text, indent=4)
    else:
        screen.table(rows, indent=0, flexible=4)
    for damage in opened.history.damage:
        screen.labelled("damaged:", "bad", damage.message)


def _once(lines: Sequence[LogLine]) -> list[LogLine]:
    """Leave out the turns whose words the next entry has under a name: Q1 is asked and answered once."""
    shown = []
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        named = NAMED.get(str(line.entry.body.get("kind", ""))) if line.kind == "turn" else None
        if named is None or after is None or after.kind != named:
            shown.append(line)
    return shown


def _row(line: LogLine) -> list[Part]:
    by = line.entry.by
    channel = by.channel if not line.entry.signer else f"{by.channel} by {line.entry.signer}"
    channel += ", relayed" if line.is_relayed else ""
    who = "planner" if by.speaker == "planner" else by.name or by.speaker
    if line.kind in _READERS:
        who = str(line.entry.body.get("reader", who))
    at = line.entry.at[:16].replace("T", " ")
    kind = str(line.entry.body.get("kind", line.kind)) if line.kind == "turn" else line.kind
    return [(at, "dim"), who, (channel, CHANNELS.get(by.channel, "bad")), (kind, "bold"), line.text]
