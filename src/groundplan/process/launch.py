"""Starts one command inside its limits and walls, watches it, and leaves nothing behind.

A program of its own, run by the same Python without site packages: it alone may fork after the walls are up,
and it cleans up even if whoever started it is killed. Words: the number of a file with a JSON object that has
`argv`, limits and walls, and of the file to report to, one JSON object per line.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import errno
import fcntl
import json
import os
import resource
import signal
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

sys.path.append(str(Path(__file__).parents[2]))  # last, so that nothing is taken for Python's own

from groundplan.process.usage import Usage, descendants, names_of

_NEWNS, _NEWIPC, _NEWUSER, _NEWPID, _NEWNET = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_REC, _MS_PRIVATE = 2, 4, 8, 0x4000, 0x40000
_OPEN_TREE, _MOVE_MOUNT, _MOUNT_SETATTR = 428, 429, 442
_FROM_HANDLE = 0x1000
_CLONE, _CLOSED_LATER, _BELOW, _ITSELF, _READ_ONLY, _HERE = 1, os.O_CLOEXEC, 0x8000, 0x1000, 1, -100
_FOLDER_ALONE = getattr(os, "O_PATH", 0) | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC
_SET_PDEATHSIG, _SET_DUMPABLE, _SET_SUBREAPER, _SET_NO_NEW_PRIVS, _CAPBSET_DROP = 1, 4, 36, 38, 24
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_READ = 0b1101  # execute, read a file, read a folder
_ALL_BY_VERSION = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
_FILE_RIGHTS = (
    0b111 | 0x4000 | 0x8000
)  # what a rule on a file may name: execute, write, read, truncate, device
_SHARED_MEMORY = "/dev/shm"  # noqa: S108 - the command's own, and as empty as its other folders
_ROOT_PLACES = ("/mnt", "/media", "/srv", "/boot", "/tmp", "/var", "/home")  # noqa: S108 - one is covered
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_OWN_NUMBERS = (6, 14)  # the Linux in which each numbering of processes has its own highest number
_LEAST_NUMBERS = 301  # it takes no fewer
_LOOK_EVERY = 0.05  # seconds
_FIRST_LOOKS = 10  # that come five times as fast
_MOST_LEFT = 20  # processes that are named
_MOST_HANDLES = 16384  # each is looked at for what it holds

_libc = ctypes.CDLL(None, use_errno=True)


class _Report:
    """The file that whoever started this reads; the command never gets it."""

    def __init__(self, number: int) -> None:
        self.number = number
        os.set_inheritable(number, False)  # noqa: FBT003

    def tell(self, **words: object) -> None:
        os.write(self.number, (json.dumps(words) + "\n").encode())


def main() -> NoReturn:
    """Put up the walls, start the command, watch it, end everything, report how it ended."""
    with open(int(sys.argv[1]), encoding="utf-8") as words:  # noqa: PTH123 - walls may be more than argv takes
        wanted = json.load(words)
    report = _Report(int(sys.argv[2]))
    end_asked: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda got, _frame: end_asked.append(got))
    _prctl(_SET_PDEATHSIG, signal.SIGTERM)
    _prctl(_SET_SUBREAPER, 1)
    held: list[str] = []
    missing: dict[str, str] = {}
    apart = bool(wanted["walls"]) and _enter_namespaces(held, missing)
    child = os.fork()
    if child == 0:
        _inside(wanted, report, apart=apart, held=held, missing=missing)
    passed, status = _watch(child, wanted["limits"], end_asked)
    if status is not None and not apart:
        report.tell(left=names_of(descendants(os.getpid(), _MOST_LEFT)))
    _end_all(child)
    if passed:
        report.tell(passed=passed)
    elif status is not None and not apart:  # else the first process of the new numbering has told it
        report.tell(code=os.waitstatus_to_exitcode(status))
    sys.exit(0)


def _enter_namespaces(held: list[str], missing: dict[str, str]) -> bool:
    """Go where there is no network and where processes are numbered anew; say what could not be had."""
    user, group = os.getuid(), os.getgid()
    if sys.platform != "linux" or _libc.unshare(_NEWUSER | _NEWNS | _NEWIPC | _NEWPID | _NEWNET) != 0:
        why = "this system has no namespaces" if sys.platform != "linux" else os.strerror(ctypes.get_errno())
        missing.update({"processes": why, "network": why})
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny", "ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", "ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", "ascii")
    except OSError as error:
        missing["user"] = str(error)
    if not _mount("none", "/", "", _MS_REC | _MS_PRIVATE):
        missing["services"] = os.strerror(ctypes.get_errno())
    with contextlib.suppress(OSError):
        _loopback_up()
    held += ["processes", "network"]
    return True


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        fcntl.ioctl(asked, 0x8914, struct.pack("16sh22x", b"lo", 0x1 | 0x40))


def _inside(
    wanted: dict[str, Any], report: _Report, *, apart: bool, held: list[str], missing: dict[str, str]
) -> NoReturn:
    """Be the first process of the new numbering, which takes all others with it, or the command itself."""
    _prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if not apart:
        _become(wanted, report, held, missing)
    with contextlib.suppress(OSError):
        # What no limit sees, such as memory in a socket, costs this command first when memory runs out.
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
    _prctl(_SET_DUMPABLE, 0)
    try:
        _enter_root(wanted["walls"])
        _number_few(wanted["limits"]["processes"])
    except OSError as error:
        missing["services"] = str(error)
    command = os.fork()
    if command == 0:
        _become(wanted, report, held, missing)
    for number in (0, 1, 2):  # else the pipes stay open for as long as this one does
        os.close(number)
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == command:
            left = names_of(descendants(os.getpid(), _MOST_LEFT))
            report.tell(code=os.waitstatus_to_exitcode(status), left=left)
            os._exit(0)


class _Shown(NamedTuple):
    """What is shown to the command, held by its handle: nobody can put something else in its place."""

    tree: int
    target: str
    is_folder: bool
    link: str  # where it leads, if it is a link that is shown as one
    real: str


def _enter_root(walls: dict[str, Any]) -> None:
    """Go where there is nothing but what the command may touch: no socket of a service, no other process."""
    _demand(_libc.unshare(_NEWNS))
    shown = [(path, path, False) for path in walls["readable"]]
    shown += [(path, path, True) for path in (*_DEVICES, *walls["writable"])]
    shown += walls["mounts"]
    # What is shown later covers what was there, so folders come before those below them.
    shown.sort(key=lambda each: len(Path(os.path.realpath(each[1]) if each[0] == each[1] else each[1]).parts))
    # What the new root covers cannot be shown in it any more.
    real = [os.path.realpath(source) for source, _, _ in shown]
    root = next(
        place
        for place in _ROOT_PLACES
        if Path(place).is_dir() and not any(f"{path}/".startswith(f"{place}/") for path in real)
    )
    held = [_hold(*each, is_mount=each in walls["mounts"]) for each in shown if os.path.lexists(each[0])]
    here = f"{Path.cwd()}/"
    above = [each for each in shown if here.startswith(f"{each[0]}/")]
    nearest = max(above, key=lambda each: len(each[0])) if above else ("", "/", False)
    _demand(0 if _mount("tmpfs", root, "tmpfs", _MS_NOSUID | _MS_NODEV) else -1)
    # From here on no name leads anywhere else, whatever links an earlier command left in its folders.
    os.chroot(root)
    os.chdir("/")
    Path(_SHARED_MEMORY).mkdir(parents=True)
    _mount("tmpfs", _SHARED_MEMORY, "tmpfs", _MS_NOSUID | _MS_NODEV, "size=256m")
    for each in held:
        _put_tree(each)
    Path("/proc").mkdir(exist_ok=True)
    _demand(0 if _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC) else -1)
    os.chdir(nearest[1] + here[len(nearest[0]) :])


def _hold(source: str, target: str, is_writable: bool, *, is_mount: bool) -> _Shown:  # noqa: FBT001 - as told
    """Take hold of a folder or file to show; what takes the place of another is a folder and no link."""
    handle = _open_folder(source) if is_mount else -1
    if is_mount and is_writable and os.fstat(handle).st_uid != os.getuid():
        raise PermissionError(errno.EPERM, "it belongs to somebody else", source)
    name, from_handle = (b"", _FROM_HANDLE) if is_mount else (os.fsencode(source), 0)
    at = handle if is_mount else _HERE
    tree: int = _libc.syscall(_OPEN_TREE, at, name, _CLONE | _CLOSED_LATER | _BELOW | from_handle)
    _demand(tree, source)
    if is_mount:
        os.close(handle)
    # A folder below one that may be written to is writable with it for Landlock, so the mount itself says no.
    if not is_writable:
        wanted = struct.pack("=QQQQ", _READ_ONLY, 0, 0, 0)
        words = (tree, b"", _ITSELF | _BELOW, wanted, ctypes.c_size_t(len(wanted)))
        _demand(_libc.syscall(_MOUNT_SETATTR, *words), source)
    link = str(Path(source).readlink()) if source == target and Path(source).is_symlink() else ""
    return _Shown(tree, target, Path(source).is_dir(), link, os.path.realpath(source))


def _open_folder(path: str) -> int:
    """Open a folder of the user's own step by step; a link on the way there is an error."""
    handle = os.open("/", _FOLDER_ALONE)
    for name in Path(path).parts[1:]:
        below = os.open(name, _FOLDER_ALONE, dir_fd=handle)
        os.close(handle)
        handle = below
    return handle


