"""JSON from outside is taken with whole letters only."""

from __future__ import annotations

import json

import pytest

from groundplan.plan.json_text import read_json


@pytest.mark.parametrize("value", [{"a": ["\ud800", {"\udfff": 1}]}, ["a\ud800", 1.5, None, True]])
def test_half_a_character_is_replaced_wherever_it_is(value: object) -> None:
    read = read_json(json.dumps(value))
    assert json.dumps(read, ensure_ascii=False).encode()
    assert "\ufffd" in json.dumps(read, ensure_ascii=False)


@pytest.mark.parametrize("value", [{"a": "\U0001f600"}, "b\\ud800", r"\ud800 spelled", 7, []])
def test_whole_letters_stay(value: object) -> None:
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value, ensure_ascii=False)) == value


def test_what_is_no_json_is_as_with_json_loads() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        read_json("{")
    with pytest.raises(RecursionError):
        read_json("[" * 100_000)
