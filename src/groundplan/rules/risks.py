"""Risks are of a known class, and each says what is done about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import Shape
from groundplan.plan.record import as_risk
from groundplan.rules.registry import rule
from groundplan.rules.written import (
    option_flag,
    option_texts,
    quoted,
    reason_for_none,
    spec_of,
    written,
)
from groundplan.wording.terms import name_stems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding
    from groundplan.rules.written import Written

CLASSES = ("technical", "integration", "performance", "security")
# A sentence counts as mitigation by its form, not its mood: a label, or a guard and what guards.
_MITIGATION = late_regex(
    r"\b(?:mitigations?|detection|prevention|safeguard|countermeasure|response)\s*:\s*\S|"
    r"\b(?:mitigated|detected|guarded|covered|caught|prevented|monitored|watched|isolated|protected|avoided|verified|"
    r"handled|contained|hidden|kept)\s+(?:by|with|through|via|using|behind)\s+\S|"
    r"\b(?:detected|caught|seen)\s+in\s+(?:staging|ci|review|tests?|testing|canary|shadow|qa)\b|"
    r"\b(?:limited|capped|bounded)\s+(?:to|at)\s+\S|"
    r"(?:→|->|=>|⇒)\s*\S|\baccepted\s*(?::|because|since|as)\s*\S",
    re.IGNORECASE,
)
_CONTINGENCY = late_regex(
    r"\b(?:contingency|fallback|plan b)\s*:\s*\S|\bif (?:it|that|this) (?:happens|occurs|fails)\b.*\w|"
    r"\b(?:fall|roll|switch)(?:s|ed|ing)? back (?:to|by|with)\s+\S|\brollback\s*:\s*\S",
    re.IGNORECASE,
)
_NONE = late_regex(r"(?:none|nothing|n/?a|not applicable|no)\b", re.IGNORECASE)
_RISK_WORD = late_regex(r"\brisks?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A risk and the words in which it may speak of itself."""

    found: Written
    label: str
    text: str
    field: str = ""

    @property
    def name(self) -> str:
        return quoted(self.label or self.text)


def _risks(case: Case, code: str) -> Iterator[_Judged]:
    """Yield the risks: one per record, or one per field where the playbook names fields."""
    fields = option_texts(case, code, "fields")
    for found in written(case, *option_texts(case, code, "kinds", "risk")):
        risk = as_risk(found.record)
        if fields:
            for name in fields:
                if found.says(name) or name in found.record.fields:
                    yield _Judged(found, name, " ".join(found.lines(name)), name)
        else:
            yield _Judged(found, risk.text, found.everything)


@rule("GP701", "no-mitigation", progress=True)
def no_mitigation(case: Case) -> Iterator[Finding]:
    """Every risk says how it is mitigated, or why nothing is done about it."""
    for risk in _risks(case, "GP701"):
        if not _is_met(case, risk, "mitigation", _MITIGATION):
            yield risk.found.finding(
                "GP701",
                f"Risk {risk.name} has no mitigation",
                "Say what prevents or detects it: `Mitigation: …`, or `None (reason)`",
                about=risk.field,
            )


@rule("GP702", "risk-class")
def risk_class(case: Case) -> Iterator[Finding]:
    """Every risk is of a class the playbook knows; where it says so, every class has a risk."""
    classes = option_texts(case, "GP702", "classes", *CLASSES)
    seen: set[str] = set()
    risks = list(_risks(case, "GP702"))
    for risk in risks:
        said = as_risk(risk.found.record).risk_class
        named = _classes_in(said or _class_words(risk), classes)
        seen.update(named)
        if not named:
            why = f"is of class {quoted(said)}" if said else "names no class"
            yield risk.found.finding(
                "GP702",
                f"Risk {risk.name} {why}, one of {', '.join(f'`{name}`' for name in classes)} expected",
                "Name the class in its own column or in the risk's words",
                about=risk.field,
            )
    if risks and option_flag(case, "GP702", "every"):
        for missing in (name for name in classes if name not in seen):
            yield risks[0].found.finding(
                "GP702",
                f"No risk of class `{missing}` is written",
                "Write it, or `None (reason)`",
                about=missing,
            )


def _class_words(risk: _Judged) -> str:
    record = risk.found.record
    return f"{risk.label} {record.part} {record.text}"


def _classes_in(text: str, classes: tuple[str, ...]) -> list[str]:
    stems = set(name_stems(text))
    return [name for name in classes if stems.issuperset(name_stems(_RISK_WORD.sub(" ", name)))]


@rule("GP703", "no-contingency", severity=Severity.WARNING, progress=True)
def no_contingency(case: Case) -> Iterator[Finding]:
    """Every risk that is likely and heavy enough says what is done once it has happened."""
    levels = {name: option_texts(case, "GP703", name) for name in ("probability", "impact")}
    for risk in _risks(case, "GP703"):
        heavy = all(not among or _level(risk, name) in among for name, among in levels.items())
        if heavy and not _is_met(case, risk, "contingency", _CONTINGENCY):
            yield risk.found.finding(
                "GP703",
                f"Risk {risk.name} has no contingency",
                "Say what is done once it has happened: `Contingency: …`, or `None (reason)`",
                about=risk.field,
            )


def _level(risk: _Judged, name: str) -> str:
    """Return the first word of a level such as `Low (default)`."""
    return next(iter(risk.found.says(name).casefold().split()), "")


def _is_met(case: Case, risk: _Judged, name: str, in_words: re.Pattern[str]) -> bool:
    """Tell whether a risk says it: in its own field, or in the risk's words where it has no column."""
    given = "" if risk.field else " ".join(risk.found.lines(name))
    if given:
        return bool(reason_for_none(given)) or not _NONE.match(given)
    if risk.found.is_none_with_reason:
        return True
    spec = spec_of(case, risk.found)
    if spec is not None and spec.shape is Shape.TABLE:
        return False
    return in_words.search(risk.text) is not None or len(reason_for_none(_own_words(risk)).split()) > 1


def _own_words(risk: _Judged) -> str:
    """Return what a labelled risk says after its label: `Security Risk: None, no new input`."""
    if risk.field:
        return risk.text
    record = risk.found.record
    said = as_risk(record).text
    label, colon, rest = said.partition(":")
    return rest if colon and _RISK_WORD.search(label) else said
