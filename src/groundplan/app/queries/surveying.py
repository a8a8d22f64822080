"""Questions about what kind of repository this is: manifests, habits, tests, ways through."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from groundplan.code.declarations import defined
from groundplan.code.index import Symbol
from groundplan.code.naming import pick_path, pick_symbol
from groundplan.code.outline import Kind
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.survey.allowed import asking
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.flow.following import find_flow
from groundplan.survey.installed.finding import find_docs
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.patterns.finding import find_examples
from groundplan.survey.similar.finding import find_similar_lines, find_similar_words, is_compared
from groundplan.survey.similar.shingles import FEWEST_TOKENS
from groundplan.survey.tests_for.finding import find_tests_for
from groundplan.survey.unfinished import find_changes

if TYPE_CHECKING:
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.code.view import CodeView
    from groundplan.survey.allowed.asking import Sourced
    from groundplan.survey.entry_points.facts import EntryPoint
    from groundplan.survey.flow.facts import Flow
    from groundplan.survey.installed.facts import PackageDocs
    from groundplan.survey.manifest.facts import Manifest
    from groundplan.survey.patterns.facts import Pattern
    from groundplan.survey.similar.finding import Similar
    from groundplan.survey.tests_for.finding import TestsFor
    from groundplan.survey.unfinished import Changes

_LINES = late_regex(r"(.+?):(\d+)(?:-(\d+))?")


def manifest(code: Codebase) -> Manifest:
    """Return dependencies with their versions, scripts and tools, each with the line that says so."""
    return read_manifest(code.index)


def docs(code: Codebase, name: str) -> PackageDocs:
    """Return what an installed package says about itself, or about the member named behind it."""
    return find_docs(code.index, name, os.environ)


def ask_source(code: Codebase, name: str, query: str) -> Sourced:
    """Return what a source that the user has set up says to a query."""
    return asking.ask_source(name, query, code.repository.root)


def changes(code: Codebase) -> Changes:
    """Return what is changed and not committed, and what other branches have."""
    return find_changes(code.index)


@dataclass(frozen=True, slots=True)
class Habits:
    """Examples of how a repository, or one folder of it, does things, and the ways into it."""

    under: str
    patterns: tuple[Pattern, ...]
    entry_points: tuple[EntryPoint, ...]


def patterns(code: Codebase, *, under: str = "") -> Habits:
    """Return examples of how a repository does things, and its entry points."""
    index = code.index
    prefix = _folder(index, under)
    entries = find_entry_points(index).found
    return Habits(
        prefix,
        find_examples(index, under=prefix),
        tuple(each for each in entries if each.at.path.startswith(prefix)),
    )


def _folder(index: CodeView, said: str) -> str:
    """Return a folder of the repository as the start of its paths; nothing stands for the whole."""
    folder = "/".join(part for part in said.strip().split("/") if part not in {"", "."})
    if folder and not any(path.startswith(f"{folder}/") for path in index.paths()):
        raise Unknown(f"`{said}` is not a folder of this repository", hint="Leave it out for the whole")
    return f"{folder}/" if folder else ""


def tests_for(code: Codebase, said: str) -> TestsFor:
    """Return the tests found for a file or a definition, the surest first."""
    index = code.index
    if "::" not in said and ("/" in said or said in index.paths()):
        return find_tests_for(index, pick_path(index, said))
    symbol = pick_symbol(index, said)
    return find_tests_for(index, symbol.path, symbol)


@dataclass(frozen=True, slots=True)
class Alike:
    """Code that does something like what was asked for, the most alike first."""

    asked: str
    found: tuple[Similar, ...]
    is_compared: bool = True  # what was asked for is a function, or lines, and long enough
    why_not: str = ""


def similar(code: Codebase, said: str) -> Alike:
    """Return functions like a definition, like some lines (`path:10-24`), or about some words."""
    asked = said.strip()
    if not asked:
        raise Misused(
            "There is nothing to compare with", hint=Hint("Say it: ", run("code similar", "parse a date"))
        )
    index = code.index
    if " " in asked:
        return Alike(asked, find_similar_words(index, asked))
    lines = _LINES.fullmatch(asked) if "::" not in asked else None
    is_code, short = True, f"it has under {FEWEST_TOKENS} words and signs"
    if lines:
        first = int(lines[2])
        path, last = pick_path(index, lines[1]), int(lines[3] or first)
        length = len((index.text(path) or b"").splitlines())
        if not 1 <= first <= last <= length:
            raise Misused(
                f"`{asked}` names no lines: `{path}` has {length}",
                hint=f"Say, for example: `{path}:1-{length}`",
            )
    else:
        symbol = pick_symbol(index, asked)
        path, first, last = symbol.path, symbol.definition.line, symbol.definition.last
        is_code = symbol.definition.kind in {Kind.FUNCTION, Kind.METHOD}
        short = f"{short} below its header"
    found = find_similar_lines(index, path, first, last)
    why_not = "it is no function" if not is_code else short
    is_long = is_code and is_compared(index, path, first, last)
    return Alike(asked, found, is_long, "" if is_long else why_not)


def flow(code: Codebase, said: str) -> Flow:
    """Return the way from an entry point (`POST /upload`) or a definition to where its calls end."""
    index = code.index
    return find_flow(index, _entry(index, said) or defined(index, pick_symbol(index, said)))


def _entry(index: CodeView, said: str) -> Symbol | None:
    """Return the handler of the entry point of that name or title, where there is one."""
    wanted = " ".join(said.split()).lower()
    for each in find_entry_points(index).found:
        if wanted in {each.name.lower(), each.title.lower()} and each.handler_at is not None:
            outline = index.outline(each.handler_at.path)
            handler = outline.at(each.handler_at.line) if outline else None
            if handler is not None:
                return Symbol(each.handler_at.path, handler)
    return None
