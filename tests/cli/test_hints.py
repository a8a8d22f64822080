"""Commands are printed as the person started the program, for the plan they are about, and can be pasted."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest
from typed_calls import parse_call

from groundplan.cli.spelling import find_program

from .conftest import Desk

if TYPE_CHECKING:
    from .conftest import Ran

STARTED = {"GROUNDPLAN_STARTED_AS": "./gp"}
PLANS = {"retry-uploads", "grades"}


@pytest.fixture
def several(begun: Desk) -> Desk:
    """A repository with two open plans."""
    assert begun.run("new", "Cache the grades", "--name", "grades").code == 0
    return begun


def printed(ran: Ran) -> list[str]:
    """Return the commands on both streams: in backticks, after `next:`, or on a line of their own."""
    text = ran.out + ran.err
    return re.findall(r"(?:`|next: |^ +(?:Next +)?)(?:\./gp|groundplan) ([^`\n]+)", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("environ", "started", "program"),
    [
        ({}, "/usr/bin/groundplan", "groundplan"),
        ({}, "/home/ann/.local/bin/gp", "gp"),
        ({}, "C:/tools/gp.exe", "gp"),
        ({}, "/x/site-packages/groundplan/cli/main.py", "groundplan"),
        ({}, "", "groundplan"),
        ({"GROUNDPLAN_STARTED_AS": "./gp"}, "/usr/bin/groundplan", "./gp"),
        ({"GROUNDPLAN_STARTED_AS": " "}, "gp", "gp"),
    ],
)
def test_commands_begin_as_the_person_began(environ: dict[str, str], started: str, program: str) -> None:
    assert find_program(environ, started) == program


def test_every_stream_and_format_spells_it_alike(begun: Desk) -> None:
    assert './gp answer Q1 "…"' in begun.run(environ=STARTED).out
    assert begun.run("show", "--json", environ=STARTED).json["next"] == './gp answer Q1 "…"'
    assert "hint: `./gp say" in begun.run("say", "", environ=STARTED).err
    assert "hint: See `./gp say --help`" in begun.run("say", "--nope", environ=STARTED).err


def test_without_a_plan_the_next_command_begins_one(desk: Desk) -> None:
    assert desk.run(environ=STARTED).out.endswith('Next  ./gp plan "<goal>"\n')


def test_a_single_plan_is_not_named(begun: Desk) -> None:
    told = begun.run("show", "--json").json
    assert told["next"] == 'groundplan answer Q1 "…"'
    assert told["commands"] == [{"command": "answer", "arguments": ["Q1", "…"], "options": {}}]


def test_json_gives_the_commands_of_a_hint_as_data(several: Desk) -> None:
    told = several.run("answer", "1", "", "-p", "retry-uploads", "--json").complaint
    assert told["hint"] == '`groundplan answer 1 "…" -p retry-uploads`'
    command = {"command": "answer", "arguments": ["1", "…"], "options": {}, "plan": "retry-uploads"}
    assert told["commands"] == [command]


@pytest.mark.parametrize(
    "call",
    [
        (),
        ("check",),
        ("show", "grades"),
        ("show", "deferred", "-p", "grades"),
        ("answer", "1", "", "-p", "retry-uploads"),
        ("write", "context", "-", "-p", "grades"),
        ("approve", "-p", "grades"),
        ("archive", "-p", "grades"),
        ("resume", "-p", "retry-uploads"),
        ("new", "Count the retries"),
        ("plan", "Retry uploads that time out"),
        ("say", "Only 5xx", "-p", "grades"),
        ("decide", "Use jitter", "--because", "it is simple", "-p", "grades"),
    ],
    ids=" ".join,
)
def test_with_several_plans_every_printed_command_can_be_pasted(several: Desk, call: tuple[str, ...]) -> None:
    ran = several.run(*call, stdin="Some text.\n", environ=STARTED, columns=99)
    # What is handed over is a document: whoever gets it has started nothing yet.
    assert call[:1] == ("resume",) or "groundplan " not in ran.out + ran.err
    for line in printed(ran):
        words = [word.strip("<>") for word in shlex.split(line.replace("<", "'<").replace(">", ">'"))]
        session = parse_call(words)
        about_plan = words[0] not in {"plan", "new", "where", "code", "playbook", "doctor", "explain"}
        assert bool(session.plan) == about_plan, line
    assert printed(ran), ran


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (("answer", "Q1", "Only 5xx"), "answer Q1 'Only 5xx' -p retry-uploads"),
        (("diff",), "diff -p retry-uploads"),
        (("approve", "ready"), "approve ready -p retry-uploads"),
        (("approve", "ready"), "approve ready -p grades"),
        (("adopt",), "adopt -p grades"),
        (("answer", "--", "Q1", "-5"), "-p retry-uploads answer -- Q1 -5"),
        (("show", "implementation-plan"), "show implementation-plan -p grades"),
    ],
)
def test_where_the_plan_is_missing_the_whole_command_is_printed(
    several: Desk, call: tuple[str, ...], told: str
) -> None:
    ran = several.run(*call, environ=STARTED, columns=200)
    assert ran.code == 2
    assert "hint: Name one:" in ran.err
    assert f"`./gp {told}`" in ran.err
    assert several.run(*shlex.split(told)).code != 2 or call[0] in {"approve", "adopt"}


def test_of_several_plans_none_is_named_alone_for_what_changes_one(several: Desk) -> None:
    for call in (("undo",), ("adopt",), ("archive", "--abandon", "no longer needed")):
        error = several.run(*call).err
        assert [each in error for each in ("-p retry-uploads`", "-p grades`")] == [True, True]


def test_a_command_that_is_too_long_to_print_is_not_repeated(several: Desk) -> None:
    ran = several.run("answer", "Q1", "word " * 100)
    assert "hint: Name one: `--plan <name>`" in ran.err


def test_the_repository_that_was_named_is_named_in_every_command(begun: Desk) -> None:
    there = Desk(begun.folder.parent, begun.home)
    told = './gp --repo repo answer Q1 "…"'
    assert told in there.run("--repo", "repo", environ=STARTED).out
    assert there.run("show", "--repo", "repo", "--json", environ=STARTED).json["next"] == told
    assert "hint: `./gp --repo repo say" in there.run("say", "", "--repo", "repo", environ=STARTED).err
    ran = there.attend(
        "talk", "--repo", "repo", script=[("you ›", "change Q1\n"), ("new answer", "q\n"), ("you ›", "q\n")]
    )
    assert ran.code == 0


def test_help_is_about_the_program_as_it_was_started(desk: Desk) -> None:
    assert desk.run("--help", environ=STARTED).out.startswith("Usage: ./gp [OPTIONS]")
    assert "All 53 commands: ./gp --help --all" in desk.run("--help", environ=STARTED).out
    assert desk.run("check", "--help", environ=STARTED).out.startswith("Usage: ./gp check [OPTIONS]")


def test_each_plan_of_the_overview_is_named_in_its_own_command(several: Desk) -> None:
    lines = printed(several.run(environ=STARTED, columns=99))
    assert {parse_call(shlex.split(line)).plan for line in lines} == PLANS


def test_a_plan_whose_name_is_also_a_title_is_named_by_its_id(desk: Desk) -> None:
    desk.run("new", "Cache the grades", "--name", "uploads")
    desk.run("new", "uploads", "--name", "grades")
    plans = desk.run("--json").json["plans"]
    named = {each["plan"]["slug"]: each["commands"][0]["plan"] for each in plans}
    assert named["grades"] == "grades"
    assert named["uploads"] == plans[0]["plan"]["id"]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (("list", "nope"), ("list --help",)),
        (("doctor", "nope"), ("doctor --help",)),
        (("show", "nope"), ("list",)),
        (("archive", "--abandon", "no need", "-p", "grades"), ('archive --abandon "no need" -p grades',)),
        (("archive", "grades", "--abandon", "no need"), ('archive --abandon "no need" -p grades',)),
        (("archive", "--restore", "kept"), ("archive --restore -p kept",)),
        (("answer", "Q1", "-p", "retry-uploads"), ('answer Q1 "…" -p retry-uploads',)),
        (("next", "-p", "grades"), None),
        (("start", "-p", "grades"), None),
        (("brief", "-p", "retry-uploads"), None),
        (("log", "-p", "grades"), None),
        (("diff", "-p", "grades"), None),
        (("tasks", "-p", "grades"), None),
        (("dry-run", "-p", "grades"), None),
        (("drift", "-p", "grades"), None),
        (("pr", "-p", "grades"), None),
        (("undo", "-p", "grades"), None),
        (("request-changes", "no", "-p", "grades"), None),
        (("write", "-p", "grades"), ("show -p grades",)),
        (("write", "nope", "-", "-p", "grades"), None),
        (("show", "--proposed", "-p", "grades"), None),
        (("revoke", "ready", "no", "-p", "grades"), None),
        (("supersede", "D9", "x", "--because", "y", "-p", "grades"), None),
        (("waive", "3", "--reason", "no", "-p", "grades"), None),
        (("done", "-p", "grades"), None),
        (("refute", "-p", "grades"), None),
        (("object", "-p", "grades"), None),
        (("consult", "-p", "grades"), None),
        (("report", "nope", "-p", "grades"), None),
    ],
    ids=lambda each: " ".join(each) if each else "",
)
def test_a_hint_is_no_refused_call_over_again(
    several: Desk, call: tuple[str, ...], told: tuple[str, ...] | None
) -> None:
    if "--restore" in call:
        several.run("new", "Keep", "--name", "kept")
        several.run("archive", "kept", "--abandon", "no need", "--yes")
    environ = {"CLAUDECODE": "1"} if "--abandon" in call else {}  # who began it may do it
    ran = several.run(*call, stdin="Some text.\n", columns=200, environ=environ)
    assert "This is a fault of groundplan" not in ran.err
    hints = [each.strip() for each in printed(ran)]
    if told is not None:
        assert tuple(hints) == told
    for line in (each for each in hints if not each.endswith("--help")):
        words = [word.strip("<>") for word in shlex.split(line.replace("<", "'<").replace(">", ">'"))]
        parse_call(words)
        again = several.run(*words, stdin="Some text.\n", columns=200)
        both = (ran.err.split("\n")[0], again.err.split("\n")[0])
        assert not again.err.startswith("error: Unexpected"), line
        assert both[0] != both[1] or not both[0].startswith("error: There are"), line
