"""`models` says what is there and asks nobody unless told to; a person chooses who is sent the code."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from fake_agents import how_called, lay_agent, lay_program
from sample_code import lay_code

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

CHOSEN = ".config/groundplan/models.toml"
PLAN = ("plan", "Retry failed uploads in `src/upload.py`", "--no-talk")


@pytest.fixture
def programs(desk: Desk) -> Path:
    """A folder of programs that the desk finds first, and a user who never chose a model."""
    folder = desk.home / "bin"
    folder.mkdir()
    desk.environ["PATH"] = f"{folder}:/usr/bin:/bin"
    (desk.home / CHOSEN).unlink()
    return folder


def write_models(desk: Desk, text: str) -> None:
    (desk.home / CHOSEN).write_text(text, "utf-8")


def test_models_lists_what_is_there_and_asks_nobody(desk: Desk, programs: Path) -> None:
    lay_agent(programs, "claude")
    write_models(desk, "[model.local]\nurl = 'http://127.0.0.1:9/v1'\nmodel = 'qwen3'\n")

    ran = desk.run("models", "--json", environ={"OPENAI_API_KEY": "k" * 20, "GEMINI_API_KEY": "g" * 20})
    rows = {each["name"]: (each["kind"], each["state"], each["reads_code"]) for each in ran.json["models"]}

    assert ran.code == 0
    assert rows["claude"] == ("agent", "not tried", True)
    assert rows["codex"] == ("agent", "not installed", True)
    assert rows["gemini"] == ("agent", "not installed", False)
    assert rows["local"][0] == "API"
    assert rows["google"] == ("API", "needs a model", False)
    assert how_called(programs, "claude") is None
    assert "k" * 20 not in ran.out


def test_models_try_tells_the_states_apart(desk: Desk, programs: Path) -> None:
    lay_agent(programs, "claude")
    failed = {"type": "turn.failed", "error": {"message": "429 Too Many Requests"}}
    lay_program(programs, "codex", out=json.dumps(failed), code=1)
    lay_program(programs, "gemini", err=json.dumps({"error": {"message": "no login"}}), code=41)
    lay_program(programs, "odd", err="no luck", code=3)
    write_models(desk, "[model.mine]\ncommand = ['odd']\n[model.gone]\ncommand = ['not-there']\n")

    ran = desk.run("models", "--try", "--json")
    rows = {each["name"]: each for each in ran.json["models"]}

    assert {name: row["state"] for name, row in rows.items()} == {
        "claude": "ready",
        "codex": "no quota",
        "gemini": "not logged in",
        "mine": "broken",
        "gone": "not installed",
    }
    assert (rows["claude"]["model"], rows["claude"]["dollars"]) == ("claude-x", 0.0123)
    assert "Log in" in rows["gemini"]["hint"]
    assert "no luck" in rows["mine"]["message"]
    assert ran.code == 0


def test_a_named_model_that_does_not_answer_is_a_failure(desk: Desk, programs: Path) -> None:
    lay_agent(programs, "claude")
    lay_program(programs, "codex", err="503", code=1)

    assert desk.run("models", "claude", "--try").code == 0
    assert desk.run("models", "claude", "codex", "--try").code == 5
    assert desk.run("models", "codex", "--try").code == 5
    assert desk.run("models", "nobody").code == 2


def test_what_trying_costs_is_said_before(desk: Desk, programs: Path) -> None:
    lay_agent(programs, "claude")

    ran = desk.run("models", "--try")
    assert "asking claude one question of six words; price unknown for claude" in ran.err
    assert "ready" in ran.out
    assert "nothing" not in desk.run("models").err


def test_no_error_repeats_a_key_that_a_model_echoes(desk: Desk, programs: Path) -> None:
    key = "plain-looking-words-of-a-key"
    lay_program(programs, "codex", err=f"401 the key {key} is wrong", code=1)

    for words in (("models", "codex", "--try"), ("models", "codex", "--try", "--json")):
        ran = desk.run(*words, environ={"OPENAI_API_KEY": key})
        assert key not in ran.out + ran.err
        assert "not logged in" in ran.out


@pytest.mark.parametrize("environ", [{"CLAUDECODE": "1"}, {}])
def test_only_a_person_chooses_a_model(desk: Desk, programs: Path, environ: dict[str, str]) -> None:
    lay_agent(programs, "claude")

    ran = desk.run("models", "use", "claude", environ=environ)

    assert (ran.code, "Only a person" in ran.err) == (3, True)
    assert not (desk.home / CHOSEN).exists()


@pytest.mark.req("S0-17")
def test_a_choice_is_saved_in_the_users_file_and_nothing_else_changes(desk: Desk, programs: Path) -> None:
    mine = "# mine\n[limits]\ncalls = 3 # few\n"
    write_models(desk, mine)

    assert desk.attend("models", "use", "claude").code == 0
    assert desk.attend("models", "use", "codex", "--for", "strong").code == 0
    assert desk.attend("models", "use", "gemini", "--for", "design").code == 0
    text = (desk.home / CHOSEN).read_text("utf-8")
    assert text == f'default = "claude"\n\n{mine}\n[for]\nstrong = "codex"\ndesign = "gemini"\n'

    assert desk.attend("models", "use", "none", "--for", "strong").code == 0
    assert desk.attend("models", "use", "none").code == 0
    text = (desk.home / CHOSEN).read_text("utf-8")
    assert text == f'default = "none"\n\n{mine}\n[for]\ndesign = "gemini"\n'


def test_a_choice_that_makes_no_sense_is_refused(desk: Desk, programs: Path) -> None:
    assert "There is no model `clod`" in desk.attend("models", "use", "clod").out
    assert "There is no playbook `weak`" in desk.attend("models", "use", "claude", "--for", "weak").out
    assert not (desk.home / CHOSEN).exists()


def test_a_linked_file_of_settings_stays_a_link(desk: Desk, programs: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "dotfiles/models.toml").write_text("# kept\n", "utf-8")
    (desk.home / CHOSEN).symlink_to(tmp_path / "dotfiles/models.toml")

    assert desk.attend("models", "use", "claude").code == 0
    assert (desk.home / CHOSEN).is_symlink()
    assert (tmp_path / "dotfiles/models.toml").read_text("utf-8") == '# kept\ndefault = "claude"\n'


def test_a_repository_suggests_a_model_and_never_chooses_one(desk: Desk, programs: Path) -> None:
    lay_agent(programs, "claude")
    (desk.folder / ".groundplan").mkdir()
    (desk.folder / ".groundplan/config.toml").write_text('[plans]\nmodel = "claude"\n')

    ran = desk.run("models")

    assert "this repository suggests `claude`: `groundplan models use claude`" in ran.err
    assert [each["used_for"] for each in desk.run("models", "claude", "--json").json["models"]] == [[]]


@pytest.mark.parametrize(
    "text",
    ['[plans]\nmodel = "x y; rm"\n', "[plans.model]\ncommand = ['x']\n", "[model.x]\ncommand = ['x']\n"],
)
def test_a_repository_cannot_define_a_model(desk: Desk, text: str) -> None:
    (desk.folder / ".groundplan").mkdir()
    (desk.folder / ".groundplan/config.toml").write_text(text)

    assert desk.run("status").code == 5
    assert "x" not in [each["name"] for each in desk.run("models", "--json").json["models"]]


def test_the_first_plan_at_a_terminal_offers_what_is_installed_once(desk: Desk, programs: Path) -> None:
    lay_code(desk.folder)
    lay_agent(programs, "claude")

    first = desk.attend(*PLAN, script=[("[y/N]", "y\n")])
    assert "claude is installed. Let it draft plans, in this and other repositories?" in first.out
    assert (desk.home / CHOSEN).read_text("utf-8") == 'default = "claude"\n'
    assert "[y/N]" not in desk.attend(*PLAN).out


def test_a_no_is_remembered_too(desk: Desk, programs: Path) -> None:
    lay_code(desk.folder)
    lay_agent(programs, "claude")
    lay_agent(programs, "codex")

    first = desk.attend(*PLAN, script=[("[claude/codex/N]", "\n")])
    assert "claude and codex are installed" in first.out
    assert (desk.home / CHOSEN).read_text("utf-8") == 'default = "none"\n'
    assert "installed" not in desk.attend(*PLAN).out
    assert how_called(programs, "claude") is None


@pytest.mark.parametrize("environ", [{}, {"CLAUDECODE": "1"}])
def test_off_a_terminal_nobody_is_asked(desk: Desk, programs: Path, environ: dict[str, str]) -> None:
    lay_code(desk.folder)
    lay_agent(programs, "claude")

    assert desk.run(*PLAN, environ=environ).code == 0
    assert how_called(programs, "claude") is None
    assert not (desk.home / CHOSEN).exists()


def test_a_program_of_the_repository_is_no_model(desk: Desk, programs: Path) -> None:
    lay_agent(desk.folder / "bin", "claude")
    desk.environ["PATH"] = f"{desk.folder}/bin:/usr/bin:/bin"

    ran = desk.run("models", "claude", "--try", "--json")

    assert [each["state"] for each in ran.json["models"]] == ["not installed"]
    assert how_called(desk.folder / "bin", "claude") is None
