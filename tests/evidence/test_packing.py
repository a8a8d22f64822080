"""Facts within a budget: first fewer places of each, then fewer facts, and it says so."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from groundplan.evidence.packing import count_tokens, pack
from groundplan.plan.fact import CodePlace, Fact, FactKind, How, Provenance
from groundplan.wording.facts import as_text


def _fact(name: str, places: int) -> Fact:
    found = tuple(CodePlace("a.py", line, line, "", "x" * 30) for line in range(1, places + 1))
    return Fact(FactKind.OCCURRENCES, name, Provenance(How.TEXT), places=found, total=places)


@given(st.lists(st.integers(0, 30), max_size=12), st.integers(0, 3_000))
def test_what_is_packed_fits_and_nothing_is_lost_unsaid(sizes: list[int], budget: int) -> None:
    facts = [_fact(f"name{number}", size) for number, size in enumerate(sizes)]
    packed = pack(facts, budget, as_text)
    assert packed.tokens == sum(count_tokens(as_text(each)) for each in packed.facts) <= budget
    assert len(packed.facts) + packed.left_out == len(facts)
    assert [each.subject for each in packed.facts] == [each.subject for each in facts[: len(packed.facts)]]
    assert all(fact.total == size for fact, size in zip(packed.facts, sizes, strict=False))


def test_places_are_cut_before_facts_are() -> None:
    packed = pack([_fact("a", 30), _fact("b", 30)], 120, as_text)
    assert (len(packed.facts), packed.left_out) == (2, 0)
    assert len(packed.facts[0].places) < 12


def test_bytes_are_counted_so_that_no_script_is_counted_too_low() -> None:
    assert (count_tokens(""), count_tokens("abc"), count_tokens("abcd"), count_tokens("日本")) == (0, 1, 2, 2)
