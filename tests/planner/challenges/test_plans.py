"""Another open plan on the same files is named, with the files."""

from __future__ import annotations

from dataclasses import replace

from made_pack import make_facts

from groundplan.evidence.kinds import NewFile, OtherPlan, Target
from groundplan.planner.challenges.plans import detect

FILES = {"app/cache.py": "class Cache: ...\n", "app/views.py": "def show(): ...\n"}
TARGETS = (Target("app/cache.py", 1.0, ("named",)), Target("app/views.py", 0.9, ("named",)))


def test_a_plan_that_shares_a_file_is_named_with_it() -> None:
    other = OtherPlan("retry", "Retry", "plans/retry.md", ("app/cache.py", "app/other.py"))
    pack = make_facts("Cache grades", FILES, targets=TARGETS, new_files=(), others=(other,))
    (challenge,) = detect(pack)
    assert challenge.claim == ("The open plan `retry` (`plans/retry.md`) works on `app/cache.py` as well.")
    assert challenge.evidence == ("plans/retry.md", "app/cache.py")
    assert challenge.question is not None
    assert not challenge.question.blocking


def test_a_plan_that_adds_the_same_file_is_named() -> None:
    new = NewFile("app/retry.py", "the goal names it")
    other = OtherPlan("retry", "Try again", "plans/retry.md", ("app/retry.py",))
    pack = make_facts("Retry", FILES, targets=TARGETS, new_files=(new,), others=(other,))
    assert [each.numbers["shared"] for each in detect(pack)] == [1]


def test_a_plan_of_the_same_goal_is_named_whatever_it_touches() -> None:
    other = OtherPlan("cache", "Cache  grades", "plans/cache.md", ())
    pack = make_facts("Cache grades", FILES, targets=TARGETS, new_files=(), others=(other,))
    (challenge,) = detect(pack)
    assert challenge.claim == "A plan with this very goal is open: `cache` (`plans/cache.md`)."


def test_plans_on_other_files_are_no_matter() -> None:
    other = OtherPlan("docs", "Docs", "plans/docs.md", ("docs/a.md",))
    pack = make_facts("Cache grades", FILES, targets=TARGETS, new_files=(), others=(other,))
    assert not list(detect(pack))
    assert not list(detect(replace(pack, others=())))


def test_several_plans_on_the_same_files_are_one_challenge_and_one_question() -> None:
    others = tuple(
        OtherPlan(name, name.title(), f"plans/{name}.md", ("app/cache.py",))
        for name in ("fast", "retry", "slow")
    )
    pack = make_facts("Cache grades", FILES, targets=TARGETS, new_files=(), others=others)
    (challenge,) = detect(pack)
    assert challenge.claim == (
        "3 open plans, `fast` (`plans/fast.md`), `retry` (`plans/retry.md`) and `slow` (`plans/slow.md`), "
        "work on `app/cache.py` as well."
    )
    assert challenge.question is not None
    assert challenge.question.text == "Which lands first, this plan or `fast`, `retry` and `slow`?"
    assert challenge.numbers["shared"] == 1
