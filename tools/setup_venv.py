"""Makes and keeps the virtual environment that ./gp and ./check run in, with the standard library only.

A stamp inside the environment says what it was made from; while that is unchanged a start costs one file
comparison. The stamp is written last, so an interrupted setup leaves none and is made anew. The syntax stays
that of Python 2.7: whoever starts this with an old Python gets a message instead of a traceback.
"""

import contextlib
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
OLDEST = (3, 11)
LOCKS = {"runtime": "requirements.lock", "dev": "requirements-dev.lock"}


class SetupError(Exception):
    """The environment cannot be made; carries the next thing to do."""

    def __init__(self, message, hint):
        Exception.__init__(self, message)
        self.message = message
        self.hint = hint


def venv_folder():
    """Name the folder of the environment, which GROUNDPLAN_VENV may move out of the checkout."""
    return os.path.abspath(os.environ.get("GROUNDPLAN_VENV") or os.path.join(ROOT, ".venv"))


def program(venv, name):
    """Name a program inside the environment."""
    return os.path.join(venv, *(("Scripts", name + ".exe") if os.name == "nt" else ("bin", name)))


def started_as(script):
    """Return the command that starts this script again: as typed, or shorter than a whole path."""
    folder, name = os.path.split(script)
    if not folder:  # `python gp`: a script that PATH finds is always started by its path
        return "{} {}".format(os.path.basename(sys.executable).replace(".exe", ""), name)
    for each in os.environ.get("PATH", os.defpath).split(os.pathsep):
        if each and os.path.exists(os.path.join(each, name)):
            if os.path.isabs(script) and _is_same(os.path.join(each, name), script):
                return name
            break
    return quoted(_from_here(script))


def _from_here(script):
    """Return a path counted from the current folder where that is shorter and a person reads it there.

    What goes into a file or to an agent may be read in another folder.
    """
    if not os.path.isabs(script) or not sys.stdout.isatty():
        return script
    try:
        near = os.path.relpath(script)
    except ValueError:  # another drive
        return script
    near = near if os.sep in near else os.path.join(os.curdir, near)
    return near if len(near) < len(script) and _is_same(near, script) else script


def _is_same(path, other):
    try:
        return os.path.samefile(path, other)
    except OSError:
        return False


def give_way(argv):
    """Become another program; on Windows, which has no exec that keeps the console, wait for it."""
    if os.name == "nt":
        import subprocess  # noqa: PLC0415  (not needed elsewhere)

        return subprocess.call(argv)
    os.execv(argv[0], argv)
    return 5


def quoted(path):
    """Return a path as a shell takes it."""
    if all(letter.isalnum() or letter in "/._-~:\\" for letter in path):
        return path
    return '"{}"'.format(path) if os.name == "nt" else "'{}'".format(path.replace("'", "'\\''"))


def ready(kind):
    """Return the environment's folder, made or renewed first where it is not what the lock file says."""
    venv = venv_folder()
    if not is_current(venv, kind):
        make(venv, kind)
    return venv


def is_current(venv, kind):
    """Whether the environment was finished from the lock file and project as they are now."""
    is_whole = all(os.path.exists(program(venv, name)) for name in ("python", "groundplan"))
    return read(stamp(venv, kind)) == wanted(kind) and is_whole


def stamp(venv, kind):
    """Name the file that says what the environment was made from."""
    return os.path.join(venv, "groundplan-{}.stamp".format(kind))


def wanted(kind):
    """Return what a stamp must hold: the text itself, since comparing it is quicker than importing a hash."""
    parts = [ROOT.encode("utf-8", "surrogateescape")]
    for name in (LOCKS[kind], "pyproject.toml"):
        text = read(os.path.join(ROOT, name))
        if text is None:
            raise SetupError("`{}` is missing in `{}`".format(name, ROOT), "git checkout -- " + name)
        parts.append(text.split(b"\n[tool.")[0])  # how a tool is set changes nothing that is installed
    return b"\n".join(parts)


