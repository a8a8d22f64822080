"""Files that no step has to name: written by a tool, somebody else's, or a record of the change itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.generated import inputs_by_name, place_by_name, why_generated
from groundplan.code.languages import PLAIN, language_of
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
    r"(?:.*/)?(?:changelog\.d|newsfragments|\.changeset|\.changes|unreleased)/.{1,200}", re.IGNORECASE
)
_PROGRAM = late_regex(
    r".*\.(?:sh|bash|zsh|fish|ps1|psm1|bat|cmd|pl|pm|lua|awk|tcl|r|jl|ex|exs|erl|swift|scala|sc|groovy|gradle|dart|clj\w?"
    r"|hs|ml|nim|zig|vb|vbs|fs|fsx|m|mm|sql|wasm|so|dll|exe|jar|class|pyc|pth)|(?:.*/)?(?:Makefile|Dockerfile|Justfile)",
    re.IGNORECASE,
)
_TRUE = frozenset({"", "true", "set", "1"})
_MOST_RULES = 2_000
_SLASH = "/"


@dataclass(frozen=True, slots=True)
class Attributes:
    """What `.gitattributes` says about generated and vendored files: pattern, name, whether it is so."""

    rules: tuple[tuple[str, str, bool], ...] = ()

    def has(self, path: str, name: str) -> bool:
        """Tell whether a file has an attribute; the last pattern that fits decides, as with git."""
        said = [value for pattern, each, value in self.rules if each == name and matches(pattern, path)]
        return said[-1] if said else False


def read_attributes(files: Mapping[str, bytes]) -> Attributes:
    """Return what the attribute files of a repository say, given by their paths."""
    found: list[tuple[str, str, bool]] = []
    for path in sorted(files, key=lambda each: (each.count(_SLASH), each)):
        folder = path.rpartition(_SLASH)[0]
        for line in files[path].decode("utf-8", "replace").splitlines()[:_MOST_RULES]:
            pattern, *words = line.split() or [""]
            if pattern and not pattern.startswith(("#", "!", '"')):
                found += [(_rooted(pattern, folder), *told) for word in words if (told := _told(word))]
    return Attributes(tuple(found))


def _rooted(pattern: str, folder: str) -> str:
    inside = f"{folder}/" if folder else ""
    bare = pattern.strip(_SLASH)
    return f"{inside}{bare}" if _SLASH in pattern.rstrip(_SLASH) else f"{inside}**/{bare}"


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


def read_excuses(
    attributes: Attributes, patterns: tuple[str, ...], before: Iterable[str], known: frozenset[str]
) -> Excuses:
    """Return what excuses files, from the paths before a change and the project's own words."""
    paths = tuple(before)
    vendored = frozenset(map(vendored_in, paths)) - {""}
    return Excuses(attributes, patterns, vendored, frozenset(map(place_by_name, paths)) - {""}, known)


def why_excused(change: FileChange, excuses: Excuses) -> str:
    """Return why no step has to name a file, or nothing; a renamed file needs it for both of its names."""
    if change.how is not How.RENAMED:
        return _why(change.path, change.before, change.after, excuses)
    was, now = (change.old, change.before, change.before), (change.path, None, change.after)
    return _why(*now, excuses) if _why(*was, excuses) else ""


def _why(path: str, before: bytes | None, text: bytes | None, excuses: Excuses) -> str:
    if path.rpartition(_SLASH)[2] in _LOCKS:
        return "a lock file"
    if excuses.attributes.has(path, "linguist-vendored") or vendored_in(path) in excuses.vendored:
        return "vendored"
    if _is_generated(path, before, excuses):
        return "generated"
    is_log = _CHANGELOG.fullmatch(path) or (_FRAGMENT.fullmatch(path) and not _is_program(path, text))
    return "a changelog" if is_log else ""


def _is_generated(path: str, before: bytes | None, excuses: Excuses) -> bool:
    """Tell whether a tool writes a file; whoever adds one may give it any name and any header."""
    is_said = excuses.attributes.has(path, "linguist-generated")
    if is_said or any(matches(each, path) for each in excuses.patterns):
        return True
    if before is not None:
        return why_generated(path, before) is not None
    return place_by_name(path) in excuses.generated or not excuses.known.isdisjoint(inputs_by_name(path))


def _is_program(path: str, text: bytes | None) -> bool:
    is_code = language_of(path, text or b"") != PLAIN or _PROGRAM.fullmatch(path) is not None
    return is_code or (text or b"").startswith(b"#!")
