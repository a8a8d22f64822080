"""`tasks`: the table with bars, its groups and suppositions, and what it says about what nobody wrote."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from scheduled import SECTIONS

from .conftest import make_desk
from .test_json import keys

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from .conftest import Desk

TWO = """\
| Task | Owner | Dependencies | Effort |
|--|--|--|--|
| T1: A | Ada | None | {} |
| T2: B | Ada | T1 | {} |
"""


def lay_roadmap(desk: Desk, sections: Mapping[str, str] = SECTIONS) -> Desk:
    assert desk.run("new", "Cache the grades", "--playbook", "roadmap", "--name", "grades").code == 0
    for key, text in sections.items():
        ran = desk.run("write", key, "-", stdin=text)
        assert ran.code == 0, ran.err
    return desk


@pytest.fixture(scope="session")
def laid_once(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return lay_roadmap(make_desk(tmp_path_factory.mktemp("laid")))


@pytest.fixture
def laid(laid_once: Desk, tmp_path: Path) -> Desk:
    """A roadmap whose tasks have owners and sizes."""
    return laid_once.copy(tmp_path / "laid")


@pytest.mark.req("S4-05", part="the table of tasks")
@pytest.mark.parametrize("columns", [40, 80, 120])
def test_the_table_is_readable_at_every_width(
    laid: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
) -> None:
    ran = laid.run("tasks", columns=columns)
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= columns
    matches_snapshot(f"tasks-{columns}", ran.out)


@pytest.mark.req("S4-04", part="epics and stories in the graph")
def test_a_dependency_on_an_epic_or_a_story_is_one_on_its_tasks(laid: Desk) -> None:
    rows = {row["name"]: row for row in laid.run("tasks", "--json").json["tasks"]}
    assert rows["T6"]["needs"] == ["T1", "T2"]
    assert rows["T7"]["needs"] == ["T1", "T2", "T3", "T4", "T5", "T6"]
    assert (rows["T7"]["epic"], rows["T7"]["story"], rows["T7"]["wave"]) == ("Upload", "Rollout", 4)


@pytest.mark.req("S4-04", part="tasks by epic and story")
def test_groups_have_sums(laid: Desk) -> None:
    told = laid.run("tasks", "--by", "epic", columns=100).out
    assert "Cache   0 of 5 done, 9 d of work" in told
    assert "Upload   0 of 2 done, 3 d of work" in told
    assert "Cache / Backends" in laid.run("tasks", "--by", "story").out


@pytest.mark.req("S4-04", part="cycles are refused and named in full")
def test_epics_that_wait_for_each_other_are_a_cycle_that_is_named(desk: Desk) -> None:
    rows = """\
