"""`find_flow`: breadth first from a definition along its calls, to the calls that leave the program."""

from __future__ import annotations

import builtins
import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from groundplan.code.go_modules import GoModules
from groundplan.code.index import Symbol
from groundplan.code.languages import SCRIPTS
from groundplan.code.outline import Kind
from groundplan.code.script_modules import ScriptModules
from groundplan.code.test_paths import is_test
from groundplan.plan.toml_text import read_toml
from groundplan.survey.flow.facts import End, Flow, Loose, Step
from groundplan.survey.flow.own_classes import OwnClasses
from groundplan.survey.flow.python_calls import OUTSIDE, PythonCalls
from groundplan.survey.flow.shadows import Shadows
from groundplan.survey.sources import is_own_code, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView
    from groundplan.survey.flow.python_calls import Led

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
_RECEIVER = re.compile(r"func \((\w{1,80})\s{1,9}\*?(\w{1,80})")
_CODE = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.CLASS})
_SHORT = 8  # a shorter name is shared by strangers
MOST_NAMED = 5
BY_NAME = "by name"
SURE, LIKE = "known {} call", "named like a {} call"
CLASS = "class"  # by the class around a call, or the one that it names
LOCAL = "local"  # a variable of the function, or a member that an own module was not seen to have
# What scripts call without an import.
_GLOBALS = frozenset("fetch XMLHttpRequest WebSocket localStorage sessionStorage indexedDB Deno Bun".split())  # noqa: SIM905


