"""The wheel holds every file of the package, installs into a fresh environment, and plans there."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from desk import Desk

import groundplan

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/groundplan"
pytestmark = pytest.mark.slow


def pip(*words: str | Path) -> None:
    """Run pip without the network: what it builds and installs is here."""
    argv = [sys.executable, "-m", "pip", *words, "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        argv, capture_output=True, text=True, check=False, env=os.environ | {"PIP_NO_INDEX": "1"}
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", ROOT, "--no-deps", "--no-build-isolation", "--wheel-dir", folder)
    [made] = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the wheel, and the locked packages of this one within reach."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin/python"
    pip("--python", python, "install", "--no-deps", wheel)
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    # A path file: this environment's own groundplan, which is edited in place, is not reached by it.
    (packages / "locked.pth").write_text(
        f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n"
    )
    return folder / "bin/groundplan"


def test_the_wheel_has_the_version_and_every_file_of_the_package(wheel: Path) -> None:
    assert wheel.name == f"groundplan-{groundplan.__version__}-py3-none-any.whl"
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("groundplan/")}
    files = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == files
    assert {Path(name).suffix for name in packed} >= {".py", ".toml", ".md"}


def test_the_wheel_installs_one_program_and_leaves_the_name_of_another_alone(program: Path) -> None:
    assert program.exists()
    assert not program.with_name("gp").exists(), "PARI/GP has that name"


def run(desk: Desk, *argv: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(argv, cwd=desk.root, env=desk.environ, capture_output=True, text=True, check=False)


def test_an_installed_groundplan_says_its_version_and_plans(program: Path, tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert run(desk, program, "--version").stdout == f"groundplan {groundplan.__version__}\n"
    where = run(desk, program.with_name("python"), "-c", "import groundplan; print(groundplan.__file__)")
    assert Path(where.stdout.strip()).is_relative_to(program.parents[1]), "it runs from the wheel"
    planned = run(desk, program, "plan", "Retry failed uploads")
    assert planned.returncode == 0, planned.stderr
    assert desk.path("plans/retry-failed-uploads.md").exists()
    for words in (["check"], ["explain", "GP204"], ["playbook", "check"], ["code", "find", "upload"]):
        assert run(desk, program, *words).returncode == 0, words


def test_it_can_be_uninstalled(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False, symlinks=True)
    pip("--python", tmp_path / "bin/python", "install", "--no-deps", wheel)
    pip("--python", tmp_path / "bin/python", "uninstall", "--yes", "groundplan")
    assert not (tmp_path / "bin/groundplan").exists()
    assert list(tmp_path.glob("lib/python*/site-packages/groundplan*")) == []
