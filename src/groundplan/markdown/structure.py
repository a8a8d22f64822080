"""Faults of a document's headings: missing, renamed, reordered, duplicate, at another level, in conflict."""

from __future__ import annotations

import bisect
import difflib
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.headings import declarations, fill_key, find_lookalikes, match_title
from groundplan.markdown.lines import bare, split_bom, split_lines
from groundplan.markdown.patterns import Pattern, Piece, compile_pattern
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.plan.document import Document, Section
    from groundplan.plan.playbook import Playbook, SectionSpec

NEAR = 0.75  # how alike two titles must be for one to count as the other renamed
_NOTE = late_regex(r"\s*\([^()]*\)\Z")


def find_structure_faults(document: Document, playbook: Playbook) -> list[Finding]:
    """Return the faults of headings and their order: GP501, GP502, GP503, GP506, GP507 and GP508."""
    specs = declarations(playbook, document.name)
    blocks = _blocks(document)
    declared = {section.line for section in document.sections}
    undeclared = [block for block in blocks if block.kind is Kind.HEADING and block.line not in declared]
    findings = [*_conflicts(document), *_duplicates(document)]
    for group in _groups(document, specs):
        findings += _missing(document, group, undeclared)
        findings += _reordered(group)
    findings += _lost_repeats(document, specs, undeclared, findings)
    reported = declared | {finding.place.line for finding in findings if finding.code == "GP502"}
    findings += find_lookalikes(blocks, specs, reported, document.path)
    return sorted(findings, key=lambda finding: (finding.place, finding.code))


@dataclass(frozen=True, slots=True)
class _Group:
    """Declarations that stand beside each other: those of the document, or those within one section."""

    specs: tuple[SectionSpec, ...]
    sections: tuple[Section, ...]
    scope: Section | None = None
    first: int = 1  # the lines it spans
    last: int = 0


def _groups(document: Document, specs: Sequence[SectionSpec]) -> Iterator[_Group]:
    last = len(split_lines(document.text)) + 1
    by_key = {spec.key: spec for spec in specs}
    yield _Group(
        tuple(spec for spec in specs if not spec.within),
        tuple(
            part for part in document.sections if part.declared in by_key and not by_key[part.declared].within
        ),
        last=last,
    )
    for scope in {spec.within: None for spec in specs if spec.within}:
        inner = tuple(spec for spec in specs if spec.within == scope)
        keys = {spec.key for spec in inner}
        for at, section in enumerate(document.sections):
            if section.declared != scope:
                continue
            # A scope ends where a section starts that is not, however deep, within it.
            within = _inside(document.sections[at + 1 :], scope, by_key)
            end = (
                document.sections[at + 1 + len(within)].line
                if at + 1 + len(within) < len(document.sections)
                else last
            )
            yield _Group(
                inner, tuple(part for part in within if part.declared in keys), section, section.line, end - 1
            )


def _inside(sections: Sequence[Section], scope: str, by_key: dict[str, SectionSpec]) -> list[Section]:
    found = []
    for section in sections:
        spec = by_key.get(section.declared)
        while spec is not None and spec.within and spec.within != scope:
            spec = by_key.get(spec.within)
        if spec is None or spec.within != scope:
            break
        found.append(section)
    return found


def _missing(document: Document, group: _Group, undeclared: Sequence[Block]) -> Iterator[Finding]:
    present = {section.declared for section in group.sections}
    for spec in group.specs:
        if not spec.required or spec.key in present:
            continue
        key = fill_key(spec.key, group.scope.captures) if group.scope else spec.key
        level = "#" * spec.level
        near = _near_heading(spec, [block for block in undeclared if group.first <= block.line <= group.last])
        if near is None:
            yield Finding(
                "GP501",
                f"Section `{spec.title}` is missing",
                _where(document, group, spec),
                key,
                hint=f"Add the heading `{level} {spec.title}`",
                subject=key,
            )
        elif near.level != spec.level and match_title(spec, near.text) is not None:
            yield _wrong_level(document, spec, near, key)
        else:
            yield Finding(
                "GP502",
                f"Found heading `{near.text}` where `{spec.title}` is declared",
                Place(document.path, near.line, near.column + 1),
                key,
                hint=f"Restore `{level} {spec.title}`",
                subject=key,
            )


def _wrong_level(document: Document, spec: SectionSpec, block: Block, key: str) -> Finding:
    return Finding(
        "GP508",
        f"Heading `{block.text}` has level {block.level}, declared is {spec.level}",
        Place(document.path, block.line, block.column + 1),
        key,
        hint=f"Write it as `{'#' * spec.level} {block.text}`",
        subject=key,
    )


