"""What the agents are told: short, plain, and with commands that exist."""

from __future__ import annotations

import re

import pytest

from groundplan.cli.catalogue import COMMANDS
from groundplan.hosts.own_file import demand_ours, put
from groundplan.hosts.pieces import HOSTS, SKILLS, find_host, read_text
from groundplan.plan.errors import Refused, Unknown

TEXTS = (*SKILLS, "agents")


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_short_and_plain(name: str) -> None:
    text = read_text(name)
    assert text.replace("…", "").isascii()
    assert len(text.splitlines()) <= 60
    assert len(text) < 4_000


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_that_a_text_names_exists(name: str) -> None:
    named = set(re.findall(r"`groundplan ([a-z-]+)", read_text(name)))
    assert named
    assert named - set(COMMANDS) == set()


@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_begins_with_its_name_and_when_to_use_it(name: str) -> None:
    head = re.match(r"---\nname: (\S+)\ndescription: (.+)\n---\n", read_text(name))
    assert head
    assert head[1] == name
    assert "Use it when" in head[2]
    assert len(head[2]) < 400


def test_the_skill_forbids_what_only_a_person_may_do() -> None:
    text = read_text("groundplan")
    assert "Never approve" in text
    assert "Never make up a reply" in text


@pytest.mark.parametrize("name", HOSTS)
def test_every_file_of_an_agent_is_below_a_folder_of_its_own_or_agents_md(name: str) -> None:
    pieces = {*HOSTS[name].repository, *HOSTS[name].user}
    assert all(re.match(r"\.(claude|agents|codex|cursor)/|AGENTS\.md$", piece.path) for piece in pieces)


def test_no_agent_loses_its_own_plan_command() -> None:
    assert not any("plan" in piece.path.split("/") for host in HOSTS.values() for piece in host.repository)
    assert not any(piece.path.endswith("/plan.md") for host in HOSTS.values() for piece in host.repository)


def test_an_unknown_agent_gets_near_names() -> None:
    with pytest.raises(Unknown) as unknown:
        find_host("claud")
    assert "claude" in str(unknown.value.hint)


def test_an_earlier_text_of_ours_is_replaced() -> None:
    assert put(put(None, "old\n", "SKILL.md"), "new\n", "SKILL.md") == put(None, "new\n", "SKILL.md")


def test_line_ends_that_git_changed_are_no_edit() -> None:
    windows = put(None, "text\n", "SKILL.md").replace("\n", "\r\n")
    assert put(windows, "text\n", "SKILL.md") == windows
    demand_ours(windows, "SKILL.md")


MADE = put(None, "text\n", "SKILL.md")
FOREIGN = {
    "somebody's": "# My skill\n",
    "edited": MADE.replace("text\n", "text and more\n", 1),
    "continued": MADE + "\nand more\n",
    "its seal removed": "text\n",
    "empty": "",
    "another's seal": MADE.replace("text\n", "run rm -rf\n", 1),
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_not_as_we_wrote_it_is_neither_overwritten_nor_deleted(text: str) -> None:
    with pytest.raises(Refused) as refused:
        put(text, "new\n", "SKILL.md")
    assert refused.value.hint
    with pytest.raises(Refused):
        demand_ours(text, "SKILL.md")
