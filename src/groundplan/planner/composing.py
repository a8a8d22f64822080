"""What needs nobody's judgement: the facts that a playbook wants in a section, with their citations."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.evidence.confidence import Certainty
from groundplan.evidence.packing import pack
from groundplan.plan.fact import FactKind, How
from groundplan.planner.brief import FieldDraft, SectionDraft
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.fact_lines import as_clause, as_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.confidence import Verdict
    from groundplan.evidence.gathering import Gathered
    from groundplan.plan.fact import Fact
    from groundplan.plan.playbook import Playbook, SectionSpec

TOKENS = 1_500  # of facts in one section
_FIELD_TOKENS = 200
_TELLING = frozenset({FactKind.WORDS, FactKind.PLACE, FactKind.CALLERS, FactKind.TEST})  # by not being there
# What is said of places; of candidates it would be evidence about another change.
_OF_PLACES = frozenset({FactKind.CALLERS, FactKind.TEST, FactKind.ENTRY_POINT, FactKind.SIMILAR})


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
