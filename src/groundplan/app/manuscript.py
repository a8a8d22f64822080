"""One Markdown text cut into the sections of a plan, by the headings its playbook declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.reading import read_plan
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Collection

    from groundplan.app.opened import OpenPlan
    from groundplan.plan.document import Document


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The sections a text holds, and what of it stands before the first of them."""

    sections: dict[str, str]
    before: str


def cut_manuscript(opened: OpenPlan, text: str, keys: Collection[str] = ()) -> Manuscript:
    """Return the text's sections that hold words, or only those of `keys`, all of which must be there."""
    document = _read(opened, text)
    found: dict[str, str] = {}
    for section in document.sections:
        if section.key in found:
            raise Misused(f"Section `{section.key}` appears twice in this text")
        declared = opened.playbook.section(section.declared)
        if declared is not None and not declared.computed and (not keys or section.key in keys):
            found[section.key] = section.text
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
    return Manuscript(_changed(opened, found) or found, _strange(opened, document.header.text))


def _read(opened: OpenPlan, text: str) -> Document:
    """Read the text as the document whose headings it holds; a text of two documents has no one reading."""
    names = [spec.name for spec in opened.playbook.documents]
    read = [
        read_plan(opened.known.id, opened.known.slug, opened.playbook, {name: ("", text)}).documents[0]
        for name in names
    ]
    best = max(read, key=lambda document: len(document.sections))
    lines = {section.line for section in best.sections}
    for other in read:
        for section in other.sections:
            if section.line not in lines:
                raise Misused(
                    f"The text holds sections of two documents: `{section.key}` belongs to `{other.name}`, "
                    f"the others to `{best.name}`",
                    hint="Write the sections of one document at a time",
                )
    return best


def _changed(opened: OpenPlan, found: dict[str, str]) -> dict[str, str]:
    """Leave out what says nothing new, so that a whole document can be given back after one change."""
    now = {section.key: section.text.strip() for section in opened.plan.sections}
    return {key: text for key, text in found.items() if now.get(key) != text.strip()}


def _strange(opened: OpenPlan, before: str) -> str:
    """Return what stands before the first section, unless that is the document's own header, or a title."""
    headers = {document.header.text.strip() for document in opened.plan.documents}
    is_title = before.strip().startswith("# ") and "\n" not in before.strip()
    return "" if is_title or before.strip() in {"", *headers} else before.strip()