class OtherCalls:
    """Follows calls of scripts and Go files; one is made per question."""

    def __init__(self, index: CodeView) -> None:
        self._index = index
        self._scripts = ScriptModules(index)
        self._go = GoModules(index)
        self._shadows = Shadows(index)
        self._classes = OwnClasses(index)
        self._named: dict[str, tuple[Symbol, ...]] = {}

    def lead(self, path: str, line: int, words: str) -> Led:
        """Return the definitions a call leads to and by which rule."""
        outline = self._index.outline(path)
        if outline is None:
            return (), ""
        head, _, rest = words.partition(".")
        own = self._own(path, outline, line, (head, rest))
        if own is not None:
            return own
        if (known := self._classes.find(path, outline, line, words)) is not None:
            return known[0], CLASS if known[1] else BY_NAME
        if self._shadows.is_bound(path, outline, line, head):
            return (), LOCAL
        is_followed = outline.language == "go" or outline.language in SCRIPTS
        for each in outline.imports if is_followed else ():
            if each.alias == head and head:
                return self._imported(path, outline, (each.module, each.name), rest)
        if outline.language == "go" and not rest:
            found = self._go.follow(path, head)
            if found and found.definition.kind in _CODE:
                return (found,), "package"
        is_global = head in _GLOBALS and not outline.find(head)
        return (), OUTSIDE if is_global and outline.language in SCRIPTS else ""

    def _own(self, path: str, outline: Outline, line: int, words: tuple[str, str]) -> Led | None:
        head, rest = words
        around = outline.at(line)
        if not rest:
            scope = around.qualified if around else ""
            while True:  # from the innermost function outwards
                name = f"{scope}.{head}" if scope else head
                found = [each for each in outline.find(name) if each.kind in _CODE - {Kind.METHOD}]
                if found:
                    return (Symbol(path, found[-1]),), "scope"
                if not scope:
                    return None
                scope = scope.rpartition(".")[0]
                if not scope and self._shadows.is_bound(path, outline, line, head):
                    return (), LOCAL
        owner = around.parent if around and head == "this" else ""
        receiver = _RECEIVER.match(around.header) if around and outline.language == "go" else None
        if receiver and receiver[1] == head:
            owner = receiver[2]
        if owner and "." not in rest:
            found = list(outline.find(f"{owner}.{rest}"))
            if found:
                return (Symbol(path, found[-1]),), "receiver" if receiver else "this"
            if outline.language == "go":
                symbol = self._go.follow(path, f"{owner}.{rest}")
                return ((symbol,), "receiver") if symbol else None
        return None

    def _imported(self, path: str, outline: Outline, target: tuple[str, str], rest: str) -> Led:
        module, name = target
        each = next(one for one in outline.imports if (one.module, one.name) == (module, name))
        if outline.language == "go":
            resolved = self._go.resolve(path, each)
            found = next((one for file in resolved.paths[:1] if (one := self._go.follow(file, rest))), None)
        else:
            resolved = self._scripts.resolve(path, each)
            wanted = rest if name in {"", "*"} else name
            found = next(
                (one for file in resolved.paths if (one := self._scripts.follow(file, wanted))), None
            )
            if found and rest and name not in {"", "*"}:
                return (), LOCAL  # a member of what was imported
        if found and found.definition.kind in _CODE:
            return (found,), "import"
        return (), LOCAL if resolved.paths else OUTSIDE if resolved.external else ""

    def by_name(self, words: str) -> Led:
        """Return the functions of that name in the repository's own code, where the name is a rare one."""
        name = words.rpartition(".")[2]
        if len(name) < _SHORT:
            return (), ""
        if name not in self._named:
            self._named[name] = tuple(
                each
                for each in self._index.symbols(name)
                if is_own_code(each.path) and each.definition.kind in _CODE
            )
        found = self._named[name]
        if not found or len(found) > MOST_NAMED:
            return (), ""
        return found, BY_NAME


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
                reached += self.look(symbol, steps)
            edge = reached
            if not edge:
                return
        self.is_cut = True

    def look(self, symbol: Symbol, steps: tuple[Step, ...]) -> list[tuple[Symbol, tuple[Step, ...]]]:
        """Note the ends that one definition calls; return the definitions it calls for the first time."""
        definition, path = symbol.definition, symbol.path
        if definition.kind is Kind.CLASS:
            return []
        file = self.file(path)
        is_sure = len(self.loose) < MOST_LOOSE and not any(each.how.startswith(BY_NAME) for each in steps)
        found = []
        for line, words in file.between(definition.line, definition.last):
            if self.calls >= MOST_CALLS or len(self.met) >= MOST_REACHED:
                self.is_cut = True
                break
            self.calls += 1
            led, how = self._lead(path, line, words, file.language)
            spot = Spot(path, line)
            caller = self.within(path, line, definition)
            roots, is_own = file.roots, how == LOCAL
            kind = sink_kind(file.language, words.lstrip("."), roots, is_own=is_own) if not led else ""
            if not led and not kind and (not how or (is_own and "." in words)):
                led, how = self.other.by_name(words)
            if kind:
                step = Step(caller, words, spot, "", None, (SURE if how == OUTSIDE else LIKE).format(kind))
                if len(self.ends) < MOST_ENDS:
                    self.ends.append(End(kind, words, spot, (*steps, step)))
            elif not led and how in {"", LOCAL, CLASS} and is_sure and _is_loose(words):
                self.loose.setdefault((path, words), Loose(words, spot, caller))
            for each in led[:MOST_LED]:
                key = (each.path, each.definition.qualified)
                if key in self.met or is_test(each.path):
                    continue
                self.met.add(key)
                at = Spot(each.path, each.definition.line)
                step = Step(caller, words, spot, each.definition.qualified, at, how)
                found.append((each, (*steps, step)))
        # What is known by its name alone is looked at after all that is known by a rule.
        return sorted(found, key=lambda each: each[1][-1].how.startswith(BY_NAME))

    def within(self, path: str, line: int, definition: Definition) -> str:
        """Return what a line of a definition is in: a function within it may be called later on."""
        outline = self.index.outline(path)
        return ((outline.at(line) if outline else None) or definition).qualified

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


def find_called(index: CodeView, start: Symbol) -> tuple[Symbol, ...]:
    """Return the definitions of the repository that one calls, those known by a rule alone."""
    led = _Walk(index).look(start, ())
    return tuple(symbol for symbol, steps in led if not steps[-1].how.startswith(BY_NAME))


# The calls in which a flow ends: storage, network, files, processes, queues; read from `sinks.toml`.


@dataclass(frozen=True, slots=True)
class Sink:
    """A set of calls of one language that do one kind of thing outside the program."""

    kind: str
    whole: frozenset[str]  # `requests.get`
    lasts: frozenset[str]  # `execute`, whatever it is called on
    chains: frozenset[str]  # `objects`: a word anywhere in the chain
    receivers: frozenset[str]
    roots: frozenset[str]

    def matches(self, words: str, roots: frozenset[str], *, is_own: bool) -> bool:
        """Whether a call of some words, in a file that imports some packages, is one of these."""
        if self.roots and not self.roots & roots:
            return False
        if words in self.whole:
            return not is_own
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


def sink_kind(language: str, words: str, roots: frozenset[str], *, is_own: bool = False) -> str:
    """Return what kind of thing outside a call reaches, or nothing; the first word may be the file's own."""
    return next((each.kind for each in sinks(language) if each.matches(words, roots, is_own=is_own)), "")
