"""How a plan's documents begin: the headings, what the user said, and in each open section what opens it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.lines import fold
from groundplan.markdown.opening import Form
from groundplan.markdown.reading import read_plan
from groundplan.markdown.skeletons import render
from groundplan.markdown.writing import set_field
from groundplan.plan.hint import Hint, run
from groundplan.plan.playbook import Shape
from groundplan.playbooks.axes import write_axes, write_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.plan.document import Document, Plan
    from groundplan.plan.playbook import Playbook, RecordSpec
    from groundplan.plan.record import Record

    Rows = Mapping[str, Sequence[Mapping[str, str]]]

_GOAL = "goal"  # the kind of record, and the field of a skeleton, that hold the user's words


def open_line(playbook: Playbook, key: str, declared: str) -> str:
    """Return the one line of a section that nobody wrote: a placeholder that says what opens it."""
    gate = _gate(playbook, declared)
    write = run("write", key)
    if gate:
        return f"[{Hint(f'Opens once checkpoint {gate} is approved; then ', write)}]"
    return f"[{Hint('Open: write it with ', write, ', or let your agent: ', run('brief'))}]"


def _gate(playbook: Playbook, declared: str) -> str:
    """Return the checkpoint that a person opens before a section may be written; empty: there is none."""
    specs = {spec.id: spec for spec in playbook.checkpoints}
    covering = next((spec for spec in specs.values() if declared in spec.covers), None)
    left = list(covering.needs) if covering else []
    while left:
        spec = specs.get(left.pop(0))
        if spec is not None and spec.person:
            return spec.id
        left += spec.needs if spec else ()
    return ""


def form_of(playbook: Playbook, document: str, rows: Rows) -> Form:
    """Return what the sections of a document are filled in from."""
    skeleton = playbook.document(document).skeleton
    said = f"{skeleton}\n{write_sentences(skeleton, rows)}"
    return Form(playbook, said, lambda section: open_line(playbook, section.key, section.declared))


def fill_in(playbook: Playbook, rows: Rows, fields: Mapping[str, str], paths: Mapping[str, str]) -> Plan:
    """Return the skeletons filled in, with every placeholder that nothing fills: the whole form."""
    files = {
        spec.name: (paths[spec.name], render(write_axes(spec.skeleton, rows), fields))
        for spec in playbook.documents
    }
    return _with_goal(read_plan(fields["id"], fields["slug"], playbook, files), playbook, fields[_GOAL])


def begin(form: Plan, playbook: Playbook, rows: Rows) -> Plan:
    """Return the form as a plan begins: only what was filled in, and what opens the rest."""
    texts = {each.name: form_of(playbook, each.name, rows).opened(each) for each in form.documents}
    begun = _read(form, playbook, texts)
    for was, now in zip(form.sections, begun.sections, strict=True):
        if was.key != now.key:  # a key that holds words of the title is shorter while these are open
            old, new = (open_line(playbook, each.key, each.declared) for each in (was, now))
            texts = {name: text.replace(old, new) for name, text in texts.items()}
    return _read(form, playbook, texts)


def _with_goal(form: Plan, playbook: Playbook, goal: str) -> Plan:
    """Write the goal into the first field of the record declared for it, where no skeleton takes it."""
    if not goal or any(f"{{{{{_GOAL}}}}}" in spec.skeleton for spec in playbook.documents):
        return form
    texts = {each.name: each.text for each in form.documents}
    for document in form.documents:
        found = next(_goal_records(document, playbook), None)
        if found is not None:
            record, spec = found
            texts[document.name] = set_field(document.text, record, spec, next(iter(spec.fields)), fold(goal))
            break
    return _read(form, playbook, texts)


def _goal_records(document: Document, playbook: Playbook) -> Iterator[tuple[Record, RecordSpec]]:
    for section in document.sections:
        declared = playbook.section(section.declared)
        for spec in declared.records if declared else ():
            if spec.kind == _GOAL and spec.shape is Shape.FIELDS and spec.fields:
                yield from ((record, spec) for record in section.records if record.kind == _GOAL)


def _read(plan: Plan, playbook: Playbook, texts: Mapping[str, str]) -> Plan:
    files = {each.name: (each.path, texts[each.name]) for each in plan.documents}
    return read_plan(plan.id, plan.slug, playbook, files)
