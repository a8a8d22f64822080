"""A plan for whoever reads it: its words, without what only the form says.

The form's own advice, boxes nobody ticked, labels with nothing under them, and sections nobody wrote are left
out. Nothing else is: a line that the form does not have, word for word, stays as it is.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.markdown.brackets import is_bracketed
from groundplan.plan.late_regex import late_regex
from groundplan.plan.record import FORMER_OWN_DECISION, OWN_DECISION, WITHDRAWN

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from groundplan.plan.document import Document, Section

_ADVICE = late_regex(r"(?:[-*] )?(?:\*(?!\*).+\*|_(?!_).+_)")
_BOX = late_regex(r"[-*] \[ \] .*")
_RULE = late_regex(r"(?:-{3,}|\*{3,}|_{3,})")
_LABEL = late_regex(r"(?P<indent>\s*)(?:[-*] )?\*\*[^*]+\*\*:?")
_HEADING = late_regex(r"(#{1,6}) .*")
_TITLE = late_regex(r"# +(.*)")
_FENCE = late_regex(r"\s*(?:```|~~~)")
_MANY_DEFAULTS = 4  # from which a mark at each says less than one sentence
ALL_DEFAULTS = "Owners, weeks, efforts and figures without a source are defaults that nobody confirmed."
ALL_DECIDED = f"Decided by {OWN_DECISION}."
_UNCONFIRMED = late_regex(
    rf"\s*- \*\*[^*]{{1,40}}:\*\* (?:{re.escape(OWN_DECISION)}|{re.escape(FORMER_OWN_DECISION)})"
)
_WITHDRAWN = late_regex(rf"\s+- \*\*[^*]{{1,40}}:\*\* {re.escape(WITHDRAWN)}.*")
_ITEM = late_regex(r"- .*")
_CELL_END = late_regex(r"(?<!\\)\|")
_DEFAULT = late_regex(r" \(default\)")
_BLANKS = re.compile(r"\n{3,}")


def reading_copy(document: Document, form: str, left_out: Collection[str], title: str) -> str:
    """Return a document to read: `form` is its skeleton, `left_out` the sections that nobody wrote."""
    parts = [part for part in document.sections if part.key not in left_out]
    kept = [_without_empty_columns(_told_once(_without_withdrawn(lines))) for lines in _lines_of(parts, form)]
    copied = _joined(kept, title or _own_title(document))
    if len(_DEFAULT.findall(copied)) < _MANY_DEFAULTS:
        return copied
    return _DEFAULT.sub("", copied) + f"\n{ALL_DEFAULTS}\n"


def exact_copy(document: Document, form: str, left_out: Collection[str], title: str) -> str:
    """Return the same with every line as the plan has it, for whoever quotes it."""
    parts = [part for part in document.sections if part.key not in left_out]
    return _joined(_lines_of(parts, form), title or _own_title(document))


def _lines_of(parts: list[Section], form: str) -> list[list[str]]:
    said = {line.strip() for line in form.splitlines()}
    return [_kept(part.text.splitlines(), said) for part in parts]


def _joined(kept: list[list[str]], title: str) -> str:
    texts = _without_empty_heads(["\n".join(lines).strip("\n") for lines in kept])
    return _BLANKS.sub("\n\n", "\n\n".join([f"# {title}", *texts])) + "\n" if texts else ""


def _own_title(document: Document) -> str:
    found = (_TITLE.fullmatch(line) for line in document.header.text.splitlines())
    return next((each[1] for each in found if each), document.name)


def _without_empty_heads(texts: list[str]) -> list[str]:
    """Drop a section that only heads others, where none of those is left."""
    kept: list[str] = []
    for text in reversed(texts):
        is_head = bool(kept) and _level(kept[-1]) > _level(text)
        if "\n" in text or is_head:
            kept.append(text)
    return kept[::-1]


def _level(text: str) -> int:
    found = _HEADING.fullmatch(text.partition("\n")[0])
    return len(found[1]) if found else 0


def _kept(lines: list[str], said: Collection[str]) -> list[str]:
    in_code = False
    kept: list[str] = []
    for line in lines:
        in_code ^= _FENCE.match(line) is not None
        if in_code or not _is_form(line.strip(), said):
            kept.append(line)
    while (shorter := list(_without_empty_labels(kept, said))) != kept:
        kept = shorter
    return kept


def _without_empty_columns(lines: list[str]) -> list[str]:
    """Drop the columns of a table that nobody filled."""
    kept: list[str] = []
    for is_table, group in groupby(lines, key=lambda line: line.lstrip().startswith("|")):
        rows = list(group)
        kept += _filled(rows) if is_table and len(rows) > 2 else rows
    return kept


def _filled(rows: list[str]) -> list[str]:
    cells = [_CELL_END.split(row.strip().strip("|")) for row in rows]
    if any(len(row) != len(cells[0]) for row in cells):
        return rows
    wanted = [any(row[at].strip() for row in cells[2:]) for at in range(len(cells[0]))]
    if all(wanted):
        return rows
    return [
        f"|{'|'.join(cell for cell, is_filled in zip(row, wanted, strict=True) if is_filled)}|"
        for row in cells
    ]


def _without_withdrawn(lines: list[str]) -> list[str]:
    """Drop the questions that were taken back, with all that stands under them."""
    starts = [number for number, line in enumerate(lines) if _ITEM.fullmatch(line)]
    gone: set[int] = set()
    for start in starts:
        end = start + 1
        while end < len(lines) and lines[end].startswith(" "):
            end += 1
        if any(_WITHDRAWN.fullmatch(line) for line in lines[start + 1 : end]):
            gone |= set(range(start, end))
    return [line for number, line in enumerate(lines) if number not in gone]


def _told_once(lines: list[str]) -> list[str]:
    """Say once that nobody confirmed the decisions of a section, instead of under each."""
    rest = [line for line in lines if not _UNCONFIRMED.fullmatch(line)]
    while rest and not rest[-1].strip():
        rest.pop()
    is_told = any(_UNCONFIRMED.fullmatch(line) for line in lines)
    return [*rest, "", ALL_DECIDED] if is_told else rest


def _is_form(line: str, said: Collection[str]) -> bool:
    if _RULE.fullmatch(line):
        return True
    return line in said and bool(_ADVICE.fullmatch(line) or _BOX.fullmatch(line) or is_bracketed(line))


def _without_empty_labels(lines: list[str], said: Collection[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        label = _LABEL.fullmatch(line)
        if label and _is_said(line, said) and not _has_content(lines[number + 1 :], line):
            continue
        yield line


def _is_said(line: str, said: Collection[str]) -> bool:
    bare = line.strip()
    return bare in said or f"{bare}:" in said or any(each.startswith(bare) for each in said)


def _has_content(below: list[str], label: str) -> bool:
    """Tell whether something stands under a label: deeper lines under an item, any words under a line."""
    following = next((line for line in below if line.strip()), "")
    if not following or _HEADING.fullmatch(following):
        return False
    if label.lstrip().startswith(("- ", "* ")):
        return _indent(following) > _indent(label)
    return not (_LABEL.fullmatch(following) and not following.lstrip().startswith(("- ", "* ")))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
