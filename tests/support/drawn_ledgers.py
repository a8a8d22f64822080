"""A small plan and its ledger, told entry by entry, and the case that rules see at each moment."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from groundplan.markdown.blocks import parse_blocks
from groundplan.markdown.sections import find_comments
from groundplan.plan.case import Case
from groundplan.plan.config import Config
from groundplan.plan.document import Document, Plan, Section
from groundplan.plan.entry import Author, Entry, digest_text
from groundplan.plan.finding import Place
from groundplan.plan.history import read_history
from groundplan.plan.playbook import CheckpointSpec, DocumentSpec, Playbook, RecordSpec, SectionSpec, Shape
from groundplan.plan.promise import question_digest
from groundplan.plan.promises import read_promises
from groundplan.plan.record import Record
from groundplan.rules.catalogue import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from groundplan.plan.finding import Finding
    from groundplan.plan.history import Damage

PLAN = "gp-sample0000"
PATH = "plans/sample.md"
KEYS = ("goal", "context", "options", "design")
ANN = Author("user", "Ann", "terminal", ("zsh",))
RELAYED = Author("user", "Ann", "agent", ("claude",))
PLANNER = Author("planner", "claude", "agent", ("claude",))
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def entry_id(number: int) -> str:
    """Return the entry id that sorts as the number does."""
    return "".join(_LETTERS[number >> shift & 31] for shift in range(125, -5, -5))


def sample_playbook(rules: Mapping[str, Mapping[str, Any]] | None = None, **more: Any) -> Playbook:
    """Return a playbook of four sections with a checkpoint behind the third and one behind the last."""
    records = tuple(RecordSpec(kind, Shape.LIST) for kind in more.pop("records", ()))
    sections = tuple(
        SectionSpec(key, key.title(), 2, "plan", records=records if key == "options" else ()) for key in KEYS
    )
    made = Playbook(
        name="sample",
        version=1,
        title="Sample",
        summary="",
        digest="playbook-1",
        triggers=(),
        documents=(DocumentSpec("plan", PATH, ""),),
        sections=sections,
        checkpoints=(
            CheckpointSpec("chosen", "way chosen", "", KEYS[:3], person=True),
            CheckpointSpec("ready", "ready", "", KEYS, person=True, needs=("chosen",)),
        ),
        stages=(),
        rules=rules or {},
    )
    return replace(made, **more)


@dataclass
class Ledger:
    """Entries under construction: each follows all that came before it unless told otherwise."""

    playbook: Playbook = field(default_factory=sample_playbook)
    config: Config = field(default_factory=Config)
    words: dict[str, str] = field(default_factory=dict)  # section key -> what it says
    records: list[Record] = field(default_factory=list)
    header: str = "Sample"
    entries: list[Entry] = field(default_factory=list)
    talk: dict[str, str] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)  # ids to be given, where they should not sort in time

    # ---------------------------------------------------------------------------------------- entries

    def add(
        self,
        kind: str,
        body: Mapping[str, Any],
        *,
        by: Author = ANN,
        follows: Sequence[Entry] | None = None,
    ) -> Entry:
        number = self.numbers.pop(0) if self.numbers else len(self.entries) + 1
        seen = self.heads() if follows is None else {entry.id: entry.digest for entry in follows}
        entry = Entry(entry_id(number), PLAN, kind, "2026-01-05T09:00:00Z", by, seen, dict(body))
        self.entries.append(entry)
        return entry

    def heads(self) -> dict[str, str]:
        return read_history(self.entries, plan=PLAN).heads()

    def create(self, **words: str) -> Entry:
        """Begin the plan with these words standing in it."""
        self.words.update(words)
        pinned = {"playbook": "sample", "version": 1, "playbook_digest": self.playbook.digest}
        return self.add("created", {**pinned, "title": "Sample", "sections": self.plan().fingerprints()})

    def repin(self, playbook: Playbook, **how: Any) -> Entry:
        pinned = {"playbook": "sample", "version": playbook.version, "playbook_digest": playbook.digest}
        return self.add("repinned", {**pinned, "title": "Sample", "sections": {}}, **how)

    def say(self, kind: str, text: str = "", *, by: Author | None = None, **how: Any) -> Entry:
        speaker = by or (ANN if kind in {"idea", "reply"} else PLANNER)
        turn = self.add("turn", {"kind": kind, "digest": digest_text(text)}, by=speaker, **how)
        self.talk[turn.id] = text
        return turn

    def round(self, kind: str = "question") -> None:
        """Let the planner ask, challenge or propose, and the user reply."""
        self.say(kind, "Do we need exact times?")
        self.say("reply", "Roughly every hour is fine.")

    def write(self, *keys: str, cause: str = "write", by: Author = PLANNER, **how: Any) -> Entry:
        """Put new words into sections, with the entry that accounts for them."""
        before = self.plan().fingerprints()
        self.words |= {key: f"Words number {len(self.entries)} of {key}." for key in keys}
        return self.account(*keys, cause=cause, by=by, before=before, **how)

    def account(
        self,
        *keys: str,
        cause: str = "write",
        by: Author = PLANNER,
        before: Mapping[str, str] | None = None,
        turns: Sequence[Entry] = (),
        follows: Sequence[Entry] | None = None,
    ) -> Entry:
        """Add the entry that accounts for sections as they stand."""
        now = self.plan().fingerprints()
        then = before or {}
        sections = {key: {"before": then.get(key, ""), "after": now.get(key, "")} for key in keys}
        body = {"cause": cause, "sections": sections, "turns": [turn.id for turn in turns]}
        return self.add("revised", body, by=by, follows=follows)

    def ask(self, name: str, text: str, section: str = "options", **more: Any) -> Entry:
        return self.add("question", {"id": name, "text": text, "section": section, **more}, by=PLANNER)

    def answer(self, name: str, text: str, *, by: Author = ANN) -> Entry:
        digest = question_digest(name, text)
        return self.add("answer", {"question": name, "digest": digest, "text": "Yes."}, by=by)

    def decide(self, name: str, title: str, *, by: Author = ANN, **more: Any) -> Entry:
        follows = more.pop("follows", None)
        supersedes = [entry.id for entry in more.pop("supersedes", ())]
        body = {"id": name, "title": title, "reason": "it is simpler", "supersedes": supersedes, **more}
        return self.add("decision", body, by=by, follows=follows)

    def approve(
        self, checkpoint: str = "chosen", *, by: Author = ANN, confirms: Sequence[Entry] = (), **how: Any
    ) -> Entry:
        spec = self.playbook.checkpoint(checkpoint)
        body = {
            "checkpoint": checkpoint,
            "sections": self.plan().covered(spec.covers) if spec else {},
            "playbook_digest": self.playbook.digest,
            "policy_digest": self.config.policy.digest,
            "suppressions_digest": self.config.suppressions_digest,
            "confirms": [entry.id for entry in confirms],
        }
        return self.add("approval", body, by=by, **how)

    def withdraw(self, checkpoint: str = "chosen", kind: str = "changes", **how: Any) -> Entry:
        return self.add(kind, {"checkpoint": checkpoint, "reason": "one more case"}, **how)

    # ------------------------------------------------------------------------------------ what is seen

    def record(self, kind: str, text: str, section: str = "options", **said: Any) -> Record:
        """Show a record in the plan; words that are not its own attributes are its fields."""
        own = {name: said.pop(name) for name in ("id", "ticked") if name in said}
        line = 10 + len(self.records)
        record = Record(kind, section, text=text, fields=said, place=Place(PATH, line, 1), **own)
        self.records.append(record)
        return record

    def plan(self) -> Plan:
        sections = tuple(self._section(key, line) for line, key in enumerate(KEYS, 1) if key in self._present)
        header = Section("plan#header", "plan#header", "", PATH, 1, "", self.header, self.header)
        return Plan(PLAN, "sample", "Sample", (Document("plan", PATH, "", header, sections),))

    @property
    def _present(self) -> Iterable[str]:
        return [key for key in KEYS if self.words.get(key) != "(removed)"]

    def _section(self, key: str, line: int) -> Section:
        body = self.words.get(key, "")
        shown = tuple(record for record in self.records if record.section == key)
        normal = body + "".join(f"\n{record.digest}" for record in shown)
        comments = tuple(find_comments(parse_blocks(body)))
        return Section(
            key,
            key,
            key.title(),
            PATH,
            line * 10,
            f"## {key}\n",
            body,
            normal,
            records=shown,
            comments=comments,
        )

    def case(self, *, damage: Sequence[Damage] = (), entries: Sequence[Entry] = (), **more: Any) -> Case:
        """Return what rules see now; `entries` gives the same ones in another order."""
        plan = self.plan()
        history = read_history(entries or self.entries, plan=PLAN, damage=damage)
        promises = read_promises(plan, history, self.playbook, self.config)
        return Case(plan, self.playbook, promises, self.config, talk=self.talk, **more)

    def check(self, code: str, **more: Any) -> list[Finding]:
        """Return what one rule finds now."""
        findings = list(RULES[code].check(self.case(**more)))
        assert all(found.code == code and found.message and found.subject for found in findings)
        assert all(found.hint for found in findings), "every finding says what to do next"
        return findings
