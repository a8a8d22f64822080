"""Whatever a document holds, cutting and joining give it back; a hundred in CI, thousands by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.markdown.blocks import parse_blocks
from groundplan.markdown.sections import Masks, cut, normal_form
from groundplan.markdown.structure import find_structure_faults

if TYPE_CHECKING:
    from groundplan.plan.playbook import Playbook

MANY = max(100, settings().max_examples)

LINES = [
    "",
    "",
    " ",
    "\t",
    "## Goal",
    "## **Context**",
    "## Implementation Plan",
    "## Option 1: a",
    "# Title",
    "### Goal",
    "Goal",
    "---",
    "===",
    "***",
    "- item",
    "- [ ] task",
    "  - nested",
    "\t- tabbed",
    "1. [x] one",
    "12) two",
    "> quote",
    "> ## Goal",
    "| a | b |",
    "|---|---|",
    "| c \\| d | `e|f` |",
    "```",
    "````md",
    "~~~",
    "    code",
    "<!-- note",
    "-->",
    "<div>",
    "</div>",
    "[a]: b",
    "**Label:** value",
    "title: x",
    "<<<<<<< a",
    "=======",
    ">>>>>>> b",
    "\u2028## Goal",
    "\x0b",
    "\x0c## Goal",
    "a\x85b",
    "\0",
]
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"])
LINE = st.one_of(st.sampled_from(LINES), st.text(st.characters(codec="utf-8"), max_size=20))
DOCUMENT = st.builds(
    lambda mark, lines, last: mark + "".join(line + end for line, end in lines) + last,
    st.sampled_from(["", "", "\ufeff", "---\ntitle: x\n---\n"]),
    st.lists(st.tuples(LINE, ENDS), max_size=25),
    st.one_of(st.just(""), LINE),
)


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(DOCUMENT)
def test_joining_what_was_cut_gives_the_document_back(
    collaborate: Playbook, design: Playbook, text: str
) -> None:
    for playbook in (collaborate, design):
        document = cut(text, playbook, "plan", "plan.md")
        assert "".join(part.text for part in (document.header, *document.sections)) == text
        keys = [part.key for part in (document.header, *document.sections)]
        assert len(keys) == len(set(keys))
        find_structure_faults(document, playbook)


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(DOCUMENT)
def test_a_section_alone_says_what_it_says_in_its_document(collaborate: Playbook, text: str) -> None:
    for section in cut(text, collaborate, "plan", "plan.md").sections:
        assert normal_form(parse_blocks(section.text), Masks()) == section.normal
