"""Differences between two states of a plan, section by section."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from drawn_ledgers import Ledger
from hypothesis import given
from hypothesis import strategies as st

from groundplan.app.plans.comparing import compare_plans

if TYPE_CHECKING:
    from groundplan.app.plans.comparing import SectionDiff
    from groundplan.plan.document import Plan


def plan(**words: str) -> Plan:
    return Ledger(words=words).plan()


def keys(diffs: tuple[SectionDiff, ...]) -> list[str]:
    return [diff.key for diff in diffs]


def test_a_plan_does_not_differ_from_itself() -> None:
    assert compare_plans(plan(goal="a"), plan(goal="a")) == ()


@pytest.mark.req("S0-07")
def test_a_changed_section_shows_the_lines_that_went_and_came() -> None:
    before = plan(goal="one\ntwo\nthree\nfour\nfive\nsix", context="b")
    after = plan(goal="one\ntwo\nthree\n4\nfive\nsix\nseven", context="b")
    [diff] = compare_plans(before, after)
    assert (diff.key, diff.title, diff.added, diff.removed) == ("goal", "Goal", 2, 1)
    assert [line for line in diff.lines if line[0] in "+-"] == ["-four", "+4", "+seven"]
    assert not any(line.startswith(("---", "+++")) for line in diff.lines), "no file names"


@pytest.mark.req("S0-07")
def test_sections_come_in_document_order_and_removed_ones_last() -> None:
    before = plan(goal="a", context="b", options="c", design="d")
    after = plan(goal="x", context="(removed)", options="c", design="y")
    diffs = compare_plans(before, after)
    assert keys(diffs) == ["goal", "design", "context"]
    assert diffs[2].lines[-2:] == ("-## context", "-b")
    assert (diffs[2].added, diffs[2].removed) == (0, 2)


def test_without_a_state_to_compare_with_everything_is_new() -> None:
    diffs = compare_plans(None, plan(goal="a\nb"))
    assert keys(diffs) == ["plan#header", "goal", "context", "options", "design"]
    assert diffs[1].lines[1:] == ("+## goal", "+a", "+b")
    assert diffs[1].removed == 0


def test_only_the_sections_that_are_asked_for_are_compared() -> None:
    before, after = plan(goal="a", context="b"), plan(goal="x", context="y")
    assert keys(compare_plans(before, after, ["context", "unknown"])) == ["context"]
    assert compare_plans(before, after, []) == ()


def test_a_changed_header_is_shown_by_its_key() -> None:
    after = Ledger(header="Another title").plan()
    [diff] = compare_plans(plan(), after)
    assert (diff.key, diff.lines[1:]) == ("plan#header", ("-Sample", "+Another title"))


def test_words_that_are_the_same_in_normal_form_do_not_differ() -> None:
    before = plan(goal="a")
    ledger = Ledger(words={"goal": "a"})
    ledger.record("task", "Add retry", section="goal", id="T1")
    [diff] = compare_plans(before, Ledger(words={"goal": "a  b"}).plan(), ["goal"])
    assert diff.added == 1
    # The records differ, the text does not: there is no line to show.
    assert compare_plans(before, ledger.plan(), ["goal"]) == ()


@pytest.mark.parametrize("line", ["--- a", "+++ b", "@@ -1 +1 @@", "-", "+"])
def test_a_line_that_looks_like_a_diff_is_counted_as_the_line_it_is(line: str) -> None:
    [diff] = compare_plans(plan(goal="x"), plan(goal=f"x\n{line}"))
    assert (diff.added, diff.removed) == (1, 0)
    assert diff.lines[-1] == f"+{line}"


texts = st.lists(st.sampled_from(["a", "b", "- c", "+", "--- d", ""]), max_size=8).map("\n".join)


@given(texts, texts)
def test_the_count_of_lines_comes_out_even(old: str, new: str) -> None:
    for diff in compare_plans(plan(goal=old), plan(goal=new)):
        assert len(new.splitlines()) - len(old.splitlines()) == diff.added - diff.removed
