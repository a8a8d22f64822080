"""What a `cargo` command names: packages, features, targets, and the tests it selects."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import Answer, Topic, Verdict
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.survey.manifest.lines import table, words
from groundplan.survey.stated.here import holds, unknown, values_of, words_of

if TYPE_CHECKING:
    from groundplan.plan.statement import Statement
    from groundplan.survey.stated.here import Here

_SUBCOMMANDS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "test t bench run r build b check c clippy doc nextest rustc miri llvm-cov install"
    ).split()
)
_FOLDERS = {"--test": "tests", "--bench": "benches", "--example": "examples", "--bin": "src/bin"}
_KEYS = {"--test": "test", "--bench": "bench", "--example": "example", "--bin": "bin"}
_WITH_VALUE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "-p --package --features -F --test --bench --example --bin --target --profile -j --jobs "
        "--manifest-path "
        "--exclude --color --target-dir --message-format --config -Z -E --filterset --path"
    ).split()
)


@dataclass(frozen=True, slots=True)
class _Crate:
    folder: str
    data: dict[str, object]

    @property
    def name(self) -> str:
        return words(table(self.data.get("package")).get("name"))

    def features(self) -> set[str]:
        """Return the features: declared ones, and optional dependencies, which make one of their name."""
        found = set(table(self.data.get("features")))
        for key, body in self._tables():
            if key == "dependencies":
                found |= {name for name, value in body.items() if table(value).get("optional") is True}
        return found

    def packages(self) -> set[str]:
        return {name for _, body in self._tables() for name in body}

    def _tables(self) -> list[tuple[str, dict[str, object]]]:
        places = [self.data, *(table(each) for each in table(self.data.get("target")).values())]
        keys = ("dependencies", "dev-dependencies", "build-dependencies")
        return [(key, table(place.get(key))) for place in places for key in keys]


def judge_cargo(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the packages, features, targets and tests of a `cargo` command are here."""
    rest = rest[1:] if rest[:1] and rest[0].startswith("+") else rest
    crates = _crates(here)
    if not rest or rest[0] not in _SUBCOMMANDS or rest[0] == "install" or not crates:
        return unknown(statement)
    named = values_of(rest, "-p", "--package")
    answer = _judge_packages(here, statement, crates, named)
    if answer.verdict is Verdict.UNKNOWN:
        answer = _judge_features(here, statement, crates, rest)
    if answer.verdict is Verdict.UNKNOWN:
        answer = _judge_targets(here, statement, crates, rest)
    if answer.verdict is Verdict.UNKNOWN and rest[0] in {"test", "t", "nextest"}:
        answer = _judge_filter(here, replace(statement, topic=Topic.TEST), rest)
    if answer.verdict is Verdict.UNKNOWN and (named or len(values_of(rest, *_FOLDERS, "--features", "-F"))):
        return holds(statement)
    return answer


def _crates(here: Here) -> list[_Crate]:
    found = []
    for path in here.files("Cargo.toml"):
        text = next(here.texts([path]), "")
        try:
            found.append(_Crate(posixpath.dirname(path), read_toml(text)))
        except BadToml:
            return []
    return found


def _judge_packages(here: Here, statement: Statement, crates: list[_Crate], named: list[str]) -> Answer:
    known = {crate.name for crate in crates if crate.name}
    locked = {name for lock in here.manifest.locks if lock.ecosystem == "cargo" for name in lock.pins}
    for each in named:
        name = each.partition("@")[0]
        if name not in known | locked and "/" not in name:
            return here.gone(statement, name, f"no crate here is called `{name}`", known)
    return unknown(statement)


def _judge_features(here: Here, statement: Statement, crates: list[_Crate], rest: list[str]) -> Answer:
    known = set().union(*(crate.features() for crate in crates)) | {"default"}
    packages = set().union(*(crate.packages() for crate in crates)) | {crate.name for crate in crates}
    for value in values_of(rest, "--features", "-F"):
        for feature in re.split(r"[,\s]+", value.strip()):
            package, _, name = feature.rpartition("/")
            if not feature or feature in known or (package and package.rstrip("?") in packages):
                continue
            missing = name or feature
            return here.gone(statement, missing, f"no crate here has a feature `{missing}`", known)
    return unknown(statement)


def _judge_targets(here: Here, statement: Statement, crates: list[_Crate], rest: list[str]) -> Answer:
    for option, folder in _FOLDERS.items():
        known = _targets(here, crates, option, folder)
        for name in values_of(rest, option):
            if name in known or re.search(r"[*?\[]", name):
                continue
            kind = replace(statement, topic=Topic.TEST) if option == "--test" else statement
            return here.gone(kind, name, f"no crate here has a {_KEYS[option]} target `{name}`", known)
    return unknown(statement)


def _targets(here: Here, crates: list[_Crate], option: str, folder: str) -> set[str]:
    found: set[str] = set()
    for crate in crates:
        place = f"{crate.folder}/" if crate.folder else ""
        entries = crate.data.get(_KEYS[option])
        found |= {words(table(each).get("name")) for each in entries} if isinstance(entries, list) else set()
        if table(crate.data.get("package")).get(f"auto{folder.rpartition('/')[2]}") is False:
            continue
        for path in here.index.paths():
            inner = path.removeprefix(f"{place}{folder}/") if path.startswith(f"{place}{folder}/") else ""
            if inner.endswith(".rs") and ("/" not in inner or inner.endswith("/main.rs")):
                found.add(inner.removesuffix(".rs").removesuffix("/main"))
        if option == "--bin" and f"{place}src/main.rs" in here.index.paths():
            found.add(crate.name)
    return found


def _judge_filter(here: Here, statement: Statement, rest: list[str]) -> Answer:
    """Tell whether the part of a test's name that `cargo test` is given is in some test's path."""
    wanted = words_of(rest[1:], _WITH_VALUE)
    wanted = wanted[1:] if rest[0] == "nextest" and wanted[:1] == ["run"] else wanted
    if "--" in rest:
        wanted += [each for each in rest[rest.index("--") + 1 :] if re.fullmatch(r"\w{4,}(?:::\w+)*", each)]
    files = here.ending(".rs")
    for each in wanted:
        last = each.rsplit("::", maxsplit=1)[-1]
        if not re.fullmatch(r"\w{4,}", last):
            return unknown(statement)
        is_there = any(last in path for path in files) or any(last in text for text in here.texts(files))
        if not is_there:
            return here.gone(
                statement, last, f"no test here has `{last}` in its name", _test_names(here, files)
            )
    return Answer(statement, Verdict.HOLDS if wanted else Verdict.UNKNOWN)


def _test_names(here: Here, files: list[str]) -> set[str]:
    return {
        name for text in here.texts(files) for name in re.findall(r"#\[\w*test\]\s+(?:async )?fn (\w+)", text)
    }
