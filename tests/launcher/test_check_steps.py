"""The steps of ./check: which tests run under the system's own Python, and where tests write."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the Python of a POSIX system")


@pytest.fixture
def check_steps(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_steps_under_test", ROOT / "tools/check_steps.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def other_python(tmp_path: Path, check_steps: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Python of another version that notes how it is started, and then fails."""
    python = tmp_path / "python3"
    lines = ["#!/bin/sh", '[ "$1" = -c ] && echo 3.11.99 && exit']
    lines += [f'echo "$GROUNDPLAN_VENV" "$@" > {tmp_path}/noted', "exit 7", ""]
    python.write_text("\n".join(lines))
    python.chmod(0o755)
    monkeypatch.setattr(check_steps.shutil, "which", lambda name, path: str(python))
    return python


@pytest.mark.usefixtures("other_python")
@pytest.mark.parametrize("asked", [[], ["tests/plan", "-x"]])
def test_another_python_runs_the_tests_in_its_own_environment(
    check_steps: ModuleType, tmp_path: Path, asked: list[str]
) -> None:
    assert check_steps.main("/here/.venv", ["--system", "--", *asked]) == 7
    wanted = asked or list(check_steps.SYSTEM_TESTS)
    assert (tmp_path / "noted").read_text().split() == [
        *("/here/.venv-system", "check", "--fast", "--tests", "--"),
        *wanted,
    ]


def test_the_same_python_is_not_tested_twice(
    check_steps: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_steps.shutil, "which", lambda name, path: sys.executable)
    assert check_steps.main("/here/.venv", ["--system"]) == 0
    assert "the system has no other Python" in capsys.readouterr().out


def test_a_system_without_python_is_no_failure(
    check_steps: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_steps.shutil, "which", lambda name, path: None)
    assert check_steps.main("/here/.venv", ["--system"]) == 0


def test_what_is_tested_there_exists(check_steps: ModuleType) -> None:
    assert [
        folder for folder in check_steps.SYSTEM_TESTS if not (ROOT / folder.partition("::")[0]).exists()
    ] == []


class TestFolderInMemory:
    def test_tests_get_a_folder_that_is_gone_afterwards(
        self, check_steps: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("TMPDIR", raising=False)
        monkeypatch.setattr(check_steps, "MEMORY", tmp_path)
        monkeypatch.setattr(check_steps, "MEMORY_NEEDED", 1)
        with check_steps.folder_in_memory() as given:
            folder = Path(given["TMPDIR"])
            assert folder.parent == tmp_path
            (folder / "left").write_text("by a test")
        assert not folder.exists()

    def test_a_folder_that_somebody_named_is_used_instead(
        self, check_steps: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        with check_steps.folder_in_memory() as given:
            assert given == {}

    def test_one_without_room_is_left_alone(self, check_steps: ModuleType, tmp_path: Path) -> None:
        assert not check_steps.can_be_used(tmp_path / "missing")
        check_steps.MEMORY_NEEDED = 1 << 60
        assert not check_steps.can_be_used(tmp_path)
