"""A small plan, its playbook and its ledger, built in a few words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest

from groundplan.plan.config import Config
from groundplan.plan.document import Document, Plan, Section
from groundplan.plan.entry import Author, Entry
from groundplan.plan.finding import Finding, Severity
from groundplan.plan.history import read_history
from groundplan.plan.playbook import CheckpointSpec, DocumentSpec, Playbook, SectionSpec, StageSpec
from groundplan.plan.promise import question_digest
from groundplan.plan.promises import read_promises
from groundplan.plan.standing import compute_standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.plan.history import History
    from groundplan.plan.promises import Promises
    from groundplan.plan.record import Record
    from groundplan.plan.standing import Standing

PLAN = "01JPLAN0000000000000000000"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PERSON = Author("user", "Ann", "terminal", ("zsh",))
AGENT = Author("user", "Ann", "agent", ("claude",))
PLANNER = Author("planner", "claude", "agent", ("claude",))


def entry_id(number: int) -> str:
    """Return the entry id that sorts as the number does."""
    return "".join(LETTERS[number >> shift & 31] for shift in range(125, -5, -5))


@dataclass
class Ledger:
    """Entries under construction; each follows the heads unless told otherwise."""

    config: Config
    playbook: Playbook
    entries: list[Entry] = field(default_factory=list)

    def add(
        self,
        kind: str,
        body: Mapping[str, object] | None = None,
        *,
        by: Author = PERSON,
        follows: Sequence[Entry] | None = None,
        number: int | None = None,
        at: str = "2026-01-01T00:00:00Z",
        plan: str = PLAN,
    ) -> Entry:
        seen = self.history().heads() if follows is None else {e.id: e.digest for e in follows}
        used = {entry.id for entry in self.entries}
        next_number = next(n for n in range(len(used) + 1, 10**9) if entry_id(n) not in used)
        entry = Entry(
            entry_id(next_number if number is None else number), plan, kind, at, by, seen, dict(body or {})
        )
        self.entries.append(entry)
        return entry

    def create(self, **sections: str) -> Entry:
        body = {"playbook": self.playbook.name, "version": 1, "playbook_digest": self.playbook.digest}
        return self.add("created", {**body, "title": "Retry", "documents": {}, "sections": sections})

    def start(self, task: Record, *, by: Author = PLANNER, **more: object) -> Entry:
        return self.add("started", {"task": task.key, "digest": task.digest, **more}, by=by)

    def prove(self, task: Record, **more: object) -> Entry:
        """Start a task and close it with a receipt, as `done` does."""
        body = {"started": self.start(task).id, "commits": ["c" * 40]}
        return self.add("receipt", {"task": task.key, "digest": task.digest} | body | more, by=PLANNER)

    def say(self, kind: str = "reply", *, by: Author = PERSON) -> Entry:
        return self.add("turn", {"kind": kind, "digest": "d" * 64}, by=by)

    def ask(
        self, question: str, text: str, *, number: int | None = None, by: Author = PLANNER, **more: object
    ) -> Entry:
        body = {"id": question, "text": text, "section": "1", **more}
        return self.add("question", body, by=by, number=number)

    def answer(
        self,
        question: str,
        text: str,
        *,
        said: str = "yes",
        body: Mapping[str, object] | None = None,
        **how: Any,
    ) -> Entry:
        bound = {"question": question, "digest": question_digest(question, text), "text": said}
        return self.add("answer", {**bound, **(body or {})}, **how)

    def decide(self, decision: str, *supersedes: Entry, by: Author = PERSON) -> Entry:
        body = {"id": decision, "title": decision, "reason": "because"}
        return self.add("decision", {**body, "supersedes": [old.id for old in supersedes]}, by=by)

    def revise(
        self,
        plan: Plan,
        *keys: str,
        cause: str = "write",
        by: Author = PLANNER,
        turns: Sequence[Entry] = (),
        follows: Sequence[Entry] | None = None,
    ) -> Entry:
        now = plan.fingerprints()
        sections = {key: {"before": "", "after": now[key]} for key in keys or now}
        body = {"cause": cause, "sections": sections, "turns": [turn.id for turn in turns]}
        return self.add("revised", body, by=by, follows=follows)

    def approve(
        self,
        plan: Plan,
        checkpoint: str = "2",
        *,
        by: Author = PERSON,
        confirms: Sequence[Entry] = (),
        follows: Sequence[Entry] | None = None,
        number: int | None = None,
    ) -> Entry:
        return self.add(
            "approval",
            self.approval_body(plan, checkpoint, confirms),
            by=by,
            follows=follows,
            number=number,
        )

    def approval_body(
        self, plan: Plan, checkpoint: str = "2", confirms: Sequence[Entry] = ()
    ) -> dict[str, object]:
        spec = self.playbook.checkpoint(checkpoint)
        return {
            "checkpoint": checkpoint,
            "sections": plan.covered(spec.covers) if spec else {},
            "playbook_digest": self.playbook.digest,
            "policy_digest": self.config.policy.digest,
            "suppressions_digest": self.config.suppressions_digest,
            "confirms": [entry.id for entry in confirms],
        }

    def revoke(self, checkpoint: str = "2", *, kind: str = "revoke", **how: object) -> Entry:
        return self.add(kind, {"checkpoint": checkpoint, "reason": "no"}, **how)  # type: ignore[arg-type]

    def history(self) -> History:
        return read_history(self.entries, plan=PLAN)


@dataclass(frozen=True)
class World:
    """Builders of everything the plan room reads."""

    config: Config = field(default_factory=Config)

    def author(self, speaker: str = "user", channel: str = "terminal") -> Author:
        return Author(speaker, "Ann", channel)

    def entry_id(self, number: int) -> str:
        return entry_id(number)

    def entry(self, number: int = 1, *, plan: str = PLAN, **more: object) -> Entry:
        made = Entry(entry_id(number), plan, "turn", "2026-01-01T00:00:00Z", PERSON)
        return replace(made, **more)  # type: ignore[arg-type]

    def section(self, key: str, normal: str = "words", **more: object) -> Section:
        made = Section(key, key, f"Section {key}", "plans/retry.md", 1, f"## {key}\n", normal + "\n", normal)
        return replace(made, **more)  # type: ignore[arg-type]

    def plan(self, *records: Record, **normals: str) -> Plan:
        """Return a plan with sections 1 to 3; `s2="other"` gives section 2 other words."""
        texts = {"1": "one", "2": "two", "3": "three"} | {k.removeprefix("s"): v for k, v in normals.items()}
        sections = tuple(
            self.section(key, text, records=tuple(r for r in records if r.section == key))
            for key, text in texts.items()
        )
        header = self.section("plan#header", "Retry")
        return Plan(PLAN, "retry", "Retry", (Document("plan", "plans/retry.md", "", header, sections),))

    def playbook(self, **more: object) -> Playbook:
        """Return a playbook with a stop of its own (1) and two that a person opens (2, 3)."""
        sections = tuple(SectionSpec(key, f"Section {key}", 2, "plan", phase=f"P{key}") for key in "123")
        made = Playbook(
            name="small",
            version=1,
            title="Small",
            summary="",
            digest="playbook-1",
            triggers=(),
            documents=(DocumentSpec("plan", "{folder}/{slug}.md", ""),),
            sections=sections,
            checkpoints=(
                CheckpointSpec("1", "goal", "", ("1",), person=False),
                CheckpointSpec("2", "options", "", ("1", "2"), person=True, needs=("1",)),
                CheckpointSpec("3", "ready", "", ("1", "2", "3"), person=True, needs=("2",)),
            ),
            stages=(
                StageSpec("draft", resume="Talk first"),
                StageSpec("chosen", passed=("2",), phase="Building"),
                StageSpec("ready", passed=("2", "3")),
                StageSpec("working", passed=("3",), receipts="any"),
                StageSpec("done", passed=("3",), receipts="all"),
            ),
        )
        return replace(made, **more)  # type: ignore[arg-type]

    def ledger(self) -> Ledger:
        return Ledger(self.config, self.playbook())

    def read(
        self,
        entries: Iterable[Entry],
        plan: Plan | None = None,
        *,
        playbook: Playbook | None = None,
        config: Config | None = None,
    ) -> Promises:
        history = read_history(entries, plan=PLAN)
        return read_promises(plan or self.plan(), history, playbook or self.playbook(), config or self.config)

    def stand(
        self,
        entries: Iterable[Entry] = (),
        plan: Plan | None = None,
        *findings: Finding,
        playbook: Playbook | None = None,
    ) -> Standing:
        chosen, words = playbook or self.playbook(), plan or self.plan()
        return compute_standing(words, chosen, self.read(entries, words, playbook=chosen), findings)

    def finding(self, code: str = "GP504", section: str = "", *, blocks: bool = True) -> Finding:
        severity = Severity.ERROR if blocks else Severity.WARNING
        return Finding(code, "broken", section=section, severity=severity)


@pytest.fixture(scope="session")
def world() -> World:
    return World()


@pytest.fixture
def ledger(world: World) -> Ledger:
    return world.ledger()
