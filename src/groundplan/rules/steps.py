"""The plan against itself: steps that say nothing, come in the wrong order, or answer no criterion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Role
from groundplan.plan.questions import CRITERION
from groundplan.rules.plan_lines import BARE, PATH, SPAN, cut, lines_of, names_in, warn, words_of
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.finding import Finding
    from groundplan.plan.line import Line

_EMPTY_VERB = late_regex(
    r"(?:adapt|update|change|modify|adjust|edit|follow|extend|fix|refactor|review|handle|touch)\b",
    re.IGNORECASE,
)
_FILLER = late_regex(
    r"\b(?:as (?:far as|needed|necessary|required|appropriate)\b.*|accordingly|if (?:needed|necessary)|"
    r"where (?:needed|necessary)|follow(?:s|ing)? the changes? in\b.*|the change|make it \w+)",
    re.IGNORECASE,
)
_GRAMMAR = frozenset("also and as both code file files for in module of the to with".split())  # noqa: SIM905
# What to do with these goes without saying.
_KNOWN_WORK = late_regex(
    r"change|history|news|release|readme|docs?/|lock|snap|version|gitignore|package\.json|\.(?:md|rst|txt|toml|cfg)\b",
    re.IGNORECASE,
)
# Under any other heading, the heading may say what is done to each file.
_GENERIC_HEADING = late_regex(
    r"(?:implementation|work|execution|action)?\s*(?:plan|steps?|tasks?|changes|implementation|to-?dos?)|"
    r"(?:phase|milestone|stage)\s+\d+\b.*",
    re.IGNORECASE,
)
_LABELLED = late_regex(
    r"\b(?:prove|verification|verify|needs|depends? on|dependencies|owner|effort|tests?|files?|estimate|"
    r"requirements?|status)\b\s*:",
    re.IGNORECASE,
)
_IN_BRACKETS = late_regex(r"\([^()]*\)")
# What a file or test is extended with says what is done.
_WITH_WHAT = late_regex(r"\b(?:with|by)\s`[^`\n]{2,200}`", re.IGNORECASE)
# So does what becomes of something.
_INTO = late_regex(r"→|->|=>")
_FOLDERS = late_regex(r"(?<![\w./-])(?:[\w.-]{1,200}/){1,30}[\w.-]{0,200}")
_WORD = late_regex(r"[^\W\d_]{2,}")
_NOTHING_SAID = late_regex(
    r"(?:\[[ xX]\]\s*)?(?:yes|no|ok(?:ay)?|help|done|works?|it works|everything works|tbd|todo|n/?a|quit|"
    r"exit|none|\?+|i (?:do not|don'?t) know|idk|(?:all )?good|finished|completed?)\W*",
    re.IGNORECASE,
)
_ID = late_regex(r"\b(?:FR|NFR|AC|SC|REQ|R|US)-?\d+(?:\.\d+)*\b")
_MAKES = late_regex(
    r"\b(?:create|add|write|introduce|generate|scaffold)\b(?:\s+(?!to\b|in\b|into\b)[\w'’-]+){0,4}\s+`?$|"
    r"\bnew (?:file|test|module|script)s?:?\s+`?$",
    re.IGNORECASE,
)
_RUNS = late_regex(
    r"`[^`\n]*\b(?:pytest|vitest|jest|mocha|node|python3?|ruby|rspec|phpunit|deno|bun|bash|sh)\b[^`\n]*`"
)
_FAILS = late_regex(r"\bfail(?:s|ing|ed)?\b|\bred\b", re.IGNORECASE)
_READS = late_regex(
    r"\b(?:from|using|per|see|like|against|according to|based on|as in|reads?)\s+`?$|"
    r"\b(?:references?|reference\s+patterns?|patterns?\s+(?:of|in|from)|mirror\w*|model+ed\s+on)\b[^.;]*$",
    re.IGNORECASE,
)
_TASK_ID = late_regex(r"T\d{1,4}")
_NEEDS = late_regex(
    r"\b(?:depends? on|blocked by|requires?|needs|dependencies)\b:?\s*(?:tasks?|steps?)?\s*"
    r"((?:T\d{1,4}(?:\s*(?:,|and|&|/)\s*)?){1,20})",
    re.IGNORECASE,
)
_FEWEST = 3


@rule("GP903", "empty-step", always=True, severity=Severity.WARNING)
def empty_step(case: Case) -> Iterator[Finding]:
    """A step says what to do, not only where."""
    for step in lines_of(case, Role.STEP):
        if _GENERIC_HEADING.fullmatch(step.heading) and _says_nothing(step):
            message = f"The step says where, not what: “{cut(words_of(step))}”"
            yield warn("GP903", step, message, "Say what changes there, and how it is seen", step.text)


def _says_nothing(step: Line) -> bool:
    own = words_of(step)
    names = names_in(own)
    verb = _EMPTY_VERB.match(own)
    if verb is None or own.endswith(":") or not names or any(_KNOWN_WORK.search(name) for name in names):
        return False
    if _WITH_WHAT.search(own) or _INTO.search(own):
        return False
    details = _LABELLED.split(step.details)[0]
    return not _has_words(own[verb.end() :]) and not _has_words(details)


def _has_words(text: str) -> bool:
    """Tell whether a text says more than names, brackets and filler."""
    for noise in (SPAN, _IN_BRACKETS, _FILLER, _FOLDERS, BARE):
        text = noise.sub(" ", text)
    return any(word.casefold() not in _GRAMMAR for word in _WORD.findall(text))


@rule("GP904", "criterion-unanswered", always=True, severity=Severity.WARNING)
def criterion_unanswered(case: Case) -> Iterator[Finding]:
    """A criterion says something, and where the steps name the criteria they answer, none is left out."""
    for line in lines_of(case, Role.CRITERION):
        if _NOTHING_SAID.fullmatch(line.text):
            message = f"The criterion says nothing that can be seen: “{cut(line.text)}”"
            hint = "Say what is seen when it is met, and by which command"
            yield warn("GP904", line, message, hint, line.text)
    yield from _promised_files(case)
    declared = {
        line.id: line for line in lines_of(case, Role.CRITERION, Role.REQUIREMENT) if _ID.fullmatch(line.id)
    }
    named = {found for step in lines_of(case, Role.STEP) for found in _ID.findall(step.whole)}
    missing = [line for key, line in declared.items() if key not in named]
    if len(declared) < _FEWEST or len(missing) > len(declared) // 3:
        return  # the steps do not name what they answer, or the criteria are answered elsewhere
    for line in missing:
        others = len(declared) - len(missing)
        message = f"No step names `{line.id}`, though steps name the {others} others: “{cut(line.text)}”"
        yield warn("GP904", line, message, "Add the step that answers it, or say why none is needed", line.id)


def _promised_files(case: Case) -> Iterator[Finding]:
    """Find files that the user's measure of success names and no step does."""
    steps = tuple(lines_of(case, Role.STEP))
    said = "\n".join(step.whole for step in steps)
    for question in case.promises.questions:
        answer = question.answer
        if not steps or answer is None or question.asked is None or question.asked.subject != CRITERION:
            continue
        for path in dict.fromkeys(PATH.findall(answer.text)):
            if path not in said:
                message = f"The answer to {question.name} measures success in `{path}`, and no step names it"
                hint = "Name it in the step that changes it, or answer the question anew"
                yield warn("GP904", steps[0], message, hint, path)


