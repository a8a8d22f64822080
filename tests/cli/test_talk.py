"""The talk at a terminal, and the same without one: what is typed is the person's, and nothing else."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from desk import Desk
from grown_repos import ANN, grow
from seed_repos import NOTIFYING

from groundplan.cli.texts import places_named
from groundplan.planner.answers.fit import adds_place

if TYPE_CHECKING:
    from pathlib import Path

GOAL = (
    "I think we should add a background scheduler with APScheduler that calls `send_pending_notifications`. "
    "We could have it run every hour and check new assignments."
)
PLAN = "plans/mails.md"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return a repository whose plan waits for answers."""
    desk = grow(tmp_path_factory.mktemp("begun"), [(ANN, "2025-10-06", "Begin", NOTIFYING)])
    ran = desk.person("plan", GOAL, "--name", "mails", "--no-talk")
    assert ran.code == 0, ran.said
    return desk


@pytest.fixture
def desk(begun: Desk, tmp_path: Path) -> Desk:
    shutil.copytree(begun.root, tmp_path / "repo", symlinks=True)
    return Desk(tmp_path / "repo")


def entries(desk: Desk, kind: str) -> list[dict[str, Any]]:
    read = [json.loads(path.read_text("utf-8")) for path in desk.entries()]
    return [entry for entry in read if entry["kind"] == kind]


def turns(desk: Desk, kind: str = "") -> list[dict[str, Any]]:
    return [each for each in entries(desk, "turn") if not kind or each["body"].get("kind") == kind]


def make_editor(desk: Desk, lines: str) -> dict[str, str]:
    """Return an environment whose editor is a small script."""
    script = desk.root.parent / "editor.sh"
    script.write_text(f"#!/bin/sh\n{lines}\n")
    script.chmod(0o755)
    return {"EDITOR": str(script), "VISUAL": ""}


def write_steps(desk: Desk) -> None:
    """Write what no fact says: the steps, by the person's own hand."""
    (desk.root / "steps.md").write_text("1. Start the loop in a thread of its own.\n")
    ran = desk.person("write", "implementation-plan", "--file", "steps.md")
    assert ran.code == 0, ran.said


def test_enter_takes_what_is_recommended_as_the_users_own_turn(desk: Desk) -> None:
    ran = desk.person("talk", typed="\nq")
    assert "you  Roughly every hour is enough" in ran.out
    (answer,) = entries(desk, "answer")
    assert answer["by"]["speaker"] == "user"
    assert answer["by"]["channel"] == "terminal"
    assert "**Answer:** Roughly every hour is enough" in desk.read(PLAN)
    said = [each for each in turns(desk) if each["body"].get("question") and each["by"]["speaker"] == "user"]
    assert len(said) == 1, "the answer is a turn of the talk, too"


def test_a_number_takes_its_choice_and_enter_takes_nothing_where_nothing_is_recommended(desk: Desk) -> None:
    desk.person("talk", typed="2\nq")
    assert "**Answer:** The timing must be exact" in desk.read(PLAN)
    asked = desk.agent("ask", "Which mail server is used?")
    assert asked.code == 0, asked.said
    before = len(entries(desk, "answer"))
    ran = desk.person("talk", typed="\n\n\nq")
    assert "There is no recommended answer" in ran.out
    assert not any("mail server" in json.dumps(each) for each in entries(desk, "answer")[before:])


def test_keys_show_and_keep_without_changing_the_plan(desk: Desk) -> None:
    before = desk.read(PLAN)
    ran = desk.person("talk", typed="?\np\nd\nc\nBen knows the mail server.\nc\n\nq")
    assert ran.code == 0
    assert ran.out.count("q leave") == 2
    assert "No proposals" in ran.out
    assert "the plan's text is unchanged" in ran.out
    assert desk.read(PLAN) == before
    assert len(turns(desk, "note")) == 1, "an empty comment is none"
    assert not entries(desk, "answer")


def test_an_error_in_a_key_does_not_end_the_talk(desk: Desk) -> None:
    ran = desk.person("talk", typed="a\nq")
    assert "✗" in ran.out
    assert ran.code == 0, "approving what is blocked is refused inside the talk"
    ran = desk.person("talk", typed="e\nno-such-section\n\nq")
    assert ran.out.count("✗") == 1, ran.out
    assert "no-such-section" in ran.out
    assert len(entries(desk, "answer")) == 1, "the Enter after the error still answered"


