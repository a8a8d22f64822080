"""Errors carry a message, a hint and an exit code, and survive pickling and copying."""

from __future__ import annotations

import copy
import pickle

import pytest

from groundplan.plan.errors import (
    Changed,
    GroundplanError,
    Misused,
    NotFound,
    Outside,
    Refused,
    Unavailable,
    Unknown,
    Unreadable,
)
from groundplan.plan.finding import Finding, Place, Severity

FINDING = Finding("GP504", "incomplete", Place("plan.md", 3, 1), "2", "write it", Severity.ERROR, "2")
ERRORS = [
    GroundplanError("broken", hint="do"),
    Misused("no such word", hint="see `groundplan --help`"),
    Refused("blocked", findings=[FINDING], hint="fix it"),
    Changed("meanwhile", hint="look", kept=["a", "b"]),
    Outside("gone"),
    Unavailable("git does not answer", hint="install git"),
    Unreadable("torn", place="x.json", hint="restore"),
    NotFound("no plan `retri`", name="retri", known=["retry", "other"]),
    NotFound("no plan `x`", hint="make one", name="x", known=["y"]),
    NotFound("nothing"),
]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_an_error_survives_pickling_and_copying(error: GroundplanError) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(error, protocol))
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)
    assert vars(copy.copy(error)) == vars(error)
    assert vars(copy.deepcopy(error)) == vars(error)


def test_notes_on_an_error_survive_pickling() -> None:
    error = Unreadable("torn")
    error.add_note("while reading")
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["while reading"]


@pytest.mark.parametrize(
    ("kind", "exit_code", "name"),
    [
        (Misused, 2, "misused"),
        (Refused, 3, "refused"),
        (Changed, 4, "changed"),
        (Outside, 5, "outside"),
        (Unavailable, 5, "unavailable"),
        (Unreadable, 5, "unreadable"),
        (NotFound, 5, "not-found"),
        (Unknown, 2, "not-found"),
    ],
)
def test_each_kind_has_its_exit_code_and_name(kind: type[GroundplanError], exit_code: int, name: str) -> None:
    error = kind("message")
    assert (error.exit_code, error.kind, error.message, error.hint) == (exit_code, name, "message", "")


def test_refused_carries_its_findings() -> None:
    assert Refused("blocked", findings=iter([FINDING])).findings == (FINDING,)


def test_changed_names_where_texts_are_kept() -> None:
    assert Changed("meanwhile", kept=iter(["a"])).kept == ("a",)


def test_not_found_offers_near_names_unless_it_has_a_hint_of_its_own() -> None:
    assert ERRORS[7].hint == "Nearest: `retry`"
    assert ERRORS[8].hint == "make one"
    assert ERRORS[9].hint == ""
    assert NotFound("no plan", name="zzz", known=["retry"]).hint == ""


def test_an_unknown_name_without_a_near_one_lists_a_few_that_are_there() -> None:
    assert Unknown("no plan", name="retri", known=["retry", "zzz"]).hint == "Nearest: `retry`"
    assert Unknown("no plan", name="zzz", known=["retry", "other"]).hint == "Choose from `retry`, `other`"
    assert Unknown("no plan", name="zzz", known="abcdefgh").hint.endswith("`g`, `h`")
    assert Unknown("no plan", name="zzz", known="abcdefghi").hint == (
        "Choose from `a`, `b`, `c`, `d`, `e` and 4 more"
    )
    assert Unknown("no plan", name="zzz", known=["retry"], hint="make one").hint == "make one"
    assert Unknown("no plan", name="zzz").hint == ""
