"""Claims about commands, tests and packages."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.claimed.desk import unknown
from groundplan.app.judgement.claimed.names import judge_absent
from groundplan.code.nearest import nearest
from groundplan.markdown.command_lines import split_commands
from groundplan.plan.citation import Citation, parse_citation
from groundplan.plan.statement import MOVED_TO, NAMED_TEST, OWN_VERSION, Answer, Statement, Topic, Verdict
from groundplan.survey.stated.commands import judge_command
from groundplan.survey.stated.dependencies import judge_dependency
from groundplan.survey.stated.here import has_word, settle
from groundplan.survey.stated.test_ids import judge_named
from groundplan.survey.stated.tested import judge_tested
from groundplan.survey.stated.versions import allows, find_declared, judge_version, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.claimed.desk import Desk
    from groundplan.consult.fact import Fact
    from groundplan.survey.stated.here import Here

_PACKAGE = re.compile(
    r"(?P<name>@?[A-Za-z][\w./:+#-]*?)(?:\[[^\]]*\])?"
    r"(?:\s*(?P<sign>\^|~>|~=|===?|>=|<=|!=|>|<|=|~|@)|\s+)\s*v?(?P<version>\d[\w.*]*)(?P<more>\+|\s*(?:or\s+\w+|,.*|<.*|[-–].*))?"
)
_RANGE = frozenset({"^", "~", "~>", "~=", ">=", "<=", ">", "<", "=="})
_OTHER_NAMES = {"node": "node.js", "nodejs": "node.js", "golang": "go", "c#": ".net", "jdk": "java"}
_NO_PACKAGES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "bash docker git go java kubernetes make mysql node npm php pip pnpm postgres postgresql python "
        "redis ruby rust sh sqlite yarn"
    ).split()
)
_OF_PACKAGES = re.compile(
    r"\b(?:runs?\s+the\s+tests|test\s+runner|linter|depend\w*|packages?|librar\w+|requir\w*|manifests?|install\w*|import\w*|pinned|pins|locked|already|"
    r"crates?|gems?|modules?)\b|\.(?:toml|json|lock|mod|gradle|xml|cfg|txt)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w$]+")


def judge_run(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether what a command names is here."""
    stated = Statement(Topic.COMMAND, fact.value, fact.value, folder=fact.at.strip("./"))
    answers = [
        replace(answer, statement=replace(answer.statement, text=fact.value))
        for each in split_commands(fact.value, stated)
        for answer in [_with_doubt(desk, judge_command(desk.here, each))]
    ]
    if not answers and "/" in (first := fact.value.split(" ")[0]) and (found := desk.find(first)):
        return found.answer or Answer(stated, Verdict.HOLDS, at=(found.path,))
    false = next((each for each in answers if each.verdict is Verdict.FALSE), None)
    known = [each for each in answers if each.verdict is not Verdict.UNKNOWN]
    return false or (known[0] if known else unknown(stated, "what it runs is not known here"))


def _with_doubt(desk: Desk, answer: Answer) -> Answer:
    """Return the answer to a command, unknown where a step may make what it lacks."""
    missing = re.findall(r"`([^`]+)`", answer.found) if answer.verdict is Verdict.FALSE else []
    is_test = answer.statement.topic is Topic.TEST
    if missing and is_test and desk.may_write_tests(missing[-1], answer.near):
        return replace(answer, verdict=Verdict.UNKNOWN, found="a step may write that test")
    return desk.as_new(answer, *missing[-1:])


