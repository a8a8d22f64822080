"""What no single value of a playbook shows: names that must agree with each other and with the skeletons."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from groundplan.plan.approving_words import may_approve
from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import Shape, Tick
from groundplan.playbooks.skeleton import captures
from groundplan.playbooks.skeleton_checks import check_skeletons
from groundplan.playbooks.table import allowed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.playbook import CheckpointSpec, DocumentSpec, Playbook, RecordSpec, SectionSpec
    from groundplan.playbooks.table import Faults

PATH_FIELDS = ("folder", "slug")
KEPT_OUT = (".git", ".groundplan")
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


def check_coherence(playbook: Playbook, faults: Faults) -> None:
    """Note every disagreement between the parts of a playbook."""
    _check_presence(playbook, faults)
    _check_twice("document", "name", [spec.name for spec in playbook.documents], faults)
    _check_twice("document", "path", [spec.path.casefold() for spec in playbook.documents], faults)
    _check_twice("section", "key", [spec.key for spec in playbook.sections], faults)
    _check_twice("checkpoint", "id", [spec.id for spec in playbook.checkpoints], faults)
    _check_twice("checkpoint", "name", [spec.name for spec in playbook.checkpoints], faults)
    _check_twice("stage", "name", [spec.name for spec in playbook.stages], faults)
    for number, document in enumerate(playbook.documents):
        _check_path(f"document[{number}].path", document, faults)
    for number, section in enumerate(playbook.sections):
        _check_section(f"section[{number}]", section, playbook, faults)
        check_records(f"section[{number}]", section, playbook, faults)
    _check_checkpoints(playbook, faults)
    _check_stages(playbook, faults)
    _check_checklist(playbook, faults)
    check_skeletons(playbook, faults)


def _check_presence(playbook: Playbook, faults: Faults) -> None:
    if playbook.version == 0:
        faults.add("version", "must be `1` or more, found `0`")
    for name, given in (
        ("document", playbook.documents),
        ("section", playbook.sections),
        ("stage", playbook.stages),
    ):
        if not given:
            faults.add(name, f"is missing; a playbook has at least one `[[{name}]]`")


def _check_twice(table: str, name: str, values: list[str], faults: Faults) -> None:
    first = {value: place for place, value in reversed(list(enumerate(values)))}
    for place, value in enumerate(values):
        if value and first[value] != place:
            faults.add(f"{table}[{place}].{name}", f"`{value}` is already that of `{table}[{first[value]}]`")


def _check_path(key: str, document: DocumentSpec, faults: Faults) -> None:
    path = PurePosixPath(document.path)
    if path.is_absolute() or "\\" in document.path or ":" in document.path:
        faults.add(key, f"`{document.path}` must be a path from the repository's root, written with `/`")
    elif ".." in path.parts or "." in document.path.split("/"):
        faults.add(key, f"`{document.path}` must not hold `.` or `..`")
    elif path.parts and path.parts[0].casefold() in KEPT_OUT:
        faults.add(key, f"`{document.path}` must not stand in `{path.parts[0]}`")
    for name in captures(document.path):
        if name not in PATH_FIELDS:
            faults.add(key, f"unknown field `{{{name}}}`; {allowed(name, PATH_FIELDS)}")
    if document.path and "slug" not in captures(document.path):
        faults.add(key, f"`{document.path}` must hold `{{slug}}`, or two plans would share it")


def _check_section(key: str, section: SectionSpec, playbook: Playbook, faults: Faults) -> None:
    names = [spec.name for spec in playbook.documents]
    if names and section.document and section.document not in names:
        faults.add(
            f"{key}.document", f"unknown document `{section.document}`; {allowed(section.document, names)}"
        )
    if not 1 <= section.level <= 6:
        faults.add(f"{key}.level", f"must be `1` to `6`, found `{section.level}`")
    if (section.facts or any(record.facts for record in section.records)) and not section.evidence:
        faults.add(f"{key}.evidence", "is missing; facts are written before any talk: `evidence = true`")
    outer = playbook.section(section.within) if section.within else None
    if section.within:
        _check_within(key, section, outer, playbook, faults)
    caught = {*captures(section.title), *(captures(outer.title) if outer else ())}
    for name in captures(section.key):
        if name not in caught:
            faults.add(f"{key}.key", f"`{{{name}}}` is not caught by the title `{section.title}`")
    for name in section.allowed:
        if name not in captures(section.title):
            faults.add(f"{key}.allowed.{name}", f"`{{{name}}}` is not caught by the title `{section.title}`")
    if section.minimum and not section.repeats:
        faults.add(f"{key}.minimum", f"`{section.key}` does not repeat; put `{{n}}` into its key and title")


def _check_within(
    key: str, section: SectionSpec, outer: SectionSpec | None, playbook: Playbook, faults: Faults
) -> None:
    if outer is None:
        repeated = [spec.key for spec in playbook.sections if spec.repeats]
        faults.add(
            f"{key}.within", f"unknown section `{section.within}`; {allowed(section.within, repeated)}"
        )
    elif not outer.repeats or outer.document != section.document or outer.level >= section.level:
        faults.add(
            f"{key}.within",
            f"`{section.within}` must repeat, in the same document and at a higher level",
        )
    elif not section.key.startswith(f"{outer.key}/"):
        faults.add(f"{key}.key", f"`{section.key}` must start with `{outer.key}/`, where it stands within")


def _check_checkpoints(playbook: Playbook, faults: Faults) -> None:
    ids = [spec.id for spec in playbook.checkpoints]
    keys = _coverable(playbook)
    for number, spec in enumerate(playbook.checkpoints):
        key = f"checkpoint[{number}]"
        _check_known(f"{key}.covers", spec.covers, keys, "section", faults)
        _check_known(f"{key}.needs", spec.needs, ids, "checkpoint", faults)
        if not spec.covers:
            faults.add(f"{key}.covers", "is empty; a checkpoint covers at least one section")
        if spec.words and not spec.person:
            faults.add(f"{key}.words", f"`{spec.words[0]}` has no effect without `person = true`")
        _check_approving(key, spec, faults)
        circle = _circle(playbook, spec.id)
        if circle:
            faults.add(f"{key}.needs", f"goes in a circle: {' → '.join(f'`{one}`' for one in circle)}")
            continue
        for place, needed in enumerate(spec.needs):
            if needed in ids and ids.index(needed) > number:
                faults.add(f"{key}.needs[{place}]", f"`{needed}` must be declared before `{spec.id}`")


def _check_approving(key: str, spec: CheckpointSpec, faults: Faults) -> None:
    """A person who types no, or wants to leave, must not have approved."""
    for name in ("id", "name"):
        if spec.person and not may_approve(getattr(spec, name), is_name=True):
            faults.add(f"{key}.{name}", f"`{getattr(spec, name)}` cannot approve: it says no, or is no word")
    for place, word in enumerate(spec.words):
        if not may_approve(word):
            told = "it says no, ends a program, or is no word of two letters or more"
            faults.add(f"{key}.words[{place}]", f"`{word}` cannot approve: {told}")


def _coverable(playbook: Playbook) -> list[str]:
    """Return what a checkpoint may cover: sections of words, and documents' headers."""
    headers = [f"{spec.name}#header" for spec in playbook.documents if spec.skeleton]
    return [*headers, *(spec.key for spec in playbook.sections)]


