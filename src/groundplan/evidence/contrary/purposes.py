"""What packages are for, read from `purposes.toml`, and which of them a goal would bring in."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from groundplan.evidence.contrary.wanted import LONGEST, roots, sentences
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.toml_text import read_toml
from groundplan.survey.manifest.facts import normal_name

if TYPE_CHECKING:
    from collections.abc import Mapping

ECOSYSTEMS = ("pypi", "npm", "go")
_VERSION = late_regex(r"/v\d+$|\.v\d+$")
_WORD = late_regex(r"[@A-Za-z][\w@/.-]*\w")
_WANTED = late_regex(
    r"\b(?:with|us(?:e|ing)|via|through|adopt(?:ing)?|introduc(?:e|ing)|integrat(?:e|ing)|implement(?:ing)?|add(?:ing)?"
    r"|install(?:ing)?|try|maybe|perhaps|possibly|leverag(?:e|ing)|bring(?:ing)? in|backed by|based on"
    r"|powered by|switch(?:ing)? to|mov(?:e|ing) to|like|in|on|e\.g\.)\s+(?:[\w-]+\s+){0,2}?[`\"'(]{0,2}$",
    re.IGNORECASE,
)
_UNWANTED = late_regex(
    r"\b(?:without|instead of|rather than|drop\w*|remov\w*|replac\w*|not|no|avoid\w*|don't|get rid of"
    r"|deprecat\w*|support\w*|compatib\w*|fix\w*|bug|error|fail\w*|break\w*|broken|document\w*|docs"
    r"|unlike)\b[^.,;]{0,40}$|\bfrom\s+(?:the\s+)?[`\"']?$",
    re.IGNORECASE,
)
_BUG = late_regex(
    r"\s+(?:support|compatibility|integration|plugin|backend|adapter|error|bug|version|\d)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question whose answer decides between what is there and what is new."""

    subject: str
    text: str
    why: str
    choices: tuple[tuple[str, str], ...]
    takes: str
    sways: str  # the choice after which something new is advised
    when: str  # asked only where the goal or the code gives cause: `slow`, `served`; empty: always
    counts: str  # what the deployment may answer itself: `replicas`
    assumption: str


@dataclass(frozen=True, slots=True)
class Purpose:
    """What packages are for: what they do, how they are called, what serves instead."""

    name: str
    does: str
    words: tuple[str, ...]
    packages: Mapping[str, frozenset[str]]  # by ecosystem
    servers: frozenset[str]
    stems: frozenset[str]
    verbs: frozenset[str]
    keys: frozenset[str]  # roots that name a function which serves by itself
    hooks: tuple[str, ...]
    cost: str
    server_cost: str
    standard: Mapping[str, str]  # by ecosystem
    is_dev: bool
    asks: tuple[Ask, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A package a goal would bring in: as it is known, as the goal writes it, and what it is for."""

    package: str
    spoken: str
    purposes: tuple[Purpose, ...]
    ecosystems: tuple[str, ...]

    @property
    def needs_server(self) -> bool:
        """Whether it needs a server of its own."""
        return any(self.package in each.servers for each in self.purposes)


@cache
def _table() -> dict[str, Any]:
    text = resources.files("groundplan.evidence.contrary").joinpath("purposes.toml").read_text("utf-8")
    return read_toml(text)


@cache
def all_purposes() -> tuple[Purpose, ...]:
    """Return every purpose."""
    return tuple(_purpose(row) for row in _table()["purpose"])


def purpose_named(name: str) -> Purpose:
    """Return a purpose by its name."""
    return next(each for each in all_purposes() if each.name == name)


@cache
def _plain() -> frozenset[str]:
    return frozenset(_table()["plain"].split())


def _purpose(row: Mapping[str, Any]) -> Purpose:
    return Purpose(
        name=row["name"],
        does=row["does"],
        words=tuple(each.strip() for each in row["words"].split(";")),
        packages={each: frozenset(row.get(each, "").split()) for each in ECOSYSTEMS},
        servers=frozenset(row.get("servers", "").split()),
        stems=frozenset(row.get("stems", "").split()),
        verbs=frozenset(row.get("verbs", "").split()),
        keys=roots(row.get("keys", "")),
        hooks=tuple(row.get("hooks", "").split()),
        cost=row["cost"],
        server_cost=row.get("server_cost", ""),
        standard=row.get("standard", {}),
        is_dev=row.get("dev", False),
        asks=tuple(_ask(each) for each in row.get("ask", ())),
    )


def _ask(row: Mapping[str, str]) -> Ask:
    pairs = [each.partition(":") for each in row.get("choices", "").split("|") if each.strip()]
    return Ask(
        row["subject"],
        row["text"],
        row.get("why", ""),
        tuple((name.strip(), text.strip()) for name, _, text in pairs),
        row.get("takes", ""),
        row.get("sways", ""),
        row.get("when", ""),
        row.get("counts", ""),
        row.get("assumption", ""),
    )


@cache
def _spoken() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return how packages are spoken of: each word with the packages and ecosystems it may mean."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for purpose in all_purposes():
        for ecosystem, packages in purpose.packages.items():
            for package in packages:
                for word in {package.lower(), normal_name(short_name(package))}:
                    found.setdefault(word, {})[package, ecosystem] = None
    return {word: tuple(each) for word, each in found.items()}


def short_name(package: str) -> str:
    """Return a package as people speak of it: `github.com/robfig/cron/v3` is `cron`."""
    return (
        _VERSION.sub("", package).rpartition("/")[2]
        if package.count("/") > 0 and not package.startswith("@")
        else package
    )


def named_packages(text: str) -> list[Named]:
    """Return the packages that a goal would bring in, by its own words."""
    found: dict[str, Named] = {}
    for sentence in sentences(text[:LONGEST]):
        for match in _WORD.finditer(sentence):
            word = match[0].lower().rstrip("?.")
            meant = _spoken().get(word) or _spoken().get(normal_name(word))
            if meant and word not in found and _is_wanted(sentence, match, word):
                known = {package for package, _ in meant}
                purposes = tuple(
                    each for each in all_purposes() if any(known & held for held in each.packages.values())
                )
                ecosystems = tuple(dict.fromkeys(ecosystem for _, ecosystem in meant))
                found[word] = Named(meant[0][0], match[0], purposes, ecosystems)
    return list(found.values())


def _is_wanted(sentence: str, match: re.Match[str], word: str) -> bool:
    before, after = sentence[: match.start()], sentence[match.end() :]
    is_code = before.endswith("`") and after.startswith("`")
    if short_name(word) in _plain() and not is_code:
        return False
    if _UNWANTED.search(before[-80:]) or _BUG.match(after.lstrip("`\"')")):
        return False
    return _WANTED.search(before[-60:]) is not None
