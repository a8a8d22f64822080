"""Versions that a plan states, held against what manifests declare and lock files hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import BARE, OWN_VERSION, TESTED_ON, WRITTEN, Answer, Verdict
from groundplan.survey.manifest.facts import Dependency
from groundplan.survey.spot import Spot
from groundplan.survey.stated.here import settle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement
    from groundplan.survey.manifest.facts import Manifest, Runtime
    from groundplan.survey.stated.here import Here

# A manifest that names one version of these means it as the least.
_LEAST = frozenset({"Go", "Rust", "Java"})
_VERSION_FILES = re.compile(
    r"(?:.*/)?(?:_?version\.(?:rb|py|go)|__(?:version|about)__\.py|gradle\.properties|build\.gradle(?:\.kts)?)|"
    r"(?:src/)?[^/]+/__init__\.py"
)
_OWN = re.compile(
    rb"""^\s{0,8}(?:\w+\s+)?(?:VERSION|__version__|[vV]ersion|VERSION_NAME)\s*=\s*["']?(\d+\.\d[\w.]*)""",
    re.MULTILINE,
)
_PIPELINES = re.compile(
    r"\.github/workflows/.*\.ya?ml|\.circleci/.*\.ya?ml|\.travis\.yml|azure-pipelines\.yml|\.gitlab-ci\.yml|tox\.ini|noxfile\.py"
)
_TOP = (10**9,)
_PART = re.compile(
    r"(?P<sign>\^|~>|~=|~|===?|=|>=|<=|!=|>|<)?\s*v?(?P<number>\d+(?:\.\d+)*)(?P<open>(?:\.[x*X])+)?"
    r"(?:[-.]?[a-zA-Z][\w.+-]*|\+[\w.]+)?"
)
_BETWEEN = re.compile(r"v?(\d+(?:\.\d+)*)\s+-\s+v?(\d+(?:\.\d+)*)")
_BRACKETS = re.compile(r"([\[(])\s*([\d.]*)\s*,\s*([\d.]*)\s*([\])])|\[\s*([\d.]+)\s*\]")


@dataclass(frozen=True, slots=True)
class Span:
    """All versions from the first up to, and without, the second."""

    low: tuple[int, ...] = ()
    high: tuple[int, ...] = _TOP

    def meets(self, other: Span) -> bool:
        """Tell whether some version is in both."""
        return self.low < other.high and other.low < self.high


def judge_version(here: Here, statement: Statement) -> Answer:
    """Tell whether some manifest or lock file allows a version; what none of them names is unknown."""
    if statement.said.startswith(WRITTEN):
        return _judge_written(here, statement)
    if statement.said == TESTED_ON:
        return _judge_tested(here, statement)
    answer = _judge(here, statement)
    is_rounded = statement.by == BARE and _is_alike(here, answer.found, statement)
    if answer.verdict is Verdict.FALSE and is_rounded:
        return Answer(statement, Verdict.UNKNOWN)
    return settle(statement, answer)


def _judge_written(here: Here, statement: Statement) -> Answer:
    """Tell whether what is declared or locked of a package has a number."""
    said = statement.said.removeprefix(WRITTEN)
    runtimes = [each for each in here.manifest.runtimes if each.language == statement.subject]
    found = () if runtimes else find_declared(here.manifest, statement.subject)
    known = [each.declared for each in runtimes] + [each.declared for each in found]
    known += [each.locked for each in found if each.locked]
    places = [each.at for each in runtimes] + [each.at for each in found]
    if not places or not all(re.search(r"\d", each) for each in known if each):
        return Answer(statement, Verdict.UNKNOWN)
    same = re.compile(rf"(?<![\d.]){re.escape(said.removesuffix('.0'))}(?!\d)")
    if any(same.search(each) for each in known):
        return Answer(statement, Verdict.HOLDS)
    first = next((each for each in known if each), "")
    return Answer(
        statement, Verdict.FALSE, f"it is declared as {first} in `{places[0].path}:{places[0].line}`"
    )


def _judge_tested(here: Here, statement: Statement) -> Answer:
    """Tell whether the files of a pipeline have each version, where they have some of them."""
    files = [path for path in here.index.paths() if _PIPELINES.fullmatch(path)]
    text = "\n".join(here.texts(files))
    versions = statement.by.split("\n")
    there = [re.search(rf"(?<![\d.]){re.escape(each.removesuffix('.x'))}(?!\d)", text) for each in versions]
    missing = [each for each, found in zip(versions, there, strict=True) if found is None]
    if not missing or len(missing) == len(versions):
        return Answer(statement, Verdict.UNKNOWN if missing else Verdict.HOLDS)
    return Answer(statement, Verdict.FALSE, f"no workflow here has {missing[0]}")


