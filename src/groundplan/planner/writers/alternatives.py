"""The ways to reach a goal that the code itself offers, each weighed by what was counted there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.question import REUSE
from groundplan.planner.reconsidering import swayed
from groundplan.planner.writers.phrases import clause, code, counted, joined, sentence, shortened
from groundplan.planner.writers.today import documentation
from groundplan.planner.writers.wishes import question_on, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Alike, NewFile
    from groundplan.planner.brief import Brief
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.question import Choice, Question

OPTION = "option"
NEW_MODULE, IN_PLACE, EXTEND = "new-module", "in-place", "extend"
_SENTENCE = late_regex(r"(?<=[.?!])\s+(?=[A-Z`])")
_BUT = late_regex(r"^But\s+", re.IGNORECASE)
_MOST = 3
_NONE_AGAINST = "Nothing in the code speaks against it"
_LONGEST_NAME = 70
_LARGE = 400  # lines from which one more thing in a file is a cost


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to do it: what it is, what speaks for and against it, and the answer that takes it."""

    name: str
    approach: str
    pros: tuple[str, ...]
    cons: tuple[str, ...]
    subject: str
    choice: str


def alternatives(brief: Brief, *, always: bool = False) -> tuple[Alternative, ...]:
    """Return two or three ways the code offers, or none where there is but one.

    `always` also weighs a new file against the place beside it, which only a strict design has to.
    """
    contested = next((each for each in brief.challenges if _is_contested(each)), None)
    found = tuple(_contested(contested)) if contested else ()
    is_asked = any(each.subject == OPTION and each.blocking for each in brief.questions)
    if not found and (always or is_asked):
        found = tuple(_placed(brief))
    kept = tuple(_with_verdict(brief, each) for each in found[:_MOST])
    return kept if len(kept) > 1 else ()


def chosen(brief: Brief, among: tuple[Alternative, ...]) -> Alternative | None:
    """Return the way the user took, or the recommended one while nothing is decided."""
    if not among:
        return None
    wanted = brief.chosen(among[0].subject)
    left = [each for each in among if not _dropped(brief, each, among.index(each))]
    return next((each for each in among if each.choice == wanted), (left or list(among))[0])


def _is_contested(challenge: Challenge) -> bool:
    question = challenge.question
    names = {each.name for each in question.choices} if question else set()
    return REUSE in names and len(names) > 1


def _contested(challenge: Challenge) -> Iterator[Alternative]:
    """Yield the choices of a challenge: what is there against what is asked for, in its own words."""
    question = challenge.question
    if question is None:
        return
    sentences = [each.strip() for each in _SENTENCE.split(challenge.claim) if each.strip()]
    against = [_BUT.sub("", each) for each in sentences if _BUT.match(each)]
    there = [*sentences[:1], *(each for each in sentences[1:] if " could " in each)]
    costs = [each for each in sentences if each not in there and not _BUT.match(each)]
    for choice in question.choices:
        is_there = choice.name == REUSE
        saved = (
            "No new dependency to declare, lock and deploy"
            if costs and challenge.numbers.get("declared")
            else ""
        )
        spared = [f"Not hit by this: {each}" for each in against]
        pros = [*there, saved] if is_there else spared or ["It is what the goal asks for"]
        cons = against if is_there else costs or ["A second one beside what is there"]
        yield _made(choice, question, [each for each in pros if each], cons)


def _made(choice: Choice, question: Question, pros: list[str], cons: list[str]) -> Alternative:
    # `__version__` without its marks would be read as emphasis.
    plain = choice.text if "__" in choice.text else choice.text.replace("`", "")
    name = clause(shortened(plain, _LONGEST_NAME))
    none_for = "Nothing in the code speaks for it more than for the others"
    return Alternative(
        name,
        sentence(choice.text),
        tuple(clause(each) for each in pros) or (none_for,),
        tuple(clause(each) for each in cons) or (_NONE_AGAINST,),
        question.subject,
        choice.name,
    )


def _placed(brief: Brief) -> Iterator[Alternative]:
    """Yield the places where something new can go: a file of its own, the file beside it, what is alike."""
    new = next(iter(brief.pack.new_files), None)
    if new is None:
        return
    yield _new_module(new)
    if new.beside:
        yield _in_place(brief, new.beside)
    for alike in brief.pack.alike[:1]:
        if alike.region.path != new.beside:
            yield _extend(brief, alike)


def _new_module(new: NewFile) -> Alternative:
    beside = f" beside {code(new.beside)}" if new.beside else ""
    return Alternative(
        f"New module {new.path.rpartition('/')[2]}",
        f"Put it into {code(new.path)} (new){beside}.",
        (f"{clause(new.why)}", "No line of existing behaviour changes until a caller uses it"),
        ("One more file to find and to own",),
        OPTION,
        NEW_MODULE,
    )


def _in_place(brief: Brief, path: str) -> Alternative:
    outline = brief.pack.index.outline(path)
    lines = outline.lines if outline else 0
    size = (
        f"{code(path)} has {counted(lines, 'line')} and {counted(len(outline.definitions), 'definition')}"
        if outline
        else ""
    )
    size = f"{size} already" if lines >= _LARGE else size
    return Alternative(
        f"Inside {path.rpartition('/')[2]}",
        f"Add it to {code(path)}, where its neighbours are.",
        ("No new file and no new import",),
        (size or f"{code(path)} takes on a second subject",),
        OPTION,
        IN_PLACE,
    )


def _extend(brief: Brief, alike: Alike) -> Alternative:
    region = alike.region
    told = documentation(brief.pack.index, region)
    why = joined([clause(each) for each in alike.why[:2]])
    pros = [f"It is there already: {why}" if why else "It is there already"]
    if told:
        pros.append(f"Its documentation says “{told}”")
    return Alternative(
        f"Extend {region.definition.qualified}",
        f"Widen {code(region.citation)} ({code(region.lines)}) instead of adding a second one.",
        tuple(pros),
        ("What uses it today has to keep working through the change",),
        OPTION,
        EXTEND,
    )


def _with_verdict(brief: Brief, alternative: Alternative) -> Alternative:
    """Add what the user said against an option to what speaks against it."""
    alternative = _as_swayed(brief, alternative)
    answers = (*brief.settled.values(), *brief.replies)
    for answer in answers:
        for dropped in answer.dropped:
            if dropped.casefold() in alternative.name.casefold():
                told = f"Dropped by the user: “{shortened(clause(answer.text), 160)}”"
                return replace(alternative, cons=(*alternative.cons, told))
    return alternative


def _as_swayed(brief: Brief, alternative: Alternative) -> Alternative:
    """Add what was said elsewhere and turns the advice: for the one it speaks for, against the others."""
    question = question_on(brief, alternative.subject)
    subject, name = swayed(question, brief.settled) if question else ("", "")
    if not name:
        return alternative
    told = f"The user said: “{shortened(clause(quote(brief, brief.settled[subject].text)), 200)}”"
    if alternative.choice == name:
        return replace(alternative, pros=(*alternative.pros, told))
    return replace(alternative, cons=(*(each for each in alternative.cons if each != _NONE_AGAINST), told))


def _dropped(brief: Brief, alternative: Alternative, at: int) -> bool:
    answers = (*brief.settled.values(), *brief.replies)
    names = {f"option {at + 1}", f"option {chr(ord('a') + at)}"}
    dropped = [each.casefold() for answer in answers for each in answer.dropped]
    return any(each in names or each in alternative.name.casefold() for each in dropped)
