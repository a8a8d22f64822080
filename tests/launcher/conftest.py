"""A small checkout that ./gp can set up without a network: the real launcher and three files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Builds the project by itself, so that pip needs no index.
BACKEND = """
import pathlib, zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    info = "groundplan-0.dist-info/"
    files = {
        "groundplan.pth": str(pathlib.Path(__file__).parent / "src"),
        info + "METADATA": "Metadata-Version: 2.1\\nName: groundplan\\nVersion: 0\\n",
        info + "WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        info + "entry_points.txt": "[console_scripts]\\ngroundplan = echo:main\\n",
    }
    files[info + "RECORD"] = "".join(name + ",,\\n" for name in [*files, info + "RECORD"])
    with zipfile.ZipFile(pathlib.Path(folder) / "groundplan-0-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return "groundplan-0-py3-none-any.whl"

build_wheel = build_editable
"""
ECHO = """
import json, os, sys

def main():
    started_as = os.environ["GROUNDPLAN_STARTED_AS"]
    told = {"words": sys.argv[1:], "folder": os.getcwd(), "prefix": sys.prefix, "started_as": started_as}
    print(json.dumps(told))
    return 3 if "refuse" in sys.argv else 0
"""
PROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
"""


@dataclass(frozen=True)
class Checkout:
    """A checkout with the real launcher and a groundplan that only repeats what it is told."""

    folder: Path

    @property
    def venv(self) -> Path:
        return self.folder / ".venv"

    def start(self, *words: str, cwd: Path | None = None, **environment: str) -> subprocess.Popen[str]:
        outer = {name: value for name, value in os.environ.items() if not name.startswith("GROUNDPLAN_")}
        return subprocess.Popen(
            [sys.executable, str(self.folder / "gp"), *words],
            cwd=cwd or self.folder,
            env={**outer, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, script: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, script, *words],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def gp(
        self, *words: str, cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        with self.start(*words, cwd=cwd, **environment) as process:
            out, err = process.communicate(timeout=120)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def make_checkout(folder: Path) -> Checkout:
    (folder / "tools").mkdir(parents=True)
    (folder / "src").mkdir()
    for name in ("gp", "check", "tools/setup_venv.py"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "tools/check_steps.py").write_text("import sys\nprint('checked', *sys.argv[1:])\n")
    (folder / "requirements-dev.lock").write_text("# nothing to install\n")
    (folder / "requirements.lock").write_text("# nothing to install\n")
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "backend.py").write_text(BACKEND)
    (folder / "src/echo.py").write_text(ECHO)
    return Checkout(folder)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return make_checkout(tmp_path / "check out")


@dataclass(frozen=True)
class FirstUse:
    """A checkout, and what its launcher did when it was started for the first time."""

    checkout: Checkout
    folder: Path
    done: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def first_use(tmp_path_factory: pytest.TempPathFactory) -> FirstUse:
    folder = tmp_path_factory.mktemp("launcher")
    checkout = make_checkout(folder / "check out")
    return FirstUse(checkout, folder, checkout.gp("new", "a goal with spaces", cwd=folder))


@pytest.fixture(scope="module")
def made(first_use: FirstUse) -> Checkout:
    """A checkout whose environment is there; tests that change it put it back."""
    assert first_use.done.returncode == 0, first_use.done.stderr
    return first_use.checkout
