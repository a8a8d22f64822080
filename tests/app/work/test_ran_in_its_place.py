"""What a command ran over is what is committed: files beside it are refused, or named in the receipt."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from work_bench import CHECKED, COUNT, FIXED

from groundplan.app.probes.families import Family
from groundplan.app.probes.permits import Permit, is_permitted, read_permits
from groundplan.app.work.closing import close
from groundplan.app.work.verifying import Manner, find_programs
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from work_bench import Bench

    from groundplan.plan.task_command import TaskCommand

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


def fake(folder: Path, name: str) -> str:
    """Make a program that is happy about anything, and return the PATH on which it comes first."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("#!/bin/sh\necho Ran 3 tests\n")
    (folder / name).chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize("words", ["python3 -m unittest tests.test_cart", "env A=1 python3 -m unittest"])
def test_a_program_that_comes_first_on_path_since_is_not_the_one_allowed(
    lay: Callable[..., Bench], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    task = f"- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `{words}` passes\n"
    bench = lay(task)
    bench.start()
    bench.put({"shop/cart.py": "raise SystemExit(1)\n"}, "Break it")
    before = os.environ["PATH"]
    monkeypatch.setenv("PATH", fake(tmp_path / "home/evil/bin", "python3"))
    with pytest.raises(GroundplanError, match=r"No person has allowed .* with `.*/evil/bin/python3`"):
        bench.done()
    assert bench.state() == "started"
    monkeypatch.setenv("PATH", before)
    with pytest.raises(GroundplanError, match="exit code"):
        bench.done()


def test_a_folder_of_path_that_is_none_by_itself_does_not_count(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(bench.root / "odd", "python3")
    bench.commit("A program of one's own")
    bench.start()
    bench.put({"shop/cart.py": "raise SystemExit(1)\n"}, "Break it")
    monkeypatch.chdir(bench.root)
    monkeypatch.setenv("PATH", f"odd{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(GroundplanError, match="exit code"):
        bench.done()


def test_a_virtual_environment_that_is_made_later_is_the_projects_own(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    ignore(bench, ".venv/")
    real = shutil.which("python3")
    assert real is not None
    (bench.root / ".venv/bin").mkdir(parents=True)
    (bench.root / ".venv/pyvenv.cfg").write_text("home = /usr/bin\n")
    (bench.root / ".venv/bin/python3").symlink_to(real)
    for idle in ("pytest", "unittest"):  # `-m` runs a module
        (bench.root / ".venv/bin" / idle).symlink_to(real)
    bench.start()
    bench.work()
    new = f"`{bench.root}/.venv/bin/python3`, which was not there when it was allowed"
    assert bench.done().rests == (new,), "an honest one is usual, and one that was put there is seen"


def test_a_program_that_lies_ignored_in_the_repository_is_not_the_projects_own(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignore(bench, "/build/")
    bench.start()
    bench.put({"shop/cart.py": "raise SystemExit(1)\n"}, "Break it")
    monkeypatch.setenv("PATH", fake(bench.root / "build", "python3"))
    with pytest.raises(GroundplanError, match=r"No person has allowed .* with `.*/build/python3`"):
        bench.done()


def test_a_person_allows_another_program_once_and_sees_which(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.start()
    bench.work()
    monkeypatch.setenv("PATH", fake(tmp_path / "odd", "python3"))
    opened = bench.open()
    asked: list[str] = []

    def consent(commands: Sequence[TaskCommand]) -> bool:
        asked.extend(path for each in commands for path in find_programs(opened.workspace, each.argv))
        return True

    closed = close(opened, "T1", caller=bench.ann, consent=consent, manner=Manner())
    assert asked == [f"{tmp_path}/odd/python3"]
    assert closed.rests == (f"`python3` as `{tmp_path}/odd/python3`",)
    assert "GP407" in bench.codes()


def test_a_variable_that_steers_is_named(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.start()
    bench.work()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert bench.done().rests == ("variable `PYTHONPATH`",)


def test_compiled_code_that_lies_beside_its_source_does_not_run(bench: Bench) -> None:
    ignore(bench, "__pycache__/")
    bench.start()
    broken, sound = "def total(prices):\n    return 0\n", FIXED + COUNT
    bench.put({"shop/cart.py": broken + COUNT, "tests/test_cart.py": CHECKED}, "Break it")
    source = bench.root / "shop/cart.py"
    made = py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    source.write_text(sound, "utf-8")
    forged = py_compile.compile(
        str(source), cfile=made, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
    )
    source.write_text(broken + COUNT, "utf-8")
    plain = subprocess.run(
        [sys.executable, "-m", "unittest", "-q", "tests.test_cart"], cwd=bench.root, check=False
    )
    assert plain.returncode == 0, f"the trap springs: {forged} runs in place of its source"
    with pytest.raises(GroundplanError, match="exit code"):
        bench.done()
    assert bench.state() == "started"


def test_an_honest_task_rests_on_its_commits_alone(
    lay: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/usr/local/bin:/usr/bin:/bin")
    bench = lay()
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
