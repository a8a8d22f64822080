"""Branches that merged each other, so that they have two merge bases: nothing is lost, nothing approved."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from work_bench import Bench

from groundplan.app.changes.writing import write
from groundplan.app.conform.changes import read_changes
from groundplan.app.lifecycle.withdrawing import request_changes, revoke
from groundplan.app.plans.opened import open_plan
from groundplan.app.talk.deciding import Choice, decide
from groundplan.app.talk.talking import answer, ask
from groundplan.app.workspace import open_workspace
from groundplan.plan.errors import GroundplanError
from groundplan.plan.standing import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PLAN = "plans/prices.md"
LEDGER = ".groundplan/ledger"


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("laid")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(folder))
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        made = Bench.lay(folder / "repo")
        yield made
        made.close_all()


def begin(laid: Bench, root: Path) -> Bench:
    """Return a copy with an approved plan and the branches `left` and `right`."""
    shutil.copytree(laid.root, root, symlinks=True)
    bench = Bench(root, now=laid.now)
    for branch in ("left", "right"):
        bench.git("branch", branch)
    return bench


def entries(bench: Bench) -> dict[str, str]:
    return {path.name: path.read_text() for path in (bench.root / LEDGER).rglob("*.json")}


def merge(bench: Bench, ours: str, other: str, document: str) -> None:
    """Merge a commit into a branch; what git cannot merge of the document is as one side or a text has it."""
    bench.git("checkout", "-q", ours)
    with contextlib.suppress(subprocess.CalledProcessError):  # a conflict, or nothing to merge
        bench.git("merge", "-q", "--no-ff", "--no-commit", other)
    unmerged = bench.git("diff", "--name-only", "--diff-filter=U").split()
    assert set(unmerged) <= {PLAN}, "a ledger has no conflicts"
    if unmerged or document not in {"ours", "theirs"}:
        if document in {"ours", "theirs"}:
            bench.git("checkout", f"--{document}", PLAN)
        else:
            (bench.root / PLAN).write_text(document)
    bench.commit(f"Merge {other}")


def write_steps(bench: Bench, number: int) -> None:
    words = (
        f"- [ ] T1: Reject prices below {number}\n  - Files: `shop/cart.py` (modify)\n"
        "  - Verification: `python3 -m unittest tests.test_cart` passes\n"
    )
    write(bench.open(), {"steps": words}, caller=bench.ann)


def write_goal(bench: Bench, number: int) -> None:
    write(bench.open(), {"goal": f"No price is below {number}.\n"}, caller=bench.ann)


ACTS: dict[str, Callable[[Bench, int], object]] = {
    "write steps": write_steps,
    "write goal": write_goal,
    "approve": lambda bench, _: bench.approve(),
    "revoke": lambda bench, _: revoke(bench.open(), "ready", caller=bench.ann, reason="not yet"),
    "change": lambda bench, _: request_changes(bench.open(), "ready", caller=bench.ann, reason="other"),
    "ask": lambda bench, n: ask(bench.open(), f"What of {n}?", caller=bench.agent),
    "answer": lambda bench, n: answer(bench.open(), "Q1", f"It is {n}.", caller=bench.ann),
    "relay": lambda bench, n: answer(bench.open(), "Q1", f"He says {n}.", caller=bench.agent),
    "decide": lambda bench, n: decide(bench.open(), Choice(f"Use {n}", "it fits"), caller=bench.ann),
}


def act(bench: Bench, branch: str, acts: list[str], first: int) -> None:
    bench.git("checkout", "-q", branch)
    for number, name in enumerate(acts, first):
        try:
            ACTS[name](bench, number)
        except GroundplanError:
            continue  # refused where it makes no sense
    bench.commit(f"Work on {branch}")


def seen(bench: Bench) -> dict[str, Any]:
    """Return all that is computed of the plan, but what depends on the commit that is checked out."""
    opened = bench.open()
    judgement = opened.judgement
    return {
        "states": {each.spec.id: each.state for each in judgement.standing.checkpoints},
        "stage": judgement.standing.stage,
        "findings": sorted((each.code, each.message, each.section) for each in judgement.findings),
        "answers": sorted(
            (each.id, each.answer.entry.id if each.answer else "") for each in judgement.promises.questions
        ),
        "decided": sorted(each.entry.id for each in judgement.promises.live_decisions),
        "relayed": sorted(each.id for each in judgement.promises.unconfirmed),
        "tasks": sorted((*key, state.progress) for key, state in judgement.promises.task_states.items()),
        "prints": opened.plan.fingerprints(),
    }


def demand_approved(bench: Bench) -> None:
    """Demand of a passed checkpoint an approval of these very words that nothing voids, by the files."""
    opened = bench.open()
    found = {each["id"]: each for each in map(json.loads, entries(bench).values())}
    past: dict[str, set[str]] = {}

    def before(entry: str) -> set[str]:
        if entry not in past:
            direct = set(found[entry]["follows"])
            past[entry] = direct.union(*map(before, direct))
        return past[entry]

    for checkpoint in opened.judgement.standing.checkpoints:
        if checkpoint.state is not State.PASSED or not checkpoint.spec.person:
            continue
        words = opened.plan.covered(checkpoint.spec.covers)
        approvals = [
            each["id"]
            for each in found.values()
            if each["kind"] == "approval" and each["body"]["sections"] == words
        ]
        voids = [each["id"] for each in found.values() if each["kind"] in {"revoke", "changes"}]
        assert any(all(void in before(approval) for void in voids) for approval in approvals)


SOME = st.lists(st.sampled_from(list(ACTS)), min_size=1, max_size=3)


@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(
    rounds=st.lists(st.tuples(SOME, SOME), min_size=2, max_size=2),
    sides=st.lists(st.sampled_from(["ours", "theirs"]), min_size=3, max_size=3),
    dates=st.lists(st.integers(10**9, 2 * 10**9), min_size=2, max_size=2),
)
def test_from_either_side_the_same_stands_and_nothing_is_lost_or_approved(
    laid: Bench,
    tmp_path_factory: pytest.TempPathFactory,
    rounds: list[tuple[list[str], list[str]]],
    sides: list[str],
    dates: list[int],
) -> None:
    bench = begin(laid, tmp_path_factory.mktemp("cross") / "repo")
    try:
        act(bench, "left", rounds[0][0], 10)
        act(bench, "right", rounds[0][1], 20)
        tips = bench.git("rev-parse", "left", "right").split()
        for branch, other, side, date in zip(("left", "right"), tips[::-1], sides, dates, strict=False):
            os.environ["GIT_COMMITTER_DATE"] = f"{date} +0000"
            merge(bench, branch, other, side)
        os.environ.pop("GIT_COMMITTER_DATE")
        act(bench, "left", rounds[1][0], 30)
        made = entries(bench)
        act(bench, "right", rounds[1][1], 40)
        made |= entries(bench)
        assert len(bench.git("merge-base", "--all", "left", "right").split()) == 2
        document = bench.git("show", f"{'left' if sides[2] == 'ours' else 'right'}:{PLAN}") + "\n"
        tips = bench.git("rev-parse", "left", "right").split()
        merge(bench, "left", tips[1], document)
        one = seen(bench)
        assert entries(bench) == made
        demand_approved(bench)
        merge(bench, "right", tips[0], document)
        assert entries(bench) == made
        assert seen(bench) == one
    finally:
        os.environ.pop("GIT_COMMITTER_DATE", None)
        bench.close_all()


# ------------------------------------------------------------------------ attacks with a choice of merge base


def cross(bench: Bench, dates: tuple[int, int]) -> None:
    """Have `main` and `work` merge each other; the dates of the commits that they merge choose a base."""
    bench.git("checkout", "-q", "-b", "work")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_COMMITTER_DATE", f"{dates[0]} +0000")
        bench.commit("On the branch")
        bench.git("checkout", "-q", "main")
        revoke(bench.open(), "ready", caller=bench.ann, reason="it is wrong")
        bench.put({"shop/old.py": "LEGACY = None\n"})
        patch.setenv("GIT_COMMITTER_DATE", f"{dates[1]} +0000")
        bench.commit("On main")
    tips = bench.git("rev-parse", "main", "work").split()
    merge(bench, "main", tips[1], "ours")
    merge(bench, "work", tips[0], "ours")
    assert len(bench.git("merge-base", "--all", "main", "work").split()) == 2


@pytest.fixture
def bench(laid: Bench, tmp_path: Path) -> Iterator[Bench]:
    made = begin(laid, tmp_path / "repo")
    yield made
    made.close_all()


@pytest.mark.parametrize("dates", [(10**9, 2 * 10**9), (2 * 10**9, 10**9)])
def test_a_revoke_that_one_of_two_merge_bases_has_is_missed(bench: Bench, dates: tuple[int, int]) -> None:
    cross(bench, dates)
    gone = [name for name, text in entries(bench).items() if json.loads(text)["kind"] == "revoke"]
    for path in (bench.root / LEDGER).rglob("*.json"):
        if path.name in gone or any(name[2:-5] in path.read_text() for name in gone):
            path.unlink()  # the revoke, and what was made in sight of it
    bench.git("checkout", "-q", "work~1", "--", PLAN)
    bench.commit("Tidy up")
    with open_workspace(bench.root, base="main") as workspace:
        opened = open_plan(workspace, "prices")
        assert any(name[2:-5] in each.message for name in gone for each in opened.judgement.findings)


@pytest.mark.parametrize("dates", [(10**9, 2 * 10**9), (2 * 10**9, 10**9)])
def test_what_a_branch_takes_back_of_one_merge_base_is_a_change(bench: Bench, dates: tuple[int, int]) -> None:
    cross(bench, dates)
    bench.put({"shop/old.py": "LEGACY = True\n"}, "Put the hole back")
    assert [each.path for each in read_changes(bench.workspace.code, "main", "work").files] == ["shop/old.py"]
    bench.git("checkout", "-q", "main")
    bench.git("merge", "-q", "--no-edit", "work")
    assert (bench.root / "shop/old.py").read_text() == "LEGACY = True\n", "and merging it does that"


@pytest.mark.parametrize("dates", [(10**9, 2 * 10**9), (2 * 10**9, 10**9)])
def test_what_came_by_either_merge_base_is_no_change_of_the_branch(
    bench: Bench, dates: tuple[int, int]
) -> None:
    cross(bench, dates)
    bench.put({"shop/new.py": "X = 1\n"}, "Work")
    changed = {each.path for each in read_changes(bench.workspace.code, "main", "work").files}
    assert changed == {"shop/new.py"}