| Task | Owner | Dependencies | Effort | Epic |
|--|--|--|--|--|
| T1: One | Ada | Epic Second | S | First |
| T2: Two | Ada | Epic First | S | Second |
| T3: Three | Ada | None | S | Third |
"""
    lay_roadmap(desk, {"phase-1/tasks": rows})
    ran = desk.run("tasks", columns=120)
    assert "These depend on each other, so none can start: T1 needs T2 needs T1" in ran.out
    told = desk.run("tasks", "--json").json
    assert told["cycles"] == [["T1", "T2", "T1"]]
    # A plan that cannot be finished has no end.
    assert (told["days"], told["left"], told["critical"], told["ready"]) == (None, None, [], ["T3"])
    for words in (("--mermaid", "gantt"), ("--what-if", "T3 takes L")):
        refused = desk.run("tasks", *words, columns=120)
        assert (refused.code, "`T1 needs T2 needs T1`" in refused.err) == (2, True)
    assert "GP302" in desk.run("check").out


@pytest.mark.req("S4-05", part="waves, and one owner's tasks")
def test_a_wave_or_an_owner_is_shown_alone(laid: Desk) -> None:
    assert [row["name"] for row in laid.run("tasks", "--wave", "1", "--json").json["tasks"]] == ["T1", "T2"]
    assert [r["name"] for r in laid.run("tasks", "--owner", "eve", "--json").json["tasks"]] == ["T6", "T7"]
    assert "0 of 7 done, 4 waves, 2 shown" in laid.run("tasks", "--owner", "Eve").out
    assert laid.run("tasks", "--wave", "9").code == 2
    assert "Owners: `Ada`, `Ben`, `Eve`" in laid.run("tasks", "--owner", "Zoe", columns=120).err


def test_an_owner_does_one_task_at_a_time(laid: Desk) -> None:
    told = laid.run("tasks", "--json").json
    spans = sorted(
        (row["schedule"]["start"], row["schedule"]["finish"])
        for row in told["tasks"]
        if "Ada" in row["owners"]
    )
    assert all(later[0] >= earlier[1] for earlier, later in itertools.pairwise(spans))
    assert {row["name"]: row["follows"] for row in told["tasks"]}["T3"] == []


@pytest.mark.req("S4-16", part="two figures, or none")
def test_what_is_left_has_two_figures_and_dates_only_from_a_start(laid: Desk) -> None:
    left = laid.run("tasks", "--json").json["left"]
    assert left["days"] < left["p50"] < left["p90"]
    assert (left["p50_date"], left["p90_date"]) == ("", "")
    dated = laid.run("tasks", "--start", "2026-03-02", "--json").json["left"]
    assert "2026-03-02" < dated["p50_date"] <= dated["p90_date"]
    assert laid.run("tasks", "--start", "soon").code == 2


@pytest.mark.req("S4-15", part="decoupling suggestions")
def test_the_dependency_that_costs_most_is_named_with_what_it_costs(laid: Desk) -> None:
    told = laid.run("tasks", "--json").json
    cut = told["cuts"][0]
    assert cut["days"] + cut["saved"] == told["left"]["days"]
    without = laid.run("tasks", "--what-if", f"{cut['task']} without {cut['needs']}", "--json").json
    assert without["what_if"]["after"]["days"] == cut["days"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("T5 takes 10 days", "the end is 5 d later"),
        ("T5 takes 3 days", "the end is 2 d sooner"),
        ("T2 takes 1 day", "nothing moves"),
        ("Eve away 1-2", "would move"),
    ],
)
def test_what_if_says_what_would_move(laid: Desk, said: str, told: str) -> None:
    ran = laid.run("tasks", "--what-if", said, columns=120)
    assert ran.code == 0, ran.err
    assert told in ran.out


def test_what_cannot_be_supposed_is_refused_with_the_forms(laid: Desk) -> None:
    ran = laid.run("tasks", "--what-if", "all goes well", columns=200)
    assert ran.code == 2
    assert '"T3 takes 5 days"' in ran.err


@pytest.mark.req("S4-24", part="nothing is said of days that nobody gave")
def test_without_efforts_only_the_order_is_shown(desk: Desk) -> None:
    lay_roadmap(desk, {"phase-1/tasks": TWO.format("?", "?")})
    ran = desk.run("tasks", columns=120)
    assert "no effort given for any task, so the order is all that is known" in ran.out
    assert "P50" not in ran.out
    assert desk.run("tasks", "--json").json["left"] is None
    assert desk.run("tasks", "--mermaid", "gantt").code == 2
    assert "No effort is given for `T1`, `T2`" in desk.run("tasks", "--mermaid", "gantt", columns=120).err
    assumed = desk.run("tasks", "--assume", "M", columns=120).out
    assert "P50" in assumed
    assert "effort assumed, not given, for any task" in assumed


def test_one_figure_is_planned_with_and_not_forecast(desk: Desk) -> None:
    lay_roadmap(desk, {"phase-1/tasks": TWO.format("3 days", "M")})
    ran = desk.run("tasks", columns=120)
    assert "5 d as planned; no P50 and P90" in ran.out
    assert "one figure, not a range, for T1" in ran.out


def test_a_calendar_gives_holidays_absences_and_people(laid: Desk) -> None:
    plain = laid.run("tasks", "--start", "2026-03-02", "--json").json
    settings = """\
