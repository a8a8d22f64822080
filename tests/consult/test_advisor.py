"""Lenses are data, and every lens and every model finds a seat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.consult.advisor import Advisor, Lens, read_lens, seat

LENSES = {
    "*": "Which approach, and which risk?",
    "claude": "architecture: the design",
    "codex": "implementation: the tasks",
    "gemini": "security: the pitfalls",
}


def told(advisors: tuple[Advisor, ...]) -> list[tuple[str, str]]:
    return [(each.name, each.lens.name if each.lens else "") for each in advisors]


@pytest.mark.req("S3-03", part="who takes which lens")
@pytest.mark.parametrize(
    ("models", "seats"),
    [
        (
            ["gemini", "claude", "codex"],
            [("claude", "architecture"), ("codex", "implementation"), ("gemini", "security")],
        ),
        # A lens whose model is not asked goes to one that has none.
        (
            ["mine", "codex", "house"],
            [("mine", "architecture"), ("codex", "implementation"), ("house", "security")],
        ),
        # One model alone takes every lens, under a name for each.
        (
            ["mine"],
            [
                ("mine-architecture", "architecture"),
                ("mine-implementation", "implementation"),
                ("mine-security", "security"),
            ],
        ),
        (
            ["claude", "mine"],
            [
                ("claude-architecture", "architecture"),
                ("mine", "implementation"),
                ("claude-security", "security"),
            ],
        ),
        # A fourth model looks through a lens again.
        (
            ["claude", "codex", "gemini", "mine"],
            [
                ("claude", "architecture"),
                ("codex", "implementation"),
                ("gemini", "security"),
                ("mine", "architecture"),
            ],
        ),
    ],
)
def test_who_looks_through_which_lens(models: list[str], seats: list[tuple[str, str]]) -> None:
    assert told(seat(LENSES, models)) == seats


def test_without_lenses_every_model_looks_at_all_of_it() -> None:
    assert seat({"*": "Why?"}, ["a", "b", "a"]) == (Advisor("a", "a"), Advisor("b", "b"))


@given(
    st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from(["x: 1", "y: 2", "z: 3"])),
    st.lists(st.sampled_from("adgijk"), min_size=1),
)
def test_no_lens_and_no_model_is_left_out_and_no_name_is_given_twice(
    lenses: dict[str, str], models: list[str]
) -> None:
    named = {name: f"{name}{told}" for name, told in lenses.items()}
    seats = seat(named, models)
    assert {each.model for each in seats} == set(models)
    assert {each.lens for each in seats if each.lens} == {read_lens(text) for text in named.values()}
    assert len({each.name for each in seats}) == len(seats)
    assert len(seats) == max(len(named), len(set(models)))


def test_a_lens_is_a_name_and_what_it_asks_for() -> None:
    assert read_lens("security: what to avoid: always") == Lens("security", "what to avoid: always")
    assert read_lens("just look") == Lens("", "just look")


def test_an_advisors_name_makes_a_harmless_file_name() -> None:
    assert Advisor("anthropic:claude/../x y", "m").slug == "anthropic-claude-..-x-y"
    assert "/" not in Advisor("../..", "m").slug
