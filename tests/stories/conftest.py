"""A story per playbook, from an empty repository to its last checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from story import Story

if TYPE_CHECKING:
    from collections.abc import Callable

PICTURES = Path(__file__).parent / "snapshots"


@pytest.fixture
def begin(tmp_path: Path) -> Callable[[str], Story]:
    """Return what begins a story of this name in an empty repository."""
    return lambda name: Story(name, tmp_path, PICTURES)