[calendar]
start = "2026-03-02"
holidays = ["2026-03-03"]
[calendar.people]
Ben = 2
[calendar.away]
eve = ["2026-03-02..2026-03-31"]
"""
    (laid.folder / ".groundplan/config.toml").write_text(settings)
    told = laid.run("tasks", "--json").json
    rows = {row["name"]: row["schedule"] for row in told["tasks"]}
    assert rows["T6"]["first_date"] == "2026-04-01"
    assert told["left"]["p90_date"] > plain["left"]["p90_date"]
    assert (
        "Ben" not in laid.run("tasks", columns=120).out.partition("counted as one person")[0].splitlines()[-1]
    )
    (laid.folder / ".groundplan/config.toml").write_text('[calendar]\nstart = "soon"\n')
    assert laid.run("tasks").code == 5


@pytest.mark.req("S4-15", part="the graph as a drawing")
def test_drawings_are_markdown_that_a_forge_draws(laid: Desk) -> None:
    graph = laid.run("tasks", "--mermaid", "graph").out
    assert graph.startswith("```mermaid\nflowchart LR\n")
    assert 'n3["T4 Keep grades on disk"]' in graph
    assert "  n0 --> n3\n" in graph
    gantt = laid.run("tasks", "--mermaid", "gantt", "--start", "2026-03-02").out
    assert "section Phase 1 Foundation\n" in gantt
    assert "T2 Pin what get_grades returns :crit, t1, 2026-03-02, 2026-03-03" in gantt


def test_a_plan_without_tasks_says_what_is_next(desk: Desk) -> None:
    desk.run("new", "Cache the grades", "--playbook", "roadmap", "--name", "grades")
    ran = desk.run("tasks")
    assert ran.code == 2
    assert "has no tasks yet" in ran.err


def test_json_has_the_same_keys_for_every_call(
    laid: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    told = laid.run("tasks", "--what-if", "T5 takes L", "--what-if", "T5 takes 9 days", "--json").json
    assert told["kind"] == "tasks"
    matches_snapshot("keys-tasks", "\n".join(sorted(set(keys(told)))) + "\n")
    drawn = laid.run("tasks", "--mermaid", "graph", "--json").json
    matches_snapshot("keys-drawing", "\n".join(sorted(set(keys(drawn)))) + "\n")


PLAYBOOK = """\
format = 1
name = "house"
version = 1
title = "House plan"
summary = "Tasks, risks and their drawings."
triggers = ["always"]

[[document]]
name = "plan"
path = "{folder}/{slug}.md"
skeleton = "plan.md"

[[section]]
key = "tasks"
title = "Tasks"
level = 2
document = "plan"
[[section.record]]
kind = "task"
shape = "table"
label = "{id}: {title}"
id = "T{n}"
fields = { title = "Task", needs = "Dependencies", effort = "Effort" }

