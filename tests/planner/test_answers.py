"""What answers mean: letters, words, dropped options, scope, names; and what stays free text."""

from __future__ import annotations

import pytest
from growth import assert_linear
from hypothesis import given, settings
from hypothesis import strategies as st
from made_index import MadeIndex

from groundplan.evidence.mentions import names_meant
from groundplan.planner.answers.understanding import understand
from groundplan.planner.question import Choice, Question

CACHE = Question(
    "option",
    "Which cache should hold the grades?",
    "`app/cache.py::Cache` is there.",
    (
        Choice("local", "Extend the disk cache in `app/cache.py`"),
        Choice("redis", "A Redis server that all replicas share"),
        Choice("none", "No cache: make the queries faster"),
    ),
    recommended="local",
)
SURE = Question(
    "flag", "Does it need a flag?", "", (Choice("yes", "Yes, behind a flag"), Choice("no", "No, at once"))
)
PIECES = ("a", "b", "no", "not", "drop", "option", "redis", ",", ".", "yes", "out of scope:", "cache.py", "`")
FREE = Question("criterion", "How is success measured?", "", recommended="`pytest` passes")
SCOPE = Question("scope", "What stays out of scope?", "")
INDEX = MadeIndex(
    {
        "app/cache.py": "class Cache:\n    def get_item(self): ...\n    def put(self): ...\n",
        "app/views.py": "def show_grades(): ...\ndef put(): ...\n",
        "lib/cache.py": "LIMIT = 3\n",
        "tests/test_cache.py": "def test_get(): ...\n",
    }
)


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("a", "local"),
        ("A", "local"),
        ("1", "local"),
        ("2.", "redis"),
        ("(b)", "redis"),
        ("**B**", "redis"),
        ("option B", "redis"),
        ("Option 3", "none"),
        ("let's go with B", "redis"),
        ("OK, take option b, it is shared", "redis"),
        ("B because we run three replicas", "redis"),
        ("b - we have three replicas", "redis"),
        ("redis", "redis"),
        ("Redis.", "redis"),
        ("use Redis please", "redis"),
        ("extend the disk cache", "local"),
        ("Extend the disk cache in `app/cache.py`", "local"),
        ("let's extend the disk cache we have in app/cache.py", "local"),
        ("yes", "local"),
        ("ok", "local"),
        ("sounds good", "local"),
        ("the recommended one", "local"),
        ("your recommendation", "local"),
    ],
)
def test_a_choice_is_taken_by_its_letter_its_number_or_its_words(said: str, choice: str) -> None:
    assert understand(CACHE, said).choice == choice


@pytest.mark.parametrize(
    "said",
    [
        "not a",
        "not B",
        "A or B",
        "A and B",
        "a, b",
        "both",
        "B?",
        "a new module would be better",
        "I would like a faster page",
        "I think caching is fine",
        "cache",
        "the cache",
        "1.5 seconds",
        "2 or 3 replicas",
        "9",
        "z",
        "not redis",
        "anything but Redis",
        "redis, or maybe the disk cache",
        "yes but only for admins",
        "depends on the load",
        "server",
        "ja bitte, nehmen wir Variante zwei",
        "第二个",
        "",
        "no",
    ],
)
def test_what_is_not_certain_stays_free_text(said: str) -> None:
    assert understand(CACHE, said).choice == ""


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("y", "yes"),
        ("Yes.", "yes"),
        ("yes, please", "yes"),
        ("yes, the team wants to switch it off", "yes"),
        ("n", "no"),
        ("No", "no"),
        ("no, thanks", "no"),
        ("no need", "no"),
        ("a", "yes"),
        ("2", "no"),
        ("yes, but not for admins", ""),
        ("yes and no", ""),
    ],
)
def test_yes_and_no_are_choices_where_the_question_has_them(said: str, choice: str) -> None:
    assert understand(SURE, said).choice == choice


def test_a_question_without_choices_takes_the_words() -> None:
    assert understand(FREE, "a") == understand(None, "a")
    assert understand(FREE, "the page answers within 200 ms").choice == ""


@pytest.mark.parametrize(
    ("said", "dropped"),
    [
        ("drop option A", ("Option A",)),
        ("Please drop option b", ("Option B",)),
        ("drop options", ()),
        ("no Redis", ("Redis",)),
        ("without `aioredis`, please", ("aioredis",)),
        ("forget about Redis, we have no server", ("Redis",)),
        ("discard option 1 and option 2", ("Option 1", "Option 2")),
        ("not option A", ("Option A",)),
        ("no problem", ()),
        ("drop the column", ()),
        ("no idea", ()),
        ("not a", ()),
    ],
)
def test_dropped_options_are_heard(said: str, dropped: tuple[str, ...]) -> None:
    assert understand(CACHE, said).dropped == dropped
    assert not understand(CACHE, said).choice


