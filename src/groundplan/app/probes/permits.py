"""What a person has allowed to run, in a file of their own: `probes.toml` in the user's configuration.

A repository cannot allow anything: the file lies outside of it, and each line names the repository.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.app.probes.families import Family
from groundplan.files.plain import read_plain
from groundplan.models.configured import models_file
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Unavailable
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.store import system
from groundplan.store.lock import LOCK_TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_KEYS = {"repository", "command", "further", "unconfined", "verification", "folder", "programs"}
_FORM = (
    'A table [[allow]] has `repository = "/path"` and `command = ["pytest"]`, and may have `further = true`'
)
_OTHERS_MAY_WRITE = 0o022
OWN_PROGRAMS = (".venv/bin", "venv/bin", "node_modules/.bin", "vendor/bin")  # what a project installs itself


@dataclass(frozen=True, slots=True)
class Permit:
    """A family of commands that may run over one repository."""

    repository: str
    family: Family
    is_unconfined: bool = False  # also where the system cannot confine it
    is_verification: bool = False  # of committed work; somebody's patch is not meant
    folder: str = ""  # below the root
    programs: tuple[str, ...] = ()  # what its words were found as; the project's own need not be known yet

    def covers(self, wanted: Permit) -> bool:
        """Tell whether what is wanted was allowed; being unconfined has to be allowed by name.

        What verifies a task or is not confined is allowed word for word, whatever is said of further words.
        """
        is_word_for_word = wanted.is_verification or wanted.is_unconfined
        if self.family.holds(wanted.family) and not is_word_for_word:
            wanted = replace(wanted, family=self.family)
        is_meant = self.meant == wanted.meant and (self.is_unconfined or not wanted.is_unconfined)
        return is_meant and not wanted.find_strays((self,))

    @property
    def is_probe(self) -> bool:
        """Whether it allows what `probe` runs: at the root, and not as a task's verification."""
        return not (self.is_verification or self.folder)

    def find_strays(self, known: Iterable[Permit]) -> tuple[str, ...]:
        """Return the programs that are neither the project's own nor in one of some permits for the same."""
        allowed = {each for permit in known if permit.meant == self.meant for each in permit.programs}
        own = tuple(f"{self.repository}/{name}/" for name in OWN_PROGRAMS)
        return tuple(each for each in self.programs if each not in allowed and not each.startswith(own))

    @property
    def meant(self) -> tuple[str, Family, bool, str]:
        """Return what both have to name: repository, words, purpose and folder."""
        return self.repository, self.family, self.is_verification, self.folder


def permits_file(environ: Mapping[str, str]) -> Path | None:
    """Return where the user's permits are listed."""
    models = models_file(environ)
    return models.with_name("probes.toml") if models else None


def is_permitted(wanted: Permit, environ: Mapping[str, str]) -> bool:
    """Tell whether the user's own file allows this."""
    return any(permit.covers(wanted) for permit in read_permits(wanted.repository, environ))


def read_permits(repository: str, environ: Mapping[str, str]) -> tuple[Permit, ...]:
    """Return what the user's file allows; a file that somebody else could have written is an error."""
    file, rows = _read(repository, environ, "allow")
    return tuple(_permit(file, row) for row in rows)


def read_variables(repository: str, environ: Mapping[str, str]) -> frozenset[str]:
    """Return the further variables that the user's file passes on to verification commands."""
    file, names = _read(repository, environ, "variables")
    if not all(isinstance(name, str) for name in names):
        raise Misused(f"`variables` in `{file}` is no list of names", hint='`variables = ["DATABASE_URL"]`')
    return frozenset(names)


