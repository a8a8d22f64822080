"""`compare`: what advisors answered, each claim checked against the code, and the answers side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.consult.weighing import read_answers, record_advice, weigh
from groundplan.app.judgement.document_files import open_code
from groundplan.app.wire.advice import compared
from groundplan.app.wire.plans import plan
from groundplan.cli.group import command
from groundplan.cli.views.consult import show_comparison, spell_table
from groundplan.cli.views.outcomes import show_done

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@command("compare")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--save", is_flag=True, help="Record it in the plan, for whoever writes it.")
@click.option("--markdown", is_flag=True, help="Print the comparison as a Markdown table.")
def compare_command(session: Session, files: tuple[str, ...], save: bool, markdown: bool) -> None:
    """Check what advisors claim about the code, and show where they agree.

    Each FILE is one advisor's answer, as JSON of `consult` or as prose, and is named after the advisor:
    `gemini.md` is gemini's. Claims are verified, refuted, stale (true in an earlier commit) or not
    checkable; of others the evidence is verified, or nothing but the place.
    """
    answers = read_answers(files)
    opened = session.open() if save else None
    with open_code(session.repo, "-", session.watch) as code:
        council = weigh(code, answers)
    if opened is not None:
        opened = record_advice(opened, council, caller=session.caller).opened
    payload = compared(council, plan(opened) if opened else None)
    if markdown and not session.json:
        session.out.data(spell_table(council))
        return
    session.give("compared", payload, lambda screen: show_comparison(screen, council), is_long=True)
    if opened is not None and not session.json:
        show_done(session.err, "Recorded in ", (opened.known.slug, "bold"))
