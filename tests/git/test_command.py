"""Limits, environment and table of the one function that runs git."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.git import command
from groundplan.git.command import find_program, run_git, run_git_twice, scrub_environment, silence_drivers
from groundplan.git.listening import Polled, Threaded
from groundplan.git.question import FORMS, Inquiry, word_question
from groundplan.plan.errors import Misused, Unavailable, Unreadable

if TYPE_CHECKING:
    from tests.git.conftest import Git


@pytest.fixture(params=[Polled, Threaded])
def listener(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have git listened to in each of the ways that systems allow."""
    monkeypatch.setattr(command, "LISTENER", request.param)


BOTH_LISTENERS = pytest.mark.usefixtures("listener")
DIFF = tuple(sorted(FORMS["diff-tree"].must))


@pytest.mark.parametrize(
    "question",
    [
        Inquiry("status"),
        Inquiry("diff"),
        Inquiry("log"),
        Inquiry("-c"),
        Inquiry("config", ("--list",)),  # without -z
        Inquiry("config", ("-z",)),  # without --list it would read, or write, a name
        Inquiry("config", ("--list", "-z"), ("core.editor",)),
        Inquiry("ls-files", ("-z", "-m")),
        Inquiry("ls-files", ("-z", "--others", "--exclude-from=/etc/passwd")),
        Inquiry("cat-file", ("--textconv",), ("HEAD:a",)),
        Inquiry("cat-file", ("--filters",), ("HEAD:a",)),
        Inquiry("hash-object", (), (), ("a",)),
        Inquiry("hash-object", ("--no-filters", "-w"), (), ("a",)),
        Inquiry("symbolic-ref", ("--quiet",), ("HEAD", "refs/heads/main")),
        Inquiry("symbolic-ref", ("--quiet", "-d"), ("HEAD",)),
        Inquiry("rev-parse", ("--show-superproject-working-tree",)),
        Inquiry("rev-parse", ("--verify",), ("--help",)),
        Inquiry("rev-parse", ("--verify",), ("",)),
        Inquiry("rev-parse", ("--verify",), ("a\0b",)),
        Inquiry("rev-parse", (), (), ("a",)),
        Inquiry("ls-tree", ("-z", "--full-tree"), ("HEAD",), ("a\0b",)),
        Inquiry("ls-tree", ("-z", "--full-tree"), ("HEAD",), ("",)),
        Inquiry("show", (), ("HEAD",)),
        Inquiry("blame", (), (), ("a",)),
        Inquiry("diff-tree", ("-r", "-z", "--name-status"), ("a", "b")),  # without the words against drivers
        Inquiry("diff-tree", (*DIFF, "-p"), ("a", "b")),
        Inquiry("diff-tree", (*DIFF, "--textconv"), ("a", "b")),
        Inquiry("diff-tree", (*DIFF, "--ext-diff"), ("a", "b")),
        Inquiry("diff-tree", (*DIFF, "--show-signature"), ("a", "b")),
        Inquiry("diff-tree", (*DIFF, "--format=%GG"), ("a", "b")),  # would start the signature's program
        Inquiry("diff-tree", (*DIFF, "-O/etc/passwd"), ("a", "b")),
        Inquiry("diff-tree", (*DIFF, "--output=x"), ("a", "b")),
        Inquiry("diff-tree", DIFF, told=("a" * 40,)),  # told, but not asked to listen
        Inquiry("diff-tree", (*DIFF, "--stdin"), told=("HEAD",)),
        Inquiry("diff-tree", (*DIFF, "--stdin"), told=("a" * 40 + "\n" + "b" * 40,)),
        Inquiry("cat-file", ("--batch",), told=("HEAD:x",)),
        Inquiry("cat-file", ("--textconv",), told=("a" * 40,)),
        Inquiry("check-ignore", ("-v",), (), ("x",)),
        Inquiry("rev-list", ("--max-count=",), ("HEAD",)),
        Inquiry("rev-list", ("--max-count=x",), ("HEAD",)),
        Inquiry("rev-list", ("--max-count=1\n",), ("HEAD",)),
        Inquiry("rev-list", ("--count=1",), ("HEAD",)),
        Inquiry("rev-list", ("--format=%GG",), ("HEAD",)),
        Inquiry("rev-list", ("--use-bitmap-index",), ("HEAD",)),
    ],
)
def test_a_question_outside_the_table_is_never_put(question: Inquiry) -> None:
    with pytest.raises(Misused):
        word_question(question)


