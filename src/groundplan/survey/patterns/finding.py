"""`find_patterns`: ways to do things seen in this repository or a folder of it, summed over its texts."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.languages import SCRIPTS, language_of
from groundplan.survey.kept import keep_records
from groundplan.survey.patterns.facts import SHOWN, Pattern, Practice, Topic
from groundplan.survey.patterns.go_notes import note_go
from groundplan.survey.patterns.habits import habits, libraries
from groundplan.survey.patterns.notes import Notes, unpack
from groundplan.survey.patterns.python_notes import note_python
from groundplan.survey.patterns.script_notes import note_script
from groundplan.survey.sources import is_own_code, part
from groundplan.survey.spot import Spot
from groundplan.survey.where.kinds import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView
    from groundplan.survey.patterns.habits import Habit

_VERSION = "13"
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
        return Practice(does, self.counts[habit][practice], tuple(self.spots[habit][practice]))


def find_patterns(index: CodeView, *, under: str = "") -> tuple[Pattern, ...]:
    """Return the patterns of a repository or of one folder, by topic, each with places."""
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
        found.extend(
            _libraries(language, (sums[language, "code"], sums[language, "tests"]), _own_names(index))
        )
    found.extend(_settings(paths))
    order = list(Topic)
    return tuple(sorted(found, key=lambda each: order.index(each.topic)))


def find_examples(index: CodeView, *, under: str = "") -> tuple[Pattern, ...]:
    """Return the patterns that are shown as they are; the others only serve to weigh what a goal asks for."""
    return tuple(each for each in find_patterns(index, under=under) if each.topic in SHOWN)


def _of_language(language: str, sums: dict[tuple[str, str], _Sum]) -> Iterator[Pattern]:
    code, tests = sums[language, "code"], sums[language, "tests"]
    for habit in habits():
        chosen = tests if habit.over == "tests" else code
        if habit.over == "all":
            chosen = tests if habit.notes in tests.counts else code
        if habit.notes in chosen.counts:
            made = _pattern(habit, language, chosen)
            if made:
                yield made


def _pattern(habit: Habit, language: str, chosen: _Sum) -> Pattern | None:
    counts = chosen.counts[habit.notes]
    ranked = sorted(counts, key=lambda each: (_weight(habit, each, chosen), -counts[each], each))
    if sum(counts.values()) < habit.fewest:
        return None
    practices = tuple(
        chosen.practice(habit.notes, each, habit.words.get(each, each)) for each in ranked[:MOST_LISTED]
    )
    return Pattern(habit.topic, habit.what, practices, language)


def _weight(habit: Habit, practice: str, chosen: _Sum) -> int:
    """Return what puts a practice forward, lower first: shared fixtures, errors that others derive from."""
    if habit.notes == "tests.fixture":
        return -sum(spot.path.endswith("conftest.py") for spot in chosen.spots[habit.notes][practice])
    if habit.notes == "errors.class":
        name = practice.partition("(")[0]
        return -sum(each.endswith((f"({name})", f".{name})")) for each in chosen.counts[habit.notes])
    return 0


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
            practices.append(Practice(name, files[root], made.spots))
        practices.sort(key=lambda each: -each.count)
        if practices:
            yield Pattern(Topic.LIBRARIES, importing(what), tuple(practices), language)


def _settings(paths: Iterable[str]) -> Iterator[Pattern]:
    """Return the files with the name of settings."""
    named = [path for path in paths if is_own_code(path) and _SETTINGS.search(path)]
    if named:
        listed = tuple(Practice(path, 1, (Spot(path),)) for path in named[:20])
        yield Pattern(Topic.CONFIGURATION, "files named settings, config or conf", listed)
