"""Where a clone lacks history, what depends on it cannot be checked, and that is said with what brings it."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED, Bench

from groundplan.app.conform.changes import read_changes
from groundplan.app.conform.drifting import drift
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UNSHALLOW = "git fetch --unshallow"
REFETCH = "git fetch --refetch --no-filter"
PROJECT = '[project]\nname = "shop"\nversion = "1"\ndependencies = ["requests>={}"]\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    (tmp_path / "home").mkdir()


@pytest.fixture(scope="session")
def worked_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("worked")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(folder))
        made = _work(folder / "repo")
    yield made
    made.close_all()


@pytest.fixture
def worked(worked_once: Bench, home: None, tmp_path: Path) -> Bench:
    """Return a plan whose only task is done and committed, and code that went on."""
    return Bench.copy(worked_once, tmp_path / "repo")


def _work(root: Path) -> Bench:
    bench = Bench.lay(root, files={"pyproject.toml": PROJECT.format(1)})
    for name in ("allowFilter", "allowAnySHA1InWant"):
        bench.git("config", f"uploadpack.{name}", "true")
    bench.start()
    bench.work()
    bench.done()
    bench.commit("Close it")
    bench.put({"pyproject.toml": PROJECT.format(2)}, "Raise the floor")
    return bench


def clone(bench: Bench, *options: str) -> Bench:
    root = bench.root.parent / "clone"
    words = ["git", "clone", "-q", *options, f"file://{bench.root}", str(root)]
    subprocess.run(words, check=True, capture_output=True)
    return Bench(root, now=bench.now)


def receipts(bench: Bench) -> list[str]:
    findings = [each for each in bench.open().judgement.findings if each.code == "GP407"]
    return [f"{each.message} {each.hint}" for each in findings]


def test_a_receipt_whose_contents_are_here_needs_no_history(worked: Bench) -> None:
    assert receipts(clone(worked, "--depth", "1")) == []


def test_a_receipt_that_a_shallow_clone_cannot_check_is_named(worked: Bench) -> None:
    worked.put({"shop/cart.py": f"# Reworked.\n{FIXED}{COUNT}"}, "Rework it")
    assert receipts(worked) == []
    [told] = receipts(shallow := clone(worked, "--depth", "1"))
    assert "cannot be checked" in told
    assert UNSHALLOW in told
    shallow.git("fetch", "-q", "--unshallow")
    assert receipts(shallow) == []


def test_work_of_another_branch_is_not_hidden_by_a_shallow_clone(worked: Bench) -> None:
    start = worked.git("rev-list", "--max-parents=0", "HEAD")
    worked.git("checkout", "-q", "-b", "other", start)
    worked.git("checkout", "-q", "main", "--", ".groundplan", "plans")
    worked.put({"shop/cart.py": "def total(prices):\n    return 0\n"}, "Take the ledger alone")
    assert any("does not count" in each for each in receipts(worked))
    [told] = receipts(clone(worked, "--depth", "1", "--branch", "other"))
    assert "cannot be checked" in told


@pytest.mark.parametrize(
    ("option", "remedy"),
    [("--depth=1", UNSHALLOW), ("--filter=tree:0", REFETCH), ("--filter=blob:none", REFETCH)],
)
def test_drift_that_cannot_be_seen_is_not_called_none(worked: Bench, option: str, remedy: str) -> None:
    assert [each.code for each in drift(worked.open()).findings] == ["GP412"]
    found = drift(clone(worked, option).open())
    assert not found.is_clean
    [finding] = found.findings
    assert "could not be checked" in finding.message
    assert remedy in str(finding.hint)


@pytest.mark.parametrize(
    ("option", "remedy"),
    [("--depth=1", UNSHALLOW), ("--filter=tree:0", REFETCH), ("--filter=blob:none", REFETCH)],
)
def test_a_change_that_cannot_be_seen_is_not_compared(worked: Bench, option: str, remedy: str) -> None:
    with pytest.raises(GroundplanError) as caught:
        read_changes(clone(worked, option).workspace.code, "HEAD~1")
    assert remedy in str(caught.value.hint)


def test_histories_that_meet_beyond_a_shallow_end_are_not_called_strangers(worked: Bench) -> None:
    worked.git("branch", "side", "HEAD~1")
    shallow = clone(worked, "--depth", "1", "--no-single-branch")
    with pytest.raises(GroundplanError, match="no commit in common") as caught:
        read_changes(shallow.workspace.code, "origin/side")
    assert UNSHALLOW in str(caught.value.hint)


@pytest.mark.parametrize("kind", ["graft", "replace"])
def test_a_history_told_otherwise_is_not_believed(worked: Bench, kind: str) -> None:
    head, first = worked.git("rev-parse", "HEAD"), worked.git("rev-list", "--max-parents=0", "HEAD")
    if kind == "graft":
        (worked.root / ".git/info").mkdir(exist_ok=True)
        (worked.root / ".git/info/grafts").write_text(f"{head}\n")  # a head without parents
    else:
        made = worked.git("commit-tree", f"{head}^{{tree}}", "-m", "No parents")
        worked.git("replace", head, made)
    assert read_changes(worked.workspace.code, "HEAD~1").files
    assert worked.workspace.repository.merge_base("HEAD", first) == first
    assert receipts(worked) == []
