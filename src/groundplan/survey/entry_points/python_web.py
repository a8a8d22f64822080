"""HTTP routes of Python: decorators and calls of flask, fastapi, starlette, litestar, aiohttp and kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.argument_text import dotted, literal, literals, read_arguments
from groundplan.survey.entry_points.decorated import decorated, made_by
from groundplan.survey.entry_points.facts import Entry, EntryPoint
from groundplan.survey.entry_points.resolving import resolve_handler
from groundplan.survey.sources import bound_to, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.argument_text import Arguments
    from groundplan.survey.entry_points.decorated import Decorated
    from groundplan.survey.sources import Sources

FRAMEWORKS = (
    "fastapi", "flask", "litestar", "starlette", "aiohttp", "sanic", "quart", "bottle", "falcon", "ninja",
    "robyn", "blacksheep", "connexion", "flask_restx", "microdot", "chalice", "esmerald",
)  # fmt: skip
VERBS = frozenset(("get", "post", "put", "patch", "delete", "head", "options", "trace"))
_DECORATORS = VERBS | {"route", "api_route", "websocket", "websocket_route", "api_view"}
_MAKERS = frozenset(
    ("Flask", "FastAPI", "Starlette", "Sanic", "Quart", "Bottle", "Litestar", "Application", "App")
)
_PREFIXES = ("prefix", "url_prefix")
# Calls that register a route: where the path and the handler stand.
_CALLS = {
    "add_url_rule": (0, 2, "view_func"), "add_api_route": (0, 1, "endpoint"),
    "add_websocket_route": (0, 1, "endpoint"), "Route": (0, 1, "endpoint"),
    "WebSocketRoute": (0, 1, "endpoint"), "add_route": (0, 1, "endpoint"),
    **{f"add_{verb}": (0, 1, "handler") for verb in VERBS},
}  # fmt: skip


def find_web_routes(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the HTTP routes a Python file declares."""
    outline = sources.outlines[path]
    roots = sources.roots(path)
    own = next((each for each in FRAMEWORKS if each in roots), "")
    framework = own or next((each for each in FRAMEWORKS if each in sources.imported), "")
    if not framework:
        return
    names = bound_to(outline)
    routers = _Routers(sources, path)
    for each in decorated(sources, path, _DECORATORS):
        base = each.words.rpartition(".")[0]
        if base or root_of(names.get(each.words, "")) in FRAMEWORKS:
            found = _decorator(routers, each, framework)
            if found:
                yield found
    if not own:
        return
    for words, lines in outline.calls.items():
        last = words.rpartition(".")[2]
        is_aiohttp = last in VERBS and names.get(words.rpartition(".")[0], "") == "aiohttp.web"
        if last in _CALLS or is_aiohttp:
            place = _CALLS.get(last, (0, 1, "handler"))
            yield from _calls(sources, path, (words, lines, framework), place)


class _Routers:
    """What puts a prefix before the routes of one file: routers by name, controllers by class."""

    def __init__(self, sources: Sources, path: str) -> None:
        outline = sources.outlines[path]
        self.path = path
        self._lines = sources.lines(path)
        self._made = made_by(outline)
        self._known: dict[str, str] = {}
        self._has_app = any(words.rpartition(".")[2] in _MAKERS for words in outline.calls)
        self._controllers = {
            each.parent: literal(each.header.partition("=")[2].strip()) or ""
            for each in reversed(outline.definitions)
            if each.kind is Kind.ATTRIBUTE and each.name == "path"
        }

    def prefix(self, each: Decorated) -> tuple[str, str]:
        """Return the prefix its router or controller gives a route, and what stays unknown."""
        parent = each.definition.parent
        if parent and parent in self._controllers:
            return self._controllers[parent], ""
        base = each.words.rpartition(".")[0]
        if base in self._made:
            return self._router(base), ""
        is_here = not base or self._has_app
        return "", "" if is_here else f"`{base}` is made elsewhere and may add a prefix"

    def _router(self, name: str) -> str:
        if name not in self._known:
            called, line = self._made[name]
            arguments = read_arguments(self._lines, line, called)
            keywords = dict(arguments.keywords) if arguments else {}
            written = next((keywords[key] for key in _PREFIXES if key in keywords), "")
            self._known[name] = literal(written) or ""
        return self._known[name]


def _decorator(routers: _Routers, each: Decorated, framework: str) -> EntryPoint | None:
    last = each.words.rpartition(".")[2]
    route = _route_text(each.arguments)
    is_bare = "." not in each.words
    if route is None and not is_bare and last != "api_view":
        return None
    if route is not None and route and not route.startswith(("/", "{", "<")) and not is_bare:
        return None
    prefix, note = routers.prefix(each)
    return EntryPoint(
        Entry.HTTP,
        framework,
        join_paths(prefix, route or ""),
        Spot(routers.path, each.line),
        _methods(last, each.arguments),
        each.definition.qualified,
        Spot(routers.path, each.definition.line),
        note,
    )


def _route_text(arguments: Arguments) -> str | None:
    written = arguments.at(0, "path") or arguments.at(0, "rule") or arguments.at(0, "uri")
    found = literal(written)
    if found is None and written.startswith("["):
        found = "|".join(literals(written)) or None
    return found


def _methods(last: str, arguments: Arguments) -> tuple[str, ...]:
    if last in VERBS:
        return (last.upper(),)
    if last.startswith("websocket"):
        return ("WEBSOCKET",)
    listed = arguments.at(0 if last == "api_view" else -1, "methods") or arguments.at(-1, "http_method")
    return tuple(each.upper() for each in literals(listed)) or ("GET",)


def _calls(
    sources: Sources, path: str, call: tuple[str, tuple[int, ...], str], place: tuple[int, int, str]
) -> Iterator[EntryPoint]:
    words, lines, framework = call
    last = words.rpartition(".")[2]
    for line in lines:
        arguments = read_arguments(sources.lines(path), line, words)
        if arguments is None:
            continue
        first, second, keyword = place
        route = literal(arguments.at(first, "path") or arguments.at(first, "rule"))
        handler = arguments.at(second, keyword)
        if route is None and last == "add_route":
            route, handler = literal(arguments.at(1, "uri")), arguments.at(0, "handler")
        if route is None or not route.startswith("/") or not dotted(handler):
            continue
        verb = last.removeprefix("add_")
        listed = arguments.at(-1, "methods")
        methods = (verb.upper(),) if verb in VERBS else tuple(literals(listed)) or ("GET",)
        name, spot = resolve_handler(sources, path, line, handler)
        yield EntryPoint(Entry.HTTP, framework, route, Spot(path, line), methods, name, spot)


def join_paths(prefix: str, route: str) -> str:
    """Return a prefix and a route as one path: `/api` and `/users` are `/api/users`."""
    whole = f"{prefix.rstrip('/')}/{route.lstrip('/')}" if prefix and route else prefix or route
    return whole if whole.startswith("/") or not whole else f"/{whole}"
