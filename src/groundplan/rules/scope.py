"""The plan against itself: what it leaves out, rejects or chooses, held against its steps."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Role
from groundplan.rules.plan_lines import (
    UNTOUCHED,
    cut,
    is_same,
    lines_of,
    names_in,
    plain_name,
    warn,
    words_of,
)
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding
    from groundplan.plan.line import Line

# An item that is a name and nothing else: one that limits the change of it ("its signature") is no match.
_NAME_ONLY = late_regex(
    r"(?:(?:any |all )?(?:changes? to|changing|modif(?:ying|ications? (?:to|of))|touching|"
    r"refactor(?:ing)?(?: of)?|rewriting|migrating|removing|renaming|editing)\s+)?"
    r"(?:the |our )?(?P<name>`[^`]+`|\S+?)"
    r"(?:\s+(?:itself|module|file|function|method|class|package|script|helper|component|command))?[.;]?",
    re.IGNORECASE,
)
_CHANGES = late_regex(
    r"(?:change|update|modify|refactor|rewrite|edit|extend|adapt|rename|remove|delete|replace|migrate|port|"
    r"move|split|fix|rework|simplify|convert|deprecate)\b",
    re.IGNORECASE,
)
_BEHIND_OBJECT = late_regex(
    r":\s|\s[–—]\s|;\s|\.\s|\b(?:to|so that|by|with|using|as far as|in line with|like|from|into)\b"
)
_OPTION = late_regex(
    r"\W*(?:(?:option|alternative|approach)\s+[A-Z0-9]{1,2}\b\s*[:.)–—-]*\s*)?"
    r"(?P<title>[^:(–—]{3,60}?)\s*(?:[:(–—].*)?",
    re.IGNORECASE,
)
_TAKES = r"\b(?:use|add|adopt|install|introduce|implement|set up|switch to|integrate|configure|wire up)\s+"
_NO_OPTION = late_regex(r"(?:do nothing|status quo|none|n/?a|keep .*|no change)", re.IGNORECASE)
_LONGEST_TITLE = 3  # words; a longer one is a description, and its words alone prove nothing
_CONSTRAINT = late_regex(
    r"(?:\[[ xX]\]\s*)?(?:without|while (?:keeping|preserving)|must not|may not) \w.*", re.IGNORECASE
)
_AT_ONCE = late_regex(r"\bbig[- ]bang\b", re.IGNORECASE)
_GRADUAL = late_regex(
    r"\b(?:shadow(?: mode| traffic)?|canary|dual[- ]writ\w+|parallel run|strangler)\b", re.IGNORECASE
)


@rule("GP901", "step-out-of-scope", always=True, severity=Severity.WARNING)
def step_out_of_scope(case: Case) -> Iterator[Finding]:
    """No step changes what the plan leaves out."""
    for out in lines_of(case, Role.EXCLUDED):
        match = _NAME_ONLY.fullmatch(out.text)
        name = plain_name(match["name"]) if match and names_in(match["name"]) else ""
        for step in lines_of(case, Role.STEP) if name else ():
            if any(is_same(name, other) for other in _changed(step)):
                said = cut(words_of(step))
                message = f"A step changes `{name}`, which line {out.place.line} leaves out: “{said}”"
                yield warn("GP901", step, message, "Take it out of the step, or into the scope", name)


def _changed(step: Line) -> set[str]:
    """Return the names that are the object of a step's verb, not those it only speaks of."""
    words = words_of(step)
    if not _CHANGES.match(words):
        return set()
    head = _BEHIND_OBJECT.split(words, maxsplit=1)[0]
    return set() if UNTOUCHED.search(head) else names_in(head)


@rule("GP902", "rejected-option-in-step", always=True, severity=Severity.WARNING)
def rejected_option_in_step(case: Case) -> Iterator[Finding]:
    """No step takes up an option that the plan rejects."""
    taken = " ".join(line.whole for line in lines_of(case, Role.CHOSEN)).casefold()
    for option in lines_of(case, Role.REJECTED):
        title = _title(option)
        if not title or title.casefold() in taken:
            continue
        takes = re.compile(rf"{_TAKES}(?:a |an |the |new )?`?{re.escape(title)}\b", re.IGNORECASE)
        for step in lines_of(case, Role.STEP):
            if takes.search(step.text) and not UNTOUCHED.search(step.text):
                said = cut(words_of(step))
                message = f"A step takes up `{title}`, which line {option.place.line} rejects: “{said}”"
                yield warn("GP902", step, message, "Change the step, or say why the decision changed", title)


def _title(option: Line) -> str:
    """Return the short name of an option; empty where it has none to search for."""
    match = _OPTION.fullmatch(option.text)
    title = re.sub(r"[*`_]", "", match["title"]).strip() if match else ""
    return "" if len(title.split()) > _LONGEST_TITLE or _NO_OPTION.fullmatch(title) else title


@rule("GP906", "constraint-out-of-scope", always=True, severity=Severity.WARNING)
def constraint_out_of_scope(case: Case) -> Iterator[Finding]:
    """What a change must keep is a constraint, not something out of scope."""
    for line in lines_of(case, Role.EXCLUDED):
        if _CONSTRAINT.fullmatch(line.text):
            message = f"A constraint is listed as out of scope: “{cut(line.text)}”"
            hint = "List it as a constraint or a criterion: it must hold"
            yield warn("GP906", line, message, hint, line.text)


@rule("GP909", "strategy-and-phases", always=True, severity=Severity.WARNING)
def strategy_and_phases(case: Case) -> Iterator[Finding]:
    """The phases are those of the strategy that was chosen."""
    chosen = next((line for line in lines_of(case, Role.CHOSEN) if _AT_ONCE.search(line.text)), None)
    phases = {step.heading: step for step in reversed(tuple(lines_of(case, Role.STEP)))}
    for heading, step in phases.items() if chosen else ():
        if _GRADUAL.search(heading):
            assert chosen is not None
            said = f"“{cut(chosen.text, 40)}” (line {chosen.place.line})"
            message = f"The strategy is {said}, the phase is “{cut(heading)}”"
            yield warn("GP909", step, message, "Change the phases, or the strategy", heading)
