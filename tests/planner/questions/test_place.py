"""Where a change goes is asked when the code does not tell."""

from __future__ import annotations

from made_pack import make_pack

from groundplan.evidence.kinds import NewFile, Target
from groundplan.planner.questions.place import ask

ONE = {"app.py": "def run():\n    return 1\n"}


def test_the_only_file_is_recommended_where_nothing_answers_to_the_goal() -> None:
    (question,) = ask(make_pack("Make it blue", ONE, targets=(), new_files=()), ())

    assert question.recommended_text == "In `app.py`"
    assert question.why == "None of 1 file was found by the goal's names and words."


def test_an_empty_repository_is_told_from_one_that_says_nothing() -> None:
    (question,) = ask(make_pack("Make it blue", {}, targets=(), new_files=()), ())

    assert question.why == "There is no file in this repository yet."
    assert question.choices == ()


def test_nothing_is_asked_where_a_file_is_found_or_would_be_added() -> None:
    found = make_pack("Make it blue", ONE, targets=(Target("app.py", 9.0, ("named",)),), new_files=())
    added = make_pack("Make it blue", ONE, targets=(), new_files=(NewFile("blue.py", "app.py", "new"),))

    assert list(ask(found, ())) == []
    assert list(ask(added, ())) == []
