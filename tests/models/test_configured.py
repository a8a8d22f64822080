"""A user's models come from the user's own file, in any of three kinds, and its slips are named."""

from __future__ import annotations

import shlex
import sys
import tomllib
from pathlib import Path

import pytest

from groundplan.models.api import LIBRARIES
from groundplan.models.asking import Allowed
from groundplan.models.configured import list_configured, list_usable, models_file, read_models
from groundplan.models.model import ModelFailed, Prompt, Watch
from groundplan.plan.errors import Misused, Unknown

ROOT = Path(__file__).parents[2]


def write(home: Path, text: str) -> dict[str, str]:
    environ = {"HOME": str(home)}
    file = models_file(environ)
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return environ


def test_the_agents_are_known_without_a_file(tmp_path: Path) -> None:
    assert list(read_models({"HOME": str(tmp_path)}).known) == ["claude", "codex", "gemini"]


def test_a_model_that_the_user_described_is_theirs_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    file = models_file({"HOME": str(tmp_path)})
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_text('[model.claude]\ncommand = ["cat"]\n', "utf-8")
    assert list_configured() == ("claude",), "and none of the agents that were only found"


def test_who_chose_none_is_offered_only_what_they_chose_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    own = '[model.one]\ncommand = ["cat"]\n[model.two]\ncommand = ["cat"]\n'
    write(tmp_path, own)
    assert list_usable() == ("one", "two")
    file = models_file({"HOME": str(tmp_path)})
    assert file is not None
    file.write_text(f'default = "none"\n{own}')
    assert list_usable() == ()
    file.write_text(f'default = "none"\n{own}[for]\nstrong = "two"\n')
    assert list_usable() == ("two",)


def test_a_command_that_answers_is_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import os, sys; print(sys.stdin.read().upper(), os.environ.get('MY_KEY'), os.environ.get('OTHER'))"
    )
    monkeypatch.setenv("MY_KEY", "mine")
    monkeypatch.setenv("OTHER", "theirs")
    environ = write(
        tmp_path,
        f"default = 'mine'\n[model.mine]\ncommand = ['{sys.executable}', '-c', \"\"\"{program}\"\"\"]\n"
        "environment = ['MY_KEY']\n",
    )

    models = read_models(environ)

    assert models.choose() == "mine"
    assert models.find("mine").ask(Prompt("words"), Watch()).text == "WORDS mine None\n"


def test_a_command_that_fails_says_what_it_complained_of(tmp_path: Path) -> None:
    environ = write(tmp_path, "[model.mine]\ncommand = ['sh', '-c', 'echo no luck >&2; exit 3']\n")

    with pytest.raises(ModelFailed, match="no luck") as failed:
        read_models(environ).find("mine").ask(Prompt("words"), Watch())

    assert failed.value.why == "broken"


def test_without_the_libraries_an_api_says_what_to_install(tmp_path: Path) -> None:
    try:
        import pydantic_ai  # noqa: F401
    except ImportError:
        environ = write(tmp_path, "[model.it]\nmodel = 'm'\n")
        with pytest.raises(ModelFailed) as failed:
            read_models(environ).find("it").ask(Prompt("words", seconds=60), Watch())
        assert failed.value.why == "not installed"
        assert f"{sys.executable} -m pip install 'genai-prices" in failed.value.hint


def test_what_an_api_needs_is_what_the_project_declares() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["llm"]
    assert shlex.split(LIBRARIES) == declared


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("not toml", "cannot be read"),
        ("models = 1", "unknown key, `models`"),
        ("[model.x]\nrun = 'x'", "unknown key, `run`"),
        ("[model.'../x']\nmodel = 'm'", "[model.../x]"),
        ("[model.x]\ncommand = 'a b'", "not a list of words"),
        ("[model.x]\ncommand = []", "empty command"),
        ("[model.x]\nprovider = 'other'\nmodel = 'm'", "provider"),
        ("[model.x]\nurl = 'http://127.0.0.1'", "model"),
        ("[model.none]\nmodel = 'm'", "[model.none]"),
        ("for = 'claude'", "not a table"),
        ("[limits]\ncalls = 'many'", "not a limit"),
        ("[limits]\nwords = 3", "not a limit"),
        ("[limits]\ndollars = -1", "not a limit"),
    ],
)
def test_a_slip_in_the_file_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(Misused) as error:
        read_models(write(tmp_path, text))

    assert wrong in error.value.message


def test_a_default_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="claud"):
        read_models(write(tmp_path, "default = 'claud'"))


def test_what_is_named_goes_before_what_was_set_for_a_section_a_playbook_and_everything(
    tmp_path: Path,
) -> None:
    models = read_models(
        write(
            tmp_path,
            "default = 'claude'\n[for]\nstrong = 'codex'\ndesign = 'gemini'\nquick = 'none'\n",
        )
    )

    assert models.choose() == "claude"
    assert models.choose("gemini", playbook="design", role="strong") == "gemini"
    assert models.choose(playbook="design", role="strong") == "codex"
    assert models.choose(playbook="design", role="fast") == "gemini"
    assert models.choose(playbook="other", role="fast") == "claude"
    assert models.choose(playbook="quick") == ""
    assert models.choose("none", playbook="design") == ""


def test_a_repository_cannot_name_a_model_by_the_word_its_section_asks_for(tmp_path: Path) -> None:
    models = read_models(write(tmp_path, "[for]\ndesign = 'codex'\n"))

    assert models.choose(role="codex") == ""
    assert models.choose(role="design") == ""
    assert models.choose(playbook="claude") == ""


def test_limits_are_the_users_own(tmp_path: Path) -> None:
    environ = write(tmp_path, "[limits]\ncalls = 3\nminutes = 2.5\n")

    assert read_models(environ).allowed == Allowed(calls=3, seconds=150.0)


def test_a_providers_model_needs_no_entry(tmp_path: Path) -> None:
    models = read_models(write(tmp_path, "default = 'anthropic:claude-sonnet-4-5'\n"))

    found = models.find(models.choose())
    assert (found.kind, found.model, found.needs) == ("API", "claude-sonnet-4-5", "ANTHROPIC_API_KEY")
    with pytest.raises(Unknown):
        models.find("nobody:claude-sonnet-4-5")


KEY = "sk-" + "ant-api03-" + "Qx7" * 30


@pytest.mark.parametrize(
    "text",
    [
        f"[model.x]\nmodel = 'm'\nkey = '{KEY}'",
        f"[model.x]\nmodel = 'm'\napi_key = '{KEY}'",
        "[model.x]\nmodel = 'm'\napi_key = 'secretword'",
        "[model.x]\nmodel = 'm'\nkey = 'b7c1f00d9a2e4c56secretword'",
        f"[model.x]\ncommand = ['ask', '--key', '{KEY}']",
        "[model.x]\ncommand = ['ask']\nenvironment = ['TOKEN=secretword']",
        "[model.x]\nmodel = 'm'\nurl = 'https://me:secretword@host/v1'",
        f"# {KEY}\n",
    ],
)
def test_a_key_in_the_file_is_refused_and_not_repeated(tmp_path: Path, text: str) -> None:
    with pytest.raises(Misused) as error:
        read_models(write(tmp_path, text))

    said = f"{error.value} {error.value.hint}"
    assert "key = " in error.value.hint
    assert KEY not in said
    assert "secretword" not in said
