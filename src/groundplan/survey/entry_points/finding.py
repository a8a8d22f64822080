"""`find_entry_points`: every way into the program, over all languages, each with the line that opens it."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS
from groundplan.survey.argument_text import dotted, literal, read_arguments
from groundplan.survey.entry_points.facts import Entry, EntryPoint
from groundplan.survey.entry_points.go import find_go_entries
from groundplan.survey.entry_points.javascript import find_script_entries
from groundplan.survey.entry_points.python_commands import find_commands, find_jobs, find_main
from groundplan.survey.entry_points.python_web import find_web_routes
from groundplan.survey.entry_points.resolving import locate, resolve, resolve_handler
from groundplan.survey.manifest.lines import load_lines
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.manifest.workflows import scheduled
from groundplan.survey.sources import Sources, bound_to, part
from groundplan.survey.spot import Spot
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView
    from groundplan.survey.manifest.facts import Manifest

MOST = 5_000
MOST_OF_FILE = 1_000
MOST_PREFIXES = 5
MOST_DEPTH = 4
_MAKERS = frozenset(("path", "re_path", "url"))


@dataclass(frozen=True, slots=True)
class EntryPoints:
    """The ways in, and how many files were looked at."""

    found: tuple[EntryPoint, ...]
    files: int


def find_entry_points(
    index: CodeView, *, manifest: Manifest | None = None, tests: bool = False
) -> EntryPoints:
    """Return every entry point of the repository, examples marked, those of tests only on demand."""
    sources = Sources(index)
    paths = [path for path in sources.outlines if tests or part(path) is not Part.TEST]
    found = [*_declared(sources, manifest or read_manifest(index)), *_schedules(index)]
    for path in paths:
        found.extend(itertools.islice(_in_file(sources, path), MOST_OF_FILE))
        if len(found) > MOST:
            break
    django = find_django_routes(sources, [each for each in paths if each.endswith(".py")])
    found.extend(itertools.islice(django, MOST))
    mains = {path for path in index.files_with("__main__") if path.endswith(".py")}
    mains |= {path for path in paths if path.endswith("/__main__.py")}
    found.extend(main for path in sorted(mains & set(paths)) if (main := find_main(sources, path)))
    marked = (replace(each, is_example=_is_aside(each.at.path)) for each in found[:MOST])
    order = list(Entry)
    ranked = sorted(marked, key=lambda each: (each.is_example, order.index(each.kind), each.at, each.name))
    return EntryPoints(tuple(dict.fromkeys(ranked)), len(paths))


def _is_aside(path: str) -> bool:
    return part(path) in {Part.EXAMPLE, Part.DOCS, Part.MACHINERY, Part.TEST} and not path.startswith(
        ".github/"
    )


def _in_file(sources: Sources, path: str) -> Iterator[EntryPoint]:
    language = sources.outlines[path].language
    if language == "python":
        yield from find_web_routes(sources, path)
        yield from find_commands(sources, path)
        yield from find_jobs(sources, path)
    elif language == "go":
        yield from find_go_entries(sources, path)
    elif language in SCRIPTS:
        yield from find_script_entries(sources, path)


def _declared(sources: Sources, manifest: Manifest) -> Iterator[EntryPoint]:
    """Return the commands the manifests install: console scripts, `bin`."""
    for script in manifest.scripts:
        if script.kind != "console":
            continue
        module, _, function = script.text.partition(":")
        function = function.partition("[")[0].strip()
        folder = script.at.path.rpartition("/")[0]
        spot = (
            locate(sources, f"{folder}/x" if folder else "x", f"{module.strip()}.{function}", "")
            if function
            else None
        )
        if not function:
            file = "/".join(each for each in (folder, script.text.removeprefix("./")) if each)
            spot = Spot(file) if file in sources.paths else None
        note = "" if spot else f"`{script.text}` is not in the index"
        yield EntryPoint(Entry.CLI, "installed command", script.name, script.at, (), script.text, spot, note)


def _schedules(index: CodeView) -> Iterator[EntryPoint]:
    for path in index.paths():
        if path.startswith(".github/workflows/") and path.endswith((".yml", ".yaml")):
            source = load_lines(index, path)
            for cron, line in scheduled(source) if source else ():
                yield EntryPoint(
                    Entry.JOB, "github workflow", path.rpartition("/")[2], Spot(path, line), note=cron
                )


# HTTP routes of Django: `path`, `re_path` and `url`, with the prefixes that `include` adds.


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
