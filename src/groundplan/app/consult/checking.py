"""The claims of advisors held against the code: true, false, once true, or beyond what can be checked here.

A claim is true where all that it says was read and holds. One false part makes it false. Where words are not
understood, what the claim rests on can be there still; that is said, and not that the claim is true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.consult.evidence import judge_facts, judge_places
from groundplan.app.consult.past import find_when_true
from groundplan.app.judgement.documents import Written, check_document
from groundplan.app.judgement.statements import answer_statements
from groundplan.consult.answer import ANSWERED
from groundplan.consult.claims import Checked, Standing
from groundplan.markdown.clauses import is_covered, is_plainly_said, read_clauses, takes_for_granted
from groundplan.markdown.loose import read_loose
from groundplan.markdown.stated_facts import find_facts, find_granted
from groundplan.markdown.statements import find_statements
from groundplan.plan.dataclass import dataclass
from groundplan.plan.mention import Sayings
from groundplan.plan.statement import Topic, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.consult.answer import Answer as Advice
    from groundplan.consult.answer import Claim
    from groundplan.plan.statement import Answer, Statement

# Findings that say a statement is false; the rest of `check` is about plans.
_FALSE = frozenset({"GP101", "GP102", "GP111", "GP112", "GP113", "GP115", "GP116"})
_TOPICS = frozenset({Topic.COUNT, Topic.QUOTE, Topic.VERSION, Topic.TEST})
_MOST_PLACES = 3


@dataclass(frozen=True, slots=True)
class _Clause:
    """One clause with the answers to all that it states; `is_read`: it states nothing else."""

    answers: tuple[Answer, ...]
    is_read: bool

    @property
    def is_true(self) -> bool:
        return self.is_read and all(each.verdict is Verdict.HOLDS for each in self.answers)


def check_answers(code: Codebase, answers: Iterable[Advice]) -> tuple[Checked, ...]:
    """Check the claims of all advisors who answered."""
    return tuple(
        check_claim(code, each.advisor, claim)
        for each in answers
        if each.state == ANSWERED
        for claim in each.claims
    )


def check_claim(code: Codebase, advisor: str, claim: Claim) -> Checked:
    """Hold one claim against the code."""
    clauses = [_read(code, each) for each in read_clauses(claim.text)]
    answers = [each for clause in clauses for each in clause.answers]
    points = tuple(each.statement for each in answers)
    places = tuple(dict.fromkeys(place for each in answers for place in each.at))[:_MOST_PLACES]
    facts = judge_facts(code, claim)
    false = next((each for each in (*answers, *facts) if each.verdict is Verdict.FALSE), None)
    if false is not None:
        return _struck(
            code, Checked(advisor, claim, Standing.REFUTED, false.found, false.at, points), false.statement
        )
    is_true = bool(clauses) and all(each.is_true for each in clauses)
    wrong = _contradiction(code, claim, answers, is_true=is_true)
    if wrong:
        return _struck(code, Checked(advisor, claim, Standing.REFUTED, wrong, (), points), None)
    if is_true:
        return Checked(advisor, claim, Standing.VERIFIED, _told(answers), places, points)
    held = [each for each in facts if each.verdict is Verdict.HOLDS]
    if held:
        seen = tuple(dict.fromkeys(place for each in held for place in each.at))[:_MOST_PLACES]
        return Checked(advisor, claim, Standing.GROUNDED, _told(held), seen, points)
    note = _told(facts)
    is_shown, places_note = judge_places(code, claim) if not note else (False, note)
    standing = Standing.PLACED if is_shown else Standing.UNCHECKED
    return Checked(advisor, claim, standing, places_note, (), points)


def _told(answers: Iterable[Answer]) -> str:
    return "; ".join(dict.fromkeys(each.found for each in answers if each.found))


def _read(code: Codebase, clause: str) -> _Clause:
    """Read a clause by the forms of claims, else by what any plan may state."""
    if not is_plainly_said(clause):
        return _Clause((), is_read=False)
    facts = find_facts(clause)
    if facts:
        return _Clause(_answer(code, facts), is_read=True)
    (section,) = read_loose("", clause).sections
    stated = tuple(each for each in find_statements(section) if each.topic in _TOPICS)
    if stated and is_covered(clause, stated):
        return _Clause(_answer(code, stated), is_read=True)
    granted = find_granted(clause) if takes_for_granted(clause) else ()
    wrong = tuple(each for each in _answer(code, granted) if each.verdict is Verdict.FALSE)
    return _Clause(wrong, is_read=False)


def _answer(code: Codebase, statements: tuple[Statement, ...]) -> tuple[Answer, ...]:
    return answer_statements(code.looking, Sayings((), statements=statements))


def _contradiction(code: Codebase, claim: Claim, answers: Iterable[Answer], *, is_true: bool) -> str:
    """Return what the rules for any document find wrong, but for what is rightly said to be absent.

    A place that is given beside the words cannot make a true sentence false.
    """
    absent = {each.statement.subject for each in answers if each.statement.is_denied}
    beside = [] if is_true else [each.strip("` ") for each in claim.cites]
    # Each place by itself: which words of the claim it belongs to, nobody has said.
    said = [claim.text, *(f"`{each}`" for each in beside if each not in claim.text)]
    found = check_document(code, Written("", "\n\n".join(said)), strict=True).findings
    wrong = (each for each in found if each.blocks and each.code in _FALSE)
    return next((each.message for each in wrong if not any(name in each.message for name in absent)), "")


def _struck(code: Codebase, checked: Checked, statement: Statement | None) -> Checked:
    """Return a claim that does not hold, as stale where it held in an earlier commit."""
    once = find_when_true(code, statement, checked.claim)
    if not once:
        return checked
    found = f"{checked.found}; it was so in {once}" if checked.found else f"it was so in {once}"
    return Checked(checked.advisor, checked.claim, Standing.STALE, found, checked.at, checked.points)
