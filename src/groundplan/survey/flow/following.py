"""`find_flow`: breadth first from a definition along its calls, to the calls that leave the program."""

from __future__ import annotations

import builtins
from bisect import bisect_left
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.survey.flow.facts import End, Flow, Loose, Step
from groundplan.survey.flow.other_calls import BY_NAME, OtherCalls
from groundplan.survey.flow.python_calls import OUTSIDE, PythonCalls
from groundplan.survey.flow.sinks import sink_kind
from groundplan.survey.sources import root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.view import CodeView

MOST_REACHED = 400
MOST_CALLS = 4_000
MOST_DEPTH = 8
MOST_LED = 5
MOST_ENDS = 40
MOST_LOOSE = 40
_BUILTIN = frozenset(dir(builtins)) | {
    "make",
    "panic",
    "append",
    "delete",
    "len",
    "cap",
    "copy",
    "new",
    "close",
}
# Methods of texts, lists and tables: where nothing more is known of them, nothing is lost with them.
_EVERYDAY = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "append extend insert pop popitem items keys values get setdefault update add discard remove clear "
        "sort index count join split rsplit partition rpartition strip lstrip rstrip lower upper title "
        "format encode decode replace startswith endswith isdigit copy union difference intersection map "
        "filter slice concat push shift unshift splice forEach reduce some every includes indexOf find "
        "findIndex has set toString trim charAt charCodeAt substring match test entries hasOwnProperty bind "
        "call apply then catch Error String create assign freeze isArray stringify parse startsWith endsWith"
    ).split()
)


class _File:
    """The calls of one file in the order of their lines, and what it imports."""

    def __init__(self, index: CodeView, path: str) -> None:
        outline = index.outline(path)
        self.language = outline.language if outline else ""
        calls = outline.calls.items() if outline else ()
        self.calls = sorted((line, words) for words, lines in calls for line in lines)
        self.roots = frozenset(root_of(each.module) for each in outline.imports) if outline else frozenset()

    def between(self, first: int, last: int) -> list[tuple[int, str]]:
        """Return the calls on some lines."""
        return self.calls[bisect_left(self.calls, (first, "")) : bisect_left(self.calls, (last + 1, ""))]


class _Walk:
    """One walk: what is still to be looked at, what was met, what was found."""

    def __init__(self, index: CodeView) -> None:
        self.index = index
        self.files: dict[str, _File] = {}
        self.python = PythonCalls(index)
        self.other = OtherCalls(index)
        self.ends: list[End] = []
        self.loose: dict[tuple[str, str], Loose] = {}
        self.met: set[tuple[str, str]] = set()
        self.calls = 0
        self.is_cut = False

    def file(self, path: str) -> _File:
        if path not in self.files:
            self.files[path] = _File(self.index, path)
        return self.files[path]

    def go(self, start: Symbol, depth: int) -> None:
        edge: list[tuple[Symbol, tuple[Step, ...]]] = [(start, ())]
        self.met.add((start.path, start.definition.qualified))
        for _ in range(depth):
            reached: list[tuple[Symbol, tuple[Step, ...]]] = []
            for symbol, steps in edge:
                reached += self._look(symbol, steps)
            edge = reached
            if not edge:
                return
        self.is_cut = True

    def _look(self, symbol: Symbol, steps: tuple[Step, ...]) -> list[tuple[Symbol, tuple[Step, ...]]]:
        """Note the ends that one definition calls; return the definitions it calls for the first time."""
        definition, path = symbol.definition, symbol.path
        if definition.kind is Kind.CLASS:
            return []
        file = self.file(path)
        found = []
        for line, words in file.between(definition.line, definition.last):
            if self.calls >= MOST_CALLS or len(self.met) >= MOST_REACHED:
                self.is_cut = True
                break
            self.calls += 1
            led, how = self._lead(path, line, words, file.language)
            spot = Spot(path, line)
            kind = sink_kind(file.language, words.lstrip("."), file.roots) if not led else ""
            if not led and not kind and not how:
                led, how = self.other.by_name(words)
            if kind:
                step = Step(definition.qualified, words, spot, "", None, f"known {kind} call")
                if len(self.ends) < MOST_ENDS:
                    self.ends.append(End(kind, words, spot, (*steps, step)))
            elif not led and not how and _is_loose(words) and len(self.loose) < MOST_LOOSE:
                self.loose.setdefault((path, words), Loose(words, spot, definition.qualified))
            for each in led[:MOST_LED]:
                key = (each.path, each.definition.qualified)
                if key in self.met or is_test(each.path):
                    continue
                self.met.add(key)
                at = Spot(each.path, each.definition.line)
                step = Step(definition.qualified, words, spot, each.definition.qualified, at, how)
                found.append((each, (*steps, step)))
        # What is known by its name alone is looked at after all that is known by a rule.
        return sorted(found, key=lambda each: each[1][-1].how.startswith(BY_NAME))

    def _lead(self, path: str, line: int, words: str, language: str) -> tuple[tuple[Symbol, ...], str]:
        if language == "python":
            led, how = self.python.lead(path, line, words)
            if not led and words in _BUILTIN:
                how = OUTSIDE
            return led, how
        return self.other.lead(path, line, words)


def _is_loose(words: str) -> bool:
    return words not in _BUILTIN and words.rpartition(".")[2] not in _EVERYDAY


def find_flow(index: CodeView, start: Symbol, *, depth: int = MOST_DEPTH) -> Flow:
    """Return where a definition's calls end outside the program, by the shortest way, each step cited."""
    walk = _Walk(index)
    walk.go(start, depth)
    # An answer to the caller is the least of the ends: storage and network say more.
    ends = sorted(walk.ends, key=lambda each: (each.kind == "response", len(each.steps)))
    return Flow(
        start.path,
        start.definition.qualified,
        tuple(ends),
        len(walk.met),
        tuple(walk.loose.values()),
        walk.is_cut,
    )