def test_approving_and_sending_back_are_done_from_the_talk(desk: Desk) -> None:
    desk.person("talk", typed="\n\n\nq")
    write_steps(desk)
    assert desk.states() == {"ready": "ready"}
    desk.person("talk", typed="a\nno\nq")
    assert desk.states() == {"ready": "ready"}, "only the typed word approves"
    ran = desk.person("talk", typed="s\nKeep the command line out of it\nq")
    assert "changes requested at ready" in ran.out
    assert [each["body"]["reason"] for each in entries(desk, "changes")] == [
        "Keep the command line out of it"
    ]
    desk.person("talk", typed="a\nready\nq")
    assert desk.states() == {"ready": "passed"}
    ran = desk.person("talk", typed="s\nAll of it\n?\nq")
    assert "changes requested at ready" in ran.out, "there is only one"
    assert desk.states() == {"ready": "ready"}


WRONG = "1. Change `src/no_such_file.py::nothing` so that it sends once.\\n"


@pytest.mark.skipif(not shutil.which("sh"), reason="the editor is a shell script")
def test_the_talk_lists_what_a_section_raises_and_what_blocks_its_approval(desk: Desk) -> None:
    desk.person("talk", typed="\n\n\nq")
    ran = desk.person(
        "talk", typed="e implementation-plan\nq", **make_editor(desk, f"printf '{WRONG}' > \"$1\"")
    )
    assert "New findings:" in ran.out
    assert "GP101" not in ran.out, "a rule's code is nothing to act on"
    assert "Noted" not in ran.out, "the person wrote it"
    ran = desk.person("talk", typed="a\nq")
    blocked = ran.out.partition("✗")[2]
    assert "GP101" not in blocked
    assert "It cannot be approved yet" in blocked
    assert "plans/mails.md:" in blocked
    assert "no_such_file" in blocked


@pytest.mark.parametrize("typed", ["groundplan check", "gp check", "groundplan"])
def test_a_command_of_the_shell_is_not_taken_for_words(desk: Desk, typed: str) -> None:
    before = len(turns(desk))
    ran = desk.person("talk", typed=f"{typed}\nq")
    assert f"`{typed}` is a command for your shell: `q` leaves" in " ".join(ran.out.split())
    assert len(turns(desk)) == before, "nothing was recorded"


def test_words_about_groundplan_are_no_command(desk: Desk) -> None:
    ran = desk.person("talk", typed="groundplan should leave the mails alone\nq")
    assert "command for your shell" not in ran.out


@pytest.mark.skipif(not shutil.which("sh"), reason="the editor is a shell script")
def test_what_is_written_in_the_editor_is_the_persons_and_stays(desk: Desk) -> None:
    environ = make_editor(desk, 'printf "Ben runs it by hand.\\n" > "$1"')
    desk.person("talk", typed="e\ncontext\nq", **environ)
    assert "Ben runs it by hand." in desk.read(PLAN)
    desk.person("talk", typed="\n\n\nq")
    assert "Ben runs it by hand." in desk.read(PLAN), "the analyst leaves it alone"


@pytest.mark.skipif(not shutil.which("sh"), reason="the editor is a shell script")
@pytest.mark.parametrize("lines", ["exit 3", "true", 'rm "$1"', 'printf "" > "$1"'])
def test_an_editor_that_fails_or_writes_nothing_changes_nothing(desk: Desk, lines: str) -> None:
    before = desk.read(PLAN)
    ran = desk.person("talk", typed="e\ncontext\n?\nq", **make_editor(desk, lines))
    assert ran.code == 0, ran.out
    assert ran.out.count("q leave") == 2, "the talk goes on"
    assert desk.read(PLAN) == before


def test_an_editor_that_is_not_there_is_said_and_the_talk_goes_on(desk: Desk) -> None:
    ran = desk.person("talk", typed="e\ncontext\n?\nq", EDITOR="/nowhere/editor", VISUAL="")
    assert ran.code == 0, ran.out
    assert "/nowhere/editor" in ran.out
    assert ran.out.count("q leave") == 2


def test_the_end_of_input_leaves(desk: Desk) -> None:
    before = desk.read(PLAN)
    assert desk.person("talk", typed="\x04").code == 0
    assert desk.read(PLAN) == before
    assert not entries(desk, "answer")


