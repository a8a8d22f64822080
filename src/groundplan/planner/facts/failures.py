"""The ways a piece of code fails today: what is raised or returned, and on what condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.python.masking import END, mask
from groundplan.evidence.kinds import Failure
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import MOST_LINE
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Region
    from groundplan.planner.pack import EvidencePack

MOST = 20
MOST_OF_REGION = 8
MOST_LINES = 800
_SHOWN = 120
_CONDITION = late_regex(
    r"(?:\} ?)?(?:(if|elif|else if|else|except|catch|case|while|for|switch|match|try|finally|with)\b)"
    r"[^\n]{0,300}"
)
_NO_CONDITIONS = frozenset({"for", "while", "try", "finally", "with", "switch", "match"})
_ALWAYS = ("raise", "throw", "panic", "reject", "cb", "callback", "done", "next")
_NAME = r"[A-Za-z_$][\w.$]{0,100}"
_PYTHON = late_regex(
    rf"\braise(?: ({_NAME}))?(?=[\s(]|$)|\breturn (?:None|False|NotImplemented)\s*(?:#|$)"
    r"|(?:\bsys\.|\b)exit\(|(?:\w{1,40}\.){0,3}(?:abort|fail|_?raise_\w{1,60})\("
)
_SCRIPT = late_regex(
    rf"\bthrow(?: new)? ({_NAME})|\breturn (?:null|undefined|false|Promise\.reject\b[^\n]{{0,40}})\s*;?\s*$"
    rf"|process\.exit\(|(?:return )?\breject\((?:new )?({_NAME})(?=\()"
    r"|(?:return )?\b(?:cb|callback|done|next)\((?:new )?([\w.$]{0,60}(?:ERR|Err|Exception)\w{0,60})(?=\()"
)
_GO = late_regex(
    rf"\bpanic\(({_NAME})?|\breturn [^\n{{]{{0,80}}\b(?:err|Err[A-Z])\w{{0,60}}\s*$"
    r"|\breturn [^\n{]{0,80}&?(?:\w{1,40}\.)?\w{1,60}Error\{[^\n]{0,80}"
    r"|\breturn [^\n]{0,80}\b(?:fmt\.Errorf|errors\.\w{1,20})\([^\n]{0,160}|os\.Exit\("
)
_HELPER = late_regex(r"(?:\babort|\bfail|raise_\w{1,60})\($")
_HANDED = late_regex(r"(?:return )?(reject|cb|callback|done|next)\(")


def find_failures(pack: EvidencePack) -> tuple[Failure, ...]:
    """Return how the regions to change fail, in the order of the regions and their lines."""
    found: list[Failure] = []
    for region in pack.regions:
        found += _in_region(pack, region)
        if len(found) >= MOST:
            break
    return tuple(dict.fromkeys(found))[:MOST]


def _in_region(pack: EvidencePack, region: Region) -> list[Failure]:
    text = pack.index.text(region.path)
    if text is None:
        return []
    lines = text.decode("utf-8", "replace").split("\n")
    first, last = region.definition.line, min(region.definition.last, region.definition.line + MOST_LINES)
    quiet = _documentation(text) if region.path.endswith((".py", ".pyi")) else frozenset()
    numbered = [
        (number, lines[number - 1][:MOST_LINE])
        for number in range(first, min(last, len(lines)) + 1)
        if number not in quiet
    ]
    return list(_scan(region, numbered))[:MOST_OF_REGION]


def _documentation(text: bytes) -> frozenset[int]:
    """Return the lines of a Python text that start in a string: words about failing are no failure."""
    masked = mask(text).split(b"\n")
    return frozenset(number for number, line in enumerate(masked, 1) if line.strip()[:1] in {b"", b'"', END})


def _scan(region: Region, lines: list[tuple[int, str]]) -> Iterator[Failure]:
    """Keep the conditions that are open at each line, by how far they are indented."""
    pattern = _pattern_of(region.path)
    opened: list[tuple[int, str]] = []
    for number, line in lines:
        plain = line.strip()
        if not plain or plain.startswith(("#", "//", "*", "/*")):
            continue
        indent = len(line) - len(line.lstrip())
        while opened and opened[-1][0] >= indent:
            opened.pop()
        condition = _CONDITION.match(plain)
        failed = pattern.search(plain) if condition else pattern.match(plain)
        if condition and condition[1] not in _NO_CONDITIONS:
            before = plain[: failed.start()] if failed else plain
            opened.append((indent, _cut(before.removeprefix("}").strip().rstrip("{:").strip())))
        if failed and (failed[0].startswith(_ALWAYS) or opened):
            reason = opened[-1][1] if opened else ""
            yield Failure(region.definition.qualified, reason, _action(failed), Spot(region.path, number))


def _pattern_of(path: str) -> re.Pattern[str]:
    ending = path.rpartition(".")[2]
    return _PYTHON if ending in {"py", "pyi"} else _GO if ending == "go" else _SCRIPT


def _action(failed: re.Match[str]) -> str:
    words = failed[0].strip()
    if _HELPER.search(words):
        return f"fails through {words[:-1]}"
    if words.startswith("raise"):
        return f"raises {failed[1]}" if failed[1] else "raises what it caught again"
    if words.startswith("throw"):
        return f"throws {failed[1]}"
    if words.startswith("panic"):
        return "panics"
    handed = _HANDED.match(words)
    if handed:
        return f"rejects with {failed[2]}" if handed[1] == "reject" else f"passes {failed[3]} to {handed[1]}"
    if words.lower().endswith("exit("):
        return "exits"
    return _cut(f"returns {words.removeprefix('return').strip().rstrip(';')}")


def _cut(words: str) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= _SHOWN else f"{plain[: _SHOWN - 1]}…"
