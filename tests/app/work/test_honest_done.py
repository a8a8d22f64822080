"""Honest work closes its task, however it was committed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from work_bench import CHECKED, COUNT, FIXED, RUN, SHOP, TASK, Bench

from groundplan.app.work.closing import close

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Work = dict[str, str | None]
TESTS = SHOP["tests/test_cart.py"]
DONE: Work = {"shop/cart.py": FIXED + COUNT, "tests/test_cart.py": CHECKED}
LOOP = "def total(prices):\n    found = 0\n    for each in prices:\n        found += each\n    return found\n"
PASSES = f"`{RUN}` passes"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that reads the standard library as compiled before, which a receipt's commands do not."""
    program = tmp_path_factory.mktemp("quick") / "python3"
    program.write_text(f'#!/bin/sh\nunset PYTHONPYCACHEPREFIX\nexec {sys.executable} -B "$@"\n')
    program.chmod(0o755)
    return program.parent


@pytest.fixture(autouse=True)
def path(quick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join([str(quick), os.environ["PATH"]]))


def task(
    title: str = "Reject negative prices", files: str = "`shop/cart.py` (modify)", verification: str = PASSES
) -> str:
    return f"- [ ] T1: {title}\n  - Files: {files}\n  - Verification: {verification}\n"


def in_one_commit(bench: Bench) -> None:
    bench.work()


def in_several_commits(bench: Bench) -> None:
    bench.put({"tests/test_cart.py": CHECKED}, "Test it first")
    bench.put({"shop/cart.py": FIXED}, "Begin")
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject negative prices")


def squashed(bench: Bench) -> None:
    base = bench.git("rev-parse", "HEAD")
    in_several_commits(bench)
    bench.git("reset", "-q", "--soft", base)
    bench.commit("Reject negative prices")


def squash_merged(bench: Bench) -> None:
    bench.git("add", "-A")
    bench.commit("Start")
    bench.git("checkout", "-q", "-b", "feature")
    bench.work()
    bench.git("checkout", "-q", "main")
    bench.git("merge", "-q", "--squash", "feature")
    bench.commit("Reject negative prices (#7)")


def merged(bench: Bench) -> None:
    bench.commit("Start")
    bench.git("checkout", "-q", "-b", "feature")
    bench.work()
    bench.git("checkout", "-q", "main")
    bench.put({"README.md": "# Shop\n\nHello.\n"}, "Meanwhile")
    bench.git("merge", "-q", "--no-ff", "-m", "Merge feature", "feature")


def rebased(bench: Bench) -> None:
    bench.commit("Start")
    bench.git("checkout", "-q", "-b", "feature")
    bench.work()
    bench.git("checkout", "-q", "main")
    bench.put({"README.md": "# Shop\n\nHello.\n"}, "Meanwhile")
    bench.git("checkout", "-q", "feature")
    bench.git("rebase", "-q", "main")


def amended(bench: Bench) -> None:
    bench.put({"shop/cart.py": FIXED}, "Reject negative prices")
    bench.put(DONE)
    bench.git("add", "-A")
    bench.git("commit", "-q", "--amend", "--no-edit")


def with_a_trailer(bench: Bench) -> None:
    bench.work("Reject negative prices\n\nPlan: prices#T1")


def taken_back_and_done_again(bench: Bench) -> None:
    bench.work()
    bench.git("revert", "--no-edit", "HEAD")
    bench.git("revert", "--no-edit", "HEAD")


def with_further_files(bench: Bench) -> None:
    bench.put(DONE | {"shop/rules.py": "LIMIT = 0\n", "docs/cart.md": "# Cart\n\nRejects.\n"}, "Reject")


def with_work_of_others_between(bench: Bench) -> None:
    bench.put({"shop/other.py": "X = 1\n"}, "Something else")
    bench.work()
    bench.put({"shop/other.py": "X = 2\n"}, "Something else again")


def with_notes_that_are_not_committed(bench: Bench) -> None:
    bench.work()
    bench.put({"notes.md": "remember the milk\n"})


def with_another_plan_half_written(bench: Bench) -> None:
    bench.work()
    bench.plan_another("Say what a cart costs")
    bench.commit("Plan another")
    path = next(bench.root.glob("plans/say*.md"))
    path.write_text(path.read_text("utf-8") + "\nMore to come.\n", "utf-8")


def with_a_new_dependency(bench: Bench) -> None:
    bench.put(DONE | {"pyproject.toml": '[project]\nname = "shop"\ndependencies = ["attrs"]\n'}, "Reject")


def with_a_fixture(bench: Bench) -> None:
    fixture = "import pytest\n\n\n@pytest.fixture\ndef prices():\n    return [1, 2]\n"
    bench.put(DONE | {"tests/conftest.py": fixture}, "Reject")


def without_touching_the_tests(bench: Bench) -> None:
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject negative prices")


