"""`find_patterns`: how this repository, or a folder of it, does things, summed over its texts."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS, language_of
from groundplan.code.outline import Kind
from groundplan.code.pairs import find_pairs
from groundplan.code.test_paths import is_test
from groundplan.survey.kept import keep_records
from groundplan.survey.patterns.facts import Pattern, Practice, Topic
from groundplan.survey.patterns.go_notes import note_go
from groundplan.survey.patterns.habits import habits, libraries
from groundplan.survey.patterns.notes import Notes, unpack
from groundplan.survey.patterns.python_notes import BUILTIN_ERRORS, note_python
from groundplan.survey.patterns.script_notes import note_script
from groundplan.survey.sources import is_own_code, part
from groundplan.survey.spot import Spot
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView
    from groundplan.survey.patterns.habits import Habit

_VERSION = "11"
MOST_SPOTS = 5
MOST_LISTED = 40
_LANGUAGES = {"python": "Python", "go": "Go", "": "JavaScript and TypeScript"}
_SETTINGS = re.compile(r"(?:^|/)(?:settings|config|configuration|conf)(?:/[^/]+)?\.(?:py|ts|js|go)$")
_HIDDEN = re.compile(r"(?:^|/)\.")  # settings of tools, builds


def _make(text: bytes, outline: Outline) -> bytes:
    notes = Notes()
    if outline.language == "python":
        note_python(text, outline, notes)
    elif outline.language == "go":
        note_go(text, outline, notes)
    elif outline.language in SCRIPTS:
        note_script(text, outline, notes)
    return notes.pack()


class _Sum:
    """The notes of many files of one language put together: per habit and practice count, files and spots."""

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.files: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self.spots: dict[str, dict[str, list[Spot]]] = defaultdict(lambda: defaultdict(list))
        self.number = 0

    def add(self, path: str, notes: dict[str, dict[str, list[int]]]) -> None:
        """Add one file."""
        self.number += 1
        for habit, practices in notes.items():
            for practice, tally in practices.items():
                self.counts[habit][practice] += tally[0]
                self.files[habit][practice] += 1
                spots = self.spots[habit][practice]
                # One place per file first: five lines of one file show less than five files.
                if len(spots) < MOST_SPOTS:
                    spots.append(Spot(path, tally[1]))

    def practice(self, habit: str, practice: str, does: str) -> Practice:
        """Return one practice of a habit."""
        count, files = self.counts[habit][practice], self.files[habit][practice]
        return Practice(does, count, files, tuple(self.spots[habit][practice]))


def find_patterns(index: CodeView, *, under: str = "") -> tuple[Pattern, ...]:
    """Return the patterns of a repository or of one folder, by topic, each with counts and places."""
    records = keep_records(index, "patterns", _VERSION, _make, only=lambda path: path.startswith(under))
    sums: dict[tuple[str, str], _Sum] = defaultdict(_Sum)
    paths = []
    for path, record in records.items():
        kind = {Part.CODE: "code", Part.TEST: "tests"}.get(part(path), "")
        if not kind or not path.startswith(under) or _HIDDEN.search(path):
            continue
        paths.append(path)
        named = language_of(path, b"")
        if named in SCRIPTS or named in _LANGUAGES:
            language = _LANGUAGES.get(named, "JavaScript and TypeScript")
            sums[language, kind].add(path, unpack(record))
    found: list[Pattern] = []
    for language in sorted({language for language, _ in sums}, key=lambda each: -sums[each, "code"].number):
        found.extend(_of_language(language, sums))
        found.extend(_raised(index, language, sums[language, "code"]))
        found.extend(
            _libraries(language, (sums[language, "code"], sums[language, "tests"]), _own_names(index))
        )
    found.extend(find_places(paths, index.paths()))
    found.extend(_pairs(index, under))
    order = list(Topic)
    return tuple(sorted(found, key=lambda each: order.index(each.topic)))


def _of_language(language: str, sums: dict[tuple[str, str], _Sum]) -> Iterator[Pattern]:
    code, tests = sums[language, "code"], sums[language, "tests"]
    for habit in habits():
        chosen = tests if habit.over == "tests" else code
        if habit.over == "all":
            chosen = tests if habit.notes in tests.counts else code
        if habit.notes == "typing.future":
            yield from _per_file(habit, language, code)
        elif habit.notes in chosen.counts:
            made = _pattern(habit, language, chosen)
            if made:
                yield made
    yield from _swallowed(language, code)


def _pattern(habit: Habit, language: str, chosen: _Sum) -> Pattern | None:
    counts = chosen.counts[habit.notes]
    ranked = sorted(counts, key=lambda each: (_weight(habit, each, chosen), -counts[each], each))
    if sum(counts.values()) < habit.fewest:
        return None
    practices = tuple(
        chosen.practice(habit.notes, each, habit.words.get(each, each)) for each in ranked[:MOST_LISTED]
    )
    total = sum(counts.values())
    return Pattern(
        habit.topic, habit.what, total, practices, language, len(counts), is_listing=not habit.words
    )


def _weight(habit: Habit, practice: str, chosen: _Sum) -> int:
    """Return what puts a practice forward, lower first: shared fixtures, errors that others derive from."""
    if habit.notes == "tests.fixture":
        return -sum(spot.path.endswith("conftest.py") for spot in chosen.spots[habit.notes][practice])
    if habit.notes == "errors.class":
        name = practice.partition("(")[0]
        return -sum(each.endswith((f"({name})", f".{name})")) for each in chosen.counts[habit.notes])
    return 0


def _swallowed(language: str, code: _Sum) -> Iterator[Pattern]:
    """Return how many handlers say nothing of the error they caught."""
    silent = code.counts.get("errors.swallow", {}).get("silent", 0)
    total = sum(code.counts.get("errors.except", {}).values()) + sum(
        code.counts.get("errors.catch", {}).values()
    )
    if silent:
        practice = code.practice("errors.swallow", "silent", "do nothing with the error")
        yield Pattern(Topic.ERRORS, "handlers", max(total, silent), (practice,), language)


def _per_file(habit: Habit, language: str, code: _Sum) -> Iterator[Pattern]:
    files = code.files.get(habit.notes, {}).get("yes", 0)
    if files and language == "Python":
        lead = code.practice(habit.notes, "yes", habit.words["yes"])
        yield Pattern(
            habit.topic, "files", code.number, (Practice(lead.does, files, files, lead.spots),), language
        )


def _raised(index: CodeView, language: str, code: _Sum) -> Iterator[Pattern]:
    """Return whether raises use the repository's own types, Python's, or others."""
    raised = code.counts.get("errors.raise", {})
    if sum(raised.values()) < 3:
        return
    own = {each.partition("(")[0] for each in code.counts.get("errors.class", {})}
    groups: dict[str, list[str]] = defaultdict(list)
    for name in raised:
        if name in own:
            groups["raise an error type of its own"].append(name)
        elif name in BUILTIN_ERRORS:
            groups["raise one of Python's"].append(name)
        elif name == "(again)" or name.islower():
            groups["raise again what they caught"].append(name)
        elif any(each.definition.kind is Kind.CLASS for each in index.symbols(name.rpartition(".")[2])):
            # `SuspiciousOperation` is an error by what it derives from, not by its name
            groups["raise an error type of its own"].append(name)
        else:
            groups["raise another package's"].append(name)
    practices = []
    for does, names in groups.items():
        ranked = sorted(names, key=lambda each: -raised[each])
        spots = [spot for name in ranked for spot in code.spots["errors.raise"][name][:2]][:MOST_SPOTS]
        listed = ", ".join(f"`{name}`" for name in ranked[:3] if not name.startswith("("))
        words = f"{does} ({listed})" if listed else does
        practices.append(Practice(words, sum(raised[name] for name in names), len(names), tuple(spots)))
    practices.sort(key=lambda each: -each.count)
    yield Pattern(Topic.ERRORS, "`raise` statements", sum(raised.values()), tuple(practices), language)


def _own_names(index: CodeView) -> frozenset[str]:
    """Return the names under which this repository's own packages are imported."""
    paths = index.paths()
    tops = {path.split("/")[0] for path in paths if "/" in path}
    tops |= {path.split("/")[1] for path in paths if path.startswith("src/") and path.count("/") > 1}
    module = b"".join((index.text("go.mod") or b"").partition(b"module ")[2].split(b"\n")[:1]).strip()
    return frozenset(tops | {module.decode("utf-8", "replace").rpartition("/v")[0] or module.decode()})