def _circle(playbook: Playbook, start: str) -> list[str]:
    """Return the way from a checkpoint back to itself, empty if there is none."""
    needs = {spec.id: spec.needs for spec in playbook.checkpoints}
    ways = [[start, needed] for needed in needs.get(start, ())]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        if way[-1] == start:
            return way
        if way[-1] not in seen:
            seen.add(way[-1])
            ways += [[*way, needed] for needed in needs.get(way[-1], ())]
    return []


def _check_stages(playbook: Playbook, faults: Faults) -> None:
    ids = [spec.id for spec in playbook.checkpoints]
    for number, stage in enumerate(playbook.stages):
        _check_known(f"stage[{number}].passed", stage.passed, ids, "checkpoint", faults)
    first = playbook.stages[0] if playbook.stages else None
    if first and (first.passed or first.receipts):
        faults.add("stage[0]", f"`{first.name}` must hold from the start: without `passed` and `receipts`")


def _check_checklist(playbook: Playbook, faults: Faults) -> None:
    ids = [spec.id for spec in playbook.checkpoints]
    for number, item in enumerate(playbook.checklist):
        key = f"checklist[{number}]"
        _check_known(f"{key}.checkpoints", item.checkpoints, ids, "checkpoint", faults)
        _check_known(f"{key}.sections", item.sections, [s.key for s in playbook.sections], "section", faults)
        if not item.codes and not item.checkpoints:
            faults.add(key, f"`{item.text}` names neither `codes` nor `checkpoints`, so it would always hold")
    for number, spec in enumerate(playbook.checkpoints):
        # An item that waits for a checkpoint which itself waits for the checklist would never hold.
        waiting = [item.text for item in playbook.checklist if spec.id in item.checkpoints]
        if spec.checklist and waiting:
            faults.add(
                f"checkpoint[{number}].checklist", f"the item `{waiting[0]}` waits for `{spec.id}` itself"
            )


def _check_known(key: str, given: Iterable[str], known: list[str], what: str, faults: Faults) -> None:
    counts: Counter[str] = Counter()
    for place, name in enumerate(given):
        counts[name] += 1
        if name not in known:
            faults.add(f"{key}[{place}]", f"unknown {what} `{name}`; {allowed(name, known)}")
        elif counts[name] == 2:
            faults.add(f"{key}[{place}]", f"`{name}` is named twice")


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
