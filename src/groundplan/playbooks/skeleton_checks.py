"""What a skeleton must keep to be the document its playbook declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.playbooks.skeleton import FIELDS, boxes, headings, matches, plain, used_fields
from groundplan.playbooks.table import allowed

if TYPE_CHECKING:
    from groundplan.plan.playbook import DocumentSpec, Playbook, SectionSpec
    from groundplan.playbooks.skeleton import Heading
    from groundplan.playbooks.table import Faults


@dataclass(frozen=True, slots=True)
class Drawn:
    """A document as its skeleton draws it: the sections declared for it, and the headings found in it."""

    key: str
    document: DocumentSpec
    owned: tuple[tuple[int, SectionSpec], ...]  # each with its number among all sections
    found: tuple[tuple[Heading, SectionSpec | None], ...]

    def of(self, spec: SectionSpec) -> list[Heading]:
        """Return the headings that open the section."""
        return [heading for heading, section in self.found if section is spec]


def check_skeletons(playbook: Playbook, faults: Faults) -> None:
    """Note where a skeleton and the declarations disagree."""
    choices = [words.casefold() for document in playbook.documents for _, words in boxes(document.skeleton)]
    for number, document in enumerate(playbook.documents):
        drawn = _draw(f"document[{number}].skeleton", document, playbook)
        _check_fields(drawn, faults)
        if not document.skeleton:
            _check_empty(drawn, faults)
            continue
        _check_header(drawn, faults)
        _check_order(drawn, faults)
        for place, spec in drawn.owned:
            _check_headings(f"section[{place}]", spec, drawn, faults)
            _check_words(f"section[{place}]", spec, drawn, faults)
            _check_choices(f"section[{place}]", spec, choices, faults)
    _check_done(playbook, faults)


def _draw(key: str, document: DocumentSpec, playbook: Playbook) -> Drawn:
    numbered = enumerate(playbook.sections)
    owned = tuple((place, spec) for place, spec in numbered if spec.document == document.name)
    sections = [spec for _, spec in owned]
    found = tuple((heading, _section_of(heading, sections)) for heading in headings(document.skeleton))
    return Drawn(key, document, owned, found)


def _section_of(heading: Heading, sections: list[SectionSpec]) -> SectionSpec | None:
    """Return the section a heading opens; exact titles go before patterns."""
    fitting = [
        spec
        for spec in sections
        if spec.level == heading.level
        and any(matches(title, heading.title) for title in (spec.title, *spec.aliases))
    ]
    return min(fitting, key=lambda spec: spec.catches, default=None)


def _check_fields(drawn: Drawn, faults: Faults) -> None:
    used = used_fields(drawn.document.skeleton)
    for name, line in used.items():
        if name not in FIELDS:
            faults.add(drawn.key, f"line {line}: unknown field `{{{{{name}}}}}`; {allowed(name, FIELDS)}")
    if drawn.document.skeleton and "id" not in used:
        faults.add(drawn.key, "must hold `{{id}}`, by which the plan is found again after a rename")


def _check_empty(drawn: Drawn, faults: Faults) -> None:
    required = next((spec for _, spec in drawn.owned if spec.required), None)
    if required:
        faults.add(drawn.key, f"is empty, but the section `{required.key}` must stand in it")


def _check_header(drawn: Drawn, faults: Faults) -> None:
    lines = drawn.document.skeleton.splitlines()
    first = next((heading.line - 1 for heading, spec in drawn.found if spec), len(lines))
    header = "\n".join(lines[:first])
    for label in drawn.document.header.fields:
        if label not in header:
            faults.add(drawn.key, f"has no header field `{label}` before its first section")


def _check_order(drawn: Drawn, faults: Faults) -> None:
    """Sections that stand once come in the order of their declarations; repeated ones recur between them."""
    place_of = {spec.key: place for place, spec in drawn.owned}
    last: SectionSpec | None = None
    for heading, spec in drawn.found:
        if spec is None or spec.repeats or spec.within:
            continue
        if last is not None and place_of[spec.key] < place_of[last.key]:
            after = f"`{heading.title}` stands after `{last.title}`, but is declared before it"
            faults.add(drawn.key, f"line {heading.line}: {after}")
        last = spec


def _check_headings(key: str, spec: SectionSpec, drawn: Drawn, faults: Faults) -> None:
    count = len(drawn.of(spec))
    wanted = "#" * spec.level + " " + spec.title
    # A section within a repeated one is demanded by the rules, phase by phase.
    if not count and spec.required:
        elsewhere = [heading.level for heading, _ in drawn.found if matches(spec.title, heading.title)]
        said = f"; it stands there at level `{elsewhere[0]}`" if elsewhere else ""
        faults.add(f"{key}.title", f"the skeleton has no heading `{wanted}`{said}")
    elif count > 1 and not spec.repeats and not spec.within:
        faults.add(f"{key}.title", f"the skeleton has `{wanted}` {count} times, once is expected")
    elif count and count < spec.minimum:
        faults.add(f"{key}.minimum", f"is `{spec.minimum}`, but the skeleton has `{wanted}` {count} times")


def _check_words(key: str, spec: SectionSpec, drawn: Drawn, faults: Faults) -> None:
    """A part or label that a declaration names must stand in the skeleton, or nothing would be read."""
    mine = drawn.of(spec)
    if not mine:
        return
    # Headings inside a section belong to it, so there the words may stand below any of them.
    inner = any(record.level for record in spec.records)
    text = drawn.document.skeleton if inner else "\n".join(heading.body for heading in mine)
    words = plain(text).casefold()
    for number, record in enumerate(spec.records):
        for name, wanted in (("part", record.part), ("under", record.under)):
            if wanted and plain(wanted).casefold() not in words:
                faults.add(f"{key}.record[{number}].{name}", f"`{wanted}` is not in the section's skeleton")


def _check_choices(key: str, spec: SectionSpec, choices: list[str], faults: Faults) -> None:
    for number, record in enumerate(spec.records):
        start = plain(record.when).casefold()
        if start and not any(choice.startswith(start) for choice in choices):
            said = f"no checkbox of the skeletons starts with `{record.when}`"
            faults.add(f"{key}.record[{number}].when", said)


def _check_done(playbook: Playbook, faults: Faults) -> None:
    items = [item for document in playbook.documents for item in boxes(document.skeleton)]
    for task, doer in playbook.done_by.items():
        start = re.compile(rf"{re.escape(task)}\b")
        ticks = [is_ticked for is_ticked, words in items if start.match(words)]
        if not ticks:
            faults.add(f'done_by."{task}"', f"no checkbox of the skeletons starts with `{task}`")
        elif ticks[0] != (doer == "new"):
            wanted = "ticked" if doer == "new" else "without a tick"
            said = f"`{doer}` does it, so the skeleton's checkbox must be {wanted}"
            faults.add(f'done_by."{task}"', said)
