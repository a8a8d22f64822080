"""Phantom completion: every way to have a task look done without the work is caught."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from work_bench import CHECKED, COUNT, FIXED, RUN, SHOP, TASK

from groundplan.app.callers import Caller
from groundplan.app.probes.permits import permits_file
from groundplan.app.work.waiving import waive
from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from work_bench import Bench

TESTS = SHOP["tests/test_cart.py"]


def task(
    verification: str, *, files: str = "`shop/cart.py` (modify)", title: str = "Reject negative prices"
) -> str:
    return f"- [ ] T1: {title}\n  - Files: {files}\n  - Verification: {verification}\n"


# --- no work, or other work


def nothing_was_started(bench: Bench) -> None:
    bench.work()


def an_empty_commit(bench: Bench) -> None:
    bench.start()
    bench.commit("Reject negative prices\n\nPlan: prices#T1")


def another_file(bench: Bench) -> None:
    bench.start()
    bench.put({"README.md": "# Shop\n\nNo negative prices.\n"}, "Reject negative prices")


def only_its_tests(bench: Bench) -> None:
    bench.start()
    trivial = TESTS + "\n    def test_negative(self):\n        self.assertTrue(True)\n"
    bench.put({"tests/test_cart.py": trivial}, "Test negative prices")


def started_after_the_commit(bench: Bench) -> None:
    bench.work()
    bench.start()


def a_commit_before_the_start_amended(bench: Bench) -> None:
    bench.work()
    bench.start()
    bench.git("commit", "-q", "--amend", "-m", "Reject negative prices, really")


def the_commit_before_the_start_rebuilt(bench: Bench) -> None:
    bench.work()
    bench.start()
    bench.git("reset", "-q", "--soft", "HEAD~1")
    bench.commit("Reject negative prices")


def reset_to_an_older_commit(bench: Bench) -> None:
    bench.work()
    bench.git("add", "-A")
    bench.start()
    bench.git("stash", "-q", "-u", "--", ".groundplan", "plans")
    bench.git("reset", "-q", "--hard", "HEAD~1")
    bench.git("stash", "pop", "-q")


def done_and_taken_back(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.put({"shop/cart.py": SHOP["shop/cart.py"], "tests/test_cart.py": TESTS}, "Take it back")


def not_committed(bench: Bench) -> None:
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": CHECKED})


def the_code_committed_and_its_mend_not(bench: Bench) -> None:
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject negative prices")
    bench.put({"tests/test_cart.py": CHECKED})


def the_mode_changed(bench: Bench) -> None:
    bench.start()
    (bench.root / "shop/cart.py").chmod(0o755)
    bench.commit("Reject negative prices")


# --- work in form only


def reformatted(bench: Bench) -> None:
    bench.start()
    bench.put({"shop/cart.py": SHOP["shop/cart.py"].replace("    ", "  ") + "\n"}, "Reject negative prices")


def rewrapped(bench: Bench) -> None:
    bench.start()
    wrapped = SHOP["shop/cart.py"].replace("sum(prices)", "sum(\n        prices,\n    )")
    bench.put({"shop/cart.py": wrapped}, "Reject negative prices")


def commented(bench: Bench) -> None:
    bench.start()
    bench.put(
        {"shop/cart.py": "# rejects negative prices\n" + SHOP["shop/cart.py"]}, "Reject negative prices"
    )


def replaced_by_a_link(bench: Bench) -> None:
    bench.start()
    (bench.root / "shop/cart.py").rename(bench.root / "shop/real.py")
    (bench.root / "shop/cart.py").symlink_to("real.py")
    bench.commit("Reject negative prices")


# --- its tests made weaker


def its_test_file_removed(bench: Bench) -> None:
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": None}, "Reject negative prices")


def another_test_file_removed(bench: Bench) -> None:
    bench.put({"tests/test_more.py": TESTS}, "More tests")
    bench.start()
    bench.work()
    bench.put({"tests/test_more.py": None}, "Fewer tests")


def its_test_skipped(bench: Bench) -> None:
    bench.start()
    skipped = CHECKED.replace("    def test_total", "    @unittest.skip('later')\n    def test_total")
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": skipped}, "Reject negative prices")


def its_assertion_removed(bench: Bench) -> None:
    bench.start()
    weak = TESTS.replace("self.assertEqual(cart.total([1, 2]), 3)", "cart.total([1, 2])")
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": weak}, "Reject negative prices")


def its_assertion_commented_out(bench: Bench) -> None:
    bench.start()
    weak = TESTS.replace(
        "        self.assertEqual(cart.count", "        pass\n        # self.assertEqual(cart.count"
    )
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": weak}, "Reject negative prices")


def its_test_not_collected_any_more(bench: Bench) -> None:
    bench.start()
    weak = TESTS.replace("def test_count", "def later_count")
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": weak}, "Reject negative prices")


def its_command_fails(bench: Bench) -> None:
    bench.start()
    bench.put({"shop/cart.py": FIXED.replace("< 0", "< 9") + COUNT, "tests/test_cart.py": CHECKED}, "Reject")


def it_breaks_the_import(bench: Bench) -> None:
    bench.start()
    bench.put(
        {"shop/cart.py": "raise SystemExit(0)\n" + FIXED + COUNT, "tests/test_cart.py": CHECKED}, "Reject"
    )


# --- what steers its command


def an_ignored_file_steers_the_tests(bench: Bench) -> None:
    bench.start()
    bench.work()
    (bench.root / ".git/info/exclude").write_text("conftest.py\n")
    bench.put({"conftest.py": "collect_ignore = ['tests']\n"})


def an_untracked_file_steers_the_tests(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.put({"sitecustomize.py": "import sys; sys.exit(0)\n"})


def a_committed_file_ends_every_python(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.put({"sitecustomize.py": "import os\nos._exit(0)\n"}, "Set up")


def the_runner_is_replaced(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.put({"unittest.py": "print('Ran 3 tests')\n"}, "Helpers")


# --- found by looking for ways around all of that


def an_assertion_made_trivial(bench: Bench) -> None:
    bench.start()
    weak = TESTS.replace("self.assertEqual(cart.total([1, 2]), 3)", "self.assertEqual(3, 3)")
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": weak}, "Reject negative prices")


def a_test_that_returns_at_once(bench: Bench) -> None:
    bench.start()
    weak = CHECKED.replace("def test_total(self):\n", "def test_total(self):\n        return\n")
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": weak}, "Reject negative prices")


def a_test_under_a_condition_that_never_holds(bench: Bench) -> None:
    bench.start()
    weak = CHECKED.replace(
        "        self.assertEqual(cart.count", "        if False:\n            self.assertEqual(cart.count"
    )
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": weak}, "Reject negative prices")


def a_hook_chooses_which_tests_are_loaded(bench: Bench) -> None:
    bench.start()
    loading = "\n\ndef load_tests(loader, *more):\n    return loader.loadTestsFromName('tests.test_more')\n"
    weak = CHECKED + loading
    more = TESTS.replace("self.assertEqual(cart.total([1, 2]), 3)", "self.assertTrue(dir())")
    bench.put(
        {"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": weak, "tests/test_more.py": more}, "Reject"
    )


def a_replaced_commit(bench: Bench) -> None:
    bench.start()
    bench.commit("Reject negative prices")
    empty = bench.git("rev-parse", "HEAD")
    bench.work()
    bench.git("replace", empty, "HEAD")
    bench.git("update-ref", "HEAD", empty)


def a_start_forged_to_be_older_than_the_approval(bench: Bench) -> None:
    first = bench.git("rev-parse", "HEAD~1")
    bench.git("checkout", "-q", "--orphan", "old", first)
    bench.put({"shop/cart.py": "", "tests/test_cart.py": ""}, "Nothing yet")
    old = bench.git("rev-parse", "HEAD")
    bench.git("checkout", "-q", "main")
    bench.git("merge", "-q", "-s", "ours", "--allow-unrelated-histories", "old")
    forge(
        bench,
        "started",
        body_of(bench) | {"commit": old, "files": {"shop/cart.py": "", "tests/test_cart.py": ""}},
    )


# --- words changed after approval


def its_command_edited(bench: Bench) -> None:
    bench.start()
    bench.work()
    edit(bench, RUN, "python3 --version")


def its_files_edited(bench: Bench) -> None:
    bench.start()
    bench.put({"README.md": "# Shop\n\nNew.\n"}, "Reject negative prices")
    edit(bench, "`shop/cart.py` (modify)", "`README.md` (modify)")


def ticked_by_hand(bench: Bench) -> None:
    edit(bench, "- [ ] T1", "- [x] T1")


def ticked_and_said_so_in_a_commit(bench: Bench) -> None:
    edit(bench, "- [ ] T1", "- [x] T1")
    bench.commit("Reject negative prices\n\nPlan: prices#T1")


def edit(bench: Bench, old: str, new: str) -> None:
    path = bench.root / next(iter(bench.open().plan.documents)).path
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


# --- receipts forged, edited, copied


def ledger(bench: Bench) -> Path:
    return bench.root / ".groundplan/ledger" / bench.open().known.id


def forge(bench: Bench, kind: str, body: dict[str, Any], *, channel: str = "agent") -> Entry:
    opened = bench.open()
    by = Author("planner", "claude", channel)
    heads = opened.history.heads()
    entry = Entry(make_entry_id(), opened.known.id, kind, "2026-02-01T00:00:00Z", by, heads, body)
    (ledger(bench) / f"{entry.id}.json").write_text(entry.to_json(), "utf-8")
    return entry


def body_of(bench: Bench) -> dict[str, Any]:
    found = next(each for each in bench.open().plan.records("task") if each.id == "T1")
    return {"task": found.key, "digest": found.digest}


def a_bare_receipt(bench: Bench) -> None:
    forge(bench, "receipt", body_of(bench))


def a_receipt_without_a_start(bench: Bench) -> None:
    forge(bench, "receipt", body_of(bench) | {"commits": [bench.git("rev-parse", "HEAD")]})


def a_receipt_without_work(bench: Bench) -> None:
    bench.start()
    forge(bench, "receipt", body_of(bench) | {"started": start_of(bench)})


def a_receipt_of_a_commit_that_is_not_here(bench: Bench) -> None:
    bench.start()
    more = {
        "started": start_of(bench),
        "commit": "a" * 40,
        "commits": ["a" * 40],
        "files": {"shop/cart.py": "b" * 40},
    }
    forge(bench, "receipt", body_of(bench) | more)


def a_receipt_with_a_faked_output(bench: Bench) -> None:
    bench.start()
    run = {
        "argv": ["pytest"],
        "ended": "exited",
        "code": 0,
        "milliseconds": 9,
        "digest": "0" * 64,
        "met": True,
    }
    head = bench.git("rev-parse", "HEAD")
    forge(bench, "receipt", body_of(bench) | {"started": start_of(bench), "commit": head, "runs": [run]})


def start_of(bench: Bench) -> str:
    return bench.open().judgement.promises.work.starts[-1].entry.id


def a_waiver_of_an_agent(bench: Bench) -> None:
    forge(bench, "waived", body_of(bench) | {"reason": "done already"})


def a_signed_waiver_without_a_signature(bench: Bench) -> None:
    forge(bench, "waived", body_of(bench) | {"reason": "done already"}, channel="signed")


def a_command_that_an_agent_approved(bench: Bench) -> None:
    bench.start()
    bench.put({"shop/cart.py": FIXED.replace("< 0", "< 9") + COUNT}, "Reject")
    forge(bench, "command-approved", {"argv": ["python3", "--version"]})
    edit(bench, RUN, "python3 --version")


FALSE: list[Callable[[Bench], None]] = [
    nothing_was_started,
    an_empty_commit,
    another_file,
    only_its_tests,
    started_after_the_commit,
    a_commit_before_the_start_amended,
    the_commit_before_the_start_rebuilt,
    done_and_taken_back,
    not_committed,
    the_code_committed_and_its_mend_not,
    the_mode_changed,
    reformatted,
    rewrapped,
    commented,
    replaced_by_a_link,
    its_test_file_removed,
    another_test_file_removed,
    its_test_skipped,
    its_assertion_removed,
    its_assertion_commented_out,
    its_test_not_collected_any_more,
    its_command_fails,
    it_breaks_the_import,
    an_ignored_file_steers_the_tests,
    an_untracked_file_steers_the_tests,
    a_committed_file_ends_every_python,
    the_runner_is_replaced,
    an_assertion_made_trivial,
    a_test_that_returns_at_once,
    a_test_under_a_condition_that_never_holds,
    a_hook_chooses_which_tests_are_loaded,
    a_replaced_commit,
    a_start_forged_to_be_older_than_the_approval,
    its_command_edited,
    its_files_edited,
    ticked_by_hand,
    ticked_and_said_so_in_a_commit,
    a_bare_receipt,
    a_receipt_without_a_start,
    a_receipt_without_work,
    a_receipt_of_a_commit_that_is_not_here,
    a_receipt_with_a_faked_output,
    a_waiver_of_an_agent,
    a_signed_waiver_without_a_signature,
    a_command_that_an_agent_approved,
]


@pytest.mark.req("S2-15", "S4-22")
@pytest.mark.parametrize("cheat", FALSE, ids=lambda cheat: cheat.__name__)
def test_a_task_is_not_done_by(bench: Bench, cheat: Callable[[Bench], None]) -> None:
    cheat(bench)
    with pytest.raises(GroundplanError) as refused:
        bench.done()
    assert refused.value.hint or refused.value.message
    assert bench.state() != "done"
    assert bench.state() != "waived"
    assert bench.open().judgement.standing.stage != "done"


def test_work_that_is_honest_closes_the_same_task(bench: Bench) -> None:
    """The attacks above differ from this in one thing each, so it must pass."""
    bench.start()
    bench.work()
    bench.done()
    assert bench.state() == "done"
    assert bench.open().judgement.standing.stage == "done"


@pytest.mark.parametrize(
    "verification",
    [
        f"`{RUN} || true` passes",
        f"`{RUN}; true` passes",
        f"`{RUN} | tail -1` passes",
        f"`{RUN} > /dev/null` passes",
        f"`{RUN} &` passes",
        "`true` passes",
        '`echo "Ran 3 tests"` passes',
        f"`cd /tmp && {RUN}` passes",
        "`$(cat run.sh)` passes",
    ],
)
def test_a_command_that_cannot_fail_or_needs_a_shell_proves_nothing(
    lay: Callable[..., Bench], verification: str
) -> None:
    bench = lay(task(verification))
    bench.start()
    bench.work()
    with pytest.raises(GroundplanError):
        bench.done()
    assert bench.state() == "started"


STEERED = [
    ("`make test` passes", {"Makefile": "test:\n\t@echo Ran 3 tests\n"}),
    ("`./check.sh` passes", {"check.sh": "#!/bin/sh\nexit 0\n"}),
    (
        "`python3 -m pytest -q` passes",
        {"conftest.py": "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n"},
    ),
    ("`python3 -m pytest -q` passes", {"pytest.ini": "[pytest]\naddopts = --co\n"}),
    ("`python3 -m pytest -q` passes", {"pyproject.toml": "[tool.pytest.ini_options]\naddopts = '--co'\n"}),
    ("`npm test` passes", {"package.json": '{"scripts": {"test": "exit 0"}}\n'}),
    ("`tox -q` passes", {"tox.ini": "[testenv]\ncommands = true\n"}),
]


@pytest.mark.parametrize(("verification", "files"), STEERED, ids=[next(iter(files)) for _, files in STEERED])
def test_a_change_of_what_steers_the_command_is_seen(
    lay: Callable[..., Bench], verification: str, files: dict[str, str]
) -> None:
    bench = lay(
        task(verification),
        files={"check.sh": f"#!/bin/sh\n{RUN}\n", "package.json": '{"scripts": {"test": "node t"}}\n'},
    )
    bench.start()
    bench.work()
    bench.put(files, "Set up")
    with pytest.raises(GroundplanError, match="decides what its command does"):
        bench.done()
    assert bench.state() == "started"


MORE = [
    ("no test is run", task("`python3 -m unittest tests` passes"), {}),
    ("another count", task(f"`{RUN}` → `Ran 9 tests`"), {}),
    ("it should fail", task(f"`{RUN}` fails"), {}),
    ("it should print nothing", task(f"`{RUN}` prints nothing"), {}),
    ("new file missing", task(f"`{RUN}` passes", files="`shop/cart.py` (modify), `shop/rules.py` (new)"), {}),
    ("old file there", task(f"`{RUN}` passes", files="`shop/cart.py` (modify), `shop/old.py` (delete)"), {}),
    (
        "modified file gone",
        task(f"`{RUN}` passes", files="`shop/cart.py` (modify), `shop/old.py` (modify)"),
        {"shop/old.py": None},
    ),
    (
        "new behaviour, tests green before",
        task("`python3 -m unittest tests.test_more` passes\n  - Behaviour: new"),
        {},
    ),
    (
        "a test that only its command calls one is weaker",
        task("`python3 -m unittest checks` passes"),
        {"checks.py": TESTS.replace("self.assertEqual(cart.total([1, 2]), 3)", "cart.total([1, 2])")},
    ),
    ("it hangs", task('`python3 -c "import time; time.sleep(60)"` passes'), {}),
    ("it floods", task("`python3 -c \"while True: print('x' * 9999)\"` passes"), {}),
    ("it wants input", task('`python3 -c "input()"` passes'), {}),
    ("it is not installed", task("`tox -e nothing-here` passes"), {}),
]


@pytest.mark.req("S4-22")
@pytest.mark.parametrize(("tasks", "files"), [each[1:] for each in MORE], ids=[each[0] for each in MORE])
def test_a_task_is_not_done_when(lay: Callable[..., Bench], tasks: str, files: dict[str, str | None]) -> None:
    bench = lay(tasks, files={"tests/test_more.py": TESTS, "checks.py": TESTS})
    bench.start()
    bench.work()
    if files:
        bench.put(files, "More")
    with pytest.raises(GroundplanError):
        bench.done(seconds=3)
    assert bench.state() == "started"


STEERING_VARIABLES = [
    ("PYTEST_ADDOPTS", "--co", "`python3 -m pytest -q tests` passes"),
    ("PYTHONOPTIMIZE", "1", "`python3 asserted.py` passes"),
    ("MAKEFLAGS", "n", "`make test` passes"),
    ("MAKEFILES", "other.mk", "`make` passes"),
]


@pytest.mark.parametrize(("name", "value", "verification"), STEERING_VARIABLES)
def test_no_variable_of_whoever_calls_changes_what_a_command_does(
    lay: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch, name: str, value: str, verification: str
) -> None:
    files = {
        "asserted.py": "from shop import cart\n\nassert cart.count([1]) == 2\n",
        "other.mk": "all:\n\t@true\n",
        "Makefile": "test:\n\t@exit 3\n",
        "tests/test_red.py": "def test_red():\n    assert not 'red'\n",
    }
    bench = lay(task(verification), files=files)
    bench.start()
    bench.work()
    monkeypatch.setenv(name, value)
    with pytest.raises(GroundplanError):
        bench.done()
    assert bench.state() == "started"


@pytest.mark.parametrize(
    ("verification", "files"), STEERED[:2], ids=[next(iter(files)) for _, files in STEERED[:2]]
)
def test_a_script_changed_after_the_approval_and_before_the_start_is_seen(
    lay: Callable[..., Bench], verification: str, files: dict[str, str]
) -> None:
    bench = lay(task(verification), files={"check.sh": f"#!/bin/sh\n{RUN}\n"})
    (bench.root / "check.sh").chmod(0o755)
    bench.commit("Let it run")
    bench.put(files, "Set up")
    bench.start()
    bench.work()
    with pytest.raises(GroundplanError, match="decides what its command does"):
        bench.done()
    assert bench.state() == "started"
    bench.done(caller=bench.ann)
    assert bench.state() == "done", "a person may take it as it is now"


def test_work_that_is_reverted_after_its_receipt_is_open_again(bench: Bench) -> None:
    bench.start()
    bench.commit("Start it")
    bench.work()
    bench.done()
    bench.commit("Record it")
    assert bench.state() == "done"
    bench.git("revert", "--no-edit", "HEAD~1")
    assert bench.state() != "done"
    assert "- [x] T1" in bench.text()
    assert "GP511" in bench.codes()


def test_new_behaviour_needs_a_test_that_fails_without_it(lay: Callable[..., Bench]) -> None:
    bench = lay(task(f"`{RUN}` passes\n  - Behaviour: new", files="`shop/cart.py` (modify)"))
    bench.start()
    trivial = TESTS + "\n    def test_more(self):\n        self.assertEqual(cart.total([2]), 2)\n"
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": trivial}, "Reject")
    with pytest.raises(GroundplanError, match="green without it"):
        bench.done()
    bench.put({"tests/test_cart.py": CHECKED}, "Test it")
    bench.done()


def test_a_step_that_adds_something_is_not_done_before_anything_changed(lay: Callable[..., Bench]) -> None:
    bench = lay(f"- [ ] T1: Add a check of prices\n  - Verification: `{RUN}` passes\n")
    bench.start()
    with pytest.raises(GroundplanError, match="nothing changed since it was started"):
        bench.done()
    bench.done(caller=bench.ann)
    assert bench.state() == "done", "a person knows what was done elsewhere"


def test_a_machine_on_which_nobody_allowed_the_command_runs_nothing(bench: Bench) -> None:
    bench.start()
    bench.work()
    file = permits_file(os.environ)
    assert file is not None
    file.unlink()
    with pytest.raises(GroundplanError, match="No person has allowed"):
        bench.done()
    assert bench.state() == "started"


def test_a_receipt_edited_on_disk_is_damage(bench: Bench) -> None:
    bench.start()
    bench.work()
    bench.done()
    [path] = [
        each for each in ledger(bench).glob("*.json") if json.loads(each.read_text())["kind"] == "receipt"
    ]
    path.write_text(path.read_text().replace('"code": 0', '"code": 7'))
    assert bench.state() != "done"


def test_a_receipt_of_another_plan_is_damage(bench: Bench, lay: Callable[..., Bench]) -> None:
    other = lay()
    other.start()
    other.work()
    other.done()
    for each in ledger(other).glob("*.json"):
        if json.loads(each.read_text())["kind"] in {"started", "receipt"}:
            shutil.copy(each, ledger(bench) / each.name)
    assert bench.state() == "open"
    assert bench.open().judgement.promises.damage


def test_a_receipt_of_another_branch_does_not_count_without_its_code(bench: Bench) -> None:
    bench.git("checkout", "-q", "-b", "work")
    bench.start()
    bench.work()
    bench.done()
    saved = {each.name: each.read_text() for each in ledger(bench).glob("*.json")}
    bench.commit("Done")
    bench.git("checkout", "-q", "main")
    folder = ledger(bench)
    for name, text in saved.items():
        (folder / name).write_text(text)
    assert bench.state() == "started"
    bench.git("checkout", "-q", "-f", "work")
    assert bench.state() == "done"


def test_a_receipt_of_another_task_closes_no_second_one(lay: Callable[..., Bench]) -> None:
    bench = lay(TASK + task(f"`{RUN}` passes", title="Count them").replace("T1", "T2"))
    bench.start()
    bench.work()
    bench.done()
    assert bench.state("T2") == "open"
    receipt = bench.open().judgement.promises.receipts[-1]
    second = next(each for each in bench.open().plan.records("task") if each.id == "T2")
    forge(bench, "receipt", dict(receipt.entry.body) | {"task": "T2", "digest": second.digest})
    assert bench.state("T2") == "open"


@pytest.mark.parametrize(
    ("caller", "reason"),
    [
        (Caller("claude", "agent", (), "CLAUDECODE is set"), "done already"),
        (Caller("ci", "pipe"), "done already"),
        (Caller("Ann", "terminal"), "  "),
    ],
    ids=["an agent", "a script", "without a reason"],
)
def test_nobody_waives_but_a_person_with_a_reason(bench: Bench, caller: Caller, reason: str) -> None:
    with pytest.raises(GroundplanError):
        waive(bench.open(), ["T1"], caller=caller, reason=reason)
    assert bench.state() == "open"


def test_the_words_of_another_plan_are_committed_where_a_command_runs_them(lay: Callable[..., Bench]) -> None:
    bench = lay(task("`python3 -m doctest plans/say-costs.md` passes"))
    bench.plan_another("Say what a cart costs")
    bench.commit("Plan another")
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject negative prices")
    path = bench.root / "plans/say-costs.md"
    path.write_text(path.read_text("utf-8") + "\n>>> 1\n1\n", "utf-8")
    with pytest.raises(GroundplanError, match=r"Not committed: `plans/say-costs\.md`"):
        bench.done()


def test_a_stale_plan_is_not_worked_on(bench: Bench) -> None:
    bench.start()
    bench.work()
    edit(bench, "No price is negative.", "Any price goes.")
    with pytest.raises(GroundplanError, match="not approved"):
        bench.done()


def test_a_task_waits_for_what_it_needs(lay: Callable[..., Bench]) -> None:
    bench = lay(TASK)
    assert re.search(r"T1", bench.text())
    bench.start()
    with pytest.raises(GroundplanError, match="already started"):
        bench.start()
    bench.work()
    bench.done()
    with pytest.raises(GroundplanError, match="done"):
        bench.done()
    assert replace(bench.ann, name="Bob").is_person
