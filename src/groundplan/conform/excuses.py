"""Files that no step has to name: written by a tool, somebody else's, or a record of the change itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.generated import why_generated
from groundplan.code.languages import PLAIN, language_of
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.path_pattern import matches

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def why_excused(
    change: FileChange, attributes: Attributes, patterns: tuple[str, ...], vendored: frozenset[str]
) -> str:
    """Return why no step has to name a file, or nothing.

    `patterns` are the project's generated files, `vendored` the folders of other projects that there were.
    """
    path = change.path
    name = path.rpartition(_SLASH)[2]
    if name in _LOCKS:
        return "a lock file"
    if attributes.has(path, "linguist-vendored") or vendored_in(path) in vendored:
        return "vendored"
    is_generated = attributes.has(path, "linguist-generated") or any(matches(each, path) for each in patterns)
    # Who writes a file may put any words at its top, so those that were there before count.
    if is_generated or why_generated(path, change.before) is not None:
        return "generated"
    is_log = _CHANGELOG.fullmatch(path) or (_FRAGMENT.fullmatch(path) and not _is_program(change))
    return "a changelog" if is_log else ""


def _is_program(change: FileChange) -> bool:
    text = change.after or b""
    is_code = language_of(change.path, text) != PLAIN or _PROGRAM.fullmatch(change.path) is not None
    return is_code or text.startswith(b"#!")
