"""GP202: a planner's turn is talk; plan Markdown in it is seen in whatever dress it comes."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from drawn_ledgers import ANN, PLANNER, Ledger, sample_playbook
from growth import seconds_of, untraced
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from groundplan.playbooks.shelf import Shelf
from groundplan.rules.dialogue import find_plan_text
from groundplan.rules.message_shape import measure

FIXTURE = Path(__file__).parents[1] / "fixtures" / "seeds" / "conversations.toml"
TURNS = [
    pytest.param(turn["text"], id=f"{one['name']}-{number}")
    for one in tomllib.loads(FIXTURE.read_text("utf-8"))["conversation"]
    for number, turn in enumerate(one["turn"])
    if turn["speaker"] == "planner"
]


@pytest.fixture(scope="module")
def talk() -> Ledger:
    """Return a plan of the playbook that the example conversations belong to."""
    made = Ledger(playbook=sample_playbook(Shelf().find("collaborate").rules))
    made.create(context=" ".join(f"word{number}" for number in range(100)))
    return made


def reasons(text: str, ledger: Ledger) -> list[str]:
    return find_plan_text(text, ledger.case())


# ------------------------------------------------------------------------------------------ what is talk


@pytest.mark.req("S0-02")
@pytest.mark.parametrize("text", TURNS)
def test_every_planner_turn_of_the_example_conversations_is_talk(text: str, talk: Ledger) -> None:
    assert reasons(text, talk) == []


TALK = {
    "a question": "Do we need exact times, or is roughly every hour enough?",
    "one bold line": "**Wait.**\n\nWould that not break the sync script?",
    "eight items": "\n".join(f"- step {number}" for number in range(8)),
    "fifteen lines of code": "```python\n" + "x = 1\n" * 15 + "```",
    "a comment in code": "We could do:\n```python\n# not a heading\nrun()\n```\nShall we?",
    "a comment in code below an item": "- First:\n  ```sh\n  # install\n  make\n  ```\n- Then run it.",
    "code in tildes": "~~~\n# not a heading\n~~~",
    "code with a blank line": "```\na\n\n# not a heading\n```",
    "three rows": "| a | b |\n|--|--|\n| 1 | 2 |",
    "a number sign": "Is #12 the same as # 13?\n#hashtag",
    "a rule below a list": "- a\n- b\n---\nSo which one?",
    "a rule below a blank line": "So be it.\n\n---\n\nNext?",
    "a long address": f"See https://example.org/{'a' * 900} for it.",
    "nothing": "",
}


@pytest.mark.parametrize("text", TALK.values(), ids=TALK)
def test_talk_is_let_through(text: str, talk: Ledger) -> None:
    assert reasons(text, talk) == []


# ------------------------------------------------------------------------------------- what is plan text

HEADINGS = {
    "a heading": "## Context\nWe have a bus.",
    "a heading of level six": "###### Context",
    "a heading behind talk": "Right.\n\n# Context",
    "an indented heading": "Right.\n   ## Context",
    "a heading behind old line ends": "Right.\r## Context\rWe have a bus.",
    "a heading below a tab": "Right.\n#\tContext",
    "an underlined heading": "Context\n=======",
    "a heading underlined by one dash": "Context\n-",
    "a heading underlined inside an item": "1. Context\n   =======",
    "a heading underlined inside a quote": "> Context\n> ---",
    "an underlined heading after a rule": "- - -\nContext\n---",
    "an underlined heading that looks like an item": "We said\n2. Context\n---",
    "an underlined heading of two lines": "We said\n    - Context\n---",
    "a heading in html": "<h2>Context</h2>",
    "a heading in html inside an item": "- <H2 class='x'>Context</H2>",
    "two bold lines": "**Context**\nWe have a bus.\n**Plan:**",
    "two lines of bold italics": "***Context***\nWe have a bus.\n___Plan___:",
    "bold lines with a name in them": "**The event_bus**\n\n**Its plan**",
    "a quoted heading": "> ## Context",
    "a heading inside an item": "- ## Context",
    "a heading deep inside": "> 1. - # Context",
    "a heading after a span of ticks": "```x```\n## Context",
    "a heading after a fence in a quote": "> ```\n## Context",
    "a heading after a fence in an item": "- ```\n  x\n  ```\n## Context",
    "a heading after a fence below an item": "- a\n  ```\n## Context",
    "a heading after indented ticks": "Right:\n\n    ```\n\n## Context",
    "a heading after indented ticks that go on": "a\n    ~~~\n    b\n--",
    "a heading after a fence that is closed further in": "```\nx\n   ```\n## Context",
    "a heading after ticks inside html": "<div>\n```\n\n## Context",
    "a heading after a comment": "<!--\n```\n-->\n## Context",
    "a heading after a fence closed by other marks": "```\n```~\n```\n## Context",
}


@pytest.mark.req("S0-02")
@pytest.mark.parametrize("text", HEADINGS.values(), ids=HEADINGS)
def test_a_heading_is_plan_text(text: str, talk: Ledger) -> None:
    assert any("heading" in reason for reason in reasons(text, talk))


MASSES = {
    "nine items": ("\n".join(f"- step {n}" for n in range(9)), "9 list items, at most 8 allowed"),
    "items numbered": ("\n".join(f"{n}) step" for n in range(9)), "9 list items"),
    "items with stars": ("* a\n" * 9, "9 list items"),
    "items quoted": ("> + a\n" * 9, "9 list items"),
    "items nested": ("- a\n" + "  - b\n" * 8, "9 list items"),
    "items whose words stand below": ("-\n  step\n" * 9, "9 list items"),
    "items with bullets": ("• a\n" * 9, "9 list items"),
    "items in html": ("<li>a</li>\n" * 9, "9 list items"),
    "code": ("```python\n" + "x = 1\n" * 16 + "```", "16 lines of fenced code, at most 15 allowed"),
    "code with blank lines": ("```\n" + "x = 1\n\n" * 8 + "```", "16 lines of fenced code"),
    "code that never ends": ("~~~~\n~~~\n" + "x\n" * 15, "17 lines of fenced code"),
    "code in an item": ("- ```\n" + "  x\n" * 16 + "  ```", "16 lines of fenced code"),
    "rows": ("| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 4 |", "4 table rows, at most 3 allowed"),
    "rows without outer bars": ("a | b\n--|:-:\n1 | 2\n3 | 4\n\n5 | 6", "4 table rows"),
    "rows in html": ("<table>\n" + "<tr><td>1\n" * 4, "4 table rows"),
    "words": ("word " * 351, "351 words, at most 350 allowed"),
    "words hidden in code": ("```\n" + "word " * 351 + "\n```", "353 words"),
    "words without spaces": ("我们已经有一个事件总线" * 700, "words, at most 350 allowed"),
}


@pytest.mark.req("S0-02")
@pytest.mark.parametrize(("text", "reason"), MASSES.values(), ids=MASSES)
def test_a_mass_of_anything_is_plan_text(text: str, reason: str, talk: Ledger) -> None:
    assert any(reason in found for found in reasons(text, talk)), reasons(text, talk)


@pytest.mark.req("S0-02")
def test_a_section_repeated_is_plan_text_even_in_plain_words(talk: Ledger) -> None:
    section = talk.words["context"].split()
    assert reasons("So: " + " ".join(section[30:70]), talk) == [
        "it repeats 40 words or more of section `context`"
    ]
    assert reasons("So: " + " ".join(section[30:69]) + " and so on", talk) == []


def test_a_question_may_be_as_long_as_the_record_of_it() -> None:
    book = sample_playbook({"GP202": {"shared": 3}}, records=("question",))
    ledger = Ledger(playbook=book)
    ledger.create(goal="two three four", options="- Which of five six seven?")
    assert reasons("Which of five six seven?", ledger) == []
    assert reasons("say two three four", ledger) == ["it repeats 3 words or more of section `goal`"]


def test_the_playbook_sets_the_limits() -> None:
    ledger = Ledger(playbook=sample_playbook({"GP202": {"headings": 1, "list_items": 1, "shared": 3}}))
    ledger.create(goal="one two three four")
    assert reasons("# A", ledger) == []
    assert reasons("# A\n# B\n- c\n- d", ledger) == [
        "2 headings, at most 1 allowed",
        "2 list items, at most 1 allowed",
    ]
    assert reasons("say two three four", ledger) == ["it repeats 3 words or more of section `goal`"]


# ------------------------------------------------------------------------------------ whose turns are judged


@pytest.mark.req("S0-02")
def test_a_planners_turn_with_plan_text_is_found_once_per_reason() -> None:
    ledger = Ledger(playbook=sample_playbook({"GP202": {}}))
    ledger.create(goal="Words.")
    turn = ledger.say("proposal", "## Context\n" + "- step\n" * 9)
    found = ledger.check("GP202")
    assert [one.subject for one in found] == [turn.id, turn.id]
    assert "1 heading, at most 0 allowed" in found[0].message
    assert "9 list items" in found[1].message


def test_a_user_writes_as_they_like() -> None:
    ledger = Ledger()
    ledger.say("reply", "## Context\n" + "- step\n" * 9, by=ANN)
    assert ledger.check("GP202") == []


def test_a_turn_whose_text_is_kept_elsewhere_is_not_judged() -> None:
    ledger = Ledger()
    turn = ledger.say("proposal", "## Context", by=PLANNER)
    del ledger.talk[turn.id]
    assert ledger.check("GP202") == []


# ------------------------------------------------------------------------------------------------ properties

COMMONMARK = MarkdownIt("commonmark")
PIECES = [
    *(
        "# H",
        "## H",
        "H",
        "a",
        "-",
        "--",
        "=",
        "- ",
        "* ",
        "+ ",
        "1. ",
        "10) ",
        "> ",
        " ",
        "  ",
        "    ",
        "\t",
    ),
    *("```", "````", "```py", "``` x `", "~~~", "~~~ `", "<div>", "</div>", "<!-- c", "-->", "<pre>", "<?x"),
    *("\n", "\n", "\n", "\n\n", "\r", "\r\n", "\\", "***", "**H**", "[x]: y", "`", "•", "| a |", "--|--"),
]


def headings(text: str) -> list[str]:
    """Return the headings that a Markdown reader sees."""
    tokens = COMMONMARK.parse(text)
    shown = [tokens[n + 1].content for n, token in enumerate(tokens) if token.type == "heading_open"]
    return [content for content in shown if content.strip()]


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
@example("aH \n\t~~~- > + \r--")
@example("* </div>\n--<?x# H>\n=\n\n")
@example("=- a\n10) * ````<h2><h2>\n--\n  ")
def test_whatever_a_markdown_reader_shows_as_a_heading_is_counted(text: str) -> None:
    if headings(text):
        assert measure(text).headings > 0


prose = st.text(st.characters(blacklist_characters="`~<", blacklist_categories=("Cs",)), max_size=60)


@given(prose, st.integers(1, 6), st.text("abc ", min_size=1).filter(str.strip), prose)
def test_any_text_with_a_heading_line_is_refused(before: str, level: int, title: str, after: str) -> None:
    text = f"{before}\n{'#' * level} {title}\n{after}"
    assert any("heading" in reason for reason in find_plan_text(text, EMPTY))


EMPTY: Any = Ledger().case()
LINES = [
    "- ",
    "- a",
    "```",
    "~~~",
    "#",
    "# a",
    "=",
    "a",
    "> ",
    "**a**",
    "| a |",
    "a | b",
    "--|--",
    "<h2>",
    "1. ",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("end", ["\n", "", " "])
def test_a_hundred_kilobytes_of_anything_take_less_than_a_second(line: str, end: str) -> None:
    text = ((line + end) * 100_000)[:100_000]
    with untraced():
        case = Ledger(words={"context": text}).case()
    assert seconds_of(lambda: find_plan_text(text, case)) < 1
