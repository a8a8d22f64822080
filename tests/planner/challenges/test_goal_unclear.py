"""Goals with several readings, or a degree without a figure, are challenged; clear ones are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_pack import make_facts, make_goal

from groundplan.evidence.kinds import Target
from groundplan.plan.goal import GoalKind
from groundplan.planner.challenges.goal_unclear import detect

if TYPE_CHECKING:
    from groundplan.evidence.facts import Facts

FILES = {
    "app/web/client.py": "def fetch_all(): ...\nclass Client:\n    def send(self): ...\n",
    "app/mail/sender.py": "def fetch_all(): ...\nclass Sender:\n    def send(self): ...\n",
    "app/main.py": "from app.mail.sender import fetch_all\n",
    "app/async_io.py": "async def pull(): ...\n",
    "app/sync_io.py": "def pull(): ...\n",
    "app/lang/__init__.py": "def translate(): ...\n",
    "app/lang/real.py": "def translate(): ...\n",
    "app/sums.py": "class Total: ...\n",
    "app/more/sums.py": "from app.sums import Total as _Total\nclass Total(_Total): ...\n",
    "app/legacy/io.py": "def read_all(): ...\n",
    "app/files.py": "def read_all(): ...\n",
    "app/load.h": "int load_fd(int fd);\nint peek(int fd);\n",
    "app/load.c": "int load_fd(int fd) { return fd; }\n",
    "app/other.h": "int peek(int fd);\n",
    "app/parse.d.ts": "export declare function parseAll(text: string): void;\n",
    "app/parse.ts": "export function parseAll(text: string): void {}\n",
    "tests/test_client.py": "def fetch_all(): ...\n",
}
TARGETS = tuple(Target(path, 1.0, ("named",)) for path in FILES if path.startswith("app/"))


def pack_of(text: str, **parts: object) -> Facts:
    return make_facts(
        make_goal(text, **parts),
        FILES,
        targets=TARGETS,
        regions=(),
        tests=(),
        commands=(),
        ways_in=(),
    )


@pytest.mark.req("S4-14", part="several readings are asked about")
def test_a_name_with_two_definitions_offers_both() -> None:
    (challenge,) = detect(pack_of("Retry in fetch_all", names=("fetch_all",)))
    assert challenge.claim == (
        "`fetch_all` is defined 2 times, and nothing in the goal says which is meant: "
        "`app/mail/sender.py::fetch_all` and `app/web/client.py::fetch_all`."
    )
    question = challenge.question
    assert question is not None
    assert question.subject == "reading"
    assert question.text == "Which `fetch_all` does the goal mean?"
    assert question.recommended == "app/mail/sender.py::fetch_all", "the one that is imported"
    assert question.recommended_text == "Retry in fetch_all: in `app/mail/sender.py::fetch_all`"


@pytest.mark.parametrize(
    ("goal", "parts"),
    [
        ("Retry in fetch_all of the mail sender", {"names": ("fetch_all",)}),
        ("Retry in fetch_all", {"names": ("fetch_all",), "paths": ("app/web/client.py",)}),
        ("Retry in sender.fetch_all", {"names": ("sender.fetch_all",)}),
        ("Retry in send", {"names": ("send",)}),
        ("Retry in pull", {"names": ("pull",)}),
        ("Add a timeout to load_fd", {"names": ("load_fd",)}),
        ("Add a limit to parseAll", {"names": ("parseAll",)}),
        ("Retry in translate", {"names": ("translate",)}),
        ("Retry in Total", {"names": ("Total",)}),
        ("Retry in read_all", {"names": ("read_all",)}),
        ("Test fetch_all", {"names": ("fetch_all",), "kind": GoalKind.DEBT}),
        ("Retry in nothing_there", {"names": ("nothing_there",)}),
        ("Retry", {}),
    ],
)
def test_a_name_that_the_goal_tells_apart_is_clear(goal: str, parts: dict[str, object]) -> None:
    assert not list(detect(pack_of(goal, **parts)))


def test_definitions_outside_the_targets_are_not_meant() -> None:
    goal = make_goal("Retry in fetch_all", names=("fetch_all",))
    assert not list(detect(make_facts(goal, FILES, targets=TARGETS[:1])))


@pytest.mark.req("S1-29")
def test_more_speed_without_a_figure_is_challenged_with_a_proposal() -> None:
    (challenge,) = detect(pack_of("Make the client faster"))
    assert challenge.claim == "“faster” comes without a figure, so no test can tell when it is reached."
    assert challenge.question is not None
    assert challenge.question.recommended.startswith("It takes at most half of the time it takes today")


@pytest.mark.parametrize(
    ("goal", "parts"),
    [
        ("Make the client 30% faster", {}),
        ("Make the client faster", {"criterion": "It answers within 200 ms"}),
        ("Improve the error message of the client", {}),
        ("Log slow queries", {}),
        ("Add performance tests", {}),
    ],
)
def test_a_degree_with_a_figure_or_none_at_all_is_clear(goal: str, parts: dict[str, object]) -> None:
    assert not list(detect(pack_of(goal, **parts)))


def test_all_of_them_may_be_meant() -> None:
    (challenge,) = detect(pack_of("Retry in fetch_all", names=("fetch_all",)))
    assert challenge.question is not None
    assert challenge.question.choices[-1].text == "Retry in fetch_all: in all 2 of them"
