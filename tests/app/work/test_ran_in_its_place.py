"""What a command ran over is what is committed: files beside it are refused, or named in the receipt."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from work_bench import CHECKED, COUNT, FIXED

from groundplan.app.probes.families import Family
from groundplan.app.probes.permits import Permit, is_permitted, read_permits
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from work_bench import Bench

BROKEN = "def total(prices):\n    raise NotImplementedError\n" + COUNT
RUNNER = "print('Ran 3 tests in 0.1s')\nprint('OK')\n"


def ignore(bench: Bench, *patterns: str) -> None:
    (bench.root / ".git/info/exclude").write_text("\n".join(patterns) + "\n")


def an_ignored_package_hides_a_module(bench: Bench) -> None:
    ignore(bench, "/shop/cart/")
    bench.put({"shop/cart/__init__.py": FIXED + COUNT})


def a_file_out_of_the_index(bench: Bench) -> None:
    bench.git("rm", "-q", "--cached", "shop/cart.py")
    ignore(bench, "/shop/cart.py")
    bench.put({"shop/cart.py": FIXED + COUNT})


def a_link_for_an_empty_file(bench: Bench) -> None:
    outside = bench.root.parent / "evil.py"
    outside.write_text("import sys, types\nm = sys.modules['shop.cart'] = types.ModuleType('shop.cart')\n")
    (bench.root / "shop/__init__.py").unlink()
    (bench.root / "shop/__init__.py").symlink_to(outside)


def a_link_for_a_folder(bench: Bench) -> None:
    (bench.root / "shop").rename(bench.root.parent / "shop")
    (bench.root / "shop").symlink_to(bench.root.parent / "shop")


def an_ignored_runner(bench: Bench) -> None:
    ignore(bench, "/unittest.py")
    bench.put({"unittest.py": RUNNER})


def an_ignored_runner_in_a_folder(bench: Bench) -> None:
    ignore(bench, "/unittest/")
    bench.put({"unittest/__init__.py": "", "unittest/__main__.py": RUNNER})


def an_untracked_link_is_the_runner(bench: Bench) -> None:
    (bench.root.parent / "evil.py").write_text(RUNNER)
    (bench.root / "unittest.py").symlink_to(bench.root.parent / "evil.py")


def a_committed_link_is_the_runner(bench: Bench) -> None:
    bench.put({"docs/notes.txt": RUNNER})
    (bench.root / "unittest.py").symlink_to("docs/notes.txt")
    bench.commit("Notes")


def a_committed_folder_is_the_runner(bench: Bench) -> None:
    bench.put({"unittest/__init__.py": "", "unittest/__main__.py": RUNNER}, "Notes")


CHEATS: list[Callable[[Bench], None]] = [
    an_ignored_package_hides_a_module,
    a_file_out_of_the_index,
    a_link_for_an_empty_file,
    a_link_for_a_folder,
    an_ignored_runner,
    an_ignored_runner_in_a_folder,
    an_untracked_link_is_the_runner,
    a_committed_link_is_the_runner,
    a_committed_folder_is_the_runner,
]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_code_that_fails_is_not_proven_by(bench: Bench, cheat: Callable[[Bench], None]) -> None:
    bench.start()
    bench.put({"shop/cart.py": BROKEN, "tests/test_cart.py": CHECKED}, "Reject negative prices")
    cheat(bench)
    with pytest.raises(GroundplanError, match=r"Not committed|decides what its command does"):
        bench.done()
    assert bench.state() == "started"


def test_a_binary_file_or_a_mode_that_is_not_as_committed_is_not_committed(bench: Bench) -> None:
    (bench.root / "shop/rates.bin").write_bytes(b"\0old")
    bench.commit("Rates")
    bench.start()
    bench.work()
    (bench.root / "shop/rates.bin").write_bytes(b"\0new")
    with pytest.raises(GroundplanError, match=r"Not committed: `shop/rates\.bin`"):
        bench.done()
    bench.git("checkout", "-q", "shop/rates.bin")
    (bench.root / "shop/old.py").chmod(0o755)
    with pytest.raises(GroundplanError, match=r"Not committed: `shop/old\.py`"):
        bench.done()
    (bench.root / "shop/old.py").chmod(0o644)
    bench.done()


def test_a_command_that_changes_committed_files_proves_nothing(lay: Callable[..., Bench]) -> None:
    run = "python3 patch.py"
    patch = "import pathlib\npathlib.Path('shop/old.py').write_text('LEGACY = False\\n')\n"
    bench = lay(
        f"- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `{run}` passes\n",
        files={"patch.py": patch},
    )
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    with pytest.raises(GroundplanError, match=r"`shop/old\.py` changed while the commands ran"):
        bench.done()
    assert bench.state() == "started"


def test_ignored_code_that_may_have_run_is_named_in_the_receipt_and_by_check(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    ignore(bench, "/shop/local.py", "/node_modules/", "__pycache__/", "*.log")
    more = {"shop/local.py": "RATE = 2\n", "node_modules/x/index.js": "1\n", "run.log": "x\n"}
    bench.put(more)
    bench.start()
    bench.work()
    closed = bench.done()
    assert closed.rests == ("`shop/local.py`, which git ignores",)
    assert bench.state() == "done", "honest work has such files"
    [found] = [each for each in bench.open().judgement.findings if each.code == "GP407"]
    assert "The receipt of `T1` rests on what no commit has: `shop/local.py`" in found.message
    assert not found.blocks


def test_a_program_from_an_unusual_folder_and_a_variable_that_steers_are_named(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "python3").write_text("#!/bin/sh\necho Ran 3 tests\n")
    (folder / "python3").chmod(0o755)
    bench.start()
    bench.work()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    assert bench.done().rests == (f"`python3` as `{folder}/python3`", "variable `PYTHONPATH`")
    assert "GP407" in bench.codes()


def test_an_honest_task_rests_on_its_commits_alone(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("PATH", "/usr/local/bin:/usr/bin:/bin")
    bench.start()
    bench.work()
    (bench.root / "latest.py").symlink_to("shop/cart.py")
    bench.commit("A link that stays inside")
    assert bench.done().rests == ()
    assert "GP407" not in bench.codes()


def test_a_verification_is_allowed_for_its_folder_and_for_no_patch(lay: Callable[..., Bench]) -> None:
    verified = "`cd tests && python3 test_cart.py` passes"
    bench = lay(f"- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: {verified}\n")
    allowed = read_permits(str(bench.root), os.environ)
    family = Family(("python3", "test_cart.py"))
    there = Permit(str(bench.root), family, is_unconfined=True, is_verification=True, folder="tests")
    assert [each.covers(there) for each in allowed] == [True]
    for other in (
        replace(there, folder="shop"),
        replace(there, folder=""),
        replace(there, is_verification=False),
    ):
        assert not is_permitted(other, os.environ)
