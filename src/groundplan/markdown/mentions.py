"""What a section's words mean to do with the files they name: modified files, new files, tasks' files."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind, Span, parse_blocks
from groundplan.markdown.citations import citations_in
from groundplan.markdown.entries import entries_of, item_entry
from groundplan.markdown.inline import plain
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent, Mention

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.citations import Found
    from groundplan.markdown.entries import Entry
    from groundplan.plan.document import Section

# Records that say what will be done; a file named in one is worked on.
WORK_KINDS = frozenset({"task", "step", "deliverable"})
_LABELS = (
    (Intent.MODIFIES, late_regex(r"(?:modified|changed|edited) files?|files? to (?:modify|change|edit)")),
    (Intent.CREATES, late_regex(r"(?:new|created|added) files?|files? to (?:create|add|write)")),
    (Intent.REMOVES, late_regex(r"(?:removed|deleted) files?|files? to (?:remove|delete)")),
    (Intent.TOUCHES, late_regex(r"files?|touched files?|files? touched|affected code")),
)
_PLAIN_LABELS = (
    "Files",
    "Affected Code",
    *(f"{word} Files" for word in ("Modified", "Changed", "New", "Created", "Removed", "Deleted")),
)
_MARK = late_regex(r"\s*[*_]{0,2}[(\[]\s*[*_]{0,2}([a-z][a-z ]{0,30})", re.IGNORECASE)
_MARKS = (
    (Intent.TOUCHES, late_regex(r"new or modif")),
    (Intent.CREATES, late_regex(r"(?:new|create|planned|to be (?:created|added|written)|to create)\b")),
    (Intent.MAY_CREATE, late_regex(r"(?:does not exist|not there) yet\b")),
    (Intent.MODIFIES, late_regex(r"(?:modif|edit|chang|updat|exist)")),
    (Intent.REMOVES, late_regex(r"(?:delet|remov|to be (?:deleted|removed))")),
)
_ACTIONS = (
    (Intent.CREATES, late_regex(r"new(?: file)?|create[sd]?|add(?:s|ed)?|to create")),
    (Intent.MODIFIES, late_regex(r"modif(?:y|ies|ied)|edit(?:s|ed)?|changed?|updated?|to modify")),
    (Intent.REMOVES, late_regex(r"deleted?|removed?|to delete|to remove")),
)
_MAKING = late_regex(
    r"\b(?:add|create|write|introduce|new)[*_]{0,2}[:,]?\s+"
    r"(?:(?:a|an|the|new|file|files|module|test|tests|package|script|page)[:,]?\s+)"
    r"{0,4}(?:\[[^\]\n]{0,80}\]\(<?)?$",
    re.IGNORECASE,
)
_TO_COME = late_regex(
    r"\s+(?:will\s+be|is\s+to\s+be|to\s+be)\s+(?:created|added|written)\b|\s+[–—-]\s+new(?=\s*(?:$|[,.;:]))",
    re.IGNORECASE,
)
# Where a file goes is new: `Move src/a.py to src/b.py`. Where a function goes may well be there.
_GOING = late_regex(
    r"\b(?:move|rename|split|convert|turn|copy)\s+(?:the\s+)?(?:file\s+|module\s+|script\s+)?"
    r"`[^`\n:]{0,120}\.\w{1,8}`\s*(?:to|into|as|→|->)\s*(?:`[^`\n]{1,120}`\s*(?:,\s*and|,|and)\s+){0,5}$",
    re.IGNORECASE,
)
_BEFORE = 300  # letters looked at before a citation
# `Do not touch src/a.py`: up to the end of the sentence, and no path has a blank behind its dot.
_LEAVING = late_regex(
    r"(?:\bnot|n['’]t|\bnever|\bwithout)\s(?:touch|chang|edit|modif|updat)\w{0,5}\s", re.IGNORECASE
)
_SENTENCE_END = late_regex(r"[.;]\s")
_LONGEST_READ = 4000  # a longer paragraph is not searched again for each file in it
# What a file is called, and then what happens to it: only files before the dash are claimed by a list.
_DASH = late_regex(r"\s[–—-]\s|:\s")


@dataclass(frozen=True, slots=True)
class _Words:
    """Words with what their place says about the files in them."""

    spans: tuple[Span, ...]
    intent: Intent = Intent.NAMES
    is_value: bool = False  # behind a label, where every file counts and not only the first ones


def find_mentions(section: Section, *, bare: bool = False) -> tuple[Mention, ...]:
    """Return the files a section names, in their order, each with what the plan means to do with it.

    With `bare`, paths count that stand in no backticks.
    """
    work = {
        line
        for record in section.records
        if record.kind in WORK_KINDS
        for line in range(record.place.line, max(record.last_line, record.place.line) + 1)
    }
    return tuple(
        _in_work(mention, work)
        for words in _read(parse_blocks(section.text, section.line), Intent.NAMES)
        for mention in _mentions(words, section, bare=bare)
    )


def _in_work(mention: Mention, work: set[int]) -> Mention:
    if mention.intent is Intent.NAMES and mention.place.line in work and not _is_left(mention):
        return replace(mention, intent=Intent.IN_TASK)
    return mention


def _is_left(mention: Mention) -> bool:
    """Tell whether the words say that the file is not to be touched."""
    if len(mention.words) > _LONGEST_READ or _LEAVING.search(mention.words) is None:
        return False
    sentences = _SENTENCE_END.split(mention.words)
    starts = ((each, _LEAVING.search(each)) for each in sentences)
    return any(start and mention.citation.text in each[start.end() :] for each, start in starts)


def _read(blocks: Iterable[Block], around: Intent) -> Iterator[_Words]:
    """Walk the blocks; a lead such as `**New Files:**` says what the list below it is about."""
    below = around
    for block in blocks:
        if block.kind is Kind.HEADING:
            below = _intent_of(block.text)
            yield _Words(block.spans)
        elif block.kind is Kind.PARAGRAPH:
            for entry in entries_of([block], _PLAIN_LABELS):
                below = _label_intent(entry)
                yield _words(entry, Intent.NAMES)
        elif block.kind in LISTS:
            for item in block.children:
                yield from _read_item(item, below)
        elif block.kind is Kind.TABLE:
            yield from _read_table(block)
        else:
            yield from _read(block.children, below)


def _read_item(item: Block, around: Intent) -> Iterator[_Words]:
    entry = item_entry(item, _PLAIN_LABELS)
    rest = item.children
    inside = Intent.NAMES
    if entry is not None:
        inside = _label_intent(entry)
        yield _words(entry, around)
        rest = item.children[1:]
    yield from _read(rest, inside)


def _words(entry: Entry, around: Intent) -> _Words:
    intent = _label_intent(entry)
    if intent is not Intent.NAMES:
        return _Words(entry.value_spans, intent, is_value=True)
    return _Words(entry.spans, around)


def _read_table(table: Block) -> Iterator[_Words]:
    intents: list[Intent] = []
    for row in table.children:
        if row.kind is not Kind.ROW:
            continue
        if not intents:
            intents = [_intent_of(plain(cell.source)) for cell in row.cells]
        action = _action(row)
        for at, cell in enumerate(row.cells):
            intent = intents[at] if at < len(intents) else Intent.NAMES
            if action is not None and "`" in cell.source:
                intent, action = action, None  # what the row does, it does to its first file
            yield _Words((Span(row.line, cell.start, cell.source),), intent, is_value=True)


def _action(row: Block) -> Intent | None:
    """Return what a row does where one of its cells is but a verb: `| src/a.py | create |`."""
    said = [plain(cell.source).strip(" .*").casefold() for cell in row.cells]
    return next((intent for intent, verb in _ACTIONS if any(verb.fullmatch(each) for each in said)), None)


def _label_intent(entry: Entry) -> Intent:
    return _intent_of(entry.label.text) if entry.label is not None else Intent.NAMES


def _intent_of(label: str) -> Intent:
    said = " ".join(label.split()).strip(" :").casefold()
    return next((intent for intent, pattern in _LABELS if pattern.fullmatch(said)), Intent.NAMES)


def _mentions(words: _Words, section: Section, *, bare: bool) -> Iterator[Mention]:
    source = "\n".join(span.text for span in words.spans)
    folded = " ".join(source.split())
    dash = _DASH.search(source)
    for found in citations_in(words.spans, bare=bare):
        is_claimed = words.is_value or dash is None or found.start < dash.start()
        intent = _mark(source, found) or (words.intent if is_claimed else Intent.NAMES)
        if intent is Intent.NAMES and _is_to_come(source, found):
            intent = Intent.MAY_CREATE
        citation = replace(found.citation, place=found.place(section.document))
        yield Mention(citation, section.key, intent, folded)


def _is_to_come(source: str, found: Found) -> bool:
    """Tell whether the words beside a citation say that it need not be there yet."""
    before = source[max(0, found.start - _BEFORE) : found.start]
    is_going = _GOING.search(before) is not None
    return is_going or _MAKING.search(before) is not None or _TO_COME.match(source, found.end) is not None


def _mark(source: str, found: Found) -> Intent | None:
    """Return what a bracket behind the citation says: `(new)`, `(modify)`, `(delete)`."""
    match = _MARK.match(source, found.end + (1 if found.citation.is_link else 0))
    if match is None:
        return None
    said = match[1].casefold()
    return next((intent for intent, pattern in _MARKS if pattern.match(said)), None)
