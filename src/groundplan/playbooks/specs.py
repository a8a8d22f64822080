"""The tables of a playbook's file turned into the declarations they stand for, one function per table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.plan.fact import FactKind
from groundplan.plan.finding import Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.playbook import (
    ChecklistItem,
    CheckpointSpec,
    DocumentSpec,
    HeaderSpec,
    Playbook,
    RecordSpec,
    SectionSpec,
    Shape,
    StageSpec,
    Tick,
)
from groundplan.playbooks.table import allowed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.playbooks.table import Table

NAME = late_regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# What the app computes: into header fields, and as whole bodies of sections.
HEADER_VALUES = ("stage", "phase", "approved_by", "date", "timestamp", "id", "title")
BODIES = (
    *("change-log", "current-status", "files-modified", "next-steps"),
    *("blockers", "questions", "progress-log"),
    *("task-graph", "gantt", "risk-matrix"),
)
LONGEST_GUIDANCE = 8  # lines
GUARDED = ("archive", "consult")
DOERS = ("new", "archive")


def read_tables(table: Table, texts: Mapping[str, str], name: str, folder: str) -> Playbook:
    """Return the playbook as its tables say, without a digest; the table's faults note what is wrong."""
    table.number("format")
    documents = tuple(_read_document(inner, texts, folder) for inner in table.tables("document"))
    sections = tuple(_read_section(inner, documents) for inner in table.tables("section"))
    playbook = Playbook(
        name=_read_name(table, name),
        version=table.number("version"),
        title=table.text("title"),
        summary=table.text("summary"),
        digest="",
        triggers=table.texts("triggers"),
        documents=documents,
        sections=sections,
        checkpoints=tuple(
            _read_checkpoint(inner, documents, sections) for inner in table.tables("checkpoint")
        ),
        stages=tuple(_read_stage(inner) for inner in table.tables("stage")),
        checklist=tuple(_read_item(inner) for inner in table.tables("checklist")),
        rules=_read_rules(table.table("rules")),
        roles=table.texts("roles"),
        lenses=table.named_texts("lenses"),
        done_by=_read_done_by(table.table("done_by")),
        suits=table.texts("suits"),
        variant_of=table.text("variant_of", ""),
        assumes=table.texts("assumes"),
        proposals=table.one_of("proposals", ("wait", "write"), "wait"),
    )
    table.close()
    return playbook


def _read_name(table: Table, wanted: str) -> str:
    name = table.text("name")
    if name and not NAME.fullmatch(name):
        table.fault("name", f"`{name}` must be small letters, digits and single `-`, starting with a letter")
    elif name and name != wanted:
        table.fault("name", f"`{name}` differs from its folder `{wanted}`")
    return name


def _read_document(table: Table, texts: Mapping[str, str], folder: str) -> DocumentSpec:
    header = table.table("header")
    file_name = table.text("skeleton", "")
    if file_name and file_name not in texts:
        table.fault("skeleton", f"no file `{folder}{file_name}`; {allowed(file_name, sorted(texts))}")
    spec = DocumentSpec(
        name=table.text("name"),
        path=table.text("path"),
        skeleton=texts.get(file_name, ""),
        header=HeaderSpec(
            header.one_of("form", ("front-matter", "labels", "none"), "none"), header.named_texts("fields")
        ),
        appendix=table.flag("appendix", default=False),
    )
    for label, value in spec.header.fields.items():
        if value and value not in HEADER_VALUES:
            header.table("fields").fault(label, f"unknown value `{value}`; {allowed(value, HEADER_VALUES)}")
    header.close()
    table.close()
    return spec


def _read_section(table: Table, documents: tuple[DocumentSpec, ...]) -> SectionSpec:
    # Most playbooks have one document, and then there is nothing to choose.
    only = documents[0].name if len(documents) == 1 else None
    spec = SectionSpec(
        key=table.text("key"),
        title=table.text("title"),
        level=table.number("level"),
        document=table.text("document", only),
        aliases=table.texts("aliases"),
        within=table.text("within", ""),
        required=table.flag("required", default=True),
        container=table.flag("container", default=False),
        given=table.flag("given", default=False),
        computed=table.one_of("computed", BODIES, ""),
        facts=table.some_of("facts", tuple(FactKind)),
        writer=table.text("writer", ""),
        evidence=table.flag("evidence", default=False),
        phase=table.text("phase", ""),
        minimum=table.number("minimum", 0),
        allowed=table.named_lists("allowed"),
        records=tuple(_read_record(inner) for inner in table.tables("record")),
        guidance=_read_guidance(table),
        words=table.number("words", 0),
        model=table.text("model", ""),
    )
    table.close()
    return spec


