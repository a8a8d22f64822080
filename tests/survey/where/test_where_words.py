from __future__ import annotations

import pytest

from groundplan.survey.where.words import is_compound, stem, words_of


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("fetch_data", ("fetch", "data", "fetch_data")),
        ("fetchData", ("fetch", "data", "fetchdata")),
        ("HTTPServer", ("http", "server", "httpserver")),
        ("Rule_L027", ("rule", "l027", "rule_l027")),
        ("__init__", ("init",)),
        ("retries", ("retry",)),
        ("x", ()),
        ("42", ()),
        ("", ()),
    ],
)
def test_an_identifier_gives_its_words_and_the_whole(identifier: str, words: tuple[str, ...]) -> None:
    assert words_of(identifier) == words


@pytest.mark.parametrize("word", ["fetch", "fetches", "fetched", "fetching"])
def test_endings_do_not_part_words(word: str) -> None:
    assert stem(word) == "fetch"


@pytest.mark.parametrize("word", ["class", "status", "axis", "bed", "ring", "yes"])
def test_what_only_looks_like_an_ending_stays(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize("word", ["snake_case", "camelCase", "CapWords", "L027"])
def test_what_is_written_as_code_is_seen(word: str) -> None:
    assert is_compound(word)


@pytest.mark.parametrize("word", ["word", "Word", "HTTP", "_private", "2"])
def test_plain_words_are_no_code(word: str) -> None:
    assert not is_compound(word)
