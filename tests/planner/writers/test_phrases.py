"""How writers say things."""

from __future__ import annotations

import pytest

from groundplan.planner.writers.phrases import because, cite, code, counted, listing, said, sentence, titled


def test_a_long_list_ends_in_the_number_that_is_left() -> None:
    assert listing([str(each) for each in range(20)], 3) == "0, 1, 2 and 17 more"
    assert listing(["a", "b", "c", "d"], 3) == "a, b, c and d", "one more is said, not counted"
    assert cite(["a.py:1", "a.py:1", "b.py"]) == "`a.py:1` and `b.py`"


def test_counts_carry_their_noun() -> None:
    assert [counted(1, "file"), counted(1400, "file"), counted(2, "branch", "branches")] == [
        "1 file",
        "1,400 files",
        "2 branches",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Fix\n- the [Your name] part", "Fix the \\[Your name\\] part"),
        ("use `gone/cache.py` and `app/cache.py`", "use gone/cache.py and `app/cache.py`"),
        ("an open ` tick", "an open tick"),
        ("tests, docs, etc.", "tests, docs and so on"),
        ("read /etc/hosts and etc/x", "read /etc/hosts and etc/x"),
        ("a `new/x.py` (new) file", "a `new/x.py` (new) file"),
    ],
)
def test_a_users_words_are_safe_to_quote(text: str, told: str) -> None:
    assert " ".join(said(text, {"app/cache.py"}).split()) == told


def test_a_title_ends_on_a_word_that_may_end_one() -> None:
    assert titled("Answer 413 when the `body` is larger than a limit", 24) == "Answer 413"
    assert titled("Short and *plain*.") == "Short and plain"


def test_small_forms() -> None:
    assert sentence("it works") == "It works."
    assert because("defines `f`") == "it defines `f`"
    assert because("its text matches `f`") == "its text matches `f`"
    assert code("a`b") == "`` a`b ``"
