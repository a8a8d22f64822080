"""A fingerprint sees every word and all structure, no spacing, and nothing of what groundplan computes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.markdown.sections import cut
from groundplan.plan.playbook import RecordSpec, Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.document import Section
    from groundplan.plan.playbook import Playbook, SectionSpec

MANY = max(100, settings().max_examples)
BODY = """\
## Context

First words of a paragraph that
goes on here, with `code  span` and *emphasis*.

- one
  - nested [ ] box
- [ ] two
  more

3. three
4) four

| Task | Owner |
|------|:-----:|
| a \\| b | c | extra |
| d |

```python
def f():
    return  1
```

    indented  code

<!-- a comment -->

> quoted
> words

### Heading inside

---

Last words.

---
"""


def normal(text: str, playbook: Playbook, key: str = "context") -> str:
    document = cut(text, playbook, "plan", "plan.md")
    return next(part.normal for part in (document.header, *document.sections) if part.key == key)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("paragraph that\ngoes on", "paragraph\nthat goes on"),
        ("First words", "First   words"),
        ("- one\n  - nested", "-   one\n    - nested"),
        ("- one\n  - nested [ ] box\n- [ ] two", "* one\n  + nested [ ] box\n* [ ] two"),
        ("3. three", "3.  three"),
        ("| Task | Owner |\n|------|:-----:|", "|Task|Owner|\n|-|:-:|"),
        ("| d |\n", "| d | |\n"),
        ("```python\n", "~~~python\n"),
        ("\n\n---\n", "\n"),
        ("\n\n---\n", "\n\n***\n\n---\n"),
        ("> quoted\n> words", "> quoted\nwords"),
        ("### Heading inside", "### Heading inside ###"),
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("Last words.\n", "Last words.\n\n\n"),
    ],
)
def test_spacing_and_markers_do_not_change_it(old: str, new: str, collaborate: Playbook) -> None:
    changed = BODY.replace("```\n\n    ind", "~~~\n\n    ind") if "~" in new else BODY
    count = -1 if old == "\n" else 1
    head, found, tail = changed.rpartition(old) if old.startswith("\n\n---") else ("", "", "")
    text = head + new + tail if found else changed.replace(old, new, count)
    assert text != BODY
    assert normal(text, collaborate) == normal(BODY, collaborate)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("First", "Fist"),
        ("one", "One"),
        ("    return  1", "      return  1"),
        ("return  1", "return 1"),
        ("```python", "```py"),
        ("a comment", "another comment"),
        ("- [ ] two", "- [x] two"),
        ("3. three", "5. three"),
        ("  - nested", "- nested"),
        ("extra", "lost"),
        ("a \\| b", "a | b"),
        ("|:-----:|", "|------|"),
        ("### Heading", "#### Heading"),
        ("> quoted\n> words", "quoted\nwords"),
        ("\n---\n\nLast", "\nLast"),
        ("*emphasis*", "emphasis"),
        ("indented  code", "indented code"),
        ("## Context", "## **Context**"),
    ],
)
def test_a_changed_word_or_structure_changes_it(old: str, new: str, collaborate: Playbook) -> None:
    assert normal(BODY.replace(old, new, 1), collaborate) != normal(BODY, collaborate)


def test_changing_any_character_that_is_no_space_changes_it(collaborate: Playbook) -> None:
    whole = normal(BODY, collaborate)
    for place, letter in enumerate(BODY):
        if letter.isspace() or place < len("## Context"):
            continue
        assert normal(BODY[:place] + "Q" + BODY[place + 1 :], collaborate) != whole, (place, letter)


LINE = st.sampled_from(BODY.split("\n")[2:])
WORDS = st.one_of(LINE, st.text("ab`*_[]<>|#-+1. \t", max_size=12))


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(st.lists(WORDS, min_size=1, max_size=10), st.data())
def test_in_any_section_a_changed_character_changes_it(
    collaborate: Playbook, lines: list[str], data: st.DataObject
) -> None:
    text = "## Context\n" + "\n".join(lines) + "\n"
    solid = [
        place for place, letter in enumerate(text) if place > 10 and not letter.isspace() and letter != "Q"
    ]
    if not solid:
        return
    place = data.draw(st.sampled_from(solid))
    assert normal(text[:place] + "Q" + text[place + 1 :], collaborate) != normal(text, collaborate)


@settings(max_examples=MANY, suppress_health_check=list(HealthCheck))
@given(st.lists(st.text("abc,.", min_size=1, max_size=6), min_size=1, max_size=30), st.data())
def test_a_paragraph_may_be_wrapped_anywhere(
    collaborate: Playbook, words: list[str], data: st.DataObject
) -> None:
    gaps = data.draw(
        st.lists(st.sampled_from([" ", "\n", "  ", "\n ", " \n"]), min_size=len(words), max_size=len(words))
    )
    wrapped = "".join(word + gap for word, gap in zip(words, gaps, strict=True))
    plain = " ".join(words)
    assert normal(f"## Context\nx {wrapped}\n", collaborate) == normal(
        f"## Context\nx {plain}\n", collaborate
    )


def test_a_computed_tick_is_masked_and_a_chosen_one_is_not(
    design: Playbook, text_of: Callable[[str], str]
) -> None:
    text = text_of("design")
    question = text.replace("- [ ] Question 1", "- [x] Question 1")
    assert normal(question, design, "2.3") == normal(text, design, "2.3")
    assert "[·] Question 1" in normal(text, design, "2.3")
    choice = text.replace("- [ ] Net new", "- [x] Net new")
    assert normal(choice, design, "2.1") != normal(text, design, "2.1")


def test_only_the_boxes_of_records_are_masked(design: Playbook, text_of: Callable[[str], str]) -> None:
    text = text_of("design").replace("- [ ] Question 2", "- a\n  - [ ] not a record\n- [ ] Question 2")
    ticked = text.replace("- [ ] not a record", "- [x] not a record")
    assert normal(ticked, design, "2.3") != normal(text, design, "2.3")


def test_computed_header_fields_lose_their_value_and_nothing_more(
    design: Playbook, collaborate: Playbook, text_of: Callable[[str], str]
) -> None:
    text = text_of("design")
    status = re.sub(r"(\*\*Document Status:\*\*).*", r"\1 COMPLETE", text)
    assert normal(status, design, "plan#header") == normal(text, design, "plan#header")
    words = text.replace("**Last Updated:** [Timestamp]", "**Last Updated:** [Timestamp]\nwords below")
    assert normal(words, design, "plan#header") != normal(text, design, "plan#header")
    second = text.replace("**Approved By:**", "**Document Status:** X\n**Approved By:**")
    assert normal(second, design, "plan#header") != normal(
        second.replace("** X", "** Y"), design, "plan#header"
    )
    front = text_of("collaborate-skeleton")
    ready = front.replace("draft", "ready").replace("<date>", "2030-01-01")
    assert normal(ready, collaborate, "plan#header") == normal(front, collaborate, "plan#header")
    title = front.replace("<task name>", "Other")
    assert normal(title, collaborate, "plan#header") != normal(front, collaborate, "plan#header")


def test_a_computed_section_keeps_only_its_heading(design: Playbook, text_of: Callable[[str], str]) -> None:
    assert normal(text_of("design"), design, "log") == "h2 **Change Log**"


def test_computed_fields_of_records_are_masked(
    roadmap: Playbook, product: Playbook, text_of: Callable[[str], str]
) -> None:
    text = text_of("roadmap")
    done = text.replace("| Week 1 | 🔲 |", "| Week 1 | ✅ |")
    assert normal(done, roadmap, "milestones") == normal(text, roadmap, "milestones")
    moved = text.replace("| Week 1 | 🔲 |", "| Week 2 | 🔲 |")
    assert normal(moved, roadmap, "milestones") != normal(text, roadmap, "milestones")
    recovery = text_of("product-recovery")

    def status(text: str) -> Section:
        return cut(text, product, "recovery", "r.md").sections[0]

    assert status(recovery.replace("{Current phase}", "Phase 2")).normal == status(recovery).normal
    assert status(recovery.replace("**Phase**", "**Phases**")).normal != status(recovery).normal


def test_what_two_declarations_mask_hides_no_word_behind_it(
    build: Callable[..., Playbook], declare: Callable[..., SectionSpec]
) -> None:
    status = RecordSpec("status", Shape.FIELDS, fields={"at": "Phase"}, computed=("at",))
    playbook = build("own", declare("context", "Context", 2, status, replace(status, kind="other")))
    text = "## Context\n| Phase |\n|-|\n\n- **Phase:** one\n- two words\n"
    assert "two words" in normal(text, playbook)
    assert normal(text.replace("one", "other"), playbook) == normal(text, playbook)
    assert normal(text.replace("two", "ten"), playbook) != normal(text, playbook)


def test_the_rule_between_two_sections_is_not_part_of_either(collaborate: Playbook) -> None:
    with_rule = "## Context\na\n\n---\n\n## Implementation Plan\n- b\n"
    assert normal(with_rule, collaborate) == normal(with_rule.replace("---\n\n", ""), collaborate)
