"""The smaller commands: check's formats, explain, playbooks, doctor, completion, log, move, archive."""

from __future__ import annotations

import json
import platform
import shutil
import sqlite3
import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.cli.reports import github, sarif
from groundplan.plan.finding import Finding, Place, Severity

if TYPE_CHECKING:
    from .conftest import Desk

FOUND = [
    Finding("GP206", "Edited, 100% outside: yes", Place("plans/a b.md", 12, 3), "goal", "Run `adopt`"),
    Finding("GP999", "A note", Place("plans/x.md"), severity=Severity.NOTE),
]


def test_a_sarif_log_names_rules_places_and_levels() -> None:
    run = json.loads(sarif(FOUND))["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["GP206", "GP999"]
    first, second = run["results"]
    place = first["locations"][0]["physicalLocation"]
    assert (first["ruleId"], first["level"], second["level"]) == ("GP206", "error", "note")
    assert place["artifactLocation"]["uri"] == "plans/a%20b.md"
    assert place["region"] == {"startLine": 12, "startColumn": 3}
    assert first["message"]["text"] == "Edited, 100% outside: yes. Run `adopt`"
    assert first["partialFingerprints"] != second["partialFingerprints"]


def test_workflow_commands_are_escaped() -> None:
    first, second = github(FOUND).splitlines()
    assert first == (
        "::error file=plans/a b.md,line=12,col=3,title=GP206 unwitnessed::"
        "Edited, 100%25 outside: yes%0ARun `adopt`"
    )
    assert second == "::notice file=plans/x.md,title=GP999::A note"
    assert "title=a%3Ab%2Cc" in github([Finding("a:b,c", "x\r\ny")])


@pytest.mark.parametrize("form", ["sarif", "github", "json", "text"])
def test_check_ends_with_one_whatever_the_format(begun: Desk, form: str) -> None:
    ran = begun.run("check", "--strict", "--format", form)
    assert ran.code == 1
    assert "GP504" in ran.out


def test_check_mends_what_is_computed(begun: Desk) -> None:
    text = begun.document().read_text()
    begun.document().write_text(text.replace("status: draft", "status: ready for implementation"))
    assert "GP205" in begun.run("check").out
    ran = begun.run("check", "--fix")
    assert "GP205" not in ran.out
    assert "1 finding fixed" in ran.out
    assert begun.document().read_text() == text


def test_check_looks_at_every_plan(begun: Desk) -> None:
    begun.run("new", "Cache the grades", "--name", "grades")
    everything = begun.run("check")
    assert "plans/retry-uploads.md" in everything.out
    assert "plans/grades.md" in everything.out
    assert "2 plans checked" in everything.out
    assert "plans/retry-uploads.md" not in begun.run("check", "grades").out


def test_check_takes_the_policy_of_another_commit(begun: Desk) -> None:
    begun.git("add", "-A")
    begun.git("commit", "-qm", "A plan")
    config = begun.folder / ".groundplan/config.toml"
    config.write_text("not toml")
    assert begun.run("check").code == 5
    assert begun.run("check", "--base", "HEAD").code == 0


def test_lines_in_a_pipe_are_one_per_finding(begun: Desk) -> None:
    ran = begun.run("check", environ={"COLUMNS": ""})
    assert "plans/retry-uploads.md:10:1  GP504 incomplete-section  Section `context` is incomplete" in ran.out


def test_a_section_in_a_pipe_is_its_exact_text(begun: Desk) -> None:
    text = begun.document().read_bytes().replace(b"\n", b"\r\n").replace(b"uploads", "uploads\u202e".encode())
    begun.document().write_bytes(text)
    section = begun.spawn("show", "goal").stdout
    assert section in text
    assert section.startswith(b"## Goal\r\n")


def test_a_section_that_is_declared_and_not_written(begun: Desk) -> None:
    ran = begun.run("show", "deferred")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "error: Section `deferred` is not written yet")


def test_every_rule_is_listed_and_explained(desk: Desk) -> None:
    listed = desk.run("explain", "--json").json["rules"]
    assert len(listed) > 20
    assert "GP206" in desk.run("explain").out
    by_name = desk.run("explain", "unwitnessed").out
    assert by_name == desk.run("explain", "gp206").out
    assert by_name.startswith("# GP206")


