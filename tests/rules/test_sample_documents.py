"""The sample documents that the playbooks were made from pass the rules meant for them."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from drawn_cases import MODULES

from groundplan.app.judgement.judging import skeleton_facts
from groundplan.markdown.reading import read_plan
from groundplan.plan.case import Case
from groundplan.plan.config import Config, Profile, read_config
from groundplan.plan.history import read_history
from groundplan.plan.promises import read_promises
from groundplan.playbooks.shelf import Shelf, bundled_names
from groundplan.rules.registry import RULES

if TYPE_CHECKING:
    from groundplan.plan.playbook import Playbook

SEEDS = Path(__file__).parents[1] / "fixtures" / "seeds"
OURS = ("GP3", "GP7", "GP8")
assert MODULES  # importing them registers the rules
BRIEF = """## Requirements

- Email/password login
- JWT tokens with refresh
- Password reset flow
- OAuth with Google/GitHub
"""
BLANKS = {
    "[Source]": "SQLite",
    "[Target]": "PostgreSQL",
    "[Big Bang / Strangler Fig / Parallel Run]": "Parallel Run",
    "[Dual Write / ETL / Event Sourcing]": "ETL",
    "X%": "1%",
    "Yms": "500ms",
}


def sample(name: str) -> str:
    return (SEEDS / name).read_text("utf-8")


@functools.cache
def playbook_and_skeletons(name: str) -> tuple[Playbook, dict[str, str], dict[str, frozenset[str]]]:
    playbook = Shelf().find(name)
    return (playbook, *skeleton_facts(playbook, Profile()))


def case_of(playbook_name: str, documents: dict[str, str], config: Config | None = None) -> Case:
    playbook, skeletons, placeholders = playbook_and_skeletons(playbook_name)
    plan = read_plan("P1", "plan", playbook, {name: (f"{name}.md", text) for name, text in documents.items()})
    settings = config or Config()
    promises = read_promises(plan, read_history((), plan="P1"), playbook, settings)
    return Case(plan, playbook, promises, settings, skeletons, placeholders)


def found(case: Case, *codes: str) -> list[str]:
    """Return what these rules find, with the options that the playbook gives them."""
    return [f"{code} {one.subject}" for code in codes for one in RULES[code].check(case)]


def profile() -> Config:
    folder = resources.files("groundplan.playbooks") / "library" / "product" / "profiles"
    return read_config(tomllib.loads((folder / "advanced-alchemy.toml").read_text("utf-8")))


@pytest.mark.req("S4-21")
def test_the_sample_roadmap_passes() -> None:
    case = case_of("roadmap", {"roadmap": sample("roadmap-jwt.md")})
    assert len(case.records("task")) == 13
    codes = ("GP301", "GP302", "GP303", "GP305", "GP306", "GP701", "GP702", "GP704", "GP705", "GP708")
    assert found(case, *codes) == []


def test_one_line_gives_the_sample_roadmaps_figures_their_source() -> None:
    text = sample("roadmap-jwt.md")
    assert found(case_of("roadmap", {"roadmap": text}), "GP706")
    title = text.splitlines()[0]
    labelled = text.replace(title, f"{title}\n\nFigures: history\n", 1)
    assert found(case_of("roadmap", {"roadmap": labelled}), "GP706", "GP707") == []
    guessed = text.replace(title, f"{title}\n\nFigures: default\n", 1)
    assert found(case_of("roadmap", {"roadmap": guessed}), "GP706", "GP707") == ["GP707 defaults"]


@pytest.mark.req("S4-21")
def test_a_dependency_taken_out_of_the_sample_roadmap_is_missed() -> None:
    text = sample("roadmap-jwt.md").replace("| Design token schema | Backend | None | S |\n", "")
    assert found(case_of("roadmap", {"roadmap": text}), "GP301") == [
        "GP301 Update API docs draft Token schema"
    ]


@pytest.mark.req("S4-03")
def test_the_sample_roadmap_without_its_rollback_plan_is_found_to_ship() -> None:
    text = sample("roadmap-jwt.md").replace(
        "Trigger: Auth error rate > 0.5% for 5 minutes", "Trigger: trouble"
    )
    assert found(case_of("roadmap", {"roadmap": text}), "GP704") == ["GP704 Phase 3"]


@pytest.mark.req("S1-35")
def test_the_commits_of_the_sample_design_pass() -> None:
    case = case_of("design", {"planning": sample("planning.md")})
    assert [task.id for task in case.records("task")] == [f"Commit {n}" for n in range(1, 7)]
    assert found(case, "GP303", "GP304", "GP305", "GP306", "GP307", "GP308") == []


@pytest.mark.req("S1-35")
def test_the_edge_cases_and_requirements_of_the_sample_design_reach_its_commits() -> None:
    text = sample("planning.md")
    for number, example in enumerate(
        ("retrying 3 times with exponential backoff", "return HTTP 400 if ID is malformed"), 1
    ):
        start = text.index(f"[Requirement {number}: e.g., ")
        end = text.index("]", start) + 1
        assert example in text[start:end]
        text = text[:start] + f"Requirement {number}: Must {example}" + text[end:]
    case = case_of("design", {"planning": text})
    assert [one.id for one in case.records("requirement")] == ["Requirement 1", "Requirement 2"]
    assert found(case, "GP802", "GP803") == []
    examples = [record.text for record in case.records("edge-case") if record.part == "Example"]
    untraced = {one.subject for one in RULES["GP806"].check(case)}
    assert len(examples) == 2
    assert untraced.isdisjoint(examples)


@pytest.mark.req("S2-09")
@pytest.mark.req("S2-26")
def test_the_sample_requirement_and_its_tasks_pass() -> None:
    case = case_of("product", {"prd": sample("prd.md"), "tasks": sample("tasks.md")}, profile())
    assert len(case.records("criterion")) == 19
    assert found(case, "GP306", "GP308", "GP701", "GP702", "GP804", "GP805", "GP807") == []


@pytest.mark.req("S2-06")
@pytest.mark.req("S2-07")
def test_the_matrices_of_the_sample_requirement_have_the_holes_it_leaves_to_be_filled() -> None:
    text = sample("prd.md")
    case = case_of("product", {"prd": text, "tasks": sample("tasks.md")}, profile())
    assert len(found(case, "GP801")) == 8
    filled = text
    for line in text.splitlines():
        if line.startswith("- **") and "**: {" in line:
            filled = filled.replace(line, line.replace("{", "").replace("}", ""))
    wanted = {"GP801 databases Microsoft SQL Server", "GP801 databases CockroachDB"}
    case = case_of("product", {"prd": filled, "tasks": sample("tasks.md")}, profile())
    assert set(found(case, "GP801")) == wanted


def test_the_sample_council_plan_passes() -> None:
    case = case_of("council", {"brief": BRIEF, "plan": sample("council-auth.md")})
    assert [task.id for task in case.records("task")] == [str(n) for n in range(1, 16)]
    assert found(case, "GP306", "GP308", "GP802") == []


def test_the_sample_migration_passes_once_its_blanks_are_filled() -> None:
    text = sample("migration-template.md")
    for blank, words in BLANKS.items():
        text = text.replace(blank, words)
    case = case_of("migration", {"migration": text})
    assert found(case, "GP301", "GP302", "GP303", "GP306", "GP704", "GP708") == []
    without = text.replace("- Data inconsistency detected\n", "")
    assert found(case_of("migration", {"migration": without}), "GP704") == ["GP704 Phase 3", "GP704 Phase 4"]


@pytest.mark.parametrize("name", bundled_names())
def test_a_skeleton_is_not_judged_before_anybody_wrote(name: str) -> None:
    playbook = Shelf().find(name)
    case = case_of(name, {spec.name: spec.skeleton for spec in playbook.documents}, profile())
    ours = [code for code in playbook.rules if code.startswith(OURS)]
    assert ours
    assert found(case, *ours) == []


def test_every_option_a_bundled_playbook_gives_is_one_the_rule_knows() -> None:
    pages = resources.files("groundplan.rules") / "pages"
    for name in bundled_names():
        for code, options in Shelf().find(name).rules.items():
            if code.startswith(OURS):
                page = (pages / f"{code}.md").read_text("utf-8")
                known = page.partition("## Options")[2]
                assert [o for o in options if o != "severity" and f"`{o}`" not in known] == [], (name, code)
