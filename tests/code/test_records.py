"""The words of a text find it for every term it holds, whatever its letters."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.database import Database
from groundplan.code.files import key_of
from groundplan.code.records import Record, Records, searchable_words

# Letters that word boundaries are made of: ASCII and not, joined, folded, torn by an older encoding.
LETTERS = st.sampled_from([*"aZ_09 -.(\n\t\"'", "é", "ß", "Ω", "²", "→", "“", "\u200d", "İ", "K", "ﬁ"])
TEXTS = st.lists(st.one_of(LETTERS, st.sampled_from(["foo", "Foo_bar", "éa"])), max_size=12).map("".join)
TERMS = st.lists(LETTERS, min_size=1, max_size=6).map("".join).filter(str.strip)


@given(TERMS, TEXTS, TEXTS, st.sampled_from(["utf-8", "latin-1"]))
def test_a_text_is_found_by_any_term_that_stands_in_it_as_a_word(
    term: str, before: str, after: str, encoding: str
) -> None:
    whole = before + term + after
    if not re.search(rf"(?<!\w){re.escape(term)}(?!\w)", whole):
        return
    text = before.encode(encoding, "replace") + term.encode() + after.encode(encoding, "replace")
    database = Database(None, "")
    try:
        records = Records(database.connection, "/")
        number = records.add_text(Record(key_of(text), ""), text)
        words = searchable_words(term)
        assert not words or number in records.texts_with(words)
    finally:
        database.close()


@given(st.text(max_size=20))
def test_no_term_is_taken_for_a_query(term: str) -> None:
    database = Database(None, "")
    try:
        records = Records(database.connection, "/")
        records.add_text(Record(key_of(b"and or not near"), ""), b"and or not near")
        words = searchable_words(f"AND {term} NOT")
        assert records.texts_with(words) <= {1}
    finally:
        database.close()
