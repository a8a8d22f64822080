"""Entry points of JavaScript and TypeScript: express and kin, Nest, Next, SvelteKit, commands, queues."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.argument_text import dotted, literal, read_arguments
from groundplan.survey.entry_points.facts import Entry, EntryPoint
from groundplan.survey.entry_points.python_web import join_paths
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.sources import Sources

_WEB = (
    "express",
    "fastify",
    "koa-router",
    "@koa/router",
    "hono",
    "restify",
    "polka",
    "h3",
    "elysia",
    "find-my-way",
)
_VERBS = frozenset(("get", "post", "put", "patch", "delete", "head", "options", "all"))
_NEST = re.compile(
    r"\s{0,40}@(Get|Post|Put|Patch|Delete|Head|Options|All|Sse|MessagePattern|EventPattern|Cron)\(([^)]{0,200})"
)
_NEST_CLASS = re.compile(r"\s{0,40}@Controller\(([^)]{0,200})")
_NEST_METHOD = re.compile(
    r"\s{0,40}(?:public |private |async |protected ){0,3}([A-Za-z_$][\w$]{0,100})\s{0,9}\("
)
_ROUTE_EXPORTS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"))
_CODE = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".mts")


def find_script_entries(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the entry points a JavaScript or TypeScript file declares."""
    roots = sources.roots(path)
    if "@nestjs/common" in roots or "@nestjs/schedule" in roots:
        yield from _nest(sources, path)
    yield from _file_routes(sources, path)
    framework = next((each for each in _WEB if each in roots), "")
    if framework or any(each in sources.imported for each in _WEB):
        yield from _express(sources, path, framework or "express")
    yield from _commands(sources, path, roots)


def _express(sources: Sources, path: str, framework: str) -> Iterator[EntryPoint]:
    outline = sources.outlines[path]
    lines_of = sources.lines(path)
    mounts = _mounts(sources, path)
    for words, lines in outline.calls.items():
        base, _, verb = words.rpartition(".")
        if verb not in _VERBS or not base or base.startswith(("axios", "request", "cache", "http", "client")):
            continue
        for line in lines:
            arguments = read_arguments(lines_of, line, words)
            route = literal(arguments.at(0)) if arguments else None
            if (
                arguments is None
                or route is None
                or not route.startswith("/")
                or len(arguments.positional) < 2
            ):
                continue
            handler = dotted(arguments.positional[-1])
            around = next((each for each in outline.definitions if each.qualified == handler), None)
            yield EntryPoint(
                Entry.HTTP, framework, join_paths(mounts.get(base, ""), route), Spot(path, line),
                (verb.upper(),), handler or "(inline)", Spot(path, around.line) if around else None,
            )  # fmt: skip


def _mounts(sources: Sources, path: str) -> dict[str, str]:
    """Return the prefixes under which routers of the same file are mounted: `app.use('/api', router)`."""
    found = {}
    for words, lines in sources.outlines[path].calls.items():
        if words.rpartition(".")[2] not in {"use", "route", "register"}:
            continue
        for line in lines:
            arguments = read_arguments(sources.lines(path), line, words)
            prefix = literal(arguments.at(0)) if arguments else None
            if arguments and prefix and len(arguments.positional) > 1:
                found[dotted(arguments.positional[-1])] = prefix
    return found


def _nest(sources: Sources, path: str) -> Iterator[EntryPoint]:
    prefix = ""
    lines = sources.lines(path)
    for number, line in enumerate(lines, 1):
        opened = _NEST_CLASS.match(line)
        if opened:
            prefix = literal(opened[1].strip()) or ""
        found = _NEST.match(line)
        if found is None:
            continue
        following = (
            _NEST_METHOD.match(each)
            for each in lines[number : number + 8]
            if not each.lstrip().startswith("@")
        )
        method = next((each[1] for each in following if each), "")
        written = literal(found[2].strip()) or ""
        spot = Spot(path, number)
        if found[1] in {"MessagePattern", "EventPattern"}:
            yield EntryPoint(Entry.CONSUMER, "nest", written or found[2], spot, (), method)
        elif found[1] == "Cron":
            yield EntryPoint(Entry.JOB, "nest", method, spot, (), method, None, found[2][:80])
        else:
            name = join_paths(prefix, written) or "/"
            yield EntryPoint(Entry.HTTP, "nest", name.rstrip("/") or "/", spot, (found[1].upper(),), method)


def _file_routes(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the routes a file is by its place: Next's `app` and `pages`, SvelteKit, Nuxt."""
    if not path.endswith(_CODE):
        return
    stem = path.rpartition(".")[0]
    parts = stem.split("/")
    outline = sources.outlines[path]
    exported = {each.name: each for each in outline.definitions if each.is_exported and not each.parent}
    framework = route = ""
    if "next" in sources.imported or "next" in {each.partition("/")[0] for each in sources.imported}:
        framework, route = "next", _next_route(parts)
    if not route and parts[-1] == "+server":
        framework, route = "sveltekit", _below(parts[:-1], "routes")
    if not framework or not route:
        return
    methods = sorted(_ROUTE_EXPORTS & set(exported))
    if parts[-1] in {"route", "+server"}:
        for method in methods:
            spot = Spot(path, exported[method].line)
            yield EntryPoint(Entry.HTTP, framework, route, spot, (method,), method, spot)
        return
    yield EntryPoint(
        Entry.HTTP, framework, route, Spot(path, 1), (), "", None, "" if "/api" in route else "a page"
    )


def _next_route(parts: list[str]) -> str:
    if parts[-1] in {"route", "page"} and "app" in parts:
        return _below(parts[:-1], "app")
    if (
        "pages" in parts[:-1]
        and not parts[-1].startswith("_")
        and parts[: parts.index("pages")] in ([], ["src"])
    ):
        return _below(parts if parts[-1] != "index" else parts[:-1], "pages")
    return ""


def _below(parts: list[str], folder: str) -> str:
    if folder not in parts:
        return ""
    below = parts[len(parts) - parts[::-1].index(folder) :]
    return "/" + "/".join(each for each in below if not each.startswith(("(", "@")))


def _commands(sources: Sources, path: str, roots: frozenset[str]) -> Iterator[EntryPoint]:
    outline = sources.outlines[path]
    for words, lines in outline.calls.items():
        last = words.rpartition(".")[2]
        if last == "command" and {"commander", "yargs", "cac", "sade"} & roots:
            kind, framework = Entry.CLI, next(iter(sorted({"commander", "yargs", "cac", "sade"} & roots)))
        elif last == "Worker" and {"bullmq", "bull"} & roots:
            kind, framework = Entry.CONSUMER, "bullmq"
        elif words.endswith("cron.schedule") and "node-cron" in roots:
            kind, framework = Entry.JOB, "node-cron"
        else:
            continue
        for line in lines:
            arguments = read_arguments(sources.lines(path), line, words)
            name = literal(arguments.at(0)) if arguments else None
            if name:
                yield EntryPoint(kind, framework, name, Spot(path, line))
