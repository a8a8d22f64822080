"""`--json` of the questions about code: one document each, its keys those of the reference page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import parcels
import pytest
from grown_repos import grow

from groundplan.cli.catalogue import CODE_COMMANDS

from .test_json import keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from desk import Desk

CALLS: dict[str, tuple[tuple[str, ...], str]] = {
    "find": (("fetch_status",), "occurrences"),
    "symbol": (("fetch_status",), "symbols"),
    "usages": (("fetch_status",), "usages"),
    "callers": (("fetch_status",), "callers"),
    "impact": (("fetch_status",), "impact"),
    "imports": (("parcels/carriers.py",), "imports"),
    "cycles": ((), "cycles"),
    "tests-for": (("fetch_status",), "tests-for"),
    "similar": (("retry a request",), "similar"),
    "patterns": ((), "patterns"),
    "manifest": ((), "manifest"),
    "docs": (("requests",), "docs"),
    "changes": ((), "changes"),
    "history": ((), "history"),
    "history of a file": (("parcels/carriers.py",), "file-history"),
    "history of words": (("--about", "carrier"), "attempts"),
    "flow": (("refresh",), "flow"),
}


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return grow(tmp_path_factory.mktemp("grown"), parcels.COMMITS)


def test_every_question_is_tried() -> None:
    assert {name.partition(" ")[0] for name in CALLS} == set(CODE_COMMANDS) - {"ask-source"}, (
        "that has its own"
    )


@pytest.mark.parametrize("name", CALLS)
def test_an_answer_is_one_document(
    grown: Desk, name: str, matches_snapshot: Callable[[str, str], None]
) -> None:
    rest, kind = CALLS[name]
    ran = grown.pipe("code", name.partition(" ")[0], *rest, "--json")
    assert (ran.code, ran.err) == (0, "")
    assert (ran.json()["schema"], ran.json()["kind"]) == ("groundplan/v1", kind)
    matches_snapshot(f"keys-{kind}", "\n".join(sorted(set(keys(ran.json())))) + "\n")
