"""What is packed comes back whole, and a name is found without unpacking the rest."""

from __future__ import annotations

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.outline import Definition, Import, Kind, Outline
from groundplan.code.stored_outline import definitions_named, pack, unpack, unpack_imports

# Names as broken texts hold them, too: quotes, brackets, lone surrogates.
WORDS = st.one_of(st.sampled_from(["a", "b", 'a"', "[", "\\", "é", "\udc80", "", "\n"]), st.text(max_size=5))
LINES = st.integers(0, 10**7)
DEFINITIONS = st.builds(
    Definition,
    WORDS,
    WORDS,
    st.sampled_from(Kind),
    LINES,
    LINES,
    LINES,
    WORDS,
    st.lists(WORDS, max_size=3).map(tuple),
    st.lists(WORDS, max_size=3).map(tuple),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    LINES,
    st.booleans(),
)
IMPORTS = st.builds(Import, WORDS, WORDS, WORDS, LINES, st.booleans(), st.booleans(), st.booleans())
OUTLINES = st.builds(
    Outline,
    st.just("python"),
    LINES,
    st.lists(DEFINITIONS, max_size=5).map(tuple),
    st.lists(IMPORTS, max_size=3).map(tuple),
    st.dictionaries(WORDS, st.lists(LINES, min_size=1, max_size=3).map(tuple), max_size=3),
    st.none() | st.lists(WORDS, max_size=3).map(tuple),
    st.booleans(),
    st.booleans(),
)


@given(OUTLINES)
def test_a_packed_outline_comes_back_whole(outline: Outline) -> None:
    again = unpack("python", pack(outline))
    assert again == outline
    assert dict(again.calls) == dict(outline.calls)
    for field in dataclasses.fields(Outline):
        assert field.name == "calls" or type(getattr(again, field.name)) is type(
            getattr(outline, field.name)
        ), field.name
    for each in again.definitions:
        assert type(each.kind) is Kind
        assert type(each.bases) is type(each.decorators) is tuple
    assert unpack_imports(pack(outline).facts) == outline.imports


@given(OUTLINES, WORDS)
def test_a_name_is_found_as_if_all_were_unpacked(outline: Outline, name: str) -> None:
    found = tuple(definitions_named(name, pack(outline).definitions))
    assert found == tuple(each for each in outline.definitions if each.name == name)


def test_all_that_an_outline_has_is_drawn() -> None:
    """A field added to an outline must be packed: the strategies above build all of them."""
    assert len(Definition._fields) == 14
    assert len(Import._fields) == 7
    assert len(dataclasses.fields(Outline)) == 8