def test_values_stand_behind_the_end_of_options() -> None:
    question = Inquiry("ls-tree", ("-z", "--full-tree"), ("main",), ("-x", "--all"))
    assert word_question(question) == [
        "ls-tree", "-z", "--full-tree", "--end-of-options", "main", "--", "-x", "--all",
    ]  # fmt: skip


def test_every_form_of_the_table_is_one_that_git_knows(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo")
    values = {
        "cat-file": ("blob", "HEAD:src/app.py"),
        "diff-tree": ("4b825dc642cb6eb9a060e54bf8d69288fbee4904", "HEAD"),  # the empty tree
        "for-each-ref": ("refs/heads",),
        "ls-tree": ("HEAD",),
        "merge-base": ("HEAD", "HEAD"),
        "rev-list": ("HEAD",),
        "rev-parse": ("HEAD",),
        "show-ref": ("refs/heads/main",),
        "symbolic-ref": ("HEAD",),
    }
    for subcommand, form in FORMS.items():
        paths = ("src/app.py",) if subcommand in {"check-ignore", "hash-object"} else ()
        question = Inquiry(subcommand, tuple(sorted(form.must)), values.get(subcommand, ()), paths)
        answer = run_git(root, question)
        code = 1 if subcommand == "check-ignore" else 0  # nothing is ignored
        assert (answer.code, bool(answer.out)) == (code, True), (question, answer.complaint)


def test_a_path_is_a_path_and_not_a_pattern(git: Git, tmp_path: Path) -> None:
    root = git.make(tmp_path / "repo", files={"a.py": "", "*.py": ""})
    assert run_git(root, Inquiry("ls-files", ("-z",), (), ("*.py",))).out == b"*.py\0"


def test_git_gets_no_git_variable_of_the_caller(tmp_path: Path) -> None:
    environ = {
        "PATH": "/bin",
        "GIT_DIR": "x",
        "git_exec_path": "y",
        "GIT_TRACE": "1",
        "GIT_CONFIG_GLOBAL": "z",
    }
    scrubbed = scrub_environment(environ, tmp_path / "repo")
    assert {name: value for name, value in scrubbed.items() if name.upper().startswith("GIT_")} == {
        "GIT_CONFIG_GLOBAL": "z",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_PAGER": "cat",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_GRAFT_FILE": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(tmp_path),
    }
    assert (scrubbed["PATH"], scrubbed["LC_ALL"]) == ("/bin", "C")


def test_every_driver_is_emptied_and_nothing_else() -> None:
    names = [
        "filter.lfs.clean", "filter.a.b.process", "filter.x.smudge", "diff.pdf.textconv", "diff.x.command",
        "merge.ours.driver", "diff.external", "filter.lfs.required", "user.name", "diff.x.binary",
    ]  # fmt: skip
    assert silence_drivers(names) == (
        "diff.pdf.textconv=",
        "diff.x.command=",
        "filter.a.b.process=",
        "filter.a.b.required=false",
        "filter.lfs.clean=",
        "filter.lfs.required=false",
        "filter.x.required=false",
        "filter.x.smudge=",
        "merge.ours.driver=",
    )


def test_a_driver_that_cannot_be_emptied_closes_the_repository() -> None:
    with pytest.raises(Unreadable, match="cannot be switched off"):
        silence_drivers(["filter.a=b.clean"])


@BOTH_LISTENERS
def test_a_git_that_hangs_is_ended_with_all_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plant(tmp_path / "bin/git", f'sleep 60 & echo $! > "{tmp_path}/child"; sleep 60')
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(command, "TIME_LIMIT", 0.5)
    (tmp_path / "repo").mkdir()
    start = time.monotonic()
    with pytest.raises(Unavailable, match="did not answer"):
        run_git(tmp_path / "repo", Inquiry("rev-parse", ("--show-toplevel",)))
    assert time.monotonic() - start < 60, "it was waited for"
    assert _is_gone(int((tmp_path / "child").read_text()))


def test_when_one_of_two_questions_hangs_both_are_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plant(tmp_path / "bin/git", f'echo $$ >> "{tmp_path}/started"; exec sleep 60')
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(command, "TIME_LIMIT", 0.5)
    (tmp_path / "repo").mkdir()
    with pytest.raises(Unavailable, match="did not answer"):
        run_git_twice(
            tmp_path / "repo",
            Inquiry("rev-parse", ("--show-toplevel",)),
            Inquiry("config", ("--list", "-z")),
        )
    started = (tmp_path / "started").read_text().split()
    assert len(started) == 2
    assert all(_is_gone(int(each)) for each in started)


@BOTH_LISTENERS
def test_a_child_that_outlives_git_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _plant(tmp_path / "bin/git", f'sleep 60 & echo $! > "{tmp_path}/child"; echo done')
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(command, "TIME_LIMIT", 0.5)
    (tmp_path / "repo").mkdir()
    with pytest.raises(Unavailable, match="did not answer"):
        run_git(tmp_path / "repo", Inquiry("rev-parse", ("--show-toplevel",)))
    assert _is_gone(int((tmp_path / "child").read_text()))


@BOTH_LISTENERS
def test_a_git_that_never_stops_talking_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _plant(tmp_path / "bin/git", "exec cat /dev/zero")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(command, "OUTPUT_LIMIT", 4 * 2**20)
    (tmp_path / "repo").mkdir()
    with pytest.raises(Unavailable, match="more than 4 MB"):
        run_git(tmp_path / "repo", Inquiry("rev-parse", ("--show-toplevel",)))


@BOTH_LISTENERS
def test_a_long_complaint_does_not_block_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _plant(tmp_path / "bin/git", "head -c 1000000 /dev/zero | tr '\\0' x >&2; echo fine; exit 3")
    monkeypatch.setenv("PATH", f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "repo").mkdir()
    answer = run_git(tmp_path / "repo", Inquiry("rev-parse", ("--show-toplevel",)))
    assert (answer.code, answer.out) == (3, b"fine\n")
    assert len(answer.complaint) <= 16 * 1024


def test_a_git_that_cannot_start_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _plant(tmp_path / "bin/git", "")
    (tmp_path / "bin/git").write_text("#!/no/such/interpreter\n")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "repo").mkdir()
    with pytest.raises(Unavailable, match="cannot be started"):
        run_git(tmp_path / "repo", Inquiry("rev-parse", ("--show-toplevel",)))


