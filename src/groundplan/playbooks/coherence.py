"""What no single value of a playbook shows: names that must agree with each other and with the skeletons."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from groundplan.playbooks.faults import allowed
from groundplan.playbooks.record_checks import check_records
from groundplan.playbooks.skeleton import captures
from groundplan.playbooks.skeleton_checks import check_skeletons

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.playbook import DocumentSpec, Playbook, SectionSpec
    from groundplan.playbooks.faults import Faults

PATH_FIELDS = ("folder", "slug")
KEPT_OUT = (".git", ".groundplan")


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
        circle = _circle(playbook, spec.id)
        if circle:
            faults.add(f"{key}.needs", f"goes in a circle: {' → '.join(f'`{one}`' for one in circle)}")
            continue
        for place, needed in enumerate(spec.needs):
            if needed in ids and ids.index(needed) > number:
                faults.add(f"{key}.needs[{place}]", f"`{needed}` must be declared before `{spec.id}`")


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
