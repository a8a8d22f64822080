"""The quick dataclass behaves as the original does, wherever groundplan uses one."""
# ruff: noqa: ANN401 - both classes are asked the same

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from typing import Any

import pytest

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Quick:
    """A value."""

    name: str
    words: tuple[str, ...] = ()
    notes: dict[str, str] = dataclasses.field(default_factory=dict, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Original:
    """A value."""

    name: str
    words: tuple[str, ...] = ()
    notes: dict[str, str] = dataclasses.field(default_factory=dict, compare=False, repr=False)


@dataclass(slots=True)
class Open:
    """Something that grows."""

    name: str
    seen: list[str] = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self.seen.append(self.name)


BOTH = pytest.mark.parametrize("cls", [Quick, Original])


@BOTH
@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("a",), {}),
        (("a", ("b",), {"c": "d"}), {}),
        (("a",), {"notes": {"c": "d"}}),
        ((), {"words": ("b",), "name": "a"}),
    ],
)
def test_values_are_taken_by_place_by_name_and_by_default(
    cls: Any, given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    made, like = cls(*given, **named), Original(*given, **named)
    assert dataclasses.astuple(made) == dataclasses.astuple(like)
    assert repr(made).partition("(")[2] == repr(like).partition("(")[2]
    assert hash(made) == hash(like)


@BOTH
@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), (("a", (), {}, 4), {}), (("a",), {"name": "b"}), (("a",), {"nam": "b"}), ((), {"words": ()})],
)
def test_values_missing_twice_or_unknown_are_refused(
    cls: Any, given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(TypeError):
        cls(*given, **named)


@BOTH
def test_equality_looks_at_what_is_compared_and_at_the_class(cls: Any) -> None:
    assert cls("a", notes={"c": "d"}) == cls("a")
    assert cls("a") != cls("b")
    assert cls("a") != (Original if cls is Quick else Quick)("a")
    assert {cls("a"), cls("a")} == {cls("a")}


@BOTH
def test_a_frozen_one_refuses_changes_and_has_no_other_attributes(cls: Any) -> None:
    made = cls("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del made.name
    assert not hasattr(made, "__dict__")


@BOTH
def test_copies_replacements_and_pickles_are_equal_or_as_asked(cls: Any) -> None:
    made = cls("a", ("b",))
    assert copy.deepcopy(made) == copy.copy(made) == pickle.loads(pickle.dumps(made)) == made
    assert dataclasses.replace(made, name="c") == cls("c", ("b",))
    assert dataclasses.is_dataclass(cls)
    assert [field.name for field in dataclasses.fields(cls)] == ["name", "words", "notes"]
    assert getattr(cls, "__match_args__", ()) == ("name", "words", "notes")


def test_an_open_one_can_change_has_no_hash_and_finishes_itself() -> None:
    made = Open("a")
    made.name = "b"
    assert (made.seen, made.name) == (["a"], "b")
    with pytest.raises(TypeError):
        hash(made)
    assert pickle.loads(pickle.dumps(made)).name == "b"


@dataclass(frozen=True, slots=True, order=True)
class Ranked:
    """A value with an order."""

    name: str
    line: int = 0


def test_order_goes_by_the_fields_in_turn_and_knows_only_its_class() -> None:
    assert sorted([Ranked("b"), Ranked("a", 2), Ranked("a", 1)]) == [
        Ranked("a", 1),
        Ranked("a", 2),
        Ranked("b"),
    ]
    assert Ranked("a") < Ranked("b") <= Ranked("b") < Ranked("c")
    assert Ranked("c") > Ranked("b") >= Ranked("b")
    with pytest.raises(TypeError):
        _ = Ranked("a") < ("b", 0)  # type: ignore[operator]


def test_one_without_a_docstring_is_described_by_its_name_and_loads_no_tokenizer() -> None:
    script = (
        "import sys, tokenize\n"
        "from groundplan.plan.dataclass import dataclass\n"
        "@dataclass(slots=True)\n"
        "class Bare:\n    name: str\n"
        "print(Bare.__doc__, tokenize._compile.cache_info().misses)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "Bare 0\n"
