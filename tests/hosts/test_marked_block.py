"""A block in somebody else's Markdown: put in, brought up to date and taken out, and no other byte moves."""

from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from groundplan.hosts.marked_block import put, take
from groundplan.plan.errors import Refused

WORDS = "## Plans\n\nUse groundplan.\n"
LATER = "## Plans\n\nUse groundplan, and refute.\n"

FILES = {
    "ordinary": "# Agents\n\nBe kind.\n",
    "no final newline": "# Agents\n\nBe kind.",
    "several newlines at the end": "# Agents\n\n\n\n",
    "windows": "# Agents\r\n\r\nBe kind.\r\n",
    "windows without a final newline": "# Agents\r\n\r\nBe kind.",
    "byte order mark": "\ufeff# Agents\n",
    "only a byte order mark": "\ufeff",
    "empty": "",
    "one newline": "\n",
    "blanks": "  ",
    "old mac": "# Agents\rBe kind.\r",
    "line ends of two kinds": "# Agents\nBe kind.\n\r",
    "form feed": "# Agents\x0cmore\u2028more\n",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_taking_the_block_out_gives_the_file_back(text: str) -> None:
    with_block = put(text, WORDS, "AGENTS.md")
    assert with_block.startswith(text)
    assert "Use groundplan." in with_block
    assert take(with_block, "AGENTS.md") == text


@given(st.text(alphabet="a #-`~>\n\r\ufeff<!", max_size=40))
def test_whatever_the_file_holds_it_comes_back(text: str) -> None:
    try:
        with_block = put(text, WORDS, "AGENTS.md")
    except Refused:
        reject()
    assert put(with_block, WORDS, "AGENTS.md") == with_block
    assert take(with_block, "AGENTS.md") == text


@pytest.mark.parametrize("text", [None, *FILES.values()])
def test_putting_it_in_twice_changes_nothing(text: str | None) -> None:
    once = put(text, WORDS, "AGENTS.md")
    assert put(once, WORDS, "AGENTS.md") == once


def test_a_file_made_for_the_block_goes_with_it() -> None:
    assert take(put(None, WORDS, "AGENTS.md"), "AGENTS.md") is None


def test_a_file_made_for_the_block_stays_when_somebody_wrote_into_it() -> None:
    made = put(None, WORDS, "AGENTS.md")
    assert take(made + "\nBe kind.\n", "AGENTS.md") == "\nBe kind.\n"


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_an_earlier_block_is_brought_up_to_date_in_its_place(text: str) -> None:
    earlier = put(text, WORDS, "AGENTS.md") + "Below.\n"
    later = put(earlier, LATER, "AGENTS.md")
    assert "and refute" in later
    assert later.count("groundplan:begin") == 1
    assert later.startswith(text)
    assert later.endswith("Below.\n")


def test_what_was_written_around_the_block_since_stays() -> None:
    block = put("# Agents\n", WORDS, "AGENTS.md")
    edited = "# Our agents\n\nNew above." + block.removeprefix("# Agents") + "\nNew below.\n"
    assert take(edited, "AGENTS.md") == "# Our agents\n\nNew above.\n\nNew below.\n"


def test_words_below_do_not_run_into_a_last_line_that_had_no_end() -> None:
    edited = put("Be kind.", WORDS, "AGENTS.md") + "Below.\n"
    assert take(edited, "AGENTS.md") == "Be kind.\nBelow.\n"


def test_a_line_end_of_the_user_is_not_taken_for_ours() -> None:
    block = put("# Agents\n", WORDS, "AGENTS.md")
    edited = block.replace("# Agents\n\n<!--", "# Agents\nmore\n<!--")
    assert take(edited, "AGENTS.md") == "# Agents\nmore\n"


def test_line_ends_that_git_changed_do_not_make_the_block_an_edited_one() -> None:
    block = put("# Agents\n", WORDS, "AGENTS.md").replace("\n", "\r\n")
    assert take(block, "AGENTS.md") == "# Agents\r\n"


BLOCK = put("", WORDS, "AGENTS.md")
SPOILED = {
    "edited": BLOCK.replace("Use groundplan.", "Use groundplan, please."),
    "a seal made up": BLOCK.replace("text=", "text=0")[:60] + BLOCK[60:],
    "no end": BLOCK.replace("<!-- groundplan:end -->\n", ""),
    "no beginning": BLOCK.partition("\n")[2],
    "end before the beginning": "<!-- groundplan:end -->\n" + BLOCK.replace("<!-- groundplan:end -->\n", ""),
    "two blocks": BLOCK + "\n" + BLOCK,
    "one in another": BLOCK.replace("Use", BLOCK + "Use"),
    "a gap that is none": BLOCK.replace("gap=0", "gap=9"),
}


@pytest.mark.parametrize("text", SPOILED.values(), ids=SPOILED)
def test_a_spoiled_block_is_refused_both_ways(text: str) -> None:
    with pytest.raises(Refused) as refused:
        put(text, WORDS, "AGENTS.md")
    assert "`AGENTS.md`" in refused.value.message
    assert refused.value.hint
    with pytest.raises(Refused):
        take(text, "AGENTS.md")


EXAMPLES = {
    "fence": f"# How it looks\n\n```md\n{BLOCK}```\n",
    "long fence": f"~~~~\n~~~\n{BLOCK}~~~\n~~~~\n",
    "indented": "# How\n\n" + "".join(f"    {line}\n" for line in BLOCK.splitlines()),
    "in a list": "- like this\n\n  ```\n" + "".join(f"  {line}\n" for line in BLOCK.splitlines()) + "  ```\n",
    "half of one in a fence": "```\n<!-- groundplan:begin text=0000000000000000 gap=1 -->\n```\n",
}


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES)
def test_marks_in_a_code_block_are_an_example(text: str) -> None:
    assert take(text, "AGENTS.md") == text
    with_block = put(text, WORDS, "AGENTS.md")
    assert with_block.startswith(text)
    assert take(with_block, "AGENTS.md") == text


def test_nothing_is_put_behind_a_code_block_without_an_end() -> None:
    with pytest.raises(Refused, match=r"without an end, begun in line 3"):
        put("# Agents\n\n```sh\nmake\n", WORDS, "AGENTS.md")
