"""A title pattern fits what its words say, whoever wrote it and however many names it catches."""

from __future__ import annotations

import time

import pytest

from groundplan.playbooks.skeleton import matches


@pytest.mark.parametrize(
    ("pattern", "title"),
    [
        ("Steps", "Steps"),
        ("Phase {n}: {name}", "Phase 12: Move it"),
        ("Phase {n}: {name} ({role})", "Phase 1: Move it"),
        ("Phase {n}: {name} ({role})", "Phase 1: Move it (Ada)"),
        ("Option {letter}", "Option B"),
        ("{a} and {b}", "one and two and three"),
        ("{a}: {n}", "x: 1: 22"),
        ("`{a}` **now**", "this now"),
    ],
)
def test_a_title_fits(pattern: str, title: str) -> None:
    assert matches(pattern, title)


@pytest.mark.parametrize(
    ("pattern", "title"),
    [
        ("Steps", "Step"),
        ("Steps", "Steps 2"),
        ("Phase {n}: {name}", "Phase x: Move it"),
        ("Phase {n}: {name}", "Phase 1: "),
        ("Option {letter}", "Option b"),
        ("Option {letter}", "Option BC"),
        ("{a} and {b}", " and two"),
        ("{a}.", "one"),
    ],
)
def test_a_title_does_not_fit(pattern: str, title: str) -> None:
    assert not matches(pattern, title)


@pytest.mark.parametrize("caught", ["name", "n"])
def test_many_names_cost_no_time(caught: str) -> None:
    begun = time.process_time()

    assert not matches(
        f" {'x' if caught == 'name' else ''} ".join(["{" + caught + "}"] * 40) + " END", "x " * 300
    )
    assert not matches("{n}" * 40 + "!", "1" * 900)

    assert time.process_time() - begun < 2
