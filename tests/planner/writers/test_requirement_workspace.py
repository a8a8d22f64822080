"""A requirement workspace written at once: faultless, assumptions labelled, matrices from the code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import paired_store
import pytest
import small_projects
from planned import plan_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from planned import PlannedGoal

GOALS = [
    ("SHOP", "Add a retry module that repeats failed uploads 3 times. Logging is out of scope."),
    (
        "SHOP",
        "# Make uploads faster, etc. [see notes] in `shop/upload.py:999`\n\n## Goals\n- TODO: {Name} <link>",
    ),
    ("LOADER", "loadConfig must reject a config whose port is negative"),
    ("STORE", "Load should return ErrMissing when the file of a key does not exist"),
]
LABELS = ("(computed)", "(history)", "(default)", "(person)")


@pytest.fixture(scope="module", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        yield


@pytest.fixture(scope="module")
def profiled(own_home: None, tmp_path_factory: pytest.TempPathFactory) -> PlannedGoal:
    """A plan in a repository with a profile; tests only read it."""
    folder = tmp_path_factory.mktemp("profiled")
    return plan_in(folder, paired_store.FILES, paired_store.GOAL, "product", paired_store.CONFIG)


@pytest.fixture(scope="module")
def bare(own_home: None, tmp_path_factory: pytest.TempPathFactory) -> PlannedGoal:
    """The same without the profile."""
    return plan_in(tmp_path_factory.mktemp("bare"), paired_store.FILES, paired_store.GOAL, "product")


def tasks_of(planned: PlannedGoal) -> dict[str, str]:
    """Return every task's own words by its id."""
    return {record.id: record.text for record in planned.opened.plan.records("task")}


@pytest.mark.req("S2-03", "S2-05")
@pytest.mark.parametrize(("project", "goal"), GOALS, ids=[goal[:30] for _, goal in GOALS])
def test_a_workspace_without_a_profile_has_no_error_but_open_questions(
    tmp_path: Path, project: str, goal: str
) -> None:
    planned = plan_in(tmp_path, getattr(small_projects, project), goal, "product")
    assert planned.faults() == []
    assert planned.opened.judgement.standing.checkpoints[0].state.value == "blocked"


def test_a_workspace_in_a_repository_of_one_file_says_what_it_does_not_know(tmp_path: Path) -> None:
    planned = plan_in(tmp_path, {"notes.txt": "hello\n"}, "Say hello in German", "product")
    assert planned.faults() == []
    assert "no database driver among 0 declared dependencies" in planned.section("databases")


@pytest.mark.req("S2-03", "S2-05", "S2-06", "S2-07", "S2-18", "S2-19", "S2-25")
def test_a_workspace_with_a_profile_has_no_error_but_open_questions(profiled: PlannedGoal) -> None:
    assert profiled.faults() == []
    databases, frameworks = profiled.section("databases"), profiled.section("frameworks")
    assert "- ✅ PostgreSQL (asyncpg)" in databases
    assert "named by the code there at `store/dialects.py:3`" in databases
    assert "asyncpg ==0.30.0, declared at `pyproject.toml:7`" in databases
    assert "- Litestar: `store/extensions/litestar.py`" in frameworks
    assert "FastAPI: no file of theirs imports or calls the files to change" in frameworks
    assert '`@pytest.mark.asyncpg` with `pytest tests -m "asyncpg"`' in profiled.section(
        "instructions/testing"
    )
    assert "`sample_user`, not `test_user`" in profiled.section("instructions/testing")
    assert "CHANGELOG.md, under the next version" in profiled.section("instructions/docs")
    assert "Edit ONLY `_async.py` files" in profiled.section("criteria/technical")


@pytest.mark.req("S2-03")
def test_the_context_names_standards_files_base_classes_and_integrations(tmp_path: Path) -> None:
    files = {
        **paired_store.FILES,
        "AGENTS.md": "# Notes\n",
        "store/rows.py": "class Rows:\n    async def close(self) -> None: ...\n",
        "store/_async.py": "from store.rows import Rows\n"
        + paired_store.FILES["store/_async.py"].replace(
            "class AsyncRepository:", "class AsyncRepository(Rows):"
        ),
    }
    planned = plan_in(tmp_path, files, paired_store.GOAL, "product", paired_store.CONFIG)
    assert planned.faults() == []
    assert "- `AGENTS.md`, what this repository asks of whoever changes it" in planned.section("references")
    dependencies = planned.section("dependencies")
    assert "`store/rows.py::Rows`, base class of `store/_async.py::AsyncRepository`" in dependencies
    assert "**Similar Features**:\n- None found in 18 files (computed)" in planned.section("references")
    assert "- Litestar: `store/extensions/litestar.py`" in planned.section("frameworks")


