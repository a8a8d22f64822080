"""Questions about behaviour that a goal leaves open: each with a default that a line of code bears out."""

from __future__ import annotations

import pytest
from made_pack import make_facts, make_goal

from groundplan.evidence.kinds import Target
from groundplan.plan.goal import GoalKind
from groundplan.planner.questions.behaviour import ask

FLAGS = 'package flags\n\nfunc init() {\n\tpflag.DurationVar(&Wait, "wait", time.Second, "how long")\n}\n'
BROKER = "import redis\n\ndef publish():\n    try:\n        send()\n    except redis.ConnectionError: ...\n"
STORE = "import threading\n\nclass Store:\n    def __init__(self):\n        self._lock = threading.Lock()\n"
CACHE = "from functools import lru_cache\n\n@lru_cache(maxsize=64)\ndef parse(text): ...\n"
RUN = "package main\n\nfunc run() {\n\tctx, stop := context.WithTimeout(ctx, Wait)\n}\n"
LATER = "from tenacity import retry\n\nclass Client:\n    max_retries = 3\n"

RAISED = [
    ("default", "Add a --limit flag that bounds how many run", {"flags/flags.go": FLAGS}, "flags/flags.go:4"),
    ("cancel", "Cancel running tasks after a duration", {"run.go": RUN}, "run.go:4"),
    ("unreachable", "Keep jobs in Redis", {"app/broker.py": BROKER}, "app/broker.py:6"),
    ("concurrency", "Cache the parsed rules in the store", {"app/store.py": STORE}, "app/store.py:5"),
    ("lifetime", "Cache the parsed rules", {"app/parse.py": CACHE}, "app/parse.py:3"),
    ("retry", "Retry failed uploads", {"app/client.py": LATER}, "app/client.py:4"),
]


def asked_about(goal: str, files: dict[str, str], kind: GoalKind = GoalKind.FEATURE) -> dict[str, str]:
    targets = tuple(Target(path, 1.0, ("named",), (), is_named=True) for path in files)
    pack = make_facts(make_goal(goal, kind=kind), files, targets=targets)
    return {each.subject: each.why for each in ask(pack, ())}


@pytest.mark.req("S1-38")
@pytest.mark.parametrize(("subject", "goal", "files", "cited"), RAISED)
def test_behaviour_left_open_is_asked_with_the_line_that_shows_today(
    subject: str, goal: str, files: dict[str, str], cited: str
) -> None:
    assert f"`{cited}`" in asked_about(goal, files)[f"behaviour:{subject}"]


@pytest.mark.parametrize(("subject", "goal", "files", "cited"), RAISED)
def test_nothing_is_asked_where_no_line_bears_a_default_out(
    subject: str, goal: str, files: dict[str, str], cited: str
) -> None:
    del files, cited
    assert f"behaviour:{subject}" not in asked_about(goal, {"app/page.py": "def show(): ...\n"})


@pytest.mark.parametrize(
    ("goal", "files"),
    [
        ("Add a --limit flag, by default 10", {"flags/flags.go": FLAGS}),
        ("Cancel running tasks after a duration, and exit with an error", {"run.go": RUN}),
        ("Cache the parsed rules for 10 minutes", {"app/parse.py": CACHE}),
        ("Retry failed uploads on timeouts only", {"app/client.py": LATER}),
        ("Keep jobs in Redis, and fall back to memory when it is unreachable", {"app/broker.py": BROKER}),
    ],
)
def test_what_the_goal_says_is_not_asked(goal: str, files: dict[str, str]) -> None:
    assert not asked_about(goal, files)


@pytest.mark.parametrize("kind", [GoalKind.FIX, GoalKind.REFACTOR, GoalKind.DEBT])
def test_a_goal_that_adds_no_behaviour_raises_none(kind: GoalKind) -> None:
    assert not asked_about("Retry failed uploads", {"app/client.py": LATER}, kind)


def test_only_a_failure_to_connect_shows_how_one_is_handled() -> None:
    lacking = {"app/broker.py": "try:\n    import redis\nexcept ImportError:\n    redis = None\n"}
    assert not asked_about("Keep jobs in Redis", lacking)


def test_what_the_goal_only_avoids_is_not_asked_about() -> None:
    assert not asked_about("Answer repeated reads without hitting Redis", {"app/broker.py": BROKER})


def test_an_option_of_an_object_is_no_option_of_the_command_line() -> None:
    assert not asked_about("Add a wait option to jobs", {"flags/flags.go": FLAGS})


def test_a_positional_argument_is_no_option() -> None:
    positional = {
        "app/cli.py": 'parser.add_argument("name")\n',
        "src/cli.rs": 'let name = Arg::new("name");\n',
    }
    assert not asked_about("Add a --limit flag", positional)


def test_tests_and_comments_bear_nothing_out() -> None:
    commented = {"app/client.py": "# max_retries = 3 was enough\ndef send(): ...\n"}
    assert not asked_about("Retry failed uploads", commented)
    assert not asked_about("Retry failed uploads", {"tests/test_client.py": LATER})


def test_what_the_cited_line_does_is_offered_and_not_recommended() -> None:
    pack = make_facts(make_goal("Retry failed uploads"), {"app/client.py": LATER}, targets=())
    (question,) = ask(pack, ())
    assert question.choices[0].text == "As at `app/client.py:4`"
    assert question.recommended == ""


def test_an_option_declared_elsewhere_says_nothing_of_another() -> None:
    (question,) = ask(make_facts(make_goal("Add a --limit flag"), {"flags/flags.go": FLAGS}, targets=()), ())
    assert question.why == "The goal leaves it open."
