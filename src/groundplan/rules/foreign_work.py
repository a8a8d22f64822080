"""Work that a plan waits for and another team does: somebody has to be asked for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.registry import rule
from groundplan.rules.written import option_texts, reason_for_none, says_nothing, spec_of, written
from groundplan.wording.dependencies import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.rules.written import Written

_KINDS = ("dependency", "internal-dependency", "external-dependency")
_SOMEBODY = late_regex(
    r"\b(?:another|some|some other|an external|an outside|a different|the other)\s+"
    r"(?:team|squad|department|group|vendor|supplier)\b",
    re.IGNORECASE,
)
# A name in brackets, or one that is said to own it.
_OWNED = late_regex(r"\([^()\n]*\b[A-Z][^()\n]*\)|\b(?:[Oo]wner|[Oo]wned by|[Cc]ontact)\b\W{0,4}\w|@\w")


@rule("GP709", "unowned-dependency", always=True, progress=True)
def unowned_dependency(case: Case) -> Iterator[Finding]:
    """A dependency on another team's work names whose it is."""
    owned = option_texts(case, "GP709", "kinds")
    asked = [fold(question.text) for question in case.promises.questions if question.answers]
    for found in written(case, *_KINDS):
        is_demanded = found.record.kind in owned and _has_place_for_owner(case, found)
        if not (_lacks_owner(found) if is_demanded else _is_somebody_elses(found)):
            continue
        if any(fold(found.key) in question for question in asked):
            continue
        yield Finding(
            "GP709",
            f"{found.name} is another team's work, and nobody is named for it"
            if not is_demanded
            else f"{found.name} has no owner",
            found.record.place,
            found.section.key,
            Hint("Name who owns it, or ask: ", run("ask", f"Who owns {found.key}?")),
            Severity.ERROR if is_demanded else Severity.NOTE,
            subject=found.key,
        )


def _has_place_for_owner(case: Case, found: Written) -> bool:
    spec = spec_of(case, found)
    return spec is not None and "{owner}" in spec.label


def _lacks_owner(found: Written) -> bool:
    """Tell whether a dependency is nobody's; what is written as code is taken for the repository's own."""
    words = found.everything
    is_none = says_nothing(found.key) or bool(reason_for_none(found.key))
    return not (found.says("owner") or is_none or "`" in words or _OWNED.search(words))


def _is_somebody_elses(found: Written) -> bool:
    words = found.everything
    return _SOMEBODY.search(words) is not None and _OWNED.search(words) is None
