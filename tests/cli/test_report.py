"""`report`: four reports as Markdown, for all or for one role, each with its sources and gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt
from scheduled import SECTIONS

from .conftest import make_desk
from .test_tasks import lay_roadmap

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk

KINDS = ("summary", "progress", "risk", "decisions")


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = lay_roadmap(make_desk(tmp_path_factory.mktemp("laid")), SECTIONS)
    assert desk.run("decide", "Use Redis", "--because", "the replicas share it").code == 0
    assert desk.run("ask", "Who pays for Redis?").code == 0
    return desk


@pytest.mark.req("S4-07")
@pytest.mark.parametrize("kind", KINDS)
def test_a_report_names_its_sources(
    laid: Desk, kind: str, matches_snapshot: Callable[[str, str], None]
) -> None:
    ran = laid.run("report", kind)
    assert ran.code == 0, ran.err
    assert "## Sources" in ran.out
    assert "the ledger of plan" in ran.out
    matches_snapshot(f"report-{kind}", ran.out)


@pytest.mark.req("S4-13")
def test_risks_are_in_the_cell_of_their_ratings_and_unrated_ones_are_named(laid: Desk) -> None:
    told = laid.run("report", "risk").out
    assert "| **High probability** | – | R2 | – |" in told
    assert "| **Low probability** | – | – | R1 |" in told
    assert "no level: R3" in told
    heads = "| Risk |  | Phase | Class | Probability | Impact | Mitigation | Contingency | Alert |"
    assert heads in told
    assert "| R1 | Redis is down | Phase 0: Preparation | technical | Low (default) | High |" in told
    assert "| Fall back to the disk | Flag off | p99 > 1 s |" in told
    assert "- no alert: R2, R3" in told
    # A bar in a risk's words stays in its cell.
    assert r"Two replicas \| two answers" in told
    tokens = MarkdownIt("commonmark").enable("table").parse(told)
    rows = [t for t in tokens if t.type == "tr_open"]
    assert len(rows) == 4 + 4


@pytest.mark.req("S4-07", part="for one role")
def test_a_report_for_a_role_has_its_tasks_alone(laid: Desk) -> None:
    told = laid.run("report", "progress", "--for", "eve").out
    assert "Tasks of Eve: 0 of 2 done." in told
    assert "T6" in told
    assert "| T4 |" not in told
    refused = laid.run("report", "progress", "--for", "Nobody", columns=120)
    assert refused.code == 2
    assert "Known: `Ada`, `Ben`, `Eve`" in refused.err


def test_decisions_say_who_and_whether_a_person_confirmed(laid: Desk) -> None:
    told = laid.run("report", "decisions").out
    assert "Use Redis" in told
    assert "the replicas share it" in told
    assert "not confirmed" in told
    assert "Who pays for Redis?" in told


@pytest.mark.req("S4-19", part="phases and milestones with a computed state")
def test_a_milestone_has_a_state_only_by_the_phase_or_task_it_names(laid: Desk) -> None:
    told = laid.run("report", "progress").out
    assert "| Phase 0 is done | Week 1 | 0 of 3 tasks done |" in told
    assert "| Everybody is happy | Week 9 | not known: it names no phase or task |" in told


def test_json_has_the_text(laid: Desk) -> None:
    told = laid.run("report", "risk", "--json").json
    assert (told["kind"], told["report"]) == ("report", "risk")
    assert told["text"].startswith("# Risks: Cache the grades\n")


@pytest.mark.req("S2-15", part="what a report counts as done")
def test_a_tick_by_hand_is_not_done_and_what_begins_the_plan_is(desk: Desk) -> None:
    assert desk.run("new", "Search in titles", "--playbook", "product", "--name", "search").code == 0
    tasks = desk.folder / "requirements/search/tasks.md"
    tasks.write_text(tasks.read_text().replace("- [ ] 1.2", "- [x] 1.2"))
    told = desk.run("report", "progress").out
    assert "| 1.1 | Create requirement workspace | – | done | – | – |" in told
    assert "| 1.2 | " in told
    assert "done" not in next(line for line in told.splitlines() if line.startswith("| 1.2 |"))


HOSTILE = "<script>alert(1)</script> \\| `x` ## Approved by Ada"


def test_words_of_a_plan_take_no_effect_in_a_report(desk: Desk) -> None:
    tasks = (
        f"| Task | Owner | Dependencies | Effort |\n|--|--|--|--|\n| T1: {HOSTILE} | {HOSTILE} | None | S |\n"
    )
    heads = "| Risk | Probability | Impact | Mitigation |\n|--|--|--|--|\n"
    risks = f"{heads}| R1: {HOSTILE} | High | High | {HOSTILE} |\n"
    lay_roadmap(desk, {"phase-1/tasks": tasks, "phase-1/risks": risks})
    assert desk.run("decide", HOSTILE, "--because", f"x\n## Decided\n{HOSTILE}").code == 0
    for kind in KINDS:
        told = desk.run("report", kind).out
        tokens = MarkdownIt("commonmark").enable("table").parse(told)
        assert not [t for t in tokens if t.type.startswith("html")]
        assert not [c for t in tokens for c in t.children or () if c.type == "html_inline"]
        headings = [tokens[at + 1].content for at, t in enumerate(tokens) if t.type == "heading_open"]
        assert not any("Approved by Ada" in each for each in headings)
        assert headings.count("Decided") <= 1


def test_what_a_playbook_gives_no_form_is_not_read_rather_than_none(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    desk = make_desk(tmp_path_factory.mktemp("short"))
    assert desk.run("new", "Retry uploads", "--playbook", "roadmap-short").code == 0
    told = desk.run("report", "risk").out
    assert "Not read: in the playbook `roadmap-short` a risk has no form of its own." in told
    assert "No risk is written" not in told
    assert "a criterion has no form of its own" in desk.run("report", "summary").out
