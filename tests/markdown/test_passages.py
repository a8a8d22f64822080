"""Passages: what a sentence is about to do, asked of long paragraphs as often as of short ones."""

from __future__ import annotations

from growth import assert_linear

from groundplan.markdown.loose import find_loose_mentions, find_made_words, read_loose
from groundplan.markdown.passages import masked, sentence_at
from groundplan.markdown.statements import find_statements

SOURCE = "Create `a.py`. Then `b.py` calls it; it is\nthere. See src/c.py."


def loose(text: str) -> None:
    (section,) = read_loose("plan.md", text).documents[0].sections
    find_loose_mentions(section)
    find_made_words(section)


def test_one_paragraph_of_many_lines_costs_what_its_length_does() -> None:
    line = (
        "The server in index.js answers request {} with a file, unless `serve_static` is given an option.\n"
    )
    assert_linear(lambda count: loose("".join(line.format(number) for number in range(count))), 150)


def test_one_sentence_that_names_much_code_costs_what_its_length_does() -> None:
    words = "Add `retry_{0}()` to `client_{0}.py` which calls `upload_{0}` and renames it, "
    assert_linear(lambda count: loose("".join(words.format(number) for number in range(count))), 150)


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
        find_statements(section)

    assert_linear(read, 1000)
