"""What the words of an item, heading or lead say by the declared pattern: id, text and captured fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from groundplan.markdown.inline import bare_code, plain
from groundplan.markdown.lines import fold
from groundplan.markdown.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Span
    from groundplan.plan.playbook import RecordSpec

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
    """Return the id the captures or the number of a numbered item show, if the id pattern can be filled so."""
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


def find_spot(value: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return where a captured value stands in the source, empty where it stands nowhere or twice as such."""
    from_source = [(span, at) for span in spans for at in [span.text.find(value)] if value and at >= 0]
    if len(from_source) != 1 or from_source[0][0].text.count(value) != 1:
        return ()
    span, at = from_source[0]
    return (type(span)(span.line, span.column + at, value),)