@pytest.mark.req("S2-03")
def test_a_class_of_another_package_is_not_taken_for_one_of_that_name_here(tmp_path: Path) -> None:
    files = {
        **paired_store.FILES,
        "store/elsewhere.py": "class Rows: ...\n",
        "store/_async.py": "from rows import Rows\n"
        + paired_store.FILES["store/_async.py"].replace(
            "class AsyncRepository:", "class AsyncRepository(Rows):"
        ),
    }
    planned = plan_in(tmp_path, files, paired_store.GOAL, "product", paired_store.CONFIG)
    assert "base class" not in planned.section("dependencies")


@pytest.mark.req("S2-08")
def test_affected_pairs_are_ticked_generated_halves_are_never_edited(profiled: PlannedGoal) -> None:
    pairs = profiled.section("pairs")
    assert "- [x] `store/_async.py` → `_sync.py`" in pairs
    tasks = "\n".join(tasks_of(profiled).values())
    assert "Regenerate `store/_sync.py` from `store/_async.py` with `make lint`" in tasks
    assert "`store/_sync.py` (modify)" not in tasks


@pytest.mark.req("S2-08")
def test_an_implementation_with_the_same_methods_follows_its_pair(profiled: PlannedGoal) -> None:
    assert "- [x] `store/memory/_async.py` → `_sync.py`" in profiled.section("pairs")
    assert any(
        "Add `upsert_many` to `store/memory/_async.py`" in text for text in tasks_of(profiled).values()
    )


@pytest.mark.req("S2-09")
def test_every_criterion_names_tasks_that_are_there(profiled: PlannedGoal) -> None:
    known = set(tasks_of(profiled))
    criteria = list(profiled.opened.plan.records("criterion"))
    assert len(criteria) > 10
    for criterion in criteria:
        named = re.findall(
            r"\d\.\d+", " ".join([criterion.field("tasks"), *criterion.items.get("tasks", ())])
        )
        assert named, criterion.text
        assert set(named) <= known


@pytest.mark.req("S2-10", "S2-15", "S2-16")
def test_phases_are_owned_by_roles_and_end_with_the_archive(profiled: PlannedGoal) -> None:
    roles = [record.field("role") for record in profiled.opened.plan.records("phase")]
    assert roles == ["Expert", "Expert", "Testing Agent", "Docs & Vision"]
    tasks = tasks_of(profiled)
    assert "Archive requirement" in tasks["7.6"]
    assert [number for number in tasks if number.startswith("1.")] == ["1.1", "1.2", "1.3", "1.4"]
    handed = [record.field("role") for record in profiled.opened.plan.records("handoff")]
    assert handed == ["Expert", "Testing Agent", "Docs & Vision"]


@pytest.mark.req("S2-11")
def test_dependencies_come_from_imports_and_manifests(profiled: PlannedGoal) -> None:
    said = profiled.section("dependencies")
    assert "`store/dialects.py`, imported by the files to change (computed)" in said
    assert "Litestar: litestar >=2.8, declared at `pyproject.toml:7` (computed)" in said


@pytest.mark.req("S2-12", "S2-14")
def test_risks_have_their_three_classes_and_metrics_their_figures(profiled: PlannedGoal) -> None:
    classes = [record.field("class") for record in profiled.opened.plan.records("risk")]
    assert classes == ["Database Compatibility", "Performance", "Breaking Change"]
    assert all(re.search(r"\d", record.text) for record in profiled.opened.plan.records("metric"))


def test_a_research_question_is_a_brief_that_a_file_of_findings_closes(profiled: PlannedGoal) -> None:
    said = profiled.section("research")
    questions = re.findall(r"^\d+\. .*\?$", said, re.MULTILINE)
    assert len(questions) >= 3
    for part in ("Look at: ", "A finding holds: ", "Closed by: `research/"):
        assert said.count(part) == len(questions)
    tasks = tasks_of(profiled)
    assert sum(number.startswith("2.") for number in tasks) == len(questions) + 1