def importing(what: str) -> str:
    """Return how the imports of packages for one purpose are called: only those known here are counted."""
    return f"imports of {what} known here, each counted once in a file"


def _libraries(language: str, parts: tuple[_Sum, _Sum], own: frozenset[str]) -> Iterator[Pattern]:
    code, tests = parts
    for what, names in libraries().items():
        chosen = tests if what == "test packages" else code
        files = chosen.files.get("imports.root", {})
        used = [
            (root, name)
            for root in files
            for name in names - own
            if root == name or ("/" in name and root.startswith(name))
        ]
        practices = []
        for root, name in used:
            made = chosen.practice("imports.root", root, name)
            practices.append(Practice(name, made.files, made.files, made.spots))
        practices.sort(key=lambda each: -each.count)
        if practices:
            total = sum(each.count for each in practices)
            yield Pattern(
                Topic.LIBRARIES, importing(what), total, tuple(practices), language, is_listing=True
            )


def _pairs(index: CodeView, under: str) -> Iterator[Pattern]:
    pairs = [each for each in find_pairs(index) if each.asynchronous.startswith(under)]
    if not pairs:
        return
    generated = [each for each in pairs if each.is_generated]
    practices = []
    by_hand = [each for each in pairs if not each.is_generated]
    for does, chosen in (("have their twin generated", generated), ("are written twice by hand", by_hand)):
        if chosen:
            spots = tuple(Spot(each.asynchronous) for each in chosen[:MOST_SPOTS])
            practices.append(Practice(does, len(chosen), len(chosen), spots))
    practices.sort(key=lambda each: -each.count)
    yield Pattern(Topic.CONCURRENCY, "async modules with a sync twin", len(pairs), tuple(practices), "Python")


def find_places(paths: Iterable[str], everything: Iterable[str]) -> Iterator[Pattern]:
    """Return the patterns of layout: settings modules, migrations."""
    settings = [path for path in paths if is_own_code(path) and _SETTINGS.search(path)]
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


def _placed_pattern(topic: Topic, what: str, groups: dict[str, list[str]]) -> Iterator[Pattern]:
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
    yield from _placed_pattern(Topic.SCHEMA, "schema migrations", groups)