def test_words_are_shown_and_kept_without_what_a_terminal_obeys(desk: Desk) -> None:
    said = "Keep it \x1b]0;owned\x07simple\x1b[2J"
    ran = desk.pipe("answer", "1", said)
    assert ran.code in {0, 2}, ran.said
    assert "\x1b" not in ran.said
    assert "\x1b" not in desk.read(PLAN)
    assert "\x1b" not in desk.person("show").out


@pytest.mark.req("S0-08")
def test_answers_and_words_through_a_pipe_tell_what_was_rewritten_and_asked(desk: Desk) -> None:
    told = desk.pipe("answer", "1", "1", "--json").json()
    assert {each["section"] for each in told["rewritten"]} == {"questions"}
    assert told["asked"] == ["Q3"], "the answer made the next question possible"
    told = desk.pipe("say", "It goes into school/event_bus.py.", "--json").json()
    assert [each["section"] for each in told["rewritten"]] == ["context"], "the facts are of the named file"
    assert "school/event_bus.py" in desk.read(PLAN).partition("## Context")[2]
    assert turns(desk, "summary"), "each update is summed up in the talk"


def test_a_huge_answer_is_kept_or_refused_and_never_breaks_the_plan(desk: Desk) -> None:
    ran = desk.pipe("answer", "1", "-", stdin="word " * 41_000)  # more than is remembered of a text
    assert ran.code in {0, 2, 3}, ran.said[:500]
    assert desk.pipe("check").code in {0, 1}
    assert len(desk.read(PLAN)) < 4_000_000
    shown = desk.pipe("show")
    assert shown.code == 0
    assert len(shown.out) < 20_000, "what is shown is cut"


