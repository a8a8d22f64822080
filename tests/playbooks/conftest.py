"""A small playbook to break, and the bundled ones to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundplan.playbooks.reader import examine
from groundplan.playbooks.shelf import Shelf
from groundplan.playbooks.starter import new_playbook_files

SEEDS = Path(__file__).parents[1] / "fixtures" / "seeds"
FIELDS = {
    "title": "Retry policy",
    "id": "retry-policy-7F3K",
    "date": "2026-01-05",
    "timestamp": "2026-01-05 09:00 UTC",
    "goal": "Retry failed fetches three times",
    "slug": "retry-policy",
}


class Broken:
    """The starter playbook with one thing changed, and the faults found in it."""

    def __init__(self) -> None:
        self.files = {name: text.encode() for name, text in new_playbook_files("mine").items()}

    def replace(self, old: str, new: str, *, file: str = "playbook.toml") -> Broken:
        text = self.files[file].decode()
        assert text.count(old) >= 1, f"{old!r} is not in {file}"
        self.files[file] = text.replace(old, new, 1).encode()
        return self

    def faults(self, codes: set[str] | None = None) -> list[str]:
        _, found = examine(self.files, name="mine", folder="mine/", known_codes=codes)
        return [str(fault) for fault in found]


@pytest.fixture
def broken() -> Broken:
    return Broken()


@pytest.fixture(scope="session")
def fields() -> dict[str, str]:
    """What a skeleton is filled with at creation."""
    return dict(FIELDS)


@pytest.fixture(scope="session")
def seeds() -> Path:
    """The example documents of the source prompts."""
    return SEEDS


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    return Shelf()
