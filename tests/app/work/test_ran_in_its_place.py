"""What a command ran over is what is committed: files beside it are refused, or named in the receipt."""

from __future__ import annotations

import os
import pwd
import py_compile
import shutil
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from work_bench import CHECKED, COUNT, FIXED

from groundplan.app.probes.families import Family
from groundplan.app.probes.permits import Permit, is_permitted, read_permits
from groundplan.app.work import closing
from groundplan.app.work.closing import close
from groundplan.app.work.verifying import Manner, find_programs
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from work_bench import Bench

    from groundplan.plan.task_command import TaskCommand

BROKEN = "def total(prices):\n    raise NotImplementedError\n" + COUNT
FAKE = "import os\nprint('Ran 3 tests in 0.1s\\n\\nOK', flush=True)\nos._exit(0)\n"
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


def an_ignored_link_is_named_like_a_module_of_pythons(bench: Bench) -> None:
    outside = bench.root.parent / "outside"
    outside.mkdir()
    (outside / "__init__.py").write_text(FAKE)
    (bench.root / "difflib").symlink_to(outside)
    ignore(bench, "/difflib")


def an_ignored_folder_looks_like_an_environment(bench: Bench) -> None:
    ignore(bench, "/difflib")
    bench.put({"difflib/__init__.py": FAKE, "difflib/pyvenv.cfg": "", "difflib/bin/python": ""})


def an_ignored_compiled_module(bench: Bench) -> None:
    ignore(bench, "*.pyc")
    (bench.root.parent / "difflib.py").write_text(FAKE)
    py_compile.compile(str(bench.root.parent / "difflib.py"), cfile=str(bench.root / "difflib.pyc"))


def an_ignored_extension_hides_a_module(bench: Bench) -> None:
    ignore(bench, "*.so")
    bench.put({"shop/cart.so": "ELF"})


def an_ignored_extension_of_this_python_hides_a_module(bench: Bench) -> None:
    ignore(bench, "*.so")
    bench.put({"shop/cart.abi3.so": "ELF"})


def an_ignored_extension_is_the_runner(bench: Bench) -> None:
    ignore(bench, "*.so")
    bench.put({"tests/unittest.cpython-311-x86_64-linux-gnu.so": "ELF"})


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
    an_ignored_link_is_named_like_a_module_of_pythons,
    an_ignored_folder_looks_like_an_environment,
    an_ignored_compiled_module,
    an_ignored_extension_hides_a_module,
    an_ignored_extension_of_this_python_hides_a_module,
    an_ignored_extension_is_the_runner,
]


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_code_that_fails_is_not_proven_by(bench: Bench, cheat: Callable[[Bench], None]) -> None:
    bench.start()
    bench.put({"shop/cart.py": BROKEN, "tests/test_cart.py": CHECKED}, "Reject negative prices")
    cheat(bench)
    with pytest.raises(GroundplanError, match=r"Not committed|decides what its command does"):
        bench.done()
    assert bench.state() == "started"


def swap_when(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, swaps: Sequence[Callable[[], object]]
) -> None:
    """Do one thing to the files when a function is called, and others when it returns."""
    real = getattr(module, name)

    def called(*words: object, **more: object) -> object:
        swaps[0]()
        try:
            return real(*words, **more)
        finally:
            for swap in swaps[1:]:
                swap()

    monkeypatch.setattr(module, name, called)


def break_it(bench: Bench) -> tuple[Callable[[], object], Callable[[], object]]:
    """Commit work that fails; return what puts sound work in its place, and what puts it back."""
    bench.start()
    bench.put({"shop/cart.py": BROKEN, "tests/test_cart.py": CHECKED}, "Reject negative prices")
    cart = bench.root / "shop/cart.py"
    return lambda: cart.write_text(FIXED + COUNT), lambda: cart.write_text(BROKEN)


@pytest.mark.parametrize("moment", ["_find_work", "demand_allowed", "_verify_all"])
def test_a_file_swapped_after_it_was_looked_at_proves_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    mend, _ = break_it(bench)
    opened = bench.open()
    assert opened.workspace.code.index.key("shop/cart.py"), "what the index read is the committed text"
    swap_when(monkeypatch, closing, moment, [mend])
    with pytest.raises(GroundplanError, match=r"`?shop/cart\.py`? changed|Not committed: `shop/cart\.py`"):
        close(opened, "T1", caller=bench.agent, manner=Manner())
    assert bench.state() == "started"


