"""New words put between the other sections of a document, which stay untouched or the write is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.headings import declarations, match_title
from groundplan.markdown.lines import (
    bare,
    dominant_line_end,
    fold,
    is_blank,
    split_bom,
    split_lines,
    with_line_end,
)
from groundplan.markdown.placing import find_new, find_room, key_after, needs_heading, place_of, take_heading
from groundplan.markdown.sections import cut
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused
from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.plan.document import Document, Section
    from groundplan.plan.playbook import Playbook

_OPENINGS = (
    (late_regex(r"<!--"), "-->"),
    (late_regex(r"<!\[CDATA\["), "]]>"),
    (late_regex(r"<\?"), "?>"),
    (late_regex(r"<(script|pre|style|textarea)(?=\s|>|$)", re.IGNORECASE), "</"),
)


@dataclass(frozen=True, slots=True)
class Body:
    """A section's body: blank lines, words, then the blank lines and rules before the next heading."""

    lead: str
    words: str
    tail: str


def splice(document: Document, playbook: Playbook, changes: Mapping[str, str]) -> str:
    """Return the document's text with the named sections' bodies replaced, or raise `Refused` with the line.

    A text may start with its section's own heading; that heading is taken only where the title catches words.
    A key that is declared but not in the document is added at its declared place, in the room of a section
    whose title is still the skeleton's if there is one; `NotFound` for other keys.
    """
    known = {document.header.key} | {section.key for section in document.sections}
    order = [spec.key for spec in declarations(playbook, document.name)]
    rewritten = {section.key: changes[section.key] for section in document.sections if section.key in changes}
    at_once = _spliced_at_once(document, playbook, rewritten)
    if at_once is not None:
        document = at_once
        changes = {key: text for key, text in changes.items() if key not in rewritten}
    # What is there first: a new section may go within one whose heading is written anew.
    for key in sorted(changes, key=lambda key: (key not in known, _rank(key, order))):
        _check_encodable(changes[key], key)
        parts = _spliced(document, playbook, key, changes[key])
        text = "".join(part for _, part in parts)
        after = cut(text, playbook, document.name, document.path)
        found = [(part.key, part.text) for part in (after.header, *after.sections)]
        if found != parts:
            raise explain_harm(document, after, key, changes[key], parts)
        document = after
    return document.text


def _spliced_at_once(document: Document, playbook: Playbook, mine: Mapping[str, str]) -> Document | None:
    """Return the document with all these sections rewritten, or None where each has to be looked at alone.

    Reading a document costs more than all else here, and a planner writes forty sections of it at a time.
    """
    if len(mine) < 2:
        return None
    parts = [(part.key, part.text) for part in (document.header, *document.sections)]
    for at, section in enumerate(document.sections, 1):
        if section.key in mine:
            text = mine[section.key]
            _check_encodable(text, section.key)
            find_open_end(text, section.key, document)
            spec = playbook.section(section.declared)
            assert spec is not None
            parts[at] = (key_after(section, spec, text), _new_section(document, playbook, at, text))
    after = cut("".join(part for _, part in parts), playbook, document.name, document.path)
    found = [(part.key, part.text) for part in (after.header, *after.sections)]
    return after if found == parts else None


def _spliced(document: Document, playbook: Playbook, key: str, text: str) -> list[tuple[str, str]]:
    """Return the key and text of every part as they are to be after the write."""
    find_open_end(text, key, document)
    parts = [(part.key, part.text) for part in (document.header, *document.sections)]
    at = next((at for at, (known, _) in enumerate(parts) if known == key), -1)
    if at == 0:
        parts[0] = (key, _new_header(document, text))
    elif at > 0:
        section = document.sections[at - 1]
        spec = playbook.section(section.declared)
        assert spec is not None
        parts[at] = (key_after(section, spec, text), _new_section(document, playbook, at, text))
    else:
        _add(parts, document, playbook, key, text)
    return parts


