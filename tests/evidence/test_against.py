"""What a project has said against a goal is quoted; what it says of something else is not."""

from __future__ import annotations

import pytest
from made_subject import facts_of

from groundplan.plan.fact import FactKind

FILES = {
    "README.md": "# Keys\n\n> **NOTE** Configuration keys are case insensitive.\n",
    "docs/design.rst": "Design\n======\n\nShop will never have a database layer.  It is small.\n",
    "docs/faq.md": "# FAQ\n\n## Does it include routing?\n\nNo - there is none.\n",
    "docs/client.md": "# Client\n\nUnlike others, the client does **not follow redirects by default**.\n",
    "docs/adr/4.md": "# Message queue\n\nStatus: rejected\n\nToo heavy.\n",
    "docs/limits.md": "# Limits\n\nCustom completions written in legacy Bash scripts are not supported.\n",
    "docs/logging.md": "# Rotation\n\nLog rotation is not provided.\n",
    "keys_test.go": "package keys\n\nfunc TestCaseInsensitiveSet(t *testing.T) {\n}\n",
}


def places(goal: str) -> list[str]:
    return [each.places[0].cited for each in facts_of(goal, FILES, FactKind.AGAINST)]


@pytest.mark.parametrize(
    ("goal", "place", "match"),
    [
        ("Make configuration keys case-sensitive", "README.md:3", "opposite"),
        ("Add a database layer with models", "docs/design.rst:4", "sentence"),
        ("Add routing", "docs/faq.md:5", "answer"),
        ("Follow redirects by default", "docs/client.md:3", "negation"),
        ("Add a message queue", "docs/adr/4.md:3", "status"),
        ("Rotate logs when they get too big", "docs/logging.md:3", "sentence"),
    ],
)
def test_a_document_that_refuses_the_goal_is_quoted(goal: str, place: str, match: str) -> None:
    fact = facts_of(goal, FILES, FactKind.AGAINST)[0]
    assert (fact.places[0].cited, fact.value("match")) == (place, match)


def test_a_test_of_the_opposite_is_named_beside_the_document() -> None:
    assert places("Make configuration keys case-sensitive") == ["README.md:3", "keys_test.go:3"]


@pytest.mark.parametrize(
    "goal",
    [
        "Make header names case-sensitive",
        "Add completion scripts",
        "Follow redirects only for GET",
        "Add a logging layer",
        "The database layer is slow",
    ],
)
def test_what_is_said_of_something_else_is_not_held_against_the_goal(goal: str) -> None:
    assert places(goal) == []


def test_a_way_back_is_not_against_what_it_takes_back() -> None:
    guide = "# Guide\n\nThe schedule can be unpaused by calling resume with the id of the schedule.\n"
    goal = "Let a schedule be paused until a given time"
    assert facts_of(goal, {"docs/guide.md": guide}, FactKind.AGAINST) == []


def test_a_test_that_refuses_something_narrower_is_not_against_the_goal() -> None:
    goal = "Retry the download of a standalone python when the connection drops"
    narrow = "def test_standalone_python_download_does_not_retry_missing_build(): ...\n"
    plain = "def test_standalone_python_download_does_not_retry(): ...\n"
    code = {"fetch.py": "def download_standalone_python(): ...\n"}
    found = [facts_of(goal, code | {"test_fetch.py": each}, FactKind.AGAINST) for each in (narrow, plain)]
    assert [[each.value("match") for each in facts] for facts in found] == [[], ["test"]]