def _read(repository: str, environ: Mapping[str, str], key: str) -> tuple[Path, list[Any]]:
    file = permits_file(environ)
    if file is None or not file.exists():
        return Path(), []
    _distrust(file, repository)
    try:
        rows = read_toml(read_plain(file, follows=True).decode("utf-8")).get(key, [])
    except (BadToml, OSError, UnicodeDecodeError) as error:
        raise Misused(f"`{file}` cannot be read: {error}") from error
    if not isinstance(rows, list):
        raise Misused(f"`{key}` in `{file}` is no list", hint=_FORM)
    return file, rows


def _permit(file: Path, row: Any) -> Permit:  # noqa: ANN401 - whatever the file holds
    command = row.get("command") if isinstance(row, dict) else None
    if (
        not isinstance(command, list)
        or not command
        or not all(isinstance(word, str) for word in command)
        or not isinstance(row.get("repository"), str)
        or any(not isinstance(row.get(key, False), bool) for key in ("further", "unconfined", "verification"))
        or not isinstance(row.get("folder", ""), str)
        or not isinstance(row.get("programs", []), list)
        or not all(isinstance(each, str) for each in row.get("programs", []))
        or set(row) - _KEYS
    ):
        raise Misused(f"A table [[allow]] in `{file}` allows nothing that can be understood", hint=_FORM)
    family = Family(tuple(command), is_open=row.get("further", False))
    is_unconfined, is_verification = (row.get(key, False) for key in ("unconfined", "verification"))
    place = row.get("folder", ""), tuple(row.get("programs", []))
    return Permit(row["repository"], family, is_unconfined, is_verification, *place)


def _distrust(file: Path, repository: str) -> None:
    real = Path(os.path.realpath(file))
    if real.is_relative_to(repository):
        raise Misused(f"`{file}` lies in the repository, which may not allow anything to run")
    found = real.stat()
    if hasattr(os, "geteuid") and (
        found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & _OTHERS_MAY_WRITE
    ):
        raise Misused(f"Others may write to `{file}`", hint=f"`chmod 600 {file}`")


def remember(permit: Permit, environ: Mapping[str, str]) -> Path:
    """Add a permit to the user's file, and return where that is."""
    file = permits_file(environ)
    if file is None:
        raise Unavailable("There is no folder for your settings: neither `HOME` nor `XDG_CONFIG_HOME` is set")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(file):  # else two who add to what they read leave one of the two out
            if not is_permitted(permit, environ):
                before = read_plain(file, follows=True).decode("utf-8") if file.exists() else ""
                _replace(file, f"{before.rstrip()}\n\n{_spell(permit)}\n".lstrip())
    except OSError as error:
        raise Unavailable(f"`{file}` cannot be written: {error.strerror or error}") from error
    return file


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Keep every other writer out, in this process or another."""
    handle = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + LOCK_TIMEOUT
        while not system.lock(handle):
            if time.monotonic() > deadline:
                raise Unavailable(f"Another process is writing to `{file}`", hint="Try again")
            time.sleep(0.01)
        yield
    finally:
        os.close(handle)


def _spell(permit: Permit) -> str:
    rows = [
        "[[allow]]",
        f"repository = {_quoted(permit.repository)}",
        f"command = [{', '.join(map(_quoted, permit.family.words))}]",
        *(["further = true"] if permit.family.is_open else []),
        *(["unconfined = true"] if permit.is_unconfined else []),
        *(["verification = true"] if permit.is_verification else []),
        *([f"folder = {_quoted(permit.folder)}"] if permit.folder else []),
        *([f"programs = [{', '.join(map(_quoted, permit.programs))}]"] if permit.programs else []),
    ]
    return "\n".join(rows)


def _quoted(text: str) -> str:
    """Return a TOML string; JSON's escapes are TOML's as well, but for one letter that it leaves alone."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Misused(f"`{text!a}` cannot be remembered", hint="Allow it once instead") from error
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _replace(file: Path, text: str) -> None:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, delete=False) as made:
        try:
            made.write(text)
            made.flush()
            os.fsync(made.fileno())
            Path(made.name).replace(file)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(made.name).unlink()
            raise