@pytest.mark.parametrize(
    ("said", "outside"),
    [
        ("out of scope: the admin pages", ("the admin pages",)),
        ("Out of scope: docs, the admin and old clients.", ("docs", "the admin", "old clients")),
        ("leave the admin out", ("the admin",)),
        ("leave out the admin, because it moves anyway", ("the admin",)),
        ("The admin is out of scope", ("The admin",)),
        ("don't touch app/views.py", ("app/views.py",)),
        ("do not change the public API.", ("the public API",)),
        ("we should scope this well", ()),
    ],
)
def test_what_is_left_out_is_heard(said: str, outside: tuple[str, ...]) -> None:
    assert understand(None, said).out_of_scope == outside


def test_the_question_of_scope_takes_a_plain_list() -> None:
    assert understand(SCOPE, "the admin, docs").out_of_scope == ("the admin", "docs")
    assert understand(SCOPE, "nothing").out_of_scope == ()


@pytest.mark.parametrize(
    ("said", "files"),
    [
        ("put it into app/cache.py", ("app/cache.py",)),
        ("in views.py, I think", ("app/views.py",)),
        ("cache.py", ()),
        ("change `Cache` only", ("app/cache.py::Cache",)),
        ("Cache.get_item", ("app/cache.py::Cache.get_item",)),
        ("get_item() and show_grades()", ("app/cache.py::Cache.get_item", "app/views.py::show_grades")),
        ("app/cache.py::Cache.put", ("app/cache.py::Cache.put",)),
        ("put", ()),
        ("`put`", ()),
        ("../../etc/passwd", ()),
        ("missing_name in nowhere.py", ()),
    ],
)
def test_files_and_definitions_that_exist_are_recognised(said: str, files: tuple[str, ...]) -> None:
    assert names_meant(INDEX, said) == files


@pytest.mark.parametrize(
    "said",
    ["I don't know", "don't know yet.", "later", "No idea", "not sure", "Hm, not sure yet", "skip", "TBD"],
)
def test_not_knowing_is_an_answer(said: str) -> None:
    understood = understand(CACHE, said)
    assert understood.is_unsure
    assert not understood.choice


@pytest.mark.parametrize(
    "said", ["I don't know Redis well, but take it", "not", "later versions only", "not B"]
)
def test_saying_more_than_not_to_know_is_no_doubt(said: str) -> None:
    assert not understand(CACHE, said).is_unsure


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300) | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_any_text_is_understood_and_kept(said: str) -> None:
    for question in (None, CACHE, SURE, FREE, SCOPE):
        understood = understand(question, said)
        assert understood.text == said
        assert not understood.choice or (question is not None and question.choice(understood.choice))


def test_long_hostile_text_is_read_in_linear_time() -> None:
    for piece in ("no ", "a, ", "out of scope ", "leave ", "don't ", "drop a.b.c ", "` ", "x" * 50):
        assert_linear(
            lambda count, piece=piece: understand(CACHE, piece * count),
            2_000,
        )


KEPT = Question(
    "kept:version",
    "Do we take `__version__` instead?",
    "",
    (
        Choice("reuse", "Import `__version__` from `fair/__init__.py`"),
        Choice("new", "Read `pyproject.toml` again"),
    ),
    "reuse",
)


@pytest.mark.parametrize(
    "said",
    [
        "You're right! Let's read from `__version__` then.",
        "You're right! Let's read from `__version__` then. We can consider auto-checks later.",
        "I like that. Read it from __version__",
        "Makes sense.",
    ],
)
def test_who_agrees_first_takes_what_is_recommended(said: str) -> None:
    assert understand(KEPT, said).choice == "reuse"


@pytest.mark.parametrize(
    "said",
    [
        "You're right about the cost, but pyproject.toml it is",
        "Right. Read pyproject.toml",
        "Good point. What is in pyproject?",
        "You are right. Let's not.",
        "Makes sense, later",
        "Makes sense. But not in this release",
    ],
)
def test_agreement_that_is_taken_back_or_speaks_of_another_choice_takes_none(said: str) -> None:
    assert understand(KEPT, said).choice != "reuse"


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("keep it a manual command for now, auto-check later", "auto-check"),
        ("For now, let's keep it manual; we can consider auto-checks later.", "auto-checks"),
        ("Leave the dashboard for later.", "the dashboard"),
        ("Redis can come later if memory becomes a problem", "Redis"),
        ("Postpone the UI until June", "the UI"),
    ],
)
def test_what_is_left_for_later_is_understood(said: str, thing: str) -> None:
    assert understand(None, said).put_off == (thing,)


@pytest.mark.parametrize(
    "said",
    [
        "later",
        "maybe later",
        "We'll decide that later.",
        "Two weeks later it failed",
        "Call it now, not later",
        "it fails sooner or later.",
    ],
)
def test_words_about_time_put_nothing_off(said: str) -> None:
    assert understand(None, said).put_off == ()


def test_a_fact_about_change_leaves_nothing_out_of_scope() -> None:
    said = "Grades don't change much; they're updated only when professors upload new data"
    assert understand(None, said).out_of_scope == ()
    assert understand(None, "Please don't change the CLI").out_of_scope == ("the CLI",)
