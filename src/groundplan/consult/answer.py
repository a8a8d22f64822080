"""What an advisor answered: JSON in the form that was asked for, or prose where a model ignores the form.

Reading never fails: what cannot be read as the form stays in `text`, and nothing is made up for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping  # noqa: TC003 - dataclasses look types up
from typing import Any, Final

from groundplan.consult.fact import Fact, describe_facts, read_facts  # noqa: TC001 - as above
from groundplan.plan.dataclass import dataclass
from groundplan.plan.json_text import with_whole_letters
from groundplan.plan.late_regex import late_regex

ANSWERED: Final = "answered"
FAILED: Final = "failed"
CANCELLED: Final = "cancelled"
RUNNING: Final = "running"
CODE: Final = "code"
KINDS: Final = (CODE, "approach", "risk", "other")

_MOST = 80  # claims, and items
_LONGEST = 4_000  # letters of one text
_TRIES = 200  # opening braces that are looked at
_CITED = late_regex(r"`([^`\n]{1,300})`")
_PLACE = late_regex(r"[\w.@+-]*[/.][\w./@+-]*(?:(?:::|:)[\w.-]+)?")
_POINT = late_regex(r"\s*(?:[-*+]|(\d{1,3})[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
_LABEL = late_regex(r"[*_]*([A-Za-z ]{4,40}?)[*_]*\s*:[*_]*\s*(.*)")
_SENTENCE = late_regex(r"(?<=[.!?])\s+(?=[A-Z`])")


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement, the places in the code that it names, and the facts that it rests on."""

    text: str
    about: str = "other"  # one of KINDS
    cites: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of work that an advisor proposes, as it was answered."""

    title: str
    what: str = ""
    phase: str = ""
    needs: tuple[str, ...] = ()
    considerations: tuple[str, ...] = ()
    verify: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An advisor's answer, or how far it came: who, through which lens, and what that took."""

    advisor: str
    lens: str
    model: str
    approach: str = ""
    top_risk: str = ""
    claims: tuple[Claim, ...] = ()
    items: tuple[Item, ...] = ()
    text: str = ""  # all of it, as it came
    state: str = ANSWERED
    why: str = ""  # of one that did not answer
    asked_tokens: int = 0
    answered_tokens: int = 0
    dollars: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Parts:
    """What was read out of an answer's text."""

    approach: str = ""
    top_risk: str = ""
    claims: tuple[Claim, ...] = ()
    items: tuple[Item, ...] = ()
    has_form: bool = False  # whether it came in the form that was asked for


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def _texts(description: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    # The strict form of the APIs wants every property required and no other.
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


SCHEMA: Final[Mapping[str, Any]] = _object(
    {
        "approach": _text("the approach you would take, in one sentence"),
        "top_risk": _text("the risk most likely to sink it, in one sentence"),
        "claims": {
            "type": "array",
            "description": "what your answer rests on, one checkable statement each",
            "items": _object(
                {
                    "text": _text("the statement"),
                    "about": {"type": "string", "enum": list(KINDS)},
                    "cites": _texts("places such as src/app.py:10-24 or src/app.py::load; empty: none"),
                    "facts": {
                        "type": "array",
                        "description": "what you saw in the code that it rests on; empty: not about code",
                        "items": _object(describe_facts()),
                    },
                }
            ),
        },
        "items": {
            "type": "array",
            "description": "the work in its order; empty where nobody asked for it",
            "items": _object(
                {
                    "title": _text("what changes, as an instruction"),
                    "what": _text("where and how"),
                    "phase": _text("the group of work that it belongs to"),
                    "needs": _texts("titles of items that come first, libraries, services"),
                    "considerations": _texts("what to watch for while doing it"),
                    "verify": _text("how somebody sees that it is done"),
                }
            ),
        },
    }
)


def read_answer(text: str) -> Parts:
    """Return what an answer holds, by the form where it has that, else read from its prose."""
    data = _find_object(text)
    return _read_form(data) if data is not None else _read_prose(text)


def _find_object(text: str) -> dict[str, Any] | None:
    """Return the object of our form, wherever in the text it is."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(_TRIES):
        if at < 0:
            return None
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(value, dict) and not SCHEMA["properties"].keys().isdisjoint(value):
                return with_whole_letters(value, text)
        at = text.find("{", end)
    return None


def _read_form(data: Mapping[str, Any]) -> Parts:
    return Parts(
        _one(data.get("approach")),
        _one(data.get("top_risk")),
        tuple(filter(None, map(_claim, _many(data.get("claims"))))),
        tuple(filter(None, map(_item, _many(data.get("items"))))),
        has_form=True,
    )


def _claim(given: object) -> Claim | None:
    if isinstance(given, str):
        return _said(given)
    if not isinstance(given, dict) or not _one(given.get("text")):
        return None
    about = given.get("about")
    cites = tuple(filter(None, map(_one, _many(given.get("cites")))))
    return Claim(
        _one(given["text"]), about if about in KINDS else "other", cites, read_facts(given.get("facts"))
    )


def _item(given: object) -> Item | None:
    if isinstance(given, str):
        return Item(_one(given)) if _one(given) else None
    if not isinstance(given, dict):
        return None
    title = _one(given.get("title")) or _one(given.get("what"))
    if not title:
        return None
    return Item(
        title,
        _one(given.get("what")),
        _one(given.get("phase")),
        tuple(filter(None, map(_one, _many(given.get("needs"))))),
        tuple(filter(None, map(_one, _many(given.get("considerations"))))),
        _one(given.get("verify")),
    )


def _many(value: object) -> list[Any]:
    return value[:_MOST] if isinstance(value, list) else []


def _one(value: object) -> str:
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else ""


def _read_prose(text: str) -> Parts:
    """Read headings, labels and lists; what is under no label of ours is a claim and no more."""
    named: dict[str, str] = {}
    claims: list[Claim] = []
    items: list[Item] = []
    heading = ""
    for words, number in _paragraphs(text):
        if words.startswith("#"):
            heading = words.strip("#*_ ")
            continue
        label = _LABEL.fullmatch(words)
        part = _part_of(label[1] if label else heading)
        said = label[2] if label and _part_of(label[1]) else words
        if part and part not in named and said:
            named[part] = _one(said)
        elif number:
            items.append(Item(_one(words), phase=heading))
        else:
            claims += map(_said, _SENTENCE.split(words))
    return Parts(
        named.get("approach", ""), named.get("top_risk", ""), tuple(claims[:_MOST]), tuple(items[:_MOST])
    )


def _part_of(name: str) -> str:
    folded = name.casefold().strip("*_ ")
    if folded.endswith("approach"):
        return "approach"
    return "top_risk" if folded in {"top risk", "main risk", "biggest risk", "risk"} else ""


def _paragraphs(text: str) -> Iterator[tuple[str, str]]:
    """Yield headings, list items and paragraphs outside fences, each on one line, with its number if any."""
    held: list[str] = []
    number = ""
    fenced = False
    for line in [*text.splitlines(), ""]:
        is_fence = line.lstrip().startswith(("```", "~~~"))
        point = None if fenced else _POINT.fullmatch(line)
        label = _LABEL.fullmatch(line.strip())
        is_heading = line.lstrip().startswith("#")
        is_labelled = bool(label and _part_of(label[1]))
        if held and (is_fence or fenced or point or is_heading or is_labelled or not line.strip()):
            yield " ".join(held), number
            held, number = [], ""
        fenced ^= is_fence
        if is_fence or fenced or not line.strip():
            continue
        if is_heading:
            yield line.strip(), ""
        elif point:
            held, number = [point[2].strip()], point[1] or ""
        else:
            held.append(line.strip())


def _said(text: str) -> Claim:
    cites = tuple(each for each in _CITED.findall(text) if _PLACE.fullmatch(each))
    return Claim(_one(text), CODE if cites else "other", cites)