def _is_alike(here: Here, found: str, statement: Statement) -> bool:
    """Tell whether two versions are of one line: a version that nothing says is in use may be rounded."""
    if any(each.language == statement.subject for each in here.manifest.runtimes):
        return False
    one, two = numbers(re.sub(r"`[^`]*`", "", found)), numbers(statement.said)
    return one[:1] == two[:1] and (one[:1] != (0,) or one[:2] == two[:2])


def _judge(here: Here, statement: Statement) -> Answer:
    if statement.subject == OWN_VERSION:
        return _judge_own(here, statement)
    if statement.said.endswith("+"):
        return Answer(statement, Verdict.UNKNOWN)  # what is supported is more than what is declared
    runtimes = [each for each in here.manifest.runtimes if each.language == statement.subject]
    if runtimes:
        return _judge_runtime(statement, runtimes)
    found = find_declared(here.manifest, statement.subject) or tuple(_written_out(here, statement.subject))
    if not found or _is_brand(found, statement):
        return Answer(statement, Verdict.UNKNOWN)
    verdicts = [allows(each, statement.said) for each in found]
    if any(verdicts):
        allowing = next(each for each, verdict in zip(found, verdicts, strict=True) if verdict)
        return Answer(statement, Verdict.HOLDS, at=(f"{allowing.at.path}:{allowing.at.line}",))
    if any(verdict is None for verdict in verdicts):
        return Answer(statement, Verdict.UNKNOWN)
    first = found[0]
    is_locked = first.locked and (
        not first.declared or first.locked_at is None or first.locked == first.declared
    )
    text = f"locked at {first.locked}" if is_locked else f"declared as {first.declared}"
    at = first.locked_at if is_locked and first.locked_at else first.at
    return Answer(statement, Verdict.FALSE, f"it is {text} in `{at.path}:{at.line}`")


def _is_brand(found: tuple[Dependency, ...], statement: Statement) -> bool:
    """Tell whether a number may be of something else with that name: Material 3, Android 13, spec 1."""
    return "." not in statement.said and any(
        each.ecosystem == "maven" or each.is_indirect or each.name.lower() != statement.subject.lower()
        for each in found
    )


def find_declared(manifest: Manifest, name: str) -> tuple[Dependency, ...]:
    """Return what manifests declare under a package's name, as people write it."""
    for spelled in _spellings(name):
        found = manifest.find(spelled)
        if found:
            return found
    # `org.slf4j:slf4j-api`, `github.com/spf13/cobra` and `monolog/monolog` are known by their last part.
    low = re.sub(r"[\s_.]", "-", name.lower())
    return tuple(
        each
        for each in manifest.dependencies
        if (each.ecosystem == "maven" and _is_artifact(each.name, low))
        or (each.ecosystem in {"go", "composer"} and _last(each.name) == low)
    )


def _is_artifact(name: str, low: str) -> bool:
    """Tell whether a coordinate is known by a word: its artifact, or the family that its group names too."""
    group, _, artifact = name.lower().rpartition(":")
    return artifact == low or (artifact.startswith(f"{low}-") and low in re.split(r"[.-]", group or artifact))


def _written_out(here: Here, name: str) -> Iterator[Dependency]:
    """Yield the coordinates that a build file of Gradle, a program, writes anywhere."""
    wanted = re.compile(
        rf"""["'][\w.-]+:({re.escape(name.lower())}(?:-[\w.-]+)?):(\d[\w.]*)["']""", re.IGNORECASE
    )
    for path in here.ending("build.gradle", "build.gradle.kts"):
        for number, line in enumerate(next(here.texts([path]), "").split("\n"), 1):
            for match in wanted.finditer(line[:1_000]):
                yield Dependency(match[1], "maven", match[2], Spot(path, number))


def _last(name: str) -> str:
    return re.sub(r"/v\d+$", "", name.lower()).replace(":", "/").rpartition("/")[2]


def _spellings(name: str) -> tuple[str, ...]:
    low = name.lower()
    plain = low.removesuffix(".js")
    return tuple(dict.fromkeys((name, low, plain, low.replace(" ", "-"), low.replace(" ", ""), f"{plain}js")))


def allows(dependency: Dependency, said: str) -> bool | None:
    """Return whether a dependency can be of the stated version; None where its range says nothing plain."""
    stated = stated_span(said)
    if dependency.locked and stated_span(dependency.locked).meets(stated):
        return True
    if not dependency.declared:
        return False if dependency.locked else None
    ranges = read_range(dependency.declared, dependency.ecosystem)
    return None if ranges is None else any(each.meets(stated) for each in ranges)


def _judge_runtime(statement: Statement, runtimes: list[Runtime]) -> Answer:
    said = statement.said.removeprefix("==")
    stated = numbers(said)
    is_declared = said != statement.said or statement.subject == "Rust edition"
    verdicts = [_runs(each, said) for each in runtimes]
    written = any(
        number[: len(stated)] == stated[: len(number)]
        for each in runtimes
        if (number := numbers(each.declared))
    )
    if any(verdict is None for verdict in verdicts):
        return Answer(statement, Verdict.UNKNOWN)
    if written if is_declared else any(verdicts):
        return Answer(statement, Verdict.HOLDS)
    first = runtimes[0]
    found = f"it is declared as {first.declared} in `{first.at.path}:{first.at.line}`"
    return Answer(statement, Verdict.FALSE, found)


