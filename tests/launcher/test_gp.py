"""./gp sets its environment up once, whatever happens meanwhile, and then is out of the way."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Checkout, FirstUse

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="signals and symbolic links of POSIX"),
]


def test_the_first_use_sets_up_and_then_does_what_was_asked(first_use: FirstUse) -> None:
    done, venv = first_use.done, first_use.checkout.venv
    said = json.loads(done.stdout)
    assert said["words"] == ["new", "a goal with spaces"]
    assert said["folder"] == str(first_use.folder)
    assert said["prefix"] == str(venv)
    assert done.stderr.splitlines() == [f"groundplan: setting up {venv} (once)"]


def test_a_later_use_is_silent_and_hands_the_exit_code_on(made: Checkout) -> None:
    done = made.gp("refuse")
    assert (done.returncode, done.stderr) == (3, "")


def test_a_changed_lock_file_is_installed_again(made: Checkout) -> None:
    lock = made.folder / "requirements.lock"
    lock.write_text(lock.read_text() + "# changed\n")
    assert "up to date" in made.gp().stderr
    assert made.gp().stderr == ""


def test_an_environment_whose_python_is_gone_is_made_anew(made: Checkout) -> None:
    for name in ("python", "python3"):
        link = made.venv / "bin" / name
        link.unlink()
        link.symlink_to("/nowhere/python")
    done = made.gp()
    assert done.returncode == 0, done.stderr
    assert "up to date" in done.stderr


def test_a_groundplan_that_was_uninstalled_is_put_back(made: Checkout) -> None:
    (made.venv / "bin/groundplan").unlink()
    assert made.gp("again").returncode == 0


@pytest.mark.crash
@pytest.mark.parametrize("seconds", [0.5, 2.5])
def test_a_killed_setup_is_made_anew(checkout: Checkout, seconds: float) -> None:
    first = checkout.start()
    time.sleep(seconds)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    done = checkout.gp("again")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["words"] == ["again"]


def test_of_two_first_uses_at_once_one_sets_up_and_both_run_where_they_were_told(
    checkout: Checkout, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    both = [checkout.start(word, GROUNDPLAN_VENV=str(elsewhere)) for word in ("one", "two")]
    done = [process.communicate(timeout=120) for process in both]
    said = [json.loads(out) for out, _ in done]
    assert [each["words"] for each in said] == [["one"], ["two"]]
    assert sum("setting up" in err for _, err in done) == 1
    assert {each["prefix"] for each in said} == {str(elsewhere)}
    assert not checkout.venv.exists()


def test_links_to_gp_and_check_work_from_any_folder(made: Checkout, tmp_path: Path) -> None:
    for name in ("gp", "check"):
        (tmp_path / name).symlink_to(made.folder / name)
    done = made.run(tmp_path / "gp", "new", cwd=tmp_path)
    assert json.loads(done.stdout)["prefix"] == str(made.venv), done.stderr
    assert json.loads(done.stdout)["folder"] == str(tmp_path)
    done = made.run(tmp_path / "check", "--fast", cwd=tmp_path)
    assert done.stdout == "checked --fast\n", done.stderr


def test_groundplan_is_told_what_it_was_started_as(made: Checkout, tmp_path: Path) -> None:
    (tmp_path / "gp").symlink_to(made.folder / "gp")
    (made.folder / "gp").chmod(0o755)
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    for typed in ("./gp", "gp"):
        argv = ["sh", "-c", f'PATH="$1"; {typed}', "sh", path]
        done = subprocess.run(argv, cwd=made.folder, capture_output=True, text=True, check=False)
        assert json.loads(done.stdout)["started_as"] == typed, done.stderr


def test_an_environment_for_development_serves_groundplan_as_well(made: Checkout, tmp_path: Path) -> None:
    (made.folder / "requirements-dev.lock").write_text("# another day\n")
    assert "up to date" in made.run(made.folder / "check", cwd=tmp_path).stderr
    assert made.gp().stderr == ""


def test_a_package_that_cannot_be_had_is_an_outside_failure_with_a_hint(
    made: Checkout, checkout: Checkout
) -> None:
    shutil.copytree(made.venv, checkout.venv, symlinks=True)  # made from another lock file
    (checkout.folder / "requirements.lock").write_text("missing==1.0 --hash=sha256:" + "0" * 64 + "\n")
    done = checkout.gp()
    assert (done.returncode, done.stdout) == (5, "")
    assert "error: pip could not install the packages" in done.stderr
    assert "missing==1.0" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("hint: ")
