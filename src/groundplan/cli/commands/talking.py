"""`say`, `ask`, `answer` and `talk`: the conversation layer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from groundplan.app.analyst.answering import correct_place
from groundplan.app.analyst.leading import (
    has_steps,
    is_anothers_turn,
    was_asked_by_another,
)
from groundplan.app.analyst.planning import take_turn
from groundplan.app.lifecycle.adopting import refuse_conflict
from groundplan.app.talk import talking
from groundplan.app.wire import outcomes, plans
from groundplan.app.wire.planned import followed
from groundplan.cli.completions import complete_plans, complete_questions
from groundplan.cli.conversation import Conversation, can_talk
from groundplan.cli.following import follow, tell_turn
from groundplan.cli.group import command
from groundplan.cli.model_options import choose_default, model_options, open_model
from groundplan.cli.plan_names import take_plan
from groundplan.cli.terminal import open_terminal
from groundplan.cli.texts import in_repository, read_words
from groundplan.cli.views.outcomes import show_done, tell_after
from groundplan.cli.views.talk import show_state
from groundplan.plan.errors import Misused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.promise import TURN_KINDS
from groundplan.plan.steps import parse_step

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.talk.talking import Answered
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker

_QUESTION = late_regex(r"[Qq](?:uestion )?\d+")


@command("say")
@click.argument("text")
@click.option("--as", "speaker", type=click.Choice(("user", "planner")), default="user", help="Who speaks.")
@click.option("--kind", type=click.Choice(TURN_KINDS[1:]), default=None, help="What sort of message it is.")
@click.option("--step", metavar="N/TOTAL", default="", help="It is step N of the planner's line of thought.")
@click.option("--revises", metavar="N", default="", help="The step takes the place of step N.")
@click.option("--branch", metavar="NAME", default="", help="The step goes another way, beside the main line.")
def say_command(session: Session, text: str, speaker: str, kind: str | None, **thought: str) -> None:
    """Record TEXT as a message in the talk; `-` reads it from standard input.

    A planner's long thought goes in steps: `--step 2/5`. One may revise an earlier one, or begin a branch
    beside it. `log` and `resume` show them.
    """
    if any(thought.values()):
        _think(session, read_words(text), **thought)
        return
    opened, words = session.open(), read_words(text)
    done = talking.say(opened, words, caller=session.caller, speaker=speaker, kind=kind or "")
    told = f"Recorded the {speaker}'s {done.turn.body.get('kind', 'turn')}"
    is_reply = speaker == "user" and done.turn.body.get("kind") == "reply"
    if is_reply and (placed := correct_place(done.outcome.opened, words, caller=session.caller)):
        done = replace(done, outcome=replace(done.outcome, opened=placed))
    to_another = was_asked_by_another(opened)
    outcome, advanced = (
        follow(session, done.outcome, to_another=to_another) if is_reply else (done.outcome, None)
    )
    payload = outcomes.said(replace(done, outcome=outcome)) | followed(advanced)
    session.give("said", payload, lambda screen: show_done(screen, told))
    tell_turn(session, advanced)
    tell_after(session, outcome, relayed=done.is_relayed)


def _think(session: Session, text: str, *, step: str, revises: str, branch: str) -> None:
    if not step:
        raise Misused("Only a step revises or branches", hint="Such as `--step 3/5 --revises 1`")
    taken = parse_step(step, branch, revises)
    done = talking.think(session.open(), text, taken, caller=session.caller)
    session.give("said", outcomes.said(done), lambda screen: show_done(screen, f"Recorded {taken.told}"))
    tell_after(session, done.outcome)


@command("ask")
@click.argument("text")
@click.option("--not-blocking", is_flag=True, help="Checkpoints do not wait for the answer.")
@click.option("--default", metavar="TEXT", default="", help="Answer you recommend.")
@click.option("--why", metavar="TEXT", default="", help="What depends on it.")
@click.option("--research", is_flag=True, help="For somebody to find out: a findings file closes it.")
@click.option("--withdraw", metavar="ID", default="", help="Withdraw your question; TEXT is the reason.")
def ask_command(
    session: Session, text: str, not_blocking: bool, research: bool, withdraw: str, **more: str
) -> None:
    """Ask the user TEXT: in the talk, the ledger, and the plan if it lists questions."""
    if withdraw:
        gone = talking.withdraw(session.open(), withdraw, read_words(text), caller=session.caller)
        session.give(
            "question-withdrawn",
            outcomes.asked(gone),
            lambda screen: show_done(screen, (gone.id, "bold"), " withdrawn"),
        )
        tell_after(session, gone.outcome)
        return
    question = talking.Put(
        read_words(text),
        blocking=not not_blocking,
        recommended=more["default"],
        why=more["why"],
        is_research=research,
    )
    done = talking.put(session.open(), question, caller=session.caller)
    session.give(
        "asked", outcomes.asked(done), lambda screen: show_done(screen, (done.id, "bold"), f" {done.text}")
    )
    if research and not session.json:
        told = Hint(run("brief", {"question": done.id}), " prints the brief for whoever looks into it")
        session.err.labelled("next:", "accent", told)
    tell_after(session, done.outcome)


@command("answer")
@click.argument(
    "words", nargs=-1, metavar="[QUESTION] TEXT", required=True, shell_complete=complete_questions
)
@click.option("--findings", metavar="FILE", default="", help="Close a research question with this file.")
def answer_command(session: Session, words: tuple[str, ...], findings: str) -> None:
    """Answer QUESTION, by number or id, with TEXT; the number may be left out where one question is open.

    On an answered question the new answer replaces the old one: both stay in the ledger.
    """
    if findings:
        _close_research(session, words, findings)
        return
    name, text = ("", words[0]) if len(words) == 1 else (words[0], " ".join(words[1:]))
    if not name and _QUESTION.fullmatch(text.strip()):
        session.open()  # the hint names the plan
        raise Misused(
            f"The answer to {text.strip()} is missing", hint=Hint(run("answer", text.strip(), WORDS))
        )
    done = _answer(session, name, read_words(text))
    outcome, advanced = (done.outcome, None) if done.is_proposed else follow(session, done.outcome)

    def show(screen: Screen) -> None:
        asked = done.question.text.rstrip(" :")
        recorded = " ".join(done.text.split())
        asked += "" if asked.endswith("?") else ":"
        if done.is_proposed:
            show_done(screen, "Proposed for ", (done.question.id, "bold"), f" {asked} {recorded}")
            told = "recorded as a proposal: a person answered this, and only a person changes it, with "
            screen.prose(Hint(told, run("adopt").on(outcome.opened.known.handle)), indent=2, tone="warn")
            return
        show_done(screen, (done.question.id, "bold"), f" {asked} {recorded}")
        if done.replaced:
            screen.line((f"replaces “{done.replaced}”", "dim"), indent=2)
            if has_steps(outcome.opened):
                told = "The steps were written before this answer: check whether they still hold."
                screen.prose(told, indent=2, tone="warn")
        for decision in outcome.opened.judgement.promises.live_decisions:
            if decision.question == done.question.id:
                screen.line((f"recorded as decision {decision.id}", "dim"), indent=2)

    session.give("answered", outcomes.answered(replace(done, outcome=outcome)) | followed(advanced), show)
    tell_turn(session, advanced)
    tell_after(session, outcome, relayed=done.is_relayed)


def _close_research(session: Session, words: tuple[str, ...], file: str) -> None:
    from groundplan.app.talk.researching import close_with_findings

    if len(words) != 1:
        raise Misused("The findings are the answer", hint=Hint(run("answer", words[0], {"findings": file})))
    opened = session.open()
    path = in_repository(file, opened.workspace.repository.root)
    done = close_with_findings(opened, words[0], path, caller=session.caller)

    def show(screen: Screen) -> None:
        show_done(screen, (done.question.id, "bold"), f" {done.question.text}")
        screen.prose(f"found out: {done.text}", indent=2, tone="dim")

    session.give("answered", outcomes.answered(done), show)
    tell_after(session, done.outcome)


def _answer(session: Session, name: str, text: str) -> Answered:
    # The planner that reads the answer is not small, and `say` and `ask` do without it.
    from groundplan.app.analyst.answering import answer_led

    return answer_led(session.open(), name, text, caller=session.caller)


@command("talk")
@click.argument("words", nargs=-1, metavar="[PLAN]", shell_complete=complete_plans)
@model_options
def talk_command(session: Session, words: tuple[str, ...], model: str, show_brief: bool) -> int:
    """Talk PLAN through: the planner asks, you answer, sections are written.

    Enter takes the recommended answer. With --with, or a model that you chose for such plans, the planner is
    that model: it looks into the code, challenges and asks, and writes once you have replied. Without a
    terminal the planner takes one turn; continue with `answer` and `say`.
    """
    take_plan(session, words, most=0)
    opened = session.open()
    refuse_conflict(opened)
    talks_first = opened.playbook.has_rule("GP201")
    chosen = model or (choose_default(session, opened.playbook.name) if talks_first else "")
    asker = open_model(session, chosen, shows_brief=show_brief)
    if asker:
        return _talk_with(session, opened, asker, show_brief=show_brief)
    advanced = take_turn(opened, caller=session.caller, takes_over=True)
    opened = advanced.opened if advanced else opened
    if can_talk(session):
        with open_terminal(session) as terminal:
            Conversation(session, terminal, opened, advanced).run()
        return 0
    session.give("talk", plans.whole(opened), lambda screen: show_state(screen, opened, advanced))
    return 0


def _talk_with(session: Session, opened: OpenPlan, asker: Asker, *, show_brief: bool) -> int:
    """Talk a plan through with a model: to the end at a terminal, else for one turn."""
    from groundplan.cli.drafting import print_brief
    from groundplan.cli.partner import Partner, take_one_turn

    if show_brief:
        print_brief(session, opened, asker, talks=True)
    elif can_talk(session):
        with open_terminal(session) as terminal:
            Conversation(session, terminal, opened, partner=Partner(session, asker)).run()
    else:
        return take_one_turn(session, opened, asker, is_due=is_anothers_turn(opened))
    return 0
