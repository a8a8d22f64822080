"""Every module of writers, imported once so that each writer is registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.writers import (
    acceptance,
    architecture,
    assumptions,
    commits,
    compatibility,
    consult_brief,
    consult_plan,
    context,
    current_state,
    edge_cases,
    file_map,
    flow_paths,
    goal_clarity,
    needs,
    one_page,
    phase_sections,
    reconnaissance,
    replacing,
    requirement_basis,
    requirement_list,
    requirement_risks,
    requirement_story,
    requirement_work,
    role_guidance,
    signatures,
    solution,
    steps,
    timeline,
    weighing,
)

if TYPE_CHECKING:
    from types import ModuleType

MODULES: tuple[ModuleType, ...] = (
    acceptance,
    architecture,
    assumptions,
    commits,
    compatibility,
    consult_brief,
    consult_plan,
    context,
    current_state,
    edge_cases,
    file_map,
    flow_paths,
    goal_clarity,
    needs,
    one_page,
    phase_sections,
    reconnaissance,
    replacing,
    requirement_basis,
    requirement_list,
    requirement_risks,
    requirement_story,
    requirement_work,
    role_guidance,
    signatures,
    solution,
    steps,
    timeline,
    weighing,
)
