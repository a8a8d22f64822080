"""What a command is expected to show, compared with what it did; and whether a green run tested anything."""

from __future__ import annotations

import re

from groundplan.plan.late_regex import late_regex

_FAILS = late_regex(
    r"\W*(?:(?:must|should|still)\s+)?(?:fails?\b|is rejected\b|"
    r"(?:exits?|returns)\s+(?:with\s+)?(?:exit\s+)?(?:code\s+|status\s+)(?P<code>[1-9]\d*)|"
    r"exits?\s+(?:with\s+)?(?P<bare>[1-9]\d*)|"
    r"shows?\s+(?:that\s+)?(?:the|this|these|its|both|a)\s+(?!no\b)(?:[\w`]+\s+){1,4}?fail(?:s|ing)?\b)",
    re.IGNORECASE,
)
_SILENT = late_regex(
    r"\W*(?:prints|shows|outputs|finds|lists|returns)\s+nothing\b|\W*no output\b", re.IGNORECASE
)
_NOTHING_FOUND = 1  # how `grep` and `git grep` end
_SHOWN = late_regex(
    r"\W{0,3}(?:prints?|shows?|outputs?|contains?|says?|returns?|reports?|→|->|=>|⇒)\W{0,3}"
    r"(?:`([^`]+)`|\"([^\"]+)\"|“([^”]+)”)",
    re.IGNORECASE,
)
_COUNTED = late_regex(r"\b([1-9]\d* (?:passed|passing|tests? passed))\b", re.IGNORECASE)


def is_met(expected: str, code: int | None, printed: str) -> bool:
    """Tell whether a command ended as its plan expects; words that nothing can compare ask for success."""
    fails = _FAILS.match(expected)
    if fails:
        wanted = fails["code"] or fails["bare"]
        return code is not None and code > 0 and (not wanted or code == int(wanted))
    silent = _SILENT.match(expected)
    if silent and printed.strip():
        return False
    if silent and code == _NOTHING_FOUND and "finds" in silent[0].casefold():
        return True  # what searches says so by its code
    if code != 0:
        return False
    said = _SHOWN.match(expected)  # further on, words are about the code rather than about what is printed
    shown = [next(filter(None, said.groups()))] if said else []
    folded = " ".join(printed.split()).casefold()
    wanted_texts = [*shown, *(found[1] for found in _COUNTED.finditer(expected))]
    return all(" ".join(text.split()).casefold() in folded for text in wanted_texts)


_RAN_NOTHING = late_regex(
    r"\bno tests? (?:ran|to run|found|executed|collected|were (?:run|found))\b|\[no test files\]|"
    r"\bcollected 0 items\b|\bRan 0 tests\b|\b0 (?:passing|tests? (?:passed|completed))\b|\b0 examples\b",
    re.IGNORECASE,
)
_RAN_SOME = late_regex(
    r"\b[1-9]\d* (?:passed|passing|tests? (?:passed|completed))\b|\bok\s+\S+\s+[\d.(]|"
    r"\bRan [1-9]\d* tests?\b|"
    r"\btest result: ok\. [1-9]|\b[1-9]\d* examples?\b|^--- PASS|^PASS$|\[100%\]|"
    r"\bTests:\s+.*\b[1-9]\d* passed",
    re.IGNORECASE | re.MULTILINE,
)
_MISSING = (  # what was looked for, by how runtimes and shells say that it is not there
    late_regex(r"No module named '?([\w.-]+)"),
    late_regex(r"Cannot find (?:module|package) '([^'\n]{1,100})'"),
    late_regex(r"(?:^|[\s:])([\w./+-]{1,100}): (?:command )?not found\b", re.MULTILINE),
    late_regex(r"cannot load such file -- ([\w./-]{1,100})"),
    late_regex(r"no required module provides package ([\w./-]{1,100})"),
    late_regex(r"([\w./+-]{1,100}): No such file or directory"),
)
_PROGRAM_MISSING = 127  # what a shell says of a program that is not there


def tell_missing(printed: str, code: int | None) -> str:
    """Return the program or module for want of which a command failed; empty: nothing says so."""
    last = _MISSING[-1:] if code == _PROGRAM_MISSING else ()
    found = (pattern.search(printed) for pattern in (*_MISSING[:-1], *last))
    return next((each[1] for each in found if each), "")


_TELLING = frozenset({"pytest", "unittest", "go test", "cargo test"})
_CARGO_NONE = late_regex(r"\btest result: ok\. 0 passed\b")
_ALL_SKIPPED = late_regex(r"\b[1-9]\d* (?:skipped|deselected|pending|ignored|xfailed)\b", re.IGNORECASE)


def tell_nothing_ran(printed: str, argv: tuple[str, ...] = ()) -> str:
    """Return why a green test run tested nothing; empty: it did, or it is no test run that is known."""
    told = "\n".join(line for line in printed.splitlines() if not _RAN_NOTHING.search(line))
    if _RAN_SOME.search(told):
        return ""
    if _RAN_NOTHING.search(printed) or _CARGO_NONE.search(printed):
        return "it ran no test"
    if _ALL_SKIPPED.search(printed):
        return "every test was skipped"
    # These always say what they ran, unless something ended them before.
    is_told = not _TELLING.isdisjoint({*argv, " ".join(argv[:2])})
    return "nothing that it printed shows that a test ran" if is_told else ""
