"""The analyst: challenges, questions and section texts out of the facts about a goal and the answers so far.

It computes and never writes: the same facts and the same answers always give the same words.
"""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.evidence.packing import pack
from groundplan.evidence.renames import read_rename
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import FactKind, How
from groundplan.planner.answers.fit import CRITERION
from groundplan.planner.answers.reconsidering import reconsider
from groundplan.planner.brief import Brief, FieldDraft, SectionDraft
from groundplan.planner.challenges.catalogue import detect_all
from groundplan.planner.determined import determine, draft_tasks, renamed_name
from groundplan.planner.inert import inert_challenge, inert_draft, inert_question
from groundplan.planner.questions.asking import ask_all
from groundplan.planner.questions.deployment import KEPT, compatibility
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.fact_lines import as_clause, as_line, say_symbol
from groundplan.wording.quoted_names import is_quoted_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import Gathered, Target, Verdict
    from groundplan.plan.fact import CodePlace, Fact
    from groundplan.plan.playbook import Playbook, SectionSpec
    from groundplan.planner.answers.understanding import Understood
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.question import Question

_FIELD_TOKENS = 200
MOST_LINES = 10  # of facts in one section; a reader skips more
# How many facts of a kind are worth a line each; the others tell the reader nothing new.
_MOST = {
    FactKind.WORDS: 1,
    FactKind.PLACE: 4,
    FactKind.DEFINITION: 1,
    FactKind.DOCUMENT: 1,
    FactKind.OCCURRENCES: 1,
    FactKind.ENTRY_POINT: 1,
}
_USUALLY = 2
_MOST_OCCURRENCES = 100  # of a name: of more a list shows where it is not about the goal
_BY_NAME = frozenset({FactKind.DEFINITION, FactKind.OCCURRENCES})
_LISTED = frozenset({FactKind.DEFINITION, FactKind.OCCURRENCES, FactKind.DEPENDENCY, FactKind.CALLERS})
_TELLING_SIGNS = frozenset({"use", "title", "name", "import", "include", "inside", "code"})
_LINES_SHOWN = 12  # of one file that has the name which changes
_FILES_SHOWN = 40
_TELLING = frozenset({FactKind.WORDS, FactKind.PLACE, FactKind.CALLERS, FactKind.TEST})  # by not being there
# What is said of places; of candidates it would be evidence about another change.
_OF_PLACES = frozenset(
    {
        FactKind.CALLERS,
        FactKind.TEST,
        FactKind.ENTRY_POINT,
        FactKind.DEFINITION,
        FactKind.DOCUMENT,
        FactKind.COMMIT,
    }
)


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
        return tuple(map(inert_draft, compose(self.brief.playbook, self.brief.facts)))

    def propose(self) -> tuple[SectionDraft, ...]:
        """Return the tasks that the code alone determines, for somebody to take."""
        brief = self.brief
        if brief.facts.contrary.met:
            return ()  # two things would have one name
        answer = brief.settled.get(compatibility(brief.facts))
        kept = answer.choice if answer and answer.choice in KEPT else ""
        goal, facts = brief.facts.goal.text, brief.facts.gathered.facts
        tasks = draft_tasks(brief.playbook, determine(goal, facts, kept), _measure(brief))
        return tuple(map(inert_draft, tasks))

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


def _measure(brief: Brief) -> str:
    """Return how the user said that one knows when it is done, in one line: an answer, or the goal itself."""
    answer = brief.settled.get(CRITERION)
    said = brief.facts.goal.criterion if answer is None else "" if answer.is_unsure else answer.text
    return " ".join(said.split())


def _reconsidered(brief: Brief, raised: tuple[Question, ...], said: Said) -> Analysis:
    questions, settled = reconsider(raised, said.settled, said.replies)
    return Analysis(replace(brief, questions=questions, settled=settled), raised)


# What needs nobody's judgement: the facts that a playbook wants in a section, with their citations.


def compose(playbook: Playbook, facts: Facts) -> Iterator[SectionDraft]:
    """Yield the sections that hold facts; one of which nothing is known stays as it is."""
    gathered = _without_plain_words(settle(facts.gathered), facts.goal.text)
    gathered = _with_old_name(gathered, facts)
    determined = determine(facts.goal.text, facts.gathered.facts)
    uses = [_uses(each) for each in determined.places[:_FILES_SHOWN]] if determined else []
    missing = [_missing(*each) for each in facts.missing]
    likely = () if gathered.verdict.sure else facts.likely
    for spec in playbook.sections:
        text = _text(spec, gathered, uses, missing, likely)
        fields = tuple(_fields(spec, gathered))
        if text or fields:
            yield SectionDraft(spec.key, text, fields)


