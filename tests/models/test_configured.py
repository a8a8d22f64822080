"""A user's models come from the user's own file, in any of three kinds, and its slips are named."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from groundplan.models.configured import models_file, read_models
from groundplan.models.model import ModelFailed, Prompt, Watch
from groundplan.plan.errors import Misused, Unknown

if TYPE_CHECKING:
    from pathlib import Path


def write(home: Path, text: str) -> dict[str, str]:
    environ = {"HOME": str(home)}
    file = models_file(environ)
    assert file is not None
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return environ


def test_the_agents_are_known_without_a_file(tmp_path: Path) -> None:
    assert list(read_models({"HOME": str(tmp_path)})[0]) == ["claude", "codex", "gemini"]


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

    models, default = read_models(environ)

    assert default == "mine"
    assert models["mine"].ask(Prompt("words"), Watch()).text == "WORDS mine None\n"


def test_a_command_that_fails_says_what_it_complained_of(tmp_path: Path) -> None:
    environ = write(tmp_path, "[model.mine]\ncommand = ['sh', '-c', 'echo no luck >&2; exit 3']\n")

    with pytest.raises(ModelFailed, match="no luck") as failed:
        read_models(environ)[0]["mine"].ask(Prompt("words"), Watch())

    assert failed.value.why == "broken"


def test_without_the_libraries_an_api_says_what_to_install(tmp_path: Path) -> None:
    try:
        import pydantic_ai  # noqa: F401
    except ImportError:
        environ = write(tmp_path, "[model.it]\nmodel = 'm'\n")
        with pytest.raises(ModelFailed) as failed:
            read_models(environ)[0]["it"].ask(Prompt("words", seconds=60), Watch())
        assert (failed.value.why, "groundplan[llm]" in failed.value.hint) == ("not installed", True)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("not toml", "cannot be read"),
        ("models = 1", "other keys"),
        ("[model.x]\nrun = 'x'", "[model.x]"),
        ("[model.'../x']\nmodel = 'm'", "[model.../x]"),
        ("[model.x]\ncommand = 'a b'", "not a list of words"),
        ("[model.x]\ncommand = []", "empty command"),
        ("[model.x]\nprovider = 'other'\nmodel = 'm'", "provider"),
        ("[model.x]\nurl = 'http://127.0.0.1'", "model"),
    ],
)
def test_a_slip_in_the_file_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(Misused) as error:
        read_models(write(tmp_path, text))

    assert wrong in error.value.message


def test_a_default_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="claud"):
        read_models(write(tmp_path, "default = 'claud'"))
