"""Every fact can be put in words, and what was not found or not looked at is said."""

from __future__ import annotations

import pytest

from groundplan.plan.fact import CodePlace, Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.wording.fact_lines import LABELS
from groundplan.wording.facts import TITLES, as_text, say_fact

FILES = Coverage(searched=(("files", 1_200),))


def test_every_kind_has_a_title() -> None:
    assert set(TITLES) == set(FactKind)


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (
            Fact(
                FactKind.DEFINITION,
                "x",
                Provenance(How.SYNTAX),
                Coverage(
                    Extent.PARTIAL, (Gap(Missing.NOT_PARSED, "rs", 2), Gap(Missing.NOT_PARSED, "sh", 1))
                ),
                is_absence=True,
            ),
            "`x`: no definition found by parsing\n    rs and sh are not parsed, their text was searched",
        ),
        (
            Fact(
                FactKind.WORDS,
                "",
                Provenance(How.TEXT),
                FILES,
                values=(("words", ("a", "b")),),
                is_absence=True,
            ),
            "`a` and `b`: as a word in none of 1,200 files",
        ),
        (
            Fact(
                FactKind.CALLERS,
                "a.py::f",
                Provenance(How.RESOLVED),
                FILES,
                (CodePlace("b.py", 3, 3, "g", "f()"),),
                5,
                (("tests", 2),),
            ),
            "`a.py::f`: 5 uses resolved (2 in tests)\n    b.py:3  in g: f()\n    … and 4 more",
        ),
        (
            Fact(
                FactKind.TEST,
                "tests/bench.js",
                Provenance(How.SYNTAX),
                values=(("sign", "import"), ("about", "index.js"), ("command", "")),
            ),
            "tests/bench.js\n    imports `index.js`",  # that nothing runs it is not known
        ),
        (
            Fact(
                FactKind.COMMIT,
                "1234567890abcdef",
                Provenance(How.HISTORY),
                values=(
                    ("subject", "Cache it"),
                    ("date", "2020-01-02"),
                    ("reverted_by", "fedcba0987654321"),
                    ("reverted_by_date", "2020-02-03"),
                ),
            ),
            "1234567890  2020-01-02  Cache it\n    REVERTED by fedcba0987 (2020-02-03)",
        ),
    ],
)
def test_a_fact_in_words(fact: Fact, text: str) -> None:
    assert as_text(fact) == text


@pytest.mark.parametrize("kind", FactKind)
def test_that_nothing_was_found_is_one_line_for_every_kind(kind: FactKind) -> None:
    searched = (("manifests", 1), ("dependencies", 3)) if kind is FactKind.DEPENDENCY else (("files", 3),)
    fact = Fact(kind, "x", Provenance(How.TEXT), Coverage(searched=searched), is_absence=True)
    if kind not in {FactKind.ENTRY_POINT, FactKind.SIMILAR, FactKind.OPEN_PLAN}:  # these are left out
        assert "\n" not in say_fact(fact).head


def test_what_shares_words_with_a_goal_is_shown_as_a_candidate() -> None:
    assert TITLES[FactKind.ALREADY] == LABELS[FactKind.ALREADY] == "May be there already"
