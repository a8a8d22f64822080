"""Each rule on structure and wording has a page, with every option the code reads."""

from __future__ import annotations

import ast
import functools
import re
from importlib import resources

import pytest
from read_cases import RULES

CODES = sorted(code for code in RULES if code.startswith(("GP5", "GP6")))
HEADINGS = ["What it does", "Why", "Example", "Do instead"]
FOLDER = resources.files("groundplan.rules")


def page(code: str) -> str:
    return (FOLDER / "pages" / f"{code}.md").read_text("utf-8")


def headings(text: str) -> list[str]:
    """Return a page's own headings; a sample plan inside a fence has others."""
    return re.findall(
        r"^## (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )


@functools.cache
def options_read() -> dict[str, set[str]]:
    """Find the options the code asks for: `case.options("GP512").get("min", …)`, directly or by a name."""
    read: dict[str, set[str]] = {code: set() for code in CODES}
    for file in FOLDER.iterdir():
        if not file.name.endswith(".py"):
            continue
        text = file.read_text("utf-8")
        for code, name in re.findall(r'options\("(GP\d+)"\)\.get\(\s*"(\w+)"', text):
            read.get(code, set()).add(name)
        for function in (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)):
            source = ast.get_source_segment(text, function) or ""
            named = re.search(r'settings = case\.options\("(GP\d+)"\)', source)
            if named and named[1] in read:
                read[named[1]].update(re.findall(r'settings\.get\("(\w+)"', source))
            shared = re.search(r'sections_for\(case, "(GP\d+)"\)', source)
            if shared:
                read[shared[1]].add("section")
    return read


def test_both_families_are_whole() -> None:
    fifth = [501, 502, 503, 504, 505, 506, 507, 508, *range(511, 522)]
    sixth = [601, 602, 603, 604, 605, 609]
    assert [f"GP{number}" for number in (*fifth, *sixth)] == CODES


@pytest.mark.parametrize("code", CODES)
def test_a_rule_has_its_page(code: str) -> None:
    text = page(code)
    assert text.startswith(f"# {code} {RULES[code].name}\n")
    assert headings(text) in (HEADINGS, [*HEADINGS, "Options"])
    assert RULES[code].summary.endswith(".")


@pytest.mark.parametrize("code", CODES)
def test_a_page_names_exactly_the_options_that_the_code_reads(code: str) -> None:
    said = page(code).partition("\n## Options\n")[2]
    named = {
        name
        for group in re.findall(r"^- ((?:`\w+`(?:, )?)+):", said, re.MULTILINE)
        for name in re.findall(r"\w+", group)
    }
    assert named == options_read()[code]


def test_the_page_of_a_rule_below_the_mark_says_that_it_is_off() -> None:
    assert "off by default" in page("GP603")
    assert not RULES["GP603"].always
