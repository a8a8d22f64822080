from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.sections import cut
from groundplan.markdown.skeletons import find_placeholders, placeholders, render
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.playbook import Playbook


def test_only_declared_fields_are_filled() -> None:
    skeleton = "# {{title}}\n\n{What problem does this solve?} `{id}` {{slug}}\n"
    assert render(skeleton, {"title": "A\nB", "slug": "x", "other": "y"}) == (
        "# A B\n\n{What problem does this solve?} `{id}` x\n"
    )


def test_a_value_with_a_colon_does_not_break_the_front_matter() -> None:
    text = render("---\ntitle: {{title}}\nid: {{id}}\n---\n# {{title}}\n", {"title": "Fix: it", "id": "X"})
    assert text == '---\ntitle: "Fix: it"\nid: X\n---\n# Fix: it\n'
    assert read_front_matter(text).fields["title"].value == "Fix: it"


def test_what_is_filled_in_is_not_filled_again() -> None:
    assert render("{{a}}\n", {"a": "{{b}}", "b": "c"}) == "{{b}}\n"


def test_a_field_that_nothing_fills_is_named() -> None:
    with pytest.raises(Misused, match=r"`{{slug}}`, `{{title}}`"):
        render("{{title}} {{slug}} {{title}}", {})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<unknown>\n", {"<unknown>"}),
        ("words <to be developed> here\n", {"<to be developed>"}),
        ("- **Goal:** [Single sentence\n  summary]\n", {"[Single sentence summary]"}),
        ("{What problem?} and {More}\n", {"{What problem?}", "{More}"}),
        ("- [Where? `src/`? `lib/`?]\n", {"[Where? `src/`? `lib/`?]"}),
        ('[Latency <100ms e.g. "p99"]\n', {'[Latency <100ms e.g. "p99"]'}),
        ("| [X] | `a[b]` |\n|-|-|\n| {c} | d |\n", {"[X]", "{c}"}),
        ("#### **Option A: [Name]**\n", {"[Name]"}),
        ("---\ntitle: <task name>\n---\n", {"<task name>"}),
        ("```\n[Types and signatures]\n```\n", {"[Types and signatures]"}),
        ("```\nTrigger: {any}\n- [one]\n```\n", {"{any}", "[one]"}),
        ("- [x] [Name]\n- [ ] {Task}\n", {"[Name]", "{Task}"}),
    ],
)
def test_bracketed_words_are_placeholders(text: str, found: set[str]) -> None:
    assert placeholders(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "- [ ] task\n- [x] done\n- [X] done\n",
        "[prd.md](prd.md) ![a](b.png) [a][b]\n",
        "<https://x.y> <a@b.c> <br> a <details> </details> <!-- b -->\n",
        "`list[int]` and `/grades/{student_id}` and `<T>`\n",
        "```python\nx: dict[str, int] = {1: 2}\nreturn Result[Response]\n```\n",
        "{{title}} a < b and c > d, \\[not one\\] [] {}\n",
        "    [code]\n",
        "text[^1]\n",
    ],
)
def test_boxes_links_tags_and_code_are_no_placeholders(text: str) -> None:
    assert placeholders(text) == frozenset()


def test_placeholders_are_found_with_their_place() -> None:
    text = "## A\nwords\n- see [Name\n  of it] and more\n\n<unknown>\n"
    assert find_placeholders(text) == [("[Name of it]", 3, 7), ("<unknown>", 6, 1)]


@pytest.mark.req("S0-01")
def test_the_placeholders_of_a_minimal_plan_are_those_of_its_sections(
    collaborate: Playbook, text_of: Callable[[str], str]
) -> None:
    document = cut(text_of("collaborate-skeleton"), collaborate, "plan", "p.md")
    assert [placeholders(section.body) for section in document.sections] == [
        {"<brief initial idea>"},
        {"<unknown>"},
        {"<to be developed>"},
    ]
