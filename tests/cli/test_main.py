"""Where a call begins and ends: help, usage, errors in one form, the options that all commands share."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from groundplan.cli.catalogue import COMMANDS
from groundplan.cli.group import names_json
from groundplan.cli.main import groundplan
from groundplan.cli.session import read_clock
from groundplan.plan.errors import Misused

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk


def listed(help_text: str) -> list[str]:
    return [name for name in COMMANDS if re.search(rf"^  {name} ", help_text, re.MULTILINE)]


def test_help_lists_at_most_twelve_commands_and_says_where_the_others_are(desk: Desk) -> None:
    ran = desk.run("--help")
    assert ran.code == 0
    assert 6 <= len(listed(ran.out)) <= 12
    assert "groundplan --help --all" in ran.out


@pytest.mark.parametrize("words", [("--help", "--all"), ("--all", "-h"), ("--all",)])
def test_help_lists_every_command_where_all_are_asked_for(desk: Desk, words: tuple[str, ...]) -> None:
    ran = desk.run(*words)
    assert ran.code == 0
    assert listed(ran.out) == [each.name for each in COMMANDS.values() if each.heading]
    assert "--help --all" not in ran.out


@pytest.mark.parametrize("words", [("check",), ("code",), ("code", "find"), ("playbook", "show")])
def test_help_of_a_command_is_that_of_its_option(desk: Desk, words: tuple[str, ...]) -> None:
    asked = desk.run("help", *words)
    assert (asked.code, asked.out) == (0, desk.run(*words, "--help").out)


def test_help_without_a_command_is_the_whole_help(desk: Desk) -> None:
    assert desk.run("help").out == desk.run("--help").out
    assert desk.run("help", "chekc").code == 2
    assert desk.run("help", "check", "deeper").code == 2


@pytest.mark.parametrize("group", ["code", "playbook"])
def test_a_group_without_a_command_shows_its_help(desk: Desk, group: str) -> None:
    ran = desk.run(group)
    assert (ran.code, ran.out, ran.err) == (0, desk.run(group, "--help").out, "")
    assert "..." not in ran.out.partition("ommands:")[2], "no line is cut"
    assert desk.run(group, "--json").json["kind"] == "help"


def test_what_other_tools_have_is_answered_with_what_does_it_here(desk: Desk) -> None:
    ran = desk.run("ls")
    assert ran.code == 2
    assert "hint: `groundplan list` lists the plans" in ran.err


def test_status_is_what_the_bare_call_prints(begun: Desk) -> None:
    assert begun.run("status").out == begun.run().out
    assert begun.run("status", "retry-uploads").out == begun.run().out


def test_list_prints_one_line_for_each_plan(begun: Desk) -> None:
    begun.run("new", "Cache the grades", "--name", "grades")
    lines = begun.run("list", columns=120).out.splitlines()
    assert [line.split()[:2] for line in lines] == [["retry-uploads", "draft"], ["grades", "draft"]]
    assert "1 waiting for you  Retry failed uploads" in lines[0]
    begun.run("archive", "grades", "--abandon", "not now")
    assert len(begun.run("list").out.splitlines()) == 1
    assert "archived" in begun.run("list", "--archived").out


def test_an_empty_list_says_how_to_begin(desk: Desk) -> None:
    assert "groundplan plan" in desk.run("list").out


def test_a_goal_without_quotes_is_shown_with_them(desk: Desk) -> None:
    ran = desk.run("plan", "retry", "failed", "uploads")
    assert ran.code == 2
    assert '`groundplan plan "retry failed uploads"`' in ran.err


def test_a_word_that_names_none_of_several_plans_is_said_to(desk: Desk) -> None:
    desk.run("new", "Retry uploads", "--name", "retry")
    desk.run("new", "Cache the grades", "--name", "grades")
    ran = desk.run("show", "retri")
    assert ran.code == 2
    assert "There is no plan `retri`, and no plan has a section of that name" in ran.err
    assert desk.run("show", "retry", "goal").code == 0


@pytest.mark.parametrize("command", ["new", "plan"])
def test_a_name_that_is_taken_is_said_to_be(desk: Desk, command: str) -> None:
    assert "already" not in desk.run(command, "Retry uploads", "--name", "retry").err
    ran = desk.run(command, "Retry downloads", "--name", "retry")
    assert ran.code == 0
    assert "there is a plan `retry` already, so this one is called `retry-2`" in ran.err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_where_the_catalogue_says_and_takes_the_shared_options(
    desk: Desk, name: str
) -> None:
    command = groundplan.get_command(
        groundplan.make_context("groundplan", ["--help"], resilient_parsing=True), name
    )
    assert command is not None
    assert command.name == name
    commands = [command.commands[n] for n in command.commands] if hasattr(command, "commands") else [command]
    for each in commands:
        options = {option for parameter in each.params for option in parameter.opts}
        assert {"--json", "--plan", "--repo", "--color"} <= options
        assert each.help
    assert desk.run(name, "--help").code == 0


def test_there_is_no_option_that_approves_unseen(desk: Desk) -> None:
    for word in ("--yes", "-y", "--force", "--no-input"):
        ran = desk.run("approve", word)
        assert ran.code == 2
        assert ran.err.startswith("error: No such option")


def test_usage_errors_have_our_form(desk: Desk) -> None:
    ran = desk.run("new")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: Missing argument 'GOAL'\n\nhint: See `groundplan new --help`\n"


def test_an_unknown_command_gets_the_nearest(desk: Desk) -> None:
    ran = desk.run("shwo")
    assert (ran.code, ran.err) == (2, "error: There is no command `shwo`\n\nhint: Nearest: `show`\n")
    assert desk.run("xyzzy").err.endswith("hint: See them: `groundplan --help`\n")


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        (("new", "--json"), 2, "misused"),
        (("nonsense", "--json"), 2, "misused"),
        (("--json", "show"), 5, "not-found"),
        (("show", "--json"), 5, "not-found"),
        (("new", "x", "--playbook", "nonsense", "--json"), 2, "not-found"),
        (("new", " ", "--json"), 2, "misused"),
    ],
)
def test_errors_of_json_calls_are_json_on_stderr(
    desk: Desk, words: tuple[str, ...], code: int, kind: str
) -> None:
    ran = desk.run(*words)
    assert ran.code == code
    told = ran.complaint
    assert (told["schema"], told["kind"], told["exit_code"]) == ("groundplan/v1", kind, code)
    assert told["message"]
    assert told["hint"]


def test_json_is_asked_for_only_before_the_end_of_options() -> None:
    assert names_json(["say", "--json"])
    assert not names_json(["say", "--", "--json"])


def test_the_version_is_said(desk: Desk) -> None:
    assert re.fullmatch(r"groundplan \d+\.\d+\.\d+\S*\n", desk.run("--version").out)


def test_a_repository_may_be_named_from_elsewhere(begun: Desk, tmp_path: Path) -> None:
    inside = begun.folder
    begun.folder = tmp_path
    assert begun.run("show").code == 5
    assert begun.run("show", "--repo", str(inside)).code == 0
    assert begun.run("--repo", str(inside), "show").code == 0


def test_a_plan_is_found_from_a_folder_below(begun: Desk) -> None:
    below = begun.folder / "src" / "deep"
    below.mkdir(parents=True)
    begun.folder = below
    assert "Retry failed uploads" in begun.run().out


def test_the_plan_option_beats_the_environment_and_the_later_word_the_earlier(begun: Desk) -> None:
    begun.run("new", "Cache the grades", "--name", "grades")
    elsewhere = {"GROUNDPLAN_PLAN": "grades"}
    slug = lambda *words: begun.run(*words, "--json", environ=elsewhere).json["plan"]["slug"]  # noqa: E731
    assert slug("show") == "grades"
    assert slug("show", "--plan", "retry-uploads") == "retry-uploads"
    assert slug("-p", "retry-uploads", "show") == "retry-uploads"
    assert slug("-p", "nonsense", "show", "-p", "retry-uploads") == "retry-uploads"


def test_several_plans_want_a_name(begun: Desk) -> None:
    begun.run("new", "Cache the grades", "--name", "grades")
    ran = begun.run("show")
    assert ran.code == 2
    assert "`retry-uploads`, `grades`" in ran.err
    assert begun.run("show", "grades").code == 0
    assert "Goal" in begun.run("show", "grades", "goal").out
    assert begun.run("show", "nonsense", "goal").code == 2
    assert begun.run("show", "grades", "goal", "more").code in {2, 5}


@pytest.mark.parametrize("said", ["yesterday", "2026-13-01"])
def test_a_clock_that_makes_no_sense_is_refused(desk: Desk, said: str) -> None:
    ran = desk.run(environ={"GROUNDPLAN_NOW": said})
    assert (ran.code, ran.err.splitlines()[0]) == (2, f"error: `GROUNDPLAN_NOW` is `{said}`, not a time")


def test_the_clock_of_tests_moves_so_that_ids_sort() -> None:
    clock = read_clock({"GROUNDPLAN_NOW": "2026-01-31T12:00:00"})
    assert clock is not None
    readings = [clock() for _ in range(3)]
    assert readings == sorted(set(readings))
    assert read_clock({}) is None
    with pytest.raises(Misused):
        read_clock({"GROUNDPLAN_NOW": "noon"})


def test_a_fault_of_ours_is_said_in_our_form_and_not_thrown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from groundplan.cli.session import Session

    def fail(_self: Session) -> None:
        raise ZeroDivisionError("oh no")

    monkeypatch.setattr(Session, "workspace", property(fail))
    ran = desk.run("show")
    assert ran.code == 5
    assert "groundplan failed at `test_main.py" in ran.err
    assert "Traceback" not in ran.err
    assert "Traceback" in desk.run("show", environ={"GROUNDPLAN_DEBUG": "1"}).err


def test_colour_is_ours_to_force_and_to_forbid(begun: Desk) -> None:
    assert "\x1b[" not in begun.run("show").out
    assert "\x1b[1m" in begun.run("show", "--color", "always").out
    assert "\x1b[1m" in begun.run("show", environ={"FORCE_COLOR": "1"}).out
    assert "\x1b[" not in begun.run("show", "--color", "never", environ={"FORCE_COLOR": "1"}).out


def test_plain_glyphs_where_the_encoding_has_no_others(begun: Desk) -> None:
    ran = begun.spawn(environ={"PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 0
    assert ran.stdout.isascii()
    assert b"    ? Q1" in ran.stdout


@pytest.mark.skipif(os.name == "nt", reason="words are text there")
def test_words_that_are_not_utf8_are_refused(begun: Desk) -> None:
    before = begun.ledger()
    ran = begun.spawn("say", os.fsdecode(b"caf\xe9"))
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"error: The word `caf<E9>` is not UTF-8\n")
    assert begun.ledger() == before


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interrupt_ends_with_its_own_code(begun: Desk) -> None:
    argv = [sys.executable, "-m", "groundplan.cli.main", "write", "context", "--file", "/dev/stdin"]
    world = begun.world(80, None)
    pipe = subprocess.PIPE
    with subprocess.Popen(argv, cwd=begun.folder, env=world, stdin=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdin is not None
            assert process.stderr is not None
            process.stdin.write("x" * 200_000)  # more than a pipe holds: from then on it waits for the rest
            process.stdin.flush()
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
            assert "Interrupted. Everything saved so far is safe." in process.stderr.read()
        finally:
            process.kill()


def test_a_reader_that_stops_reading_changes_no_exit_code(begun: Desk) -> None:
    argv = [sys.executable, "-m", "groundplan.cli.main", "check", "--strict"]
    process = subprocess.Popen(
        argv, cwd=begun.folder, env=begun.world(80, None), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert (process.wait(30), process.stderr.read()) == (1, b"")
    process.stderr.close()


def test_json_stays_harmless_on_a_terminal(desk: Desk) -> None:
    ran = desk.run("new", "Retry \x1b[31m \u202e uploads", "--json")
    assert ran.code == 0
    assert ran.out.isascii()
    assert "\x1b" not in ran.out
    assert json.loads(ran.out)["plan"]["title"]


def test_a_note_comes_after_the_result_it_is_about_where_both_go_into_one_pipe(begun: Desk) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "groundplan.cli.main", "answer", "Q1", "Only timeouts"],
        cwd=begun.folder,
        env=begun.world(80, None),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    lines = ran.stdout.splitlines()
    assert lines[0].startswith("✓ Q1")
    assert lines[-1].startswith("next:")
