from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.markdown.patterns import compile_pattern
from groundplan.plan.errors import Misused


@pytest.mark.parametrize(
    ("pattern", "text", "caught"),
    [
        ("Phase {n}: {name}", "Phase 12: Roll out ✅", {"n": "12", "name": "Roll out ✅"}),
        ("Phase {n}: {name}", "Phase two: Roll out", None),
        ("Option {letter}: {name}", "Option B: Redis", {"letter": "B", "name": "Redis"}),
        ("Option {letter}: {name}", "Option b: Redis", None),
        (
            "{condition} → {action} → {result}",
            "a → b → c → d",
            {"condition": "a", "action": "b", "result": "c → d"},
        ),
        ("{condition} → {action} → {result}", "a → b", None),
        ("{path} – {change}", "`a - b.py` - new — shiny", {"path": "`a - b.py`", "change": "new — shiny"}),
        ("{path} – {change}", "a-b.py", None),
        (
            "{mark} {value} ({note})",
            "✅ SQL Server (aioodbc)",
            {"mark": "✅", "value": "SQL Server", "note": "aioodbc"},
        ),
        ("{class} Risk: {risk}", "Regression Risk: x", {"class": "Regression", "risk": "x"}),
        ("Goals", "Goals", {}),
        ("Goals", "goals", None),
        ("{user}: {benefit}", "`a: b`: c", {"user": "`a: b`", "benefit": "c"}),
    ],
)
def test_a_pattern_catches_what_its_captures_stand_for(
    pattern: str, text: str, caught: dict[str, str] | None
) -> None:
    assert compile_pattern(pattern).match(text) == caught


def test_an_ending_in_parentheses_may_be_left_out() -> None:
    pattern = compile_pattern("{mark} {value} ({note})")
    assert pattern.match("✅ MySQL") == {"mark": "✅", "value": "MySQL"}
    assert pattern.fill({"mark": "✅", "value": "MySQL"}) == "✅ MySQL"


def test_the_id_stands_for_the_declared_id_pattern() -> None:
    pattern = compile_pattern("{id} {title}", "{phase}.{n}")
    assert pattern.match("3.12 Do it") == {"phase": "3", "n": "12", "id": "3.12", "title": "Do it"}
    assert pattern.match("3.x Do it") is None


def test_filling_keeps_the_dash_of_the_declaration() -> None:
    assert compile_pattern("{path} – {change}").fill({"path": "`a`", "change": "b"}) == "`a` – b"


@pytest.mark.parametrize(
    ("pattern", "id_pattern", "said"),
    [("{a}{b}", "", "needs words between"), ("{a} {a}", "", "twice"), ("{id}: {text}", "", "no id pattern")],
)
def test_a_broken_pattern_is_named(pattern: str, id_pattern: str, said: str) -> None:
    with pytest.raises(Misused, match=said):
        compile_pattern(pattern, id_pattern)


@given(
    st.text(st.characters(categories=["L", "N"]), min_size=1),
    st.text(st.characters(categories=["L"]), min_size=1),
)
def test_what_is_filled_in_is_caught_again(name: str, note: str) -> None:
    pattern = compile_pattern("Phase {n}: {name} ({note})")
    values = {"n": "3", "name": name, "note": note}
    assert pattern.match(pattern.fill(values)) == values


def test_hostile_words_are_matched_in_linear_time() -> None:
    pattern = compile_pattern("{mark} {value} ({note})")
    start = time.process_time()
    assert pattern.match(" (" * 200_000 + " x") is not None
    assert compile_pattern("{a} → {b} → {c}").match(" →" * 200_000) is not None
    assert time.process_time() - start < 2
