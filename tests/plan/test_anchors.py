"""Re-anchoring can be undone to the very words of before, or it is not believed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.anchors import AnchorSpan, Reanchoring, Step, is_same_thing, take_back, trace_back
from groundplan.plan.document import Document, Plan, Section, fingerprint
from groundplan.plan.entry import Author, Entry, make_entry_id

NORMAL = "h2 S\np See `src/a.py:12-26` and [x](src/b.py#L3) or `src/c.py::f`.\nfence\n|`src/a.py:12-26`"


def span(old: str, new: str, normal: str = NORMAL, nth: int = 0) -> AnchorSpan:
    at = -1
    for _ in range(nth + 1):
        at = normal.index(new, at + 1)
    return AnchorSpan(at, old, new)


def test_spans_are_taken_back_wherever_they_stand() -> None:
    spans = [
        span("src/a.py:10-24", "src/a.py:12-26"),
        span("b.py#L1", "src/b.py#L3"),
        span("lib/c.py::f", "src/c.py::f"),
    ]
    assert take_back(NORMAL, spans) == (
        "h2 S\np See `src/a.py:10-24` and [x](b.py#L1) or `lib/c.py::f`.\nfence\n|`src/a.py:12-26`"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("src/a.py:10-24", "src/a.py:12-27"),
        ("src/a.py::f", "src/a.py::g"),
        ("src/a.py::A.f", "src/a.py::B.f"),
        ("src/a.py", "src/a.py::f"),
        ("src/a.py", "src/a.py:3"),
        ("src/a/", "src/a.py"),
        ("src/a.py", "src/a.py"),
        ("not a path", "src/a.py"),
        ("src/a.py", "delete everything"),
    ],
)
def test_another_symbol_other_lines_or_other_words_are_not_the_same_thing(old: str, new: str) -> None:
    assert not is_same_thing(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("src/a.py:10-24", "src/a.py:12-26"),
        ("src/a.py:10-24", "lib/a.py:10-24"),
        ("src/a.py::f", "lib/b.py::f"),
        ("src/a.py", "lib/a.py"),
        ("src/a.py#L3", "src/a.py#L9"),
    ],
)
def test_the_same_thing_may_stand_in_another_place(old: str, new: str) -> None:
    assert is_same_thing(old, new)


@pytest.mark.parametrize(
    "forged",
    [
        AnchorSpan(NORMAL.index("src/a.py:12-26") + 1, "rc/a.py:10-24", "rc/a.py:12-26"),  # half a citation
        span("src/a.py:10-24", "src/a.py:12-26", nth=1),  # in a fence
        AnchorSpan(0, "src/a.py:10-24", "src/a.py:12-26"),
        AnchorSpan(-5, "src/a.py:10-24", "src/a.py:12-26"),
        AnchorSpan(10**9, "src/a.py:10-24", "src/a.py:12-26"),
        AnchorSpan(NORMAL.index("src/c"), "src/c.py::g", "src/c.py::f"),
    ],
)
def test_what_is_no_whole_citation_among_words_is_not_taken_back(forged: AnchorSpan) -> None:
    assert take_back(NORMAL, [forged]) is None


def test_overlapping_spans_are_refused() -> None:
    one = span("src/a.py:10-24", "src/a.py:12-26")
    assert take_back(NORMAL, [one, one]) is None


@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.integers(0, 9), st.sampled_from(["p", "q"])), min_size=1, max_size=6
    )
)
def test_moving_and_taking_back_gives_the_words_of_before(moves: list[tuple[int, int, str]]) -> None:
    olds = [f"src/{name}.py:{first}-{first + size}" for first, size, name in moves]
    news = [f"src/{name}.py:{first + 100}-{first + 100 + size}" for first, size, name in moves]
    before, after, spans = "p ", "p ", []
    for old, new in zip(olds, news, strict=True):
        before += f"words `{old}` "
        after += "words `"
        spans.append(AnchorSpan(len(after), old, new))
        after += f"{new}` "
    assert take_back(after, spans) == before


def plan_of(normal: str) -> Plan:
    header = Section("d#header", "d#header", "", "p.md", 1, "", "", "")
    section = Section("s", "s", "S", "p.md", 1, "", "", normal)
    return Plan("P1", "p", "P", (Document("d", "p.md", "", header, (section,)),))


def moving(before: str, after: str, *spans: AnchorSpan) -> Reanchoring:
    entry = Entry(make_entry_id(), "P1", "reanchored", "", Author("planner"))
    return Reanchoring(entry, {"s": (fingerprint(before), fingerprint(after))}, {"s": spans})


def test_a_chain_of_moves_leads_back_step_by_step() -> None:
    texts = [f"p `a.py:{line}` and `b.py`" for line in (1, 5, 9)]
    chain = [
        moving(old, new, AnchorSpan(3, f"a.py:{old[8]}", f"a.py:{new[8]}"))
        for old, new in ((texts[1], texts[2]), (texts[0], texts[1]))
    ]
    assert trace_back(plan_of(texts[2]), "s", chain) == [
        (fingerprint(texts[1]), ((Step("a.py:5", "a.py:9"),),)),
        (fingerprint(texts[0]), ((Step("a.py:1", "a.py:5"), Step("a.py:5", "a.py:9")),)),
    ]


def test_a_link_of_the_chain_that_changes_words_ends_it() -> None:
    forged = moving("p `a.py:1` is kept", "p `a.py:5` is gone", AnchorSpan(3, "a.py:1", "a.py:5"))
    assert trace_back(plan_of("p `a.py:5` is gone"), "s", [forged]) == []
