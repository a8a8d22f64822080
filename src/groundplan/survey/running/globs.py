"""Which files vitest and jest collect: their own patterns, or those a configuration gives instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground

MOST_PATTERNS = 200
MOST_PARTS = 15
_SIGNS = {"**/": r"(?:.*/)?", "**": r".*", "*": r"[^/]*"}
_USUAL = re.compile(r"(?:.*/)?(?:[^/]+\.(?:test|spec)\.[cm]?[jt]sx?|__tests__/.+\.[cm]?[jt]sx?)")
_CONFIGS = tuple(
    f"{tool}.config.{ending}"
    for tool in ("vitest", "vite", "jest")
    for ending in ("ts", "mts", "js", "mjs", "cjs", "json")
)
_SET = re.compile(
    r"""\b(?:include|testMatch|testRegex)["']?\s*:\s*(\[[^\]]{0,2000}\]|["'`][^"'`\n]{1,300}["'`])"""
)
# What is measured, and what types are checked of, has patterns of its own.
_OTHER_SETTINGS = re.compile(r"""\b(?:coverage|typecheck)["']?\s*:\s*\{[^{}]{0,5000}\}""")
_TEXT = re.compile(r"""["'`]([^"'`\n]{1,300})["'`]""")
_BRACES = re.compile(r"\{([^{}]{1,200})\}")


def fits(ground: Ground, folder: str, inner: str, options: tuple[str, ...]) -> bool:
    """Whether a file is among those a package's configuration has tests looked for in."""
    place = f"{folder}/" if folder else ""
    named = [options[at + 1] for at, each in enumerate(options[:-1]) if each in {"--config", "-c"}]
    configs = [
        path for name in (*named, *_CONFIGS) if (path := place + name.removeprefix("./")) in ground.paths
    ]
    texts = [ground.text(path) for path in (*configs[:1], f"{place}package.json")]
    patterns = [
        each
        for text in texts
        for block in _SET.findall(_OTHER_SETTINGS.sub("", text))
        for each in _TEXT.findall(block)
    ]
    if not patterns:
        return bool(_USUAL.fullmatch(inner))
    return any(_matches(inner, each) for each in patterns[:MOST_PATTERNS])


def takes(inner: str, word: str) -> bool:
    """Whether a word of a call is a pattern for a file, or a folder it stands in."""
    plain = word.removeprefix("./").rstrip("/")
    is_folder = bool(plain) and inner.startswith(f"{plain}/")
    return is_folder or (
        "/" in plain and any(re.fullmatch(_expression(each), inner) for each in _spread(plain))
    )


def _matches(inner: str, pattern: str) -> bool:
    if pattern.startswith(("(", "\\", "^")) or pattern.endswith("$"):
        return bool(_USUAL.fullmatch(inner))  # a regular expression of somebody else is not run
    plain = pattern.removeprefix("<rootDir>/").removeprefix("./")
    return any(re.fullmatch(_expression(each), inner) for each in _spread(plain))


def _expression(pattern: str) -> str:
    """Return a pattern as an expression: `**/` is any folders, `*` no slash, an extended group any name."""
    parts = re.split(r"(\*\*/|\*\*|[?@+*!]\([^)]{0,200}\)|\*)", pattern)
    if len(parts) > MOST_PARTS:
        return r"(?!)"
    return "".join(_SIGNS.get(part, r"[^/]*" if part[1:2] == "(" else re.escape(part)) for part in parts)


def _spread(pattern: str) -> list[str]:
    """Return the patterns that braces stand for, a few at most."""
    found = [pattern]
    for _ in range(3):
        spread = []
        for each in found:
            brace = _BRACES.search(each)
            choices = brace[1].split(",") if brace else [""]
            spread += (
                [each[: brace.start()] + one + each[brace.end() :] for one in choices] if brace else [each]
            )
        found = spread[:50]
    return found
