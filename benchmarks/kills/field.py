"""A repository with a plan to be shot at: what may be done to it next, and whether it is whole afterwards."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desk import Desk

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from desk import Ran

ACTS = ("say", "ask", "answer", "decide", "write", "approve", "request-changes", "move", "plan")
DAMAGED = frozenset({"GP205", "GP206", "GP210"})


@dataclass(frozen=True)
class Act:
    """One command: its words, and what a person types."""

    kind: str
    words: Sequence[str]
    stdin: str = ""
    typed: str = ""
    is_persons: bool = False
    mark: str = ""  # a word that nothing else holds


@dataclass
class Range:
    """A copy of the prepared repository, with everything that was acknowledged in it."""

    desk: Desk
    plan: str
    acknowledged: dict[Path, str] = field(default_factory=dict)

    @classmethod
    def prepare(cls, folder: Path) -> Range:
        """Build a plan that is ready for its approval, by the real commands."""
        desk = Desk.clear(folder)
        for ran in (
            desk.person("new", "Retry failed uploads", "--playbook", "collaborate"),
            desk.agent("say", "--as", "planner", "--kind", "challenge", "Do they fail often?"),
            desk.person("say", "2 % of them do."),
            desk.agent("write", "context", "-", stdin="2 % of uploads fail.\n"),
            desk.agent("ask", "How many attempts?"),
            desk.person("answer", "1", "Three."),
            desk.agent("write", "implementation-plan", "-", stdin="1. Add `retry()` to `client.py`.\n"),
        ):
            assert ran.code == 0, ran.said
        desk.commit("Plan the retries")
        return cls(desk, json.loads(desk.entry("created").read_text())["plan"])

    def copy(self, folder: Path) -> Range:
        """Return a fresh one."""
        shutil.copytree(self.desk.root, folder / "repo", symlinks=True)
        return Range(Desk(folder / "repo"), self.plan)

    def run(self, act: Act, environ: Mapping[str, str] | None = None) -> Ran:
        """Run a command as a person at a terminal, or as an agent."""
        if act.is_persons:
            return self.desk.person("-p", self.plan, *act.words, typed=act.typed, **(environ or {}))
        words = act.words if act.kind == "plan" else ("-p", self.plan, *act.words)
        return self.desk.spawn(*words, stdin=act.stdin, CLAUDECODE="1", **(environ or {}))

    def next_act(self, kind: str, number: int) -> Act:
        """Do what must come before, undisturbed, and return the command to be disturbed."""
        mark, before = f"mark{number}x", f"before {number}"
        match kind:
            case "say":
                return Act(kind, ["say", "--as", "planner", "--kind", "note", f"Note {mark}."], mark=mark)
            case "ask":
                return Act(kind, ["ask", f"Question {mark}?", "--not-blocking"], mark=mark)
            case "answer":
                asked = self._must("ask", f"What {before}?", "--not-blocking", "--json").json()
                return Act(kind, ["answer", asked["question"]["id"], f"Answer {mark}."], mark=mark)
            case "decide":
                return Act(kind, ["decide", f"Decision {mark}", "--because", f"reason {mark}"], mark=mark)
            case "write":
                self._unlock()
                self._must("say", "--as", "planner", "--kind", "challenge", f"Why {before}?")
                self._must("say", f"Because {before}.")
                return Act(
                    kind, ["write", "context", "-"], stdin=f"2 % of uploads fail; {mark}.\n", mark=mark
                )
            case "approve":
                self._unlock()
                return Act(kind, ["approve", "ready"], typed="ready", is_persons=True, mark=mark)
            case "request-changes":
                if not self._is_approved():
                    ran = self.run(self.next_act("approve", number))
                    assert ran.code == 0, ran.said
                return Act(kind, ["request-changes", "ready", "--because", mark], is_persons=True, mark=mark)
            case "move":
                return Act(kind, ["move", f"plan {mark}"], mark=mark)
            case _:
                goal = f"Retry uploads of {mark} in `client.py`"
                return Act(kind, ["plan", goal, "--playbook", "collaborate", "--name", mark], mark=mark)

    def has(self, act: Act, before: Mapping[Path, str]) -> bool:
        """Tell whether what a command was to do is done."""
        made = [path for path in self.desk.entries() if path not in before]
        if act.kind == "approve":
            return any(json.loads(path.read_text())["kind"] == "approval" for path in made)
        talk = (self.desk.root / ".groundplan/local/talk").glob("*/*.md")
        plans = [*(self.desk.root / "plans").glob("*.md")]
        return any(act.mark in path.read_text() or act.mark in path.name for path in (*made, *plans, *talk))

    def entries(self) -> dict[Path, str]:
        """Return every entry with the digest of its file."""
        return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.desk.entries()}

    def faults(self) -> list[str]:
        """Finish what was cut off by looking, and say what is not whole."""
        ran = self.desk.pipe("check", "--json")
        if ran.code not in {0, 1}:
            return [f"check ends with {ran.code}: {ran.said[:600]}"]
        told = ran.json()
        found = [f for plan in told["plans"] for f in plan["findings"] if f["code"] in DAMAGED]
        faults = [f"{each['code']} {each['message']}" for each in found] + list(map(str, told["unreadable"]))
        there = self.entries()
        faults += [
            f"lost {path.name}" for path, digest in self.acknowledged.items() if there.get(path) != digest
        ]
        # Looking changes nothing that need not be changed: what was staged is swept by the next write.
        self._must("say", "--as", "planner", "--kind", "note", "Go on.")
        local = self.desk.root / ".groundplan/local"
        faults += [f"left {path.name}" for path in (*local.glob("stage/*"), *local.glob("intent*"))]
        return faults + [f"no words of {path.name}" for path in there if self._is_mute(path)]

    def _is_mute(self, path: Path) -> bool:
        if json.loads(path.read_text())["kind"] != "turn":
            return False
        talk = self.desk.root / ".groundplan/local/talk" / path.parent.name
        return not (talk / f"{path.stem}.md").exists()

    def _unlock(self) -> None:
        if self._is_approved():
            ran = self.desk.person("-p", self.plan, "request-changes", "ready", "--because", "more")
            assert ran.code == 0, ran.said

    def _is_approved(self) -> bool:
        shown: dict[str, Any] = self.desk.pipe("-p", self.plan, "show", "--json").json()
        return any(each["state"] == "passed" for each in shown["checkpoints"])

    def _must(self, *words: str) -> Ran:
        ran = self.desk.agent("-p", self.plan, *words)
        assert ran.code == 0, ran.said
        return ran
