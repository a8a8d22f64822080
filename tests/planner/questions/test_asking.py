"""The questions on a goal: few, each once, the most blocking first, with proposals where there can be one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import make_facts, make_goal, make_pack

from groundplan.evidence.kinds import (
    Alike,
    Command,
    Constraint,
    NewFile,
    Past,
    Reach,
    Region,
    Standing,
    Target,
    TestPlace,
)
from groundplan.plan.goal import GoalKind
from groundplan.planner.challenge import Challenge
from groundplan.planner.question import Choice, Question
from groundplan.planner.questions.asking import ask_all
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.evidence.facts import Facts

FILES = {
    "app/cache.py": "class Cache:\n    def get(self): ...\n",
    "app/store.py": "def keep(): ...\n",
    "web/page.py": "def show(): ...\n",
    "tests/test_cache.py": "def test_get(): ...\n",
}
PLACE = TestPlace(
    "tests/test_cache.py",
    exists=True,
    why="imports it",
    tests=("test_get",),
    command="python -m pytest tests/test_cache.py",
)


def region_of(path: str, name: str) -> Region:
    outline = MadeIndex(FILES).outline(path)
    assert outline is not None
    return Region(path, outline.find(name)[0])


GET, KEEP = region_of("app/cache.py", "Cache.get"), region_of("app/store.py", "keep")


def facts_of(
    text: str,
    kind: GoalKind = GoalKind.FIX,
    parts: dict[str, object] | None = None,
    files: dict[str, str] = FILES,
    **facts: object,
) -> Facts:
    made = make_pack(make_goal(text, kind=kind, **(parts or {})), FILES | files)
    given: dict[str, object] = {
        "targets": (Target("app/cache.py", 1.0, ("named",), (GET,), is_named=True),),
        "regions": (GET,),
        "tests": (PLACE,),
        "reach": (Reach(GET, (), (), 0, ()),),
        "is_new": False,
        "new_files": (),
        "alike": (),
        "constraints": (),
        "commands": (),
        "ways_in": (),
        "past": Past(),
    }
    gone = facts.pop("gone", None)
    made.__dict__.update(given | facts)
    return replace(made.facts, contrary=replace(made.facts.contrary, gone=gone or made.facts.contrary.gone))


def question(subject: str, weight: float = 0.5, *, blocking: bool = True) -> Question:
    return Question(subject, "Why?", "", (), weight=weight, blocking=blocking)


def challenge(asked: Question | None) -> Challenge:
    return Challenge("reuse", "x", "y", (), question=asked)


def test_a_clear_fix_raises_one_question_with_a_measurable_proposal() -> None:
    (only,) = ask_all(facts_of("Fix Cache.get for missing keys"), ())
    assert only.subject == "criterion"
    assert only.blocking
    assert only.text.endswith("?")
    assert only.recommended == (
        "A test for `app/cache.py::Cache.get` in `tests/test_cache.py` fails today and passes afterwards: "
        "`python -m pytest tests/test_cache.py`"
    )
    assert only.why == (
        "The goal names no measure; the nearest test file is `tests/test_cache.py`: imports it; "
        "see `test_get`."
    )


def test_no_test_is_proposed_in_a_file_that_has_nothing_of_the_target() -> None:
    other = TestPlace("tests/test_cache.py", exists=True, why="its words match the goal's", command="make t")
    files = FILES | {"tests/test_cache.py": "def test_it(): ...\n"}
    pack = facts_of("Fix Cache.get for missing keys", files=files, tests=(other,))
    (only,) = ask_all(pack, ())
    assert only.recommended == ""
    assert only.text == "How would somebody else see that it is done?"


def test_no_test_is_proposed_for_one_of_several_named_definitions() -> None:
    facts = facts_of("Cache.get and keep lose keys")
    (only,) = ask_all(replace(facts, named_regions=(*facts.regions, KEEP)), ())
    assert only.recommended == ""


def test_a_migration_that_nobody_notices_passes_before_and_after() -> None:
    (tested,) = ask_all(facts_of("Watch without chokidar in Cache.get", GoalKind.MIGRATION), ())
    assert "fails today" not in tested.recommended
    assert "passes before and after" in tested.recommended
    command = Command("test", "make test", Spot("Makefile", 3))
    for kind in (GoalKind.MIGRATION, GoalKind.REFACTOR):
        (run,) = ask_all(facts_of("Simplify it", kind, tests=(), commands=(command,)), ())
        assert run.recommended == "`make test` passes before and after"


def test_a_goal_that_says_how_it_is_measured_is_not_asked() -> None:
    assert not ask_all(facts_of("Fix it", parts={"criterion": "It returns `None`"}), ())
    assert not ask_all(facts_of(""), ())


def test_a_test_that_is_not_there_yet_is_marked_as_new() -> None:
    place = TestPlace(
        "tests/test_store.py", exists=False, why="no test was found that imports `app/store.py`"
    )
    (only,) = ask_all(facts_of("Fix keep", tests=(place,)), ())
    assert "`tests/test_store.py` (new)" in only.recommended
    assert "no test was found that imports `app/store.py`" in only.why


def test_without_tests_the_runner_is_proposed_and_without_one_nothing_is_made_up() -> None:
    command = Command("test", "make test", Spot("Makefile", 3))
    (only,) = ask_all(facts_of("Fix it", tests=(), commands=(command,)), ())
    assert only.recommended == "A new test fails today and passes afterwards: `make test`"
    assert "`Makefile:3`" in only.why
    (bare,) = ask_all(facts_of("Fix it", tests=()), ())
    assert bare.recommended == ""
    assert bare.why == "The goal names no measure, and no test runner is declared here."


def test_a_refactoring_keeps_its_tests_and_a_removal_counts_to_nothing() -> None:
    (kept,) = ask_all(facts_of("Simplify Cache.get", GoalKind.REFACTOR), ())
    assert (
        kept.recommended
        == "The tests of `tests/test_cache.py` pass unchanged: `python -m pytest tests/test_cache.py`"
    )
    standing = Standing("keep", {"app/store.py": 1, "web/page.py": 2})
    gone = facts_of("Remove keep", GoalKind.DEBT, {"names": ("keep",)}, gone=standing)
    (asked,) = ask_all(gone, ())
    assert asked.text == "Is it done when `keep` no longer appears anywhere?"
    assert (
        asked.recommended
        == "`keep` no longer appears outside the release history (today 3 places in 2 files)"
    )


def test_the_questions_of_challenges_come_by_weight_each_subject_once() -> None:
    raised = [
        challenge(question("b", 0.6)),
        challenge(question("a", 0.9)),
        challenge(question("b", 0.8)),
        challenge(None),
    ]
    found = ask_all(facts_of("Fix it", parts={"criterion": "x"}), raised)
    assert [(each.subject, each.weight) for each in found] == [("a", 0.9), ("b", 0.8)]


def test_at_most_five_block_and_a_fix_asks_nothing_in_passing() -> None:
    raised = [challenge(question(str(number))) for number in range(9)]
    found = ask_all(facts_of("Add it", GoalKind.FEATURE), raised)
    assert sum(each.blocking for each in found) == 5
    assert len(found) == 8
    assert [each.blocking for each in found] == sorted((each.blocking for each in found), reverse=True)
    passing = [challenge(question("p", blocking=False))]
    assert [each.subject for each in ask_all(facts_of("Fix it"), passing)] == ["criterion"]
    assert [each.subject for each in ask_all(facts_of("Add it", GoalKind.FEATURE), passing)] == [
        "criterion",
        "p",
    ]


def test_where_something_new_goes_is_asked_once() -> None:
    far = NewFile("app/retry.py", "app/cache.py", "modules are there")
    pack = facts_of("Add retry", GoalKind.FEATURE, is_new=True, new_files=(far,))
    assert "option" not in [each.subject for each in ask_all(pack, ())], "its name has nothing to do with it"
    new = NewFile("app/disk_cache.py", "app/cache.py", "modules are there")
    pack = replace(pack, new_files=(new,))
    option = next(each for each in ask_all(pack, ()) if each.subject == "option")
    assert [each.name for each in option.choices] == ["new-module", "in-place"]
    assert not option.blocking
    pack = replace(pack, alike=(Alike(KEEP, ("shares `keep`",)),))
    option = next(each for each in ask_all(pack, ()) if each.subject == "option")
    assert [each.name for each in option.choices] == ["new-module", "in-place", "extend"]
    assert option.blocking
    weighed = Question("reuse:x", "Which?", "", (Choice("reuse", "a"), Choice("new-module", "b")))
    assert "option" not in [each.subject for each in ask_all(pack, [challenge(weighed)])]


def test_a_public_name_that_is_renamed_asks_about_callers_outside() -> None:
    reach = (Reach(GET, (), (), 0, (), public="listed in `__all__`"),)
    names = {"names": ("Cache.get",)}
    pack = facts_of("Rename Cache.get to Cache.read", GoalKind.REFACTOR, names, reach=reach)
    asked = next(each for each in ask_all(pack, ()) if each.subject.startswith("compatibility:"))
    assert asked.text == "May code outside this repository break when `app/cache.py::Cache.get` changes?"
    assert asked.recommended == "keep"
    other = facts_of("Document Cache.get", GoalKind.FEATURE, names, reach=reach)
    assert not [each for each in ask_all(other, ()) if each.subject.startswith("compatibility:")]


def test_a_rename_does_not_leave_the_tests_unchanged() -> None:
    (kept,) = ask_all(facts_of("Extract the lookup of Cache.get", GoalKind.REFACTOR), ())
    (renamed,) = ask_all(facts_of("Rename the ttl option to age", GoalKind.REFACTOR), ())
    assert kept.recommended.startswith("The tests of")
    assert renamed.recommended.startswith("A test")


def test_removing_what_is_deprecated_asks_nobody_again() -> None:
    goal = make_goal("Remove the deprecated build-dir option", kind=GoalKind.REFACTOR)
    pack = make_facts(goal, FILES | {"README.md": "Set build-dir.\n"}, targets=(), reach=())
    assert not [each for each in ask_all(pack, ()) if each.subject.startswith("compatibility")]


def test_a_documented_option_that_goes_asks_about_its_users() -> None:
    goal = make_goal("Remove the build-dir option", kind=GoalKind.REFACTOR)
    text = "# Guide\n\nNothing.\n\n- **build-dir:** where the book goes\n"
    pack = make_facts(goal, FILES | {"docs/guide.md": text}, targets=(), reach=())
    asked = next(each for each in ask_all(pack, ()) if each.subject == "compatibility:build-dir")
    assert "`docs/guide.md:5`" in asked.why
    assert [each.name for each in asked.choices] == ["deprecate", "break"]
    unwritten = make_facts(goal, FILES, targets=(), reach=())
    assert not [each for each in ask_all(unwritten, ()) if each.subject.startswith("compatibility")]


def test_flags_among_the_neighbours_ask_for_one() -> None:
    flag = Constraint("flag", "`app/cache.py` asks for the flag `new-cache`", (Spot("app/cache.py", 2),))
    found = ask_all(facts_of("Add it", GoalKind.FEATURE, constraints=(flag,)), ())
    assert [each.subject for each in found] == ["criterion", "flag"]
    setting = Constraint("setting", "`app/cache.py` reads the setting `TTL`", (Spot("app/cache.py", 2),))
    assert [
        each.subject for each in ask_all(facts_of("Add it", GoalKind.FEATURE, constraints=(setting,)), ())
    ] == ["criterion"]


def test_a_wide_goal_asks_what_stays_out() -> None:
    scope = next(
        each
        for each in ask_all(facts_of("PRD: caching", GoalKind.REQUIREMENT), ())
        if each.subject == "scope"
    )
    assert scope.recommended == "Out of scope: `web/`"
    assert scope.why == "The goal reaches `app/cache.py`; no target is in `web/` (1 file)."
    said = facts_of("PRD: caching", GoalKind.REQUIREMENT, {"excluded": ("no admin",)})
    assert "scope" not in [each.subject for each in ask_all(said, ())]


def test_nothing_is_out_of_scope_while_no_target_is_known() -> None:
    unplaced = facts_of("PRD: caching", GoalKind.REQUIREMENT, targets=(), regions=(), reach=())
    assert "scope" not in [each.subject for each in ask_all(unplaced, ())]


def test_what_rests_on_the_targets_is_asked_after_the_place() -> None:
    reach = (Reach(GET, (), (), 0, (), public="listed in `__all__`"),)
    names = {"names": ("Cache.get",)}
    pack = facts_of("Rename Cache.get to Cache.read", GoalKind.REQUIREMENT, names, reach=reach)
    found = {each.subject.partition(":")[0]: each.after for each in ask_all(pack, ())}
    assert found == dict.fromkeys(("criterion", "compatibility", "scope"), ("place",))


def test_a_twin_written_by_hand_is_asked_about() -> None:
    body = "".join(
        f"class Repo{n}:\n    {{}}def get_{n}(self): ...\n    {{}}def put_{n}(self): ...\n" for n in range(3)
    )
    files = {"app/repo_async.py": body.replace("{}", "async "), "app/repo_sync.py": body.replace("{}", "")}
    pack = facts_of(
        "Fix Repo1.get_1",
        parts={"criterion": "x"},
        files=files,
        targets=(Target("app/repo_async.py", 1.0, ()),),
    )
    (twin,) = ask_all(pack, ())
    assert twin.subject == "twin:app/repo_sync.py"
    assert twin.text == "Does `app/repo_sync.py` get the same change as `app/repo_async.py`?"


@pytest.mark.parametrize("kind", list(GoalKind))
def test_every_question_ends_with_a_question_mark_and_knows_its_recommended_choice(kind: GoalKind) -> None:
    for each in ask_all(facts_of("Make the cache faster", kind), ()):
        assert each.text.endswith("?")
        assert not each.choices or not each.recommended or each.choice(each.recommended)
