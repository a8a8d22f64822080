"""Computed text put into the documents: header fields, computed sections, computed ticks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.reading import read_plan
from groundplan.markdown.splice import splice
from groundplan.markdown.writing import set_header_field, set_tick
from groundplan.rules.ticks import computed_ticks

if TYPE_CHECKING:
    from groundplan.app.judging import Judgement
    from groundplan.plan.document import Plan
    from groundplan.plan.playbook import Playbook


def refresh(plan: Plan, judgement: Judgement, playbook: Playbook) -> dict[str, str]:
    """Return the documents' texts with everything computed brought up to date; fingerprints stay."""
    texts = {document.name: document.text for document in plan.documents}
    texts = _with_ticks(plan, judgement, texts)
    plan = _read(plan, playbook, texts)
    texts = _with_sections(plan, judgement, playbook)
    for document in playbook.documents:
        for label in document.header.fields:
            value = judgement.case.header.get(f"{document.name}#{label}")
            if value is not None:
                texts[document.name] = set_header_field(texts[document.name], document.header, label, value)
    return texts


def _read(plan: Plan, playbook: Playbook, texts: dict[str, str]) -> Plan:
    files = {document.name: (document.path, texts[document.name]) for document in plan.documents}
    return read_plan(plan.id, plan.slug, playbook, files)


def _with_ticks(plan: Plan, judgement: Judgement, texts: dict[str, str]) -> dict[str, str]:
    """Ticks change no line, so the records' places stay true from one to the next."""
    names = {document.path: document.name for document in plan.documents}
    for section, record, is_done in computed_ticks(judgement.case):
        if record.ticked is not is_done:
            name = names[section.document]
            texts[name] = set_tick(texts[name], record, ticked=is_done)
    return texts


def _with_sections(plan: Plan, judgement: Judgement, playbook: Playbook) -> dict[str, str]:
    texts = {}
    for document in plan.documents:
        bodies = {
            section.key: judgement.case.computed[section.key]
            for section in document.sections
            if section.key in judgement.case.computed
        }
        texts[document.name] = splice(document, playbook, bodies) if bodies else document.text
    return texts
