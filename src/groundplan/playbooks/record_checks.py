"""What a record's declaration must keep so that it can be read from Markdown and written back."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import Shape, Tick
from groundplan.playbooks.faults import allowed
from groundplan.playbooks.skeleton import captures

if TYPE_CHECKING:
    from groundplan.plan.playbook import Playbook, RecordSpec, SectionSpec
    from groundplan.playbooks.faults import Faults

ID_CAPTURES = ("n", "letter", "phase")
# Kinds and fields that rules and commands read. Others are the user's own, unless they are a slip of the pen.
READ = {
    "question": ("text", "answer"),
    "decision": ("title", "reason", "rejected", "supersedes"),
    "option": ("name", "pros", "cons"),
    "task": ("title", "needs", "owner", "effort", "verification", "tests"),
    "risk": ("risk", "class", "probability", "impact", "mitigation", "contingency"),
}
ALIKE = 0.8  # from which a name is taken for a slip: `answr`, but not `rollout` for `rollback`
CAPTURE_NAME = late_regex(r"[a-z_]+")


def check_records(key: str, section: SectionSpec, playbook: Playbook, faults: Faults) -> None:
    """Note what is wrong with the record declarations of one section."""
    if section.computed and section.records:
        faults.add(f"{key}.record", f"`{section.key}` is computed, so it holds no records of its own")
    _check_pattern(f"{key}.title", section.title, faults)
    for number, spec in enumerate(section.records):
        place = f"{key}.record[{number}]"
        _check_pattern(f"{place}.label", spec.label, faults)
        _check_slips(place, spec, faults)
        _check_id(place, spec, faults)
        _check_fields(place, spec, section, faults)
        _check_shape(place, spec, section, faults)
        _check_counts(place, spec, faults)
        _check_when(place, spec, section, playbook, faults)


def _check_pattern(key: str, pattern: str, faults: Faults) -> None:
    bare = re.sub(r"\{[^{}]*\}", "", pattern)
    if "{" in bare or "}" in bare:
        faults.add(key, f"`{pattern}` has a brace without its partner")
    if "}{" in pattern:
        faults.add(key, f"`{pattern}` must have words between two captures")
    names = captures(pattern)
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        faults.add(key, f"`{pattern}` catches `{{{name}}}` twice")
    for name in names:
        if not CAPTURE_NAME.fullmatch(name):
            faults.add(key, f"`{{{name}}}` in `{pattern}` must be small letters and `_`")


def _check_slips(key: str, spec: RecordSpec, faults: Faults) -> None:
    """Note a kind or a field that is almost one that groundplan reads: nothing would say so later."""
    names = {f"{key}.kind": (spec.kind, tuple(READ))}
    own = {*spec.fields, *captures(spec.label)}
    unused = tuple(name for name in READ.get(spec.kind, ()) if name not in own)
    names |= {f"{key}.fields.{name}": (name, unused) for name in spec.fields}
    for place, (name, known) in names.items():
        near = difflib.get_close_matches(name, known, n=1, cutoff=ALIKE)
        if near and name not in READ and name not in READ.get(spec.kind, ()):
            faults.add(place, f"unknown `{name}`; nearest `{near[0]}`, which is read; or choose another name")


def _check_id(key: str, spec: RecordSpec, faults: Faults) -> None:
    for name in captures(spec.id):
        if name not in ID_CAPTURES:
            faults.add(f"{key}.id", f"unknown `{{{name}}}`; {allowed(name, ID_CAPTURES)}")
    if spec.id and not {"n", "letter"} & set(captures(spec.id)):
        faults.add(f"{key}.id", f"`{spec.id}` must hold `{{n}}` or `{{letter}}` to tell records apart")
    if spec.id_required and not spec.id:
        faults.add(f"{key}.id_required", "`true` needs an `id` pattern")
    if "id" in captures(spec.label) and not spec.id:
        faults.add(f"{key}.label", f"`{spec.label}` holds `{{id}}`, but no `id` pattern is given")


def _check_fields(key: str, spec: RecordSpec, section: SectionSpec, faults: Faults) -> None:
    known = sorted({*spec.fields, *captures(spec.label), "text"} - {"id"})
    for place, name in enumerate(spec.required):
        if name not in known:
            faults.add(f"{key}.required[{place}]", f"unknown field `{name}`; {allowed(name, known)}")
    for place, name in enumerate(spec.computed):
        if name not in known:
            faults.add(f"{key}.computed[{place}]", f"unknown field `{name}`; {allowed(name, known)}")
    caught = captures(section.title) if spec.shape is Shape.SECTIONS else ()
    for name in spec.allowed:
        if name not in known and name not in caught:
            faults.add(f"{key}.allowed.{name}", f"unknown field `{name}`; {allowed(name, known)}")
    for name, label in spec.fields.items():
        if not label.strip():
            faults.add(f"{key}.fields.{name}", "is empty; write the label as it stands in the document")


def _check_shape(key: str, spec: RecordSpec, section: SectionSpec, faults: Faults) -> None:
    if spec.shape is Shape.CHECKLIST and spec.tick is Tick.NONE:
        faults.add(f"{key}.tick", "is missing; who ticks: `choice` (the writer) or `computed` (groundplan)")
    if spec.shape is not Shape.CHECKLIST and spec.tick is not Tick.NONE:
        faults.add(f"{key}.tick", f"`{spec.tick}` needs the shape `checklist`, found `{spec.shape}`")
    if spec.shape is Shape.HEADINGS and not section.level < spec.level <= 6:
        faults.add(f"{key}.level", f"must be `{section.level + 1}` to `6`, found `{spec.level}`")
    if spec.shape is not Shape.HEADINGS and spec.level:
        faults.add(f"{key}.level", f"`{spec.level}` needs the shape `headings`, found `{spec.shape}`")
    if spec.shape is Shape.SECTIONS and not section.catches:
        faults.add(f"{key}.shape", f"`{spec.shape}` needs a title such as `Option {{n}}: {{name}}`")
    if spec.shape in {Shape.TABLE, Shape.FIELDS} and not spec.fields:
        faults.add(f"{key}.fields", f"is missing; the shape `{spec.shape}` reads by the labels named here")


def _check_counts(key: str, spec: RecordSpec, faults: Faults) -> None:
    if spec.maximum is not None and spec.maximum < max(spec.minimum, 1):
        faults.add(f"{key}.maximum", f"must be `{max(spec.minimum, 1)}` or more, found `{spec.maximum}`")


def _check_when(key: str, spec: RecordSpec, section: SectionSpec, playbook: Playbook, faults: Faults) -> None:
    if spec.when and not any(
        record.tick is Tick.CHOICE
        for other in playbook.sections
        if other.document == section.document
        for record in other.records
    ):
        faults.add(f"{key}.when", f'`{spec.when}` needs a checklist with `tick = "choice"`')
