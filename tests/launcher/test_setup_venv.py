"""What stops a setup is said with the next step, and a folder that is not ours is never emptied."""

from __future__ import annotations

import ast
import importlib.util
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


@pytest.mark.parametrize("script", ["gp", "check", "tools/setup_venv.py"])
def test_what_starts_first_is_readable_to_an_old_python(script: str) -> None:
    # Else an old Python answers with a syntax error and not with our message.
    ast.parse((ROOT / script).read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.slow
def test_the_development_lock_covers_the_runtime_so_one_setup_serves_both(
    setup_venv: ModuleType, checkout: Checkout
) -> None:
    (checkout.folder / "requirements-dev.lock").write_text("# nothing to install\n")
    setup_venv.ready("dev")
    assert setup_venv.is_current(str(checkout.venv), "runtime")
    assert checkout.gp().stderr == ""


def test_how_a_tool_is_set_does_not_ask_for_a_new_setup(setup_venv: ModuleType, checkout: Checkout) -> None:
    project = checkout.folder / "pyproject.toml"
    before = setup_venv.wanted("runtime")
    project.write_text(project.read_text() + "\n[tool.ruff]\nline-length = 110\n")
    assert setup_venv.wanted("runtime") == before
    project.write_text("[project]\nname = 'other'\n" + project.read_text())
    assert setup_venv.wanted("runtime") != before
