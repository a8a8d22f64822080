"""Sections of documents about a goal: headings of each format, absence only after reading."""

from __future__ import annotations

import pytest
from made_subject import facts_of

from groundplan.evidence.documents import cut_sections, is_document
from groundplan.plan.fact import FactKind
from groundplan.wording.facts import say_fact

CODE = {"parser.py": "import optparse\n\ndef parse_options(): ...\n"}


def test_a_heading_that_says_why_not_is_found() -> None:
    text = (
        "# Why\n\nIt is small.\n\n## Why not Argparse?\n\nArgparse parses too much.\n\n## More\n\nNothing.\n"
    )
    (fact,) = facts_of("Replace optparse by argparse", CODE | {"docs/why.md": text}, FactKind.DOCUMENT)
    assert (fact.places[0].cited, fact.subject) == ("docs/why.md:5-8", "Why not Argparse?")


def test_a_document_that_only_shares_one_of_several_words_is_left_out() -> None:
    files = CODE | {"README.md": "# Options\n\nThe options are many.\n"}
    assert facts_of("Let subcommands inherit the options of groups", files, FactKind.DOCUMENT) == []


def test_a_long_document_is_read_as_well() -> None:
    long = "# Settings\n\n" + "Some words about nothing at all.\n" * 3_000 + "\nUse `parse_options` here.\n"
    (fact,) = facts_of("`parse_options` should be quiet", CODE | {"README.md": long}, FactKind.DOCUMENT)
    assert fact.value("line") == 3_004


def test_changelogs_are_no_documents_about_anything() -> None:
    files = CODE | {"CHANGELOG.md": "# 1.0\n\nAdd `parse_options`.\n"}
    (fact,) = facts_of("`parse_options` should be quiet", files, FactKind.DOCUMENT)
    assert (fact.is_absence, dict(fact.coverage.searched)) == (True, {"documents": 0})


@pytest.mark.parametrize(
    ("path", "text", "headings"),
    [
        ("a.md", "# One\nx\n## Two\ny\n", ["One", "Two"]),
        ("a.md", "# One\n```sh\n# no heading\n```\nx\n", ["One"]),
        ("a.md", "# One\n```ts\n});\n```\nx\n", ["One"]),
        ("a.md", "One\n===\n\nTwo\n---\n", ["One", "Two"]),
        (
            "a.md",
            "A title that is long\n===\n\nAnother of them\n---\n",
            ["A title that is long", "Another of them"],
        ),
        ("a.md", "---\ntitle: x\n---\nOne\n=\n", ["", "One"]),
        ("a.md", "- an item\n---\n\na long line\nand a rule\n---\n", [""]),
        ("a.rst", "One\n===\n\nTwo\n~~~\n\nThree\n-----\n", ["One", "Two", "Three"]),
        ("a.adoc", "= One\n\n== Two\n", ["One", "Two"]),
        ("a.md", "text before\n# One\n", ["", "One"]),
        ("a.md", "# One\n```int x``` and ```y```\n# Two\n", ["One", "Two"]),
        ("a.md", "# One\n```c\n# no\n```\n# Two\n", ["One", "Two"]),
        ("a.md", '<h1 align="center"><b>One</b></h1>\nx\n<h2>Two\n', ["One", "Two"]),
        ("a.md", '<h1><img src="a.png"></h1>\nx\n# One\n', ["", "One"]),
    ],
)
def test_a_document_is_cut_at_its_headings(path: str, text: str, headings: list[str]) -> None:
    sections = cut_sections(path, text)
    assert [each.heading for each in sections] == headings
    assert [line for each in sections for line in each.lines] == text.splitlines()


def test_a_section_ends_with_the_last_line_of_its_file() -> None:
    assert [each.last for each in cut_sections("a.md", "# One\nx\n")] == [2]
    assert [each.last for each in cut_sections("a.md", "# One\nx")] == [2]


def test_sections_with_too_few_words_of_the_goal_are_no_fact() -> None:
    files = CODE | {"README.md": "# Options\n\nThe options of groups are many.\n"}
    goal = "Let subcommands inherit the options of groups from parents"
    assert list(facts_of(goal, files, FactKind.DOCUMENT)) == []


def test_that_no_section_has_any_word_is_said_so() -> None:
    files = CODE | {"README.md": "# Colours\n\nThey are many.\n"}
    (fact,) = facts_of("Let subcommands inherit options", files, FactKind.DOCUMENT)
    assert say_fact(fact).head.startswith("no section has any of `inherit`, `options` and `subcommands` in")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("README.md", True),
        ("AGENTS.md", True),
        ("docs/adr/0001-no-orm.md", True),
        ("docs/faq.rst", True),
        ("docs/topics/http.txt", True),
        ("requirements.txt", False),
        ("LICENSE", False),
        ("CHANGES.rst", False),
        ("docs/releases/1.2.txt", False),
        ("src/a.py", False),
        ("requirements/dev.txt", False),
    ],
)
def test_what_is_a_document(path: str, *, expected: bool) -> None:
    assert is_document(path) is expected


def test_a_tab_of_a_markdown_page_is_no_heading() -> None:
    sections = cut_sections("docs/a.md", '# Start\n\n=== "Example"\n    text\n')
    assert [each.heading for each in sections] == ["Start"]
    assert [each.heading for each in cut_sections("docs/a.adoc", "= Start\n\n=== Example\n")] == [
        "Start",
        "Example",
    ]
