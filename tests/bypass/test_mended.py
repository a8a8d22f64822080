"""Attacks on mended writes: a change of mind that travels as a corrected citation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from desk import Desk

CONTEXT = "2 % of uploads fail; `client.py:900` sends once, `src/routes.py:1` calls it.\n"


@pytest.fixture
def faulty(begun: Desk) -> Desk:
    """Return a plan whose round is used up and whose citation is wrong."""
    for ran in (
        begun.agent("say", "--as", "planner", "--kind", "question", "How often do uploads fail?"),
        begun.person("say", "2 % of them."),
        begun.agent("write", "context", "-", stdin=CONTEXT),
    ):
        assert ran.code == 0, ran.said
    assert "GP101" in begun.codes()
    return begun


def causes(desk: Desk) -> list[str]:
    read = [json.loads(path.read_text("utf-8")) for path in desk.entries()]
    return [each["body"]["cause"] for each in read if each["kind"] == "revised"]


def test_a_citation_that_a_finding_named_is_mended_without_another_round(faulty: Desk) -> None:
    ran = faulty.agent("write", "context", "-", stdin=CONTEXT.replace("client.py:900", "client.py:1"))
    assert ran.code == 0, ran.said
    assert "GP101" not in faulty.codes()
    assert causes(faulty).count("mended") == 1
    assert "mended context" in faulty.pipe("log").out
    assert "Mended section context" in faulty.pipe("resume").out


@pytest.mark.parametrize(
    "text",
    [
        CONTEXT.replace("client.py:900", "client.py:1").replace("once", "twice"),
        CONTEXT.replace("client.py:900", "client.py:1").replace("src/routes.py:1", "src/routes.py:2"),
        CONTEXT.replace("src/routes.py:1", "src/routes.py:2"),
        CONTEXT.replace("client.py:900", "client.py:901"),
        CONTEXT.replace("client.py:900", "src/routes.py:1"),
        CONTEXT.replace("`client.py:900`", "`client.py:1` (new)"),
        CONTEXT.replace("2 %", "3 %"),
    ],
    ids=["a-word", "another-too", "another", "still-wrong", "other-code", "beside", "a-figure"],
)
def test_whatever_else_changes_needs_a_round_of_its_own(faulty: Desk, text: str) -> None:
    ran = faulty.agent("write", "context", "-", stdin=text)
    assert ran.code == 3
    assert "GP201" in ran.said
    assert "mended" not in causes(faulty)


def test_nothing_is_mended_under_an_approval(ready: Desk) -> None:
    ready.path("client.py").unlink()
    ready.path("lib").mkdir()
    ready.path("lib/client.py").write_text("def send() -> None: ...\n")
    ran = ready.agent("write", "context", "-", stdin="2 % of uploads fail; `lib/client.py` sends once.\n")
    assert ran.code == 3
    assert "GP207" in ran.said
    assert ready.states() == {"ready": "passed"}