def _runs(runtime: Runtime, said: str) -> bool | None:
    declared = runtime.declared
    is_least = said.endswith("+")
    if runtime.language == ".NET":
        known = [numbers(each)[:1] for each in declared.split(";")]
        return any(each >= numbers(said)[:1] if is_least else each == numbers(said)[:1] for each in known)
    if runtime.language == "Java":
        declared, said = declared.removeprefix("1."), said.removeprefix("1.")
    plain = re.fullmatch(r"v?\d+(?:\.\d+)*", declared.strip())
    if plain and runtime.language in _LEAST:
        declared, said = f">={declared}", said.rstrip("+")
    elif not plain:
        said = said.rstrip("+")  # of a range, the least that is stated is the least that it allows
    ranges = read_range(declared, "")
    return None if ranges is None else any(each.meets(stated_span(said)) for each in ranges)


def _judge_own(here: Here, statement: Statement) -> Answer:
    known = [*((each.version, each.at) for each in here.manifest.projects if each.version)]
    known += _own_versions(here.index)
    stated = numbers(statement.said)
    if not known or any(numbers(version)[: len(stated)] == stated for version, _ in known):
        return Answer(statement, Verdict.HOLDS if known else Verdict.UNKNOWN)
    version, at = known[0]
    return Answer(statement, Verdict.FALSE, f"it is {version} in `{at.path}:{at.line}`")


def _own_versions(index: CodeView) -> Iterator[tuple[str, Spot]]:
    for path in index.paths():
        text = (index.text(path) or b"") if _VERSION_FILES.fullmatch(path) else b""
        for match in _OWN.finditer(text):
            yield match[1].decode(), Spot(path, text.count(b"\n", 0, match.start(1)) + 1)


def stated_span(said: str) -> Span:
    """Return what a plan states: `3.8` is every 3.8, `3.8+` is 3.8 and all above."""
    low = numbers(said)
    return Span(low) if said.rstrip().endswith("+") else Span(low, _next(low))


def read_range(declared: str, ecosystem: str) -> tuple[Span, ...] | None:
    """Return the spans that a range allows; None where it is written in another way."""
    text = declared.strip().strip("\"'")
    if text in {"*", "latest", "x", "X"}:
        return (Span(),)
    bracket = _BRACKETS.fullmatch(text)
    if bracket:
        return (_bracketed(bracket),)
    found = []
    for choice in re.split(r"\s*\|\|?\s*", text):
        spans = _all_of(choice.strip(), ecosystem)
        if spans is None:
            return None
        found.append(spans)
    return tuple(found) or None


def numbers(text: str) -> tuple[int, ...]:
    """Return the parts of the first version in a text."""
    match = re.search(r"\d+(?:\.\d+)*", text)
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def _all_of(text: str, ecosystem: str) -> Span | None:
    between = _BETWEEN.fullmatch(text)
    if between:
        return Span(numbers(between[1]), _next(numbers(between[2])))
    low: tuple[int, ...] = ()
    high: tuple[int, ...] = _TOP
    at = 0
    parts = list(_PART.finditer(text))
    for part in parts:
        if text[at : part.start()].strip(" ,"):
            return None
        at = part.end()
        span = _one(part, ecosystem)
        low, high = max(low, span.low), min(high, span.high)
    return Span(low, high) if parts and not text[at:].strip(" ,") else None


def _one(part: re.Match[str], ecosystem: str) -> Span:
    number, sign = numbers(part["number"]), part["sign"] or ""
    if sign == "!=":
        return Span()
    if sign in {">", ">="}:
        return Span(number)
    if sign in {"<", "<="}:
        return Span((), number if sign == "<" else _next(number))
    if part["open"]:
        return Span(number, _next(number))
    if sign == "^" or (not sign and ecosystem == "cargo"):
        return Span(number, _caret(number))
    if sign in {"~>", "~="} or (sign == "~" and ecosystem == "composer"):
        return Span(number, _next(number[:-1]) if len(number) > 1 else _TOP)
    if sign == "~":
        return Span(number, _next(number[:2]))
    return Span(number, _next(number))


def _caret(number: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a caret stops before: the first part that is not zero may not grow."""
    fixed = next((at for at, part in enumerate(number) if part), len(number) - 1)
    return _next(number[: fixed + 1])


def _next(number: tuple[int, ...]) -> tuple[int, ...]:
    return (*number[:-1], number[-1] + 1) if number else _TOP


def _bracketed(match: re.Match[str]) -> Span:
    if match[5]:
        return Span(numbers(match[5]), _next(numbers(match[5])))
    high = numbers(match[3])
    return Span(numbers(match[2]), (high if match[4] == ")" else _next(high)) if high else _TOP)