def read(path):
    """Return a file's bytes, or None where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except EnvironmentError:  # in Python 2 no file is an IOError
        return None


def make(venv, kind):
    """Make or renew the environment; a second process waits for the first and then finds it made."""
    if sys.version_info < OLDEST:
        raise SetupError(
            "Python {}.{} is too old: groundplan needs 3.11 or newer".format(*sys.version_info[:2]),
            "Start it with a newer one, such as: python3.13 {}".format(sys.argv[0]),
        )
    try:
        with locked(venv + ".setup") as journal:
            if not is_current(venv, kind):
                fill(venv, kind, journal)
    except OSError as error:
        # `raise ... from` is no syntax in Python 2; the context says the same
        raise SetupError(  # noqa: B904
            "Cannot write the environment `{}`: {}".format(venv, error.strerror or error),
            "Name a folder you may write to: GROUNDPLAN_VENV=~/.cache/groundplan-venv {}".format(sys.argv[0]),
        )


@contextlib.contextmanager
def locked(path):
    """Hold a file that one process has at a time; what is written into it outlives a crash."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "a+b") as file:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415  (only there on Windows)

            file.seek(1 << 30)  # a byte far behind the journal, which stays readable to others
            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:  # LK_LOCK gives up after ten seconds; a first setup may take longer
                    continue
        else:
            import fcntl  # noqa: PLC0415  (only there on POSIX)

            fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def fill(venv, kind, journal):
    """Install into the environment; until the end a note in the journal says it is ours and unfinished."""
    is_made = os.path.exists(program(venv, "python"))
    stamps = [stamp(venv, each) for each in LOCKS]
    is_finished = any(os.path.exists(each) for each in stamps)
    journal.seek(0)
    if not is_finished and not journal.read() and os.path.isdir(venv) and os.listdir(venv):
        # Making it anew empties the folder, so a folder that ./gp did not make is left alone.
        raise SetupError(
            "`{}` is there but was not made by ./gp or ./check".format(venv),
            "Move it away, or name another folder in GROUNDPLAN_VENV",
        )
    journal.truncate(0)
    journal.write(b"unfinished\n")
    journal.flush()
    tell("bringing {} up to date".format(venv) if is_finished else "setting up {} (once)".format(venv))
    for each in stamps:
        with contextlib.suppress(FileNotFoundError):
            os.remove(each)
    if not (is_made and is_finished):
        create(venv)
    install(venv, kind)
    for each in LOCKS if kind == "dev" else [kind]:  # the development lock file holds all of the runtime's
        with open(stamp(venv, each) + ".new", "wb") as file:
            file.write(wanted(each))
        os.replace(stamp(venv, each) + ".new", stamp(venv, each))
    journal.truncate(0)


def create(venv):
    """Make an empty environment, over whatever an interrupted setup left."""
    output = run([sys.executable, "-m", "venv", "--clear", venv])
    if output is not None:
        raise SetupError(
            "`{} -m venv` failed\n{}".format(sys.executable, gist(output)),
            "Install Python's venv module; on Debian and Ubuntu: sudo apt install python3-venv",
        )


def install(venv, kind):
    """Install the locked packages by their hashes, then the project itself in place."""
    pip = [program(venv, "python"), "-m", "pip", "install", "--quiet", "--no-input", "--no-deps"]
    locked_packages = ["--require-hashes", "--requirement", os.path.join(ROOT, LOCKS[kind])]
    project = ["--no-build-isolation", "--editable", ROOT]
    for what in (locked_packages, project):
        output = run(pip + what)
        if output is not None:
            raise SetupError("pip could not install the packages\n{}".format(gist(output)), pip_hint(output))


def pip_hint(output):
    """Tell a missing network from the rest by what pip says of it."""
    if any(sign in output for sign in ("Connection", "Retrying", "NameResolution", "SSLError", "Timeout")):
        return "Setting up needs the network, or an index that `pip config list` names; try again with it"
    return "Read pip's words above, then try again: the setup starts anew"


def run(argv):
    """Run a program quietly; return None when it worked, else what it said."""
    import subprocess  # noqa: PLC0415  (not needed when the environment is current)

    # An outer environment's settings would lead pip and venv astray.
    astray = ("PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_REQUIRE_VIRTUALENV", "PIP_TARGET", "PIP_PREFIX")
    clean = {name: value for name, value in os.environ.items() if name not in astray}
    clean["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    said, silent = subprocess.PIPE, subprocess.DEVNULL
    done = subprocess.run(argv, env=clean, stdin=silent, stdout=said, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode else None


def gist(output):
    """Cut what a program said down to its complaints, or to its end where it marks none."""
    lines = output.splitlines()
    return "\n".join([line for line in lines if line.startswith(("ERROR", "Error"))] or lines[-12:])


def tell(words):
    """Talk on stderr: stdout belongs to the command that was asked for."""
    sys.stderr.write("groundplan: {}\n".format(words))
    sys.stderr.flush()


def fail(error):
    """Say what is wrong and what to do next; return the exit code for a failure of the outside world."""
    sys.stderr.write("error: {}\n\nhint: {}\n".format(error.message, error.hint))
    return 5
