"""What tsconfig.json and jsconfig.json say of module names: `paths`, `baseUrl`, and what they extend."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from groundplan.code.loose_json import read_object

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.view import CodeView

_NAMES = ("tsconfig.json", "jsconfig.json")
_EXTENDS_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Aliases:
    """The names one settings file gives to folders and files, all counted from the top of the repository."""

    patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the most exact first
    roots: tuple[str, ...] = ()  # folders where a bare name is looked for

    def names(self, module: str) -> bool:
        """Whether a pattern that is not for every name has this one, wherever it leads."""
        return any(pattern != "*" and _fits(pattern, module) for pattern, _ in self.patterns)

    def targets(self, module: str) -> Iterator[str]:
        """Return where a module may be by the pattern that fits it best."""
        for pattern, targets in self.patterns:
            if _fits(pattern, module):
                before, _, after = pattern.partition("*")
                middle = module[len(before) : len(module) - len(after)]
                yield from (posixpath.normpath(target.replace("*", middle, 1)) for target in targets)
                return


def _fits(pattern: str, module: str) -> bool:
    before, star, after = pattern.partition("*")
    if not star:
        return module == pattern
    return len(module) >= len(before) + len(after) and module.startswith(before) and module.endswith(after)


class ScriptSettings:
    """The settings files of an index, each read once."""

    def __init__(self, index: CodeView, paths: frozenset[str]) -> None:
        self._index = index
        self._paths = paths
        self._by_folder: dict[str, tuple[Aliases, ...]] = {}

    def around(self, folder: str) -> tuple[Aliases, ...]:
        """Return what holds for the files of a folder: the nearest settings first, then those above."""
        missing: list[str] = []
        at = folder
        while at not in self._by_folder:
            missing.append(at)
            if not at:
                self._by_folder[""] = self._read_folder("")
                missing.pop()
                break
            at = posixpath.dirname(at)
        known = self._by_folder[at]
        for each in reversed(missing):
            known = (*self._read_folder(each), *known)[:8]
            self._by_folder[each] = known
        return known

    def _read_folder(self, folder: str) -> tuple[Aliases, ...]:
        found = []
        for name in _NAMES:
            path = posixpath.join(folder, name)
            if path in self._paths:
                aliases = self._read(path)
                if aliases.patterns or aliases.roots:
                    found.append(aliases)
        return tuple(found)

    def _read(self, path: str) -> Aliases:
        """Return the aliases of a settings file, of those it extends or, failing that, of those it lists."""
        patterns: dict[str, tuple[str, ...]] = {}
        roots: tuple[str, ...] = ()
        waiting, seen = [path], set[str]()
        listed: list[str] = []
        while waiting and len(seen) < _EXTENDS_LIMIT:
            at = waiting.pop(0)
            if at in seen:
                continue
            seen.add(at)
            held = read_object(self._index.text(at))
            options = held.get("compilerOptions")
            options = options if isinstance(options, dict) else {}
            folder = posixpath.dirname(at)
            # The nearest file that says anything of `paths` holds as a whole, as the compiler has it.
            patterns = patterns or dict(_read_patterns(options, folder))
            roots = roots or _read_root(options, folder)
            waiting += [each for each in _targets(held.get("extends"), folder, "") if each in self._paths]
            listed += _targets(held.get("references"), folder, "path")
            if not waiting and not patterns:
                waiting, listed = [each for each in listed if each in self._paths], []
        order = sorted(
            patterns.items(), key=lambda each: ("*" in each[0], -len(each[0].partition("*")[0]), each[0])
        )
        return Aliases(tuple(order), roots)


def _read_patterns(options: dict[str, Any], folder: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    paths, root = options.get("paths"), options.get("baseUrl")
    start = posixpath.join(folder, root) if isinstance(root, str) else folder
    for pattern, targets in paths.items() if isinstance(paths, dict) else ():
        if isinstance(targets, list):
            yield pattern, tuple(path_in(start, each) for each in targets if isinstance(each, str))


def _read_root(options: dict[str, Any], folder: str) -> tuple[str, ...]:
    root = options.get("baseUrl")
    return (path_in(folder, root),) if isinstance(root, str) else ()


def path_in(folder: str, target: str) -> str:
    """Return the path a folder's file means by a relative one, empty for the root."""
    path = posixpath.normpath(posixpath.join(folder, target))
    return "" if path == "." else path


def _targets(named: object, folder: str, key: str) -> list[str]:
    """Return the settings files that `extends` or `references` names, as paths that may exist."""
    found = []
    for each in named if isinstance(named, list) else [named]:
        name = each.get(key) if key and isinstance(each, dict) else each
        if isinstance(name, str) and (key or name.startswith(".")):
            path = path_in(folder, name)
            ended = [path] if path.endswith(".json") else [path, f"{path}.json"]
            found += [*ended, posixpath.join(path, "tsconfig.json")]
    return found
