"""Whatever a probed command does, it ends, is reported, and leaves the user's files as they were."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.app.callers import Caller
from groundplan.app.probes.families import Family, find_family
from groundplan.app.probes.permits import Permit, permits_file, remember
from groundplan.app.probes.probing import Trial, probe
from groundplan.app.probes.surroundings import find_walls
from groundplan.app.workspace import open_workspace
from groundplan.cli.look import Screen
from groundplan.cli.views.probes import show_request
from groundplan.plan.errors import GroundplanError, Misused, NotFound, Refused, Unavailable
from groundplan.process.job import Job, Mount, Walls
from groundplan.process.running import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.app.probes.copying import Copy
    from groundplan.app.probes.probing import Receipt

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can confine a command")

KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
AGENT = Caller("agent", "agent", (), "an agent called")
PATCH = "--- a/code.py\n+++ b/code.py\n@@ -1 +1 @@\n-ANSWER = 42\n+ANSWER = 43\n"
SETTINGS = "[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n"


@dataclass
class Home:
    """A user's home with keys, settings and a repository, and a digest of every byte of it."""

    folder: Path
    root_name: str = "project"

    @property
    def root(self) -> Path:
        return self.folder / self.root_name

    def git(self, *words: str) -> None:
        world = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        subprocess.run(["git", *words], cwd=self.root, env=world, check=True, capture_output=True)

    def digest(self) -> dict[str, str]:
        found = {}
        for place, folders, names in os.walk(self.folder):
            if Path(place) == self.folder:
                folders[:] = [name for name in folders if name not in {".cache", ".config"}]
            for name in (*folders, *names):
                path = Path(place, name)
                kind = path.lstat()
                if path.is_symlink():
                    text = os.fsencode(path.readlink())
                else:
                    text = path.read_bytes() if path.is_file() else b""
                found[str(path)] = f"{kind.st_mode:o} {hashlib.sha256(text).hexdigest()}"
        return found

    def try_out(self, *argv: str, patch: str = "", seconds: float = 10) -> Receipt:
        remember(Permit(str(self.root), find_family(argv)), os.environ)
        trial = Trial(argv, patch.encode(), seconds, disk=50 * 2**20)
        with open_workspace(self.root) as workspace:
            return probe(workspace, trial, caller=AGENT)

    def left(self) -> list[Path]:
        return list((self.folder / ".cache/groundplan/probes").iterdir())


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home that every test leaves as it was."""
    place = tmp_path_factory.mktemp("probes")
    walls = Walls((place,), tuple(map(Path, ("/usr", "/bin", "/lib", "/lib64"))))
    outcome = run(Job(("true",), place, {"PATH": os.environ["PATH"]}, walls=walls))
    if not outcome.is_confined:
        pytest.skip(f"this system cannot confine a command: {dict(outcome.open_walls)}")
    made = Home(place / "home")
    made.root.mkdir(parents=True)
    (made.folder / ".gitconfig").write_text(SETTINGS)
    (made.folder / ".ssh").mkdir(mode=0o700)
    (made.folder / ".ssh/id_rsa").write_text(KEY)
    (made.root / "code.py").write_text("ANSWER = 41\n")
    (made.root / "run.sh").write_text("#!/bin/sh\necho ran\n")
    (made.root / "run.sh").chmod(0o755)
    (made.root / ".gitignore").write_text("_version.py\n")
    (made.root / "token.txt").write_text(f"{TOKEN}\n")
    (made.root / "key.txt").write_text(KEY)
    (made.root / "_version.py").write_text("VERSION = '1.2'\n")
    (made.root / "out").symlink_to("../.ssh")
    (made.root / "node_modules/lib").mkdir(parents=True)
    (made.root / "node_modules/lib/index.js").write_text("module.exports = 1\n")
    made.git("init", "-q")
    made.git("add", "*.py", "*.txt", "run.sh", "out", ".gitignore")
    made.git("commit", "-qm", "first")
    (made.root / "code.py").write_text("ANSWER = 42\n")
    (made.root / "new.py").write_text("NEW = 1\n")
    return made


@pytest.fixture
def home(laid: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    for name in [name for name in os.environ if name.startswith(("GIT_", "XDG_", "GROUNDPLAN_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(laid.folder))
    monkeypatch.setenv("A_SECRET", TOKEN)
    shutil.rmtree(laid.folder / ".config", ignore_errors=True)  # what was allowed for another test
    (laid.folder / ".cache/groundplan/probes").mkdir(parents=True, exist_ok=True)
    before = laid.digest()
    yield laid
    assert laid.digest() == before
    assert laid.left() == []


def survivors(mark: str) -> list[str]:
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if mark in line and "ps -eo" not in line]


ROOTS_MULTIPLY = os.getuid() == 0 and tuple(map(int, os.uname().release.split(".")[:2])) < (6, 14)

# name -> the line, how it must end (empty: anyhow), and what must not be in its output
NASTY = {
    "hangs": ("sleep MARK", "time", "never"),
    "ignores signals": ("trap '' TERM INT HUP QUIT; sleep MARK; sleep MARK", "time", "never"),
    "multiplies": ("f() { f | f & }; f; sleep MARK", "", "never"),
    "goes into the background": (
        "(setsid sh -c 'sleep MARK' &) >/dev/null 2>&1; echo done",
        "exited",
        "never",
    ),
    "floods its output": ("yes", "output", "never"),
    "floods the disk": (
        "head -c 9G /dev/zero > big; sleep 1; head -c 9G /dev/zero > big2; sleep MARK",
        "",
        "never",
    ),
    "floods shared memory": ("head -c 9G /dev/zero > /dev/shm/big; echo full", "exited", "never"),
    "wants input": ("read word < /dev/tty || read word || echo none", "exited", "never"),
    "writes to the user's tree": (
        "echo x > code.py; echo x > made; rm -rf .git; echo done",
        "exited",
        "never",
    ),
    "writes to the home": (
        "echo x > ~/.bashrc; echo x >> ~/.gitconfig; mkdir ~/.ssh; echo done",
        "exited",
        "never",
    ),
    "writes to the temporary folder": ("echo x > /tmp/MARK; ls /tmp", "exited", "never"),
    "deletes its folder": ('rm -rf "$PWD" ~ /tmp/* 2>/dev/null; echo done', "exited", "never"),
    "sets git up": (
        "git config core.fsmonitor 'touch x'; git config core.hooksPath /x; echo done",
        "exited",
        "never",
    ),
    "sets git up for all": ("git config --global core.pager evil; echo done", "exited", "never"),
    "plants hooks": ("mkdir .git/hooks; echo evil > .git/hooks/pre-commit; echo done", "exited", "never"),
    "moves refs": (
        "git update-ref refs/heads/main HEAD; git tag t; git branch b; echo done",
        "exited",
        "never",
    ),
    "damages objects": (
        "rm -rf .git/shared-objects/*; chmod -R 777 .git/shared-objects; echo done",
        "exited",
        "never",
    ),
    "pushes": (
        "git push ../project HEAD:refs/heads/evil; git push https://127.0.0.1/x; echo done",
        "exited",
        "never",
    ),
    "makes a worktree": ("git worktree add ../other; git worktree add /tmp/w; echo done", "exited", "never"),
    "reads keys": ("cat ~/.ssh/id_rsa out/id_rsa ../.ssh/id_rsa; echo done", "exited", "b3BlbnNz"),
    "reads processes of others": (
        "cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'; echo done",
        "exited",
        "ghp_",
    ),
    "follows a link out": (
        "ln -s ../.ssh l; cat l/*; echo x > l/made; ln ../.ssh/id_rsa h; echo done",
        "exited",
        "b3Blb",
    ),
    "changes rights": ("chmod -R 000 . ~ 2>/dev/null; chmod 4755 /bin/sh; echo done", "exited", "never"),
    "prints escapes": ("printf '\\033]0;title\\007\\033[2Jwords\\302\\233m'", "exited", "\x1b"),
    "prints secrets": ("echo token $(cat token.txt); cat key.txt", "exited", "g7H8i9"),
    "becomes another": ("sudo -n id || su -c id || chown 12345 code.py; echo done", "exited", "uid=12345"),
    "leaves a rewritten git": (
        "rm -rf .git; git init -q; git commit -q --allow-empty -m x; exit 0",
        "exited",
        "never",
    ),
    "mounts": (
        "mount -t tmpfs x .; mount --bind / .; umount node_modules; unshare -Urm true; echo done",
        "exited",
        "never",
    ),
    "changes what is installed": (
        "echo x > node_modules/lib/index.js; rm -rf node_modules; echo done",
        "exited",
        "never",
    ),
}


@pytest.mark.parametrize("name", NASTY)
def test_a_nasty_command_harms_nothing(home: Home, name: str) -> None:
    line, ended, absent = NASTY[name]
    if name == "multiplies" and ROOTS_MULTIPLY:
        pytest.skip("before Linux 6.14 nothing bounds how fast root multiplies")
    mark = f"{43210 + os.getpid()}"  # tests run side by side
    begun = time.monotonic()

    receipt = home.try_out("sh", "-c", line.replace("MARK", mark), seconds=3)

    assert time.monotonic() - begun < 3 + 2 + 15  # a busy machine has fifteen seconds more
    assert receipt.seconds < 3 + 2
    assert not receipt.open_walls
    assert receipt.ended == (ended or receipt.ended)
    assert absent not in receipt.excerpt
    assert survivors(f"sleep {mark}") == []
    assert not Path(f"/tmp/{mark}").exists()


def test_a_command_that_eats_memory_is_ended(home: Home) -> None:
    text = "import time; held = bytearray(400 * 2**20); time.sleep(30)"
    argv = ("/usr/bin/python3", "-I", "-c", text)
    remember(Permit(str(home.root), Family(argv)), os.environ)

    with open_workspace(home.root) as workspace:
        receipt = probe(workspace, Trial(argv, seconds=20, memory=150 * 2**20), caller=AGENT)

    assert receipt.ended == "memory"


def test_a_command_reaches_no_service_of_the_user(home: Home) -> None:
    inside = home.folder / "agent.sock"
    with socket.socket(socket.AF_UNIX) as server, socket.create_server(("127.0.0.1", 0)) as port:
        server.bind(str(inside))
        server.listen()
        text = (
            "import socket\n"
            f"unix, inet = (socket.AF_UNIX, {str(inside)!r}), (socket.AF_INET, {port.getsockname()!r})\n"
            "for kind, at in (unix, inet):\n"
            "    try:\n        socket.socket(kind).connect(at); print('reached')\n"
            "    except OSError as error: print(error)\n"
        )
        receipt = home.try_out("/usr/bin/python3", "-I", "-c", text)
    inside.unlink()

    assert receipt.code == 0
    assert "reached" not in receipt.excerpt


def test_a_command_cannot_trace_who_started_it(home: Home) -> None:
    text = f"import ctypes; print(ctypes.CDLL(None).ptrace(16, {os.getpid()}, 0, 0))"

    assert home.try_out("/usr/bin/python3", "-I", "-c", text).excerpt == "-1"


def test_the_copy_has_the_files_as_they_are(home: Home) -> None:
    receipt = home.try_out(
        "sh",
        "-c",
        "pwd; cat code.py new.py _version.py node_modules/lib/index.js; ./run.sh; git log --format=%s",
    )

    assert receipt.excerpt.splitlines() == [
        str(home.root),
        "ANSWER = 42",
        "NEW = 1",
        "VERSION = '1.2'",
        "module.exports = 1",
        "ran",
        "first",
    ]
    assert receipt.changed == 2


def test_objects_that_are_elsewhere_are_said_to_be(home: Home) -> None:
    moved = home.folder / "elsewhere"
    objects = home.root / ".git/objects"
    objects.rename(moved)
    for name in ("info", "pack"):
        (objects / name).mkdir(parents=True)
    (objects / "info/alternates").write_text(f"{moved}\n")
    try:
        assert home.try_out("cat", "code.py").changed == -1
    finally:
        shutil.rmtree(objects)
        moved.rename(objects)


def test_half_a_secret_is_not_shown(home: Home) -> None:
    line = "yes xxxxxxxxx | head -c 600000; cat token.txt; head -c 499980 /dev/zero | tr '\\0' y"

    receipt = home.try_out("sh", "-c", line)

    assert "P6q7R8" not in receipt.excerpt
    assert receipt.excerpt.startswith("xxxxxxxxx\n")


def test_a_patch_is_applied_to_the_copy_alone(home: Home) -> None:
    patch = "--- a/code.py\n+++ b/code.py\n@@ -1 +1 @@\n-ANSWER = 42\n+ANSWER = 43\n"

    receipt = home.try_out("cat", "code.py", patch=patch)

    assert receipt.excerpt == "ANSWER = 43"
    assert receipt.patch == hashlib.sha256(patch.encode()).hexdigest()


def test_a_patch_whose_lines_are_miscounted_is_applied(home: Home) -> None:
    patch = "--- a/code.py\n+++ b/code.py\n@@ -1,3 +1,4 @@\n-ANSWER = 42\n+ANSWER = 43\n+MORE = 1\n"

    assert home.try_out("cat", "code.py", patch=patch).excerpt == "ANSWER = 43\nMORE = 1"


@pytest.mark.parametrize(
    "patch",
    [
        "--- a/code.py\n+++ b/code.py\n@@ -1,3 +1,4 @@\n-ANSWER = 1\n+ANSWER = 2\n",
        "--- a/code.py\n+++ b/code.py\n@@ -1 +1 @@\n-ANSWER = 1\n+ANSWER = 2\n",
        "no patch at all\n",
        "--- /dev/null\n+++ b/../../.ssh/made\n@@ -0,0 +1 @@\n+x\n",
        "--- /dev/null\n+++ b/out/made\n@@ -0,0 +1 @@\n+x\n",
        "--- /dev/null\n+++ b/.git/hooks/post-checkout\n@@ -0,0 +1 @@\n+x\n",
    ],
)
def test_a_patch_that_does_not_fit_is_an_error(home: Home, patch: str) -> None:
    with pytest.raises(Misused, match="does not apply"):
        home.try_out("cat", "code.py", patch=patch)


class TestUnconfined:
    """A system on which a wall cannot be put up: here one that would need a folder below a device."""

    ARGV = ("sh", "-c", "pwd; cat code.py node_modules/lib/index.js; git log --format=%s")

    @pytest.fixture(autouse=True)
    def weak(self, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
        def find_weak_walls(copy: Copy, environ: Mapping[str, str]) -> Walls:
            walls = find_walls(copy, environ)
            return replace(walls, mounts=(*walls.mounts, Mount(Path("/usr"), Path("/dev/null/no"))))

        monkeypatch.setattr("groundplan.app.probes.probing.find_walls", find_weak_walls)

    def test_a_permit_to_run_confined_is_not_enough(self, home: Home) -> None:
        with pytest.raises(Refused, match="which this system cannot confine"):
            home.try_out(*self.ARGV)

    def test_a_person_is_asked_once_more_and_told(self, home: Home) -> None:
        asked: list[Permit] = []
        person = Caller("Ada", "terminal")
        with open_workspace(home.root) as workspace:
            consent = lambda permit, _: asked.append(permit) or True  # noqa: E731
            receipt = probe(workspace, Trial(self.ARGV), caller=person, consent=consent)

        assert [permit.is_unconfined for permit in asked] == [False, True]
        assert "services" in receipt.open_walls
        assert receipt.excerpt.splitlines()[1:] == ["ANSWER = 42", "module.exports = 1", "first"]
        assert receipt.excerpt.splitlines()[0] != str(home.root)

    def test_the_file_has_to_say_unconfined_for_this_very_command(self, home: Home) -> None:
        remember(Permit(str(home.root), Family(("pytest",), is_open=True), is_unconfined=True), os.environ)
        with pytest.raises(Refused):
            home.try_out("pytest", "-q")
        remember(Permit(str(home.root), Family(self.ARGV), is_unconfined=True), os.environ)
        assert home.try_out(*self.ARGV).code == 0

    def test_what_may_run_unconfined_takes_no_patch_that_nobody_has_seen(self, home: Home) -> None:
        remember(Permit(str(home.root), Family(self.ARGV), is_unconfined=True), os.environ)
        with pytest.raises(Refused, match="no person has seen the patch") as refused:
            home.try_out(*self.ARGV, patch=PATCH)
        assert "without one" in refused.value.hint

    @pytest.mark.parametrize("sees", [True, False])
    def test_a_person_is_asked_for_each_patch_that_runs_unconfined(self, home: Home, *, sees: bool) -> None:
        remember(Permit(str(home.root), Family(self.ARGV), is_unconfined=True), os.environ)
        asked: list[bytes] = []
        trial = Trial(self.ARGV, PATCH.encode())
        allow = lambda permit, tried: asked.append(tried.patch) or (sees and permit.is_unconfined)  # noqa: E731
        with open_workspace(home.root) as workspace, contextlib.ExitStack() as stack:
            if not sees:
                stack.enter_context(pytest.raises(Refused, match="no person has seen the patch"))
            receipt = probe(workspace, trial, caller=Caller("Ada", "terminal"), consent=allow)
            assert "ANSWER = 43" in receipt.excerpt
        assert asked == [PATCH.encode()]

    def test_a_patch_that_is_to_run_unconfined_is_shown_whole_and_allowed_once(self) -> None:
        patch = PATCH + "".join(f"+line {number}\n" for number in range(400))
        out = io.StringIO()
        permit = Permit("/repo", Family(self.ARGV), is_unconfined=True)
        show_request(Screen(out, columns=100), permit, Trial(self.ARGV, patch.encode()))
        assert "+ANSWER = 43" in out.getvalue()
        assert "+line 399" in out.getvalue()


def test_a_command_is_shown_with_the_letters_that_are_not_seen() -> None:
    argv = ("python3", "check\ufe0f.py", "a\u200db")
    out = io.StringIO()
    show_request(Screen(out, columns=100), Permit("/repo", find_family(argv)), Trial(argv))
    assert "check‹U+FE0F›.py a‹U+200D›b" in out.getvalue().replace("'", "")
    assert str(find_family(argv)).count("‹U+") == 2


def test_a_program_that_is_not_there_is_an_error(home: Home) -> None:
    with pytest.raises(NotFound, match="no-such-program"):
        home.try_out("no-such-program")


def test_nobody_but_the_users_own_file_allows_a_command(home: Home) -> None:
    marker = home.root / ".groundplan"
    with open_workspace(home.root) as workspace, pytest.raises(Refused, match="No person has allowed"):
        probe(workspace, Trial(("pytest",)), caller=AGENT, consent=lambda *_: True)
    assert not marker.exists()


@pytest.mark.parametrize(
    ("allowed", "asked"),
    [
        (("pytest", "-q"), ("pytest-evil",)),
        (("sh", "-c", "true"), ("sh", "-c", "false")),
        (("sh", "-c", "…"), ("sh", "-c", "false")),
        (("python3", "-c", "1"), ("python3", "-c", "2")),
        (("make", "test"), ("make", "test", "deploy")),
        (("env", "true"), ("env", "sh")),
        (("go", "test"), ("go", "run", "x.go")),
        (("npm", "run", "lint"), ("npm", "run", "deploy")),
        (("uv", "run", "pytest"), ("uv", "run", "python", "-c", "1")),
    ],
)
def test_one_familys_permit_is_not_anothers(
    home: Home, allowed: tuple[str, ...], asked: tuple[str, ...]
) -> None:
    remember(Permit(str(home.root), find_family(allowed)), os.environ)

    with open_workspace(home.root) as workspace, pytest.raises(Refused):
        probe(workspace, Trial(asked), caller=AGENT)


@pytest.mark.parametrize(
    ("argv", "family"),
    [
        (("pytest", "tests", "-q"), "pytest …"),
        (("go", "test", "./..."), "go test …"),
        (("python", "-m", "pytest", "-q"), "python -m pytest …"),
        (("uv", "run", "pytest", "-x"), "uv run pytest …"),
        (("npm", "run", "test:unit", "--", "-x"), "npm run test:unit …"),
        (("make", "test"), "make test"),
        (("sh", "-c", "pytest; rm x"), "sh -c 'pytest; rm x'"),
        (("python", "-c", "1"), "python -c 1"),
        (("./pytest",), "./pytest"),
        (("npm", "exec", "x"), "npm exec x"),
        (("xargs", "pytest"), "xargs pytest"),
    ],
)
def test_a_family_is_a_runner_with_any_words_or_the_whole_command(argv: tuple[str, ...], family: str) -> None:
    assert str(find_family(argv)) == family


def test_a_permit_for_another_repository_allows_nothing(home: Home) -> None:
    remember(Permit("/somewhere/else", Family(("true",))), os.environ)

    with open_workspace(home.root) as workspace, pytest.raises(Refused):
        probe(workspace, Trial(("true",)), caller=AGENT)


def test_a_file_of_permits_that_others_may_write_is_an_error(home: Home) -> None:
    remember(Permit(str(home.root), Family(("true",))), os.environ)
    file = permits_file(os.environ)
    assert file is not None
    file.chmod(0o666)

    with open_workspace(home.root) as workspace, pytest.raises(Misused, match="Others may write"):
        probe(workspace, Trial(("true",)), caller=AGENT)


def test_a_link_in_the_repository_shows_no_folder_outside(home: Home) -> None:
    (home.root / ".venv").symlink_to("../.ssh")
    try:
        receipt = home.try_out("sh", "-c", "cat .venv/id_rsa; ls ..; echo done")
    finally:
        (home.root / ".venv").unlink()

    assert "b3BlbnNz" not in receipt.excerpt


def test_what_was_killed_before_it_could_clean_up_is_removed_later(home: Home) -> None:
    old = home.folder / ".cache/groundplan/probes/probe-old"
    (old / "tree").mkdir(parents=True)
    os.utime(old, (1, 1))

    home.try_out("true")

    assert not old.exists()


# What a first command leaves where the next one's folders are, as far as it sees where they lie.
LEADS_AWAY = {
    "temporary folder": "cd $copy && mv tmp old && ln -s HOME/.ssh tmp",
    "home": "cd $copy && mv home old && ln -s HOME/.ssh home",
    "tree": "cd $copy && mv tree old && ln -s HOME/.ssh tree",
    "git directory": "mv .git old && ln -s HOME/.ssh .git",
    "installed folder": "mv node_modules old; ln -s HOME/.ssh node_modules",
    "place of the code": "mv ~/project ~/other; ln -s HOME/.ssh ~/project",
}
FIND_COPY = "copy=$(sed -n 's|.* \\(/[^ ]*/probe-[^/ ]*\\)/tmp /tmp .*|\\1|p' /proc/self/mountinfo); "


def lead_away(home: Home, name: str) -> str:
    return FIND_COPY + LEADS_AWAY[name].replace("HOME", str(home.folder))


@pytest.mark.parametrize("name", LEADS_AWAY)
def test_a_command_leads_the_next_one_to_no_other_folder(home: Home, name: str) -> None:
    line = "cat /tmp/id_rsa ~/id_rsa id_rsa; for to in /tmp ~ . .git; do echo x > $to/made; done"
    argv = ("sh", "-c", line)
    remember(Permit(str(home.root), Family(argv)), os.environ)
    trial = Trial(argv, first=((("sh", "-c", lead_away(home, name)), ""),))

    with open_workspace(home.root) as workspace:
        try:
            excerpt = probe(workspace, trial, caller=AGENT).excerpt
        except Unavailable:  # no wall was left out
            excerpt = ""

    assert "b3BlbnNz" not in excerpt


@pytest.fixture
def planted(home: Home) -> Iterator[Path]:
    """The `true` of an installed package."""
    program = home.root / "node_modules/.bin/true"
    program.parent.mkdir()
    yield program
    shutil.rmtree(program.parent)


@pytest.mark.parametrize("name", ["temporary folder", "tree", "git directory"])
def test_no_program_of_a_package_runs_before_the_command(home: Home, planted: Path, name: str) -> None:
    planted.write_text(f"#!/bin/sh\n{lead_away(home, name)}\n")
    planted.chmod(0o755)
    argv = ("sh", "-c", "cat /tmp/id_rsa; echo x > /tmp/made; ls -d .git/info")
    remember(Permit(str(home.root), Family(argv)), os.environ)
    trial = Trial(argv, put_back={"made": b"x", "code.py": b"ANSWER = 40\n"})

    with open_workspace(home.root) as workspace:
        receipt = probe(workspace, trial, caller=AGENT)

    assert receipt.excerpt.splitlines() == [
        ".git/info",
        "cat: /tmp/id_rsa: No such file or directory",
    ]


@pytest.mark.parametrize("path", [".git/refs/tags", ".git/refs", ".git/objects"])
def test_a_link_in_the_git_directory_shows_nothing_outside(home: Home, path: str) -> None:
    place, aside = home.root / path, home.folder / "aside"
    place.rename(aside)
    place.symlink_to(home.folder / ".ssh")
    try:
        with contextlib.suppress(GroundplanError):
            receipt = home.try_out("sh", "-c", "cat $(find -L .git -name id_rsa); echo done")
            assert receipt.excerpt == "done"
    finally:
        place.unlink()
        aside.rename(place)


def test_the_objects_of_another_repository_are_not_shown(home: Home) -> None:
    private, own, aside = home.folder / "private", home.root / ".git", home.folder / "aside"
    world = {"PATH": os.environ["PATH"], "HOME": str(home.folder)}
    subprocess.run(["git", "clone", "-q", home.root, private], env=world, check=True)
    (private / "letter").write_text("b3BlbnNz")
    for words in (("add", "letter"), ("commit", "-qm", "letter")):
        subprocess.run(["git", *words], cwd=private, env=world, check=True)
    own.rename(aside)
    own.write_text(f"gitdir: {private}/.git\n")
    try:
        receipt = home.try_out("git", "show", "HEAD:letter")
    finally:
        own.unlink()
        aside.rename(own)
        shutil.rmtree(private)

    assert "b3BlbnNz" not in receipt.excerpt


def test_a_worktree_beside_the_repository_has_its_commits(home: Home) -> None:
    beside = home.folder / "beside"
    home.git("worktree", "add", "-q", "--detach", str(beside))
    try:
        receipt = replace(home, root_name="beside").try_out("git", "log", "--format=%s")
    finally:
        home.git("worktree", "remove", "--force", str(beside))

    assert receipt.excerpt == "first"


NESTED = {
    "many folders": ("a", 1700, ""),
    "paths too long": ("a" * 200, 300, ""),
    "closed folders": ("a", 20, "os.chmod('.', 0)"),
}


def nest(folder: Path, depth: int) -> str:
    """Make folders in a folder, and return the innermost."""
    path = folder
    path.mkdir()
    for _ in range(depth):
        path /= "a"
        path.mkdir()
    return str(path)


@pytest.mark.parametrize("name", NESTED)
def test_nested_folders_cost_no_receipt_and_are_removed(home: Home, name: str) -> None:
    folder, depth, then = NESTED[name]
    text = (
        f"import os\nos.chdir('/tmp')\nfor _ in range({depth}): os.mkdir({folder!r}); os.chdir({folder!r})\n"
    )

    receipt = home.try_out("/usr/bin/python3", "-I", "-c", f"{text}{then}\nprint('done')")

    assert receipt.excerpt == "done"


def test_nested_folders_of_the_repository_are_copied(home: Home) -> None:
    path = nest(home.root / "deep", 1200)
    Path(path, "code.py").write_text("DEEP = 1\n")
    try:
        receipt = home.try_out("cat", os.path.relpath(f"{path}/code.py", home.root))
    finally:
        subprocess.run(["rm", "-rf", home.root / "deep"], check=True)

    assert receipt.excerpt == "DEEP = 1"


def test_a_copy_that_was_left_with_nested_folders_is_removed_later(home: Home) -> None:
    old = home.folder / ".cache/groundplan/probes/probe-old"
    nest(old, 1500)
    os.utime(old, (1, 1))

    home.try_out("true")

    assert not old.exists()