def _without_plain_words(gathered: Gathered, goal: str) -> Gathered:
    """Leave out that words of a sentence were not found: only a name, a path or a quote is looked up.

    The name that something gets is not there yet, as it should be.
    """
    kept = []
    renamed = read_rename(goal)
    for fact in gathered.facts:
        words = fact.value("words", ()) if fact.kind is FactKind.WORDS else ()
        names = tuple(each for each in words if is_quoted_name(each, goal))
        if renamed and renamed.new:
            names = tuple(each for each in names if each.rpartition(".")[2] != renamed.new)
        if names and names != words:
            kept.append(replace(fact, values=(("words", names),)))
        elif names or not words:
            kept.append(fact)
    return replace(gathered, facts=tuple(kept))


def _with_old_name(gathered: Gathered, facts: Facts) -> Gathered:
    """Put back where the name appears that the goal renames: all of it changes, not only what calls it."""
    name = renamed_name(facts.goal.text)
    every = (each for each in facts.gathered.facts if each.kind is FactKind.OCCURRENCES)
    found = tuple(each for each in every if each.subject == name and not each.is_absence)
    others = (each for each in gathered.facts if not found or each.kind is not FactKind.OCCURRENCES)
    return replace(gathered, facts=(*found, *others))


def settle(gathered: Gathered) -> Gathered:
    """Return what may be in a plan: the places that are sure, and what is said of them, each once."""
    facts = [fact for fact in gathered.facts if not fact.is_absence or fact.kind in _TELLING]
    sure = gathered.verdict.sure
    places = [
        fact for fact in facts if fact.kind is FactKind.PLACE and fact.value("named") and fact.subject in sure
    ]
    named = {f"{one.path}::{one.symbol}": one.cited for fact in places for one in fact.places}
    meant = [f"{one.path}::{one.symbol}" for fact in places for one in fact.places if one.symbol]
    kept = [fact for fact in facts if not _is_aside(fact, gathered.verdict, meant)]
    if any(each.value("sign") == "use" for each in kept):  # what only imports the file says less
        kept = [each for each in kept if each.kind is not FactKind.TEST or each.value("sign") == "use"]
    elif named:
        tests = [each for each in kept if each.kind is FactKind.TEST][1:]
        kept = [each for each in kept if each not in tests]
    used = {
        each.subject.rpartition("::")[2].rpartition(".")[2] for each in kept if each.kind is FactKind.CALLERS
    }
    kept = [each for each in kept if not _is_told(each, set(named.values()), used)]
    everywhere = {
        each.subject for each in facts if each.kind is FactKind.DEFINITION and each.total > _USUALLY
    }
    kept = [each for each in kept if not (each.subject in everywhere and each.kind in _BY_NAME)]
    kept = [each for each in kept if not _is_common(each)]
    if named:  # where else a name appears says less than who uses the place
        kept = [each for each in kept if each.kind is not FactKind.OCCURRENCES]
    elif any(each.kind in {FactKind.TEST, FactKind.CALLERS} and not each.is_absence for each in kept):
        files = {each.rpartition("/")[2] for each in sure}  # who names the file says less than who uses it
        kept = [each for each in kept if each.kind is not FactKind.OCCURRENCES or each.subject not in files]
    return replace(gathered, facts=tuple(_nearest_first(each, sure) for each in kept))


def _nearest_first(fact: Fact, sure: Sequence[str]) -> Fact:
    """Return a fact about definitions with those in the places of the change first."""
    if fact.kind is not FactKind.DEFINITION:
        return fact
    return replace(fact, places=tuple(sorted(fact.places, key=lambda each: each.path not in sure)))


def _is_common(fact: Fact) -> bool:
    """Tell whether so much has a name that a list of it leads nowhere."""
    is_many = fact.kind is FactKind.OCCURRENCES and fact.value("occurrences", 0) > _MOST_OCCURRENCES
    return bool(is_many)


def _is_told(fact: Fact, places: set[str], names: set[str]) -> bool:
    """Tell whether another line says it: where a place is defined, where a name is used."""
    if fact.kind is FactKind.DEFINITION:
        return any(each.cited in places for each in fact.places)
    return fact.kind is FactKind.OCCURRENCES and fact.subject in names


