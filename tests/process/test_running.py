"""A command is ended at its limits, touches nothing outside its walls, and leaves no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import NotFound, Unavailable
from groundplan.process.job import Job, Limits, Mount, Walls
from groundplan.process.running import run
from groundplan.process.usage import Usage

if TYPE_CHECKING:
    from groundplan.process.job import Outcome

SYSTEM = tuple(map(Path, ("/usr", "/bin", "/lib", "/lib64", "/etc", "/proc")))
PYTHON = (Path(sys.prefix), Path(sys.base_prefix))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and walls are Linux's")


class Shell:
    """Runs one line, or one Python text, in a folder of its own."""

    def __init__(self, folder: Path, *, confined: bool) -> None:
        self.folder = folder
        self.walls = Walls((folder,), (*SYSTEM, *PYTHON)) if confined else None

    def __call__(self, line: str, **limits: float) -> Outcome:
        return self.words("sh", "-c", line, **limits)

    def python(self, text: str, **limits: float) -> Outcome:
        return self.words(sys.executable, "-I", "-c", text, **limits)

    def words(self, *argv: str, **limits: float) -> Outcome:
        wanted = Limits(**{"seconds": 20, **limits})  # type: ignore[arg-type]
        environment = {"PATH": os.environ["PATH"]}
        return run(Job(argv, self.folder, environment, limits=wanted, walls=self.walls))


@pytest.fixture(params=[True, False], ids=["confined", "open"])
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Shell:
    (tmp_path / "work").mkdir()
    return Shell(tmp_path / "work", confined=request.param)


@pytest.fixture
def confined(tmp_path: Path) -> Shell:
    (tmp_path / "work").mkdir()
    made = Shell(tmp_path / "work", confined=True)
    outcome = made("true")
    if not outcome.is_confined:
        pytest.skip(f"this system cannot confine a command: {dict(outcome.open_walls)}")
    return made


def survivors(mark: str) -> list[str]:
    """Return the command lines that hold the mark."""
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in listed.splitlines() if mark in line and "ps -eo" not in line]


@pytest.mark.parametrize("code", [0, 3, 127, 255])
def test_the_exit_code_is_the_commands_own(shell: Shell, code: int) -> None:
    outcome = shell(f"echo out; echo complaint >&2; exit {code}")

    assert (outcome.ended, outcome.code) == ("exited", code)
    assert (outcome.out, outcome.complaint) == (b"out\n", b"complaint\n")


def test_a_command_ended_by_a_signal_says_which(shell: Shell) -> None:
    assert shell("kill -SEGV $$").code == -signal.SIGSEGV


def test_a_program_that_is_not_there_is_an_error(shell: Shell) -> None:
    with pytest.raises(NotFound, match="no-such-program"):
        shell.words("no-such-program")


def test_words_reach_the_command_as_they_are(shell: Shell) -> None:
    words = ("$(touch x)", "a b", "-n", "--", "'\"", "new\nline", "*")

    assert shell.words("printf", "%s|", *words).out.decode() == "".join(f"{word}|" for word in words)
    assert list(shell.folder.iterdir()) == []


def test_a_nul_in_a_word_is_refused(shell: Shell) -> None:
    with pytest.raises(Unavailable):
        shell.words("echo", "a\0b")


def test_nothing_of_the_environment_is_inherited(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_SECRET", "do-not-tell")

    assert (
        b"do-not-tell"
        not in shell("env; cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep A_SECRET").out
    )


def test_a_command_that_waits_for_input_gets_none(shell: Shell) -> None:
    assert (
        shell("read line || echo nothing; cat; test -t 0 || echo no terminal").out
        == b"nothing\nno terminal\n"
    )


def test_a_command_that_hangs_is_ended_with_all_it_started(shell: Shell) -> None:
    begun = time.monotonic()

    outcome = shell("trap '' TERM INT HUP; sleep 98765 & setsid sleep 98765 & sleep 98765", seconds=1)

    assert (outcome.ended, outcome.code) == ("time", None)
    assert time.monotonic() - begun < 1 + 2 + 8  # a busy machine has eight seconds more
    assert survivors("sleep 98765") == []


def test_what_a_command_leaves_running_ends_with_it(shell: Shell) -> None:
    outcome = shell("(setsid nohup sleep 87654 >/dev/null 2>&1 &) ; (sleep 87654 &) ; echo done")

    assert (outcome.code, outcome.out) == (0, b"done\n")
    assert survivors("sleep 87654") == []
    assert len(outcome.left) == 2


@pytest.mark.parametrize(
    "line",
    [
        "setsid sh -c 'sleep 76543 & disown 2>/dev/null; exit'",
        "nohup sleep 76543 >/dev/null 2>&1 & true",
        """python3 -c 'import os
