"""A form of which only what was filled in is written: a plan says nothing that nobody said.

A line stays where something was put into it and no placeholder is left in it, with the labels it stands
under. The rest of a form, its examples, boxes and advice, is for whoever writes, not for the plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.brackets import is_bracketed
from groundplan.markdown.headings import has_open_title
from groundplan.markdown.lines import bare, dominant_line_end, is_blank, split_lines
from groundplan.markdown.patterns import compile_pattern
from groundplan.markdown.skeletons import find_placeholders
from groundplan.markdown.splice import split_body
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from groundplan.plan.document import Document, Section
    from groundplan.plan.playbook import Playbook, SectionSpec

_DONE = " ✅"  # a heading's own claim that all below it is done
_ADVICE = late_regex(r"(?:\*(?!\*).+\*|_(?!_).+_)")
_LEAD = late_regex(r"(?:#{1,6} .*|\*\*[^*]+\*\*[^\w]*(?:\([^()]*\)[^\w]*)?)")
_LABEL = late_regex(r"(?:[-*+] )?(?:\*\*[^*]+\*\*:?|[^`*{\[<]+:)")
_RULE = late_regex(r"(?:-{3,}|\*{3,}|_{3,})")
_ITEM = late_regex(r"(?:[-*+]|\d{1,9}[.)]) ")
_FENCE = late_regex(r"(?:```|~~~)")
_NOTE = late_regex(r" \((?:\{[^{}]*\}|\[[^\[\]]*\]|<[^<>]*>)\)$")


@dataclass(frozen=True, slots=True)
class Form:
    """What a document is filled in from: declarations, the form's own lines, what an open section says."""

    playbook: Playbook
    skeleton: str
    line_of: Callable[[Section], str]

    def opened(self, document: Document) -> str:
        """Return the text of a filled-in skeleton without what nobody filled in."""
        return document.header.text + "".join(map(self.open_section, document.sections))

    def open_section(self, section: Section) -> str:
        """Return one section of it: heading, the line that says what opens it, and what was filled in."""
        spec = self.playbook.section(section.declared)
        if spec is None or spec.computed:
            return section.text
        heading = _open_heading(section, spec)
        body = split_body(section.heading, section.body)
        if not body.words or _says_itself(section, spec, body.words):
            return heading + section.body
        words, is_open = _filled(body.words, self._template(), self._done(section))
        line = self.line_of(section) if is_open and not spec.container else ""
        end = dominant_line_end(section.text)
        said = (end * 2).join(filter(None, (line, words)))
        lead = end if line else body.lead
        return heading + (f"{lead}{said}{end}" if said else "") + body.tail

    def _template(self) -> frozenset[str]:
        return frozenset(bare(line) for line in split_lines(self.skeleton))

    def _done(self, section: Section) -> frozenset[str]:
        """Return the lines of the tasks that beginning a plan does by itself."""
        ids = [each.id for each in section.records if self.playbook.doer_of(each) == "new"]
        lines = [bare(line) for line in split_lines(section.body)]
        return frozenset(line for line in lines if any(f" {name} " in line for name in ids))


def _says_itself(section: Section, spec: SectionSpec, words: str) -> bool:
    """Tell whether the form has words of its own that are true of every plan: `<to be developed>`."""
    is_state = section.is_gap and words.lstrip().startswith("<")
    return is_state or (spec.given and not spec.records and not find_placeholders(words))


def _open_heading(section: Section, spec: SectionSpec) -> str:
    """Return the heading without the placeholder that ends it, and without a claim of its own."""
    title = section.title.removesuffix(_DONE)
    if has_open_title(section, spec):
        pattern = compile_pattern(spec.title)
        known = {name: said for name, said in section.captures.items() if not is_bracketed(said)}
        is_last = list(known) == [name for name in pattern.names if name in section.captures][:-1]
        if is_last and pattern.short is not None:
            title = pattern.fill(known)
        elif is_last and pattern.open is not None:
            title = "".join(piece.literal or known[piece.name] for piece in pattern.open)
    return section.heading.replace(section.title, title)


def _filled(words: str, template: frozenset[str], done: frozenset[str]) -> tuple[str, bool]:
    """Return the lines that were filled in with what they stand under, and whether anything is left open."""
    lines = [bare(line) for line in split_lines(words)]
    gaps = {line for _, line, _ in find_placeholders(words)}
    said: dict[int, str] = {}
    for number, line in enumerate(lines):
        short = _NOTE.sub("", line)
        is_whole = number + 1 not in gaps or (short != line and not find_placeholders(short))
        if line in done or (line.strip() and line not in template and is_whole):
            said[number] = line if number + 1 not in gaps else short
    for first, last in _fences(lines):
        inside = range(first, last + 1)
        whole = any(number in said for number in inside) and not any(number + 1 in gaps for number in inside)
        said |= {number: lines[number] for number in inside if whole}
        said = {number: line for number, line in said.items() if whole or number not in inside}
    for number in list(said):
        said |= {above: lines[above] for above in _above(lines, number)}
    left = [line for number, line in enumerate(lines) if number not in said and _asks(line.strip())]
    end = dominant_line_end(words)
    return end.join(_spaced(lines, said)), bool(left)


def _asks(line: str) -> bool:
    """Tell whether a line of a form asks for words, or gives an example of them."""
    is_frame = any(form.fullmatch(line) for form in (_ADVICE, _RULE, _LABEL, _LEAD))
    return bool(line) and not is_frame and not line.startswith(("|-", "|:", "```", "~~~"))


def _above(lines: Sequence[str], number: int) -> Collection[int]:
    """Return the lines that a line cannot stand without: its labels, its lead, its table's head."""
    kept = []
    if lines[number].startswith("|"):
        first = number
        while first and lines[first - 1].startswith("|"):
            first -= 1
        kept += [first, first + 1]
    indent = _indent(lines[number])
    for above in range(number - 1, -1, -1):
        line = lines[above]
        if is_blank(line) or line.startswith("|"):
            continue
        if _indent(line) < indent:
            kept.append(above)
            indent = _indent(line)
        elif not indent and not _ITEM.match(line):
            return [*kept, *([above] if _LEAD.fullmatch(line) else [])]
    return kept


def _fences(lines: Sequence[str]) -> list[tuple[int, int]]:
    marks = [number for number, line in enumerate(lines) if _FENCE.match(line)]
    return list(zip(marks[::2], marks[1::2], strict=False))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _spaced(lines: Sequence[str], said: dict[int, str]) -> list[str]:
    """Return the lines in their order, with one blank line where the form has some between them."""
    result: list[str] = []
    last = -1
    for number in sorted(said):
        if result and any(is_blank(line) for line in lines[last + 1 : number]):
            result.append("")
        result.append(said[number])
        last = number
    return result
