"""The calls in which a flow ends: storage, network, files, processes, queues; read from `sinks.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from groundplan.code.languages import SCRIPTS
from groundplan.plan.toml_text import read_toml


@dataclass(frozen=True, slots=True)
class Sink:
    """A set of calls of one language that do one kind of thing outside the program."""

    kind: str
    whole: frozenset[str]  # `requests.get`
    lasts: frozenset[str]  # `execute`, whatever it is called on
    chains: frozenset[str]  # `objects`: a word anywhere in the chain
    receivers: frozenset[str]
    roots: frozenset[str]

    def matches(self, words: str, roots: frozenset[str]) -> bool:
        """Whether a call of some words, in a file that imports some packages, is one of these."""
        if self.roots and not self.roots & roots:
            return False
        if words in self.whole:
            return True
        base, _, last = words.rpartition(".")
        if self.chains and not self.chains.isdisjoint(base.split(".")):
            return True
        if last not in self.lasts or not base:
            return False
        return not self.receivers or base.rpartition(".")[2] in self.receivers


@cache
def sinks(language: str) -> tuple[Sink, ...]:
    """Return the sinks of a language; JavaScript, TypeScript and components share theirs."""
    key = "script" if language in SCRIPTS else language
    text = resources.files("groundplan.survey.flow").joinpath("sinks.toml").read_text("utf-8")
    return tuple(_sink(row) for row in read_toml(text)["sink"] if row["language"] == key)


def _sink(row: dict[str, str]) -> Sink:
    calls = row["calls"].split()
    return Sink(
        row["kind"],
        frozenset(each for each in calls if not each.startswith("*")),
        frozenset(each[2:] for each in calls if each.startswith("*.")),
        frozenset(each.split(".")[1] for each in calls if each.startswith("**.")),
        frozenset(row.get("receivers", "").split()),
        frozenset(row.get("roots", "").split()),
    )


def sink_kind(language: str, words: str, roots: frozenset[str]) -> str:
    """Return what kind of thing outside a call reaches, or nothing."""
    return next((each.kind for each in sinks(language) if each.matches(words, roots)), "")
