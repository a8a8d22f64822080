"""Drawings that a playbook may want in a document: its tasks as a graph, as a Gantt chart, its risks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.schedule.board import make_board
from groundplan.app.schedule.mermaid import draw_gantt, draw_graph
from groundplan.app.schedule.risks import draw_matrix, list_risks

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.case import Case

_NO_TASKS = "No tasks are written yet."


def _graph(case: Case) -> list[str]:
    return _apart(draw_graph(make_board(case))) or [_NO_TASKS]


def _gantt(case: Case) -> list[str]:
    board = make_board(case)
    if board.cycles:
        return [f"No chart: tasks depend on each other ({' needs '.join(board.cycles[0])})."]
    if board.rows and board.days is None:
        missing = ", ".join(board.without_days[:12])
        return [f"No chart: no effort is given for {missing}{', …' if len(board.without_days) > 12 else ''}."]
    return _apart(draw_gantt(board)) or [_NO_TASKS]


def _matrix(case: Case) -> list[str]:
    lines = list(draw_matrix(list_risks(case)))
    return lines[:-1] or ["No risk has both a probability and an impact of low, medium or high."]


def _apart(drawings: list[str]) -> list[str]:
    return "\n\n".join(drawings).split("\n") if drawings else []


DRAWN: dict[str, Callable[[Case], list[str]]] = {
    "task-graph": _graph,
    "gantt": _gantt,
    "risk-matrix": _matrix,
}
