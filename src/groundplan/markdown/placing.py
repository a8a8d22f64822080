"""Where a section that a document does not have yet goes, and under which heading."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.headings import declarations, fill_key, has_open_title, match_title
from groundplan.markdown.lines import bare, split_lines, with_line_end
from groundplan.markdown.sections import cut
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound, Refused
from groundplan.plan.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.document import Document, Section
    from groundplan.plan.playbook import Playbook, SectionSpec


@dataclass(frozen=True, slots=True)
class NewSection:
    """A section to be added: its declaration, the section it goes within, and what its title catches."""

    spec: SectionSpec
    scope: Section | None = None
    captures: Mapping[str, str] = field(default_factory=dict)
    heading: str = ""


def take_heading(text: str, spec: SectionSpec, document: Document) -> tuple[str, str]:
    """Split the section's own heading off a new text, empty where the text starts with other words.

    Raises `Refused` (GP508) where the heading's words are the declared ones and its level is not.
    """
    blocks = parse_blocks(text)
    if not blocks or blocks[0].kind is not Kind.HEADING or match_title(spec, blocks[0].text) is None:
        return "", text
    if blocks[0].level != spec.level:
        title, level = blocks[0].text, blocks[0].level
        message = f"The new text starts with `{title}` at level {level}, declared is {spec.level}"
        finding = Finding("GP508", message, document.header.place, spec.key)
        hint = f"Start it with `{'#' * spec.level} {title}`, or leave the heading out"
        raise Refused(message, findings=[finding], hint=hint)
    lines = split_lines(text)
    first, last = blocks[0].line - 1, blocks[0].last
    return "".join(lines[first:last]), "".join(lines[last:])


def find_new(document: Document, playbook: Playbook, key: str, text: str) -> tuple[NewSection, str]:
    """Return what a key that is not in the document declares, and the new text without its heading."""
    specs = declarations(playbook, document.name)
    blocks = parse_blocks(text)
    title = blocks[0].text if blocks and blocks[0].kind is Kind.HEADING else ""
    for spec in specs:
        scopes = [section for section in document.sections if section.declared == spec.within]
        caught = (match_title(spec, title) if title else None) or {}
        for scope in scopes if spec.within else [None]:
            captures = {**(scope.captures if scope else {}), **caught}
            if fill_key(spec.key, captures) != key:
                continue
            heading, words = take_heading(text, spec, document)
            if spec.catches and not heading:
                raise needs_heading(key, spec)
            return NewSection(spec, scope, captures, heading or _own_heading(spec, document, playbook)), words
    for spec in specs:
        if spec.catches and spec.repeats and key.startswith(spec.key.split("{", maxsplit=1)[0]):
            raise needs_heading(key, spec)
    known = [section.key for section in document.sections] + [spec.key for spec in specs]
    raise NotFound(f"No section `{key}` is declared for `{document.path}`", name=key, known=known)


def needs_heading(key: str, spec: SectionSpec) -> Misused:
    """Say that a section cannot be written without the words that its heading lacks."""
    return Misused(
        f"Section `{key}` is new and its heading is not known",
        hint=f"Start the text with its heading: `{'#' * spec.level} {spec.title}`",
    )


def find_room(document: Document, new: NewSection) -> int | None:
    """Return the index of the section of that kind whose title still holds a placeholder."""
    for at, section in enumerate(document.sections):
        if section.declared == new.spec.key and new.scope is None and has_open_title(section, new.spec):
            return at
    return None


def key_after(section: Section, spec: SectionSpec, text: str) -> str:
    """Return the key that a section has under a new text: another one where an open title gets its words."""
    blocks = parse_blocks(text)
    caught = match_title(spec, blocks[0].text) if blocks and blocks[0].kind is Kind.HEADING else None
    is_named = caught and has_open_title(section, spec) and not spec.within
    return fill_key(spec.key, caught) if caught and is_named else section.key


def place_of(document: Document, playbook: Playbook, new: NewSection) -> int:
    """Return the index among the document's sections at which the new one is to stand."""
    specs = declarations(playbook, document.name)
    siblings = [spec.key for spec in specs if spec.within == new.spec.within]
    sections = document.sections
    start, end = 0, len(sections)
    if new.scope is not None:
        start = sections.index(new.scope) + 1
        end = start + _inner_count(sections[start:], {new.spec.within}, specs)
    beside = [at for at in range(start, end) if sections[at].declared in siblings]
    rank = siblings.index(new.spec.key)
    before = [
        at for at in beside if _comes_before(sections[at], siblings.index(sections[at].declared), rank, new)
    ]
    if not before:
        return beside[0] if beside else start
    last = before[-1]
    return last + 1 + _inner_count(sections[last + 1 : end], {sections[last].declared}, specs)


def _comes_before(section: Section, rank: int, new_rank: int, new: NewSection) -> bool:
    if rank != new_rank:
        return rank < new_rank
    theirs, ours = section.captures.get("n", ""), new.captures.get("n", "")
    return not (theirs.isdecimal() and ours.isdecimal()) or int(theirs) <= int(ours)


def _inner_count(sections: Sequence[Section], scopes: set[str], specs: Sequence[SectionSpec]) -> int:
    """Count the sections at the start that stand within the scopes, however deep."""
    inner = set(scopes)
    for spec in specs:  # declarations name scopes that are declared before them
        if spec.within in inner:
            inner.add(spec.key)
    inner -= scopes
    count = 0
    while count < len(sections) and sections[count].declared in inner:
        count += 1
    return count


def _own_heading(spec: SectionSpec, document: Document, playbook: Playbook) -> str:
    """Return the heading as the skeleton writes it, emphasis and all, or plain where it has none."""
    skeleton = playbook.document(document.name).skeleton
    drawn = cut(skeleton, playbook, document.name, document.path) if skeleton else None
    for section in drawn.sections if drawn else ():
        if section.declared == spec.key:
            return bare(with_line_end(section.heading, "\n"))
    return f"{'#' * spec.level} {spec.title}"
