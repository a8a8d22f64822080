"""Every module of writers, imported once so that each writer is registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.writers import (
    commits,
    context,
    file_map,
    flow_paths,
    needs,
    one_page,
    reconnaissance,
    requirement_list,
    signatures,
    steps,
    weighing,
)

if TYPE_CHECKING:
    from types import ModuleType

MODULES: tuple[ModuleType, ...] = (
    commits,
    context,
    file_map,
    flow_paths,
    needs,
    one_page,
    reconnaissance,
    requirement_list,
    signatures,
    steps,
    weighing,
)
