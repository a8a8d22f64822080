"""The source tree as the architecture tests see it: parsed once, named by path from the root."""

from __future__ import annotations

import ast
import gc
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def sources() -> dict[str, ast.Module]:
    """Every module of the package, by its path from the root."""
    paths = sorted((ROOT / "src").rglob("*.py"))
    parsed = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}
    gc.freeze()  # a million nodes that no test after this has to look through for garbage
    return parsed