def test_without_a_terminal_nothing_waits_for_input(desk: Desk) -> None:
    reading, writing = os.pipe()  # whoever holds the other end never writes
    try:
        done = subprocess.run(
            [sys.executable, "-c", "from groundplan.cli.main import main; main()", "talk"],
            cwd=desk.root,
            env=desk.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=reading,
            capture_output=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert done.returncode == 0, done.stderr
    assert b"Do we need precise, cron-like timing" in done.stdout


@pytest.mark.req("S0-03")
def test_an_agent_that_talks_answers_nothing_in_the_persons_name(desk: Desk) -> None:
    shown = desk.agent("talk", stdin="\n\n1\n1\n")
    assert "Do we need precise, cron-like timing" in shown.out
    assert not entries(desk, "answer"), "what it pipes in is not typed by anybody"
    # at a terminal of its own it is an agent still
    desk.person("talk", typed="q", CLAUDECODE="1")
    assert not entries(desk, "answer")
    told = desk.agent("answer", "1", "1", "--json").json()
    assert told["relayed"] is True
    (answer,) = entries(desk, "answer")
    assert answer["by"]["channel"] == "agent"


def test_an_agent_that_plans_asks_and_leaves_the_answers_to_the_person(tmp_path: Path) -> None:
    desk = grow(tmp_path, [(ANN, "2025-10-06", "Begin", NOTIFYING)])
    ran = desk.agent("plan", GOAL, "--name", "mails", stdin="\n\n\n")
    assert ran.code == 0, ran.said
    assert not entries(desk, "answer")
    assert "<to be developed>" in desk.read(PLAN)
    (idea,) = turns(desk, "idea")
    assert idea["by"]["channel"] == "agent", "the goal came through its hands, and says so"


def test_at_a_terminal_a_plan_goes_straight_on_into_the_talk(tmp_path: Path) -> None:
    desk = grow(tmp_path, [(ANN, "2025-10-06", "Begin", NOTIFYING)])
    ran = desk.person("plan", GOAL, "--name", "mails", typed="\nq")
    assert ran.code == 0
    assert ran.out.index("Where it goes") < ran.out.index("you ›")
    (answer,) = entries(desk, "answer")
    assert answer["by"]["channel"] == "terminal"
    # Without a terminal on both ends it ends after writing.
    assert "you ›" not in desk.pipe("plan", GOAL, "--name", "mails-2", stdin="\n\n").said
    assert len(entries(desk, "answer")) == 1


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Return a repository whose plan asks for its criterion."""
    desk = Desk.clear(tmp_path_factory.mktemp("measured"))
    desk.path("pytest.ini").write_text("[pytest]\ntestpaths = tests\n")
    desk.commit("Say how tests are run")
    goal = "Retry failed uploads in `src/upload.py::upload`"
    ran = desk.person("plan", goal, "--name", "mails", "--no-talk")
    assert ran.code == 0, ran.said
    return desk


@pytest.fixture
def asked(measured: Desk, tmp_path: Path) -> Desk:
    shutil.copytree(measured.root, tmp_path / "repo", symlinks=True)
    return Desk(tmp_path / "repo")


@pytest.mark.parametrize("said", ["quit", "exit", ":q", "q"])
def test_a_way_out_leaves_the_talk_and_answers_nothing(asked: Desk, said: str) -> None:
    before, ledger = asked.read(PLAN), len(asked.entries())
    ran = asked.person("talk", typed=f"{said}\nThis would be the answer\nq")
    assert ran.code == 0
    assert asked.read(PLAN) == before
    assert len(asked.entries()) == ledger


@pytest.mark.parametrize("said", ["help", "?", "why?"])
def test_a_call_for_help_shows_the_question_its_reason_and_the_keys(asked: Desk, said: str) -> None:
    ledger = len(asked.entries())
    ran = asked.person("talk", typed=f"{said}\nq")
    assert ran.out.count("How will we know that it is done") == 2, ran.out
    assert ran.out.count("q leave") == 2
    assert "Enter takes the recommended answer" in ran.out
    assert len(asked.entries()) == ledger


def test_a_number_that_names_no_choice_is_said_and_answers_nothing(asked: Desk) -> None:
    ran = asked.person("talk", typed="2\nq")
    assert "There is no choice `2`: only one is offered" in ran.out
    assert not entries(asked, "answer")
    assert not turns(asked, "note")


@pytest.mark.parametrize("said", ["idk", "I don't know"])
def test_what_is_not_known_is_recorded_and_the_question_stays_open(asked: Desk, said: str) -> None:
    ran = asked.person("talk", typed=f"{said}\nq")
    assert f"`{said}`: not known yet, so Q1 stays open." in ran.out
    assert "the plan's text is unchanged" in ran.out
    assert not entries(asked, "answer")
    assert len(turns(asked, "note")) == 1
    assert f"Q1: {said}" in asked.pipe("log").out
    assert "answer Q1" in asked.pipe().out


def test_keys_struck_at_random_are_not_recorded(asked: Desk) -> None:
    ledger = len(asked.entries())
    ran = asked.person("talk", typed="asdf\nq")
    assert "`asdf` says nothing, so Q1 stays open." in ran.out
    assert len(asked.entries()) == ledger


def test_a_section_in_a_persons_own_words_stays_and_the_talk_says_so(asked: Desk) -> None:
    path = asked.path(PLAN)
    own = "Uploads happen in one place."
    text = path.read_text()
    facts = text.partition("## Context\n")[2].partition("\n## ")[0]
    path.write_text(text.replace(facts, f"{own}\n"))
    assert asked.person("adopt", typed="adopt").code == 0
    ran = asked.person("talk", typed="src/upload.py\nq")
    assert "Context has words that the planner did not write, so it is left as it is" in " ".join(
        ran.out.split()
    )
    assert "groundplan write context" in ran.out
    assert f"{own}\n\n## " in asked.read(PLAN), "a person's words win"
    ran = asked.person("talk", typed="q")
    assert "did not write" not in ran.out, "it is said once"


def test_the_key_that_approves_is_shown_once_it_does_something(asked: Desk) -> None:
    asked.agent("say", "--as", "planner", "--kind", "proposal", "I would retry in `post`.")
    write_steps(asked)
    ran = asked.person("talk", typed="Uploads of 1 GB pass a test\nq")
    before, _, after = ran.out.partition("Uploads of 1 GB pass a test")
    assert "a approve" not in before
    assert "a approve" in after


@pytest.mark.parametrize("typed", ["change Q7\nq", "Q7: It passes a test\nq"])
def test_a_question_that_is_not_there_is_said_with_those_that_are(asked: Desk, typed: str) -> None:
    ran = asked.person("talk", typed=typed)
    assert "There is no question `Q7`" in ran.out
    assert "Open: Q1" in ran.out
    asked.person("answer", "Q1", "It passes a test")
    ran = asked.person("answer", "Q9", "Yes")
    assert (ran.code, "There is no question `Q9`" in ran.said) == (2, True)
    assert "Answered: Q1" in ran.said


def test_no_is_recorded_as_a_note_and_asked_what_instead(asked: Desk) -> None:
    ran = asked.person("talk", typed="no\nUploads of 1 GB survive two broken connections in a test\nq")
    assert "`no` does not say what instead" in ran.out
    (answer,) = entries(asked, "answer")
    assert answer["body"]["text"] == "Uploads of 1 GB survive two broken connections in a test"
    assert len(turns(asked, "note")) == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("leave the CLI out", "Understood as out of scope: the CLI"),
        ("src/upload.py", "Understood as the place to change: src/upload.py"),
        ("drop option 2", "Understood as dropping Option 2"),
        ("This is the wrong place. It belongs in `post_file`.", "place to change: src/routes.py::post_file"),
    ],
)
def test_a_scope_a_place_or_an_objection_is_never_the_criterion(asked: Desk, said: str, told: str) -> None:
    ran = asked.person("talk", typed=f"{said}\nq")
    assert told in ran.out
    if "scope" in told:
        assert "the plan's text is unchanged" in ran.out
    assert ran.out.count("How will we know that it is done") == 2, "it is asked again"
    assert not entries(asked, "answer")
    assert "one when: " + said[:8].capitalize() not in asked.read(PLAN)
    heard = [each for each in turns(asked, "reply") if each["by"]["speaker"] == "user"]
    assert len(heard) == 1, "the words are kept as a turn"


@pytest.mark.parametrize(
    "said", ["quit", "help", "why?", "2", "no", "idk", "asdf", "leave the CLI out", "src/upload.py"]
)
def test_off_a_terminal_what_cannot_be_the_answer_is_refused_with_a_hint(asked: Desk, said: str) -> None:
    before, ledger = asked.read(PLAN), len(asked.entries())
    for ran in (asked.person("answer", "Q1", said), asked.agent("answer", "Q1", said)):
        assert ran.code == 2
        assert "Q1 was not answered" in ran.said
        assert "groundplan answer Q1" in ran.said
    assert not entries(asked, "answer")
    is_said = said in {"no", "idk", "leave the CLI out", "src/upload.py"}
    assert len(asked.entries()) > ledger if is_said else len(asked.entries()) == ledger, "words are kept"
    assert asked.read(PLAN) == before or said == "src/upload.py"


def test_as_recommended_takes_the_recommendation(asked: Desk) -> None:
    asked.person("answer", "Q1", "As recommended")
    (answer,) = entries(asked, "answer")
    assert "fails before the change and passes after it" in answer["body"]["text"]


@pytest.mark.parametrize(
    "typed", ["change Q1\nUploads of 2 GB pass a test\nq", "Q1: Uploads of 2 GB pass a test\nq"]
)
def test_an_answer_is_given_again_in_the_talk_and_the_sections_follow_it(asked: Desk, typed: str) -> None:
    asked.person("talk", typed="Uploads of 1 GB pass a test\nq")
    assert "Uploads of 1 GB pass a test" in asked.read(PLAN)
    ran = asked.person("talk", typed=typed)
    assert "replaces “Uploads of 1 GB pass a test”" in ran.out
    first, second = sorted(entries(asked, "answer"), key=lambda each: each["id"])
    assert second["body"]["replaces"] == [first["id"]]
    assert "2 GB" in asked.read(PLAN)
    assert "1 GB" not in asked.read(PLAN).partition("Change Log")[0]
    assert asked.codes() == {"GP504"}, "the steps are not written yet"


def test_a_request_for_changes_is_shown_with_its_sections_until_somebody_acts_on_it(asked: Desk) -> None:
    asked.person("talk", typed="\nq")
    write_steps(asked)
    ran = asked.person("talk", typed="s\nMention the backoff\nq")
    assert "Ann asked for changes: “Mention the backoff”" in " ".join(ran.out.split())
    assert "press e to edit a section" in ran.out
    home = " ".join(asked.person().out.split())
    assert "Ann asked for changes: “Mention" in home
    assert "groundplan write implementation-plan" in home
    assert "Mention the backoff" in asked.person("talk", typed="q").out
    (asked.root / "context.md").write_text("The backoff doubles; `src/upload.py` posts once.\n")
    assert asked.person("write", "context", "--file", "context.md").code == 0
    assert "Mention the backoff" not in asked.person().out
    assert asked.states() == {"ready": "ready"}


def test_a_way_out_at_a_second_prompt_changes_nothing(asked: Desk) -> None:
    ledger = len(asked.entries())
    asked.person("talk", typed="s\nquit\nc\nhelp\nchange Q9\nq")
    assert len(asked.entries()) == ledger


def test_who_leaves_the_talk_learns_what_is_saved_and_how_to_go_on(desk: Desk) -> None:
    for typed in ("q", "\nq"):
        told = desk.person("talk", typed=typed).said.split("you ›")[-1]
        assert f"Saved in {PLAN}; " in told
        assert "still open" in told
        assert "Continue with `groundplan talk`" in told


def test_what_a_decision_gives_as_its_reason_was_shown_before_it_was_made(tmp_path: Path) -> None:
    desk = grow(tmp_path, [(ANN, "2025-10-06", "Begin", NOTIFYING)])
    told = " ".join(desk.person("plan", GOAL, "--name", "mails", "--no-talk").said.split())
    asked = [each["body"] for each in entries(desk, "question") if each["body"].get("choices")]
    assert asked
    for body in asked:
        assert " ".join(body["why"].split()) in told
        for choice in body["choices"]:
            assert choice["text"] in told


@pytest.mark.req("S0-08")
@pytest.mark.req("S0-19")
def test_each_turn_says_what_was_noted_and_what_changed_in_words(desk: Desk) -> None:
    desk.width = 80
    ran = desk.person("talk", typed="Every 50 to 70 minutes will do\n\nq")
    told = " ".join(ran.out.split())
    assert "Noted: Every 50 to 70 minutes will do." in told
    assert "Open Questions" not in told, "that an answer is in the list of questions says nothing new"
    assert "±" not in ran.out
    assert max(map(len, ran.out.splitlines()[1:])) <= 100


@pytest.mark.req("S0-18")
def test_a_turn_of_the_talk_is_short_and_puts_one_question(desk: Desk) -> None:
    ran = desk.person("talk", typed="2\nq")
    turn = ran.out.split("you ›")[2 - 1].split("you ›")[0]
    asked = [line for line in turn.splitlines() if line.startswith("  Q")]
    assert len(asked) <= 1
    assert len(turn.splitlines()) <= 14
    assert "## " not in turn, "the draft is shown on request only"


def test_the_end_of_the_questions_names_both_ways_on(desk: Desk) -> None:
    ran = desk.person("talk", typed="1\n\n\n\nq")
    told = " ".join(ran.out.split())
    assert "or have your coding agent write it" in told
    assert "Write the section Implementation Plan here: press e" in told


def test_words_after_the_last_question_are_noted(desk: Desk) -> None:
    ran = desk.person("talk", typed="1\n\n\nBen runs the mail server.\nq")
    assert "Noted: Ben runs the mail server." in " ".join(ran.out.split())


@pytest.mark.skipif(not shutil.which("sh"), reason="the editor is a shell script")
def test_the_editor_of_the_talk_shows_the_guidance_and_saves_none_of_it(desk: Desk) -> None:
    seen = desk.root.parent / "seen.md"
    environ = make_editor(desk, f'cp "$1" "{seen}"; printf "1. Send it.\\n" >> "$1"')
    desk.person("talk", typed="1\n\n\n\ne\nimplementation-plan\nq", **environ)
    assert "Implementation Plan" in seen.read_text("utf-8")
    assert len(seen.read_text("utf-8").split("-->")[0].splitlines()) > 3, "the guidance is in the note"
    assert "-->" not in desk.read(PLAN)


@pytest.mark.parametrize("typed", ["no", "No.", ""])
def test_a_question_whose_default_is_no_is_answered_by_no_and_by_enter(asked: Desk, typed: str) -> None:
    asked.person("answer", "Q1", "It passes a test")
    asked.agent("ask", "May an upload be stored twice?", "--default", "no")
    ran = asked.person("talk", typed=f"{typed}\nq")
    assert "what instead" not in ran.out
    assert any(each["body"]["text"].casefold().rstrip(".") == "no" for each in entries(asked, "answer")), (
        ran.out
    )


def test_as_recommended_records_an_agents_default_and_the_screen_says_what_was_recorded(asked: Desk) -> None:
    asked.person("answer", "Q1", "It passes a test")
    asked.agent("ask", "May an upload be stored twice?", "--default", "no, never")
    ran = asked.person("answer", "Q2", "as recommended")
    assert "✓ Q2 May an upload be stored twice? no, never" in ran.out
    assert "no, never" in [each["body"]["text"] for each in entries(asked, "answer")]
    assert "The steps were written before" not in ran.out
    write_steps(asked)
    ran = asked.person("answer", "Q2", "yes")
    assert "✓ Q2 May an upload be stored twice? yes" in ran.out
    assert "The steps were written before this answer" in ran.out


def test_e_opens_the_section_that_the_screen_names_and_others_by_how_they_begin(asked: Desk) -> None:
    asked.person("answer", "Q1", "It passes a test")
    editor = make_editor(asked, 'cat "$1" > "$0.seen"')
    ran = asked.person("talk", typed="e\nq", **editor)
    assert "Write the section Implementation Plan here: press e" in " ".join(ran.out.split())
    assert "which section" not in ran.out
    seen = (asked.root.parent / "editor.sh.seen").read_text()
    assert "Implementation Plan: save and close to write it" in seen
    asked.person("talk", typed="e context\nq", **editor)
    assert "Context: save and close" in (asked.root.parent / "editor.sh.seen").read_text()
    asked.path("steps.md").write_text("1. Add `retry()` to `src/upload.py`.\n", "utf-8")
    ran = asked.person("write", "implementation", "--file", "steps.md")
    assert ran.code == 0, ran.said
    assert "1. Add `retry()`" in asked.read(PLAN)


def test_another_place_said_in_the_talk_answers_the_question_where_it_goes_anew(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.person("plan", "Make it nicer", "--name", "mails", "--no-talk").code == 0
    assert desk.person("answer", "Q1", "src/upload.py").code == 0
    assert "**Answer:** src/upload.py" in desk.read(PLAN)
    desk.person("talk", typed="That's the wrong place, it belongs in `post_file`.\nq")
    assert "`src/routes.py::post_file`" in desk.read(PLAN)
    assert "**Answer:** src/upload.py" not in desk.read(PLAN)
    assert desk.person("say", "It belongs in src/upload.py").code == 0
    assert "**Answer:** It belongs in src/upload.py" in desk.read(PLAN)


@pytest.mark.parametrize(
    "said", ["src/routes.py belongs to it, too", "src/routes.py, too", "also src/routes.py"]
)
def test_a_place_that_belongs_to_it_too_is_added_to_the_answer(tmp_path: Path, said: str) -> None:
    desk = Desk.clear(tmp_path)
    desk.person("plan", "Make it nicer", "--name", "mails", "--no-talk")
    desk.person("answer", "Q1", "src/upload.py")
    assert desk.person("say", said).code == 0
    assert "**Where:** `src/upload.py`" in desk.read(PLAN)
    assert "**Where:** `src/routes.py`" in desk.read(PLAN)
    assert "**Answer:** src/upload.py" in desk.read(PLAN)


def test_a_place_that_belongs_to_it_too_is_added_to_those_of_the_goal(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.person("plan", "Make `post_file` nicer", "--name", "mails", "--no-talk")
    where = "**Where:** `src/routes.py:"
    assert where in desk.read(PLAN)
    desk.person("talk", typed="src/upload.py belongs to it, too\nq")
    assert where in desk.read(PLAN)
    assert "**Where:** `src/upload.py`" in desk.read(PLAN)
    desk.person("talk", typed="That's the wrong place, it belongs in src/upload.py\nq")
    assert where not in desk.read(PLAN)


@pytest.mark.parametrize(
    "said", ["No, src/routes.py is too slow: it belongs in src/routes.py", "src/also/a.py"]
)
def test_words_that_hold_too_or_also_add_no_place(said: str) -> None:
    assert not adds_place(said)


@pytest.mark.parametrize("said", ["actually it goes into `post_file`", "It belongs in src/routes.py"])
def test_the_newest_naming_of_a_place_takes_the_earlier_one_back(tmp_path: Path, said: str) -> None:
    desk = Desk.clear(tmp_path)
    desk.person("plan", "Retry failed calls when the network is down", "--name", "mails", "--no-talk")
    desk.person("talk", typed=f"It belongs in src/upload.py\n{said}\nq")
    assert "**Where:** `src/routes.py" in desk.read(PLAN)
    assert "**Where:** `src/upload.py" not in desk.read(PLAN)


@pytest.mark.parametrize(
    "said", ["src/upload.py is wrong", "drop src/upload.py", "src/upload.py is not the place"]
)
def test_a_place_that_is_said_to_be_wrong_is_taken_back_alone(tmp_path: Path, said: str) -> None:
    desk = Desk.clear(tmp_path)
    desk.person("plan", "Make `post_file` nicer", "--name", "mails", "--no-talk")
    desk.person("talk", typed=f"src/upload.py belongs to it, too\n{said}\nq")
    assert "**Where:** `src/routes.py" in desk.read(PLAN)
    assert "**Where:** `src/upload.py" not in desk.read(PLAN)


@pytest.mark.parametrize("said", ["it works", "skip", "leave the tests out", "It belongs in src/upload.py"])
def test_an_answered_question_is_not_said_to_be_open(asked: Desk, said: str) -> None:
    asked.person("answer", "Q1", "A test fails today and passes afterwards")
    ran = asked.person("answer", "Q1", said)
    assert ran.code == 2
    told = " ".join(ran.said.split())
    assert "The answer to Q1 stays “A test fails today and passes afterwards”" in told
    assert "still open" not in told
    assert "was not answered" not in told


def test_an_environment_that_git_does_not_ignore_is_said_once_and_not_read(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    desk.path(".venv/lib").mkdir(parents=True)
    desk.path(".venv/pyvenv.cfg").write_text("home = /usr/bin\n", "utf-8")
    desk.path(".venv/lib/post_file.py").write_text("def post_file(): ...\n", "utf-8")
    ran = desk.person("plan", "Make `post_file` nicer", "--name", "mails", "--no-talk")
    assert "Not read as the project's code: `.venv/`" in " ".join(ran.said.split())
    assert ".venv" not in desk.read(PLAN)
    assert ".venv" not in desk.person("say", "It belongs in src/upload.py").said


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("change", "No question is answered yet"),
        ("e nosuch", "There is no section `nosuch`. Sections: "),
        ("e 9", "There is no section `9`"),
        ("skip", "A question cannot be skipped"),
        ("undo", "takes back a write"),
    ],
)
def test_what_looks_like_a_key_and_is_none_is_answered_and_not_recorded(
    asked: Desk, typed: str, told: str
) -> None:
    before = len(asked.entries())
    ran = asked.person("talk", typed=f"{typed}\nq")
    assert told in " ".join(ran.out.split())
    assert len(asked.entries()) == before


def test_change_alone_names_what_is_answered(asked: Desk) -> None:
    asked.person("answer", "Q1", "It passes a test")
    ran = asked.person("talk", typed="change\nq")
    assert "`change Q1`. Answered: Q1" in " ".join(ran.out.split())


def test_after_an_undo_a_person_is_not_sent_to_speak_for_the_planner(asked: Desk) -> None:
    asked.person("answer", "Q1", "It passes a test")
    ran = asked.person("undo")
    for said in (ran.said, asked.person("status").said):
        assert "--as planner" not in said


def test_with_an_open_question_what_comes_before_a_section_is_its_answer(asked: Desk) -> None:
    asked.path("steps.md").write_text("1. Add `retry()` to `src/upload.py`.\n", "utf-8")
    ran = asked.agent("write", "implementation-plan", "--file", "steps.md")
    assert "GP201" in ran.said
    assert 'groundplan answer Q1 "…"' in ran.said
    assert "--as planner" not in ran.said


def test_a_place_is_named_from_the_folder_one_is_in(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    for at in ("upload.py", "../src/upload.py", "src/upload.py"):
        with contextlib.chdir(desk.root / "src"):
            assert places_named((f"{at}::upload",), desk.root) == ("src/upload.py::upload",)
    ran = desk.pipe("plan", "Retry failed calls", "--at", "src/upload.py::nope")
    assert "Defined there: `src/upload.py::" in ran.said
