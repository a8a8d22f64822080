"""`next`, `start`, `done`, `waive` and `dry-run`, as a person and an agent type them."""

from __future__ import annotations

import re
import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest

from .test_json import keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk, Ran

RUN = "python3 -m unittest tests.test_prices"
TESTS = (
    "import unittest\n\nfrom shop import prices\n\n\nclass PricesTest(unittest.TestCase):\n"
    "    def test_total(self):\n        self.assertEqual(prices.total([1, 2]), 3)\n"
)
STEPS = (
    "- [ ] T1: Reject negative prices\n  - Files: `shop/prices.py` (modify)\n"
    f"  - Verification: `{RUN}` passes\n"
    "- [ ] T2: Tell the shops\n  - Verification: They answered\n"
)


def commit(desk: Desk, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = desk.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    for words in (("add", "-A"), ("commit", "-q", "-m", "Go on")):
        subprocess.run(
            ["git", *words], cwd=desk.folder, check=True, env=desk.world(80, None), capture_output=True
        )


@pytest.fixture
def errand(desk: Desk) -> Desk:
    """A plan of two tasks in a playbook of one's own, not approved yet."""
    commit(desk, {"shop/__init__.py": "", "tests/__init__.py": "", "tests/test_prices.py": TESTS})
    commit(desk, {"shop/prices.py": "def total(prices):\n    return sum(prices)\n"})
    assert desk.run("playbook", "new", "errand").code == 0
    kind = desk.folder / ".groundplan/playbooks/errand/playbook.toml"
    fields = '{ verification = "Verification", needs = "Dependencies" }'
    kind.write_text(kind.read_text("utf-8").replace('{ verification = "Verification" }', fields), "utf-8")
    assert desk.run("new", "Reject negative prices", "--playbook", "errand", "--name", "prices").code == 0
    for key, words in {"goal": "No price is negative.\n", "questions": "None.\n", "steps": STEPS}.items():
        ran = desk.run("write", key, "-", stdin=words)
        assert ran.code == 0, ran.err
    return desk


def approve(desk: Desk) -> Ran:
    ran = desk.attend("approve", "ready", script=[("to approve:", "ready\n")])
    assert ran.code == 0, ran.out
    return ran


@pytest.fixture
def approved(errand: Desk) -> Desk:
    """The same plan, approved at a terminal."""
    approve(errand)
    return errand


def work(desk: Desk) -> None:
    commit(
        desk, {"shop/prices.py": "def total(prices):\n    assert min(prices) >= 0\n    return sum(prices)\n"}
    )


def test_approving_shows_the_commands_that_it_allows(errand: Desk) -> None:
    shown = approve(errand).out
    assert "Approving allows these commands, word for word" in shown
    assert RUN in shown


def test_a_plan_that_waits_for_its_approval_is_not_called_ready(errand: Desk) -> None:
    assert "is not approved: checkpoint `ready` waits for a person" in errand.run("start", "1").err


def test_nothing_can_be_started_before_a_person_approved(errand: Desk) -> None:
    ran = errand.run("start", "T1")
    assert ran.code == 3
    assert "is not approved" in ran.err
    assert "No task can be started" in errand.run("next").out


def test_a_task_goes_from_next_to_done_without_a_person(
    approved: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    told = approved.run("next", "--json").json
    assert [each["id"] for each in told["ready"]] == ["T1", "T2"]
    assert not any("tasks done" in approved.run(name).out for name in ("status", "list"))
    matches_snapshot("keys-next", "\n".join(sorted(set(keys(told)))) + "\n")
    told = approved.run("start", "T1", "--json").json
    assert told["task"]["id"] == "T1"
    matches_snapshot("keys-started", "\n".join(sorted(set(keys(told)))) + "\n")
    work(approved)
    ran = approved.run("done", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["runs"][0]["code"] == 0
    matches_snapshot("keys-done", "\n".join(sorted(set(keys(ran.json)))) + "\n")
    for name in ("next", "status", "list"):
        assert "1 of 2 tasks done" in approved.run(name).out
    counted = {"total": 2, "done": 1, "waived": 0}
    assert approved.run("status", "--json").json["plans"][0]["tasks"] == counted
    assert approved.run("list", "--json").json["plans"][0]["tasks"] == counted


def test_the_pack_of_a_task_names_what_its_worker_needs(approved: Desk) -> None:
    shown = approved.run("next", "T1").out
    for part in ("Reject negative prices", "shop/prices.py", RUN, "tests/test_prices.py"):
        assert part in shown
    assert len(approved.run("next", "T1", "--budget", "200").out) < len(shown) + 1
    assert approved.run("next", "--budget", "3").code == 2


@pytest.mark.parametrize("words", [(), ("T1",), ("T2",), ("T3",), ("T4",)], ids=" ".join)
def test_what_next_says_to_type_is_not_refused(errand: Desk, words: tuple[str, ...]) -> None:
    chain = (
        f"{STEPS}  - Dependencies: T1\n"
        "- [ ] T3: Tell the press\n  - Verification: They print it\n  - Dependencies: T2\n"
        "- [ ] T4: Count the shops\n  - Files: `shop/count.txt` (new)\n  - Verification: `git status`\n"
    )
    assert errand.run("write", "steps", "-", stdin=chain).code == 0
    approve(errand)
    shown = errand.run("next", *words)
    assert "`T2` waits for `T1`" in errand.run("done", "T2").err
    first = "T4" if words == ("T4",) else "T1"
    assert f"next: groundplan start {first}" in shown.err
    assert errand.run("start", first).code == 0
    assert f"then `groundplan done {first}`" in errand.run("next", *words).err
    assert errand.attend("waive", "T1", "--reason", "they know").code == 0
    assert "next: groundplan start T2" in errand.run("next", "T3").err


def test_commits_since_the_approval_make_a_task_look_begun_and_never_done(approved: Desk) -> None:
    work(approved)
    ran = approved.run("next")
    assert "looks begun" in ran.out
    assert "0 of 2 tasks done" in ran.out
    hint = re.search(r"next: groundplan (start \w+ --since .+)", ran.err)
    assert hint, ran.err
    assert approved.run(*shlex.split(hint[1])).code == 0
    assert "none of its files changed" not in approved.run("done").err, "that work counts"


def test_only_a_person_waives(approved: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
    assert approved.run("waive", "T2", "--reason", "they know").code == 3
    assert approved.attend("waive", "T2").code == 2
    told = approved.attend("waive", "T2", "--reason", "they know", "--json").json
    assert told["tasks"][0]["id"] == "T2"
    matches_snapshot("keys-waived", "\n".join(sorted(set(keys(told)))) + "\n")


def test_a_finished_plan_is_archived_and_an_unfinished_one_is_not(approved: Desk) -> None:
    ran = approved.run("archive")
    assert ran.code == 3
    assert "2 tasks are not done" in ran.err
    approved.attend("waive", "--all", "--reason", "they know")
    assert approved.attend("archive").code == 0
    assert approved.attend("archive", "prices", "--restore").code == 0


def test_a_command_is_resolved_before_anyone_starts(
    approved: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    ran = approved.run("dry-run", "--json")
    assert ran.code == 0
    matches_snapshot("keys-dry-run", "\n".join(sorted(set(keys(ran.json)))) + "\n")
    assert "T2" in ran.json["unproven"]
    assert RUN in approved.run("dry-run").out


@pytest.mark.req("S1-24")
@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("ruff check shop/nothing.py", "`shop/nothing.py` is not there"),
        ("python3 -m pytest tests/test_later.py", "`tests/test_later.py` is not there"),
        ("python3 -m pytest tests/test_prices.py::test_nothing", "has no `test_nothing`"),
        ("./no-such-tool tests/test_prices.py", "is not installed"),
        (f"{RUN} || true", "hides that it fails"),
    ],
)
def test_a_command_that_cannot_run_is_told_before_anyone_starts(
    errand: Desk, command: str, said: str
) -> None:
    assert errand.run("write", "steps", "-", stdin=STEPS.replace(RUN, command)).code == 0
    ran = errand.run("dry-run")
    assert ran.code == 1
    assert said in " ".join(ran.out.split())


def test_a_target_that_an_earlier_step_makes_is_no_fault_and_that_of_a_later_one_is(errand: Desk) -> None:
    made = (
        "- [ ] T1: Add rules\n  - Files: `tests/test_rules.py` (new)\n"
        "  - Verification: `python3 -m pytest -q` passes\n"
    )
    used = (
        "- [ ] T2: Use rules\n  - Files: `shop/prices.py` (modify)\n"
        "  - Verification: `python3 -m pytest tests/test_rules.py` passes\n"
    )
    assert errand.run("write", "steps", "-", stdin=made + used).code == 0
    assert errand.run("dry-run").code == 0
    swapped = used.replace("T2", "T1") + made.replace("T1", "T2")
    assert errand.run("write", "steps", "-", stdin=swapped).code == 0
    assert "no step up to this one makes it" in " ".join(errand.run("dry-run").out.split())


def test_a_script_beside_a_step_that_adds_something_else_is_not_taken_for_added(errand: Desk) -> None:
    (errand.folder / "package.json").write_text('{"scripts": {"test": "node t.js"}}\n', "utf-8")
    step = (
        "- [ ] T1: Add rules\n  - Files: `tests/test_rules.py` (new)\n"
        "  - Tests: add a test `test_rules`\n  - Verification: `npm run tests` passes\n"
    )
    assert errand.run("write", "steps", "-", stdin=step).code == 0
    ran = errand.run("dry-run")
    assert ran.code == 1
    assert "has a script `tests`" in " ".join(ran.out.split())
    added = step.replace("add a test", 'add `"tests": "node --test"` to `package.json` and a test')
    assert errand.run("write", "steps", "-", stdin=added).code == 0
    assert "has a script" not in errand.run("dry-run").out


def test_a_program_that_is_not_here_is_said_by_check_and_before_the_approval(errand: Desk) -> None:
    text = STEPS.replace(RUN, "no-such-tool tests/test_prices.py")
    assert errand.run("write", "steps", "-", stdin=text).code == 0
    told = "cannot run here: `no-such-tool` is not installed"
    assert told in " ".join(errand.run("check").err.split())
    assert told in " ".join(errand.attend("approve", script=[("to approve", "no")]).out.split())
