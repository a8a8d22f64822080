"""Patterns of a playbook, such as `Phase {n}: {name}`, matched in one pass without backtracking.

A playbook may come from a stranger's repository, so no pattern of it becomes a regular expression.
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.markdown.lines import fold
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

_TOKEN = late_regex(r"\{([a-z_]+)\}")
_DASH = late_regex(r"(?<= )[–—](?= )")


@dataclass(frozen=True, slots=True)
class Piece:
    """A literal text, or a capture with a name and the characters it takes."""

    literal: str = ""
    name: str = ""
    takes: str = "text"  # "digits", "letter" or "text"
    in_id: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern: literal texts and captures in their order."""

    source: str
    pieces: tuple[Piece, ...]
    id_source: str = ""
    # What stands in parentheses at the end may be left out: `{value} ({note})` also matches a bare value.
    short: tuple[Piece, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the captures, `id` among them where the pattern has one."""
        names = [piece.name for piece in self.pieces if piece.name]
        return ("id", *names) if "{id}" in self.source else tuple(names)

    @property
    def open(self) -> tuple[Piece, ...] | None:
        """Return what may stand alone before the last words are known: `Phase {n}` of `Phase {n}: {name}`.

        None where the pattern has a short form, or no words but those it catches.
        """
        ending = self.pieces[-1].literal == ")"
        pieces = self.pieces[:-1] if ending else self.pieces
        if self.short is not None or len(pieces) < 2 or pieces[-1].takes != "text" or not pieces[-1].name:
            return None
        before, found, _ = pieces[-2].literal.rpartition(" (" if ending else ":")
        kept = (*pieces[:-2], *([Piece(literal=before)] if before else []))
        return kept if found and any(map(str.isalpha, "".join(p.literal for p in kept))) else None

    def match_open(self, text: str) -> dict[str, str] | None:
        """Return what the other captures caught where the last one is not there yet."""
        found = _match(self.open, fold(text)) if self.open else None
        return None if found is None else {name: fold(text)[a:b] for name, (a, b) in found.items()}

    @property
    def is_literal(self) -> bool:
        """Whether the pattern catches nothing."""
        return not self.names

    def match(self, text: str) -> dict[str, str] | None:
        """Return what the captures caught if the whole text matches, else None."""
        found = self.spans(text)
        if found is None:
            return None
        folded = fold(text)
        return {name: folded[start:end] for name, (start, end) in found.items()}

    def spans(self, text: str) -> dict[str, tuple[int, int]] | None:
        """Return where in the folded text each capture stands if the whole text matches, else None."""
        folded = fold(text)
        plain = _hide_code(_DASH.sub("-", folded))
        found = _match(self.pieces, plain)
        if found is None and self.short is not None:
            found = _match(self.short, plain)
        return found

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the pattern's text with the captures filled in, an empty ending in parentheses left out."""
        source = self.source
        if self.short is not None and not values.get(self.pieces[-2].name):
            source = source[: source.rindex(" (")]
        known = {"id": _TOKEN.sub(lambda found: values.get(found[1], ""), self.id_source), **values}
        return fold(_TOKEN.sub(lambda found: known.get(found[1], ""), source))


@functools.lru_cache(maxsize=1024)
def compile_pattern(source: str, id_pattern: str = "") -> Pattern:
    """Compile a pattern; `{id}` in it stands for `id_pattern`. Raises `Misused` for a broken one."""
    source = fold(source)
    pieces: list[Piece] = []
    for index, part in enumerate(_TOKEN.split(source)):
        if index % 2 and part == "id":
            if not id_pattern:
                raise Misused(f"Pattern `{source}` has `{{id}}`, but no id pattern is declared for it")
            pieces += _id_pieces(fold(id_pattern))
        elif index % 2:
            pieces.append(Piece(name=part, takes={"n": "digits", "letter": "letter"}.get(part, "text")))
        elif part:
            pieces.append(Piece(literal=_DASH.sub("-", part)))
    _check(source, pieces)
    return Pattern(source, tuple(pieces), fold(id_pattern), _without_ending(pieces))


def _id_pieces(id_pattern: str) -> list[Piece]:
    """Return the pieces of an id pattern, in which every capture but `{letter}` is a number."""
    pieces = []
    for index, part in enumerate(_TOKEN.split(id_pattern)):
        if index % 2:
            pieces.append(Piece(name=part, takes="letter" if part == "letter" else "digits", in_id=True))
        elif part:
            pieces.append(Piece(literal=part, in_id=True))
    return pieces


def _check(source: str, pieces: list[Piece]) -> None:
    names = [piece.name for piece in pieces if piece.name]
    if len(names) != len(set(names)):
        raise Misused(f"Pattern `{source}` catches one name twice")
    for one, two in pairwise(pieces):
        if one.takes == "text" and one.name and two.name:
            raise Misused(f"Pattern `{source}` needs words between `{{{one.name}}}` and `{{{two.name}}}`")


def _without_ending(pieces: list[Piece]) -> tuple[Piece, ...] | None:
    if len(pieces) < 4 or pieces[-1].literal != ")" or not pieces[-3].literal.endswith(" ("):
        return None
    before = pieces[-3].literal.removesuffix(" (")
    return (*pieces[:-3], *([Piece(literal=before)] if before else []))


def _hide_code(text: str) -> str:
    """Replace code spans by as many characters, so that an arrow or a colon in code never splits an item."""
    hidden = list(text)
    for start, end in code_spans(text):
        hidden[start:end] = "\0" * (end - start)
    return "".join(hidden)


def _match(pieces: tuple[Piece, ...], text: str) -> dict[str, tuple[int, int]] | None:
    """Match from left to right; a text capture ends where the literal after it first stands."""
    found: dict[str, tuple[int, int]] = {}
    position = 0
    id_start = id_end = -1
    for index, piece in enumerate(pieces):
        if piece.literal:
            if not text.startswith(piece.literal, position):
                return None
            end = position + len(piece.literal)
        else:
            end = _capture_end(pieces, index, text, position)
            if end <= position:
                return None
            found[piece.name] = (position, end)
        if piece.in_id:
            id_start, id_end = (position if id_start < 0 else id_start), end
        position = end
    if position != len(text):
        return None
    return found | ({"id": (id_start, id_end)} if id_start >= 0 else {})


def _capture_end(pieces: tuple[Piece, ...], index: int, text: str, start: int) -> int:
    piece = pieces[index]
    if piece.takes == "letter":
        return start + 1 if start < len(text) and "A" <= text[start] <= "Z" else -1
    if piece.takes == "digits":
        end = start
        while end < len(text) and "0" <= text[end] <= "9":
            end += 1
        return end
    rest = pieces[index + 1 :]
    if not rest:
        return len(text)
    if len(rest) == 1:  # the last capture is greedy: it goes on to the literal that ends the text
        return len(text) - len(rest[0].literal) if text.endswith(rest[0].literal) else -1
    return text.find(rest[0].literal, start + 1)