def _new_header(document: Document, text: str) -> str:
    end = dominant_line_end(document.text)
    mark, old = split_bom(document.header.body)
    lines = split_lines(old)
    last = len(lines)
    while last and is_blank(lines[last - 1]):
        last -= 1
    words = trim_words(split_bom(text)[1], end)
    return (
        mark + words + (end if words and document.sections else "") + ("".join(lines[last:]) if words else "")
    )


def _new_section(document: Document, playbook: Playbook, at: int, text: str) -> str:
    section = document.sections[at - 1]
    spec = playbook.section(section.declared)
    assert spec is not None
    end = dominant_line_end(document.text)
    given, words = take_heading(text, spec, document)
    heading = section.heading
    if words.strip() and not given and match_title(spec, section.title) is None:
        raise needs_heading(section.key, spec)
    if given and spec.catches:
        heading = bare(with_line_end(given, end)) + section.heading[len(bare(section.heading)) :]
    body = replace_words(section.heading, section.body, words, end)
    if body and bare(heading) == heading:
        heading += end
    if at < len(document.sections) and _is_swallowed(heading + body, document.sections[at].heading):
        body += end
    return heading + body


def _is_swallowed(text: str, following: str) -> bool:
    """Tell whether an underlined heading right below would take words above into itself."""
    if len(split_lines(following)) < 2 or _ends_blank(text):
        return False
    blocks = parse_blocks(text + following)
    return blocks[-1].kind is not Kind.HEADING or blocks[-1].line <= len(split_lines(text))


def _add(parts: list[tuple[str, str]], document: Document, playbook: Playbook, key: str, text: str) -> None:
    end = dominant_line_end(document.text)
    new, words = find_new(document, playbook, key, text)
    room = find_room(document, new)
    if room is not None:
        parts[room + 1] = (key, _new_section(document, playbook, room + 1, text))
        return
    at = place_of(document, playbook, new) + 1
    above_key, above = parts[at - 1]
    is_last = at == len(parts)
    heading = bare(with_line_end(new.heading, end)) + end
    body = trim_words(words, end, keep_rules=False)
    body = end + body + end if body else ""
    if not is_last:
        body += _tail_of(document, at, end)
    if above and not _ends_blank(above):
        above += end if bare(split_lines(above)[-1]) != split_lines(above)[-1] else end + end
    parts[at - 1] = (above_key, above)
    parts.insert(at, (key, heading + body))


def _tail_of(document: Document, at: int, end: str) -> str:
    """Return the blank lines and rules the section above ends with, for the new one to end with too."""
    if at < 2:
        return end
    section = document.sections[at - 2]
    tail = split_body(section.heading, section.body).tail
    return tail if tail and is_blank(split_lines(tail)[0]) else end


def _ends_blank(text: str) -> bool:
    lines = split_lines(text)
    return bool(lines) and is_blank(lines[-1])


def _rank(key: str, order: list[str]) -> tuple[int, int]:
    """Return a section's place among the declared ones; what may hold others comes before them."""
    prefixes = [at for at, declared in enumerate(order) if key.startswith(declared.split("{", maxsplit=1)[0])]
    exact = order.index(key) if key in order else -1
    return (exact if exact >= 0 else (prefixes[0] if prefixes else len(order)), key.count("/"))