class TestPlaybooks:
    def test_one_of_ones_own_is_begun_checked_and_used(self, desk: Desk) -> None:
        ran = desk.run("playbook", "new", "house", "--from", "collaborate")
        assert ran.code == 0
        assert ".groundplan/playbooks/house/playbook.toml" in ran.out
        assert desk.run("playbook", "check", "house").out == "✓ house has no faults\n"
        assert "house              own" in desk.run("playbook", "list").out
        assert desk.run("new", "Retry failed uploads", "--playbook", "house").code == 0
        assert desk.run("show", "--json").json["plan"]["playbook"]["name"] == "house"

    def test_a_shorter_form_of_ones_own_is_listed_below_the_full_one(self, desk: Desk) -> None:
        desk.run("playbook", "new", "house")
        desk.run("playbook", "new", "attic", "--from", "house")
        path = desk.folder / ".groundplan/playbooks/attic/playbook.toml"
        path.write_text(f'variant_of = "house"\n{path.read_text()}')
        names = [each["name"] for each in desk.run("playbook", "list", "--json").json["playbooks"]]
        assert names[-2:] == ["house", "attic"]
        assert "\n  house  " in desk.run("playbook", "list").out
        assert "\n    attic  " in desk.run("playbook", "list").out
        assert "the short form of house" in desk.run("playbook", "show", "attic").out

    def test_a_shorter_form_of_nothing_is_a_fault(self, desk: Desk) -> None:
        desk.run("playbook", "new", "house")
        path = desk.folder / ".groundplan/playbooks/house/playbook.toml"
        path.write_text(f'variant_of = "desing"\n{path.read_text()}')
        checked = desk.run("playbook", "check", "house")
        assert checked.code == 1
        assert "there is no playbook `desing`; nearest `design`" in " ".join(checked.out.split())

    def test_a_copy_of_a_copy(self, desk: Desk) -> None:
        desk.run("playbook", "new", "house")
        assert desk.run("playbook", "new", "flat", "--from", "house").code == 0
        assert desk.run("playbook", "check").code == 0

    def test_a_broken_one_is_named_with_its_faults(self, desk: Desk) -> None:
        desk.run("playbook", "new", "house", "--from", "collaborate")
        path = desk.folder / ".groundplan/playbooks/house/playbook.toml"
        path.write_text(path.read_text().replace('shape = "list"', 'shape = "lists"', 1))
        checked = desk.run("playbook", "check", "house")
        assert checked.code == 1
        assert "shape" in checked.out
        assert "`lists`" in checked.out
        listed = desk.run("playbook", "list")
        assert (listed.code, "broken: " in listed.out) == (1, True)
        ran = desk.run("new", "x", "--playbook", "house")
        assert ran.code == 5
        assert "See all: `groundplan playbook check house`" in ran.err
        assert desk.run("doctor").code == 1

    def test_facts_there_are_not_are_a_fault_that_names_the_nearest(self, desk: Desk) -> None:
        desk.run("playbook", "new", "house", "--from", "collaborate")
        path = desk.folder / ".groundplan/playbooks/house/playbook.toml"
        path.write_text(path.read_text().replace('facts = ["already"', 'facts = ["alredy"', 1))
        checked = desk.run("playbook", "check", "house")
        assert checked.code == 1
        assert "unknown `alredy`; nearest `already`" in " ".join(checked.out.split())
        (told,) = desk.run("playbook", "check", "house", "--json").json["playbooks"]
        assert [fault["key"].partition(".")[2] for fault in told["faults"]] == ["facts"]
        assert "unknown `alredy`" in desk.run("doctor").out

    def test_facts_in_a_section_that_is_not_for_evidence_are_a_fault(self, desk: Desk) -> None:
        desk.run("playbook", "new", "house", "--from", "collaborate")
        path = desk.folder / ".groundplan/playbooks/house/playbook.toml"
        path.write_text(path.read_text().replace("evidence = true\n", "", 1))
        assert "facts are written before any talk" in " ".join(
            desk.run("playbook", "check", "house").out.split()
        )

    def test_one_is_shown_whole(self, desk: Desk) -> None:
        shown = desk.run("playbook", "show", "collaborate").out
        for heading in ("Documents", "Sections", "Checkpoints", "Stages", "Rules"):
            assert f"\n  {heading}\n" in shown


