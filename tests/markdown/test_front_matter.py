from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.markdown.front_matter import read_front_matter, set_front_matter
from groundplan.markdown.lines import fold
from groundplan.plan.errors import Misused

TEXT = '---\ntitle: Retry policy\nstatus:  draft  # computed\nowner: "A: B"\ntags:\n  - a\n---\n## Goal\n'


def test_only_plain_lines_are_read() -> None:
    front = read_front_matter(TEXT)
    assert front.lines == 7
    assert {key: field.value for key, field in front.fields.items()} == {
        "title": "Retry policy",
        "status": "draft",
        "owner": "A: B",
        "tags": "",
    }


@pytest.mark.parametrize(
    "text", ["", "a\n---\nb: c\n---\n", "---\ntitle: never closed\n", "----\na: b\n----\n"]
)
def test_other_openings_are_no_front_matter(text: str) -> None:
    assert read_front_matter(text).lines == 0


def test_a_rule_that_opens_a_document_is_front_matter_only_if_closed() -> None:
    assert read_front_matter("---\n\nwords\n").lines == 0


def test_setting_a_key_changes_its_value_and_nothing_else() -> None:
    assert set_front_matter(TEXT, "status", "ready") == TEXT.replace("draft", "ready")
    assert set_front_matter(TEXT, "owner", "C") == TEXT.replace("A: B", "C")


def test_line_ends_and_the_byte_order_mark_stay() -> None:
    text = "\ufeff---\r\nstatus: draft\r\n---\r\n# T"
    assert set_front_matter(text, "status", "ready") == text.replace("draft", "ready")
    assert set_front_matter(text, "id", "X1") == text.replace("draft\r\n", "draft\r\nid: X1\r\n")


def test_a_missing_block_is_added_on_top() -> None:
    assert set_front_matter("# T\n", "id", "X1") == "---\nid: X1\n---\n# T\n"


def test_a_value_of_several_lines_is_left_alone() -> None:
    with pytest.raises(Misused, match="several lines"):
        set_front_matter(TEXT, "tags", "b")


@given(st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"])))
def test_any_value_is_read_back_as_it_was_set(value: str) -> None:
    text = set_front_matter(TEXT, "title", value)
    assert read_front_matter(text).fields["title"].value == fold(value)
    assert set_front_matter(text, "title", "Retry policy").replace('"Retry policy"', "Retry policy") == TEXT
