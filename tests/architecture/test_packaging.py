"""What a user installs is what the project says: pinned, hashed, small, with the playbooks inside."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

LOCKS = ["requirements.lock", "requirements-dev.lock"]
CORE = {
    *("click", "markdown-it-py"),
    *("tree-sitter", "tree-sitter-go", "tree-sitter-javascript", "tree-sitter-typescript"),
    *("tree-sitter-c", "tree-sitter-c-sharp", "tree-sitter-cpp", "tree-sitter-java", "tree-sitter-kotlin"),
    *("tree-sitter-php", "tree-sitter-ruby", "tree-sitter-rust"),
}


def pins(root: Path, lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (root / lock).read_text("utf-8"), re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    found = [re.match(r"[A-Za-z0-9_.-]+", requirement) for requirement in requirements]
    return {match[0].lower() for match in found if match}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pinned_package_carries_hashes_and_no_address(root: Path, lock: str) -> None:
    text = (root / lock).read_text("utf-8")
    entries = re.split(r"^(?=[a-z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE)
    assert [entry for entry in entries if entry and "--hash=sha256:" not in entry] == []
    assert "://" not in text


def test_the_locks_hold_what_the_project_asks_for(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert names(project["dependencies"]) <= set(pins(root, "requirements.lock"))
    assert names(project["optional-dependencies"]["dev"]) <= set(pins(root, "requirements-dev.lock"))


def test_development_runs_on_the_versions_that_users_get(root: Path) -> None:
    assert pins(root, "requirements.lock").items() <= pins(root, "requirements-dev.lock").items()


def test_the_core_asks_for_the_packages_that_were_decided_on(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert names(project["dependencies"]) == CORE


def test_the_wheel_holds_every_file_of_the_package(root: Path, tmp_path: Path) -> None:
    build = "import sys, flit_core.buildapi as flit; print(flit.build_wheel(sys.argv[1]))"
    argv = [sys.executable, "-c", build, str(tmp_path)]
    built = subprocess.run(argv, cwd=root, capture_output=True, text=True, check=True).stdout.split()[-1]
    source = root / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "groundplan").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(tmp_path / built) as wheel:
        assert wanted <= set(wheel.namelist())
