"""Behaviours that goals leave open, read from `behaviour.toml`: what shows them, how to ask about them."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from groundplan.plan.toml_text import read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping


@lru_cache(maxsize=1)
def behaviours() -> Mapping[str, Mapping[str, Any]]:
    """Return the table of behaviours that goals leave open."""
    return read_toml(
        resources.files("groundplan.evidence.contrary").joinpath("behaviour.toml").read_text("utf-8")
    )
