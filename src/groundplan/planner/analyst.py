"""The analyst: challenges, questions and section texts out of the facts about a goal and the answers so far.

It computes and never writes: the same facts and the same answers always give the same words.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.evidence.kinds import Certainty
from groundplan.evidence.packing import pack
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import FactKind, How
from groundplan.planner.answers.reconsidering import reconsider
from groundplan.planner.brief import Brief, FieldDraft, SectionDraft
from groundplan.planner.challenges.catalogue import detect_all
from groundplan.planner.change.determined import draft_tasks
from groundplan.planner.inert import inert_challenge, inert_draft, inert_question
from groundplan.planner.questions.asking import ask_all
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.fact_lines import as_clause, as_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import Gathered, Verdict
    from groundplan.plan.fact import Fact
    from groundplan.plan.playbook import Playbook, SectionSpec
    from groundplan.planner.answers.understanding import Understood
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.question import Question

TOKENS = 1_500  # of facts in one section
_FIELD_TOKENS = 200
_TELLING = frozenset({FactKind.WORDS, FactKind.PLACE, FactKind.CALLERS, FactKind.TEST})  # by not being there
# What is said of places; of candidates it would be evidence about another change.
_OF_PLACES = frozenset({FactKind.CALLERS, FactKind.TEST, FactKind.ENTRY_POINT, FactKind.SIMILAR})


@dataclass(frozen=True, slots=True)
class Said:
    """What was asked and answered so far, by the subjects the planner knows questions by."""

    settled: Mapping[str, Understood]
    asked: Mapping[str, str]
    replies: tuple[Understood, ...] = ()
    decisions: Mapping[str, str] = field(default_factory=dict)  # question subject -> `D2`


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the analyst makes of a goal: what speaks against it, what it must ask, what it would write."""

    brief: Brief
    raised: tuple[Question, ...]  # as the facts alone raise them, before any answer

    def compose(self) -> tuple[SectionDraft, ...]:
        """Return the facts that the playbook wants in its sections, as their words."""
        return tuple(map(inert_draft, compose(self.brief.playbook, self.brief.facts.gathered)))

    def propose(self) -> tuple[SectionDraft, ...]:
        """Return the tasks that the code alone determines, for somebody to take."""
        brief = self.brief
        return tuple(
            map(inert_draft, draft_tasks(brief.playbook, brief.facts.goal.text, brief.facts.gathered.facts))
        )

    @property
    def challenges(self) -> tuple[Challenge, ...]:
        """Return what the code says against the goal, the weightiest first."""
        return self.brief.challenges

    @property
    def questions(self) -> tuple[Question, ...]:
        """Return every question there is, the most blocking first, answered ones among them."""
        return self.brief.questions

    def after(self, said: Said) -> Analysis:
        """Return the same analysis with other answers."""
        brief = replace(self.brief, asked=said.asked, replies=said.replies, decisions=said.decisions)
        return _reconsidered(brief, self.raised, said)


def analyse(facts: Facts, playbook: Playbook, said: Said) -> Analysis:
    """Return what the analyst makes of the facts under a playbook, given what was said so far."""
    challenges = tuple(map(inert_challenge, detect_all(facts)))
    raised = tuple(map(inert_question, ask_all(facts, challenges)))
    brief = Brief(
        facts=facts,
        playbook=playbook,
        challenges=challenges,
        asked=said.asked,
        replies=said.replies,
        decisions=said.decisions,
    )
    return _reconsidered(brief, raised, said)


def _reconsidered(brief: Brief, raised: tuple[Question, ...], said: Said) -> Analysis:
    questions, settled = reconsider(raised, said.settled, said.replies)
    return Analysis(replace(brief, questions=questions, settled=settled), raised)


# What needs nobody's judgement: the facts that a playbook wants in a section, with their citations.


def compose(playbook: Playbook, gathered: Gathered) -> Iterator[SectionDraft]:
    """Yield the sections that hold facts; one of which nothing is known stays as it is."""
    gathered = _settled(gathered)
    for spec in playbook.sections:
        text = _text(spec, gathered)
        fields = tuple(_fields(spec, gathered))
        if text or fields:
            yield SectionDraft(spec.key, text, fields)


def _settled(gathered: Gathered) -> Gathered:
    """Return what may be in a plan: of what is not sure the likely places, and nothing that rests on them."""
    facts = [fact for fact in gathered.facts if not fact.is_absence or fact.kind in _TELLING]
    facts = [
        fact for fact in facts if fact.kind is not FactKind.DEFINITION or fact.known.how is not How.FILES
    ]
    kept = [fact for fact in facts if not _is_aside(fact, gathered.verdict)]
    kept.sort(key=lambda fact: _is_guess(fact, gathered))  # what is sure is read first
    return replace(gathered, facts=tuple(kept))


def _is_aside(fact: Fact, verdict: Verdict) -> bool:
    """Tell whether a fact is a place that is not even likely, or says something of one that is not sure."""
    if fact.kind is FactKind.PLACE:
        return not fact.is_absence and fact.subject not in (*verdict.sure, *verdict.likely)
    if fact.kind not in _OF_PLACES:
        return False
    if verdict.certainty is Certainty.CANDIDATES or fact.kind is FactKind.SIMILAR:
        return verdict.certainty is Certainty.CANDIDATES
    about = str(fact.value("about") or fact.value("reaches") or fact.subject)
    return about.partition("::")[0] not in verdict.sure or fact.value("sign") == "words"


def _text(spec: SectionSpec, gathered: Gathered) -> str:
    wanted = [fact for kind in spec.facts for fact in gathered.facts if fact.kind == kind]
    packed = pack(wanted, TOKENS, as_line)
    lines = [f"- {leave_out_secrets(_line(fact, gathered))}" for fact in packed.facts]
    if packed.left_out:
        lines.append(f"- … and {packed.left_out} more facts")
    return "\n".join(lines)


def _line(fact: Fact, gathered: Gathered) -> str:
    return f"**Maybe here:** {as_clause(fact)}" if _is_guess(fact, gathered) else as_line(fact)


def _fields(spec: SectionSpec, gathered: Gathered) -> Iterator[FieldDraft]:
    """Yield the fields of records that facts answer; a candidate answers none."""
    for record in spec.records:
        for name, kinds in record.facts.items():
            known = [fact for kind in kinds for fact in gathered.facts if fact.kind == kind]
            packed = pack([each for each in known if not _is_guess(each, gathered)], _FIELD_TOKENS, as_clause)
            if packed.facts:
                value = "; ".join(map(as_clause, packed.facts))
                yield FieldDraft(record.kind, name, leave_out_secrets(value))


def _is_guess(fact: Fact, gathered: Gathered) -> bool:
    is_place = fact.kind is FactKind.PLACE and not fact.is_absence
    return is_place and fact.subject not in gathered.verdict.sure
