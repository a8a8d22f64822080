"""What a reader found a plan to say: typed claims, each with the plan's own words. JSON from anybody.

A reading believes nothing and judges nothing: whether the plan has the words, and whether the code bears them
out, is for the engine to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping  # noqa: TC003 - dataclasses look types up
from typing import Any, Final

from groundplan.consult.answer import CODE, Claim
from groundplan.consult.fact import (
    ABSENT,
    CALLERS,
    CALLS,
    DEFINED,
    DEPENDS,
    QUOTE,
    UNTESTED,
    Fact,
)
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused

FILE: Final = "file"
CREATES: Final = "creates"
CHANGES: Final = "changes"
REMOVES: Final = "removes"
LEAVES: Final = "leaves"
LINES: Final = "lines"
USERS: Final = "users"
COUNT: Final = "count"
COMMAND: Final = "command"
TEST: Final = "test"
TESTED: Final = "tested"
CONFLICT: Final = "conflict"
REFUTED: Final = "refuted"

# What each says, in the words that a reader reads.
STATED: Final[Mapping[str, str]] = {
    FILE: "the file or folder `at` is there",
    LINES: "`at` (`path:10` or `path:10-24`) shows `value`, a name or code",
    DEFINED: (
        "the function, class, method, field or constant `value` is there, in `at` (a file, `path::Owner` or "
        "`Owner`; empty: somewhere); with `names`: it has these parameters, a default as `limit=3`; "
        "`how` is `all` if these are all of them"
    ),
    QUOTE: "the code `value`, copied from the plan with its line breaks, is what `at` says today",
    CALLS: "the code of `at` (`path::name`) calls `value`",
    CALLERS: (
        "`at` (`path::name`, or a name) is called: `number` times or from so many places, from `names` "
        "(`path`, `path:line`, `path::name`), with `how` `only` or `all` if these are all callers, `none` if "
        "nothing calls it"
    ),
    USERS: "the same of any use: imports, references, subclasses",
    COUNT: (
        "there are `number` of what `of` says: `uses` or `text` (of `value` in `at`), `files` (`value` is a "
        "pattern such as `*.py`, `at` a folder), `tests`, `functions`, `classes`, `methods`, `fields`, "
        "`variants`, `entries`, `parameters`, `exports`, `lines` or `dependencies` (in `at`: a file, "
        "`path::Name` or a manifest); `how` is `at least`, `at most` or `about` unless it is exact"
    ),
    COMMAND: "the command `value` can be run today, in the folder `at` (empty: the root)",
    TEST: "the test `value` (its name, title or id) is there, in the file `at` if the plan says which",
    TESTED: "tests use `at` (`path::name` or a file); `names` are the test files",
    UNTESTED: "no test uses `at`",
    DEPENDS: (
        "a manifest or lock file (`at`, or any) asks for the package or language `value`, with the version "
        "the plan gives: `httpx >=0.23`, `react 18`, `Python 3.8`"
    ),
    ABSENT: "there is no `value`, `of` is `file`, `name`, `test`, `package` or `text`; in `at`, or anywhere",
    CREATES: (
        "not about today: a step adds, extracts, renames or moves something so that `at` (a file) or `value` "
        "(a name, test, script or package) will be there"
    ),
    CHANGES: "not about today: a step changes the file `at`, or `value`, a name in it",
    REMOVES: "not about today: after a step the file `at`, or `value`, a name in it, is no longer there",
    LEAVES: (
        "not about today: the file or folder `at`, or the name `value`, is left as it is; `of` is `name` if "
        "it may change and only has to stay there under that name"
    ),
    CONFLICT: (
        "the plan contradicts itself: `quote` and `value`, both words of the plan, cannot both be meant (out "
        "of scope and worked on, decided and decided otherwise, two numbers for one thing, steps in an order "
        "that cannot work); `names` has the file, name or word that both are about"
    ),
}
# What only a reader who looks into the code can say.
SHOWN: Final[Mapping[str, str]] = {
    REFUTED: (
        "what `quote` says of the code is not so, and no other kind says why: `at` (`path:10-24`) shows it, "
        "`value` is code copied from those lines, `why` says in a sentence what the plan says and what the "
        "code does instead"
    ),
}
HOWS: Final = ("", "exactly", "at least", "at most", "about", "some", "only", "all", "none")
KINDS: Final = (*STATED, *SHOWN)
OPINIONS: Final = frozenset(
    {CONFLICT, REFUTED}
)  # what a program cannot decide, only whether its words are there
# Of these the code alone can say that they are not so.
JUDGED: Final[Mapping[str, str]] = {
    kind: says for kind, says in STATED.items() if kind not in {CREATES, CHANGES, REMOVES, LEAVES, CONFLICT}
}
ORDERED: Final = frozenset({CREATES, CHANGES, REMOVES, LEAVES})  # what a change is held against
MOST: Final = 600  # claims of one reading
_LONGEST = 4_000  # letters of one text
_LONGEST_WHY = 400
_MOST_NAMES = 60
_LARGEST = 10_000_000


@dataclass(frozen=True, slots=True)
class Dropped:
    """A claim that was not taken, and why."""

    quote: str
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The claims of one reader; the words of a claim are the plan's, and it has one fact."""

    by: str
    claims: tuple[Claim, ...] = ()
    dropped: tuple[Dropped, ...] = ()

    def plus(self, other: Reading) -> Reading:
        """Return the claims of two parts of a plan together."""
        return Reading(self.by, (*self.claims, *other.claims), (*self.dropped, *other.dropped))


