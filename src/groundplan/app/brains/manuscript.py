"""One Markdown text cut into the sections of a plan, by the headings its playbook declares."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.lines import split_lines
from groundplan.markdown.reading import read_plan
from groundplan.markdown.reading_copy import ALL_DECIDED, ALL_DEFAULTS
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run
from groundplan.store.proposals import read_proposals

if TYPE_CHECKING:
    from collections.abc import Collection

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Section


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The sections a text holds, and what of it stands before the first of them."""

    sections: dict[str, str]
    before: str


def cut_manuscript(opened: OpenPlan, text: str, keys: Collection[str] = ()) -> Manuscript:
    """Return the text's sections that hold words, or only those of `keys`, all of which must be there."""
    sections, before = _read(opened, text)
    found: dict[str, str] = {}
    for section, words in sections:
        if section.key in found:
            raise Misused(f"Section `{section.key}` appears twice in this text")
        declared = opened.playbook.section(section.declared)
        if declared is not None and not declared.computed and (not keys or section.key in keys):
            found[section.key] = words
    missing = [key for key in keys if key not in found]
    if missing:
        raise Misused(
            f"The text has no heading of section `{missing[0]}`", hint=Hint("See its title: ", run("show"))
        )
    if not found:
        raise Misused(
            "The text has no heading that the plan's playbook declares",
            hint=Hint("See them: ", run("playbook show", opened.playbook.name)),
        )
    for key, words in found.items():
        _refuse_unknown_heading(opened, key, words)
    return Manuscript(_changed(opened, found) or found, _strange(opened, before))


def _refuse_unknown_heading(opened: OpenPlan, key: str, text: str) -> None:
    """Refuse a heading that the plan does not know: all below it would be words of the section above."""
    section = opened.plan.section(key)
    there = set(section.text.splitlines()) if section else set()
    headings = [block for block in parse_blocks(text, 1) if block.kind is Kind.HEADING]
    for block in headings[1:]:
        line = text.splitlines()[block.line - 1]
        if 1 < block.level <= headings[0].level and line not in there:  # a title may be the section's own
            raise Misused(
                f"`{line.strip()}` is no heading of this plan; it would become words of section `{key}`",
                hint=Hint("See the headings: ", run("brief").on(opened.known.handle)),
            )


def _read(opened: OpenPlan, text: str) -> tuple[list[tuple[Section, str]], str]:
    """Return the text's sections with their words, and what stands before them.

    A text may hold several documents one after the other, as the copy for readers does: each section ends
    where the next one of any of them begins, or at another document's title.
    """
    # A sentence that a copy adds is nobody's; it goes first, or the lines would not be those that are cut.
    lines = [line for line in split_lines(text) if line.strip() not in {ALL_DEFAULTS, ALL_DECIDED}]
    text = "".join(lines)
    read = [
        read_plan(opened.known.id, opened.known.slug, opened.playbook, {spec.name: ("", text)}).documents[0]
        for spec in opened.playbook.documents
    ]
    read.sort(key=lambda document: len(document.sections), reverse=True)
    by_line: dict[int, Section] = {}
    for document in read:
        for section in document.sections:
            by_line.setdefault(section.line, section)
    starts = [*sorted(by_line), len(lines) + 1]
    cut = [
        (by_line[start], "".join(_until_title(lines[start - 1 : following - 1])))
        for start, following in pairwise(starts)
    ]
    return cut, "".join(lines[: starts[0] - 1])


def _until_title(lines: list[str]) -> list[str]:
    """Return the lines of a section without the title of the next document, which nothing follows."""
    last = len(lines) - 1
    while last > 0 and not lines[last].strip():
        last -= 1
    return lines[:last] if last > 0 and lines[last].startswith("# ") else lines


def _changed(opened: OpenPlan, found: dict[str, str]) -> dict[str, str]:
    """Leave out what says nothing new, so that a whole document can be given back after one change.

    The plan's own words for a section of which others are proposed are news: they take the proposal back.
    """
    now = {section.key: section.text.strip() for section in opened.plan.sections}
    proposed = {each.key for each in read_proposals(opened.workspace.folder, opened.known.id) or ()}
    return {key: text for key, text in found.items() if key in proposed or now.get(key) != text.strip()}


def _strange(opened: OpenPlan, before: str) -> str:
    """Return what stands before the first section, unless that is the document's own header, or a title."""
    headers = {document.header.text.strip() for document in opened.plan.documents}
    is_title = before.strip().startswith("# ") and "\n" not in before.strip()
    return "" if is_title or before.strip() in {"", *headers} else before.strip()
