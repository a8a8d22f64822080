"""The shapes of a text's functions as they are kept: samples first, for a fast look, then what they say."""

from __future__ import annotations

import json
import struct
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.similar.shingles import FEWEST_TOKENS, SAMPLE, Tokens, body_of, sample

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.code.outline import Definition, Outline

_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_EMPTY = 0xFFFFFFFF  # fills the sample of a body with few pieces
MOST_CALLS = 25
MOST_FUNCTIONS = 2_000
_COMMENT = (b"//", b"*", b"/*", b"#")
_QUOTES = (b'"""', b"'''", b'r"""')
_COUNT = struct.Struct("<I")
# Called everywhere, these say nothing of what a function does.
EVERYDAY = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "append extend get set items keys values join split strip lower upper format len str int bool list "
        "dict tuple isinstance getattr setattr hasattr range print super type cast ValueError TypeError "
        "KeyError RuntimeError Exception replace startswith endswith update pop add push map filter forEach "
        "Error String Number Object slice includes has make panic error Errorf"
    ).split()
)


@dataclass(frozen=True, slots=True)
class Shape:
    """One function: where it stands, its sample, what it calls, the words of its documentation."""

    qualified: str
    line: int
    last: int
    sample: tuple[int, ...]
    calls: frozenset[str]
    words: str


def pack_shapes(text: bytes, outline: Outline) -> bytes:
    """Return the shapes of a text's functions in the form they are kept in."""
    functions = [each for each in outline.definitions if each.kind in _FUNCTIONS and each.size > 2]
    tokens = Tokens(outline.language, text) if functions else None
    calls = sorted(
        (line, words.rpartition(".")[2]) for words, lines in outline.calls.items() for line in lines
    )
    lines = text.split(b"\n")
    samples = array("I")
    facts = []
    for each in functions[:MOST_FUNCTIONS]:
        body = body_of(outline.language, tokens.between(each.line, each.last)) if tokens else []
        if len(body) < FEWEST_TOKENS:
            continue
        found = sample(body)
        samples.extend((*found, *[_EMPTY] * (SAMPLE - len(found))))
        low, high = bisect_left(calls, (each.line + 1, "")), bisect_left(calls, (each.last + 1, ""))
        named = dict.fromkeys(name for _, name in calls[low:high] if name not in EVERYDAY)
        doc = _doc(lines, each) if each.has_doc else ""
        facts.append([each.qualified[:200], each.line, each.last, list(named)[:MOST_CALLS], doc])
    head = json.dumps(facts, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
    return _COUNT.pack(len(facts)) + samples.tobytes() + head


def _doc(lines: list[bytes], each: Definition) -> str:
    """Return the first sentence of a definition's documentation, right above it or at its start."""
    top = each.first - 1
    while top > 0 and lines[top - 1].strip().startswith(_COMMENT):
        top -= 1
    for number in (*range(each.line, min(each.line + 12, each.last)), *range(top, each.line - 1)):
        text = lines[number].strip()
        if text.startswith(_COMMENT if number < each.line else _QUOTES):
            said = text.strip(b"\"'r/#!* ")
            if not said and number + 1 < each.last:
                said = lines[number + 1].strip(b" */#\"'")
            return str(said[:160], "utf-8", "replace")
    return ""


def samples_of(record: bytes) -> array[int]:
    """Return the samples of a record, one after the other."""
    (count,) = _COUNT.unpack_from(record)
    found = array("I")
    found.frombytes(record[_COUNT.size : _COUNT.size + count * SAMPLE * found.itemsize])
    return found


def read_shapes(record: bytes, *, among: Sequence[str] = ()) -> list[Shape]:
    """Return the shapes of a record; with some beginnings of words, only those that hold one of them."""
    samples = samples_of(record)
    facts = json.loads(record[_COUNT.size + len(samples) * samples.itemsize :])
    return [
        Shape(
            qualified,
            line,
            last,
            tuple(each for each in samples[number * SAMPLE : (number + 1) * SAMPLE] if each != _EMPTY),
            frozenset(calls),
            words,
        )
        for number, (qualified, line, last, calls, words) in enumerate(facts)
        if not among or _holds(f"{qualified} {words} {' '.join(calls)}".lower(), among)
    ]


def _holds(text: str, among: Sequence[str]) -> bool:
    return any(each in text for each in among)
