"""TOML that anybody may have written is read within bounds or refused, never endured."""

from __future__ import annotations

import time
import tomllib

import pytest
from growth import assert_linear

from groundplan.plan.entry import canonical_json
from groundplan.plan.toml_text import LARGEST_TOML, MOST_KEY_PARTS, BadToml, read_toml

LONG = ".".join("a" * 100_000)
KEYS = {
    "bare": f"{LONG} = 1",
    "header": f"[{LONG}]",
    "list header": f"[[{LONG}]]",
    "inline table": f"x = {{{LONG} = 1}}",
    "inline table in a list": f"x = [1, {{y = 1, {LONG} = 1}}]",
    "quoted": ".".join(['"="'] * 50_000) + " = 1",
    "quoted with single quotes": ".".join(["'.\"'"] * 50_000) + " = 1",
    "with blanks": LONG.replace(".", " \t. ") + " = 1",
    "after a string that spans lines": f'x = {{a = """\n"x""", {LONG} = "x"}}',
    "after a string that ends in quotes": f"x = {{a = '''\n'x''''', {LONG} = 'x'}}",
    "after an escaped quote": f'x = {{a = "\\"", {LONG} = 1}}',
    "after a comment with a quote": f'# "\n{LONG} = 1',
}


@pytest.mark.parametrize("text", KEYS.values(), ids=KEYS)
def test_a_key_of_thousands_of_parts_is_refused_at_once(text: str) -> None:
    started = time.process_time()
    with pytest.raises(BadToml, match="more than 64 parts"):
        read_toml(text)
    assert time.process_time() - started < 2


DEEP = {
    "lists": "x = " + "[" * 5000 + "]" * 5000,
    "tables": "x = " + "{a=" * 5000 + "1" + "}" * 5000,
    "lists the parser still reads": "x = " + "[" * 150 + "]" * 150,
    "headers and tables": f"[{'.'.join('a' * 60)}]\n{'.'.join('b' * 60)} = 1",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_what_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(BadToml, match="nested"):
        read_toml(text)


@pytest.mark.parametrize(
    "number", ["9" * 400_000, "0x" + "F" * 400_000, "9223372036854775808", "-1" + "0" * 19]
)
def test_an_integer_that_is_too_long_is_refused(number: str) -> None:
    with pytest.raises(BadToml):
        read_toml(f"x = {number}")


def test_a_text_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadToml, match="larger than 8 MB"):
        read_toml("#" * (LARGEST_TOML + 1))


@pytest.mark.parametrize("quote", ['"', "'", '"""', "'''"])
def test_an_unclosed_string_is_refused_in_linear_time(quote: str) -> None:
    def refuse(count: int) -> None:
        with pytest.raises(BadToml):
            read_toml("x = " + quote + '\\".' * count)

    assert_linear(refuse, 10_000)


def test_dates_and_times_are_read_as_their_text() -> None:
    found = read_toml("[a]\nd = 2026-01-01\nt = [07:32:00, {x = 1979-05-27T07:32:00Z}]")
    assert found == {"a": {"d": "2026-01-01", "t": ["07:32:00", {"x": "1979-05-27T07:32:00+00:00"}]}}
    assert canonical_json(found)


ORDINARY = (
    f"{'.'.join('a' * MOST_KEY_PARTS)} = 1",
    "x = '" + LONG + "'",
    'x = """\n' + LONG + '\n"""',
    "# " + LONG,
    "x = [" + '"a.b.c", ' * 100 + "1.5, 2.5]",
    "x = [" + "1.5, " * 100 + "2.5]",
)


@pytest.mark.parametrize("text", ORDINARY)
def test_dots_that_are_no_key_are_left_alone(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)
