"""A rule explained: its page, as it ships."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import groundplan.rules.catalogue  # noqa: F401 - importing the catalogue registers every rule
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unknown
from groundplan.rules.registry import RULES

if TYPE_CHECKING:
    from groundplan.rules.registry import Rule


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule and its page."""

    rule: Rule
    page: str


def explain(code: str) -> Explanation:
    """Return what a rule demands, why, and what to do instead."""
    wanted = code.strip().upper()
    rule = RULES.get(wanted) or next((r for r in RULES.values() if r.name == code.strip().lower()), None)
    if rule is None:
        names = [*RULES, *(r.name for r in RULES.values())]
        raise Unknown(f"There is no rule `{code}`", name=wanted, known=names)
    page = resources.files("groundplan.rules") / "pages" / f"{rule.code}.md"
    text = page.read_text("utf-8") if page.is_file() else f"# {rule.code} {rule.name}\n\n{rule.summary}\n"
    return Explanation(rule, text)