@rule("GP905", "used-before-made", always=True, severity=Severity.WARNING)
def used_before_made(case: Case) -> Iterator[Finding]:
    """A command runs no file that only a later step creates."""
    steps = tuple(lines_of(case, Role.STEP))
    made = _made(steps)
    for at, step in enumerate(steps):
        if _FAILS.search(step.whole):
            continue  # a test that is to fail first may well be run before it is there
        for path in dict.fromkeys(
            path for command in _RUNS.findall(step.whole) for path in PATH.findall(command)
        ):
            if made.get(path, at) > at:
                message = f"`{path}` is run here and created only at line {steps[made[path]].place.line}"
                yield warn("GP905", step, message, "Create it first, or run it later", path)


def _made(steps: tuple[Line, ...]) -> dict[str, int]:
    """Return the first step that creates each file."""
    made: dict[str, int] = {}
    for at, step in enumerate(steps):
        for path in PATH.finditer(step.text):
            if _MAKES.search(step.text[: path.start()]):
                made.setdefault(path[0], at)
    return made


@rule("GP907", "parallel-conflict", always=True, severity=Severity.WARNING)
def parallel_conflict(case: Case) -> Iterator[Finding]:
    """Steps that may be done side by side work on different files."""
    seen: dict[tuple[str, int, str], list[Line]] = {}
    for step in lines_of(case, Role.STEP):
        is_open = step.is_parallel and not step.text.startswith(("[x]", "[X]"))
        for path in _worked_on(step) if is_open else ():
            seen.setdefault((step.section, step.under, path), []).append(step)
    for (_, _, path), steps in seen.items():
        if len(steps) > 1:
            names = [f"`{each.id or cut(words_of(each), 30)}`" for each in steps]
            told = f"{', '.join(names[:-1])} and {names[-1]}"
            message = f"{told} are marked as parallel, and all work on `{path}`"
            yield warn("GP907", steps[1], message, "Do them one after the other, or in one step", path)


def _worked_on(step: Line) -> list[str]:
    """Return the files of a step that it does not only read."""
    found = (match for match in PATH.finditer(step.text) if not _READS.search(step.text[: match.start()]))
    return list(dict.fromkeys(match[0] for match in found))


@rule("GP908", "unknown-step", always=True, severity=Severity.WARNING)
def unknown_step(case: Case) -> Iterator[Finding]:
    """A step that another one waits for is in the plan, and does not wait for it in turn."""
    steps = {step.id.upper(): step for step in lines_of(case, Role.STEP) if _TASK_ID.fullmatch(step.id)}
    if len(steps) < _FEWEST or case.records("task"):
        return  # the tasks of a playbook have rules of their own
    needs = {key: _needs(step) for key, step in steps.items()}
    for key, wanted in needs.items():
        for other in wanted:
            if other not in steps:
                message = f"`{key}` waits for `{other}`, which is no step of this plan"
                yield warn("GP908", steps[key], message, "Name a step that is there", other)
            elif key < other and key in needs[other]:
                message = f"`{key}` and `{other}` wait for each other"
                yield warn("GP908", steps[key], message, "Say which comes first", other)


def _needs(step: Line) -> list[str]:
    found = (one.upper() for match in _NEEDS.finditer(step.whole) for one in _TASK_ID.findall(match[1]))
    return list(dict.fromkeys(found))