def test_a_file_that_is_swapped_and_put_back_is_named_in_the_receipt(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    swap_when(monkeypatch, closing, "_verify_all", break_it(bench))
    assert "`shop/cart.py`, written to while the commands ran" in bench.done().rests


def test_a_package_put_there_after_the_look_proves_nothing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_it(bench)
    swap_when(monkeypatch, closing, "_verify_all", [lambda: an_ignored_package_hides_a_module(bench)])
    with pytest.raises(GroundplanError, match=r"`shop/cart/` changed"):
        bench.done()


def test_an_ignored_folder_without_an_init_file_and_a_script_without_an_ending_are_named(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    ignore(bench, "/extra", "/web/cart", "/env", "/htmlcov")
    bench.put({"web/cart.js": "exports.x = 1\n"}, "A script")
    bench.put({"extra/rates.py": "RATE = 2\n", "web/cart": "exports.x = 2\n", "env/__init__.py": ""})
    bench.put({"env/pyvenv.cfg": "", "htmlcov/index.html": "", "htmlcov/report.js": "1\n"})
    bench.start()
    bench.work()
    named = ("env/", "extra/", "web/cart")
    assert bench.done().rests == tuple(f"`{path}`, which git ignores" for path in named)


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


DROPPED = (
    *("LD_AUDIT", "LD_PRELOAD", "npm_config_script_shell", "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER"),
    *("_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "GOFLAGS", "RUBYOPT", "PERL5OPT", "PHPRC", "PYTHONUSERBASE"),
    *("NODE_OPTIONS", "GCONV_PATH", "BASH_FUNC_x%%", "XDG_CONFIG_HOME", "GIT_DIR", "PYTEST_ADDOPTS"),
)
SEEN = "import os\nwanted = {names}\nraise SystemExit(sum(each in os.environ for each in wanted))\n"


def seeing(lay: Callable[..., Bench], script: str) -> Bench:
    task = (
        "- [ ] T1: Reject\n  - Files: `shop/cart.py` (modify)\n  - Verification: `python3 seen.py` passes\n"
    )
    bench = lay(task, files={"seen.py": script})
    bench.start()
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    return bench


def receipt_of(bench: Bench) -> dict[str, Any]:
    [entry] = [each for each in bench.open().history.entries if each.kind == "receipt"]
    return dict(entry.body)


def test_a_command_gets_no_variable_that_steers_and_the_receipt_says_which_were_set(
    lay: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = seeing(lay, SEEN.format(names=[*DROPPED, "MY_OWN"]))
    config = bench.root.parent / "home/.config"
    for name in (*DROPPED, "MY_OWN"):
        monkeypatch.setenv(name, str(config))
    closed = bench.done()
    assert not any(name in line for name in DROPPED for line in closed.rests)
    assert set(receipt_of(bench)["dropped"]) >= {*DROPPED} - {"BASH_FUNC_x%%"}
    assert "MY_OWN" not in str(receipt_of(bench)), "a name of one's own is not published"


def test_a_command_has_the_home_that_the_system_knows(lay: Callable[..., Bench]) -> None:
    home = pwd.getpwuid(os.getuid()).pw_dir
    bench = seeing(lay, f"import os\nraise SystemExit(os.environ['HOME'] != {home!r})\n")
    assert os.environ["HOME"] != home
    bench.done()
    assert "HOME" in receipt_of(bench)["dropped"]


def test_the_users_own_file_passes_variables_on_and_those_that_steer_are_named(
    lay: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = SEEN.format(names=["SHOP_DB", "RUBYOPT"]).replace("(sum", "(2 - sum")
    bench = seeing(lay, f"import os\nos.environ['SHOP_DB']\n{script}")
    monkeypatch.setenv("SHOP_DB", "here")
    monkeypatch.setenv("RUBYOPT", "-w")
    with pytest.raises(GroundplanError) as refused:
        bench.done()
    assert "not given your variable `SHOP_DB`" in str(refused.value.hint)
    file = bench.root.parent / "home/.config/groundplan/probes.toml"
    file.write_text('variables = ["SHOP_DB", "RUBYOPT", "HOME"]\n\n' + file.read_text())
    assert [each for each in bench.done().rests if "variable" in each and "PYTHONPATH" not in each] == [
        "variable `HOME`",
        "variable `RUBYOPT`",
    ]


def test_settings_above_the_repository_and_tools_in_odd_folders_are_named(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bench.root.parent / "pytest.ini").write_text("[pytest]\naddopts = --co\n")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "java"))
    monkeypatch.setenv("GOROOT", "/usr/lib/go")
    bench.start()
    bench.work()
    rests = bench.done().rests
    assert "`../pytest.ini`, above the repository" in rests
    assert "variable `JAVA_HOME`" in rests
    assert "variable `GOROOT`" not in rests


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
