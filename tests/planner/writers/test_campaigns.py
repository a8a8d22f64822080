"""Roadmaps and migrations composed from small real repositories: whole, cited, labelled, without a fault."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import campaign_repos
import pytest
from judged_drafts import compose_plan, lay_repository

from groundplan.planner.answers import Understood
from groundplan.planner.challenge import Challenge
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from judged_drafts import Composed

MIGRATE = "Migrate from requests to httpx"
STORE = "Move the job store from SQLite to PostgreSQL"
FEATURE = "Roadmap: failed uploads are tried again, in several phases"
RENAME = "Rename fetch_price to read_price everywhere"
DEBT = "Pay back technical debt: missing tests, complex functions and import cycles"


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Composed]]:
    """Give what composes a plan; each repository is made once, and each plan over it once."""
    roots: dict[int, Path] = {}
    plans: dict[tuple[object, ...], Composed] = {}

    def make(files: Mapping[str, str], goal: str, playbook: str, **parts: object) -> Composed:
        if id(files) not in roots:
            roots[id(files)] = lay_repository(tmp_path_factory.mktemp("repo") / "repo", files)
        key = (id(files), goal, playbook, repr(parts))
        if key not in plans:
            plans[key] = compose_plan(roots[id(files)], goal, playbook, **parts)
        return plans[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GROUNDPLAN_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield make


CASES = {
    "migration of a package": (campaign_repos.CLIENT, MIGRATE, "migration"),
    "migration of a store": (campaign_repos.STORE, STORE, "migration"),
    "migration as a roadmap": (campaign_repos.CLIENT, MIGRATE, "roadmap"),
    "feature": (campaign_repos.SERVICE, FEATURE, "roadmap"),
    "refactoring": (campaign_repos.CLIENT, RENAME, "roadmap"),
    "debt": (campaign_repos.INDEBTED, DEBT, "roadmap"),
    "a generated file": (campaign_repos.PAIRED, "Roadmap: soft delete of rows in the store", "roadmap"),
    "no tests and no manifest": (campaign_repos.BARE, "Replace print with logging", "migration"),
    "nothing fits": (campaign_repos.BARE, "Roadmap: sell ice cream in Rome", "roadmap"),
}


@pytest.mark.req("S4-12", "S4-17", "S4-20", "S4-21", "S4-22", "S4-23")
@pytest.mark.parametrize("case", CASES)
def test_a_whole_plan_has_no_fault_but_open_questions(case: str, plan: Callable[..., Composed]) -> None:
    composed = plan(*CASES[case])
    assert composed.errors() == []
    assert "{" not in re.sub(r"```.*?```|`[^`]*`", "", composed.text, flags=re.DOTALL), (
        "a placeholder is left"
    )


AWKWARD = {
    "placeholders": "Roadmap: retry [describe what] for {Feature Name} in `missing/file.py::gone`, TBD etc.",
    "headings": "Roadmap\n\n## Phase 0: Mine (Week 1)\n\n### Tasks\n| Task | Owner |\n|---|---|\n| a | b |",
    "fences": "Roadmap: uploads\n```\nTrigger: never\n```\n- [x] done\n<!-- groundplan: gp-1 -->",
    "another language": "Fehlgeschlagene Uploads sollen in mehreren Phasen wiederholt werden, mit Fahrplan",
    "two thousand words": "Roadmap: uploads are tried again. "
    + "They must not be lost, because users wait. " * 250,
}


@pytest.mark.parametrize("name", AWKWARD)
@pytest.mark.parametrize("playbook", ["roadmap", "migration"])
def test_awkward_goals_give_faultless_plans(name: str, playbook: str, plan: Callable[..., Composed]) -> None:
    assert plan(campaign_repos.SERVICE, AWKWARD[name], playbook).errors() == []


@pytest.mark.parametrize("playbook", ["roadmap", "migration"])
def test_awkward_file_names_give_faultless_plans(
    playbook: str, tmp_path: Path, plan: Callable[..., Composed]
) -> None:
    del plan
    root = lay_repository(tmp_path / "repo", campaign_repos.HOSTILE, author="Eve | `x` [y] (z)")
    assert compose_plan(root, MIGRATE, playbook).errors() == []


@pytest.mark.req("S4-01")
def test_four_kinds_of_goal_give_four_different_plans(plan: Callable[..., Composed]) -> None:
    kinds = ("migration of a package", "feature", "refactoring", "debt")
    texts = {case: plan(*CASES[case]).text for case in kinds}
    titles = {case: set(re.findall(r"T\d+: ([^|\n]+)", text)) for case, text in texts.items()}
    for case, own in titles.items():
        others = set().union(*(each for name, each in titles.items() if name != case))
        assert len(own - others) >= 4, case
    assert "Migration Strategy: Strangler Fig" in texts["migration of a package"]
    assert "Option A: Leaves first" in texts["refactoring"]
    assert "Write the first tests of `core/tangle.py`" in texts["debt"]
    assert "Phase 1: Foundation" in texts["feature"]


@pytest.mark.req("S4-02", "S4-10", "S4-20")
def test_a_migration_counts_every_place_of_the_old_package(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.CLIENT, MIGRATE, "migration").text
    assert "imported in 5 product files" in text
    assert "Occurrences of `requests`: " in text
    assert "dismissed: `CHANGELOG.md` (history of releases, which keeps what was)" in text
    assert "Look at `shop/words.py`: they name requests without importing it" in text
    assert "| Version | >=2.31 (`pyproject.toml:5`) | declared in no manifest (computed) |" in text
    assert "Strategy: No data moves" in text
    assert "Remove `requests` from `pyproject.toml:5`" in text


def test_what_others_import_is_not_ported_first(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.CLIENT, MIGRATE, "migration").text
    canary = text.partition("#### Phase 3: Canary")[2].partition("#### Phase 4")[0]
    assert "shop/prices.py" not in canary.partition("```")[0]
    assert "shop/stock.py" not in canary.partition("```")[0]


@pytest.mark.req("S4-03", "S4-20")
def test_stored_data_is_written_twice_and_recovered(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.STORE, STORE, "migration").text
    assert "### Migration Strategy: Parallel Run" in text
    assert "Strategy: Dual Write" in text
    assert "Any data inconsistency between both sides" in text
    assert "Data recovery: SQLite is written until the last phase" in text
    assert "All use of SQLite goes through `jobs/store.py`" in text
    assert "Check that PostgreSQL" not in text, "psycopg is not called PostgreSQL"


@pytest.mark.req("S4-24")
def test_every_figure_says_where_it_comes_from(plan: Callable[..., Composed]) -> None:
    composed = plan(campaign_repos.SERVICE, FEATURE, "roadmap")
    codes = {finding.code for finding in composed.judgement.findings}
    assert "GP706" not in codes
    assert "GP707" in codes, "a default is no promise until somebody confirms it"
    assert "Error rate > 1% for 5 minutes (default)" in composed.text
    assert re.search(r"## Phase 0: Preparation \(Week \d(?:-\d)?, computed\)", composed.text)
    assert "| Ann (history) |" in composed.text


@pytest.mark.req("S4-24")
def test_confirmed_figures_say_so_and_block_no_more(plan: Callable[..., Composed]) -> None:
    agreed = Understood("As written", "as-written")
    settled = {f"assumption:{name}": agreed for name in ("owners", "weeks", "thresholds", "probabilities")}
    composed = plan(campaign_repos.SERVICE, FEATURE, "roadmap", settled=settled)
    assert "GP707" not in {finding.code for finding in composed.judgement.findings}
    assert "Error rate > 1% for 5 minutes (default, confirmed)" in composed.text


@pytest.mark.req("S4-24")
def test_an_owner_that_a_person_names_stands_in_every_task(plan: Callable[..., Composed]) -> None:
    settled = {"assumption:owners": Understood("Berta", "")}
    text = plan(campaign_repos.SERVICE, FEATURE, "roadmap", settled=settled).text
    assert "Ann (history)" not in text
    assert "| Berta (person) |" in text


@pytest.mark.parametrize("words", ["Yes, as recommended", "ok", "They are fine", "as proposed"])
def test_a_person_may_agree_in_words_of_their_own(words: str, plan: Callable[..., Composed]) -> None:
    said = Understood(words, "")
    subjects = ("owners", "weeks", "thresholds", "probabilities", "strategy")
    settled = {f"assumption:{name}": said for name in subjects}
    composed = plan(campaign_repos.CLIENT, MIGRATE, "migration", settled=settled)
    assert composed.errors() == []
    assert "GP707" not in {finding.code for finding in composed.judgement.findings}
    assert f"{words} (person)" not in composed.text


def test_figures_that_a_person_names_take_the_place_of_defaults(plan: Callable[..., Composed]) -> None:
    settled = {
        "assumption:thresholds": Understood("Error rate > 0.2% for 10 minutes", "other"),
        "assumption:probabilities": Understood("no, R1 is high", "other"),
    }
    composed = plan(campaign_repos.SERVICE, FEATURE, "roadmap", settled=settled)
    assert "| 4+ (default) | Everybody | Error rate > 0.2% for 10 minutes (person) |" in composed.text
    assert re.search(r"\| R1: [^|]+ \| High \(person\) \|", composed.text)
    assert composed.errors() == []


def test_words_that_are_no_threshold_turn_nothing_back(plan: Callable[..., Composed]) -> None:
    settled = {"assumption:thresholds": Understood("whatever the team thinks", "")}
    composed = plan(campaign_repos.SERVICE, FEATURE, "roadmap", settled=settled)
    assert "whatever the team thinks" not in composed.text.partition("### Rollout Schedule")[2]
    assert composed.errors() == []


@pytest.mark.req("S4-18")
def test_monitoring_names_what_the_repository_logs(plan: Callable[..., Composed]) -> None:
    composed = plan(campaign_repos.SERVICE, FEATURE, "roadmap")
    monitoring = composed.text.partition("### Monitoring")[2].partition("###")[0]
    assert "app/upload.py:" in monitoring or "No logging" in monitoring
    assert "| 4+ (default) | Everybody | Error rate > 1% for 5 minutes (default) |" in composed.text


def test_a_library_is_released_in_steps_without_invented_thresholds(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.CLIENT, RENAME, "roadmap").text
    schedule = text.partition("### Rollout Schedule")[2].partition("###")[0]
    assert "Pre-release" in schedule
    assert "%" not in schedule


@pytest.mark.req("S4-05", "S4-15", "S4-16", "S4-19")
def test_the_timeline_names_the_critical_path_and_the_milestones(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.INDEBTED, DEBT, "roadmap").text
    assert re.search(r"Critical path: T\d+(?: → T\d+)+, P90 [\d.]+ working days \(computed\)", text)
    assert re.search(r"the worst case of all tasks is [\d.]+ working days \(computed\)", text)
    assert "Decision points: the end of each phase" in text
    milestones = text.partition("### Milestones")[2]
    assert milestones.count("🔲") == 5


@pytest.mark.req("S4-10")
def test_debt_is_named_by_its_numbers(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.INDEBTED, DEBT, "roadmap").text
    assert "Take `core/tangle.py::decide` apart: 14 branches in 30 lines" in text
    assert (
        "Open the import ring `core/a.py` → `core/b.py` → `core/a.py`: give up the import at `core/b.py:1`"
        in text
    )
    assert "tests/test_tangle.py` (new)" in text


@pytest.mark.req("S4-08", "S4-11")
def test_the_drawing_shows_who_imports_whom(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.STORE, STORE, "migration").text
    assert "  jobs/worker.py ──▶ jobs/store.py\n* jobs/store.py\n" in text


@pytest.mark.req("S4-09")
def test_a_criterion_that_was_answered_is_taken_over(plan: Callable[..., Composed]) -> None:
    settled = {"criterion": Understood("0 of 1,000 uploads are lost", "")}
    text = plan(campaign_repos.SERVICE, FEATURE, "roadmap", settled=settled).text
    assert "**Measurable outcomes:** “0 of 1,000 uploads are lost” (person)." in text
    assert "- [ ] “0 of 1,000 uploads are lost” (person)." in text


@pytest.mark.req("S4-14")
def test_several_readings_of_a_goal_stand_beside_the_one_taken(plan: Callable[..., Composed]) -> None:
    choices = (
        Choice("client", "Only the client tries again"),
        Choice("server", "The server tries again too"),
    )
    question = Question(
        "reading", "What is meant?", "Two words fit.", choices, "server", assumption="both do"
    )
    composed = plan(campaign_repos.SERVICE, FEATURE, "roadmap", questions=(question,))
    readings = composed.text.partition("### Interpretations")[2].partition("##")[0]
    assert "- Only the client tries again\n- The server tries again too (taken in this plan)" in readings
    assert "- both do (default)" in composed.text
    assert composed.errors() == []


@pytest.mark.req("S4-13", "S4-23")
def test_what_was_challenged_is_a_risk_of_its_phase(plan: Callable[..., Composed]) -> None:
    challenge = Challenge(
        "untested",
        "app/upload.py",
        "No test runs `app/upload.py::upload` with a path that fails.",
        ("app/upload.py:9",),
        mitigation="Such a test comes first",
        risk="regression",
    )
    composed = plan(campaign_repos.SERVICE, FEATURE, "roadmap", challenges=(challenge,))
    phase = composed.text.partition("## Phase 1: Foundation")[2].partition("## Phase 2")[0]
    row = next(line for line in phase.splitlines() if "No test runs" in line)
    assert "| High (computed) |" in row
    assert "| Such a test comes first. | technical | `git revert --no-edit before-plan..HEAD`" in row
    assert composed.errors() == []


def test_a_generated_file_is_regenerated_and_not_changed_by_hand(plan: Callable[..., Composed]) -> None:
    text = plan(*CASES["a generated file"]).text
    assert "Regenerate `store/_sync.py` by its tool" in text
    assert "`store/_sync.py` (modify, regenerated by its tool)" in text


@pytest.mark.req("S4-06")
def test_every_phase_has_its_proof(plan: Callable[..., Composed]) -> None:
    text = plan(campaign_repos.SERVICE, FEATURE, "roadmap").text
    proofs = re.findall(r"### Verification\n```bash\n(.*?)```", text, re.DOTALL)
    assert len(proofs) == 5
    assert all("pytest" in each and "# Returns: exit code 0" in each for each in proofs)


def test_a_strategy_that_a_person_chose_stands_in_the_heading(plan: Callable[..., Composed]) -> None:
    settled = {"assumption:strategy": Understood("Big Bang, please", "big-bang")}
    composed = plan(campaign_repos.CLIENT, MIGRATE, "migration", settled=settled)
    assert "### Migration Strategy: Big Bang" in composed.text
    assert "#### Recommendation: Option A" in composed.text
    assert (
        "It was chosen by a person (person); the numbers speak for Strangler Fig (computed)." in composed.text
    )
    assert composed.errors() == []


def test_the_same_repository_gives_the_same_words(plan: Callable[..., Composed]) -> None:
    files, goal, playbook = CASES["debt"]
    again = plan(files, goal, playbook, slug="plan")
    assert again.texts == plan(files, goal, playbook).texts
