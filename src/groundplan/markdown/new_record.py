"""A record about to be written: its id, its words in the style of a neighbour, its labelled fields."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.brackets import find_brackets
from groundplan.markdown.inline import bare_code, plain
from groundplan.markdown.lines import fold
from groundplan.markdown.patterns import compile_pattern
from groundplan.markdown.record_words import find_spots, read_words
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Span
    from groundplan.markdown.edits import Sheet
    from groundplan.markdown.found import Found
    from groundplan.plan.playbook import RecordSpec


@dataclass(frozen=True, slots=True)
class NewRecord:
    """What the caller wants written, and the captures of the section it goes into."""

    spec: RecordSpec
    fields: dict[str, str]
    items: dict[str, Sequence[str]] = field(default_factory=dict)
    captures: dict[str, str] = field(default_factory=dict)

    def next_id(self, found: Sequence[Found]) -> str:
        """Return the given id, or the one after the highest; that of the first where all are placeholders."""
        if self.fields.get("id") or not self.spec.id:
            return self.fields.get("id", "")
        records = [one.record for one in found]
        if records and records[0].id and all(is_placeholder(one, self.spec) for one in found):
            return records[0].id
        pattern = compile_pattern("{id}", self.spec.id)
        names = [piece.name for piece in pattern.pieces if piece.name]
        if not names:
            return self.spec.id
        shown = [caught for record in records for caught in [pattern.match(record.id)] if caught]
        outer = {name: self._outer(name, shown) for name in names[:-1]}
        beside = [caught[names[-1]] for caught in shown if all(caught[name] == outer[name] for name in outer)]
        return compile_pattern(self.spec.id).fill({**outer, names[-1]: _after(names[-1], beside)})

    def _outer(self, name: str, shown: Sequence[Mapping[str, str]]) -> str:
        known = self.fields.get(name) or self.captures.get(name) or (shown[-1][name] if shown else "")
        # `{phase}.{n}` in a section `Phase {n}`: the section's number is the outer one.
        known = known or self.captures.get("n", "")
        if not known:
            raise Misused(
                f"The `{name}` of the new id `{self.spec.id}` is not known", hint="Give the record an id"
            )
        return known

    def words(self, visible: str, model: Sequence[Span] = ()) -> str:
        """Return the words of the record, written like the model where its words can be exchanged."""
        if not self.spec.label:
            return self._text()
        pattern = compile_pattern(self.spec.label, self.spec.id)
        values = {
            **_inner_ids(self.spec, visible),
            **{name: fold(value) for name, value in self.fields.items()},
        }
        values["id"] = visible
        wanted = [name for name in pattern.names if name not in values or not values[name]]
        optional = {pattern.pieces[-2].name} if pattern.short is not None else set()
        if set(wanted) - optional:
            missing = ", ".join(f"`{name}`" for name in wanted if name not in optional)
            raise Misused(f"A {self.spec.kind} needs {missing}", hint=f"It is written as `{self.spec.label}`")
        values["path"] = f"`{values['path'].strip('`')}`" if "path" in values else ""
        if not wanted and len(model) == 1:
            like = self._like(model[0], values)
            if like:
                return like
        filled = pattern.fill(values)
        is_bold = len(model) == 1 and model[0].text[:2] == model[0].text[-2:] == "**"
        return f"**{filled}**" if is_bold else filled

    def _text(self) -> str:
        text = fold(self.fields.get("text") or self.fields.get("name") or "")
        if not text:
            raise Misused(f"A {self.spec.kind} needs words", hint="Give its `text`")
        return text

    def _like(self, model: Span, values: Mapping[str, str]) -> str:
        """Return the model with each capture exchanged, so that bold and code stay; empty if unsure."""
        spots = find_spots([model], self.spec)
        names = set(compile_pattern(self.spec.label, self.spec.id).names)
        if not spots or {name for name in names if values.get(name)} - set(spots) - _inner_names(self.spec):
            return ""
        text = model.text
        for name, spot in sorted(spots.items(), key=lambda item: -item[1].column):
            at = spot.column - model.column
            new = values[name].strip("`") if name == "path" and text[at - 1 : at] == "`" else values[name]
            text = text[:at] + new + text[at + len(spot.text) :]
        read = read_words(plain(text), self.spec)
        wanted = {name: bare_code(plain(value)) for name, value in values.items()}
        is_same = all(bare_code(value) == wanted.get(name) for name, value in read.captures.items())
        return text if read.matches and is_same and read.id == values["id"] else ""

    def field_lines(self, indent: str, style: str = "**{}:**", marker: str = "-") -> list[str]:
        """Return the labelled fields as list items, or as lines where no marker is given, and their items."""
        lines = []
        head, below = (f"{indent}{marker} ", f"{indent}  {marker}") if marker else (indent, f"{indent}-")
        for name, label in self.spec.fields.items():
            value, inner = fold(self.fields.get(name, "")), self.items.get(name, ())
            if value or inner:
                lines.append(f"{head}{style.format(label)} {value}".rstrip())
                lines += [f"{below} {fold(item)}" for item in inner]
        return lines + [f"{indent}{marker or '-'} {fold(item)}" for item in self.items.get("text", ())]


def is_placeholder(found: Found, spec: RecordSpec) -> bool:
    """Tell whether a record says nothing yet: all of its values are bracketed placeholders.

    A row or fence may hold defaults too, such as `None` or an arrow; there the first value and most count.
    """
    names = set(compile_pattern(spec.label, spec.id).names) if spec.label else set()
    record = found.record
    values = [
        value for name, value in record.fields.items() if value and (name in names or name in spec.fields)
    ]
    values = values or [line for line in record.text.split("\n") if line.strip()]
    said = [value for value in values if any(letter.isalpha() for letter in value)]
    empty = [value for value in said if _is_gap(value)]
    below = [*found.rest, *(item for items in record.items.values() for item in items)]
    if not empty or empty[0] is not said[0] or not all(map(_is_gap, below)):
        return False
    has_defaults = spec.shape in {Shape.TABLE, Shape.FENCE}
    return len(empty) * 2 > len(said) if has_defaults else len(empty) == len(said)


def _is_gap(value: str) -> bool:
    """Tell whether a value has no word outside of brackets."""
    rest = value
    for start, end in reversed(find_brackets(value)):
        rest = rest[:start] + rest[end:]
    return value.strip("`").startswith("path/to/") or (rest != value and not any(map(str.isalpha, rest)))


def label_style(sheet: Sheet, found: Sequence[Found]) -> str:
    """Return how the neighbours write a label: `**Label:**`, `**Label**:` or `Label:`."""
    for one in reversed(found):
        for name, line in one.lines.items():
            raw = sheet.raw(line)
            spot = one.spots[name][0]
            head = raw[: spot.column] if spot.line == line else raw
            if "**" not in head and "__" not in head:
                return "{}:"
            return (
                "**{}**:"
                if head.rstrip().endswith((":",)) and not head.rstrip().endswith(":**")
                else "**{}:**"
            )
    return "**{}:**"


def _inner_names(spec: RecordSpec) -> set[str]:
    return {piece.name for piece in compile_pattern(spec.label, spec.id).pieces if piece.in_id}


def _inner_ids(spec: RecordSpec, visible: str) -> dict[str, str]:
    return (compile_pattern("{id}", spec.id).match(visible) or {}) if spec.id and visible else {}


def _after(name: str, shown: Sequence[str]) -> str:
    if name == "letter":
        last = max(shown, default="@")
        if last == "Z":
            raise Misused("All letters are taken", hint="Give the record an id")
        return chr(ord(last) + 1)
    return str(max((int(number) for number in shown), default=0) + 1)