if not os.fork():
    os.setsid()
    if not os.fork(): os.execlp("sleep", "sleep", "76543")'""",
        "cd /proc/1/cwd && echo x > ../there",
        "cat ../there > copied",
    ],
)
def test_a_confined_command_writes_and_reads_nothing_outside(confined: Shell, line: str) -> None:
    there = confined.folder.parent / "there"
    there.write_text("words of the user")

    confined(line)

    assert sorted(path.name for path in confined.folder.parent.iterdir()) == ["there", "work"]
    assert there.read_text() == "words of the user"
    copied = confined.folder / "copied"
    assert not copied.exists() or "words" not in copied.read_text()


def test_a_confined_command_may_delete_its_own_folder(confined: Shell) -> None:
    (confined.folder / "file").write_text("x")

    confined('rm -rf "$PWD"/*')

    assert list(confined.folder.iterdir()) == []


def test_a_confined_command_reaches_no_network_but_its_own(confined: Shell) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        text = f"import socket; socket.create_connection(('127.0.0.1', {port}), 2); print('reached')"
        assert b"reached" not in confined.python(text).out
    own = (
        "import socket; server = socket.create_server(('127.0.0.1', 0));"
        "socket.create_connection(server.getsockname()); print('reached')"
    )
    assert confined.python(own).out == b"reached\n"


def test_a_confined_command_reaches_no_service_through_a_socket_file(confined: Shell, tmp_path: Path) -> None:
    assert confined("ls -A /run").out == b""


def test_a_confined_command_reaches_no_socket_file_anywhere(confined: Shell, tmp_path: Path) -> None:
    import socket

    path = tmp_path / "service"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        text = f"import socket; socket.socket(socket.AF_UNIX).connect({str(path)!r}); print('reached')"

        assert b"reached" not in confined.python(text).out


def test_a_confined_command_can_count_processors(tmp_path: Path) -> None:
    alone = Shell(tmp_path, confined=True)
    alone.walls = Walls((tmp_path,), tuple(path for path in SYSTEM if path != Path("/proc")))
    outcome = alone("grep -c ^processor /proc/cpuinfo; cat /proc/1/environ")
    if not outcome.is_confined:
        pytest.skip(f"this system cannot confine a command: {dict(outcome.open_walls)}")
    assert int(outcome.out) > 0
    assert outcome.code, "who started it keeps its variables"


def test_a_confined_command_has_shared_memory_of_its_own(confined: Shell) -> None:
    text = "import multiprocessing; multiprocessing.Lock(); open('/dev/shm/mine', 'w'); print('locked')"

    assert confined.python(text).out == b"locked\n"
    assert not Path("/dev/shm/mine").exists()


def mounted(shell: Shell, line: str, **limits: float) -> Outcome:
    """Run a line where `work` is found in place of `home/project`, and `home/parts` below it."""
    home = shell.folder.parent / "home"
    project = home / "project"
    (project / "parts").mkdir(parents=True, exist_ok=True)
    (project / "parts/part").write_text("a part")
    (project / "own").write_text("the user's")
    (shell.folder / "parts").mkdir(exist_ok=True)
    (shell.folder / "copied").write_text("the copy's")
    walls = Walls(
        (),
        (*SYSTEM, *PYTHON),
        (Mount(shell.folder, project, is_writable=True), Mount(project / "parts", project / "parts")),
        are_required=True,
    )
    wanted = Limits(**{"seconds": 20, **limits})  # type: ignore[arg-type]
    argv = ("sh", "-c", line)
    return run(Job(argv, shell.folder, {"PATH": os.environ["PATH"]}, limits=wanted, walls=walls))


def test_a_mounted_folder_is_found_at_the_other_path(confined: Shell) -> None:
    outcome = mounted(confined, "pwd; ls; cat parts/part; echo x > made; echo x > parts/made; echo x > own")

    project = confined.folder.parent / "home/project"
    assert outcome.is_confined
    assert outcome.out.decode() == f"{project}\ncopied\nparts\na part"
    assert b"Read-only" in outcome.complaint
    assert (confined.folder / "made").read_text() == "x\n"
    assert not (project / "made").exists()
    assert (project / "own").read_text() == "the user's"
    assert [path.name for path in (project / "parts").iterdir()] == ["part"]


def test_a_command_that_needs_its_walls_does_not_begin_without_them(tmp_path: Path) -> None:
    walls = Walls((tmp_path,), SYSTEM, (Mount(tmp_path / "gone", tmp_path / "gone"),), are_required=True)
    missing = Walls((tmp_path,), SYSTEM, (Mount(tmp_path, Path("/proc/no")),), are_required=True)
    job = Job(("touch", "begun"), tmp_path, {"PATH": os.environ["PATH"]}, walls=missing)

    assert run(job).ended == "unconfined"
    assert not (tmp_path / "begun").exists()
    assert run(Job(("true",), tmp_path, {"PATH": os.environ["PATH"]}, walls=walls)).code == 0


def test_a_confined_command_cannot_signal_who_started_it(confined: Shell) -> None:
    outcome = confined(f"kill -0 {os.getpid()} && echo reached; ls /proc | grep -c '^[0-9]*$'")

    assert b"reached" not in outcome.out
    assert int(outcome.out) < 10


