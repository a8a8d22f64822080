"""What the paths alone show: where tests stand, how they are named, where settings and migrations are."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.test_paths import holds_tests, is_test
from groundplan.survey.patterns.facts import Pattern, Practice, Topic
from groundplan.survey.sources import is_own_code
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_SPOTS = 5
_SETTINGS = re.compile(r"(?:^|/)(?:settings|config|configuration|conf)(?:/[^/]+)?\.(?:py|ts|js|go)$")
_SCRIPT = re.compile(r"\.[cm]?[jt]sx?$")
_ENDING = re.compile(r"_test\.(?:py|go)$|[._-](?:test|spec)\.[cm]?[jt]sx?$")


def find_places(paths: Iterable[str], everything: Iterable[str]) -> Iterator[Pattern]:
    """Return the patterns of layout: tests, settings modules, migrations."""
    tests: dict[str, list[str]] = defaultdict(list)
    names: dict[str, list[str]] = defaultdict(list)
    settings = []
    for path in paths:
        if named := _naming(path):
            names[named].append(path)
            tests[_layout(path)].append(path)
        elif is_own_code(path) and _SETTINGS.search(path):
            settings.append(path)
    yield from _pattern(Topic.TESTS, "test files", tests)
    yield from _pattern(Topic.TESTS, "test files", names)
    if settings:
        listed = tuple(Practice(path, 1, 1, (Spot(path),)) for path in settings[:20])
        yield Pattern(
            Topic.CONFIGURATION,
            "settings modules",
            len(settings),
            listed,
            ways=len(settings),
            is_listing=True,
        )
    yield from _migrations(everything)


def _layout(path: str) -> str:
    parts = path.split("/")
    if parts[0] in {"tests", "test", "spec", "specs", "e2e"}:
        below = parts[1] if len(parts) > 2 else ""
        if below in {"unit", "integration", "e2e", "functional"}:
            return f"are under `{parts[0]}/`, sorted into unit, integration and the like"
        return f"are under `{parts[0]}/`"
    if "__tests__" in parts:
        return "are in a `__tests__` folder beside the code"
    if "tests" in parts or "test" in parts:
        return "are in a `tests` or `test` folder further down"
    return "are beside the code"


def _naming(path: str) -> str:
    name = path.rpartition("/")[2]
    if not is_test(path):
        return ""
    if name.startswith("test_"):
        return "are named `test_*`" if name.endswith(".py") else ""
    if ending := _ENDING.search(name):
        return f"are named `*{ending[0]}`"
    if "__tests__" in path and holds_tests(path) and _SCRIPT.search(name):
        return "are named otherwise"
    return "are named `tests.py`" if name == "tests.py" else ""


def _pattern(topic: Topic, what: str, groups: dict[str, list[str]]) -> Iterator[Pattern]:
    practices = [
        Practice(does, len(found), len(found), tuple(Spot(path) for path in found[:MOST_SPOTS]))
        for does, found in groups.items()
        if found
    ]
    practices.sort(key=lambda each: -each.count)
    if practices:
        yield Pattern(topic, what, sum(each.count for each in practices), tuple(practices))


def _migrations(paths: Iterable[str]) -> Iterator[Pattern]:
    groups: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        if is_test(path):
            continue
        parts = path.split("/")
        folder = parts[-2] if len(parts) > 1 else ""
        if folder == "migrations" and re.match(r"\d{4}_.{1,200}\.py$", parts[-1]):
            groups["are Django migrations"].append(path)
        elif folder == "versions" and path.endswith(".py") and parts[-1] != "__init__.py":
            groups["are Alembic revisions"].append(path)
        elif path.endswith(".sql") and "migrations" in parts[:-1]:
            groups["are SQL files"].append(path)
    for found in groups.values():
        found.sort(reverse=True)
    yield from _pattern(Topic.SCHEMA, "schema migrations", groups)
