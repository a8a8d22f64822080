"""Entry points of Go: `main`, routes of net/http, chi, gin, echo, gorilla and fiber, cobra commands, gRPC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.survey.argument_text import dotted, literal, read_arguments
from groundplan.survey.entry_points.facts import Entry, EntryPoint
from groundplan.survey.entry_points.python_web import join_paths
from groundplan.survey.entry_points.resolving import resolve_handler
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.sources import Sources

_FRAMEWORKS = (
    ("go-chi/chi", "chi"), ("gin-gonic/gin", "gin"), ("labstack/echo", "echo"), ("gorilla/mux", "gorilla"),
    ("gofiber/fiber", "fiber"), ("julienschmidt/httprouter", "httprouter"), ("net/http", "net/http"),
)  # fmt: skip
_VERBS = frozenset(("get", "post", "put", "patch", "delete", "head", "options", "connect", "trace"))
_PLAIN = frozenset(("Handle", "HandleFunc", "Any", "All"))
MOST_NESTS = 200
MOST_BLOCK = 30_000  # letters of a block of routes
_GROUP = re.compile(r"\s{0,40}(\w{1,80})\s{0,9}:?=\s{0,9}(\w{1,80})\.(?:Group|PathPrefix)\(")
_MADE = re.compile(r"&?(\w{1,80})\{[^{}]{0,200}\}\.(\w{1,80})\(")
_COMMAND = re.compile(r"\bUse:\s{0,20}[\"`]([^\"`\s]{1,80})")
_PATTERN = re.compile(r"(?:([A-Z]{3,7})\s{1,5})?(/.{0,300})$")


@dataclass(frozen=True, slots=True)
class _Nest:
    """Lines in which every route stands under a prefix."""

    first: int
    last: int
    prefix: str
    is_mount: bool = False


def find_go_entries(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the entry points a Go file declares."""
    outline = sources.outlines[path]
    modules = [each.module for each in outline.imports]
    framework = next((name for sign, name in _FRAMEWORKS if any(sign in each for each in modules)), "")
    if framework:
        yield from _routes(sources, path, framework)
    if any("spf13/cobra" in each for each in modules):
        yield from _cobra(sources, path)
    for words, lines in outline.calls.items():
        last = words.rpartition(".")[2]
        if last.startswith("Register") and last.endswith("Server") and len(last) > 14:
            for line in lines:
                yield EntryPoint(Entry.RPC, "grpc", last[8:-6], Spot(path, line))
    for each in outline.definitions:
        if each.qualified == "main" and each.header.startswith("func main()") and _is_main(sources, path):
            folder = path.rpartition("/")[0]
            spot = Spot(path, each.line)
            yield EntryPoint(
                Entry.MAIN, "go", f"go run ./{folder}" if folder else "go run .", spot, (), "main", spot
            )


def _is_main(sources: Sources, path: str) -> bool:
    return any(line.strip() == "package main" for line in sources.lines(path)[:200])


def _routes(sources: Sources, path: str, framework: str) -> Iterator[EntryPoint]:
    outline = sources.outlines[path]
    nests = _nests(sources, path)
    groups = _groups(sources, path)
    for words, lines in outline.calls.items():
        base, _, last = words.rpartition(".")
        if (last.lower() not in _VERBS or last.islower()) and last not in _PLAIN:
            continue
        seen: dict[int, int] = {}
        for line in lines:
            arguments = read_arguments(sources.lines(path), line, words, nth=seen.get(line, 0))
            seen[line] = seen.get(line, 0) + 1
            route = literal(arguments.at(0)) if arguments else None
            pattern = _PATTERN.match(route) if route is not None else None
            if arguments is None or pattern is None or len(arguments.positional) < 2:
                continue
            prefix, note = _prefix(nests, line)
            whole = join_paths(prefix or groups.get(base, ""), pattern[2])
            methods = (last.upper(),) if last.lower() in _VERBS else (pattern[1],) if pattern[1] else ()
            handler, spot = resolve_handler(sources, path, line, arguments.positional[-1])
            yield EntryPoint(
                Entry.HTTP, framework, whole, Spot(path, line), methods, handler or "(inline)", spot, note
            )


