"""What the words of an item, heading or lead say by the declared pattern: id, text and captured fields."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Span
from groundplan.markdown.inline import bare_code, plain
from groundplan.markdown.lines import fold
from groundplan.markdown.patterns import compile_pattern
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.playbook import RecordSpec

_DASHES = ("-", "–", "—")
_BEHIND_ID = " :.–—-)"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a record read by the pattern of its declaration."""

    id: str
    text: str
    captures: Mapping[str, str] = field(default_factory=dict)
    matches: bool = True  # whether the declared pattern fits


def read_words(text: str, spec: RecordSpec, ordinal: str = "") -> Words:
    """Read a record's words; where the pattern does not fit they are its text, and nothing is guessed."""
    text = fold(text)
    if not spec.label:
        visible = _id_of({}, spec, ordinal)
        return Words(visible, text)
    pattern = compile_pattern(spec.label, spec.id)
    caught = pattern.match(text)
    if caught is None:
        return Words(_id_of({}, spec, ordinal), text, matches=False)
    visible = caught.pop("id", "") or _id_of(caught, spec, ordinal)
    inner = {piece.name for piece in pattern.pieces if piece.in_id}
    captures = {
        name: bare_code(value) if name == "path" else value
        for name, value in caught.items()
        if name not in inner
    }
    rest = text.removeprefix(visible).lstrip(_BEHIND_ID) if visible else text
    return Words(visible, rest or text, captures)


def _id_of(caught: Mapping[str, str], spec: RecordSpec, ordinal: str) -> str:
    """Return the id that the captures, or the number of a numbered item, fill in the id pattern."""
    if not spec.id:
        return ""
    names = [name for name in compile_pattern(spec.id).names if name != "id"]
    values = dict(caught)
    if ordinal and len(names) == 1 and names[0] not in values:
        values[names[0]] = ordinal
    return compile_pattern(spec.id).fill(values) if all(values.get(name) for name in names) else ""


def words_of(spans: Sequence[Span]) -> str:
    """Return the words of source spans, emphasis removed and white space folded."""
    return plain("\n".join(span.text for span in spans))


def find_spots(spans: Sequence[Span], spec: RecordSpec, ordinal: str = "") -> dict[str, Span]:
    """Return where in the source each captured value stands; none where that cannot be told for sure."""
    words = read_words(words_of(spans), spec, ordinal)
    if not spec.label or not words.matches or not spans:
        return {}
    pattern = compile_pattern(spec.label, spec.id)
    caught = pattern.match(words_of(spans)) or {}
    source = "\n".join(span.text for span in spans)
    found: dict[str, Span] = {}
    position, id_start = 0, -1
    for piece in pattern.pieces if len(caught) >= len(pattern.names) else pattern.short or ():
        token = piece.literal.strip() or caught.get(piece.name, "")
        at, end = _find_token(source, token, position)
        if at < 0:
            return {}
        if piece.in_id:
            id_start = at if id_start < 0 else id_start
            found["id"] = _span_at(source, id_start, end, spans)
        elif piece.name:
            inner = caught[piece.name].strip("`") if piece.name == "path" else token
            found[piece.name] = _span_at(source, source.index(inner, at), end, spans, len(inner))
        position = end
    return found


def computed_spots(spans: Sequence[Span], spec: RecordSpec, ordinal: str = "") -> dict[str, tuple[Span, ...]]:
    """Return where the captures stand that groundplan writes, for them to be masked."""
    if not spec.computed:
        return {}
    return {name: (span,) for name, span in find_spots(spans, spec, ordinal).items() if name in spec.computed}


def _find_token(source: str, token: str, start: int) -> tuple[int, int]:
    if token in _DASHES:
        places = [place for place in (source.find(dash, start) for dash in _DASHES) if place >= 0]
        return (min(places), min(places) + 1) if places else (-1, -1)
    at = source.find(token, start)
    return at, at + len(token)


def _span_at(source: str, start: int, end: int, spans: Sequence[Span], length: int = 0) -> Span:
    above = source.count("\n", 0, start)
    column = start - (source.rfind("\n", 0, start) + 1) + spans[above].column
    return Span(spans[above].line, column, source[start : start + length] if length else source[start:end])
