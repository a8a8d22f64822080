"""The plan against itself: what it leaves out, rejects or chooses, held against its steps."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import LIMIT, Role
from groundplan.plan.statement import REJECTED, Topic
from groundplan.rules.changed_names import changed_names, is_inside, is_order, sentences_of
from groundplan.rules.plan_lines import (
    SPAN,
    UNTOUCHED,
    cut,
    lines_of,
    names_in,
    plain_name,
    warn,
    words_of,
)
from groundplan.rules.registry import rule
from groundplan.rules.statements import false_answers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.line import Line

# An item that is a name and nothing else: one that limits the change of it ("its signature") is no match.
_NAME_ONLY = late_regex(
    r"(?:(?:any |all )?(?:changes? to|changing|modif(?:ying|ications? (?:to|of))|touching|editing|"
    r"(?P<way>refactor(?:ing)?(?: of)?|rewriting|migrating|removing|deleting|dropping|renaming))\s+)?"
    r"(?:everything (?:under|in|below) |anything (?:under|in|below) |all of |the whole of )?"
    r"(?:the |our )?(?:(?:module|file|function|class|folder|package|script|directory) "
    r")?(?P<name>`[^`]+`|\S+?)"
    r"(?:\s+(?:itself|module|file|function|method|class|package|script|helper|component|command|folder|"
    r"directory|crate|as a whole))?[.;]?",
    re.IGNORECASE,
)
# Out of scope is then this change alone: what is not removed may be changed.
_GOES = "(?:remov|delet|drop)"
_STEMS = {"removing": _GOES, "deleting": _GOES, "dropping": _GOES, "rewriting": "rewrit"}
_STEMS |= {"migrating": "migrat", "renaming": "renam", "refactoring": "refactor", "refactor": "refactor"}
_KINDS = "(?:(?:the|our|old|whole|file|function|method|class|module|package|folder|script)\\s+){0,3}"
_ASIDE = late_regex(r"\s*\([^()]*\)")
_REASON = late_regex(r":\s|\.\s|\s[–—-]\s|\s\(|\b(?:because|since|as it|as they|which|that)\b")
_LISTED = late_regex(r"\s*[,;]\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor|as well as)\s+")
_STEP_NUMBER = late_regex(
    r"(?:(?<=step )|(?<=steps )|(?<=task )|(?<=and )|(?<=, ))[A-Z]?\d+(?:\.\d+)*", re.IGNORECASE
)
_OPTION = late_regex(
    r"\W*(?:(?:option|alternative|approach)\s+[A-Z0-9]{1,2}\b\s*[:.)–—-]*\s*)?"
    r"(?P<title>[^:(–—]{3,60}?)\s*(?:[:(–—].*)?",
    re.IGNORECASE,
)
_TAKES = (
    r"\b(?:use|using|add|adopt|install|introduce|implement|set up|switch to|integrate|configure|wire "
    r"up|build|create|"
    r"write|via|through|with|behind|into|in|on|bring in|pull in|make)\s+"
)
_LEADING = late_regex(
    r"^(?:(?:use|using|adding|add|a|an|the|switching to|moving to|introducing|option to|idea of|own|"
    r"new)\s+)+",
    re.IGNORECASE,
)
_NO_OPTION = late_regex(r"(?:do nothing|status quo|none|n/?a|keep .*|no change)", re.IGNORECASE)
_LONGEST_TITLE = 3  # words; a longer one is a description, and its words alone prove nothing
_CONSTRAINT = late_regex(
    r"(?:\[[ xX]\]\s*)?(?:without|while (?:keeping|preserving)|must not|may not) \w.*", re.IGNORECASE
)
_AT_ONCE = late_regex(r"\bbig[- ]bang\b", re.IGNORECASE)
_GRADUAL = late_regex(
    r"\b(?:shadow(?: mode| traffic)?|canary|dual[- ]writ\w+|parallel run|strangler)\b", re.IGNORECASE
)


_MOST_AGAINST = 3  # steps on what the plan leaves out


@rule("GP901", "step-out-of-scope", always=True, severity=Severity.WARNING)
def step_out_of_scope(case: Case) -> Iterator[Finding]:
    """No step changes what the plan leaves out."""
    told: set[tuple[int, str]] = set()
    answers = list(false_answers(case, Topic.SCOPE))
    against = Counter(each.statement.subject for each in answers)
    for answer in answers:
        said = answer.statement
        if against[said.subject] > _MOST_AGAINST:
            continue  # a plan that is about a file leaves some part of it as it is
        told.add((said.place.line, said.subject.lower()))
        does, is_out = ("takes up", "rejects") if said.by == REJECTED else ("works on", "leaves out")
        message = f"The step “{cut(said.text)}” {does} `{said.subject}`, which line {said.said} {is_out}"
        hint = "Take it out of the step, or into the scope"
        yield Finding(
            "GP901", message, said.place, said.section, hint, severity=Severity.WARNING, subject=said.subject
        )
    steps = [
        (step, sentence, changed)
        for step in lines_of(case, Role.STEP, Role.WORK)
        for sentence in sentences_of(step)
        if (changed := changed_names(sentence))
    ]
    for out in lines_of(case, Role.EXCLUDED):
        names, allowed = left_out(out)
        for step, sentence, changed in steps if names else ():
            name = next((each for each in names if _is_against(each, names[each], sentence, changed)), "")
            if name and step.id not in allowed and (step.place.line, name) not in told:
                told.add((step.place.line, name))
                shown = re.search(re.escape(name), out.text, re.IGNORECASE)
                named = shown[0] if shown else name
                message = (
                    f"The step “{cut(sentence)}” changes `{named}`, which line {out.place.line} leaves out"
                )
                yield warn("GP901", step, message, "Take it out of the step, or into the scope", name)


def _is_against(name: str, stem: str, sentence: str, changed: Iterable[str]) -> bool:
    """Tell whether a sentence changes a name that is left out; with a stem, only in the way of that verb."""
    if not any(is_inside(name, other) for other in changed):
        return False
    way = rf"\b{stem}\w*\s+{_KINDS}`?[^`\s]*{re.escape(name)}"
    return not stem or re.search(way, sentence, re.IGNORECASE) is not None


def left_out(out: Line) -> tuple[dict[str, str], set[str]]:
    """Return the names that a line leaves out, each with the stem of how, and the steps that it excepts.

    Nothing for a stem: any change is left out.
    """
    limit = LIMIT.search(out.text)
    excepted: set[str] = set(_STEP_NUMBER.findall(out.text[limit.start() :])) if limit else set()
    if limit and not excepted:
        return {}, set()
    head = out.text[: limit.start()] if limit else out.text
    head = _REASON.split(_ASIDE.sub("", head), maxsplit=1)[0].strip(" ,")
    names: dict[str, str] = {}
    stem = ""
    for part in _LISTED.split(head):
        match = _NAME_ONLY.fullmatch(part.strip())
        if match and names_in(match["name"]):
            way = (match["way"] or "").lower().removesuffix(" of")
            is_bare = match.start("name") == 0  # `removing a and b` is about both
            stem = _STEMS.get(way, stem if is_bare else "")
            names[plain_name(match["name"])] = stem
        elif names_in(part):
            break  # "the retries in `a.py` and `b.py`" leaves neither file out
    return names, excepted


@rule("GP902", "rejected-option-in-step", always=True, severity=Severity.WARNING)
def rejected_option_in_step(case: Case) -> Iterator[Finding]:
    """No step takes up an option that the plan rejects."""
    taken = " ".join(line.whole for line in lines_of(case, Role.CHOSEN)).casefold()
    told: set[tuple[int, str]] = set()
    for option in lines_of(case, Role.REJECTED):
        title = _title(option)
        if not title or title.casefold() in taken:
            continue
        is_name = f"`{title}`" in option.text
        takes = re.compile(
            rf"{_TAKES}(?:(?:a|an|the|new|own|small|thin|dedicated|custom)\s+)*`?{re.escape(title)}`?(?!\w)",
            re.IGNORECASE,
        )
        for step in lines_of(case, Role.STEP, Role.WORK):
            taking = (
                each
                for each in sentences_of(step)
                if (takes.search(each) or (is_name and f"`{title}`" in each and is_order(each)))
                and not UNTOUCHED.search(each)
            )
            if next(taking, "") and (step.place.line, title) not in told:
                told.add((step.place.line, title))
                said = cut(words_of(step))
                message = f"A step takes up `{title}`, which line {option.place.line} rejects: “{said}”"
                yield warn("GP902", step, message, "Change the step, or say why the decision changed", title)


def _title(option: Line) -> str:
    """Return the short name of an option; empty where it has none to search for."""
    match = _OPTION.fullmatch(option.text)
    title = match["title"] if match else ""
    spans = SPAN.findall(title)
    title = spans[0] if len(spans) == 1 else re.sub(r"[*`]", "", title)
    title = _LEADING.sub("", title).strip(" _")
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