class TestDoctor:
    def test_a_damaged_ledger_is_seen(self, begun: Desk) -> None:
        entry = max((begun.folder / ".groundplan/ledger").rglob("*.json"))
        entry.write_text(entry.read_text()[:-20])
        ran = begun.run("doctor")
        assert ran.code == 1
        assert "✗" in ran.out
        assert "1 problem found." in ran.out
        assert "damaged:" in begun.run("log").out

    def test_it_names_the_versions_it_runs_on(self, begun: Desk) -> None:
        ran = begun.run("doctor")
        assert f"on Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}" in ran.out

    def test_it_says_who_could_approve_from_here(self, begun: Desk) -> None:
        assert "Nobody can approve from here" in begun.run("doctor").out


SURE = "Type `archive` to archive it: "


def write_again(desk: Desk) -> str:
    """Write a section and return the difference that makes."""
    for words in (("ask", "Who pays?"), ("answer", "3", "We do"), ("write", "context", "-")):
        assert desk.run(*words, stdin="We pay.\n").code == 0
    told = desk.run("diff").out
    assert "+We pay." in told
    return told


class TestKeeping:
    def test_yes_answers_before_it_is_asked(self, begun: Desk) -> None:
        ran = begun.attend("archive", "--abandon", "not worth it", "--yes")
        assert (ran.code, SURE in ran.out) == (0, False)

    def test_a_plan_that_was_put_away_and_brought_back_differs_by_its_last_write(self, written: Desk) -> None:
        before = write_again(written)
        assert written.attend("archive", "--abandon", "later", "--yes").code == 0
        assert written.attend("archive", "--restore").code == 0
        assert written.run("diff").out == before
        assert written.run("move", "uploads").code == 0
        assert written.run("diff").out == before

    def test_a_change_of_no_words_hides_the_last_write_from_nobody(self, written: Desk) -> None:
        before = write_again(written)
        assert written.attend("approve", script=[("Type `ready`", "ready\n")]).code == 0
        assert written.run("diff").out == before

    def test_what_no_undo_takes_back_is_told_with_the_command_that_does(self, written: Desk) -> None:
        for call, script, told in (
            (("approve",), [("Type `ready`", "ready\n")], 'groundplan revoke ready "…"'),
            (("revoke", "ready", "--because", "no"), [], "groundplan diff"),
            (("archive", "--abandon", "later", "--yes"), [], ""),
            (("archive", "--restore"), [], 'groundplan archive --abandon "<reason>"'),
            (("ask", "Who pays?"), [], 'groundplan ask --withdraw Q3 "<reason>"'),
            (("answer", "Q3", "We do"), [], 'groundplan answer Q3 "…"'),
            (
                ("decide", "Use jitter", "--because", "x"),
                [],
                'groundplan supersede D1 "…" --because "<reason>"',
            ),
            (("move", "uploads"), [], "groundplan move <name>"),
        ):
            ran = written.attend(*call, script=script)
            assert ran.code == 0, ran.out
            undone = written.run("undo", columns=200)
            assert (undone.code, f"`{told}`" in undone.err) == (2, True) if told else (5, False), undone.err

    def test_a_plan_goes_by_its_new_name(self, begun: Desk) -> None:
        ran = begun.run("move", "upload retries")
        assert ran.out == "✓ Plan upload-retries moved\n  plans/retry-uploads.md → plans/upload-retries.md\n"
        assert begun.run("show", "upload-retries").code == 0
        assert not begun.document().exists()

    def test_an_unfinished_plan_that_a_person_touched_is_given_up_by_a_person_only(self, begun: Desk) -> None:
        assert begun.attend("say", "Go on.").code == 0
        assert begun.run("archive", "--abandon", "not worth it").code == 3
        ran = begun.attend("archive", "retry-uploads", "--abandon", "not worth it", script=[(SURE, "no\n")])
        assert (ran.code, "Not archived: `no` was typed, not `archive`." in ran.out) == (130, True)
        assert begun.document().exists()
        ran = begun.attend("archive", "--abandon", "not worth it", script=[(SURE, "Archive\n")])
        assert ran.code == 0, ran.out
        assert "Plan retry-uploads archived" in ran.out
        assert "1 archived" in begun.run().out
        assert begun.run("show").code == 5
        assert begun.run("show", "retry-uploads").code == 0
        assert begun.run("log", "retry-uploads").code == 0


