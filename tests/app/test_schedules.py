"""Schedules and reports follow from what the ledger says is done; drawings stay within Mermaid's limits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from desk import Desk
from scheduled import HEAD, SECTIONS, close

from groundplan.app.plans.opened import open_plan
from groundplan.app.reports.making import make_report
from groundplan.app.schedule.board import tell_closed
from groundplan.app.schedule.mermaid import MOST_EDGES, MOST_LETTERS, draw
from groundplan.app.views.outlook import open_board
from groundplan.app.workspace import open_workspace
from groundplan.plan.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[OpenPlan]:
    with open_workspace(lay(tmp_path, SECTIONS)) as workspace:
        yield open_plan(workspace)


def lay(folder: Path, sections: dict[str, str]) -> Path:
    desk = Desk.clear(folder)
    assert desk.pipe("new", "Cache the grades", "--playbook", "roadmap", "--name", "grades").code == 0
    for key, text in sections.items():
        assert desk.pipe("write", key, "-", stdin=text).code == 0
    return desk.root


@pytest.mark.req("S4-07", part="a report changes when a task is done")
@pytest.mark.req("S4-19")
def test_a_report_changes_when_a_task_is_done(opened: OpenPlan) -> None:
    before, after = (make_report(each, "progress") for each in (opened, close(opened, "T1", "T2", "T3")))
    assert "Tasks: 0 of 7 done." in before
    assert "Tasks: 3 of 7 done." in after
    assert re.search(r"\| Phase 0: Preparation \| open \| 0 of 3 \| after [\d.]+ / [\d.]+ days \|", before)
    assert "| Phase 0: Preparation | done | 3 of 3 | – |" in after
    assert "| Phase 0 is done | Week 1 | 0 of 3 tasks done |" in before
    assert "| Phase 0 is done | Week 1 | reached |" in after
    assert "| T1 | Define the cache protocol | Ada | done | Ada, 2026-03-02 |" in after
    assert before.partition("## Next")[2] != after.partition("## Next")[2]


@pytest.mark.req("S4-19", part="what is left follows from receipts")
def test_what_is_done_is_not_left(opened: OpenPlan) -> None:
    plan, some, everything = (open_board(close(opened, *names)) for names in ((), ("T1", "T5"), _all(opened)))
    assert plan.left
    assert some.left
    assert everything.left
    assert everything.left.days == 0.0 < some.left.days < plan.left.days == plan.days
    assert everything.ready == ()
    assert "T3" in some.ready
    assert "T1" not in some.ready


def _all(opened: OpenPlan) -> list[str]:
    return [record.id for record in opened.plan.records("task")]


def test_a_graph_too_large_for_one_drawing_is_several_and_loses_no_edge(tmp_path: Path) -> None:
    layers = 4
    wide = 26
    rows = "".join(
        f"| T{layer * wide + n}: Part {n} of “{layer}” | Ada | {_needs(layer, wide)} | S | | |\n"
        for layer in range(layers)
        for n in range(1, wide + 1)
    )
    with open_workspace(lay(tmp_path, {"phase-1/tasks": HEAD + rows})) as workspace:
        board = open_board(open_plan(workspace))
    drawings = draw(board, "graph")
    edges = [edge for each in drawings for edge in re.findall(r"n\d+ --> n\d+", each)]
    assert len(edges) == len(set(edges)) == (layers - 1) * wide * wide
    assert len(drawings) > 1
    for each in (*drawings, *draw(board, "gantt")):
        assert each.count("-->") <= MOST_EDGES
        assert len(each) <= MOST_LETTERS


def _needs(layer: int, wide: int) -> str:
    return f"T{(layer - 1) * wide + 1}-T{layer * wide}" if layer else "None"


HOSTILE = 'a"] --> x[b; %%{init: {"securityLevel":"loose"}}%% <img src=x onerror=alert(1)> `end` #quot; click'


def test_a_title_cannot_leave_its_label(tmp_path: Path) -> None:
    row = f"| T1: {HOSTILE} | Ada | None | S | | |\n| T2: end | Ada | T1 | S | | |\n"
    with open_workspace(lay(tmp_path, {"phase-1/tasks": HEAD + row})) as workspace:
        board = open_board(open_plan(workspace))
    graph, gantt = draw(board, "graph")[0], draw(board, "gantt")[0]
    node = next(line for line in graph.splitlines() if line.startswith("  n0["))
    assert re.fullmatch(r'  n0\["[\w \-.,/()\'+=*!?#;…]+"\]:::critical', node)
    bar = next(line for line in gantt.splitlines() if "T1" in line)
    assert re.fullmatch(r"  [^:;#%{}<>\"`]+ :crit, t0, \d+, \d+", bar)


def test_a_waived_task_is_not_called_done(opened: OpenPlan) -> None:
    board = open_board(close(opened, "T1", state=Progress.WAIVED))
    assert tell_closed(board.rows) == "0 of 7 done, 1 waived"
    assert "T3" in board.ready


def test_a_done_task_without_an_effort_hides_no_days(tmp_path: Path) -> None:
    rows = "| T1: One | Ada | None | ? | | |\n| T2: Two | Ada | T1 | M | | |\n"
    with open_workspace(lay(tmp_path, {"phase-1/tasks": HEAD + rows})) as workspace:
        opened = open_plan(workspace)
    assert open_board(opened).days is None
    done = open_board(close(opened, "T1"))
    assert done.without_days == ()
    assert done.left
    assert (done.days, done.left.days) == (2.0, 2.0)
    finished = make_report(close(opened, "T1", "T2"), "progress")
    assert "nothing is left" in finished
    assert "## Not known" not in finished
