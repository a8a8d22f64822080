"""A choice goes into the user's file, and nothing else in it changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.models.choosing import put_choice
from groundplan.plan.errors import Misused
from groundplan.plan.toml_text import read_toml

FILE = """\
# My models.
default = 'codex'   # for now

[for]   # by kind
strong = "claude"  # the big one

# The machine below my desk
[model.local]
url = "http://127.0.0.1:11434/v1"
model = "qwen3"
"""


@pytest.mark.parametrize(
    ("use", "name", "before", "after"),
    [
        ("default", "claude", "default = 'codex'   # for now", 'default = "claude"   # for now'),
        ("default", "", "default = 'codex'   # for now\n", ""),
        ("strong", "local", '"claude"  # the', '"local"  # the'),
        ("strong", "", 'strong = "claude"  # the big one\n', ""),
        ("fast", "local", "the big one\n", 'the big one\nfast = "local"\n'),
        ("own book", "local", "the big one\n", 'the big one\n"own book" = "local"\n'),
    ],
)
def test_a_choice_changes_its_own_line_alone(use: str, name: str, before: str, after: str) -> None:
    assert put_choice(FILE, use, name) == FILE.replace(before, after)


@pytest.mark.parametrize(
    ("text", "use", "made"),
    [
        ("", "default", 'default = "claude"\n'),
        ("", "fast", '[for]\nfast = "claude"\n'),
        ("# mine", "default", '# mine\ndefault = "claude"\n'),
        (
            "# mine\r\n[limits]\r\ncalls = 3\r\n",
            "default",
            'default = "claude"\r\n\r\n# mine\r\n[limits]\r\ncalls = 3\r\n',
        ),
        ("[limits]\ncalls = 3", "fast", '[limits]\ncalls = 3\n\n[for]\nfast = "claude"\n'),
    ],
)
def test_a_choice_finds_its_place(text: str, use: str, made: str) -> None:
    assert put_choice(text, use, "claude") == made


@pytest.mark.parametrize(
    "text",
    [
        '[model.x]\ncommand = ["""\n[for]\nfast = "y"\n"""]\n',
        'for = { fast = "y" }\n',
        'default = """\nnone"""\n',
    ],
)
def test_a_file_that_would_change_elsewhere_is_left_alone(text: str) -> None:
    with pytest.raises(Misused):
        put_choice(text, "default" if "default" in text else "fast", "claude")


NAMES = st.sampled_from(["claude", "local", "anthropic:claude-x", ""])
PARTS = st.sampled_from(
    ["# a note\n", "\n", "[model.a]\nmodel = 'm'\n", "[limits]\n", "  # in\n", "[model.b] # b\nurl = 'u'\n"]
)


@given(st.lists(PARTS, unique=True, max_size=6), st.sampled_from(["default", "fast", "design"]), NAMES, NAMES)
def test_a_choice_taken_back_leaves_the_other_lines(parts: list[str], use: str, one: str, two: str) -> None:
    text = "".join(parts)
    made = put_choice(put_choice(text, use, one), use, two)
    added = [line for line in made.splitlines() if line and line not in text.splitlines()]

    assert [line for line in made.splitlines() if line in text.splitlines() and line] == [
        line for line in text.splitlines() if line
    ]
    assert read_toml(made).get("for", {}).get(use, "") == two or read_toml(made).get(use, "") == two
    assert all(line == "[for]" or line.startswith(use) for line in added)
