"""How the talk looks: the planner's words, a question with its choices, what was rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import next_question
from groundplan.app.changes.proposing import has_proposals
from groundplan.app.views.waiting import next_command, waiting_for_person
from groundplan.cli.look import clean
from groundplan.cli.views.findings import count
from groundplan.cli.wrapping import Whole, cells
from groundplan.plan.hint import Hint, about, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.analyst.advancing import Advanced
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.questions import QuestionState

SPEAKER = 11  # columns before the planner's words
MOST_NAMED = 3  # sections
LONGEST_NOTE = 160
KEYS = (
    ("a", "approve"),
    ("s", "request changes"),
    ("c", "comment"),
    ("d", "last change"),
    ("f", "show each change"),
    ("e", "write a section"),
    ("p", "proposals"),
    ("?", "all keys"),
    ("q", "leave"),
)
_USUAL = frozenset("ase?q")  # shown unasked


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
    gap = " " * (SPEAKER - 2 - cells(speaker[0]))
    screen.line(speaker, gap, text, indent=2, hang=SPEAKER - 2)


def show_question(screen: Screen, question: QuestionState) -> None:
    """Put out a question, the evidence behind it, its choices numbered, and what Enter takes."""
    _show_question(screen, question, "Enter")


def list_question(screen: Screen, question: QuestionState) -> None:
    """Put out a question among others, with its evidence and choices."""
    _show_question(screen, question, "recommended")


def _show_question(screen: Screen, question: QuestionState, recommended: str) -> None:
    _show_beside(screen, (name_of(question), "warn" if question.blocking else "dim"), question.text)
    asked = question.asked
    if asked is None:
        return
    if asked.why:
        screen.prose(asked.why, indent=SPEAKER, tone="dim")
    for number, (key, words) in enumerate(asked.choices.items(), 1):
        mark = f"  ({recommended})" if key == asked.recommended else ""
        screen.prose(f"{number}  {clean(words)}{mark}", indent=SPEAKER + 2)
    if asked.recommended and not asked.choices:
        screen.prose(f"{recommended}: {clean(asked.recommended)}", indent=SPEAKER + 2)


def name_of(question: QuestionState) -> str:
    """Return what a question is called in the talk: `Q2`."""
    return question.name if question.name[:1] in "Qq" else f"Q{question.name}"


def apart_from_questions(opened: OpenPlan, diffs: Sequence[SectionDiff]) -> tuple[SectionDiff, ...]:
    """Return what changed but for the list of questions: that an answer is in it says nothing new."""
    listed = {record.section for record in opened.plan.records("question")}
    return tuple(each for each in diffs if each.key not in listed)


def show_noted(screen: Screen, noted: str, diffs: Sequence[SectionDiff]) -> None:
    """Put out what was taken from the person's words, and which sections it changed, in a sentence each."""
    heard = f"Noted: {_cut(noted)}" if noted else "Noted." if diffs else ""
    told = " ".join(filter(None, (heard, say_updated(diffs))))
    if told:
        show_planner(screen, told)


def show_updated(screen: Screen, diffs: Sequence[SectionDiff]) -> None:
    """Put out which sections a turn wrote or updated."""
    if diffs:
        screen.line((say_updated(diffs), "dim"), indent=SPEAKER)


def say_updated(diffs: Sequence[SectionDiff]) -> str:
    """Return which sections were written and which were only updated, in a sentence."""
    done = [diff for diff in diffs if diff.is_first and not diff.is_open]
    first = [diff.title for diff in done if diff.title]
    again = [diff.title for diff in diffs if diff not in done and diff.title]
    return " ".join(
        f"{_and(some)} {verb}." for verb, some in (("written", first), ("updated", again)) if some
    )


def _and(titles: Sequence[str]) -> str:
    named = [
        *titles[:MOST_NAMED],
        *([f"{len(titles) - MOST_NAMED} more"] if len(titles) > MOST_NAMED else []),
    ]
    return ", ".join(named[:-1]) + f" and {named[-1]}" if len(named) > 1 else named[0]


def _cut(text: str) -> str:
    """Return a text as one sentence that is short enough for a turn."""
    words = " ".join(text.split())
    short = (
        words if len(words) <= LONGEST_NOTE else f"{words[: LONGEST_NOTE - 1].rpartition(' ')[0].rstrip()} …"
    )
    return short if short[-1:] in ".!?…" else f"{short}."


def show_state(
    screen: Screen, opened: OpenPlan, advanced: Advanced | None = None, *, said: Sequence[str] = ()
) -> None:
    """Put out where the talk stands: what was rewritten, the open question, or what else waits."""
    if advanced:
        show_updated(screen, apart_from_questions(opened, advanced.diffs))
    question = next_question(opened)
    if question is not None:
        more = sum(each.is_open for each in opened.judgement.promises.questions) - 1
        show_question(screen, question)
        if more:
            screen.line((f"{count(more, 'more question')} after this one", "dim"), indent=SPEAKER)
        return
    waits = waiting_for_person(opened)
    if waits and waits[0].text not in said:
        show_planner(screen, waits[0].text)
        if waits[0].kind == "changes":
            screen.line(("press e to edit a section, or say what should change", "dim"), indent=SPEAKER)
        if waits[0].kind in {"offered", "relayed"}:
            told = Hint("To settle it, leave the talk with q and run ", waits[0].command)
            screen.prose(told, indent=SPEAKER, tone="dim")
    elif not waits:
        show_planner(screen, _whats_next(opened))


def show_leaving(screen: Screen, opened: OpenPlan, partner: str = "") -> None:
    """Put out what is saved when a person leaves the talk, and the command that takes it up again."""
    left = sum(each.is_open for each in opened.judgement.promises.questions)
    still = f"; {count(left, 'question')} still open" if left else ""
    paths = ", ".join(document.path for document in opened.plan.documents)
    screen.line((f"Saved in {paths}{still}", "dim"), indent=2)
    hint = Hint("Continue with ", run("talk", *([{"with": partner}] if partner else [])))
    screen.line((about(hint, opened.known.handle), "dim"), indent=2)


def _whats_next(opened: OpenPlan) -> str:
    if opened.judgement.standing.current is None:
        return Hint("The plan is approved. Hand it over with ", next_command(opened))
    following = next_command(opened)
    if following.command == "say":  # a person need not play the planner
        return "No question is open. Say what should change, or write a section here: press e"
    if following.command != "write":
        return Hint("No question is open. Next: ", following)
    section = opened.plan.section(following.arguments[0])
    named = f"the section {section.title}" if section and section.title else "a section"
    return f"No question is open. Write {named} here: press e; or have your coding agent write it"


def show_keys(screen: Screen, opened: OpenPlan, *, is_full: bool = False) -> None:
    """Put out the keys that do something now, the usual ones or all of them."""
    can_approve = any(wait.kind == "checkpoint" for wait in waiting_for_person(opened))
    unusable = {"a", *(() if is_full else ("s",))} if not can_approve else set()
    unusable |= set() if has_proposals(opened) else {"p"}
    parts: list[Part] = []
    for key, does in KEYS:
        if key in unusable or not (is_full or key in _USUAL or key == "p"):
            continue
        parts += [*(["  "] if parts else []), (key, "bold"), (Whole(f" {does}"), "dim")]
    screen.line(*parts, indent=2, hang=0)
