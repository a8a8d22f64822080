"""Every occurrence of a term is found, and nothing that only holds it."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.index import open_index
from groundplan.code.occurrences import find_occurrences, find_words
from groundplan.git.repository import find_repository
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.code.index import Index

FILES = {
    "src/client.py": "RETRY = 3\n\n\nclass Client:\n    def fetch(self):\n"
    "        return RETRY, RETRY_LIMIT\n\n\nprint(RETRY)\n",
    "README.md": "`RETRY` is 3; RETRYING is not; retry neither.\nRETRY²\n",
    "données.txt": "éRETRY RETRYé RETRY\u0301 «RETRY»\n",
    "page.html": "<b>RETRY</b>-RETRY.RETRY",
    "windows.txt": "RETRY\r\nRETRY\r\n",
    "deep/raw.bin": "RETRY\0RETRY",
}


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    root = tmp_path / "repo"
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
    subprocess.run(["git", "init", "-q", root], check=True)
    with open_index(find_repository(root), cache=tmp_path / "cache") as opened:
        opened.refresh()
        yield opened


@pytest.mark.req("S0-05", "S1-09")
def test_every_whole_word_is_found_and_nothing_else(index: Index) -> None:
    found = find_occurrences(index, "RETRY")
    assert found.files == {
        "README.md": 2,
        "données.txt": 1,
        "page.html": 3,
        "src/client.py": 3,
        "windows.txt": 2,
    }
    assert found.unsearched == ("deep/raw.bin",)


def test_an_occurrence_says_where_it_stands_and_what_is_around_it(index: Index) -> None:
    first, second, third = (
        each for each in find_occurrences(index, "RETRY").places if each.path == "src/client.py"
    )
    assert (first.line, first.column, first.within, first.is_definition) == (1, 1, "", True)
    assert (second.line, second.column, second.within) == (6, 16, "Client.fetch")
    assert second.text == "        return RETRY, RETRY_LIMIT"
    assert (third.line, third.within, third.is_definition) == (9, "", False)


def test_a_column_counts_letters_not_bytes(index: Index) -> None:
    (place,) = (each for each in find_occurrences(index, "RETRY").places if each.path == "données.txt")
    assert place.column == 23


def test_case_is_told_apart_unless_asked_otherwise(index: Index) -> None:
    assert not find_occurrences(index, "Retry").places
    assert find_occurrences(index, "Retry", ignore_case=True).files["README.md"] == 3


def test_a_term_may_hold_signs_and_spaces(index: Index) -> None:
    assert find_occurrences(index, "self):").files == {"src/client.py": 1}
    assert find_occurrences(index, "is 3").files == {"README.md": 1}
    assert find_occurrences(index, "«RETRY»").files == {"données.txt": 1}


@pytest.mark.parametrize(
    ("text", "term", "count"),
    [
        ("@@seen = {}\n@@seen\n", "@@", 2),
        ("Config.load\nmyConfig.load\nConfig. \n", "Config.", 2),
        ("a.load(x)", ".load(", 1),
        ("go --flag x--flag --flags", "--flag", 1),
    ],
)
def test_a_side_with_a_sign_is_whole_as_it_is(text: str, term: str, count: int) -> None:
    assert len(list(find_words(text.encode(), re.compile(re.escape(term.encode()))))) == count


@pytest.mark.parametrize("term", ["", "  ", "a\nb", "x" * 501])
def test_a_term_that_cannot_be_one_is_refused(index: Index, term: str) -> None:
    with pytest.raises(Misused, match="cannot be searched for"):
        find_occurrences(index, term)


@given(
    st.text("ab_é²\u0301\u200d -", max_size=30),
    st.sampled_from(["a", "ab", "a_b", "_", "aé"]),
)
def test_words_end_where_python_and_unicode_agree_that_they_do(text: str, term: str) -> None:
    found = list(find_words(text.encode(), re.compile(re.escape(term.encode()))))
    outside = r"[\w\u0300-\u036f\u200c\u200d]"
    plain = text.replace("²", " ")  # a digit to Python's `\w`, not to Unicode's
    wanted = [match.start() for match in re.finditer(f"(?<!{outside}){re.escape(term)}(?!{outside})", plain)]
    assert [len(text.encode()[:at].decode()) for at in found] == wanted


@pytest.mark.parametrize(
    ("text", "term", "count"),
    [
        ("customAlphabetは、nanoid에서 customAlphabet", "customAlphabet", 2),
        ("数学の数", "数", 0),
        ("éa aж", "a", 0),
    ],
)
def test_a_latin_name_ends_where_a_script_without_blanks_goes_on(text: str, term: str, count: int) -> None:
    assert len(list(find_words(text.encode(), re.compile(re.escape(term.encode()))))) == count
