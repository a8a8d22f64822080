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
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.session import Session


@command("brief")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@click.option("--section", metavar="KEY", default="", help="Only this section, with its text.")
@click.option(
    "--question", metavar="ID", default="", help="Only this research question, for whoever looks into it."
)
@click.option(
    "--budget",
    type=click.IntRange(1_000, 1_000_000),
    default=None,
    help="Tokens at most, all kinds of facts among them; default: 12,000, and 1,500 for facts.",
)
@click.option(
    "--schema",
    type=click.Choice(("brief", "turn", "reading")),
    is_flag=False,
    flag_value="brief",
    default=None,
    help="Print a JSON schema instead: of `brief --json`, of a turn for `write`, of a reading for `check`.",
)
def brief_command(
    session: Session, words: tuple[str, ...], budget: int | None, schema: str | None, **only: str
) -> None:
    """Print what a person or an agent needs to fill PLAN: goal, sections, guidance, facts, talk, commands.

    Writes nothing. Tokens are counted as four letters each, as `resume` counts them.
    """
    from groundplan.app.brains.briefing import Wanted, brief
    from groundplan.app.wire import brief as wire
    from groundplan.cli.session import to_json

    if schema:
        session.out.data(json.dumps(wire.schema_of(schema), indent=1))
        return
    take_plan(session, words, most=0)
    if only["question"]:
        _brief_research(session, only["question"])
        return
    sections = (only["section"],) if only["section"] else ()
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
    show_brief(session, session.open(), sections, budget or 0)


def show_brief(session: Session, opened: OpenPlan, sections: tuple[str, ...] = (), budget: int = 0) -> None:
    """Print the brief of a plan, or of some of its sections, within a budget of tokens."""
    from groundplan.app.brains.briefing import Wanted, brief
    from groundplan.app.brains.briefing_text import render_brief
    from groundplan.cli.views.markdown import show_markdown

    spell = partial(render_brief, program=session.program)
    told = brief(opened, Wanted(sections, budget, spell))
    session.give("brief", {}, lambda screen: show_markdown(screen, spell(told)), is_long=True)


def _brief_research(session: Session, name: str) -> None:
    from groundplan.app.talk.researching import brief_research
    from groundplan.app.wire.plain import as_plain
    from groundplan.cli.spelling import spell
    from groundplan.cli.views.markdown import show_markdown

    told = brief_research(session.open(), name)
    name = told.question if " " in told.question else f"Question {told.question}"
    lines = (
        f"# Research: {told.text}",
        f"{name} of plan `{told.plan}`: {told.goal}",
        told.why and f"**What depends on it:** {told.why}",
        "It keeps checkpoints from passing." if told.blocking else "No checkpoint waits for it.",
        f"Write what you find to `{told.file}`: a paragraph with the finding itself, then what it rests on.",
        "Cite code as `path:10-24` and link what is not code; the file is checked like a plan.",
        "It counts as an agent's finding until a person confirms it.",
        f"Hand it in: {spell(told.command, session.program)}",
    )
    text = "\n\n".join(filter(None, lines))
    session.give("research-brief", as_plain(told), lambda screen: show_markdown(screen, text))
