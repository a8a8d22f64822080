"""Which names of a goal that reports a fault tell where it is felt, and not where the change goes.

What was called when it happened, and what was thrown, are named by everybody who reports a fault; the cause
is mostly elsewhere. What an order is about, or what the goal calls the cause, is told as the thing to change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.asked import is_order
from groundplan.plan.late_regex import late_regex
from groundplan.plan.title import without_preamble

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.evidence.subject import Subject

_LOOKED_AT = 8_000  # letters of a goal: what comes after them is pasted
_FENCE = late_regex(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)
_EXCEPTION = late_regex(r"^(?:.*\.)?(?:[A-Z]\w*(?:Error|Exception|Warning|Fault)|Err[A-Z]\w*)$")
_MENDS = late_regex(
    r"(?:fix|correct|repair|resolve|handle|prevent|avoid|stop|don['’]?t|do not|ensure|guard|restore"
    r"|revert)\w*\b",
    re.IGNORECASE,
)
_FAULT = late_regex(
    r"\b(?:bugs?|loses?|lost|fail(?:s|ed|ing|ures?)?|wrong(?:ly)?|crash(?:es|ed|ing)?|traceback|broken|breaks?"
    r"|incorrect(?:ly)?|errors?|regression|does ?n['’o]t|is ?n['’o]t|don['’]?t|do not|cannot|can['’]?t"
    r"|won['’]?t|never|rais(?:es|ed)|throws?|threw|thrown|hangs?|deadlocks?|leaks?|leaked|missing|ignor(?:es|ed)"
    r"|unexpected(?:ly)?|inconsistent|no longer|panic(?:s|ked)?|instead of|although|even though|twice"
    r"|should(?:n['’]t| not))\b",
    re.IGNORECASE,
)
# `Retry failed uploads` says of things what they are, and is a wish.
_OF_THINGS = late_regex(r"^\w+ (?:the |all )?(?:failed|failing|broken|missing|lost|leaked|raised|thrown) ")
# The verbs of an order; what comes after `when`, `with` and the like is the occasion, and not its object.
_ORDERS = (
    r"(?:fix|correct|repair|resolve|handle|prevent|avoid|stop|make|change|let|update|adapt|rewrite|rework|simplify"
    r"|guard|teach|have|move|rename|remove|delete|extract|replace|ensure|improve|patch|refactor|adjust|extend)"
)
_OBJECT = (
    r"(?:(?!\b(?:when|if|with|after|before|while|because|since|as|so|where|by|using|from|instead|rather"
    r"|raising|throwing|that|which)\b)[^.;:!?\n]|\.(?=\w)){0,80}?"
)
# What somebody did when it happened, before and after its name.
_OCCASION = (
    r"(?:when(?:ever)?|while|after|once|if|with|by|via|call(?:s|ed|ing)?|us(?:es?|ing)"
    r"|runs?|running|invoking)"
)
_DONE = r"(?:is|are|was|were|gets|has been|be) (?:used|called|run|invoked|set|passed|given)"
_CAUSE = (
    r"(?:caused by|because of|due to|(?:bug|fault|problem|cause|issue|culprit|mistake|regression) "
    r"(?:is|lies|sits|seems to be|must be|comes)(?: in| from| with)?)"
)


def is_exception(name: str) -> bool:
    """Tell whether a name is one that things are raised under."""
    return _EXCEPTION.match(name) is not None


def reports_fault(text: str) -> bool:
    """Tell whether a goal says what goes wrong, rather than what shall be new or other."""
    prose = without_preamble(_FENCE.sub("\n", text[:_LOOKED_AT]).strip())
    if is_order(prose):
        return _MENDS.match(prose) is not None
    return _FAULT.search(_OF_THINGS.sub("", prose)) is not None


def without_symptoms(subject: Subject, said: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """Return the places that are told, of those that a goal names: by path, with what it says of each.

    In a report several names in different files are where somebody looked, unless one of them is told.
    """
    if not said or not reports_fault(subject.text):
        return dict(said)
    prose = _FENCE.sub("\n", subject.text[:_LOOKED_AT])
    told = {
        path: says for path, says in said.items() if any(path == one or _is_told(prose, one) for one in says)
    }
    if told:
        return told
    acting = {path: says for path, says in said.items() if not all(_is_felt(prose, one) for one in says)}
    return acting if len(acting) == 1 else {}


def _is_felt(prose: str, name: str) -> bool:
    """Tell whether a name is only raised, or only what was done when the fault came: `when x() is called`."""
    if is_exception(name):
        return True
    named = _spelled(name)
    spoken = len(re.findall(named, prose))
    before, after = rf"\b{_OCCASION}\s+(?:[\w'’-]+\s+){{0,3}}?{named}", rf"{named}\s+{_DONE}\b"
    return spoken == len(re.findall(f"(?i:{before})|(?i:{after})", prose))


def is_symptom(text: str, name: str) -> bool:
    """Tell whether a report names something only as what was raised."""
    is_raised = is_exception(name) and reports_fault(text)
    return is_raised and not _is_told(_FENCE.sub("\n", text[:_LOOKED_AT]), name)


def _spelled(name: str) -> str:
    last = re.escape(name.rpartition(".")[2])
    return rf"(?<![\w.])`?(?:[\w.]+(?:\.|::|#))?{last}(?!\w)(?:\([^()\n]{{0,80}}\))?`?"


def _is_told(prose: str, name: str) -> bool:
    """Tell whether a name is the object of an order, must do something, or is said to be the cause."""
    named = _spelled(name)
    ordered = rf"(?:^|[.;:!?,\n]\s*|\b(?:please|should|must|to|and|we) ){_ORDERS}\b{_OBJECT}{named}"
    demanded = (
        rf"(?:^|[.;:!?,\n]\s*|\b(?:the|then|so|that) ){named} (?:should|must|has to|needs to|ought to)\b"
    )
    blamed = rf"\b{_CAUSE}\b (?:the |in )?{named}"
    return re.search(f"{ordered}|{demanded}|{blamed}", prose, re.IGNORECASE) is not None
