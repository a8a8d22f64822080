"""Records that use cases add to a plan: where the playbook puts them, and under which id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.app.changes.changing import read_draft
from groundplan.app.changes.holding import is_anothers
from groundplan.markdown.lines import split_lines
from groundplan.markdown.splice import splice
from groundplan.markdown.writing import add_record, set_field
from groundplan.plan.playbook import Shape
from groundplan.plan.promise import question_digest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from groundplan.app.changes.changing import Draft
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Plan
    from groundplan.plan.playbook import RecordSpec
    from groundplan.plan.record import Record


def record_spec(opened: OpenPlan, kind: str) -> tuple[str, RecordSpec] | None:
    """Return the key of the section in which the playbook keeps records of a kind, and their form."""
    for section in opened.playbook.sections:
        for spec in section.records:
            if spec.kind == kind and not section.repeats:
                return section.key, spec
    return None


def next_id(pattern: str, used: Collection[str]) -> str:
    """Return the next free id of a pattern such as `Question {n}`."""
    shape = re.compile(re.escape(pattern).replace(r"\{n\}", r"(\d+)") + r"\Z")
    numbers = [int(match.group(1)) for name in used if (match := shape.match(name))]
    return pattern.replace("{n}", str(max(numbers, default=0) + 1))


def add_to_plan(draft: Draft, section_key: str, spec: RecordSpec, fields: Mapping[str, str]) -> None:
    """Add a record to the drafted plan, and its section where the plan does not have it yet."""
    playbook, plan = draft.opened.playbook, read_draft(draft)
    declared = playbook.section(section_key)
    document = next(d for d in plan.documents if declared is not None and d.name == declared.document)
    section = plan.section(section_key)
    if section is None:
        heading = (
            f"{'#' * (declared.level if declared else 2)} {declared.title if declared else section_key}\n\n"
        )
        text = add_record(heading, spec, fields)
    else:
        text = add_record(section.text, spec, fields)
    draft.texts[document.name] = splice(document, playbook, {section_key: text})


def write_answer(draft: Draft, kind: str, text: str) -> None:
    """Write an answer as the record it is about, where the playbook lists such records in their own words.

    What the user said of `criterion` is a criterion. Where somebody wrote the section, it is theirs to say.
    """
    found = record_spec(draft.opened, kind)
    if found is None or found[1].shape not in {Shape.LIST, Shape.CHECKLIST} or found[1].label:
        return
    key, spec = found
    section = read_draft(draft).section(key)
    said = [record.text for record in (section.records if section else ()) if record.kind == kind]
    if section is None or text in said or is_anothers(draft.opened, key):
        return
    if not said:
        add_to_plan(draft, key, spec, {"text": text})
        return
    document = next(each for each in read_draft(draft).documents if each.path == section.document)
    changed = section.text.replace(said[0], text, 1)
    draft.texts[document.name] = splice(document, draft.opened.playbook, {key: changed})


def show_in_plan(draft: Draft, kind: str, record_id: str, fields: Mapping[str, str]) -> None:
    """Set fields of a record that the drafted plan shows, where the playbook declares them."""
    found = record_spec(draft.opened, kind)
    record = next((r for r in draft.opened.plan.records(kind) if r.id == record_id), None)
    if found is None or record is None:
        return
    declared = draft.opened.playbook.section(found[0])
    name = declared.document if declared else ""
    for field, value in fields.items():
        if field in found[1].fields:
            draft.texts[name] = set_field(draft.texts[name], record, found[1], field, value)


def take_from_plan(draft: Draft, kind: str, record_id: str, *, is_replaced: bool = False) -> bool:
    """Take a record out of the drafted plan, its section too if it was the last, unless others name it.

    Others may name one that is replaced: another takes its id.
    """
    plan = draft.opened.plan
    wanted = (kind, record_id)
    section = next((s for s in plan.sections for r in s.records if (r.kind, r.id) == wanted), None)
    named = re.compile(rf"(?<!\w){re.escape(record_id)}(?!\w)")
    if section is None:
        return False
    records = [record for record in section.records if record.kind == kind]
    gone = next(record for record in records if record.id == record_id)
    others = [part.text for part in plan.sections if part is not section]
    others += [record.text for record in records if record is not gone]
    if not is_replaced and any(map(named.search, others)):
        return False
    document = next(each for each in plan.documents if each.path == section.document)
    lines = split_lines(document.text)
    first, last = gone.place.line, gone.last_line
    rest = section.body.replace("".join(lines[first - 1 : last]), "", 1)
    created = draft.opened.judgement.promises.created
    if not rest.strip() and section.key not in (created.sections if created else ()):
        first, last = section.line, section.line + len(split_lines(section.text)) - 1
    draft.texts[document.name] = "".join(lines[: first - 1] + lines[last:])
    return True


def replace_in_plan(
    draft: Draft, section_key: str, spec: RecordSpec, fields: Mapping[str, str], record_id: str
) -> None:
    """Put a record where the one of this id was, so that a list keeps its order."""
    old = next((each for each in draft.opened.plan.records(spec.kind) if each.id == record_id), None)
    took = take_from_plan(draft, spec.kind, record_id, is_replaced=True)
    add_to_plan(draft, section_key, spec, fields)
    new = next((each for each in read_draft(draft).records(spec.kind) if each.id == fields["id"]), None)
    if old is None or new is None or not took or spec.shape not in {Shape.LIST, Shape.CHECKLIST}:
        return
    declared = draft.opened.playbook.section(section_key)
    name = declared.document if declared else ""
    lines = split_lines(draft.texts[name])
    place, first, last = old.place.line - 1, new.place.line - 1, new.last_line
    if place < first and lines[last - 1].endswith("\n"):
        moved = lines[:place] + lines[first:last] + lines[place:first] + lines[last:]
        draft.texts[name] = "".join(moved)


def add_written_answers(
    draft: Draft, plan: Plan, turn: str, keys: Collection[str], *, seen: Plan | None = None
) -> None:
    """Record the answers beside open questions of adopted sections as the person's own."""
    for record in written_answers(draft.opened, plan, seen=seen):
        if record.section in keys:
            digest = question_digest(record.id, record.asks)
            said = record.field("answer").strip()
            body = {"question": record.id, "digest": digest, "text": said, "turn": turn}
            draft.add("answer", body, speaker="user")


def written_answers(opened: OpenPlan, plan: Plan, *, seen: Plan | None = None) -> Iterator[Record]:
    """Yield the open questions with an answer beside them.

    What was there in `seen` already is not part of the difference that the person was shown.
    """
    shown_before = {
        (question_digest(record.id, record.asks), record.field("answer").strip())
        for record in (seen.records("question") if seen else ())
    }
    every = opened.judgement.promises.questions
    known = {question.digest for question in every if not question.is_open}
    for record in plan.records("question"):
        said = record.field("answer").strip()
        digest = question_digest(record.id, record.asks)
        is_new = digest not in known and (digest, said) not in shown_before
        if said and is_new and not record.is_placeholder:
            yield record
