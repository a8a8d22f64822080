"""Passages: what a sentence is about to do, asked of long paragraphs as often as of short ones."""

from __future__ import annotations

from itertools import count

import pytest
from growth import assert_linear

from groundplan.markdown.loose import find_loose_mentions, find_made_words, read_loose
from groundplan.markdown.passages import masked, sentence_at
from groundplan.markdown.statements import find_statements

SOURCE = "Create `a.py`. Then `b.py` calls it; it is\nthere. See src/c.py."


RUNS = count()


def loose(text: str) -> None:
    # What was read once is remembered, so no two texts are the same.
    (section,) = read_loose("plan.md", f"Run {next(RUNS)}\n\n{text}").documents[0].sections
    find_loose_mentions(section)
    find_made_words(section)
    find_statements(section, loose=True)


def test_one_paragraph_of_many_lines_costs_what_its_length_does() -> None:
    line = (
        "The server in index.js answers request {} with a file, unless `serve_static` is given an option.\n"
    )
    assert_linear(lambda size: loose("".join(line.format(number) for number in range(size))), 150)


def test_one_sentence_that_names_much_code_costs_what_its_length_does() -> None:
    words = "Add `retry_{0}()` to `client_{0}.py` which calls `upload_{0}` and renames it, "
    assert_linear(lambda size: loose("".join(words.format(number) for number in range(size))), 150)


@pytest.mark.parametrize(
    "words",
    [
        "It is tested by `test_a_{0}`, and the case `a title {0}` of pytest {0} follows ",
        "`load_{0}` (`src/a.py:{0}`) has two callers, “so it says in {0} words”. The file has {0} tests\n",
    ],
)
def test_what_a_paragraph_states_is_read_in_linear_time(words: str) -> None:
    assert_linear(lambda size: loose("".join(words.format(number) for number in range(size))), 150)


def test_the_sentence_around_a_position_is_found() -> None:
    found = [
        SOURCE[slice(*sentence_at(SOURCE, SOURCE.index(word)))].strip() for word in ("a.py", "calls", "See")
    ]
    assert found[0] == "Create `a.py`."
    assert found[1].startswith("Then `b.py` calls it;")
    assert found[2] == "See src/c.py."


def test_code_and_paths_are_blanked_and_nothing_moves() -> None:
    assert masked("Add `new.py` to src/new/b.py, é") == "Add          to             , é"


def test_long_code_before_a_number_costs_what_its_length_does() -> None:
    def read(count: int) -> None:
        (section,) = (
            read_loose("plan.md", f"Use Retry {'`' + 'a.' * count + '`'} here.").documents[0].sections
        )
        find_statements(section, loose=True)

    assert_linear(read, 1000)