def _check_encodable(text: str, key: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Misused(f"The new text of `{key}` has half a character at position {error.start}") from error


def split_body(heading: str, body: str) -> Body:
    """Split a section's body; the three parts joined are the body."""
    lines = split_lines(body)
    above = len(split_lines(heading))
    blocks = parse_blocks(heading + body)
    # A `---` below words is no rule but an underline, so the blocks decide where the words end.
    last = max((block.last for block in blocks if block.kind is not Kind.RULE), default=0) - above
    if last <= 0:
        return Body("", "", body)
    first = next(at for at, line in enumerate(lines) if not is_blank(line))
    return Body("".join(lines[:first]), "".join(lines[first:last]), "".join(lines[last:]))


def trim_words(text: str, end: str, *, keep_rules: bool = True) -> str:
    """Return new words without blank lines around them, no line end last, every line end written as `end`."""
    lines = split_lines(with_line_end(text, end))
    last = len(lines)
    if not keep_rules:
        blocks = parse_blocks(text)
        last = max((block.last for block in blocks if block.kind is not Kind.RULE), default=0)
    while last and is_blank(lines[last - 1]):
        last -= 1
    first = next((at for at, line in enumerate(lines[:last]) if not is_blank(line)), last)
    return "".join([*lines[first : last - 1], bare(lines[last - 1])]) if first < last else ""


def replace_words(heading: str, body: str, text: str, end: str) -> str:
    """Return the body with other words between the same blank lines and rules."""
    old = split_body(heading, body)
    rules = any(not is_blank(line) for line in split_lines(old.tail))
    words = trim_words(text, end, keep_rules=not rules)
    if not words:
        return old.tail
    if not old.words:
        # Nothing to learn the spacing from but the blank lines themselves.
        is_open = bare(heading) == heading and not old.tail
        return end + words + ("" if is_open else end) + _below(words, old.tail, end)
    is_open = not old.tail and bare(old.words) == old.words
    return old.lead + words + ("" if is_open else end) + _below(words, old.tail, end)


def _below(words: str, tail: str, end: str) -> str:
    """Return the tail, a blank line before it where a rule right below would turn words into a heading."""
    lines = split_lines(tail)
    if not lines or is_blank(lines[0]):
        return tail
    blocks = parse_blocks(words)
    return end + tail if blocks and blocks[-1].kind is Kind.PARAGRAPH else tail


# What is wrong with a text that would change more than its own section, told with the line that does it.


def find_open_end(text: str, key: str, document: Document) -> None:
    """Raise `Refused` where a fence or HTML block is never closed: it would swallow what follows."""
    for block in parse_blocks(text):
        if block.kind is Kind.FENCE and not block.is_closed:
            raise _refusal(
                document, key, f"the fence opened at line {block.line} of the new text is never closed", block
            )
        if block.kind is Kind.HTML and _is_open(block):
            opened = fold(block.content.lstrip()[:4])
            message = f"the `{opened}` at line {block.line} of the new text is never closed"
            raise _refusal(document, key, message, block)


def explain_harm(
    before: Document, after: Document, key: str, text: str, wanted: Sequence[tuple[str, str]]
) -> Refused:
    """Return the refusal for a text after which another section would have another key or other bytes."""
    found: list[Section] = [after.header, *after.sections]
    at = next(
        (
            at
            for at, (part, want) in enumerate(zip(found, wanted, strict=False))
            if (part.key, part.text) != want
        ),
        min(len(found), len(wanted)),
    )
    # The first part that differs may only be shorter; the heading that cut it short is the next one.
    for part in found[at : at + 2]:
        line = _line_in(text, part.heading)
        if not line or (part.key == key and part.heading):
            continue
        title = part.title
        if len(split_lines(part.heading)) > 1:
            message = (
                f"the underline at line {line} of the new text turns the words above into heading `{title}`"
            )
        else:
            message = f"the declared heading `{title}` is at line {line} of the new text"
        return _refusal(before, key, message)
    changed = wanted[at][0] if at < len(wanted) else found[at].key
    return _refusal(before, key, f"it would change section `{changed}`")


def _line_in(text: str, heading: str) -> int:
    lines = [bare(line) for line in split_lines(text)]
    wanted = [bare(line) for line in split_lines(heading)]
    starts = range(len(lines) - len(wanted) + 1) if wanted else ()
    return next((at + len(wanted) for at in starts if lines[at : at + len(wanted)] == wanted), 0)


def _is_open(block: Block) -> bool:
    source = block.content.lstrip()
    for opening, closing in _OPENINGS:
        match = opening.match(source)
        if match:
            return closing not in source[match.end() :]
    return False


def _refusal(document: Document, key: str, message: str, block: Block | None = None) -> Refused:
    section = next((part for part in document.sections if part.key == key), document.header)
    finding = Finding(
        "GP505",
        f"New text of section `{key}` cannot be written: {message}",
        Place(document.path, section.line, 1),
        key,
        subject=f"{message}:{block.line if block else 0}",
    )
    return Refused(
        f"Section `{key}` is not written: {message}",
        findings=[finding],
        hint="Change the new text; nothing was written",
    )
