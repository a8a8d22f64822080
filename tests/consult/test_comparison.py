"""Answers side by side: who agrees, who does not, who was absent; nothing is guessed from like words."""

from __future__ import annotations

import pytest

from groundplan.consult.answer import CANCELLED, FAILED, Answer, Claim, Item
from groundplan.consult.claims import Checked, Standing
from groundplan.consult.comparison import compare
from groundplan.consult.synthesis import as_table, list_rows, name_claims
from groundplan.markdown.clauses import read_clauses
from groundplan.markdown.stated_facts import find_facts

CACHE = "Put a Redis cache behind the protocol"
VIEW = "Refresh a materialised view from the upload hook"


def claim(advisor: str, text: str, standing: Standing = Standing.UNCHECKED) -> Checked:
    points = tuple(point for clause in read_clauses(text) for point in find_facts(clause))
    return Checked(advisor, Claim(text), standing, "", (), points)


def test_approaches_with_the_same_words_are_one() -> None:
    answers = [
        Answer("a", "", "", CACHE),
        Answer("b", "", "", "A Redis cache with a protocol"),
        Answer("c", "", "", VIEW),
    ]
    found = compare(answers, [])
    assert [(each.letter, each.advisors) for each in found.approaches] == [("A", ("a", "b")), ("B", ("c",))]
    assert found.agreement == (0, 1)


@pytest.mark.req("S3-06")
def test_the_same_statement_in_other_words_is_agreed() -> None:
    said = [claim("a", "There are no tests for `load`."), claim("b", "`load` is untested.")]
    found = compare([Answer("a", "", ""), Answer("b", "", "")], said)
    assert [(each.is_agreed, each.sides[0].advisors) for each in found.points] == [(True, ("a", "b"))]
    assert found.agreement == (1, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Three places call `load`.", "Five places call `load`."),
        ("There are no tests for `load`.", "`load` is tested by `tests/test_a.py`."),
        ("The project depends on `redis`.", "There is no dependency on redis."),
        ("`src/cache.py` exists.", "There is no `src/cache.py`."),
        ("The view refresh stays under five seconds.", "The view refresh never stays under five seconds."),
    ],
)
@pytest.mark.req("S3-06")
def test_statements_against_each_other_are_a_disagreement(one: str, other: str) -> None:
    found = compare([Answer("a", "", ""), Answer("b", "", "")], [claim("a", one), claim("b", other)])
    assert [side.advisors for side in found.points[0].sides] == [("a",), ("b",)]
    assert found.agreement == (0, 1)


def test_claims_that_are_merely_alike_are_neither_agreed_nor_disputed() -> None:
    said = [
        claim("a", "Redis keeps the bound under load."),
        claim("b", "Redis loses the bound when it fails over."),
    ]
    assert compare([Answer("a", "", ""), Answer("b", "", "")], said).points == ()


def test_who_was_absent_is_named_with_the_reason() -> None:
    answers = [
        Answer("a", "", "", CACHE),
        Answer("b", "", "", state=FAILED, why="it took too long"),
        Answer("c", "", "", state=CANCELLED),
    ]
    found = compare(answers, [])
    assert [each.advisor for each in found.absent] == ["b", "c"]
    assert [each.claim for each in list_rows(found)][1:] == [
        "No answer (failed: it took too long)",
        "No answer (cancelled)",
    ]


def test_files_are_listed_with_those_who_name_them_and_not_from_struck_claims() -> None:
    answers = [Answer("a", "", "", items=(Item("Extend `src/a.py`"),)), Answer("b", "", "")]
    said = [
        claim("b", "`src/a.py` exists.", Standing.VERIFIED),
        claim("b", "`src/gone.py` exists.", Standing.REFUTED),
    ]
    assert dict(compare(answers, said).files) == {"src/a.py": ("b", "a")}


def test_a_row_says_what_the_code_says_and_stays_one_row() -> None:
    lie = Checked("a", Claim("`a | b` exists\nhere"), Standing.REFUTED, "no file is `a`", ())
    table = as_table(tuple(list_rows(compare([Answer("a", "", "")], [lie]))))
    assert table.split("\n")[2] == "| `a \\| b` exists here | a | none | refuted: no file is `a` |"
    assert [each.id for each in name_claims(compare([Answer("a", "", "")], [lie]))] == ["C1"]


def items(advisor: str, *rows: tuple[str, str]) -> Answer:
    return Answer(advisor, "", "", items=tuple(Item(title, what) for title, what in rows))


def test_the_same_work_with_other_details_is_put_side_by_side() -> None:
    found = compare(
        [
            items(
                "a",
                ("Add a retry to the upload", "three times with jitter"),
                ("Count failures", "in a metric"),
            ),
            items("b", ("Retry each upload", "five times, at once"), ("Document the limits", "in the guide")),
            items("c", ("Write a changelog", "one line")),
        ],
        [],
    )
    (rows,) = found.variants
    assert [(each.advisor, each.detail) for each in rows] == [
        ("a", "three times with jitter"),
        ("b", "five times, at once"),
    ]
    (row,) = list_rows(found)
    assert row.claim == "Same work, other details: Add a retry to the upload: three times with jitter"
    assert (row.advisors, row.against) == ("a", "b: five times, at once")


@pytest.mark.parametrize("other", ["three times with jitter", "with jitter", ""])
def test_work_that_says_no_more_than_another_is_no_other_detail(other: str) -> None:
    title = "Add a retry to the upload"
    assert not compare(
        [items("a", (title, "three times with jitter")), items("b", (title, other))], []
    ).variants


def test_one_advisor_does_not_differ_from_itself() -> None:
    twice = items("a", ("Retry each upload", "three times"), ("Retry each upload", "in the worker"))
    assert not compare([twice], []).variants
