"""A repository with a shop in it, an approved plan whose tasks the test writes, and somebody who works."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from groundplan.app.callers import Caller
from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.lifecycle.starting import Named, new
from groundplan.app.plans.opened import open_plan
from groundplan.app.plans.tasks import all_commands
from groundplan.app.setup.playbooks import begin_playbook
from groundplan.app.work.beginning import start
from groundplan.app.work.closing import close
from groundplan.app.work.verifying import Manner, allow_here
from groundplan.app.work.waiving import waive
from groundplan.app.workspace import open_workspace

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.work.closing import Closed
    from groundplan.app.workspace import Workspace

COUNT = "\n\ndef count(prices):\n    return len(prices)\n"
SHOP = {
    "shop/__init__.py": "",
    "shop/cart.py": f"def total(prices):\n    return sum(prices)\n{COUNT}",
    "shop/old.py": "LEGACY = True\n",
    "tests/__init__.py": "",
    "tests/test_cart.py": (
        "import unittest\n\nfrom shop import cart\n\n\nclass CartTest(unittest.TestCase):\n"
        "    def test_total(self):\n        self.assertEqual(cart.total([1, 2]), 3)\n\n"
        "    def test_count(self):\n        self.assertEqual(cart.count([1, 2]), 2)\n"
    ),
    "docs/cart.md": "# Cart\n\nThe cart adds prices.\n",
    "README.md": "# Shop\n",
    "Makefile": "test:\n\t@python3 -m unittest -q tests.test_cart\n",
}
RUN = "python3 -m unittest tests.test_cart"
TASK = (
    "- [ ] T1: Reject negative prices in `total`\n"
    "  - Files: `shop/cart.py` (modify), `tests/test_cart.py` (modify)\n"
    f"  - Verification: `{RUN}` passes\n"
)
FIXED = (
    "def total(prices):\n    if min(prices, default=0) < 0:\n        raise ValueError(prices)\n"
    "    return sum(prices)\n"
)
CHECKED = (
    SHOP["tests/test_cart.py"]
    + "\n    def test_negative(self):\n        with self.assertRaises(ValueError):\n"
    + "            cart.total([-1])\n"
)


@dataclass
class Bench:
    """Where tasks are started, worked on and closed."""

    root: Path
    ann: Caller = field(default_factory=lambda: Caller("Ann", "terminal", ("zsh",)))
    agent: Caller = field(default_factory=lambda: Caller("claude", "agent", ("claude",), "CLAUDECODE is set"))
    now: datetime = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
    held: list[Workspace] = field(default_factory=list, repr=False)

    @classmethod
    def copy(cls, template: Bench, root: Path) -> Bench:
        """Return a bench like one that was laid before, with its commands allowed on this machine."""
        shutil.copytree(template.root, root, symlinks=True)
        bench = cls(root, now=template.now)
        opened = bench.open()
        allow_here(opened.workspace, all_commands(opened, {"steps"}))
        return bench

    @classmethod
    def lay(cls, root: Path, tasks: str = TASK, *, files: dict[str, str] | None = None) -> Bench:
        """Return a bench with a plan of these tasks, approved by Ann, and committed."""
        root.mkdir()
        bench = cls(root)
        bench.git("init", "-q", "-b", "main")
        bench.git("config", "user.name", "Ann")
        bench.git("config", "user.email", "ann@example.org")
        bench.put(SHOP | (files or {}), "Begin")
        begin_playbook(bench.workspace, "errand")
        new(
            bench.workspace,
            "Reject negative prices",
            playbook="errand",
            caller=bench.ann,
            named=Named("prices"),
        )
        bench.plan(tasks)
        bench.approve()
        bench.commit("Plan it")
        return bench

    @classmethod
    def sketch(cls, root: Path, steps: str, *, is_approved: bool = True) -> Bench:
        """Return a bench with a plan whose playbook gives steps no ids, committed."""
        root.mkdir()
        bench = cls(root)
        bench.git("init", "-q", "-b", "main")
        bench.git("config", "user.name", "Ann")
        bench.git("config", "user.email", "ann@example.org")
        bench.put(SHOP, "Begin")
        goal = "Reject negative prices"
        new(bench.workspace, goal, playbook="collaborate", caller=bench.ann, named=Named("prices"))
        words = {"context": "Carts add prices.\n", "implementation-plan": steps}
        write(bench.open(), words, caller=bench.ann)
        if is_approved:
            bench.approve()
        bench.commit("Plan it")
        return bench

    def plan(self, tasks: str) -> None:
        for key, words in {"goal": "No price is negative.\n", "questions": "None.\n", "steps": tasks}.items():
            write(self.open(), {key: words}, caller=self.ann)

    def plan_another(self, goal: str) -> None:
        new(self.workspace, goal, playbook="errand", caller=self.ann, named=Named("say-costs"))

    def approve(self) -> None:
        """Approve the plan as Ann does at her terminal, where she sees the commands."""
        request = prepare_approval(self.open(), "ready")
        approve(self.open(), request, caller=self.ann, word="Approved")
        allow_here(self.workspace, request.commands)

    def git(self, *words: str) -> str:
        done = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def put(self, files: dict[str, str | None], message: str = "") -> None:
        """Write files, None removes one, and commit them where a message is given."""
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, "utf-8")
        if message:
            self.commit(message)

    def commit(self, message: str, *more: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, *more)

    @property
    def workspace(self) -> Workspace:
        self.now += timedelta(minutes=1)
        moment = self.now
        self.held.append(open_workspace(self.root, clock=lambda: moment))
        return self.held[-1]

    def open(self) -> OpenPlan:
        return open_plan(self.workspace, "prices")

    def start(self, name: str = "T1", *, caller: Caller | None = None, **more: Any) -> None:
        start(self.open(), name, caller=caller or self.agent, **more)

    def done(self, name: str = "T1", *, caller: Caller | None = None, **manner: object) -> Closed:
        """Close a task as the agent does; nobody is there to be asked."""
        return close(self.open(), name, caller=caller or self.agent, manner=Manner(**manner))  # type: ignore[arg-type]

    def waive(self, name: str = "T1", reason: str = "Ann looked at it") -> None:
        waive(self.open(), [name], caller=self.ann, reason=reason)

    def work(self, message: str = "Reject negative prices") -> None:
        """Do what T1 asks for, honestly."""
        self.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": CHECKED}, message)

    def state(self, name: str = "T1") -> str:
        opened = self.open()
        found = next(task for task in opened.plan.records("task") if task.id == name)
        return str(opened.judgement.promises.state_of(found).progress)

    def text(self) -> str:
        return next(iter(self.open().plan.documents)).text

    def codes(self) -> set[str]:
        return {finding.code for finding in self.open().judgement.findings}

    def close_all(self) -> None:
        for each in self.held:
            each.close()