def judge_test(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether a test is there, in the file that is named."""
    here = desk.here
    stated = Statement(Topic.TEST, fact.value, fact.value, said=NAMED_TEST)
    at, name = fact.at, fact.value
    if "::" in name and parse_citation(name.partition("[")[0]) and not at:
        at, _, name = name.partition("::")
    if not at and (desk.find(name) if "/" in name or parse_citation(name) else None):
        at, name = name, ""
    found = desk.find(at) if at else None
    if found and found.answer:
        return found.answer
    if not name:
        return Answer(stated, Verdict.HOLDS, at=(at,)) if found else unknown(stated, "it names no test")
    if found is None or found.is_folder:
        return desk.as_new(judge_named(here, replace(stated, subject=name)), name)
    judge = _titled if " " in name else _named
    return desk.as_new(judge(desk, stated, name, found.path), name)


def _named(desk: Desk, stated: Statement, name: str, path: str) -> Answer:
    """Tell whether a file of tests has a name; a class of tests may inherit what another file has."""
    parts = [each for each in re.split(r"::|[.#]", name.partition("[")[0]) if each]
    text = next(desk.here.texts([path]), "")
    missing = next((each for each in parts if not has_word([text], each)), "")
    if not missing:
        return Answer(stated, Verdict.HOLDS, at=(path,))
    if len(parts) > 1 and missing == parts[-1] and desk.is_anywhere(missing):
        return unknown(stated, "it may be inherited")
    known = set(re.findall(r"\b(?:def|func|fn|void|fun|class)\s+(\w+)", text))
    near = nearest(missing, known, most=2)
    return Answer(stated, Verdict.FALSE, f"`{path}` has no `{missing}`", near)


def _titled(desk: Desk, stated: Statement, title: str, path: str) -> Answer:
    """Tell whether a file has a title, whole or in two parts; one that is filled in is unknown."""
    text = next(desk.here.texts([path]), "")
    words = title.split()
    if re.search(r"\s+".join(map(re.escape, words)), text, re.IGNORECASE):
        return Answer(stated, Verdict.HOLDS, at=(path,))
    pairs = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    is_filled = re.search(rf"[\"'`]{re.escape(words[0])}[^\"'`\n]*(?:%[a-z]|[$#]\{{|\$\w)", text)
    if is_filled or any(_is_string(text, one) and _is_string(text, other) for one, other in pairs):
        return unknown(stated, "it may be put together")
    return Answer(stated, Verdict.FALSE, f"no test in `{path}` is called so")


def _is_string(text: str, part: str) -> bool:
    return re.search(rf"[\"'`]{re.escape(part)}[\"'`]", text, re.IGNORECASE) is not None


def judge_use_in_tests(desk: Desk, fact: Fact, _quote: str) -> Answer:
    """Tell whether tests use a name or file, or none does."""
    at = fact.at or fact.value
    is_denied = fact.kind == "untested"
    stated = Statement(Topic.TESTED, at, at, is_denied=is_denied)
    found = desk.find(at) if "/" in at or "::" in at else None
    if found and found.answer:
        return found.answer
    if found and found.is_folder:
        return unknown(stated, "of a folder it cannot be told")
    subject = f"{found.path}::{found.citation.symbol}".removesuffix("::") if found else at
    stated = replace(stated, subject=subject)
    if is_denied or not fact.names:
        answer = judge_tested(desk.index, stated)
        is_absent = answer.verdict is Verdict.FALSE and not is_denied
        return unknown(stated, answer.found) if is_absent else answer
    answers = [judge_tested(desk.index, replace(stated, by=each)) for each in fact.names]
    return next((each for each in answers if each.verdict is not Verdict.HOLDS), answers[0])


# Packages.


def judge_package(desk: Desk, fact: Fact, quote: str) -> Answer:
    """Tell whether a manifest asks for a package, in a version that some manifest or lock file has."""
    here, text = desk.here, fact.value
    match = _PACKAGE.fullmatch(text)
    name = match["name"] if match else text.partition(" ")[0].partition("[")[0]
    stated = Statement(Topic.DEPENDENCY, text, name, citation=_manifest(desk, fact.at))
    if fact.at and stated.citation is None and (found := desk.find(fact.at)) and found.answer:
        return found.answer
    language = _OTHER_NAMES.get(name.lower(), name.lower())
    runtimes = [each for each in here.manifest.runtimes if each.language.lower() == language]
    if runtimes:
        version = match["version"] if match else ""
        spelled = runtimes[0].language
        return (
            _version(desk, replace(stated, subject=spelled), match, [each.declared for each in runtimes])
            if version
            else Answer(stated, Verdict.HOLDS)
        )
    if any(each.name.lower() == name.lower() for each in here.manifest.projects) and match:
        own = replace(stated, topic=Topic.VERSION, subject=OWN_VERSION, said=match["version"])
        return judge_version(here, own)
    answer = judge_dependency(here, stated)
    if answer.verdict is Verdict.FALSE and not _is_package(name, quote):
        return unknown(stated, "it may be no package, but a service, a tool or a part of the language")
    if answer.verdict is not Verdict.HOLDS or match is None:
        return desk.as_new(answer, name)
    declared = find_declared(here.manifest, name)
    known = [each for one in declared for each in (one.declared, one.locked) if each]
    known += [pin for each in _locked(here, name) for pin in [each]]
    moved = {each.subject.lower() for each in desk.sayings.statements if each.said == MOVED_TO}
    if name.lower() in moved:
        return unknown(stated, "a step moves it to another version")
    return _version(desk, stated, match, known)


def _is_package(name: str, quote: str) -> bool:
    """Tell whether words speak of a package: what is named so may be a service or part of a language."""
    is_built_in = name.partition(".")[0] in sys.stdlib_module_names or name.startswith("node:")
    is_built_in = is_built_in or name in _NO_PACKAGES
    is_spelled = name == name.lower() or "/" in name or ":" in name
    return is_spelled and not is_built_in and _OF_PACKAGES.search(quote) is not None


def _version(desk: Desk, stated: Statement, match: re.Match[str] | None, known: list[str]) -> Answer:
    """Tell whether a version is one that is declared, allowed or locked; a range is compared as written."""
    assert match is not None
    said = match["version"].rstrip(".*x")
    asked = replace(stated, topic=Topic.VERSION, said=said)
    wanted = list(_numbers_in(f"{said} {match['more'] or ''}"))
    is_range = (match["sign"] or "") in _RANGE or match["more"]
    # ">= 7" is no ">= 7.6"; of a version without a sign the last numbers may be left out.
    is_language = any(each.language == stated.subject for each in desk.here.manifest.runtimes)
    has = _writes if is_range and not is_language else _has
    same = [each for each in known if all(has(each, one) for one in wanted)]
    if same:
        return Answer(asked, Verdict.HOLDS, f"`{same[0]}` is declared")
    if not known or not all(re.search(r"\d", each) for each in known):
        return unknown(asked, "no manifest gives a version")
    declared = find_declared(desk.here.manifest, stated.subject)
    if not is_range:
        allowing = [allows(each, said) for each in declared]
        if any(allowing) or None in allowing:
            return Answer(
                asked, Verdict.HOLDS if any(allowing) else Verdict.UNKNOWN, "a declared range allows it"
            )
        if not declared:
            return judge_version(desk.here, asked)
    shown = ", ".join(f"`{each}`" for each in dict.fromkeys(known))
    return Answer(asked, Verdict.FALSE, f"it is declared as {shown}")


def _has(declared: str, wanted: tuple[int, ...]) -> bool:
    """Tell whether a declared range or version gives a number, as exactly as one of the two does."""
    return any(one[: len(wanted)] == wanted[: len(one)] for one in _numbers_in(declared))


def _writes(declared: str, wanted: tuple[int, ...]) -> bool:
    """Tell whether a declared range has a number as it is; zeros at its end may be left out."""
    return any(_bare(one) == _bare(wanted) for one in _numbers_in(declared))


def _bare(version: tuple[int, ...]) -> tuple[int, ...]:
    while version[-1:] == (0,):
        version = version[:-1]
    return version


def _numbers_in(text: str) -> Iterator[tuple[int, ...]]:
    for match in re.finditer(r"\d+(?:\.\d+)*", text):
        yield numbers(match[0])


def _locked(here: Here, name: str) -> Iterator[str]:
    wanted = name.lower().replace("_", "-").replace(".", "-")
    for lock in here.manifest.locks:
        pins = (*lock.several.get(wanted, ()), *([lock.pins[wanted]] if wanted in lock.pins else ()))
        yield from (each.version for each in pins)


def _manifest(desk: Desk, at: str) -> Citation | None:
    found = desk.find(at) if at else None
    return Citation(found.path, text=at) if found and found.path and not found.is_folder else None


# What is said not to be there.


def judge_absence(desk: Desk, fact: Fact, quote: str) -> Answer:
    """Tell whether there is no such file, name, test, package or text."""
    if fact.of in {"package", "dependency"}:
        return _no_package(desk, fact)
    return _no_test(desk, fact) if fact.of == "test" else judge_absent(desk, fact, quote)


def _no_package(desk: Desk, fact: Fact) -> Answer:
    stated = Statement(
        Topic.DEPENDENCY, fact.value, fact.value, is_denied=True, citation=_manifest(desk, fact.at)
    )
    return judge_dependency(desk.here, stated)


def _no_test(desk: Desk, fact: Fact) -> Answer:
    stated = Statement(Topic.TEST, fact.value, fact.value, said=NAMED_TEST, is_denied=True)
    if len(fact.value) < 6 or not (
        " " in fact.value or "_" in fact.value or fact.value.lower().startswith("test")
    ):
        return unknown(stated, "which test is meant cannot be told")
    return settle(stated, judge_named(desk.here, replace(stated, is_denied=False)))
