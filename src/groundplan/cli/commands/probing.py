"""`probe`: a command tried over a copy of the code."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from groundplan.app.plans.known import list_plans
from groundplan.app.probes import probing
from groundplan.app.probes.permits import remember
from groundplan.app.wire import probes as wire
from groundplan.cli.group import command
from groundplan.cli.terminal import open_terminal
from groundplan.cli.views.probes import show_receipt, show_request
from groundplan.files.plain import read_named
from groundplan.plan.errors import Cancelled, Misused, NotFound
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.probes.permits import Permit
    from groundplan.app.probes.probing import Trial
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session


@command("probe")
@click.argument("argv", nargs=-1, metavar="[--] COMMAND...")
@click.option("--patch", metavar="FILE", default="", help="Apply this patch to the copy first.")
@click.option(
    "--seconds",
    metavar="N",
    type=click.IntRange(1, probing.MOST_SECONDS),
    default=probing.SECONDS,
    show_default=True,
    help="How long the command may run.",
)
@click.option("--list", "is_list", is_flag=True, help="List the receipts of the plan.")
@click.option("--print-patch", "of", metavar="P1", default="", help="Print the patch of a receipt.")
def probe_command(
    session: Session, argv: tuple[str, ...], patch: str, seconds: int, is_list: bool, of: str
) -> int:
    """Run COMMAND over a copy of your working tree, and print its receipt.

    The copy has your uncommitted changes and new files. The command has no network, an empty home folder,
    and cannot change your files. With a plan, the receipt is recorded as P1, P2, …, and the plan cites it:
    (measured: P1). You are asked before it runs, unless you answered `always` before.
    """
    if is_list:
        _list(session)
        return 0
    if of:
        _print_patch(session, of)
        return 0
    if not argv:
        raise Misused("No command is named", hint=Hint("Such as ", run("probe", "pytest")))
    trial = probing.Trial(argv, _read_patch(patch), seconds)
    opened = _find_plan(session)
    receipt = probing.probe(
        session.workspace,
        trial,
        caller=session.caller,
        consent=None if session.json else lambda permit, what: _ask(session, permit, what),
    )
    name = ""
    if opened is not None:
        noted = probing.record_probe(opened, receipt, caller=session.caller)
        opened, name = noted.outcome.opened, noted.name
    told = wire.tried(receipt, opened, name)
    session.give("probe", told, lambda screen: show_receipt(screen, told["receipt"]))
    if not session.json:
        _tell_next(session, name)
    return 0 if receipt.code == 0 else 1


def _ask(session: Session, permit: Permit, trial: Trial) -> bool:
    """Ask the person at the terminal, and remember an `always` outside the repository."""
    with open_terminal(session) as terminal:
        show_request(terminal.screen, permit, trial)
        # What a person has read is this patch: the next one would be allowed unseen.
        may_stay = not (permit.is_unconfined and trial.patch)
        always = f", [always] for `{permit.family}` here" if may_stay else ""
        typed = terminal.ask(f"Run it? [y]es once{always}, [n]o: ").lower()
    if typed not in {"y", "yes", *(["always"] if may_stay else [])}:
        raise Cancelled("Nothing was run.")
    if typed == "always":
        file = remember(permit, os.environ)
        session.err.line("Remembered in ", (session.shorten(str(file)), "bold"))
    return True


def _find_plan(session: Session) -> OpenPlan | None:
    """Return the plan that was named, or the only one that is open."""
    plans = [] if session.plan else [each for each in list_plans(session.workspace) if not each.archived]
    return session.open() if session.plan or len(plans) == 1 else None


def _read_patch(name: str) -> bytes:
    if not name:
        return b""
    try:
        read = read_named(name, most=probing.LARGEST_PATCH + 1)
    except OSError as error:
        raise NotFound(f"`{name}` cannot be read: {error.strerror or error}") from error
    if not read.strip():
        raise Misused(f"`{name}` is empty", hint=f"Make it with `git diff > {name}`")
    return read


def _tell_next(session: Session, name: str) -> None:
    if name:
        session.err.labelled("next:", "accent", f"the plan cites it as `(measured: {name})`")
    elif not session.plan and len(list_plans(session.workspace)) > 1:
        session.err.labelled(
            "note:", "accent", "recorded in no plan, as there are several; name one with `-p`"
        )


def _print_patch(session: Session, name: str) -> None:
    opened = session.open()
    known = {each.id: each for each in opened.judgement.promises.probes}
    found = known.get(name.upper())
    if found is None:
        raise NotFound(f"There is no receipt `{name}`", name=name, known=tuple(known))
    if not found.patch_text:
        why = "its patch is too long, or holds a secret" if found.patch else "it was tried without a patch"
        raise NotFound(f"No patch is kept with `{found.id}`: {why}")
    session.give("patch", wire.patch(opened, found), lambda screen: screen.data(found.patch_text))


def _list(session: Session) -> None:
    opened = session.open()
    told = wire.probes(opened)

    def show(screen: Screen) -> None:
        if not told["receipts"]:
            screen.line("No probe is recorded for this plan.", indent=2)
        for number, each in enumerate(told["receipts"]):
            if number:
                screen.blank()
            show_receipt(screen, each, with_output=False)

    session.give("probes", told, show, is_long=True)
