"""Cases read from Markdown, as the rules get them: a small playbook, a text, and what the ledger says."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from groundplan.app.judgement.judging import skeleton_facts
from groundplan.markdown.plan_lines import find_lines
from groundplan.markdown.reading import read_plan
from groundplan.plan.case import Case
from groundplan.plan.config import Config, Profile
from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.plan.history import read_history
from groundplan.plan.playbook import DocumentSpec, Playbook, RecordSpec, SectionSpec, Shape, Tick
from groundplan.plan.promise import question_digest
from groundplan.plan.promises import read_promises
from groundplan.playbooks.shelf import Shelf
from groundplan.rules import catalogue
from groundplan.rules.registry import RULES, run_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.document import Plan
    from groundplan.plan.finding import Finding

assert catalogue  # importing it registers the rules


@dataclass(frozen=True)
class Kind:
    """A small kind of plan: its sections, the rules it names, the skeleton it starts from."""

    sections: tuple[SectionSpec, ...]
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    skeleton: str = ""

    def playbook(self) -> Playbook:
        # Skeletons are kept by digest, so two kinds may not share one.
        digest = repr((self.sections, self.rules, self.skeleton))
        return Playbook(
            name="small",
            version=1,
            title="",
            summary="",
            digest=digest,
            triggers=(),
            documents=(DocumentSpec("plan", "plan.md", self.skeleton),),
            sections=self.sections,
            checkpoints=(),
            stages=(),
            rules=self.rules,
        )


def section(key: str, *records: RecordSpec, **said: Any) -> SectionSpec:
    title = said.pop("title", key.replace("-", " ").title())
    return SectionSpec(key, title, said.pop("level", 2), "plan", records=records, **said)


def record(kind: str, shape: Shape = Shape.LIST, **said: Any) -> RecordSpec:
    return RecordSpec(kind, shape, **said)


def choice(**said: Any) -> RecordSpec:
    return RecordSpec("choice", Shape.CHECKLIST, tick=Tick.CHOICE, **said)


def read(kind: Kind | str, text: str | Mapping[str, str], *, entries: tuple[Entry, ...] = ()) -> Case:
    """Read a text as a plan of a small kind, or of a bundled one by its name."""
    playbook = Shelf().find(kind) if isinstance(kind, str) else kind.playbook()
    texts = text if not isinstance(text, str) else {playbook.documents[0].name: text}
    plan = read_plan("P1", "plan", playbook, {name: (f"{name}.md", said) for name, said in texts.items()})
    skeletons, placeholders = skeleton_facts(playbook, Profile())
    promises = read_promises(plan, read_history(entries, plan="P1"), playbook, Config())
    return Case(plan, playbook, promises, Config(), skeletons, placeholders, lines=find_lines(plan))


def find(code: str, case: Case) -> list[Finding]:
    """Return what one rule finds, each with a place, a hint and its own code."""
    found = list(RULES[code].check(case))
    assert all(one.code == code for one in found)
    assert all(one.hint for one in found), "every finding says what to do next"
    return found


def said(code: str, case: Case) -> list[str]:
    return [one.message for one in find(code, case)]


def lines(code: str, case: Case) -> list[int]:
    return [one.place.line for one in find(code, case)]


def all_codes(case: Case, *families: str) -> set[str]:
    return {one.code for one in run_rules(case) if one.code.startswith(families)}


def with_findings(case: Case, *findings: Finding) -> Case:
    plan: Plan = replace(case.plan, findings=findings)
    return replace(case, plan=plan)


def entry(kind: str, **body: Any) -> Entry:
    return Entry(
        make_entry_id(), "P1", kind, "2026-11-15T10:00:00Z", Author("user", "Ada", "terminal"), {}, body
    )


def answer(question_id: str, text: str) -> Entry:
    return entry("answer", question=question_id, digest=question_digest(question_id, text), text="yes")


def proof(case: Case, task_id: str) -> tuple[Entry, Entry]:
    """Return the start of a task and the receipt that closes it."""
    done = next(one for one in case.records("task") if one.id == task_id)
    start = entry("started", task=done.key, digest=done.digest)
    body = {"task": done.key, "digest": done.digest, "started": start.id, "commits": ["c" * 40]}
    return start, replace(entry("receipt", **body), follows={start.id: start.digest})
