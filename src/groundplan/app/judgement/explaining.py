"""The rules by name, and each one explained: its page, as it ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import NotFound, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.rules.catalogue import RULES

if TYPE_CHECKING:
    from groundplan.rules.registry import Rule


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule and its page."""

    rule: Rule
    page: str


def list_rules() -> list[Rule]:
    """Return every rule in the order of their codes."""
    return [RULES[code] for code in sorted(RULES)]


def find_rule(code: str) -> Rule | None:
    """Return the rule of a code; findings of playbooks to come may carry others."""
    return RULES.get(code)


def explain(code: str) -> Explanation:
    """Return what a rule demands, why, and what to do instead."""
    wanted = code.strip().upper()
    rule = RULES.get(wanted) or next((r for r in RULES.values() if r.name == code.strip().lower()), None)
    if rule is None:
        names = [*RULES, *(r.name for r in RULES.values())]
        near = NotFound("", name=wanted, known=names).hint
        raise Unknown(f"There is no rule `{code}`", hint=near or Hint("List them: ", run("explain")))
    from importlib import resources  # noqa: PLC0415 - who lists rules reads no page

    page = resources.files("groundplan.rules") / "pages" / f"{rule.code}.md"
    text = page.read_text("utf-8") if page.is_file() else f"# {rule.code} {rule.name}\n\n{rule.summary}\n"
    return Explanation(rule, text)
