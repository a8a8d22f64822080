"""What every claim is held against: the code, what the plan makes, and the answers a claim can get."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.app.judgement.asserted import may_be_meant_otherwise
from groundplan.app.judgement.near_files import find_meant, is_slip
from groundplan.code.citations.symbols import split_symbol
from groundplan.code.nearest import distance
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.consult.reading import CREATES
from groundplan.markdown.loose import find_made_words, read_loose
from groundplan.plan.citation import Citation, parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.evidence import CitationState
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent
from groundplan.plan.statement import Answer, Statement, Topic, Verdict
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.stated.here import Here
from groundplan.survey.stated.names import is_in_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.index import Index, Symbol
    from groundplan.consult.fact import Fact
    from groundplan.plan.mention import Sayings

CLASSES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
CITED = "cited"  # what is said of a file or lines that are not there
_PATH = re.compile(r"[\w.@+~-]+(?:/[\w.@+~-]+)*/?")
_NAME = re.compile(r"#?[^\W\d][\w$]*(?:(?:\.|::|#|->)[^\W\d][\w$]*)*[!?]?")
# Words for what is to come; "is exported" tells of today, "export it" does not.
_PROPOSES = late_regex(
    r"\b(?:will|would|should|shall|must|may|could|can|to\s+be|new|then|adds?|creates?|introduces?|writes?|extracts?|"
    r"implements?|defines?|exports?|exposes?|moves?|renames?|splits?|generates?|builds?|provides?|registers?|needs?|"
    r"becomes?|gets|propos\w+|instead|after\s+(?:this|that|step))\b|->|→|=>",
    re.IGNORECASE,
)
_WRITES_TESTS = late_regex(
    r"\b(?:add|writ|creat|implement|introduc|extend)\w*\b[^.\n]{0,60}\b(?:tests?|specs?)\b|\bnew\s+(?:\w+\s+)?tests?\b|"
    r"\bTDD\b|\b(?:failing|regression)\s+tests?\b|\btests?\s+(?:first|to\s+(?:add|write))\b",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\s*(?:<[^<>]*>)?\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Found:
    """The file or folder that a claim names: its path from the root, or the answer that ends its case."""

    citation: Citation
    path: str = ""
    is_folder: bool = False
    answer: Answer | None = None


class Desk:
    """One reading of one document beside the code; `made` are the claims that something is to be made."""

    def __init__(self, code: Codebase, text: str, sayings: Sayings, made: Iterable[Fact]) -> None:
        self.code, self.sayings = code, sayings
        self.looking = code.looking
        self._text = text
        self._quote, self._lines = "", range(0)
        self._made = created = [each for each in made if each.kind == CREATES]
        # What is put into a file that is there makes no new file of it.
        self._new_paths = frozenset(_path_of(each.at) for each in created if not each.value) | {
            _path_of(each.value) for each in created if "/" in each.value or parse_citation(each.value)
        }
        names = (name for each in created for name in _names(each.value or each.at))
        self._new_names = frozenset(names) | sayings.created_words

    @property
    def index(self) -> Index:
        """The whole index."""
        return self.code.index

    def turn_to(self, quote: str, lines: range) -> None:
        """Take the claim that is judged next, by its words and the lines they are in."""
        self._quote, self._lines = quote, lines

    @cached_property
    def here(self) -> Here:
        """What commands and versions are held against: only what surely is made counts as to come."""
        made = self._new_names | self._new_paths | set(map(posixpath.basename, self._new_paths))
        return Here(self.index, read_manifest(self.index), made, frozenset(), made)

    def is_new(self, *names: str) -> bool:
        """Tell whether the plan surely makes one of some names; a path counts as a whole."""
        return any(
            self.is_new_path(each) if _is_path(each) else not {each, _last(each)}.isdisjoint(self._new_names)
            for each in names
            if each
        )

    def is_new_path(self, path: str) -> bool:
        """Tell whether the plan surely makes a file, or the folder it is in."""
        name = posixpath.basename(path)
        surely = {each.path for each in self.sayings.mentions if each.intent is Intent.CREATES}
        return (
            path in surely
            or (name in self.sayings.created_words and "." in name)
            or any(f"/{path}".endswith(f"/{each}") or path.startswith(f"{each}/") for each in self._new_paths)
        )

    def may_be_new(self, *names: str) -> bool:
        """Tell whether some step may make one of some names: by the claim itself or by other lines."""
        named = [each for each in names if each in self.sayings.made_words]
        if not named or _PROPOSES.search(self._quote):
            return bool(named)
        lines = self._text.split("\n")
        others = "\n".join("" if n in self._lines else line for n, line in enumerate(lines, 1))
        (section,) = read_loose("", others).sections
        return not find_made_words(section).isdisjoint(named)

    def may_write_tests(self, name: str, near: Iterable[str] = ()) -> bool:
        """Tell whether the plan may write a test that is missing: it writes some, and no claim names them.

        A slip of the pen away from one that is there, it is not to be written.
        """
        if any(0 < distance(name, each, 2) <= 2 for each in near):
            return False
        made = [each for each in self._made if "test" in f"{each.at} {each.value}".lower()]
        is_vague = any(" " in each.value or not (each.at or each.value) for each in made)
        return is_vague or (not made and _WRITES_TESTS.search(self._text) is not None)

    def as_new(self, answer: Answer, *names: str) -> Answer:
        """Return an answer, planned or unknown where the plan makes what is not there.

        What a step merely may make is unknown, unless it is a slip of the pen away from what is there.
        """
        if answer.verdict is not Verdict.FALSE:
            return answer
        if self.is_new(*names):
            return replace(answer, verdict=Verdict.PLANNED, found="a step makes it")
        is_near = any(
            0 < distance(_last(each), _last(near), 2) <= 2 for each in names for near in answer.near
        )
        if self.may_be_new(*names) and not is_near:
            return replace(answer, verdict=Verdict.UNKNOWN, found="a step may make it")
        return answer

    def find(self, at: str) -> Found | None:
        """Return the file, lines or folder that a claim names, or why nothing can be said; None: no path."""
        is_folder = _PATH.fullmatch(at) and ("/" in at or self._is_folder(at))
        cited = parse_citation(at) or (Citation(at, text=at) if is_folder else None)
        if cited is None:
            return None
        bare = replace(cited, symbol="", first=0, last=0, text=cited.path, trouble="")
        placed = self.looking.place(bare, by_ending=True)
        stated = Statement(Topic.PRESENCE, cited.text, cited.path, said=CITED, citation=cited)
        if placed.is_outside or (not placed.path and posixpath.normpath(cited.path).startswith("..")):
            return Found(cited, answer=unknown(stated, "it is outside this repository"))
        if not placed.path:
            return Found(cited, answer=self._missing(replace(stated, citation=bare, text=cited.path), bare))
        if placed.others:
            return Found(cited, answer=unknown(stated, f"{len(placed.others) + 1} files end in this path"))
        return Found(cited, placed.path, placed.is_folder)

    def _is_folder(self, name: str) -> bool:
        return any(each.startswith(f"{name}/") for each in self.index.paths())

    def _missing(self, stated: Statement, cited: Citation) -> Answer:
        """Return the answer for a path that is not there: what may be of elsewhere is unknown."""
        path = posixpath.normpath(cited.path.replace("\\", "/"))
        [seen] = self.looking.look_up([(cited, "", "")])
        meant = find_meant(self.looking, path)
        near = (meant,) if meant else seen.near[:2]
        if seen.state is CitationState.MOVED:
            near = (seen.moved_to,)
        elif seen.state is not CitationState.MISSING:
            return unknown(stated, seen.reason)
        if self.is_new_path(path):
            return Answer(stated, Verdict.PLANNED, "a step makes it")
        is_near = bool(meant) or is_slip(self.looking, path) or seen.state is CitationState.MOVED
        is_known = self.index.repository.find_ignored([path]) or path in self.index.repository.tracked_files()
        if (
            is_known
            or path.lower() in map(str.lower, self.index.paths())
            or (may_be_meant_otherwise(self.looking, seen) and not is_near)
        ):
            return unknown(stated, "it may be no file of this repository")
        if not is_near and is_test(path) and self.may_write_tests(path):
            return unknown(stated, "a step may write that test")
        if not is_near and self.may_be_new(path, posixpath.basename(path)):
            return unknown(stated, "a step may make it")
        top = path.partition("/")[0]
        is_here = any(each.startswith(f"{top}/") for each in self.index.paths())
        if not (is_near or near or is_here):
            return unknown(stated, "it may be a path of another place")
        return Answer(stated, Verdict.FALSE, "no such file", near)

    def symbols(self, at: str) -> tuple[Symbol, ...]:
        """Return the definitions that a place or a name means; those outside tests, where there are some."""
        cited = parse_citation(at) if "::" in at or "/" in at else None
        found = self.find(at) if cited and cited.symbol else None
        name = cited.symbol if cited and cited.symbol else at
        parts = split_symbol(bare_name(name))
        if not parts or (found is not None and not found.path):
            return ()
        dotted = f".{'.'.join(parts)}"
        known = [
            each
            for each in self.index.symbols(parts[-1])
            if f".{each.definition.qualified}".endswith(dotted)
            and (found is None or each.path == found.path or each.path.startswith(f"{found.path}/"))
        ]
        real = [each for each in known if not each.definition.is_declared] or known
        return tuple([each for each in real if not is_test(each.path)] or real)

    def is_anywhere(self, name: str) -> bool:
        """Tell whether the code has a word; a file that could not be read may have any."""
        return is_in_code(self.index, name)


def unknown(statement: Statement, why: str) -> Answer:
    """Return that nothing here can tell, and why."""
    return Answer(statement, Verdict.UNKNOWN, why)


def bare_name(text: str) -> str:
    """Return a name without what it is called with."""
    return _CALLED.sub("", text.strip("` ")).strip().replace("->", ".")


def is_name(text: str) -> bool:
    """Tell whether a text is one name, dotted or not."""
    return _NAME.fullmatch(bare_name(text)) is not None


def _is_path(text: str) -> bool:
    cited = parse_citation(text)
    return cited is not None and not cited.symbol


def _last(text: str) -> str:
    parts = split_symbol(bare_name(text.rpartition("/")[2]))
    return parts[-1] if parts else ""


def _path_of(text: str) -> str:
    path = text.partition("::")[0].partition(":")[0].strip("` ").removeprefix("./").rstrip("/")
    return posixpath.normpath(path) if path else ""


def _names(text: str) -> Iterator[str]:
    """Yield the names by which something that is made may be named; of a file its path is enough."""
    cited = parse_citation(text)
    if cited is None or cited.symbol:
        bare = bare_name(cited.symbol if cited else text)
        yield from filter(None, (bare, _last(bare)))