def _is_aside(fact: Fact, verdict: Verdict, named: Iterable[str]) -> bool:
    """Tell whether a fact is a place that is not sure, or says something that rests on one."""
    if fact.kind is FactKind.PLACE:
        return not fact.is_absence and fact.subject not in verdict.sure
    if fact.kind is FactKind.SIMILAR:
        return True
    if fact.kind not in _OF_PLACES:
        return False
    if not verdict.sure:
        return True
    if fact.kind is FactKind.DEFINITION:
        return fact.known.how is How.FILES
    if fact.kind is FactKind.DOCUMENT:
        return False
    if fact.kind is FactKind.COMMIT:
        return verdict.sure[0] not in {each.path for each in fact.places}
    about = str(fact.value("about") or fact.value("reaches") or fact.subject)
    path, is_member, _ = about.partition("::")
    if is_member:
        is_whole = path in verdict.sure and not any(each.startswith(f"{path}::") for each in named)
        return about not in named and not (fact.kind is FactKind.TEST and is_whole)
    return about not in verdict.sure or fact.value("sign") not in {"", None, *_TELLING_SIGNS}


def _text(
    spec: SectionSpec,
    gathered: Gathered,
    uses: Sequence[str],
    missing: Sequence[str],
    likely: Sequence[Target],
) -> str:
    lines: list[str] = []
    for kind in map(FactKind, spec.facts):
        if kind is FactKind.PLACE and uses:
            lines += uses
            continue
        if kind is FactKind.WORDS and missing:
            lines += missing
            continue
        if uses and kind in _LISTED:
            continue  # every use is listed
        some = [fact for fact in gathered.facts if fact.kind is kind]
        lines += [as_line(_placed(fact)) for fact in some[: _MOST.get(kind, _USUALLY)]]
        if kind is FactKind.PLACE and likely:
            lines.append(_candidates(likely))
    return "\n".join(f"- {leave_out_secrets(each)}" for each in lines[: MOST_LINES + len(uses)])


def _missing(name: str, near: Sequence[str]) -> str:
    """Return what the goal names and is not there, without marks that would cite it."""
    nearest = f"; nearest: {', '.join(f'`{each}`' for each in near)}" if near else ""
    return f"**Not found:** {name}{nearest}"


def _uses(place: CodePlace) -> str:
    """Return a file that has what the goal renames or replaces, with its lines."""
    rest = place.lines[1:_LINES_SHOWN] if place.lines else ()
    more = f" and {len(place.lines) - _LINES_SHOWN} more" if len(place.lines) > _LINES_SHOWN else ""
    noun = "line" if len(rest) == 1 else "lines"
    listed = f", {noun} {', '.join(map(str, rest))}{more}" if rest else ""
    return f"**Where:** `{place.cited}`{listed}"


def _candidates(likely: Sequence[Target]) -> str:
    """Return the candidates: those that raise or say what the goal tells, then those with its words alone."""
    led = [f"{_candidate(each)}: {' and '.join(each.led)}" for each in likely if each.led]
    others = ", ".join(_candidate(each) for each in likely if not each.led)
    by_words = [f"{others} (found by words of the goal alone)"] if others else []
    return f"**Candidates:** {'; '.join((*led, *by_words))}"


def _candidate(target: Target) -> str:
    """Return a file with the functions in it that are as likely."""
    inside = ", ".join(say_symbol(each.definition.qualified) for each in target.regions)
    return f"`{target.path}`" + (f" ({inside})" if inside else "")


def _placed(fact: Fact) -> Fact:
    """Return a place with the definitions that were named; which others change is not known."""
    if fact.kind is not FactKind.PLACE or fact.is_absence or fact.value("named"):
        return fact
    inside = [part for each in fact.places if each.symbol for part in (each.cited, each.symbol)]
    values = (
        (*fact.values, ("inside", tuple(inside))) if inside and fact.known.how is How.GIVEN else fact.values
    )
    whole = replace(fact.places[0], first=0, last=0, symbol="")
    return replace(fact, places=(whole,), total=1, values=values)


def _fields(spec: SectionSpec, gathered: Gathered) -> Iterator[FieldDraft]:
    """Yield the fields of records that facts answer; a candidate answers none."""
    for record in spec.records:
        for name, kinds in record.facts.items():
            known = [_placed(fact) for kind in kinds for fact in gathered.facts if fact.kind == kind]
            packed = pack(known, _FIELD_TOKENS, as_clause)
            if packed.facts:
                value = "; ".join(map(as_clause, packed.facts))
                yield FieldDraft(record.kind, name, leave_out_secrets(value))
