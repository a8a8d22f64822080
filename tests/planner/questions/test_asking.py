"""The questions on a goal: few, each once, the most blocking first, with proposals where there can be one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import gather_pack, make_facts, make_goal, make_pack

from groundplan.evidence.kinds import (
    Past,
    Reach,
    Region,
    Standing,
    Target,
)
from groundplan.plan.goal import GoalKind
from groundplan.planner.challenge import Challenge
from groundplan.planner.question import Question
from groundplan.planner.questions.asking import ask_all

if TYPE_CHECKING:
    from groundplan.evidence.facts import Facts

FILES = {
    "app/cache.py": "class Cache:\n    def get(self): ...\n",
    "app/store.py": "def keep(): ...\n",
    "web/page.py": "def show(): ...\n",
    "tests/test_cache.py": "def test_get(): ...\n",
}


def region_of(path: str, name: str) -> Region:
    outline = MadeIndex(FILES).outline(path)
    assert outline is not None
    return Region(path, outline.find(name)[0])


GET = region_of("app/cache.py", "Cache.get")


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
        "reach": (Reach(GET, (), (), 0, ()),),
        "new_files": (),
        "constraints": (),
        "commands": (),
        "past": Past(),
    }
    gone = facts.pop("gone", None)
    made.__dict__.update(given | facts)
    return replace(made.facts, contrary=replace(made.facts.contrary, gone=gone or made.facts.contrary.gone))


def question(subject: str, weight: float = 0.5, *, blocking: bool = True) -> Question:
    return Question(subject, "Why?", "", (), weight=weight, blocking=blocking)


def challenge(asked: Question | None) -> Challenge:
    return Challenge("reuse", "x", "y", (), question=asked)


USED = {
    "pyproject.toml": "[project]\nname = 'app'\ndependencies = ['pytest']\n[tool.pytest.ini_options]\n",
    "app/__init__.py": "",
    "app/cache.py": "def read_item(key):\n    return key\n\n\ndef drop_item(key):\n    return key\n",
    "tests/test_cache.py": "from app.cache import read_item\n\n\ndef test_get():\n    assert read_item(1)\n",
}


def criterion_of(goal: str, files: dict[str, str]) -> Question:
    asked = ask_all(gather_pack(MadeIndex(files), None, goal).facts, ())
    return next(each for each in asked if each.subject == "criterion")


def test_a_test_file_that_uses_the_one_named_thing_and_can_be_run_is_proposed() -> None:
    asked = criterion_of("Fix `read_item` for missing keys", USED)
    assert asked.recommended == (
        "A new test in `tests/test_cache.py` fails before the change and passes after it: "
        "`python -m pytest tests/test_cache.py`"
    )
    assert asked.why == "`tests/test_cache.py` uses `app/cache.py::read_item`, in `test_get`."
    kept = criterion_of("Simplify `read_item`", USED)
    assert kept.recommended.startswith("The tests in `tests/test_cache.py` pass unchanged: ")


@pytest.mark.parametrize(
    ("goal", "without"),
    [
        ("Fix `drop_item` for missing keys", ""),  # no test uses it
        ("Fix `read_item` and `drop_item`", ""),  # two things are named
        ("Fix missing keys in the cache", ""),  # nothing is named
        ("Document `read_item`", ""),  # no test sees it
        ("Fix `read_item` for missing keys", "tests/test_cache.py"),
        ("Fix `read_item` for missing keys", "pyproject.toml"),  # nothing says how tests are run
    ],
)
def test_nothing_is_proposed_where_no_test_is_known_to_show_it(goal: str, without: str) -> None:
    files = {path: text for path, text in USED.items() if path != without}
    asked = criterion_of(goal, files)
    assert asked.recommended == ""
    assert asked.text == "How will we know that it is done?"


@pytest.mark.req("S1-29")
def test_more_speed_without_a_figure_is_asked_for_one() -> None:
    asked = criterion_of("Make `read_item` faster", USED)
    assert asked.recommended == ""
    assert "“faster” comes without a figure" in asked.why


def test_a_name_that_goes_is_counted_to_nothing() -> None:
    standing = Standing("keep", {"app/store.py": 1, "web/page.py": 2})
    (asked,) = ask_all(facts_of("Remove keep", GoalKind.DEBT, {"names": ("keep",)}, gone=standing), ())
    assert (
        asked.recommended
        == "`keep` no longer appears outside the release history (today 3 places in 2 files)"
    )


GOES = USED | {
    "pyproject.toml": USED["pyproject.toml"].replace("pytest']", "pytest', 'typing_extensions']"),
    "app/kinds.py": "from typing_extensions import Self\n\nMODULES = {'typing', 'typing_extensions'}\n",
    "CHANGELOG": "- read_item reads once\n",
    "AGENTS.md": "Call `read_item`.\n",
    "app/words.py": "def format(text):\n    return '{}'.format(text)\n\n\nTOLD = format('x')\n",
    "app/names.py": "def shorten(name):\n    return name[:3]\n\n\nNAME = shorten('x')\n",
}


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (
            "Remove the function `read_item`",
            "`read_item` no longer appears outside the release history (today 4",
        ),
        ("Remove the function `shorten`", "`shorten` no longer appears outside the release history (today 2"),
        ("Rename the function `shorten` to `cut`", "`shorten` no longer appears"),
        ("Rename the function `format` to `told`", ""),  # strings have a `format` as well
        ("Rename the function `shorten` to `cut` and keep the old name working with a warning", ""),
        ("Rename `read_item` to `take_item`, with an alias", ""),
        (
            "Replace `typing_extensions` with `typing`",
            "No product file imports `typing_extensions` any more (today 1 file)",
        ),
        ("Remove `read_item` from the interface. It stays inside.", ""),
        ("Replace `read_item` by a class that reads once", ""),
    ],
)
def test_a_name_is_gone_only_where_that_is_all_the_goal_says(goal: str, told: str) -> None:
    asked = criterion_of(goal, GOES)
    assert asked.recommended.startswith(told) if told else not asked.recommended


def test_a_goal_that_says_how_it_is_measured_is_not_asked() -> None:
    (confirmed,) = ask_all(facts_of("Fix it", parts={"criterion": "It returns `None`"}), ())
    assert confirmed.recommended == "It returns `None`", "a plan is written after a reply"
    other = [challenge(question("a"))]
    assert [each.subject for each in ask_all(facts_of("Fix it", parts={"criterion": "x"}), other)] == ["a"]
    assert not ask_all(facts_of(""), ())


def test_the_questions_of_challenges_come_by_weight_each_subject_once() -> None:
    raised = [
        challenge(question("b", 0.6)),
        challenge(question("a", 0.9)),
        challenge(question("b", 0.8)),
        challenge(None),
    ]
    found = ask_all(facts_of("Fix it", parts={"criterion": "x"}), raised)
    assert [(each.subject, each.weight) for each in found] == [("a", 0.9), ("b", 0.8)]


def test_at_most_five_are_asked_and_a_fix_asks_nothing_in_passing() -> None:
    raised = [challenge(question(str(number))) for number in range(9)]
    assert len(ask_all(facts_of("Add it", GoalKind.FEATURE), raised)) == 5
    passing = [challenge(question("p", blocking=False))]
    assert [each.subject for each in ask_all(facts_of("Fix it"), passing)] == ["criterion"]
    assert [each.subject for each in ask_all(facts_of("Add it", GoalKind.FEATURE), passing)] == [
        "criterion",
        "p",
    ]


def test_a_public_name_that_is_renamed_asks_about_callers_outside() -> None:
    reach = (Reach(GET, (), (), 0, (), public="listed in `__all__`"),)
    names = {"names": ("Cache.get",)}
    pack = facts_of("Rename Cache.get to Cache.read", GoalKind.REFACTOR, names, reach=reach)
    asked = next(each for each in ask_all(pack, ()) if each.subject.startswith("compatibility:"))
    assert asked.text == "May code outside this repository break when `app/cache.py::Cache.get` changes?"
    assert asked.recommended == "", "nothing here says what became of other names"
    other = facts_of("Document Cache.get", GoalKind.FEATURE, names, reach=reach)
    assert not [each for each in ask_all(other, ()) if each.subject.startswith("compatibility:")]


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


def test_what_rests_on_the_targets_is_asked_after_the_place() -> None:
    reach = (Reach(GET, (), (), 0, (), public="listed in `__all__`"),)
    names = {"names": ("Cache.get",)}
    pack = facts_of("Rename Cache.get to Cache.read", GoalKind.REQUIREMENT, names, reach=reach)
    found = {each.subject.partition(":")[0]: each.after for each in ask_all(pack, ())}
    assert found == dict.fromkeys(("criterion", "compatibility"), ("place",))


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
