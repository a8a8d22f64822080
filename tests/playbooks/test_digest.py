"""The digest is over what a playbook says, so nothing else changes it, and everything it says does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from read_playbook import read_playbook

if TYPE_CHECKING:
    from tests.playbooks.conftest import Broken


def digest(broken: Broken) -> str:
    return read_playbook(broken.files, name="mine").digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("format = 1\n", "# a remark\n\nformat   =   1\n"),
        ("format = 1\n", "format = 1\r\n"),
        ('key = "goal"\n', 'required = true\nkey = "goal"\n'),
        ('key = "goal"\n', 'key = "goal"\naliases = []\ndocument = "plan"\n'),
        ('covers = ["*"]', 'covers = ["plan#header", "goal", "questions", "steps"]'),
        ("GP304 = {}\nGP306 = {}", "GP306 = {}\n[rules.GP304]"),
    ],
)
def test_spelling_does_not_change_the_digest(broken: Broken, old: str, new: str) -> None:
    before = digest(broken)
    text = broken.files["playbook.toml"].decode()
    if "[rules.GP304]" in new:  # tables may stand in any order
        text = text.replace("GP304 = {}\n", "") + "[rules.GP304]\n"
        broken.files["playbook.toml"] = text.encode()
    else:
        broken.replace(old, new)
    assert digest(broken) == before


def test_line_ends_of_a_checkout_do_not_change_the_digest(broken: Broken) -> None:
    before = digest(broken)
    broken.files = {
        name: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n") for name, data in broken.files.items()
    }
    assert digest(broken) == before


@pytest.mark.parametrize(
    ("old", "new", "file"),
    [
        ("version = 1", "version = 2", "playbook.toml"),
        ('person = true\nwords = ["Approved", "Proceed"]', "", "playbook.toml"),
        ("GP304 = {}\n", "", "playbook.toml"),
        ("stops = true", "stops = false", "playbook.toml"),
        ("minimum = 1", "", "playbook.toml"),
        ('words = ["Approved", "Proceed"]', 'words = ["Approved", "Proceed", "Yes"]', "playbook.toml"),
        ("<what is done first>", "<what comes first>", "plan.md"),
    ],
)
def test_everything_a_playbook_says_is_in_the_digest(broken: Broken, old: str, new: str, file: str) -> None:
    before = digest(broken)
    assert digest(broken.replace(old, new, file=file)) != before


def test_the_order_of_sections_is_in_the_digest(broken: Broken) -> None:
    before = digest(broken)
    optional = '[[section]]\nkey = "x"\ntitle = "X"\nlevel = 2\nrequired = false\n'
    other = optional.replace('"x"', '"y"').replace('"X"', '"Y"')
    one, two = (
        digest(
            type(broken)().replace("# Where a plan stops.", f"{pair[0]}\n{pair[1]}\n# Where a plan stops.")
        )
        for pair in ((optional, other), (other, optional))
    )
    assert len({before, one, two}) == 3


@pytest.mark.req("S2-28")
@pytest.mark.parametrize(
    "advice", ['guidance = "Say what will be true."\n', "words = 120\n", 'model = "strong"\n']
)
def test_advice_to_writers_is_in_no_digest(broken: Broken, advice: str) -> None:
    before = digest(broken)
    read = read_playbook(broken.replace('key = "goal"\n', f'key = "goal"\n{advice}').files, name="mine")
    goal = read.section("goal")
    assert goal is not None
    assert goal.guidance or goal.words or goal.model
    assert read.digest == before
