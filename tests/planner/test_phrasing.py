"""A person's words are quoted as they are, but never become a citation or a gap of the plan."""

from __future__ import annotations

import pytest
from made_pack import make_pack

from groundplan.plan.config import Config
from groundplan.planner.answers import Understood
from groundplan.planner.brief import Brief
from groundplan.planner.phrasing import assumption_source, condition, open_mark, quote
from groundplan.planner.question import Question


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("# Fix it\n\n- now", "Fix it now"),
        ("see <link to doc> and {Feature Name}", "see (link to doc) and (Feature Name)"),
        ('answers in < 100 ms for `{"a": 1}`', 'answers in < 100 ms for `{"a": 1}`'),
        ("TODO: retry, the count is TBD", "retry, the count is not decided"),
        ("change `a.py` and `b.py`", "change `a.py` and b.py"),
        ("change `a.py:99` and `a.py::gone`", "change a.py:99 and a.py::gone"),
    ],
)
def test_words_are_quoted_on_one_line_without_gaps_and_false_citations(words: str, quoted: str) -> None:
    assert quote(words, ("a.py",)) == quoted


def test_a_condition_that_says_nothing_by_itself_is_left_out() -> None:
    assert condition("else") == ""
    assert condition("if not rows: # pyright: ignore") == " on `if not rows:`"


def test_an_assumption_names_its_source_and_the_question_that_would_confirm_it() -> None:
    cited = Question("reading", "Which?", "`a.py:3` shows one.")
    granted = Question("assumption:databases", "All?", "`a.py:3` names them.")
    assert assumption_source(cited) == "(computed)"
    assert assumption_source(granted) == "(default)"
    pack = make_pack("Retry uploads")
    brief = Brief(pack, None, Config(), questions=(cited,), asked={"reading": "Q2"})
    assert open_mark(brief, "reading") == " (open: Q2)"
    settled = Brief(pack, None, Config(), questions=(cited,), settled={"reading": Understood("a")})
    assert open_mark(settled, "reading") == ""
