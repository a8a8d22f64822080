"""A repository with a branch, and a plan held against what the branch changed."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from desk import Desk
from seed_repos import lay

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FILES = {
    "src/__init__.py": "",
    "src/store.py": """\
class Store:
    def load(self, key):
        return self._read(key)

    def save(self, key, value):
        return key, value

    def _read(self, key):
        return key


def fetch(store):
    return store.load(1)
""",
    "src/web.py": "from src.store import Store, fetch\n\n\ndef show():\n    return fetch(Store())\n",
    "src/legacy/old.py": "def old():\n    return 1\n",
    "tests/test_store.py": """\
from src.store import Store


def test_load():
    assert Store().load(1) == 1
""",
    "docs/store.md": "# Store\n",
    "uv.lock": "version = 1\n",
    "vendor/lib/b.go": "package lib\n",
}
PLAN = """\
# Plan

## Steps

1. Change `src/store.py::Store.load`: retry once.

## Out of scope

- `src/legacy/`
"""
LOAD = ("return self._read(key)", "return self._read(key) or self._read(key)")


class Branch:
    """A change on top of `main`, made by hand, and what `conform` says to it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def change(self, path: str, old: str = "", new: str = "") -> Branch:
        if old:
            self.desk.edit(path, old, new)
        else:
            place = self.desk.path(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(new)
        return self

    def remove(self, path: str) -> Branch:
        self.desk.path(path).unlink()
        return self

    def conform(self, plan: str = PLAN, *options: str) -> dict[str, object]:
        self.desk.path("../plan.md").write_text(plan)
        ran = self.desk.pipe(
            "conform", "--base", "main", "--plan-file", str(self.desk.path("../plan.md")), "--json", *options
        )
        assert ran.code in {0, 1}, ran.said
        return ran.json()

    def found(self, plan: str = PLAN, *options: str) -> set[tuple[str, str]]:
        """Return code and subject of what blocks."""
        done = self.conform(plan, *options)
        listed: Iterable[dict[str, str]] = done["findings"]  # type: ignore[assignment]
        found = {(each["code"], each["subject"]) for each in listed if each["severity"] == "error"}
        assert done["clean"] is not bool(found)
        return found

    def told(self, plan: str = PLAN, *options: str) -> set[tuple[str, str, str]]:
        """Return severity, code and subject of all that is found."""
        listed: Iterable[dict[str, str]] = self.conform(plan, *options)["findings"]  # type: ignore[assignment]
        return {(each["severity"], each["code"], each["subject"]) for each in listed}

    def verdicts(self, plan: str = PLAN) -> dict[str, str]:
        files: Iterable[dict[str, str]] = self.conform(plan)["files"]  # type: ignore[assignment]
        return {each["path"]: f"{each['verdict']}: {each['reason']}" for each in files}


def make_branch(folder: Path, more: Mapping[str, str] | None = None) -> Branch:
    """Return a branch with nothing changed yet; its base may have more files."""
    shutil.copytree(_laid_once(tuple((more or {}).items())), folder / "repo", symlinks=True)
    return Branch(Desk(folder / "repo"))


@cache
def _laid_once(more: tuple[tuple[str, str], ...]) -> Path:
    """Lay a base that every branch gets a copy of: git would take longer each time."""
    folder = Path(tempfile.mkdtemp(prefix="groundplan-branch-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    desk = Desk.clear(folder)
    lay(desk.root, FILES | dict(more))
    desk.commit("Begin the store")
    desk.git("checkout", "-q", "-b", "work")
    return desk.root