def _prefix(nests: list[_Nest], line: int) -> tuple[str, str]:
    """Return what the blocks around a line put before its path; a function mounted twice has more paths."""
    around = [each for each in nests if each.first < line <= each.last]
    mounts = [each for each in around if each.is_mount]
    chosen = [each for each in around if not each.is_mount or each is mounts[0]]
    prefix = "".join(each.prefix.rstrip("/") for each in sorted(chosen, key=lambda each: not each.is_mount))
    return prefix, f"also mounted in {len(mounts) - 1} other places" if len(mounts) > 1 else ""


def _nests(sources: Sources, path: str) -> list[_Nest]:
    """Return the line ranges that `Route("/x", func…)` and `Mount("/x", router())` put under a prefix."""
    found = _blocks(sources, path)
    blocks = {path: list(found)}
    definitions = sources.outlines[path].definitions
    for file, line, prefix, target in _mounts(sources, path.rpartition("/")[0]):
        mounted = next((each for each in definitions if each.qualified == target), None)
        if mounted:
            if file not in blocks:
                blocks[file] = _blocks(sources, file)
            above = _prefix(blocks[file], line)[0]
            found.append(_Nest(mounted.line, mounted.last, above + prefix, is_mount=True))
    return sorted(found, key=lambda each: each.first)


def _blocks(sources: Sources, path: str) -> list[_Nest]:
    found: list[_Nest] = []
    for words, lines in sources.outlines[path].calls.items():
        for line in lines if words.rpartition(".")[2] == "Route" else ():
            if len(found) >= MOST_NESTS:
                break
            arguments = read_arguments(sources.lines(path), line, words, most=MOST_BLOCK)
            prefix = literal(arguments.at(0)) if arguments else None
            if arguments and prefix and len(found) < MOST_NESTS:
                found.append(_Nest(line, arguments.last_line, prefix))
    return sorted(found, key=lambda each: each.first)


def _mounts(sources: Sources, folder: str) -> list[tuple[str, int, str, str]]:
    """Return what the files of a package mount: file, line, prefix, the function that makes the router."""
    found: list[tuple[str, int, str, str]] = []
    for path in sources.go_files.get(folder, ()):
        for words, lines in sources.outlines[path].calls.items():
            for line in lines if words.rpartition(".")[2] == "Mount" else ():
                arguments = read_arguments(sources.lines(path), line, words)
                prefix = literal(arguments.at(0)) if arguments else None
                if arguments and prefix and len(found) < MOST_NESTS:
                    made = _MADE.match(arguments.at(1))
                    target = f"{made[1]}.{made[2]}" if made else dotted(arguments.at(1))
                    found.append((path, line, prefix, target))
    return found


def _groups(sources: Sources, path: str) -> dict[str, str]:
    """Return the prefix of each variable that holds a group of routes: `v1 := r.Group("/v1")`."""
    found: dict[str, str] = {}
    outline = sources.outlines[path]
    for words, lines in outline.calls.items():
        if words.rpartition(".")[2] not in {"Group", "PathPrefix"}:
            continue
        for line in lines:
            assigned = _GROUP.match(sources.line(path, line))
            arguments = read_arguments(sources.lines(path), line, words)
            prefix = literal(arguments.at(0)) if arguments else None
            if assigned and prefix is not None:
                found[assigned[1]] = found.get(assigned[2], "") + prefix.rstrip("/")
    return found


def _cobra(sources: Sources, path: str) -> Iterator[EntryPoint]:
    outline = sources.outlines[path]
    for number, line in enumerate(sources.lines(path), 1):
        found = _COMMAND.search(line[:300])
        if found:
            around = outline.at(number)
            handler = around.qualified if around else ""
            yield EntryPoint(Entry.CLI, "cobra", found[1], Spot(path, number), (), handler)