[[section]]
key = "risks"
title = "Risks"
level = 2
document = "plan"
[[section.record]]
kind = "risk"
shape = "table"
label = "{id}: {risk}"
id = "R{n}"
fields = { risk = "Risk", probability = "Probability", impact = "Impact" }
"""
STAGE = '\n[[stage]]\nname = "Open"\n'
DRAWINGS = ("task-graph", "gantt", "risk-matrix")


@pytest.mark.req("S4-13", part="a matrix in a document")
@pytest.mark.req("S4-15", part="a graph in a document")
def test_a_document_that_wants_drawings_has_them_up_to_date(desk: Desk) -> None:
    folder = desk.folder / ".groundplan/playbooks/house"
    folder.mkdir(parents=True)
    section = '\n[[section]]\nkey = "{0}"\ntitle = "{0}"\nlevel = 2\ndocument = "plan"\ncomputed = "{0}"\n'
    (folder / "playbook.toml").write_text(PLAYBOOK + "".join(map(section.format, DRAWINGS)) + STAGE)
    heads = "| Task | Dependencies | Effort |\n|--|--|--|\n| {Task} | None | {S} |\n"
    risks = "| Risk | Probability | Impact |\n|--|--|--|\n| {Risk} | {Low} | {Low} |\n"
    drawn = "".join(f"\n## {name}\n" for name in DRAWINGS)
    skeleton = (
        f"<!-- groundplan: {{{{id}}}} -->\n# {{{{title}}}}\n\n## Tasks\n{heads}\n## Risks\n{risks}{drawn}"
    )
    (folder / "plan.md").write_text(skeleton)
    ran = desk.run("new", "Cache the grades", "--playbook", "house", "--name", "grades")
    assert ran.code == 0, ran.err
    rows = "| Task | Dependencies | Effort |\n|--|--|--|\n| T1: One | None | S |\n| T2: Two | T1 | M |\n"
    assert desk.run("write", "tasks", "-", stdin=rows).code == 0
    rated = "| Risk | Probability | Impact |\n|--|--|--|\n| R1: Loss | High | Low |\n"
    assert desk.run("write", "risks", "-", stdin=rated).code == 0
    text = desk.document("grades").read_text()
    assert '  n1["T2 Two"]:::critical\n  n0 --> n1\n' in text
    assert "  T2 Two :crit, t1, 86400, 259200\n" in text
    assert "| **High probability** | R1 | – | – |" in text
    (desk.document("grades")).write_text(text.replace("n0 --> n1", "n1 --> n0"))
    assert "GP205" in desk.run("check").out


@pytest.mark.req("S4-05", part="nothing from history is made up")
def test_history_says_what_it_looked_through_where_it_has_no_interval(
    laid: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    ran = laid.run("tasks", "--history", columns=120)
    assert "names no file that is tracked" in ran.out
    assert "Looked through 0 merged branches among the newest 0 commits" in ran.out
    told = laid.run("tasks", "--history", "--json").json
    assert told["tasks"][0] | {"span": None} == told["tasks"][0]
    matches_snapshot("keys-tasks-history", "\n".join(sorted(set(keys(told)))) + "\n")


CYCLE = """\
| Task | Owner | Dependencies | Effort | Epic | Story |
|--|--|--|--|--|--|
| T1: Define the cache protocol | Ada | Epic Upload | XS | Cache | Protocol |
| T2: Pin what get_grades returns | Ben | None | S | Cache | Protocol |
| T3: Read the setting CACHE_BACKEND | Ada | T1 | XS | Cache | Settings |
"""


@pytest.mark.req("S4-04")
def test_epics_stories_and_tasks_are_one_graph_and_a_cycle_keeps_the_plan_from_approval(laid: Desk) -> None:
    told = laid.run("tasks", "--by", "story", "--json").json
    names = {(row["epic"], row["story"]) for row in told["tasks"]}
    assert ("Cache", "Backends") in names
    assert told["cycles"] == []
    assert laid.run("write", "phase-0/tasks", "-", stdin=CYCLE).code == 0
    told = laid.run("tasks", "--json").json
    assert told["cycles"] == [["T1", "T6", "T1"]]
    assert {row["name"] for row in told["tasks"] if row["wave"] == 0} == {"T1", "T3", "T4", "T5", "T6", "T7"}
    blocked = next(each for each in laid.run("show", "--json").json["checkpoints"] if each["id"] == "roadmap")
    assert blocked["state"] == "blocked"
    assert "GP302" in {finding["code"] for finding in blocked["findings"]}


@pytest.mark.req("S4-05")
def test_sizes_give_days_waves_slack_and_the_critical_path(laid: Desk) -> None:
    told = laid.run("tasks", "--json").json
    rows = {row["name"]: row for row in told["tasks"]}
    assert {name: row["days"] for name, row in rows.items()} == {
        "T1": 0.5,
        "T2": 1.0,
        "T3": 0.5,
        "T4": 2.0,
        "T5": 5.0,
        "T6": 2.0,
        "T7": 1.0,
    }
    assert [row["wave"] for row in told["tasks"]] == [1, 1, 2, 2, 3, 2, 4]
    assert {name: row["schedule"]["slack"] for name, row in rows.items() if row["schedule"]["slack"]} == {
        "T4": 3.0,
        "T6": 3.0,
    }
    assert told["critical"] == ["T1", "T2", "T3", "T5", "T7"]
    assert (told["days"], told["waves"]) == (7.0, 4)


@pytest.mark.req("S4-15")
def test_the_graph_the_critical_path_and_what_to_decouple_are_computed(laid: Desk) -> None:
    told = laid.run("tasks", "--json").json
    assert told["cuts"] == [{"task": "T7", "needs": "T5", "days": 6.0, "saved": 1.0}]
    assert "cut       if T7 did not need T5: 6 d instead of 7 d" in laid.run("tasks").out
    graph = laid.run("tasks", "--mermaid", "graph").out
    arrows = {
        ("n0", "n2"),
        ("n0", "n3"),
        ("n2", "n4"),
        ("n0", "n5"),
        ("n1", "n5"),
        ("n3", "n6"),
        ("n4", "n6"),
    }
    assert {tuple(line.split()[::2]) for line in graph.splitlines() if "-->" in line} == arrows | {
        ("n5", "n6")
    }
    assert graph.count(":::critical") == len(told["critical"])
