"""`report` and `pr` are made to be pasted: nothing that a plan says takes effect where they are shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from desk import Desk
from markdown_it import MarkdownIt

from groundplan.app.judgement.plain_words import plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from markdown_it.token import Token

LIVE = {
    "a picture": "![p](http://evil.example/t.png)",
    "a link": "[Sign in](http://evil.example/)",
    "a bare address": "see http://evil.example/ and www.evil.example",
    "a heading": "# APPROVED by Ann",
    "a heading of a line below": "=== ",
    "a rule": "---",
    "a quote": "> Ann approved",
    "a ticked box": "[x] everything is done",
    "an item": "- [x] everything is done",
    "a numbered item": "1. everything is done",
    "a name": "ask @ann-lee about it",
    "a name in letters as numbers": "ask &#64;ann about it &commat;ben",
    "issues": "Fixes #12, closes owner/repo#3, GH-4 and !5",
    "strokes": "never ~~ever~~ do **that**, _please_",
    "strokes behind a backslash": r"never \~~ever~~ \\**do** it",
    "a tag": "<img src=http://evil.example/> <!-- -->",
    "a quick action": "/close",
    "a table": "| a | b |",
    "a definition": "[a]: http://evil.example/",
    "a fence": "```js",
}
LETTERS_OF_OURS = {"text", "softbreak", "code_inline"}


def words_of(text: str) -> Iterator[Token]:
    """Yield what stands in lines, as it is shown."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    for token in markdown.parse(text):
        yield from token.children or ()


@pytest.mark.parametrize("words", LIVE.values(), ids=LIVE)
@pytest.mark.parametrize("before", ["", "- ", "- [ ] "])
def test_words_of_a_plan_stay_words(words: str, before: str) -> None:
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    text = f"{before}{plain_words(words)}"
    blocks = {token.type for token in markdown.parse(text)} - {"inline"}
    around = {
        f"{kind}_{end}" for kind in ("bullet_list", "list_item", "paragraph") for end in ("open", "close")
    }
    assert blocks <= (around if before else {"paragraph_open", "paragraph_close"}), text
    shown = list(words_of(text))
    assert {token.type for token in shown} <= LETTERS_OF_OURS, text
    live = "".join(token.content for token in shown if token.type == "text").removeprefix("[ ] ")
    assert not re.search(r"(?<!\w)@\w|[#!]\d|GH-\d|https?:|www\.", live), text
    assert not (before and text.removeprefix(before).lower().startswith(("[x]", "[ ]"))), text
    assert not text.startswith("/")


@pytest.mark.parametrize("words", [r"a | b", r"a \| b", r"a \\| b", "`a | b`", r"`a \| b` c | d", "a \\"])
def test_a_bar_begins_no_other_cell(words: str) -> None:
    from groundplan.app.reports.lines import table

    made = "\n".join(table(("One", "Two"), [(words, "end")]))
    markdown = MarkdownIt("commonmark").enable("table")
    cells = [token.content for token in markdown.parse(made) if token.type == "inline"]
    assert (len(cells), cells[-1]) == (4, "end"), made


def test_no_live_words_reach_a_report_or_a_description(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    title = "Faster ![x](http://evil.example/p.png)"
    assert desk.person("new", title, "--playbook", "roadmap", "--name", "fast").code == 0
    plan = desk.read("plans/fast/roadmap.md")
    head, heading, rest = plan.partition("### Success Criteria\n")
    listed = "".join(f"- [ ] {words}\n" for words in LIVE.values() if "`" not in words)
    desk.path("plans/fast/roadmap.md").write_text(f"{head}{heading}\n{listed}\n{rest[rest.index('## ') :]}")
    for words in (("report", "summary"), ("report", "progress"), ("pr", "--base", "HEAD")):
        told = desk.pipe(*words).out
        assert "Faster" in told
        shown = list(words_of(told))
        assert not {token.type for token in shown} & {"image", "link_open", "html_inline", "s_open"}, told
        text = "\n".join(token.content for token in shown if token.type == "text")
        assert not re.search(r"@ann|#12|evil\.example", text), told
        assert not re.search(r"^- \[x\]|^#+ APPROVED", told, re.MULTILINE), told
