"""The one function that runs git: plumbing only, in an environment that nobody else has set.

A repository's configuration is code: `core.fsmonitor`, hooks, filters, diff drivers and, in a partial clone,
the remote's `uploadpack` all name programs that git starts. The table of questions holds none that does so,
and the settings are switched off as well, for the day git changes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.git.listening import LISTENER, Kept
from groundplan.git.pipes import demand_none_below, demand_plain
from groundplan.git.question import word_question
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unavailable, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import IO

    from groundplan.git.question import Inquiry

TIME_LIMIT = 30.0  # seconds
_SLOW = 1.0  # seconds; then it is worth a look what git waits for
_READS_PATTERNS = frozenset({"ls-files", "check-ignore"})
OUTPUT_LIMIT = 64 * 1024 * 1024  # bytes; the file names of a repository with a million files fit
COMPLAINT_LIMIT = 16 * 1024
_programs: dict[tuple[str | None, Path], Path] = {}  # where git was found, by PATH and repository
_given_up: dict[Path, float] = {}  # when git last did not answer, by the repository
_waited_for: dict[Path, Path] = {}  # what it waited for then


@dataclass(frozen=True, slots=True)
class Answer:
    """What git said: its exit code, its output byte for byte, its complaint as text."""

    code: int
    out: bytes
    complaint: str


_SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.untrackedCache=false",
    "core.attributesFile=/dev/null",
    "core.excludesFile=/dev/null",
    "core.editor=false",
    "core.askPass=",
    "core.sshCommand=false",
    "core.gitProxy=",
    "core.alternateRefsCommand=",
    "credential.helper=",
    "diff.external=",
    "interactive.diffFilter=",
    "log.showSignature=false",
    "gpg.program=false",
    "gpg.ssh.program=false",
    "protocol.allow=never",
    "submodule.recurse=false",
    # told on every call, as no graft is believed, and then in front of what git really complains of
    "advice.graftFileDeprecated=false",
    "fetch.recurseSubmodules=false",
    # the pack of a large repository would else be mapped whole; in windows it is read as fast
    "core.packedGitWindowSize=32m",
    "core.packedGitLimit=192m",
    # a folder that looks like a bare repository would else be opened, with its settings, by standing in it
    "safe.bareRepository=explicit",
)
_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat",
    # `protocol.allow=never` loses to a repository's own `protocol.file.allow`; this list does not
    "GIT_ALLOW_PROTOCOL": "none",
    # in a partial clone even `rev-parse` fetches a missing object by starting `remote.<name>.uploadpack`
    "GIT_NO_LAZY_FETCH": "1",
    # `info/grafts` tells commits other parents than they have
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "LC_ALL": "C",
}
# Where a person's own settings lie is theirs to say, as with HOME; everything else named GIT_ is dropped.
_KEPT = frozenset({"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"})
_PROGRAM_KEYS = {
    "filter": frozenset({"clean", "smudge", "process"}),
    "diff": frozenset({"command", "textconv"}),
    "merge": frozenset({"driver"}),
}


def run_git(root: Path, question: Inquiry, *, silenced: Sequence[str] = ()) -> Answer:
    """Put one question of the table to git in the folder `root`, within the limits of time and output."""
    with _patience(root, question.subcommand):
        process = start_git(root, question, silenced=silenced)
        look = partial(demand_none_below, root) if question.subcommand in _READS_PATTERNS else None
        return _collect(process, question.subcommand, look)


def run_git_twice(root: Path, one: Inquiry, other: Inquiry) -> tuple[Answer, Answer]:
    """Put two questions to git side by side: each takes git longer to start than to answer."""
    first, second = start_git(root, one), start_git(root, other)
    try:
        with _patience(root, one.subcommand):
            return _collect(first, one.subcommand), _collect(second, other.subcommand)
    finally:
        for process in (first, second):
            if process.returncode is None:  # the other did not answer
                with process:
                    end_group(process)


@contextlib.contextmanager
def _patience(root: Path, subcommand: str) -> Iterator[None]:
    """Wait for git once: a command that asks on where git did not answer would wait again and again."""
    if time.monotonic() - _given_up.get(root, -TIME_LIMIT) < TIME_LIMIT:
        raise too_late(subcommand, 0)
    if root in _waited_for:
        demand_plain(_waited_for[root], root)
    try:
        yield
    except _TooLate:
        _given_up[root] = time.monotonic()
        raise
    except Unreadable as error:
        _waited_for[root] = root / error.place
        raise


def start_git(root: Path, question: Inquiry, *, silenced: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """Start git on one question of the table; whoever starts it reads both pipes and ends it."""
    words = word_question(question)
    where = (os.environ.get("PATH"), root)  # asked dozens of times by one command, which finds the same
    program = _programs.get(where) or find_program("git", os.environ, outside=root)
    if program is None:
        raise Unavailable(
            "The program `git` is not on PATH", hint="Install git: https://git-scm.com/downloads"
        )
    _programs[where] = program
    settings = [word for setting in (*_SETTINGS, *silenced) for word in ("-c", setting)]
    argv = [str(program), "--no-pager", "--no-replace-objects"]
    if question.subcommand != "check-ignore":  # which takes paths only, and refuses to be told so
        argv.append("--literal-pathspecs")
    with _told(question.told) as stdin:
        try:
            return subprocess.Popen(
                [*argv, *settings, *words],
                cwd=root,
                env=scrub_environment(os.environ, root),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # no terminal to prompt at, and one group to end
            )
        except OSError as error:
            raise Unavailable(f"`{program}` cannot be started: {error.strerror or error}") from error


@contextlib.contextmanager
def _told(lines: tuple[str, ...]) -> Iterator[IO[bytes] | int]:
    """Give git its lines from an unnamed file: a pipe could fill up while git waits for us to read."""
    if not lines:
        yield subprocess.DEVNULL
        return
    with tempfile.TemporaryFile() as file:
        file.write("".join(f"{line}\n" for line in lines).encode("ascii"))
        file.seek(0)
        yield file


def scrub_environment(environ: Mapping[str, str], root: Path) -> dict[str, str]:
    """Return the environment git gets: no GIT_ variable of the caller, no prompt, no pager, no network."""
    kept = {
        name: value for name, value in environ.items() if not name.upper().startswith("GIT_") or name in _KEPT
    }
    # The repository was found by our own walk; git must not walk on to another one.
    return kept | _ENVIRONMENT | {"GIT_CEILING_DIRECTORIES": str(root.parent)}


def silence_drivers(names: Iterable[str]) -> tuple[str, ...]:
    """Return the settings that empty every filter, diff and merge driver among the configured names."""
    silenced = set()
    for name in names:
        section, _, rest = name.partition(".")
        driver, _, key = rest.rpartition(".")
        if key not in _PROGRAM_KEYS.get(section, ()) or not driver:
            continue
        if "=" in name:  # `-c` splits at the first `=`, so this one cannot be switched off
            raise Unreadable(
                f"The git configuration names a program as `{name}`, which cannot be switched off",
                hint="Look at it: `git config --list --show-origin`",
                place=name,
            )
        silenced.add(f"{name}=")
        if section == "filter":
            silenced.add(f"filter.{driver}.required=false")
    return tuple(sorted(silenced))


def _collect(
    process: subprocess.Popen[bytes], subcommand: str, look: Callable[[float], None] | None = None
) -> Answer:
    """Read all that git says, and end git and whatever it started when that is too much or takes too long.

    Once git is slow, `look` raises what it waits for, if it finds that in the seconds it is given.
    """
    excess = threading.Event()

    def stop() -> None:
        excess.set()
        end_group(process)

    out, complaint = Kept(OUTPUT_LIMIT, stop), Kept(COMPLAINT_LIMIT)
    deadline = time.monotonic() + TIME_LIMIT
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        listener = LISTENER({process.stdout: out, process.stderr: complaint})
        if look is not None and not listener.has_ended(min(_SLOW, TIME_LIMIT)):
            try:
                look(deadline - time.monotonic())
            except Unreadable:
                end_group(process)
                listener.has_ended(1.0)
                raise
        listener.has_ended(deadline - time.monotonic())
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(max(0.01, deadline - time.monotonic()))
        is_late = process.returncode is None or not listener.has_ended(0.0)
        if is_late:
            end_group(process)
        listener.has_ended(1.0)
    if excess.is_set():
        raise Unavailable(f"`git {subcommand}` said more than {OUTPUT_LIMIT // 2**20} MB")
    if is_late:
        raise too_late(subcommand, TIME_LIMIT)
    return Answer(process.returncode, bytes(out.data), complaint.data.decode("utf-8", "replace").strip())


class _TooLate(Unavailable):
    """git did not answer in time."""


def too_late(subcommand: str, seconds: float) -> Unavailable:
    """Return the complaint about a git that was stopped, or after one that was not asked any more."""
    what = f"did not answer within {seconds:.0f} s" if seconds else "was not asked: git did not answer before"
    return _TooLate(
        f"`git {subcommand}` {what}",
        hint="It may wait for a named pipe: look for one with "
        "`find . -type p`, and see what `git config --list --show-origin` includes",
    )


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End git and whatever it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


# Finding a program on PATH without letting the scanned repository choose which file that is.


def find_program(name: str, environ: Mapping[str, str], *, outside: Path | None = None) -> Path | None:
    """Return the first program of that name on PATH that does not lie in the folder `outside`, or None."""
    inside = os.path.realpath(outside) if outside is not None else None
    for entry in environ.get("PATH", os.defpath).split(os.pathsep):
        # `.` or `node_modules/.bin` on PATH means whatever lies in the folder we run in
        found = shutil.which(name, path=entry) if os.path.isabs(entry) else None  # noqa: PTH117 - on every call
        # Windows looks into the current folder before the one it was given
        if found is None or Path(found).parent != Path(entry):
            continue
        if inside is None or not Path(os.path.realpath(entry)).is_relative_to(inside):
            return Path(found)
    return None