def _put_tree(shown: _Shown) -> None:
    """Show a folder or file in the new root; `/bin` that leads to `/usr/bin` leads there here as well."""
    at = Path(shown.target)
    if shown.link:
        at.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            at.symlink_to(shown.link)
        at = Path(shown.real)
    if not at.exists():
        (at if shown.is_folder else at.parent).mkdir(parents=True, exist_ok=True)
    if not at.exists():
        at.touch()
    _demand(_libc.syscall(_MOVE_MOUNT, shown.tree, b"", _HERE, os.fsencode(at), 4), shown.target)
    os.close(shown.tree)


def _demand(done: int, about: str = "") -> None:
    if done < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), about or None)


def _number_few(most: int) -> None:
    """Let this numbering end soon: root has no other limit, and multiplies faster than anybody looks."""
    release = os.uname().release.split(".")
    if tuple(map(int, release[:2])) >= _OWN_NUMBERS:  # in older ones the number is everybody's
        with contextlib.suppress(OSError):
            Path("/proc/sys/kernel/pid_max").write_text(str(max(most * 2, _LEAST_NUMBERS)), "ascii")


def _become(wanted: dict[str, Any], report: _Report, held: list[str], missing: dict[str, str]) -> NoReturn:
    """Give up every right that is not needed, and become the command."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_FSIZE, wanted["limits"]["disk"])
    _lower(resource.RLIMIT_NOFILE, _MOST_HANDLES)
    _prctl(_SET_NO_NEW_PRIVS, 1)
    if "processes" in held:  # elsewhere all processes of the user would count
        _lower(resource.RLIMIT_NPROC, wanted["limits"]["processes"] + 2)
    if wanted["walls"]:
        for capability in range(64):
            _prctl(_CAPBSET_DROP, capability)
        why = _landlock(wanted["walls"], is_apart=not missing)
        if why:
            missing["files"] = why
        else:
            held.append("files")
    report.tell(walls=held, open=missing)
    if missing and wanted["walls"] and wanted["walls"]["required"]:
        report.tell(unconfined=True)
        os._exit(126)
    try:
        os.execvpe(wanted["argv"][0], wanted["argv"], os.environ)  # noqa: S606 - that is what it is for
    except OSError as error:
        report.tell(failed=f"{error.strerror or error}")
    os._exit(127)


def _lower(which: int, most: int) -> None:
    _, hard = resource.getrlimit(which)
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(which, (wanted, wanted))


def _landlock(walls: dict[str, Any], *, is_apart: bool) -> str:
    """Allow the named folders only; return why that cannot be done, or nothing."""
    if sys.platform != "linux":
        return "this system has no Landlock"
    version = _libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return "this kernel has no Landlock"
    rights = _ALL_BY_VERSION[min(version, 5)]
    asked = struct.pack("=Q", rights)
    rules = _libc.syscall(_LANDLOCK_CREATE, asked, ctypes.c_size_t(len(asked)), 0)
    if rules < 0:
        return os.strerror(ctypes.get_errno())
    # Programs count processors and memory in `/proc`, which here has the command's own processes alone.
    own = [_SHARED_MEMORY] if is_apart else []
    for path in [*walls["readable"], *(["/proc"] if is_apart else [])]:
        _allow(rules, path, _READ & rights)
    mounted = [target for _, target, is_writable in walls["mounts"] if is_writable]
    for path in [*own, *walls["writable"], *mounted, *_DEVICES]:
        _allow(rules, path, rights)
    done = _libc.syscall(_LANDLOCK_RESTRICT, rules, 0)
    os.close(rules)
    return "" if done == 0 else os.strerror(ctypes.get_errno())


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # what is not there needs no right
        return
    if not Path(path).is_dir():
        rights &= _FILE_RIGHTS
    _libc.syscall(_LANDLOCK_ADD, rules, 1, struct.pack("=Qi", rights, opened), 0)
    os.close(opened)


def _watch(child: int, limits: dict[str, Any], end_asked: list[int]) -> tuple[str, int | None]:
    """Wait for the command; return the limit it passed, if any, and how it ended."""
    usage = Usage(os.getpid(), limits)
    look = 0
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "", status
        if end_asked:
            return "", None
        look += 1
        passed = usage.find_passed()
        if passed:
            return passed, None
        time.sleep(_LOOK_EVERY if look > _FIRST_LOOKS else _LOOK_EVERY / 5)


def _end_all(child: int) -> None:
    """End the command and whatever it left behind, also what made itself independent."""
    for _ in range(100):
        left = descendants(os.getpid(), 10_000)
        for number in left or [child]:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.01)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        _libc.prctl(option, value, 0, 0, 0)


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> bool:
    words = (source.encode(), os.fsencode(target), kind.encode() or None)
    return bool(_libc.mount(*words, ctypes.c_ulong(flags), options.encode() or None) == 0)


if __name__ == "__main__":
    main()
