"""Finds what decides between a module that is there and something new: instances, and what a route asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.evidence.contrary.kinds import Handler, Instances, Served
from groundplan.evidence.contrary.wanted import routes
from groundplan.plan.late_regex import late_regex
from groundplan.survey.flow.following import sink_kind
from groundplan.survey.sources import is_own_code, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView
    from groundplan.evidence.contrary.kinds import OwnModule
    from groundplan.evidence.contrary.purposes import Purpose
    from groundplan.evidence.pack import EvidencePack

FRESHNESS = "freshness"  # the question that what a route asks its store is the ground of
MOST_FILES = 200
MOST_BYTES = 200_000
_FILE = late_regex(r"\.(?:ya?ml|toml|tf)$|(?:^|/)Procfile$")
_HELD_OUT = late_regex(
    r"(?:^|/)(?:tests?|examples?|fixtures|testdata|docs?|node_modules|vendor)/", re.IGNORECASE
)
_COUNT = late_regex(
    r"^\s{0,60}(?:- )?(replicas|minReplicas|replicaCount|min_machines_running|minInstances)\s?[:=]"
    r"\s?(\d{1,5})\b"
)
_MOST_CALLED = 50
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_STORES = frozenset({"database"})


def find_served(pack: EvidencePack, purpose: Purpose, module: OwnModule | None) -> Served:
    """Return what the code says about the questions of a purpose, where a module here serves it."""
    if module is None:
        return Served()
    instances = find_instances(pack.index) if any(each.counts for each in purpose.asks) else None
    handlers = (
        handler
        for route in routes(pack.goal.text)
        if (handler := find_handler(pack.index, route)) and handler.queries
    )
    is_asked = any(each.subject == FRESHNESS for each in purpose.asks)
    return Served(
        instances if instances and instances.count > 1 else None, next(handlers, None) if is_asked else None
    )


def find_instances(index: CodeView) -> Instances | None:
    """Return the highest number of instances that the deployment files ask for, or None."""
    found: list[Instances] = []
    paths = {
        path
        for word in ("replicas", "minReplicas", "replicaCount", "min_machines_running", "minInstances")
        for path in index.files_with(word)
    }
    for path in sorted(paths)[:MOST_FILES]:
        if not _FILE.search(path) or _HELD_OUT.search(path):
            continue
        text = (index.text(path) or b"")[:MOST_BYTES].decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            match = _COUNT.match(line[:200])
            if match and int(match[2]):
                found.append(Instances(int(match[2]), Spot(path, number)))
    return max(found, key=lambda each: each.count, default=None)


def find_handler(index: CodeView, route: str) -> Handler | None:
    """Return the one function that answers a route, known by the route's own text beside it; else None."""
    steps = [each for each in route.split("/") if each]
    if not steps:
        return None
    found = []
    for path in index.files_with(steps[0].strip("{}<>:"))[:_MOST_CALLED]:
        outline = index.outline(path) if is_own_code(path) else None
        if outline is None:
            continue
        text = (index.text(path) or b"").decode("utf-8", "replace")
        # The whole route, or the rest of it where the file sets its first step as a prefix.
        rest = "/" + "/".join(steps[1:]) if len(steps) > 1 else ""
        wanted = [route] if f'"{route}"' in text or f"'{route}'" in text else []
        if not wanted and rest and (f'"/{steps[0]}"' in text or f"'/{steps[0]}'" in text):
            wanted = [rest]
        for number, line in enumerate(text.split("\n"), 1):
            if any(f'"{each}"' in line or f"'{each}'" in line for each in wanted):
                definition = _around(outline, number)
                if definition:
                    found.append(Handler(path, definition, _queries(path, outline, definition)))
    return found[0] if len({each.citation for each in found}) == 1 else None


def _around(outline: Outline, line: int) -> Definition | None:
    return next((e for e in outline.definitions if e.kind in _FUNCTIONS and e.first <= line <= e.last), None)


def _queries(path: str, outline: Outline, definition: Definition) -> tuple[Spot, ...]:
    roots = frozenset(root_of(each.module) for each in outline.imports)
    lines = {
        line
        for words, places in outline.calls.items()
        if sink_kind(outline.language, words, roots) in _STORES
        for line in places
        if definition.first <= line <= definition.last
    }
    return tuple(Spot(path, line) for line in sorted(lines))
