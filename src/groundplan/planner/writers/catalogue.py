"""Every module of writers, imported once so that each writer is registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.writers import context, one_page, steps

if TYPE_CHECKING:
    from types import ModuleType

MODULES: tuple[ModuleType, ...] = (
    context,
    one_page,
    steps,
)
