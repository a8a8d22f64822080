"""HTTP routes of Django: `path`, `re_path` and `url`, with the prefixes that `include` adds."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.survey.argument_text import dotted, literal, read_arguments
from groundplan.survey.entry_points.facts import Entry, EntryPoint
from groundplan.survey.entry_points.resolving import resolve, resolve_handler
from groundplan.survey.sources import bound_to
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.sources import Sources

MOST_PREFIXES = 5
MOST_DEPTH = 4
_MAKERS = frozenset(("path", "re_path", "url"))


def find_django_routes(sources: Sources, paths: list[str]) -> Iterator[EntryPoint]:
    """Return the routes of Django's urls modules and REST routers among some files."""
    routes: list[tuple[str, int, str, str]] = []
    parents: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in paths:
        roots = sources.roots(path)
        if "rest_framework" in roots:
            yield from _registered(sources, path)
        if "django" not in roots:
            continue
        for line, pattern, target in _patterns(sources, path):
            if target.startswith("include("):
                included = _included(sources, path, target)
                if included:
                    parents[included].append((path, pattern))
            else:
                routes.append((path, line, pattern, target))
    for path, line, pattern, target in routes:
        handler, spot = resolve_handler(sources, path, line, target)
        prefixes = _prefixes(path, parents)
        name = "/" + _plain(prefixes[0] + pattern)
        note = f"also under {len(prefixes) - 1} other prefixes" if len(prefixes) > 1 else ""
        if not parents.get(path):
            note = "who includes it may add a prefix"
        yield EntryPoint(Entry.HTTP, "django", name, Spot(path, line), (), handler or "(inline)", spot, note)


def _patterns(sources: Sources, path: str) -> Iterator[tuple[int, str, str]]:
    outline = sources.outlines[path]
    names = bound_to(outline)
    for words, lines in outline.calls.items():
        if words.rpartition(".")[2] not in _MAKERS or not names.get(words.partition(".")[0], "").startswith(
            "django."
        ):
            continue
        seen: dict[int, int] = defaultdict(int)
        for line in lines:
            arguments = read_arguments(sources.lines(path), line, words, nth=seen[line])
            seen[line] += 1
            pattern = literal(arguments.at(0, "route")) if arguments else None
            if arguments is None or pattern is None or not arguments.at(1, "view"):
                continue
            yield line, pattern, arguments.at(1, "view")


def _included(sources: Sources, path: str, target: str) -> str:
    """Return the urls module that `include("a.urls")` names, where it is in the repository."""
    inside = target.removeprefix("include(").strip().lstrip("(")
    module = literal(inside.split(",")[0].strip().rstrip(") "))
    if module is None:
        return ""
    stem = module.replace(".", "/")
    folder = path.split("/")[:-1]
    for depth in range(len(folder) + 1):
        root = "/".join(folder[: len(folder) - depth])
        candidate = "/".join(each for each in (root, f"{stem}.py") if each)
        if candidate in sources.outlines:
            return candidate
    return ""


def _prefixes(path: str, parents: dict[str, list[tuple[str, str]]], depth: int = 0) -> list[str]:
    """Return the prefixes under which a urls module is included, the module itself without any."""
    if depth >= MOST_DEPTH or not parents.get(path):
        return [""]
    found = []
    for parent, pattern in parents[path][:MOST_PREFIXES]:
        found += [above + pattern for above in _prefixes(parent, parents, depth + 1)]
    return found[:MOST_PREFIXES]


def _plain(pattern: str) -> str:
    return pattern.replace("^", "").removesuffix("$")


def _registered(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the view sets a REST router serves."""
    outline = sources.outlines[path]
    for words, lines in outline.calls.items():
        if not words.endswith("outer.register"):
            continue
        for line in lines:
            arguments = read_arguments(sources.lines(path), line, words)
            prefix = literal(arguments.at(0, "prefix")) if arguments else None
            if arguments and prefix is not None:
                handler, spot = resolve(sources, path, dotted(arguments.at(1, "viewset")))
                yield EntryPoint(
                    Entry.HTTP,
                    "rest_framework",
                    f"/{prefix}",
                    Spot(path, line),
                    (),
                    handler,
                    spot,
                    "a view set",
                )
