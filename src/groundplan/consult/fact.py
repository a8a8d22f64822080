"""What a claim rests on in a form that a program can check: code at a place, callers, tests, packages."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - dataclasses look types up
from typing import Any, Final

from groundplan.plan.dataclass import dataclass

QUOTE: Final = "quote"
ABSENT: Final = "absent"
DEFINED: Final = "defined"
CALLS: Final = "calls"
CALLERS: Final = "callers"
UNTESTED: Final = "untested"
DEPENDS: Final = "depends"
# What each says, in the words that an advisor reads.
FACTS: Final[Mapping[str, str]] = {
    QUOTE: "the code `value`, copied as it is, is at `at` (`path:line`)",
    ABSENT: "`value` is nowhere in `at` (`path::name`, lines, a file or a folder; empty: all of the code)",
    DEFINED: "`value` is defined at `at` (`path` or `path:line`)",
    CALLS: "the code of `at` (`path::name`) calls `value` directly",
    CALLERS: "`at` (`path::name`) is called from `value` places",
    UNTESTED: "no test uses `at` (`path::name` or a file)",
    DEPENDS: "a manifest asks for `value` (a package, with its version where that matters)",
}
_MOST = 8  # facts of one claim
_LONGEST = 400  # letters of a place, and of a value


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a claim rests on: of which kind, where in the code, and what is there."""

    kind: str  # one of FACTS, or of what a reading states
    at: str = ""
    value: str = ""
    of: str = ""  # what is counted, or missing
    number: int | None = None
    how: str = ""  # how a number or a list is meant: `at least`, `only`
    names: tuple[str, ...] = ()  # callers, parameters, tests
    why: str = ""  # the reader's own words, where a program cannot tell


def read_facts(given: object) -> tuple[Fact, ...]:
    """Return the facts among what an answer has under `facts`; what has no known kind is left out."""
    rows = given[:_MOST] if isinstance(given, list) else []
    return tuple(
        Fact(each["kind"], _one(each.get("at")).strip("` "), _one(each.get("value")))
        for each in rows
        if isinstance(each, dict) and isinstance(each.get("kind"), str) and each["kind"] in FACTS
    )


def _one(value: object) -> str:
    # A number of callers may come as a number.
    text = str(value) if isinstance(value, int) else value
    return " ".join(text.split())[:_LONGEST] if isinstance(text, str) else ""


def describe_facts() -> dict[str, Any]:
    """Return the properties of a fact for the schema of an answer."""
    kinds = "; ".join(f"{kind}: {says}" for kind, says in FACTS.items())
    return {
        "kind": {"type": "string", "enum": list(FACTS), "description": kinds},
        "at": {"type": "string", "description": "a place such as src/app.py:10 or src/app.py::load"},
        "value": {"type": "string", "description": "the code, name, number or package; may be empty"},
    }