class TestCompletion:
    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_each_shell_gets_a_script_it_can_read(self, desk: Desk, shell: str) -> None:
        script = desk.run("completion", shell).out
        assert "_GROUNDPLAN_COMPLETE" in script
        if shutil.which(shell):
            subprocess.run([shell, "-n"], input=script, text=True, check=True)

    @pytest.mark.parametrize(
        ("words", "offered"),
        [
            ("groundplan app", {"approve"}),
            ("groundplan show con", {"context"}),
            ("groundplan answer ", {"Q1"}),
            ("groundplan approve ", {"ready"}),
            ("groundplan explain gp20", {"GP201", "GP206"}),
            ("groundplan playbook show coll", {"collaborate"}),
            ("groundplan archive retry", {"retry-uploads"}),
            ("groundplan say --plan ", {"retry-uploads"}),
        ],
    )
    def test_a_shell_is_offered_what_is_there(self, begun: Desk, words: str, offered: set[str]) -> None:
        parts = words.split(" ")
        asked = {
            "_GROUNDPLAN_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(parts) - 1),
        }
        ran = begun.spawn(environ=asked)
        assert ran.returncode == 0
        assert offered <= {line.partition(",")[2] for line in ran.stdout.decode().splitlines()}

    def test_nothing_is_offered_where_nothing_is(self, desk: Desk) -> None:
        asked = {"_GROUNDPLAN_COMPLETE": "bash_complete", "COMP_WORDS": "groundplan show ", "COMP_CWORD": "2"}
        ran = desk.spawn(environ=asked)
        assert (ran.returncode, ran.stdout.strip(), ran.stderr) == (0, b"", b"")


def test_an_empty_repository_is_said_to_hold_nothing(desk: Desk) -> None:
    ran = desk.run("plan", "Retry failed uploads")
    assert ran.code == 0
    assert "nothing can be said about its code" in ran.err


@pytest.mark.parametrize("words", [(), ("Retry", "--goal-file", "goal.md")])
def test_a_goal_is_given_once(desk: Desk, words: tuple[str, ...]) -> None:
    ran = desk.run("plan", *words)
    assert ran.code == 2
    assert "--goal-file" in ran.err


def test_a_configuration_is_written_once(desk: Desk) -> None:
    assert desk.run("init").out == "✓ Wrote .groundplan/config.toml\n"
    (desk.folder / ".groundplan/config.toml").write_text("version = 1\n")
    assert "was not changed" in desk.run("init").out
    assert (desk.folder / ".groundplan/config.toml").read_text() == "version = 1\n"


def test_a_goal_comes_from_standard_input(desk: Desk) -> None:
    assert desk.run("new", "-", stdin="Retry failed uploads\n").code == 0
    assert desk.run("show", "--json").json["plan"]["title"] == "Retry failed uploads"


def test_a_question_withdrawn_for_any_reason_leaves_the_plan_accounted_for(desk: Desk) -> None:
    desk.run("new", "Retry failed uploads", "--playbook", "collaborate")
    desk.run("ask", "Which port?")
    desk.run("ask", "How often?")
    assert desk.run("ask", "--withdraw", "Q1", "put better elsewhere").code == 0
    checked = desk.run("check").out
    assert "GP206" not in checked
    assert "Q2 is not answered" in checked


def test_whoever_asks_says_what_they_would_take_and_why(desk: Desk) -> None:
    desk.run("new", "Retry failed uploads", "--playbook", "collaborate")
    desk.run("ask", "How often?", "--default", "Three times", "--why", "The delay grows with it.")
    told = desk.run("brief").out
    assert "Three times" in told
    assert "The delay grows with it." in told
