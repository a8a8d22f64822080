"""Files that no step has to name: written by a tool, somebody else's, or a record of the change itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.generated import inputs_by_name, place_by_name, why_generated
from groundplan.code.languages import PLAIN, language_of
from groundplan.git.attributes import MOST_RULES, read_rules
from groundplan.plan.conformance import How
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.conform.change import FileChange

_LOCKS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "Cargo.lock Gemfile.lock Package.resolved Pipfile.lock Podfile.lock bun.lock bun.lockb "
        "composer.lock deno.lock flake.lock go.sum go.work.sum gradle.lockfile mix.lock "
        "npm-shrinkwrap.json package-lock.json packages.lock.json pdm.lock pnpm-lock.yaml poetry.lock "
        "pubspec.lock uv.lock yarn.lock"
    ).split()
)
_VENDORED = frozenset({"vendor", "vendored", "_vendor", "third_party", "third-party", "node_modules"})
_CHANGELOG = late_regex(
    r"(?:.*/)?(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE[-_]?NOTES)"
    r"(?:\.(?:md|markdown|mdx|mdown|txt|rst|adoc|asciidoc|org|textile|rdoc|pod|ya?ml|html?|xml))?",
    re.IGNORECASE,
)
_FRAGMENT = late_regex(
    r"((?:.*/)?(?:changelog\.d|newsfragments|\.changeset|\.changes|unreleased))/(?:.{0,200}/)?"
    r"[^/]{1,200}\.([a-z]{1,20})(?:\.\d{1,5})?",
    re.IGNORECASE,
)
# Text, and the kinds of note that towncrier knows; of any other kind there must have been one before.
_NOTES = frozenset("md rst txt feature bugfix doc removal misc".split())  # noqa: SIM905
_OBEYED = frozenset({"config.json", "package.json"})  # in such a folder: they name what a tool runs
_TRUE = frozenset({"", "true", "set", "1"})
_SLASH = "/"


@dataclass(frozen=True, slots=True)
class Attributes:
    """What `.gitattributes` says about generated and vendored files: pattern, name, whether it is so."""

    rules: tuple[tuple[str, str, bool], ...] = ()

    def has(self, path: str, name: str) -> bool:
        """Tell whether a file has an attribute; the last pattern that fits decides, as with git."""
        fitting = (
            value for pattern, each, value in reversed(self.rules) if each == name and matches(pattern, path)
        )
        return next(fitting, False)


def read_attributes(files: Mapping[str, bytes]) -> Attributes:
    """Return what the attribute files of a repository say, given by their paths."""
    found: list[tuple[str, str, bool]] = []
    for pattern, words in read_rules(files):
        said = dict(told for word in words if (told := _told(word)))  # the last word for a name counts
        found += [(pattern, *each) for each in said.items()]
        if len(found) >= MOST_RULES:
            break
    return Attributes(tuple(found))


def _told(word: str) -> tuple[str, bool] | None:
    name, _, value = word.lstrip("-").partition("=")
    if name not in {"linguist-generated", "linguist-vendored"}:
        return None
    return name, not word.startswith("-") and value.lower() in _TRUE


def vendored_in(path: str) -> str:
    """Return the folder of other projects' code that a file lies in, or nothing."""
    folders = path.split(_SLASH)[:-1]
    at = next((at for at, each in enumerate(folders) if each in _VENDORED), -1)
    return _SLASH.join(folders[: at + 1]) if at >= 0 else ""


@dataclass(frozen=True, slots=True)
class Excuses:
    """What a project has said and had before a change, for files that no step has to name."""

    attributes: Attributes = Attributes()
    patterns: tuple[str, ...] = ()  # of generated files, as the profile has them
    vendored: frozenset[str] = frozenset()  # folders of other projects' code
    generated: frozenset[str] = frozenset()  # where tools wrote files, told by their names
    known: frozenset[str] = frozenset()  # every path before and after
    notes: frozenset[tuple[str, str]] = frozenset()  # folders of change notes, each with the kinds in it


def read_excuses(
    attributes: Attributes, patterns: tuple[str, ...], before: Iterable[str], known: frozenset[str]
) -> Excuses:
    """Return what excuses files, from the paths before a change and the project's own words."""
    paths = tuple(before)
    vendored = frozenset(map(vendored_in, paths)) - {""}
    notes = frozenset(found for path in paths if (found := _note_of(path)) is not None)
    generated = frozenset(map(place_by_name, paths)) - {""}
    return Excuses(attributes, patterns, vendored, generated, known, notes)


def why_excused(change: FileChange, excuses: Excuses) -> str:
    """Return why no step has to name a file, or nothing; a renamed file needs it for both of its names."""
    if change.how is not How.RENAMED:
        return _why(change, change.path, change.before, excuses)
    was = _why(change, change.old, change.before, excuses)
    return _why(change, change.path, None, excuses) if was else ""


def _why(change: FileChange, path: str, before: bytes | None, excuses: Excuses) -> str:
    is_text = not change.mode  # neither newly run nor a link: a name says nothing of those
    if path.rpartition(_SLASH)[2] in _LOCKS and is_text:
        return "a lock file"
    if excuses.attributes.has(path, "linguist-vendored") or vendored_in(path) in excuses.vendored:
        return "vendored"
    if _is_generated(path, before, excuses):
        return "generated"
    is_log = _CHANGELOG.fullmatch(path) or _is_note(path, excuses)
    return "a changelog" if is_log and is_text else ""


def _note_of(path: str) -> tuple[str, str] | None:
    """Return the folder and the kind of a note for the next change log, where the path is one."""
    found = _FRAGMENT.fullmatch(path)
    return (found[1], found[2].lower()) if found else None


def _is_note(path: str, excuses: Excuses) -> bool:
    """Tell whether a file is a note in a folder that had some before; any name may be a program's."""
    note = _note_of(path)
    if note is None or language_of(path, b"") != PLAIN or path.rpartition(_SLASH)[2].lower() in _OBEYED:
        return False
    return note in excuses.notes or (note[1] in _NOTES and any(each[0] == note[0] for each in excuses.notes))


def _is_generated(path: str, before: bytes | None, excuses: Excuses) -> bool:
    """Tell whether a tool writes a file; whoever adds one may give it any name and any header."""
    is_said = excuses.attributes.has(path, "linguist-generated")
    if is_said or any(matches(each, path) for each in excuses.patterns):
        return True
    if before is not None:
        return why_generated(path, before) is not None
    return place_by_name(path) in excuses.generated or not excuses.known.isdisjoint(inputs_by_name(path))