def _near_heading(spec: SectionSpec, undeclared: Sequence[Block]) -> Block | None:
    """Return the undeclared heading that is likely the missing one: same words first, then near words."""
    for block in undeclared:
        if match_title(spec, block.text) is not None:
            return block
    best, most = None, NEAR
    for block in undeclared:
        for title in (spec.title, *spec.aliases):
            words = block.text.casefold()
            matcher = difflib.SequenceMatcher(None, words, title.casefold(), autojunk=False)
            # The cheap bound first: titles are short, but a hostile heading need not be.
            if len(words) < 300 and matcher.quick_ratio() >= most and matcher.ratio() >= most:
                best, most = block, matcher.ratio()
    return best


def _where(document: Document, group: _Group, spec: SectionSpec) -> Place:
    """Return the place of the section after which the missing one should stand."""
    before = {known.key for known in group.specs[: group.specs.index(spec)]}
    above = [section for section in group.sections if section.declared in before]
    section = above[-1] if above else group.scope
    return section.place if section else Place(document.path, 1, 1)


def _reordered(group: _Group) -> Iterator[Finding]:
    """Yield a finding for each section outside the longest run that stands in the declared order."""
    order = {spec.key: at for at, spec in enumerate(group.specs)}
    sections = [section for section in group.sections if "~" not in section.key]  # a duplicate has no place
    ranks = [order[section.declared] for section in sections]
    kept = _longest_rising(ranks)
    for at, section in enumerate(sections):
        if at in kept:
            continue
        # Named against a neighbour that stays, so that the message says where it goes.
        after = [sections[one].title for one in sorted(kept) if ranks[one] < ranks[at]]
        where = f"after `{after[-1]}`" if after else "first"
        yield Finding(
            "GP503",
            f"Section `{section.title}` is out of order: it is declared {where}",
            section.place,
            section.key,
            hint="Move the section to its declared place",
            subject=section.key,
        )


def _longest_rising(ranks: Sequence[int]) -> set[int]:
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for at, rank in enumerate(ranks):
        place = bisect.bisect_right(tails, rank)
        previous.append(ends[place - 1] if place else -1)
        tails[place : place + 1] = [rank]
        ends[place : place + 1] = [at]
    kept: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        kept.add(at)
        at = previous[at]
    return kept


def _lost_repeats(
    document: Document, specs: Sequence[SectionSpec], undeclared: Sequence[Block], known: Sequence[Finding]
) -> Iterator[Finding]:
    """Yield a finding per heading that would be one more repeated section but for its level or number."""
    seen = {finding.place.line for finding in known}
    for spec in specs:
        if not (spec.repeats and spec.catches):
            continue
        for block in undeclared:
            if block.line in seen:
                continue
            if block.level != spec.level and match_title(spec, block.text) is not None:
                yield _wrong_level(document, spec, block, spec.key)
            elif block.level == spec.level and _is_near(spec.title, block.text):
                yield Finding(
                    "GP502",
                    f"Heading `{block.text}` does not fit `{spec.title}`",
                    Place(document.path, block.line, block.column + 1),
                    spec.key,
                    hint=f"Write it as `{'#' * spec.level} {spec.title}`",
                    subject=block.text,
                )


def _is_near(title: str, text: str) -> bool:
    """Tell whether a heading is meant by a title, its number misspelt or its last parenthesis left out."""
    whole = _relaxed(title).match(text) is not None
    return whole or _relaxed(_NOTE.sub("", title)).match(text) is not None


def _relaxed(title: str) -> Pattern:
    """Return the pattern with any words for a number or letter: `Phase two: …` is a phase, misspelt."""
    pattern = compile_pattern(title)
    return Pattern(title, tuple(Piece(piece.literal, piece.name) for piece in pattern.pieces))


def _blocks(document: Document) -> tuple[Block, ...]:
    rest = split_bom(document.text)[1]
    front = read_front_matter(rest)
    return parse_blocks("".join(split_lines(rest)[front.lines :]), front.lines + 1)


def _duplicates(document: Document) -> Iterator[Finding]:
    for section in document.sections:
        key, _, number = section.key.rpartition("~")
        if key:
            yield Finding(
                "GP506",
                f"Section `{section.title}` appears more than once",
                section.place,
                key,
                hint="Keep one of them, or rename the other",
                subject=f"{key}~{number}",
            )


def _conflicts(document: Document) -> Iterator[Finding]:
    """Yield a finding per block of conflict markers, inside fences too: git does not spare them."""
    start = middle = 0
    for number, line in enumerate(map(bare, split_lines(document.text)), 1):
        if line.startswith("<<<<<<< "):
            start, middle = number, 0
        elif start and line == "=======":
            middle = number
        elif middle and line.startswith(">>>>>>> "):
            yield Finding(
                "GP507",
                f"Lines {start} to {number} hold a merge conflict",
                Place(document.path, start, 1),
                _section_at(document, start),
                hint="Resolve the conflict and remove its markers",
                subject=_section_at(document, start),
            )
            start = middle = 0


def _section_at(document: Document, line: int) -> str:
    above = [section for section in document.sections if section.line <= line]
    return above[-1].key if above else document.header.key