def _read_guidance(table: Table) -> str:
    text = table.text("guidance", "").strip()
    if len(text.splitlines()) > LONGEST_GUIDANCE:
        lines = len(text.splitlines())
        table.fault("guidance", f"has {lines} lines, at most {LONGEST_GUIDANCE} are read by anybody")
    return text


def _read_record(table: Table) -> RecordSpec:
    spec = RecordSpec(
        kind=table.text("kind"),
        shape=Shape(table.one_of("shape", tuple(Shape))),
        label=table.text("label", ""),
        id=table.text("id", ""),
        id_required=table.flag("id_required", default=False),
        fields=table.named_texts("fields"),
        required=table.texts("required"),
        tick=Tick(table.one_of("tick", tuple(Tick), "none")),
        part=table.text("part", ""),
        under=table.text("under", ""),
        level=table.number("level", 0),
        when=table.text("when", ""),
        minimum=table.number("minimum", 0),
        maximum=table.number("maximum", 0) if "maximum" in table.data else None,
        allowed=table.named_lists("allowed"),
        computed=table.texts("computed"),
        axis=table.text("axis", ""),
        facts=_read_facts(table.table("facts")),
    )
    table.number("maximum", 0)
    if spec.kind and not NAME.fullmatch(spec.kind):
        table.fault("kind", f"`{spec.kind}` must be small letters, digits and single `-`")
    table.close()
    return spec


def _read_facts(table: Table) -> dict[str, tuple[str, ...]]:
    return {name: table.some_of(name, tuple(FactKind)) for name in table.data}


def _read_checkpoint(
    table: Table, documents: tuple[DocumentSpec, ...], sections: tuple[SectionSpec, ...]
) -> CheckpointSpec:
    spec = CheckpointSpec(
        id=table.text("id"),
        name=table.text("name"),
        message=table.text("message"),
        covers=_expand(table.texts("covers"), documents, sections),
        person=table.flag("person", default=False),
        needs=table.texts("needs"),
        words=table.texts("words"),
        blocked_message=table.text("blocked_message", ""),
        receipts=table.flag("receipts", default=False),
        revise=table.texts("revise"),
        checklist=table.flag("checklist", default=False),
        guards=table.texts("guards"),
    )
    for place, use_case in enumerate(spec.guards):
        if use_case not in GUARDED:
            said = f"unknown `{use_case}`; {allowed(use_case, GUARDED)}"
            table.faults.add(f"{table.at('guards')}[{place}]", said)
    table.close()
    return spec


def _expand(
    covers: tuple[str, ...], documents: tuple[DocumentSpec, ...], sections: tuple[SectionSpec, ...]
) -> tuple[str, ...]:
    """Spell out `*` (the whole plan) and `name#*` (a whole document): header and every section of words."""
    keys: dict[str, None] = {}
    for cover in covers:
        wanted = [spec.name for spec in documents if cover in {"*", f"{spec.name}#*"}]
        for name in wanted:
            inside = [spec.key for spec in sections if spec.document == name and not spec.computed]
            keys.update(dict.fromkeys([f"{name}#header", *inside] if inside else []))
        if not wanted:
            keys[cover] = None
    return tuple(keys)


def _read_stage(table: Table) -> StageSpec:
    spec = StageSpec(
        name=table.text("name"),
        passed=table.texts("passed"),
        receipts=table.one_of("receipts", ("any", "all"), ""),
        phase=table.text("phase", ""),
        resume=table.text("resume", ""),
    )
    table.close()
    return spec


def _read_item(table: Table) -> ChecklistItem:
    spec = ChecklistItem(
        table.text("text"), table.texts("codes"), table.texts("checkpoints"), table.texts("sections")
    )
    table.close()
    return spec


def _read_done_by(table: Table) -> dict[str, str]:
    return {task: table.one_of(task, DOERS) for task in table.data}


def _read_rules(table: Table) -> dict[str, dict[str, Any]]:
    rules: dict[str, dict[str, Any]] = {}
    for code in table.data:
        options = table.table(code)
        rules[code] = dict(options.data)
        if "severity" in options.data:
            options.one_of("severity", tuple(Severity))
    return rules
