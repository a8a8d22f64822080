"""Fields that facts answer, written into an open section, and the form of one for whoever writes it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.judging import form_of_plan
from groundplan.app.judgement.opening import form_of
from groundplan.markdown.headings import has_open_title
from groundplan.markdown.sections import cut
from groundplan.markdown.writing import set_field
from groundplan.plan.playbook import Shape
from groundplan.planner.brief import FieldDraft
from groundplan.playbooks.axes import axis_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.config import Profile
    from groundplan.plan.document import Document, Section
    from groundplan.plan.playbook import Playbook


def fill_fields(playbook: Playbook, profile: Profile, section: Section, fields: Iterable[FieldDraft]) -> str:
    """Return a section with these fields and those it has already, in the words of its form."""
    document = _form(playbook, profile, section)
    assert document is not None
    for each in (*_known(section, playbook), *fields):
        document = _set(document, playbook, section.key, each)
    return form_of(playbook, document.name, axis_rows(profile)).open_section(_part(document, section))


def text_to_edit(opened: OpenPlan, section: Section, *, with_heading: bool) -> str:
    """Return what a person edits to write a section; a heading that lacks its last words is theirs to end."""
    part = _with_form(opened, section)
    spec = opened.playbook.section(section.declared)
    is_unnamed = spec is not None and has_open_title(section, spec)
    return part.text if with_heading or is_unnamed else part.body.lstrip("\r\n")


def _with_form(opened: OpenPlan, section: Section) -> Section:
    """Return an open section with its whole form, what is known filled in, for whoever writes it."""
    playbook = opened.playbook
    line = opened.judgement.case.open_lines.get(section.key)
    document = _form(playbook, opened.workspace.config.profile, section)
    known = [*_known(section, playbook)]
    is_known = {record.kind for record in section.records} <= {each.record for each in known}
    if line is None or line not in section.body:
        return section
    if document is None or not is_known:
        return replace(section, body=section.body.replace(line, "", 1))
    for each in known:
        document = _set(document, playbook, section.key, each)
    form = _part(document, section)
    return replace(section, heading=form.heading, body=form.body)


def _form(playbook: Playbook, profile: Profile, section: Section) -> Document | None:
    documents = form_of_plan(playbook, profile).documents
    return next((each for each in documents if section.key in {part.key for part in each.sections}), None)


def _part(document: Document, section: Section) -> Section:
    return next(part for part in document.sections if part.key == section.key)


def _known(section: Section, playbook: Playbook) -> Iterator[FieldDraft]:
    """Yield the fields that the section has, such as the goal."""
    declared = playbook.section(section.declared)
    kinds = {spec.kind for spec in (declared.records if declared else ()) if spec.shape is Shape.FIELDS}
    for record in section.records:
        if record.kind in kinds:
            yield from (FieldDraft(record.kind, name, said) for name, said in record.fields.items() if said)


def _set(document: Document, playbook: Playbook, key: str, each: FieldDraft) -> Document:
    section = next(part for part in document.sections if part.key == key)
    declared = playbook.section(section.declared)
    record = next((one for one in section.records if one.kind == each.record), None)
    spec = next((one for one in (declared.records if declared else ()) if one.kind == each.record), None)
    if record is None or spec is None:
        return document
    text = set_field(document.text, record, spec, each.name, each.value)
    return cut(text, playbook, document.name, document.path)
