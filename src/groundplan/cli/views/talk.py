"""How the talk looks: the planner's words, a question with its choices, what was rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.leading import next_question
from groundplan.app.waiting import next_command, waiting_for_person
from groundplan.cli.columns import cells
from groundplan.cli.look import clean, wrap
from groundplan.cli.spelling import spell
from groundplan.cli.views.findings import count
from groundplan.plan.hint import Hint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.advancing import Advanced
    from groundplan.app.comparing import SectionDiff
    from groundplan.app.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.plan.promises import QuestionState

SPEAKER = 11  # columns before the planner's words
KEYS = (
    ("a", "approve"),
    ("s", "request changes"),
    ("c", "comment"),
    ("d", "diff"),
    ("e", "editor"),
    ("p", "proposals"),
    ("?", "keys"),
    ("q", "leave"),
)


def show_challenge(screen: Screen, claim: str, advice: str) -> None:
    """Put out one challenge and what is advised about it."""
    screen.prose(claim, indent=4)
    if advice:
        screen.prose(advice, indent=6, tone="dim")


def show_planner(screen: Screen, text: str) -> None:
    """Put out words of the planner beside its name."""
    _show_beside(screen, ("planner", "accent"), text)


def _show_beside(screen: Screen, speaker: tuple[str, str], text: str) -> None:
    """Put out words with a short name in the column before them."""
    lines = wrap(clean(spell(text, screen.program)), screen.width - SPEAKER)
    screen.line("  ", speaker, " " * (SPEAKER - 2 - cells(speaker[0])), lines[0])
    for line in lines[1:]:
        screen.line(line, indent=SPEAKER)


def show_question(screen: Screen, question: QuestionState) -> None:
    """Put out a question, the evidence behind it, its choices numbered, and what Enter takes."""
    _show_beside(screen, (name_of(question), "warn" if question.blocking else "dim"), question.text)
    asked = question.asked
    if asked is None:
        return
    if asked.why:
        screen.prose(asked.why, indent=SPEAKER, tone="dim")
    for number, (key, words) in enumerate(asked.choices.items(), 1):
        mark = "  (Enter)" if key == asked.recommended else ""
        screen.prose(f"{number}  {clean(words)}{mark}", indent=SPEAKER + 2)
    if asked.recommended and not asked.choices:
        screen.prose(f"Enter: {clean(asked.recommended)}", indent=SPEAKER + 2)


def list_question(screen: Screen, question: QuestionState) -> None:
    """Put out a question among others: its words and what is recommended."""
    _show_beside(screen, (name_of(question), "warn" if question.blocking else "dim"), question.text)
    asked = question.asked
    recommended = asked.choices.get(asked.recommended, asked.recommended) if asked else ""
    if recommended:
        screen.prose(f"recommended: {recommended}", indent=SPEAKER, tone="dim")


def name_of(question: QuestionState) -> str:
    """Return what a question is called in the talk: `Q2`."""
    return question.name if question.name[:1] in "Qq" else f"Q{question.name}"


def show_rewritten(screen: Screen, diffs: Sequence[SectionDiff]) -> None:
    """Put out which sections a turn rewrote, as one line."""
    if not diffs:
        return
    added, removed = sum(diff.added for diff in diffs), sum(diff.removed for diff in diffs)
    named = ", ".join(diff.title for diff in diffs[:3]) + (
        f" and {len(diffs) - 3} more" if len(diffs) > 3 else ""
    )
    screen.line(
        ("± ", "dim"), (f"{named} rewritten", "dim"), (f"  +{added}", "ok"), (f" −{removed}", "bad"),
        indent=SPEAKER,
    )  # fmt: skip


def show_state(
    screen: Screen, opened: OpenPlan, advanced: Advanced | None = None, *, said: Sequence[str] = ()
) -> None:
    """Put out where the talk stands: what was rewritten, the open question, or what else waits."""
    if advanced:
        show_rewritten(screen, advanced.diffs)
    question = next_question(opened)
    if question is not None:
        more = sum(each.is_open for each in opened.judgement.promises.questions) - 1
        show_question(screen, question)
        if more:
            screen.line((f"and {count(more, 'question')} after it", "dim"), indent=SPEAKER)
        return
    waits = waiting_for_person(opened)
    if waits and waits[0].text not in said:
        show_planner(screen, waits[0].text)
        if waits[0].kind == "changes":
            screen.line(("e edits a section here; or say what should change", "dim"), indent=SPEAKER)
    elif not waits:
        show_planner(screen, Hint("Nothing is open here. Next: ", next_command(opened)))


def show_keys(screen: Screen) -> None:
    """Put out the keys on one line."""
    parts: list[str | tuple[str, str]] = []
    for key, does in KEYS:
        parts += [(key, "bold"), (f" {does}  ", "dim")]
    screen.line(*parts, indent=2)