def schema() -> dict[str, Any]:
    """Return the JSON schema of a reading."""
    texts = {"type": "array", "items": {"type": "string"}}
    kinds = "; ".join(f"{kind}: {says}" for kind, says in {**STATED, **SHOWN}.items())
    claim = {
        "quote": {"type": "string", "description": "words of the plan, copied exactly"},
        "kind": {"type": "string", "enum": list(KINDS), "description": kinds},
        "at": {"type": "string", "description": "a place: path, path:10-24, path::Name, Name"},
        "value": {"type": "string", "description": "the name, code, command, test, package or words"},
        "of": {"type": "string", "description": "what is counted, or what is missing"},
        "number": {"type": ["integer", "null"], "minimum": 0, "maximum": _LARGEST},
        "how": {"type": "string", "enum": list(HOWS)},
        "names": {**texts, "description": "callers, parameters, test files, or what a conflict is about"},
        "why": {"type": "string", "description": "of `refuted`: your reason, in a sentence"},
    }
    item = {
        "type": "object",
        "properties": claim,
        "required": ["quote", "kind"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "claims": {"type": "array", "items": item, "maxItems": MOST},
            "by": {"type": "string", "description": "the reader's name"},
        },
        "required": ["claims"],
        "additionalProperties": False,
    }


def read_reading(data: object, by: str, *, clean: Callable[[str], str]) -> Reading:
    """Return the claims that JSON data holds; a claim without the form is dropped with the reason.

    `clean` takes out of a text what a terminal obeys. Only what is no reading at all is Misused.
    """
    rows = data.get("claims") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        raise Misused("A reading is an object with a list `claims`")
    if len(rows) > MOST:
        raise Misused(f"The reading has {len(rows)} claims; at most {MOST} are read")
    claims: list[Claim] = []
    dropped: list[Dropped] = []
    for row in rows:
        why = _fault(row)
        quote = row.get("quote") if isinstance(row, dict) else ""
        words = clean(_plain(quote))[:_LONGEST] if isinstance(quote, str) else ""
        if why:
            dropped.append(Dropped(words, why))
        else:
            claims.append(Claim(words, CODE, facts=(_fact(row, clean),)))
    return Reading(by, tuple(claims), tuple(dropped))


def write_claim(claim: Claim) -> dict[str, Any]:
    """Return a claim as the JSON data that it is read from."""
    fact = claim.facts[0]
    told = {
        "quote": claim.text,
        "kind": fact.kind,
        "at": fact.at,
        "value": fact.value,
        "of": fact.of,
        "number": fact.number,
        "how": fact.how,
        "names": list(fact.names),
        "why": fact.why,
    }
    return {name: value for name, value in told.items() if value not in ("", None, [])}


def _fault(row: object) -> str:
    """Return what keeps a row from being a claim."""
    if not isinstance(row, dict):
        return "it is no object"
    if not isinstance(row.get("quote"), str) or not row["quote"].strip():
        return "it quotes nothing"
    if row.get("kind") not in KINDS:
        return "its kind is not known"
    for key in ("at", "value", "of", "how", "why"):
        if not isinstance(row.get(key) or "", str):
            return f"`{key}` is no text"
    if row.get("number") not in (None, "") and _number(row["number"]) is None:
        return "`number` is no number that can be counted"
    if (row.get("how") or "") not in HOWS:
        return "`how` is not one of the known words"
    return "" if _is_texts(row.get("names") or []) else "`names` is no list of texts"


def _number(given: object) -> int | None:
    """Return a number that can be counted, also where a model writes it as a text."""
    if isinstance(given, str) and given.isdecimal() and len(given) < len(str(_LARGEST)):
        return int(given)
    is_number = isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= _LARGEST
    return given if isinstance(given, int) and is_number else None


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")


def _fact(row: Mapping[str, Any], clean: Callable[[str], str]) -> Fact:
    def text(key: str) -> str:
        return clean(_plain(row.get(key) or "")).strip()[:_LONGEST]

    def line(text: str) -> str:
        return " ".join(text.split()).strip("` ")

    kind = str(row["kind"])
    value = text("value").strip("\n") if kind in {QUOTE, REFUTED} else " ".join(text("value").split())
    names = tuple(line(clean(_plain(each)))[:_LONGEST] for each in (row.get("names") or [])[:_MOST_NAMES])
    return Fact(
        kind,
        line(text("at")),
        value if "\n" in value else value.strip("` "),
        line(text("of")).lower(),
        _number(row.get("number")),
        row.get("how") or "",
        tuple(filter(None, names)),
        " ".join(text("why").split())[:_LONGEST_WHY],
    )