def test_a_program_of_the_repository_is_never_taken_for_git(tmp_path: Path) -> None:
    root = tmp_path / "repo"
    planted = [_plant(root / "node_modules/.bin/git", ""), _plant(root / "git", "")]
    honest = _plant(tmp_path / "usr/bin/git", "")
    (tmp_path / "alias").symlink_to(root / "node_modules/.bin")
    for entry in (".", "", "node_modules/.bin", *(str(path.parent) for path in planted), f"{tmp_path}/alias"):
        path = os.pathsep.join([entry, str(honest.parent)])
        assert find_program("git", {"PATH": path}, outside=root) == honest
    assert find_program("git", {"PATH": str(root)}) == root / "git"
    assert find_program("git", {"PATH": str(root)}, outside=root) is None


def test_git_is_looked_for_once_in_a_repository(
    git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = git.make(tmp_path / "repo")
    looked: list[str] = []
    look = command.find_program
    monkeypatch.setattr(
        command, "find_program", lambda name, *rest, **more: looked.append(name) or look(name, *rest, **more)
    )
    for _ in range(3):
        run_git(root, Inquiry("rev-parse", ("--show-toplevel",)))
    assert looked == ["git"]


def _plant(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def _is_gone(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        # a zombie that nobody has reaped yet is as good as gone
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and ") Z" in stat.read_text():
            return True
        time.sleep(0.02)
    return False
