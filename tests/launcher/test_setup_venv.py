"""What stops a setup is said with the next step, and a folder that is not ours is never emptied."""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

    from conftest import Checkout

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def setup_venv(checkout: Checkout) -> ModuleType:
    """The launcher's own module, rooted in the small checkout."""
    path = checkout.folder / "tools/setup_venv.py"
    spec = importlib.util.spec_from_file_location("setup_venv_under_test", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_folder_that_is_not_ours_is_left_alone(checkout: Checkout) -> None:
    checkout.venv.mkdir()
    (checkout.venv / "thesis.txt").write_text("irreplaceable")
    done = checkout.gp()
    assert (done.returncode, done.stdout) == (5, "")
    assert "was not made by ./gp" in done.stderr
    assert "hint: Move it away" in done.stderr
    assert (checkout.venv / "thesis.txt").read_text() == "irreplaceable"


def test_a_place_that_cannot_be_written_is_named_with_a_way_out(checkout: Checkout) -> None:
    done = checkout.gp(GROUNDPLAN_VENV=str(checkout.folder / "gp" / "venv"))
    assert (done.returncode, done.stdout) == (5, "")
    assert "error: Cannot write the environment" in done.stderr
    assert "hint: Name a folder you may write to: GROUNDPLAN_VENV=" in done.stderr


def test_an_old_python_is_told_its_version(setup_venv: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    with pytest.raises(setup_venv.SetupError, match=r"Python 3\.9 is too old"):
        setup_venv.ready("runtime")


def test_a_missing_venv_module_is_told_with_the_package_to_install(
    setup_venv: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_venv, "run", lambda argv: "No module named venv")
    with pytest.raises(setup_venv.SetupError) as stopped:
        setup_venv.ready("runtime")
    assert "No module named venv" in stopped.value.message
    assert "apt install python3-venv" in stopped.value.hint


def test_a_missing_network_is_told_from_other_failures(setup_venv: ModuleType) -> None:
    assert "needs the network" in setup_venv.pip_hint(
        "Failed to establish a new connection: Connection refused"
    )
    assert "needs the network" not in setup_venv.pip_hint("THESE PACKAGES DO NOT MATCH THE HASHES")


def test_a_missing_lock_file_is_named(setup_venv: ModuleType, checkout: Checkout) -> None:
    (checkout.folder / "requirements.lock").unlink()
    with pytest.raises(setup_venv.SetupError, match=r"`requirements\.lock` is missing"):
        setup_venv.ready("runtime")


# A message from Debian's own Python without python3-venv.
NO_ENSUREPIP = """\
The virtual environment was not created successfully because ensurepip is not
available.  On Debian/Ubuntu systems, you need to install the python3-venv
package using the following command.

    apt install python3.11-venv

You may need to use sudo with that command.  After installing the python3-venv
package, recreate your virtual environment.

Failing command: /home/ann/groundplan/.venv/bin/python3
"""


def test_a_python_without_ensurepip_is_told_with_the_package_to_install(
    setup_venv: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "python3"
    broken.write_text(f"#!/bin/sh\ncat <<'END'\n{NO_ENSUREPIP}END\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    with pytest.raises(setup_venv.SetupError) as stopped:
        setup_venv.ready("runtime")
    assert "ensurepip is not" in stopped.value.message
    assert "apt install python3-venv" in stopped.value.hint


# What Python 3 reads and Python 2 does not.
TOO_NEW = (
    *(ast.AnnAssign, ast.AsyncFunctionDef, ast.Await, ast.JoinedStr, ast.NamedExpr, ast.Nonlocal),
    *(ast.Match, ast.MatMult, ast.YieldFrom),
)


@pytest.mark.parametrize("script", ["gp", "check", "tools/setup_venv.py"])
def test_what_starts_first_is_readable_to_an_old_python(script: str) -> None:
    # Else an old Python answers with a syntax error and not with our message.
    text = (ROOT / script).read_bytes().decode("ascii")
    for node in ast.walk(ast.parse(text, feature_version=(3, 4))):
        assert not isinstance(node, TOO_NEW), node.lineno
        if isinstance(node, ast.Raise):
            assert node.cause is None, node.lineno
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            assert not any(isinstance(each, ast.Starred) for each in node.elts), node.lineno
        elif isinstance(node, ast.Dict):
            assert None not in node.keys, node.lineno
        elif isinstance(node, ast.arg):
            assert node.annotation is None, node.lineno
        elif isinstance(node, ast.arguments):
            assert not node.kwonlyargs
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "super"}, node.lineno


OLD_PYTHONS = [
    python
    for python in Path.home().glob(".pyenv/versions/*.*/bin/python")
    if [int(part) for part in re.findall(r"\d+", python.parts[-3])[:2]] < [3, 11]
]


@pytest.mark.parametrize("script", ["gp", "check"])
@pytest.mark.parametrize("python", OLD_PYTHONS, ids=lambda python: python.parts[-3])
def test_an_old_python_of_this_machine_says_that_it_is_too_old(
    checkout: Checkout, python: Path, script: str
) -> None:
    done = subprocess.run([python, checkout.folder / script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (5, "")
    assert re.match(
        r"error: Python \d\.\d+ is too old: groundplan needs 3\.11 or newer\n\nhint: ", done.stderr
    )


@pytest.mark.parametrize(
    ("script", "found_first", "command"),
    [
        ("./gp", "", "./gp"),
        ("../groundplan/gp", "", "../groundplan/gp"),
        ("{here}/gp", "", "{here}/gp"),
        ("{here}/gp", "{here}", "gp"),
        ("{here}/gp", "{here}/other:{here}", "{here}/gp"),
        ("{here}/linked/gp", "{here}", "gp"),
        ("{here}/it's mine/gp", "", r"'{here}/it'\''s mine/gp'"),
    ],
)
def test_the_command_that_starts_gp_again_is_what_was_typed(
    setup_venv: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    script: str,
    found_first: str,
    command: str,
) -> None:
    for folder in (tmp_path, tmp_path / "other"):
        folder.mkdir(exist_ok=True)
        (folder / "gp").touch()
    (tmp_path / "linked").symlink_to(tmp_path)
    monkeypatch.setenv("PATH", found_first.format(here=tmp_path))
    assert setup_venv.started_as(script.format(here=tmp_path)) == command.format(here=tmp_path)


@pytest.mark.parametrize(
    ("folder", "read_by", "command"),
    [
        ("", "a person", "./gp"),
        ("below", "a person", "../gp"),
        ("below", "an agent", "{here}/gp"),
    ],
)
def test_an_absolute_path_is_spelled_from_the_folder_of_whoever_reads_it(
    setup_venv: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    folder: str,
    read_by: str,
    command: str,
) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "gp").touch()
    monkeypatch.setenv("PATH", "")
    monkeypatch.chdir(tmp_path / folder)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: read_by == "a person")
    assert setup_venv.started_as(f"{tmp_path}/gp") == command.format(here=tmp_path)


@pytest.mark.parametrize(
    ("executable", "command"), [("/usr/bin/python3.12", "python3.12 gp"), ("/Python/python.exe", "python gp")]
)
def test_a_script_that_python_was_given_is_started_by_python_again(
    setup_venv: ModuleType, monkeypatch: pytest.MonkeyPatch, executable: str, command: str
) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    assert setup_venv.started_as("gp") == command


def test_how_a_tool_is_set_does_not_ask_for_a_new_setup(setup_venv: ModuleType, checkout: Checkout) -> None:
    project = checkout.folder / "pyproject.toml"
    before = setup_venv.wanted("runtime")
    project.write_text(project.read_text() + "\n[tool.ruff]\nline-length = 110\n")
    assert setup_venv.wanted("runtime") == before
    project.write_text("[project]\nname = 'other'\n" + project.read_text())
    assert setup_venv.wanted("runtime") != before