def test_what_is_assumed_is_labelled_and_asked(profiled: PlannedGoal) -> None:
    subjects = {question.subject for question in profiled.analysis.questions}
    assert {"assumption:databases", "assumption:frameworks", "assumption:slowdown"} <= subjects
    asked = profiled.analysis.brief.asked
    assert f"5 % (default) (open: {asked['assumption:slowdown']})" in profiled.section("metrics")
    for key in ("overview", "goals", "users", "metrics", "dependencies"):
        for line in profiled.section(key).splitlines():
            if line.startswith("- ") and "none named" not in line and "not said yet" not in line:
                assert any(label in line for label in LABELS) or "(proposed)" in line, line


def test_answers_take_a_database_out_and_replace_a_default_figure(tmp_path: Path) -> None:
    planned = plan_in(tmp_path, paired_store.FILES, paired_store.GOAL, "product", paired_store.CONFIG)
    planned.reply("assumption:databases", "only SQLite for now")
    planned.reply("assumption:slowdown", "2 % at most, the import runs every minute")
    said = planned.section("databases")
    assert "- ❌ PostgreSQL (asyncpg)" in said
    assert "**PostgreSQL**: out of scope (person)" in said
    assert "- [ ] PostgreSQL is tested" not in planned.section("criteria/testing")
    assert "Test on PostgreSQL" not in "\n".join(tasks_of(planned).values())
    assert "a call gets slower by at most 2 % (person)" in planned.section("metrics")
    assert planned.faults() == []


@pytest.mark.req("S2-06", "S2-07")
def test_without_a_profile_the_manifests_tell_databases_and_frameworks(bare: PlannedGoal) -> None:
    databases, frameworks = bare.section("databases"), bare.section("frameworks")
    assert bare.faults() == []
    assert "- ✅ PostgreSQL (asyncpg ==0.30.0)" in databases
    assert "Redis" not in databases, "only an example needs it"
    assert "- ✅ Litestar (litestar >=2.8)" in frameworks
    assert "as no profile declares databases (computed)" in databases


def test_a_driver_the_change_never_meets_makes_no_tasks(tmp_path: Path) -> None:
    files = {**small_projects.SHOP}
    files["pyproject.toml"] = files["pyproject.toml"].replace(
        '"httpx==0.27.0"', '"httpx==0.27.0", "asyncpg==0.30"'
    )
    planned = plan_in(tmp_path, files, "Let `upload` take a custom timeout from the settings", "product")
    assert "➖ PostgreSQL (asyncpg ==0.30)" in planned.section("databases")
    assert "PostgreSQL" not in "\n".join(tasks_of(planned).values())
    assert planned.faults() == []


def test_the_same_pack_and_answers_give_the_same_words(profiled: PlannedGoal) -> None:
    assert profiled.analysis.compose() == profiled.analysis.compose()


def test_databases_with_code_of_their_own_are_known_and_met_where_the_goal_asks_for_all(
    tmp_path: Path,
) -> None:
    files = {
        "db/query.py": "class QuerySet:\n    def bulk_create(self) -> None:\n        pass\n",
        "db/backends/oracle/base.py": "NAME = 1\n",
        "db/backends/sqlite3/base.py": "NAME = 2\n",
    }
    planned = plan_in(tmp_path, files, "Add `QuerySet.bulk_upsert` on all database backends", "product")
    said = planned.section("databases")
    assert "- ✅ Oracle (no driver declared)" in said
    assert "has code of its own in `db/backends/sqlite3/` (computed)" in said
    assert planned.faults() == []


def test_a_package_the_goal_names_is_said_to_be_new_or_where_it_is_declared(tmp_path: Path) -> None:
    goal = "Keep the ids of uploads in Redis with the `redis` package, and read them with `httpx`"
    planned = plan_in(tmp_path, small_projects.SHOP, goal, "product")
    said = planned.section("dependencies")
    assert "redis, named in the goal: new: no manifest of the project has it (computed)" in said
    assert "No new package" not in said
    assert "- ✅ Redis (no driver declared)" in planned.section("databases")
    assert planned.faults() == []
