"""Cases as rules see them, drawn by hand: sections with records, a playbook around them, an empty ledger."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from groundplan.plan.case import Case
from groundplan.plan.config import Config, Profile
from groundplan.plan.document import Document, Plan, Section
from groundplan.plan.finding import Place
from groundplan.plan.history import read_history
from groundplan.plan.playbook import DocumentSpec, Playbook, RecordSpec, SectionSpec, Shape
from groundplan.plan.promises import read_promises
from groundplan.plan.questions import QuestionState
from groundplan.plan.record import Record
from groundplan.rules import (
    deprecation,
    figure_sources,
    foreign_work,
    matrices,
    phase_content,
    risks,
    rollback,
    standards,
    tasks,
    traceability,
    verification,
)
from groundplan.rules.catalogue import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.finding import Finding

# Importing them is what registers the rules.
MODULES = (
    deprecation,
    figure_sources,
    foreign_work,
    matrices,
    phase_content,
    risks,
    rollback,
    standards,
    tasks,
    traceability,
    verification,
)


@dataclass(frozen=True)
class Drawn:
    """A section to be placed in a plan, and how the playbook declares its records."""

    section: Section
    specs: tuple[RecordSpec, ...] = ()


@dataclass(frozen=True)
class Builder:
    """What tests draw cases with; one serves all."""

    document: str = "plan.md"

    def record(self, kind: str, text: str = "", /, **said: Any) -> Record:
        """Make a record; words that are not its own attributes are fields, tuples among them are lists."""
        own = {name: said.pop(name) for name in ("id", "part", "ticked", "last_line", "line") if name in said}
        line = own.pop("line", 0)
        fields = {name: value for name, value in said.items() if isinstance(value, str)}
        items = {name: value for name, value in said.items() if isinstance(value, tuple)}
        return Record(
            kind, "", text=text, fields=fields, items=items, place=Place(self.document, line), **own
        )

    def task(self, title: str, needs: str = "", **said: Any) -> Record:
        return self.record("task", title, title=title, **({"needs": needs} if needs else {}), **said)

    def section(self, key: str, *records: Record, **said: Any) -> Drawn:
        """Make a section; `specs` says how its records are declared, `body` what it is made of."""
        specs = said.pop("specs", ())
        document = said.pop("document", self.document)
        line = said.pop("line", 1)
        placed = tuple(
            replace(r, section=key, place=Place(document, r.place.line or line + n))
            for n, r in enumerate(records, 1)
        )
        title = said.pop("title", "") or re.sub(r"phase-(\d+)", r"Phase \1", key.partition("/")[0])
        body = said.pop("body", "Words.\n")
        section = Section(
            key=key,
            declared=said.pop("declared", "") or re.sub(r"phase-\d+", "phase-{n}", key),
            title=title if "/" not in key else said.pop("heading", key.rpartition("/")[2].title()),
            document=document,
            line=line,
            heading=f"## {title}\n",
            body=body,
            normal=body,
            captures=said.pop("captures", {}),
            records=placed,
        )
        assert not said
        return Drawn(section, tuple(specs))

    def spec(self, kind: str, shape: Shape = Shape.LIST, **said: Any) -> RecordSpec:
        return RecordSpec(kind, shape, **said)

    def question(self, text: str, *, answered: bool) -> QuestionState:
        answers: Any = ("yes",) if answered else ()
        return QuestionState(
            "Q1", text, "digest", "", blocking=True, answers=answers, asked=None, in_plan=False
        )

    def case(self, *drawn: Drawn, rules: Mapping[str, Mapping[str, Any]] | None = None, **said: Any) -> Case:
        """Put sections into a plan with a playbook that declares them."""
        sections = [one.section for one in drawn]
        paths = list(dict.fromkeys(section.document for section in sections)) or [self.document]
        header_body = said.pop("header", "")
        documents = tuple(
            Document(
                path,
                path,
                "",
                Section(f"{path}#header", f"{path}#header", "", path, 1, "", header_body, header_body),
                tuple(section for section in sections if section.document == path),
            )
            for path in paths
        )
        plan = Plan("P1", "plan", "Plan", documents)
        declared = {one.section.declared: one for one in drawn}
        playbook = Playbook(
            name="sample",
            version=1,
            title="",
            summary="",
            digest="",
            triggers=(),
            documents=tuple(DocumentSpec(path, path, "") for path in paths),
            sections=tuple(
                SectionSpec(key, one.section.title, 2, one.section.document, records=one.specs)
                for key, one in declared.items()
            ),
            checkpoints=(),
            stages=(),
            rules=rules or {},
            roles=said.pop("roles", ()),
        )
        config = Config(profile=said.pop("profile", Profile()))
        promises = read_promises(plan, read_history((), plan="P1"), playbook, config)
        promises = replace(promises, questions=tuple(said.pop("questions", ())))
        if said.pop("vouched", False):  # a person wrote all of it
            promises = replace(promises, vouched={part.key: {part.fingerprint} for part in plan.parts})
        return Case(plan, playbook, promises, config, **said)

    def check(self, code: str, *drawn: Drawn, **said: Any) -> list[Finding]:
        """Return what one rule finds in a case; `options` are the playbook's for that rule."""
        options = said.pop("options", {})
        rules = {code: options, **said.pop("rules", {})}
        findings = list(RULES[code].check(self.case(*drawn, rules=rules, **said)))
        assert all(found.code == code for found in findings)
        assert all(found.hint for found in findings), "every finding says what to do next"
        return findings


build = Builder()
check = build.check