def test_a_confined_command_has_no_rights_to_lose(confined: Shell) -> None:
    assert b"CapEff:\t0000000000000000" in confined("grep CapEff /proc/self/status").out


def test_what_was_printed_has_a_digest(shell: Shell) -> None:
    one, same, other = shell("echo a"), shell("echo a"), shell("echo b")

    assert one.digest == same.digest != other.digest


HOLDS = "import os, time\npiece = b'x' * 2**20\n"
# How memory is held without a process having it: it must count all the same.
IN_NO_PROCESS = {
    "files in memory": "held = [os.memfd_create('m') for _ in range(4)]\n"
    "for each in held:\n    for _ in range(60): os.write(each, piece)\n",
    "files of a thread": "import ctypes, threading\ndef hold():\n"
    "    ctypes.CDLL(None).unshare(0x400); held = os.memfd_create('m')\n"
    "    for _ in range(240): os.write(held, piece)\n    time.sleep(30)\n"
    "threading.Thread(target=hold).start()\n",
    "shared segments": "import ctypes\nlibc = ctypes.CDLL(None)\nlibc.shmat.restype = ctypes.c_void_p\n"
    "held = libc.shmget(0, 240 << 20, 0o1600)\nat = libc.shmat(held, None, 0)\n"
    "ctypes.memset(at, 1, 240 << 20)\nlibc.shmdt(ctypes.c_void_p(at))\n",
}


@pytest.mark.parametrize("name", IN_NO_PROCESS)
def test_memory_counts_that_no_process_has(confined: Shell, name: str) -> None:
    outcome = confined.python(f"{HOLDS}{IN_NO_PROCESS[name]}time.sleep(30)", memory=150 * 2**20)

    assert outcome.ended == "memory"


def test_memory_that_processes_share_counts_once(confined: Shell) -> None:
    text = (
        f"{HOLDS}import mmap\nheld = os.memfd_create('m')\nfor _ in range(100): os.write(held, piece)\n"
        "seen = mmap.mmap(held, 100 << 20)\nsum(seen[::4096])\ntime.sleep(1.5)"
    )

    assert confined.python(text, memory=150 * 2**20).ended == "exited"


def test_files_without_a_name_count(confined: Shell) -> None:
    text = (
        f"{HOLDS}held = []\nfor _ in range(4):\n"
        "    held.append(os.open('file', os.O_RDWR | os.O_CREAT)); os.unlink('file')\n"
        "    for _ in range(40): os.write(held[-1], piece)\ntime.sleep(30)"
    )

    assert confined.python(text, disk=100 * 2**20).ended == "disk"


def test_many_empty_files_count(confined: Shell) -> None:
    text = "import time\nfor n in range(3000): open(f'file{n}', 'x')\ntime.sleep(30)"

    assert confined.python(text, disk=2**21).ended == "disk"


def test_nothing_is_written_to_what_a_command_reads(shell: Shell) -> None:
    text = "import os\ntry: os.write(0, b'x'); print('written')\nexcept OSError: print(open(0).read())"
    job = Job((sys.executable, "-I", "-c", text), shell.folder, given=b"words", walls=shell.walls)

    assert run(job).out == b"words\n"


def test_many_files_do_not_hide_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("groundplan.process.usage._AT_ONCE", 0.0)
    monkeypatch.setattr("resource.setrlimit", lambda *_: None)
    for number in range(600):
        (tmp_path / f"file{number}").touch()
    limits = {"processes": 10**6, "memory": 2**60, "disk": 500 * 1024, "folders": [str(tmp_path)]}
    usage = Usage(os.getpid(), limits)

    looks = [usage.find_passed() for _ in range(50)]

    assert looks[0] == "", "files are looked at a few at a time"
    assert looks[-1] == "disk"


@pytest.mark.parametrize("way", ["deep", "long"])
def test_files_in_nested_folders_count(confined: Shell, way: str) -> None:
    name, depth = ("a", 1700) if way == "deep" else ("a" * 200, 60)
    text = (
        f"{HOLDS}for _ in range({depth}): os.mkdir({name!r}); os.chdir({name!r})\n"
        "for n in range(4):\n    with open(str(n), 'wb') as file:\n"
        "        for _ in range(40): file.write(piece)\ntime.sleep(30)"
    )

    ended = confined.python(text, disk=100 * 2**20).ended
    subprocess.run(["rm", "-rf", confined.folder], check=True)  # deeper than pytest can remove

    assert ended == "disk"


@pytest.mark.parametrize("is_writable", [True, False])
def test_a_link_is_not_mounted(confined: Shell, tmp_path: Path, *, is_writable: bool) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / "link").symlink_to("keys")
    ended = []
    for name in ("keys", "link"):
        mount = Mount(tmp_path / name, Path("/srv"), is_writable=is_writable)
        walls = Walls((confined.folder,), SYSTEM, (mount,), are_required=True)
        ended.append(run(Job(("true",), confined.folder, {"PATH": os.environ["PATH"]}, walls=walls)).ended)

    assert ended == ["exited", "unconfined"]