def with_more_tests_in_another_file(bench: Bench) -> None:
    more = CHECKED.replace("CartTest", "MoreTest")
    bench.put({"shop/cart.py": FIXED + COUNT, "tests/test_prices.py": more}, "Reject negative prices")


def with_a_test_moved_to_another_file(bench: Bench) -> None:
    start = TESTS.index("    def test_count")
    moved = TESTS[: TESTS.index("    def test_total")] + TESTS[start:]
    bench.put(
        {
            "shop/cart.py": FIXED + COUNT,
            "tests/test_cart.py": TESTS[:start].rstrip() + "\n",
            "tests/test_count.py": moved,
        },
        "Reject negative prices",
    )


def with_reformatting_on_top(bench: Bench) -> None:
    bench.put(DONE | {"shop/old.py": "LEGACY  =  True\n"}, "Reject negative prices")


def with_files_of_other_scripts(bench: Bench) -> None:
    bench.put(DONE | {"docs/preise und währung.md": "# Preise\n"}, "Reject negative prices")


def started_twice(bench: Bench) -> None:
    bench.put({"shop/cart.py": "# begun\n" + SHOP["shop/cart.py"]}, "Try")
    bench.start(is_again=True)
    bench.work()


HONEST = [
    in_one_commit,
    in_several_commits,
    squashed,
    squash_merged,
    merged,
    rebased,
    amended,
    with_a_trailer,
    taken_back_and_done_again,
    with_further_files,
    with_work_of_others_between,
    with_notes_that_are_not_committed,
    with_another_plan_half_written,
    with_a_new_dependency,
    with_a_fixture,
    without_touching_the_tests,
    with_more_tests_in_another_file,
    with_a_test_moved_to_another_file,
    with_reformatting_on_top,
    with_files_of_other_scripts,
    started_twice,
]


@pytest.mark.req("S2-15", "S4-22", "S1-32")
@pytest.mark.parametrize("work", HONEST, ids=lambda work: work.__name__)
def test_a_task_is_done_by_work(bench: Bench, work: Callable[[Bench], None]) -> None:
    bench.start()
    work(bench)
    bench.done()
    assert bench.state() == "done"
    assert "- [x] T1" in bench.text()
    bench.commit("Record it")
    assert bench.open().judgement.standing.stage == "done"


KINDS: list[tuple[str, str, Work]] = [
    (
        "docs",
        task("Say so in the docs", "`docs/cart.md` (modify)", "`grep -q negative docs/cart.md` passes"),
        {"docs/cart.md": "# Cart\n\nIt rejects negative prices.\n"},
    ),
    ("refactor", task("Sum with a loop, no behaviour change"), {"shop/cart.py": LOOP + COUNT}),
    ("new file", task("Add rules", "`shop/rules.py` (new)"), {"shop/rules.py": "LIMIT = 0\n"}),
    ("removed file", task("Remove the old module", "`shop/old.py` (delete)"), {"shop/old.py": None}),
    (
        "rename",
        task("Rename `shop/old.py` to `shop/legacy.py`", "`shop/old.py` (delete), `shop/legacy.py` (new)"),
        {"shop/old.py": None, "shop/legacy.py": "LEGACY = True\n"},
    ),
    (
        "formatting",
        task("Reformat the cart"),
        {"shop/cart.py": SHOP["shop/cart.py"].replace("sum(prices)", "sum( prices )")},
    ),
    (
        "comments",
        task("Explain the cart in comments"),
        {"shop/cart.py": "# adds prices\n" + SHOP["shop/cart.py"]},
    ),
    (
        "fewer tests on purpose",
        task("Merge the two tests into one", "`tests/test_cart.py` (modify)"),
        {"tests/test_cart.py": TESTS.replace("\n    def test_count(self):\n", "")},
    ),
    (
        "obsolete test removed",
        task("Remove the obsolete test", "`tests/test_more.py` (delete)"),
        {"tests/test_more.py": None},
    ),
    ("in a folder", task(verification='`cd shop && python3 -c "import cart"` passes'), DONE),
    ("two commands", task(verification=f"`{RUN} && python3 -m compileall -q shop` passes"), DONE),
    ("with a variable", task(verification=f"`MODE=strict {RUN}` passes"), DONE),
    (
        "must fail",
        task("Drop the flag", "`shop/old.py` (modify)", "`grep -r LEGACY shop` fails"),
        {"shop/old.py": "NEW = 1\n"},
    ),
    ("output compared", task(verification=f"`{RUN}` prints `Ran 3 tests`"), DONE),
    ("says no more than that it runs", task(verification=f"`{RUN}`"), DONE),
    ("a folder declared", task(files="`shop/` (modify)"), DONE),
    (
        "command only",
        "- [ ] T1: Run everything\n  - Verification: `python3 -m unittest tests.test_cart` passes\n",
        {},
    ),
    ("unneeded file declared", task(files="`shop/cart.py` (modify), `shop/old.py` (modify)"), DONE),
    ("make, untouched", task(verification="`make test` passes"), DONE),
    (
        "steering file declared",
        task("Run more in `make test`", "`Makefile` (modify)", "`make test` passes"),
        {"Makefile": "test:\n\t@python3 -m unittest tests.test_cart tests.test_more\n"},
    ),
    ("new behaviour, new test", task(verification=f"{PASSES}\n  - Behaviour: new"), DONE),
    (
        "new behaviour, red before",
        task(verification="`python3 -m unittest tests.test_red` passes\n  - Behaviour: new"),
        {"shop/cart.py": FIXED + COUNT},
    ),
]


