"""What is wanted, in the user's own words: requirements, measure of success, what stays out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.goal import GoalKind
from groundplan.planner.reconsidering import AGAIN
from groundplan.planner.writers.as_decided import as_decided
from groundplan.planner.writers.besides import said_besides
from groundplan.planner.writers.phrases import clause, said
from groundplan.rules.vague import find_untestable

if TYPE_CHECKING:
    from groundplan.planner.brief import Brief
    from groundplan.planner.question import Question

MOST_REQUIREMENTS = 8
CRITERION = "criterion"
# Subjects whose answers say how the goal is meant; they are no demands of their own.
_NO_DEMANDS = (CRITERION, "reading", "scope", "option", "plans:", "assumption:", AGAIN)
# What these ask is how the change behaves towards others, whatever words the answer has.
_BEHAVIOUR = ("reach:", "compatibility", "flag", "twin:", "schema", "departs")
_LIMITS = late_regex(
    r"\b(?:at most|at least|no more than|within|up to|never|always|only)\b|[<>≤≥]", re.IGNORECASE
)
_MUST = late_regex(r"\b(?:must|should|shall|needs? to|ha(?:s|ve) to)\b", re.IGNORECASE)
_NO_LONGER = "This no longer happens: "
_NOTE = late_regex(r" \((?:measured by|answer to|asked:|decided:)[^)]{0,300}\)")
# How people lead into what they want.
_LEAD_IN = late_regex(
    r"^(?:(?:hi|hello|hey)[,!]? )?"
    r"(?:(?:i|we)(?:['’]d| would|['’]m| am|['’]re| are)? (?:think(?:ing)?|wondering|believe|guess|suggest"
    r"|propose)(?: that| if| whether)? )?"
    r"(?:(?:i|we)(?:['’]d| would)? (?:want|like|love|need|should|could|have)(?: us)? (?:to )?"
    r"|it would be (?:nice|great|good|useful) (?:to|if we could|if) |(?:can|could) (?:we|you) |please )?",
    re.IGNORECASE,
)
_EXPECTED = late_regex(
    r"^(?:expected|wanted|desired)(?: (?:behaviou?r|result|outcome))?\s{0,3}[:–-]\s{0,3}", re.IGNORECASE
)
# A modal verb, or an order at the start: what is wanted. Anything else in a fix tells what is wrong.
_DEMANDS = late_regex(
    r"\b(?:should|must|shall|needs? to|ha(?:s|ve) to|want|expect(?:ed|s)?|unless|instead of|no longer)\b"
    r"|^(?:please |we |let['’]s )?(?:add|allow|make|support|fix|raise|return|use|handle|remove|rename|replace"
    r"|change|prevent|avoid|improve|introduce|implement|create|provide|let|do|don['’]t|stop|keep|accept|reject"
    r"|ensure|respect"
    r"|show|print|write|read|load|send|cache|move|drop|update|convert|switch|enable|disable|expose|document|refactor"
    r"|extract|split|merge|validate|check|warn|log|retry|skip|correct|restore|treat|pass|set|call|apply|honou?r"
    r"|upgrade|bump|clean|close|guard|escape|limit|preserve|propagate|reduce|resolve|speed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Agreed:
    """An answer that shapes the plan: what was asked, and what holds now."""

    subject: str
    id: str  # how the plan calls the question: `Q2`; empty where it was never asked there
    text: str
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """How success is measured, and who says so; an open one is proposed until its question is answered."""

    text: str
    is_open: bool = False
    id: str = ""


def quote(brief: Brief, text: str, most: int = 320) -> str:
    """Return a user's words on one line, safe to stand in a plan."""
    return said(text, Known(brief), most)


class Known:
    """The paths of the repository, asked one at a time."""

    def __init__(self, brief: Brief) -> None:
        self._index = brief.pack.index

    def __contains__(self, path: object) -> bool:
        """Tell whether a file, a folder or a definition such as `path::name` is there."""
        name, _, symbol = str(path).rstrip("/").partition("::")
        if symbol:
            outline = self._index.outline(name)
            return outline is not None and bool(outline.find(symbol))
        return self._index.text(name) is not None or any(
            each.startswith(f"{name}/") for each in self._index.paths()
        )


def goal_line(brief: Brief) -> str:
    """Return the goal as one sentence: its title, or the reading of it that the user chose."""
    goal = brief.pack.goal
    title = goal.title if goal.title and not goal.title.endswith(("…", "...")) else ""
    words = reading(brief) or title or next(iter(goal.sentences), goal.text)
    return clause(as_decided(brief, quote(brief, words, 240)))


def reading(brief: Brief) -> str:
    """Return how the user wants the goal to be read, where that was asked and answered."""
    answer = brief.settled.get("reading")
    return _answer_text(brief, "reading") if answer is not None and not answer.is_unsure else ""


def requirements(brief: Brief) -> tuple[str, ...]:
    """Return what the change must do: the goal's demands and the answers that add to them, never none."""
    goal = brief.pack.goal
    wanted = [quote(brief, each) for each in goal.demands[:MOST_REQUIREMENTS]]
    found = [_as_demand(brief, as_decided(brief, each)) for each in wanted]
    found = [each for each in found if each] or [_as_demand(brief, goal_line(brief))]
    found += [_demanded(brief, each) for each in agreed(brief) if is_demand(brief, each)]
    found += [_as_demand(brief, quote(brief, each)) for each in said_besides(brief)]
    testable = [
        f"{each} (measured by the success criterion)" if find_untestable(each) else each for each in found
    ]
    return tuple(dict.fromkeys(testable))


