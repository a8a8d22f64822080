"""Three small projects, indexed once: writers only read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import small_projects
from composed import make_project

if TYPE_CHECKING:
    from collections.abc import Callable

    from composed import Project

    Find = Callable[[str], Project]


@pytest.fixture(scope="session")
def find_project(tmp_path_factory: pytest.TempPathFactory) -> Find:
    """Return what finds a small project by its name: SHOP, LOADER, STORE."""
    made: dict[str, Project] = {}

    def find(name: str) -> Project:
        if name not in made:
            made[name] = make_project(tmp_path_factory.mktemp(name), getattr(small_projects, name))
        return made[name]

    return find
