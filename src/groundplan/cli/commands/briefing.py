"""`brief`: all that whoever fills a plan needs, in one call."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from groundplan.cli.completions import complete_plans
from groundplan.cli.group import command
from groundplan.cli.plan_names import take_plan

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@command("brief")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option("--section", metavar="KEY", default="", help="Only this section, with its text.")
@click.option(
    "--budget",
    type=click.IntRange(1_000, 1_000_000),
    default=None,
    help="Tokens at most, all kinds of facts among them; default: 12,000, and 1,500 for facts.",
)
@click.option(
    "--schema",
    type=click.Choice(("brief", "turn")),
    is_flag=False,
    flag_value="brief",
    default=None,
    help="Print a JSON schema instead: of `brief --json`, or of a turn for `write --records`.",
)
def brief_command(
    session: Session, words: tuple[str, ...], section: str, budget: int | None, schema: str | None
) -> None:
    """Print what a person or an agent needs to fill PLAN: goal, sections, guidance, facts, talk, commands.

    Writes nothing. Tokens are counted as four letters each, as `resume` counts them.
    """
    from groundplan.app.briefing import Wanted, brief
    from groundplan.app.briefing_text import render_brief
    from groundplan.app.wire import brief as wire
    from groundplan.cli.session import to_json
    from groundplan.cli.views.markdown import show_markdown

    if schema:
        session.out.data(json.dumps(wire.schema_of(schema), indent=1))
        return
    take_plan(session, words, most=0)
    sections = (section,) if section else ()
    spell = partial(render_brief, program=session.program)
    if session.json:
        told = brief(
            session.open(),
            Wanted(
                sections,
                budget or 0,
                lambda each: to_json("brief", wire.brief(each), session.program),
                as_json=True,
            ),
        )
        session.out.data(to_json("brief", wire.brief(told), session.program))
        return
    told = brief(session.open(), Wanted(sections, budget or 0, spell))
    session.give("brief", {}, lambda screen: show_markdown(screen, spell(told)), is_long=True)
