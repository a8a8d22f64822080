"""Facts are values: plain data and back without loss, frozen, hashable."""

from __future__ import annotations

import dataclasses
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.fact import (
    CodePlace,
    Coverage,
    Extent,
    Fact,
    FactKind,
    Gap,
    How,
    Missing,
    Provenance,
    as_plain_fact,
)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
NUMBERS = st.integers(0, 10_000)
PLACES = st.builds(CodePlace, st.text(), NUMBERS, NUMBERS, st.text(), st.text(), NUMBERS)
COVERAGES = st.builds(
    Coverage,
    st.sampled_from(Extent),
    st.lists(st.builds(Gap, st.sampled_from(Missing), st.text(), NUMBERS)).map(tuple),
    st.dictionaries(st.text(), NUMBERS).map(lambda each: tuple(each.items())),
)
VALUES = st.dictionaries(st.text(), SCALARS | st.lists(SCALARS).map(tuple))
FACTS = st.builds(
    Fact,
    kind=st.sampled_from(FactKind),
    subject=st.text(),
    known=st.builds(Provenance, st.sampled_from(How), st.text()),
    coverage=COVERAGES,
    places=st.lists(PLACES).map(tuple),
    total=NUMBERS,
    values=VALUES.map(lambda each: tuple(each.items())),
    is_absence=st.booleans(),
)


@given(FACTS)
def test_the_plain_data_of_a_fact_survives_json(fact: Fact) -> None:
    plain = as_plain_fact(fact)
    assert json.loads(json.dumps(plain)) == plain


@given(FACTS)
def test_a_fact_has_the_same_hash_after_a_pickle(fact: Fact) -> None:
    assert hash(pickle.loads(pickle.dumps(fact))) == hash(fact)


def test_a_fact_cannot_be_changed() -> None:
    fact = Fact(FactKind.PLACE, "a.py", Provenance(How.GIVEN))
    with pytest.raises(dataclasses.FrozenInstanceError):
        fact.subject = "b.py"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("place", "cited"),
    [
        (CodePlace("a.py"), "a.py"),
        (CodePlace("a.py", 3), "a.py:3"),
        (CodePlace("a.py", 3, 3), "a.py:3"),
        (CodePlace("a.py", 3, 9), "a.py:3-9"),
    ],
)
def test_a_place_is_cited_as_a_plan_cites_it(place: CodePlace, cited: str) -> None:
    assert place.cited == cited