@pytest.mark.parametrize(("tasks", "files"), [each[1:] for each in KINDS], ids=[each[0] for each in KINDS])
def test_a_task_of_this_kind_can_be_done(lay: Callable[..., Bench], tasks: str, files: Work) -> None:
    more = {"tests/test_more.py": TESTS}
    if "test_red" in tasks:
        more["tests/test_red.py"] = CHECKED
    bench = lay(tasks, files=more)
    bench.start()
    bench.put(files, "Do it")
    bench.done()
    assert bench.state() == "done"


def test_a_task_that_only_a_person_can_judge_is_closed_by_one(lay: Callable[..., Bench]) -> None:
    bench = lay(task(verification="Look at the page on staging: it says no"))
    bench.start()
    bench.work()
    bench.done(caller=bench.ann)
    assert bench.state() == "done"


def test_a_person_waives_what_nothing_proves(lay: Callable[..., Bench]) -> None:
    bench = lay("- [ ] T1: Ask the finance team\n  - Verification: They said yes\n")
    bench.waive()
    assert bench.state() == "waived"
    assert bench.open().judgement.standing.stage == "done"


def test_a_person_who_is_asked_allows_a_command_once(bench: Bench) -> None:
    asked: list[str] = []

    def consent(commands: object) -> bool:
        asked.append(str(commands))
        return True

    bench.start()
    bench.work()
    close(bench.open(), "T1", caller=bench.ann, consent=consent)
    assert asked == []  # the approval showed it already
    assert bench.state() == "done"


def test_work_done_on_a_branch_counts_once_it_is_merged(bench: Bench) -> None:
    bench.commit("Start")
    bench.git("checkout", "-q", "-b", "feature")
    bench.start()
    bench.work()
    bench.done()
    bench.commit("Record it")
    bench.git("checkout", "-q", "main")
    assert bench.state() == "open"
    bench.git("merge", "-q", "--squash", "feature")
    bench.commit("Squashed (#8)")
    bench.git("branch", "-q", "-D", "feature")
    bench.put({"shop/cart.py": FIXED + COUNT + "\n\nVERSION = 2\n"}, "Go on")
    assert bench.state() == "done"


def test_work_in_another_worktree_counts(bench: Bench) -> None:
    bench.git("worktree", "add", "-q", str(bench.root.parent / "side"), "-b", "side")
    side = Bench(bench.root.parent / "side", now=bench.now)
    side.git("config", "user.name", "Ann")
    side.start()
    side.work()
    with pytest.raises(Exception, match="No person has allowed"):
        side.done()  # a permit is for one folder
    close(side.open(), "T1", caller=side.ann, consent=lambda _: True)
    assert side.state() == "done"
    assert bench.state() == "open"
    side.close_all()


def test_a_second_task_builds_on_the_first(lay: Callable[..., Bench]) -> None:
    second = task("Count only real prices").replace("T1", "T2")
    bench = lay(TASK + second)
    bench.start()
    bench.work()
    bench.done()
    bench.start("T2")
    bench.put({"shop/cart.py": FIXED + COUNT.replace("len(prices)", "len(list(prices))")}, "Count")
    bench.done("T2")
    assert (bench.state("T1"), bench.state("T2")) == ("done", "done")


CHECK = "- [ ] T{n}: {title}\n  - Files: `{file}` (modify)\n  - Verification: `./check.sh` passes\n"


def test_what_another_task_of_the_plan_names_is_named(lay: Callable[..., Bench]) -> None:
    tasks = CHECK.format(n=1, title="Reject negative prices in `total`", file="shop/cart.py")
    tasks += CHECK.format(n=2, title="Check all tests", file="check.sh")
    bench = lay(tasks, files={"check.sh": f"#!/bin/sh\n{RUN}\n"})
    (bench.root / "check.sh").chmod(0o755)
    bench.commit("Let it run")
    bench.start("T1")
    bench.start("T2")
    bench.put({"shop/cart.py": FIXED + COUNT, "check.sh": "#!/bin/sh\nset -e\npython3 -m unittest\n"}, "Both")
    bench.done("T2")
    bench.done("T1")
    assert bench.state("T1") == "done"
