from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.reading import decode, read_plan
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.playbook import Playbook


def test_a_byte_order_mark_is_kept() -> None:
    assert decode("\ufeffä".encode(), "p.md") == "\ufeffä"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"a\xe4b", "`p.md` is not UTF-8: byte 1 is `0xe4`"),
        ("a".encode("utf-16"), "`p.md` is UTF-16"),
        (b"a" * 5_000_001, "`p.md` is larger than 5 MB"),
    ],
)
def test_what_is_no_utf_8_is_named_with_its_byte(data: bytes, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(data, "p.md")
    assert said in caught.value.message
    assert caught.value.hint
    assert caught.value.place == "p.md"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Cache grades\n---\n## Goal\n", "Cache grades"),
        ("# Something\n## Goal\n", "slug"),
        ("", "slug"),
    ],
)
def test_the_title_comes_from_the_front_matter(text: str, title: str, collaborate: Playbook) -> None:
    assert read_plan("id", "slug", collaborate, {"plan": ("p.md", text)}).title == title


def test_the_title_comes_from_the_heading_that_catches_it(
    product: Playbook, roadmap: Playbook, text_of: Callable[[str], str]
) -> None:
    assert (
        read_plan("id", "slug", roadmap, {"plan": ("p.md", text_of("roadmap"))}).title
        == "User Authentication Refactor"
    )
    files = {"tasks": ("t.md", "# Tasks: Vector search\n"), "prd": ("p.md", "# PRD\n")}
    assert read_plan("id", "slug", product, files).title == "PRD"
    assert read_plan("id", "slug", product, {"tasks": files["tasks"]}).title == "Vector search"


def test_documents_are_read_in_the_order_of_the_playbook(product: Playbook) -> None:
    files = {name: (f"{name}.md", "") for name in ("recovery", "tasks", "prd")}
    plan = read_plan("id", "slug", product, files)
    assert [document.name for document in plan.documents] == ["prd", "tasks", "recovery"]


def test_every_fault_of_parsing_is_in_the_plan(design: Playbook, text_of: Callable[[str], str]) -> None:
    text = (
        text_of("design")
        .replace("- [ ] Question 2", "- Question 2")
        .replace("### **4. Detailed Design**", "")
    )
    codes = [finding.code for finding in read_plan("id", "s", design, {"plan": ("p.md", text)}).findings]
    assert codes == ["GP501", "GP505"]
