"""Where builds and test runners of JavaScript look for a bare module name: roots, aliases in their settings.

The settings are mostly code. What is written there as plain text is read; nothing is run.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.code.script_settings import Aliases, path_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from groundplan.code.view import CodeView

_TOOLS = (
    r"webpack|rspack|rsbuild|jest|vite|vitest|rollup|babel|craco|next|nuxt|vue|svelte|metro|esbuild|snowpack"
)
_SETTINGS = re.compile(
    rf"(?:[\w.-]*(?:{_TOOLS})[\w.-]*\.(?:[cm]?[jt]s|json)|\.babelrc(?:\.\w+)?|package\.json|\.env[\w.]*"
    r"|main\.[cm]?[jt]s)"
)
_FOLDERS = re.compile(r"(?:config|configs|build|scripts|tools|webpack|\.storybook|\.config)")
_LIMIT = 200_000
_NOISE = re.compile(
    r"""("[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|`[^`]*+`)|//[^\n]*+|/\*.*?\*/""",
    re.DOTALL,
)
_TEXT = re.compile(r"""["'`]((?:[^"'`\n$]|\$(?!\{))*)["'`]""")
_LISTS = re.compile(
    r"""["']?\b(?:modules|moduleDirectories|modulePaths|root)["']?\s*:\s*(?=[\["'])|\bNODE_PATH=(?=[\w.])"""
)
_OBJECTS = re.compile(r"""["']?\b(alias|moduleNameMapper|_moduleAliases)["']?\s*[:=]\s*(?=[{\[])""")
_KEY = re.compile(r"""\s*(?:["']([^"'\n]+)["']|([\w$]+))\s*:(.*)""", re.DOTALL)
_FOUND = re.compile(r"""\bfind\s*:\s*["']([^"'\n]+)["'].*?\breplacement\s*:(.*)""", re.DOTALL)
_CLOSING = {"[": "]", "{": "}", "(": ")"}
_PLAIN_KEY = re.compile(r"\^?([\w@~#$./-]*?)(\(\.[*+]\??\)|\.[*+])?\$?")


class ScriptRoots:
    """The module roots and aliases of an index, read once."""

    def __init__(self, index: CodeView, paths: Iterable[str], package: Callable[[str], str]) -> None:
        found: dict[str, tuple[dict[str, tuple[str, ...]], dict[str, None]]] = {}
        for path in paths:
            folder, name = posixpath.split(path)
            if not _SETTINGS.fullmatch(name) or "node_modules" in path:
                continue
            if name.startswith("main.") and not _FOLDERS.fullmatch(posixpath.basename(folder)):
                continue
            text = _NOISE.sub(lambda each: each[1] or " ", _read(index, path))
            home = package(path)
            patterns, roots = found.setdefault(home, ({}, {}))
            starts = tuple(dict.fromkeys((folder, home)))
            roots.update(dict.fromkeys(path_in(start, each) for each in _roots(text) for start in starts))
            for key, target in _aliases(text):
                known = patterns.get(key, ())
                patterns[key] = (*known, *(path_in(start, target) for start in starts if target))
        self._by_folder = {
            home: Aliases(_ordered(patterns), tuple(roots))
            for home, (patterns, roots) in found.items()
            if patterns or roots
        }

    def around(self, folder: str) -> list[Aliases]:
        """Return what holds for the files of a folder, the nearest settings first."""
        return [self._by_folder[at] for at in _upwards(folder) if at in self._by_folder]


def _upwards(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""


def _ordered(patterns: dict[str, tuple[str, ...]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(sorted(patterns.items(), key=lambda each: ("*" in each[0], -len(each[0]), each[0])))


def _read(index: CodeView, path: str) -> str:
    text = index.text(path) or b""
    return text.decode("utf-8", "replace") if len(text) <= _LIMIT else ""


def _roots(text: str) -> Iterator[str]:
    for found in _LISTS.finditer(text):
        if found[0].startswith("NODE_PATH"):
            yield re.split(r"[\s:;\"']", text[found.end() : found.end() + 200])[0]
            continue
        is_list = text[found.end()] == "["
        held = _inside(text, found.end()) if is_list else text[found.end() :].partition("\n")[0]
        for each in _split(held) if is_list else [held.split(",")[0]]:
            path = _path_of(each)
            if path and "node_modules" not in path:
                yield path


def _aliases(text: str) -> Iterator[tuple[str, str]]:
    """Return patterns and their targets; a target that code computes is empty."""
    for found in _OBJECTS.finditer(text):
        is_mapper = found[1] == "moduleNameMapper"
        for each in _split(_inside(text, found.end())):
            entry = _FOUND.search(each) if each.lstrip().startswith("{") else _KEY.fullmatch(each)
            if entry is None:
                continue
            key = entry[1] or (entry[2] if entry.re is _KEY else "")
            target = _path_of(entry[entry.re.groups])
            yield from _read_alias(key, target, is_pattern=is_mapper or key.startswith("^"))


def _read_alias(key: str, target: str, *, is_pattern: bool) -> Iterator[tuple[str, str]]:
    if not is_pattern:
        exact = key.removesuffix("$").removesuffix("/*").rstrip("/") or key
        yield exact, target.removesuffix("/*")
        if not key.endswith("$"):
            yield f"{exact}/*", f"{target.removesuffix('/*').rstrip('/')}/*" if target else ""
        return
    plain = _PLAIN_KEY.fullmatch(key.replace("\\/", "/").replace("\\\\", "\\").replace("\\.", "."))
    if plain is not None and plain[1]:
        yield plain[1] + ("*" if plain[2] else ""), re.sub(r"[$\\]+1", "*", target)


def _path_of(words: str) -> str:
    """Return the path that an expression's texts make, empty where something else is in it."""
    parts = [each.replace("<rootDir>", ".") for each in _TEXT.findall(words)]
    joined = "/".join(each.lstrip("/") if at else each for at, each in enumerate(parts))
    return joined.lstrip("/") if joined and "://" not in joined else ""


def _inside(text: str, at: int) -> str:
    """Return what is between a bracket and the one that closes it."""
    depth, end, quoted = 0, at, ""
    while end < len(text):
        sign = text[end]
        if quoted:
            end += sign == "\\"
            quoted = "" if sign == quoted else quoted
        elif sign in "\"'`":
            quoted = sign
        elif sign in "[{(":
            depth += 1
        elif sign in "]})":
            depth -= 1
            if not depth:
                return text[at + 1 : end]
        end += 1
    return ""


def _split(held: str) -> Iterator[str]:
    """Return the items of a list or an object."""
    depth, begin, quoted = 0, 0, ""
    at = 0
    while at < len(held):
        sign = held[at]
        if quoted:
            at += sign == "\\"
            quoted = "" if sign == quoted else quoted
        elif sign in "\"'`":
            quoted = sign
        elif sign in "[{(":
            depth += 1
        elif sign in "]})":
            depth -= 1
        elif sign == "," and not depth:
            yield held[begin:at]
            begin = at + 1
        at += 1
    if held[begin:].strip():
        yield held[begin:]
