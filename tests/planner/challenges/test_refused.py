"""What a document or a test says against a goal is a challenge with its line."""

from __future__ import annotations

from made_pack import make_facts

from groundplan.planner.challenges.refused import detect

WHY = "# Why\n\nReasons.\n\n## Why not Argparse?\n\nIt guesses.\n"


def test_a_section_that_argues_against_the_goal_is_cited() -> None:
    (challenge,) = detect(make_facts("Replace the parser by argparse", {"docs/why.md": WHY}))

    assert challenge.claim == "`docs/why.md:5` is against this: “Why not Argparse?”."
    assert challenge.question is not None
    assert challenge.question.subject == "refused:docs/why.md:5"


def test_a_document_about_something_else_is_no_challenge() -> None:
    assert list(detect(make_facts("Replace the parser by docopt", {"docs/why.md": WHY}))) == []