def _as_demand(brief: Brief, text: str) -> str:
    """Return a sentence as a demand: one that tells of a fault is to be true no longer."""
    told = _begun(_clause(_LEAD_IN.sub("", _EXPECTED.sub("", text))))
    if brief.pack.goal.kind is not GoalKind.FIX or not told or _DEMANDS.search(told):
        return told
    return f"{_NO_LONGER}“{told}”"


def _clause(text: str) -> str:
    """Return a wish without the mark at its end: `maybe Redis?` is one, too."""
    return clause(text.rstrip(" ?"))


def _begun(text: str) -> str:
    """Return a text with a capital first, unless it begins with a name of code."""
    first = text.partition(" ")[0]
    return text[:1].upper() + text[1:] if first.isalpha() and first.islower() else text


def plain_demand(requirement: str) -> str:
    """Return the user's own words of a requirement, without what was put around them."""
    told = _NOTE.sub("", requirement)
    return told.removeprefix(_NO_LONGER).strip(" “”") if told.startswith(_NO_LONGER) else told.strip()


def is_said(brief: Brief, answer: Agreed) -> bool:
    """Tell whether an answer says something of its own; one between ways stands as a decision."""
    question = question_on(brief, answer.subject)
    names = {each.name for each in question.choices} if question else set()
    return not answer.subject.startswith(_NO_DEMANDS) and "reuse" not in names


def is_demand(brief: Brief, answer: Agreed) -> bool:
    """Tell whether an answer asks for a behaviour; others tell a fact: `one instance runs`."""
    if not is_said(brief, answer):
        return False
    text = answer.text
    if any(answer.subject in each.after for each in brief.questions):
        return bool(_MUST.search(text))  # it was asked for facts that another question turns on
    return answer.subject.startswith(_BEHAVIOUR) or bool(_DEMANDS.search(text) or _LIMITS.search(text))


def given(brief: Brief) -> tuple[Agreed, ...]:
    """Return the facts that users told when asked for what a decision turns on."""
    turned = {subject for each in brief.questions for subject in each.after}
    return tuple(each for each in agreed(brief) if each.subject in turned and not is_demand(brief, each))


def _demanded(brief: Brief, answer: Agreed) -> str:
    """Return an answer as a requirement, with what it answers: a choice says little alone."""
    told = clause(answer.text)
    if answer.id:
        return f"{told} (answer to {answer.id})"
    question = question_on(brief, answer.subject)
    return f"{told} (asked: {question.text.rstrip('?')})" if answer.choice and question else told


def agreed(brief: Brief) -> tuple[Agreed, ...]:
    """Return every answer that says something, in the order in which it was asked."""
    order = [each.subject for each in brief.questions]
    subjects = sorted(brief.settled, key=lambda each: order.index(each) if each in order else len(order))
    anew = {each.text for each in brief.replies}
    ids = {
        each: f"{brief.asked[each]}{', said anew' if brief.settled[each].text in anew else ''}"
        for each in subjects
        if each in brief.asked
    }
    return tuple(
        Agreed(each, ids.get(each, ""), text, brief.settled[each].choice)
        for each in subjects
        if not brief.settled[each].is_unsure and (text := _answer_text(brief, each))
    )


def measure(brief: Brief) -> Measure:
    """Return the success criterion: the user's answer, the goal's own, or the one that is proposed."""
    if CRITERION in brief.settled and not brief.settled[CRITERION].is_unsure:
        text = _answer_text(brief, CRITERION)
        if text:
            return Measure(clause(text), id=brief.asked.get(CRITERION, ""))
    if brief.pack.goal.criterion:
        return Measure(clause(quote(brief, brief.pack.goal.criterion)))
    question = question_on(brief, CRITERION)
    proposed = question.recommended_text if question else ""
    return Measure(clause(proposed), is_open=True, id=brief.asked.get(CRITERION, ""))


def left_out(brief: Brief) -> tuple[str, ...]:
    """Return what the goal and the answers put out of scope, in their words."""
    answers = (*brief.settled.values(), *brief.replies)
    named = [*brief.pack.goal.excluded, *(each for answer in answers for each in answer.out_of_scope)]
    scope, asked = brief.settled.get("scope"), question_on(brief, "scope")
    if scope is not None and asked is not None and scope.choice == "out":
        named.append(asked.assumption)
    return tuple(dict.fromkeys(text for each in named if (text := clause(quote(brief, each)))))


def open_subjects(brief: Brief) -> tuple[str, ...]:
    """Return the subjects of the questions that block and are not answered."""
    return tuple(
        each.subject for each in brief.questions if each.blocking and each.subject not in brief.settled
    )


def question_on(brief: Brief, subject: str) -> Question | None:
    """Return the question on a subject, answered or not."""
    return next((each for each in brief.questions if each.subject == subject), None)


def _answer_text(brief: Brief, subject: str) -> str:
    """Return an answer as a plan says it: the words of the choice it takes, else its own."""
    answer = brief.settled[subject]
    question = question_on(brief, subject)
    choice = question.choice(answer.choice) if question and answer.choice else None
    if choice is not None:
        return quote(brief, choice.text)
    return quote(brief, answer.text)
