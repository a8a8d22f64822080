"""A named pipe, a socket or a device in a file's place: named or left out, and nobody waits for it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import time
from typing import TYPE_CHECKING, NoReturn

import pytest
from desk import Desk

from groundplan.git import command
from groundplan.git.repository import find_repository
from groundplan.plan.errors import Unavailable, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
SECONDS = 60
PLAN = "plans/retry-failed-uploads.md"


class ImpatientDesk(Desk):
    pipe = Desk.spawn

    def _be_groundplan(
        self, words: tuple[str, ...], environ: dict[str, str], streams: tuple[int, ...]
    ) -> NoReturn:
        signal.alarm(SECONDS)  # who waits for a pipe uses no processor
        super()._be_groundplan(words, environ, streams)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    made = Desk.clear(tmp_path_factory.mktemp("built"))
    cited = "Change `src/upload.py` and `tests/test_upload.py`.\n"
    for folder in ("docs", "src", "tests", ".venv"):
        made.path(folder).mkdir(exist_ok=True)
    made.path("src/upload.py").write_text("def upload(data):\n    return post(data)\n")
    made.path("docs/plan.md").write_text(f"# Plan\n\n{cited}")
    made.path("docs/tasks.md").write_text(f"# Tasks\n\n- [ ] {cited}")
    made.path(".venv/pyvenv.cfg").write_text("version = 3.11.2\n")
    made.commit("Add more")
    for ran in (
        made.person("new", "Retry failed uploads", "--playbook", "collaborate"),
        made.agent("say", "--as", "planner", "--kind", "question", "How often do uploads fail?"),
        made.person("say", "2 % of them do."),
        made.agent("write", "context", "-", stdin="2 % of uploads fail in `src/upload.py`.\n"),
        made.agent("ask", "How many attempts?"),
        made.person("answer", "1", "Three."),
        made.agent("write", "implementation-plan", "-", stdin="1. Change `src/upload.py`.\n"),
        made.person("approve", "ready", typed="ready"),
    ):
        assert ran.code == 0, ran.said
    made.path(".groundplan/config.toml").write_text('[policy]\napprovals = "attended"\n')
    made.path(".groundplan/playbooks/own").mkdir(parents=True)
    made.commit("Plan it")
    return made


@pytest.fixture
def desk(built: Desk, tmp_path: Path) -> Desk:
    shutil.copytree(built.root, tmp_path / "repo", symlinks=True)
    return ImpatientDesk(tmp_path / "repo")


def make_socket(place: Path) -> None:
    before = os.getcwd()  # noqa: PTH109
    os.chdir(place.parent)  # the path of a socket may not be long
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(place.name)
    os.chdir(before)


def link_device(place: Path) -> None:
    place.symlink_to("/dev/zero")


KINDS = {"pipe": os.mkfifo, "socket": make_socket, "device": link_device}
PLACES = [
    *("src/upload.py", "src/fresh.py", "pyproject.toml", "package.json", "docs/plan.md", "docs/tasks.md"),
    *(PLAN, "plans/other.md", ".groundplan/config.toml", ".groundplan/allowed_signers"),
    *(".groundplan/playbooks/own/playbook.toml", ".groundplan/playbooks", ".groundplan/ledger"),
    *(".groundplan/local", ".groundplan/local/lock", ".groundplan/local/intent.json", "LEDGER", "ENTRY"),
    *(".venv/pyvenv.cfg", "node_modules/x/package.json", "AGENTS.md", ".github/workflows/ci.yml", "TALK"),
    *(".groundplan/local/undo", ".groundplan/local/proposals", "UNDO", "vendor/modules.txt", "go.mod"),
]
COMMANDS = [("check",), ("conform",), ("context", "retry uploads"), ("say", "--as", "planner", "Hello.")]
NAMED = [
    *(("check", "docs/plan.md"), ("cite", "docs/plan.md"), ("compare", "docs/plan.md")),
    *(("where", "--goal-file", "docs/plan.md"), ("probe", "--patch", "docs/plan.md", "--", "true")),
    *(("write", "context", "--file", "docs/plan.md"), ("adopt", "docs/plan.md"), ("check", "docs/tasks.md")),
]


def put(desk: Desk, name: str, make: Callable[[Path], None]) -> None:
    if name in {"LEDGER", "ENTRY", "TALK", "UNDO"}:
        entry = desk.entries()[0]
        known = {"LEDGER": entry.parent, "ENTRY": entry}
        below = ".groundplan/local/" + name.lower()
        place = known.get(name) or next(each for each in desk.path(below).rglob("*") if each.is_file())
    else:
        place = desk.path(name)
    if place.is_dir():
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    make(place)


def demand_answer(desk: Desk, words: tuple[str, ...]) -> None:
    ran = desk.pipe(*words)
    assert ran.code >= 0, f"{words} waits: {ran.said}"
    assert "groundplan failed" not in ran.said, ran.said


@pytest.mark.parametrize("place", PLACES)
def test_nobody_waits_for_a_pipe_in_a_repository(desk: Desk, place: str) -> None:
    put(desk, place, os.mkfifo)
    for words in COMMANDS:
        demand_answer(desk, words)


@pytest.mark.parametrize("kind", ["socket", "device"])
def test_sockets_and_devices_are_no_files_either(desk: Desk, kind: str) -> None:
    for place in ("src/upload.py", "pyproject.toml", ".groundplan/config.toml", "ENTRY", PLAN):
        put(desk, place, KINDS[kind])
        demand_answer(desk, ("check",))


@pytest.mark.parametrize("words", NAMED)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_named_on_the_command_line_is_a_file_too(
    desk: Desk, words: tuple[str, ...], kind: str
) -> None:
    put(desk, "docs/plan.md", KINDS[kind])
    demand_answer(desk, words)


IN_GIT = [
    *("HEAD", "index", "config", "packed-refs", "shallow", "commondir", "info/exclude"),
    *("objects/info/alternates", "refs/heads/other", "refs/tags/v1"),
]


@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize(
    "place", [".gitignore", ".groundplan/local/.gitignore", *(f".git/{name}" for name in IN_GIT)]
)
def test_a_pipe_that_git_would_wait_for_is_named_at_once(desk: Desk, place: str, kind: str) -> None:
    put(desk, place, KINDS[kind])
    began = time.monotonic()
    for words in (("check",), ("say", "--as", "planner", "Hello.")):
        ran = desk.pipe(*words)
        assert ran.code > 1, ran.said
        assert f"`{place}` is no file" in ran.err, ran.said
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("place", ["src/.gitignore", "src/deep/er/.gitignore", "docs/.gitattributes"])
def test_a_pipe_in_a_folder_is_named_as_soon_as_git_is_slow(desk: Desk, place: str) -> None:
    put(desk, place, os.mkfifo)
    desk.path(place).with_name("fresh.py").write_text("X = 1\n")  # git reads patterns where it has to
    began = time.monotonic()
    ran = desk.pipe("context", "retry uploads")
    assert time.monotonic() - began < 10
    if place.endswith(".gitignore"):
        assert ran.code > 1, ran.said
        assert f"`{place}` is no file" in ran.err, ran.said


def test_git_that_waits_for_a_folders_pipe_is_ended_and_not_asked_again(desk: Desk) -> None:
    put(desk, "src/.gitignore", os.mkfifo)
    repository = find_repository(desk.root)
    began = time.monotonic()
    for _ in range(6):
        with pytest.raises(Unreadable, match=r"`src/\.gitignore` is no file"):
            repository.find_ignored(["src/fresh.py"])
    assert time.monotonic() - began < 4
    desk.path("src/.gitignore").unlink()
    assert repository.find_ignored(["src/fresh.py"]) == ()


def test_git_is_waited_for_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "TIME_LIMIT", 3.0)
    repository = find_repository(desk.root)
    desk.git("config", "include.path", str(desk.path("more")))
    put(desk, "more", os.mkfifo)
    began = time.monotonic()
    for said in ("did not answer within 3 s", "git did not answer before", "git did not answer before"):
        with pytest.raises(Unavailable, match=said):
            repository.find_ignored(["src/fresh.py"])
    assert time.monotonic() - began < 6
