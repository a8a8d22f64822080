"""Which files vitest, jest and ava collect: their own patterns, or those a configuration gives instead."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.loose_json import read_object
from groundplan.survey.running.globs import matches

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground

MOST_PATTERNS = 200
_ENDINGS = ("ts", "mts", "js", "mjs", "cjs", "json")
_TESTED = re.compile(r"(?:.*/)?(?:[^/]+\.(?:test|spec)\.[cm]?[jt]sx?|__tests__/.+\.[cm]?[jt]sx?)")
_AVA = re.compile(
    r"(?:(?:src/|source/)?test|(?:.*/)?(?:test-[^/]*|[^/]+\.(?:test|spec)|(?:tests?|__tests__)/.+))\.[cm]?[jt]sx?"
)
_AVA_PASSED_BY = re.compile(r"(?:.*/)?(?:_[^/]*|(?:__)?(?:helper|fixture)s?(?:__)?/.*)")
# What is measured, bundled, and what types are checked of, has patterns of its own.
_OTHER_SETTINGS = re.compile(r"""\b(?:coverage|typecheck|optimizeDeps|deps)["']?\s*:\s*\{[^{}]{0,5000}\}""")
_VALUE = r"""["']?\s*:\s*(\[[^\]]{0,2000}\]|["'`][^"'`\n]{1,300}["'`])"""
_TEXT = re.compile(r"""["'`]([^"'`\n]{1,300})["'`]""")
_TYPESCRIPT = re.compile(r"""["'][cm]?tsx?["']|\brewritePaths\b""")


class _Runner(NamedTuple):
    """Where a runner is configured, and under which names its patterns stand."""

    tools: tuple[str, ...]  # what configuration files are called after
    key: str  # of its part of `package.json`
    taken: re.Pattern[str]
    passed_by: re.Pattern[str]


_BOTH = (
    re.compile(r"\b(?:include|testMatch|testRegex)" + _VALUE),
    re.compile(r"\b(?:exclude|testPathIgnorePatterns)" + _VALUE),
)
_RUNNERS = {
    "vitest": _Runner(("vitest", "vite"), "vitest", *_BOTH),
    "jest": _Runner(("jest",), "jest", *_BOTH),
    "react-scripts": _Runner(("jest",), "jest", *_BOTH),
    "ava": _Runner(("ava",), "ava", re.compile(r"\bfiles" + _VALUE), re.compile(r"(?!)()")),
}


def fits(ground: Ground, name: str, inner: str, around: tuple[str, tuple[str, ...]]) -> bool:
    """Whether a runner collects a file, by the configuration of its package: the folder, and its options."""
    runner = _RUNNERS.get(name)
    if runner is None:
        return True
    folder, options = around
    texts = _configurations(ground, runner, folder, options)
    taken = _patterns(texts, runner.taken)
    if any(_passes_by(inner, each) for each in _patterns(texts, runner.passed_by)):
        return False
    if any(matches(inner, each[1:]) for each in taken if each.startswith("!")):
        return False
    if name == "ava" and _AVA_PASSED_BY.fullmatch(inner):
        return False
    if name == "ava" and re.search(r"\.[cm]?tsx?$", inner) and not any(map(_TYPESCRIPT.search, texts)):
        return False
    usual = (_AVA if name == "ava" else _TESTED).fullmatch(inner) is not None
    wanted = [each for each in taken if not each.startswith("!")]
    # A regular expression of somebody else is not run.
    return (
        any(usual if _is_expression(each) else matches(inner, each) for each in wanted) if wanted else usual
    )


def _configurations(
    ground: Ground, runner: _Runner, folder: str, options: tuple[str, ...]
) -> tuple[str, ...]:
    place = f"{folder}/" if folder else ""
    named = [options[at + 1] for at, each in enumerate(options[:-1]) if each in {"--config", "-c"}]
    usual = [f"{tool}.config.{ending}" for tool in runner.tools for ending in _ENDINGS]
    files = [path for name in (*named, *usual) if (path := place + name.removeprefix("./")) in ground.paths]
    own = read_object(ground.text(f"{place}package.json").encode()).get(runner.key, {})
    texts = (*(ground.text(path) for path in files[:1]), json.dumps(own))
    return tuple(_OTHER_SETTINGS.sub("", each) for each in texts)


def _patterns(texts: tuple[str, ...], setting: re.Pattern[str]) -> list[str]:
    found = [each for text in texts for block in setting.findall(text) for each in _TEXT.findall(block)]
    return found[:MOST_PATTERNS]


def _passes_by(inner: str, pattern: str) -> bool:
    """Whether a pattern leaves a file out: that of vitest is one for paths, that of jest is found in them."""
    plain = pattern.removeprefix("<rootDir>").replace("\\\\", "\\").replace("\\.", ".")
    return matches(inner, pattern) or ("*" not in plain and "/" in plain and plain in f"/{inner}")


def _is_expression(pattern: str) -> bool:
    return pattern.startswith(("(", "\\", "^")) or pattern.endswith("$")
