"""All playbooks at hand: the bundled ones and the repository's own, found by name."""

from __future__ import annotations

import functools
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import NotFound, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.playbooks.reader import MAIN_FILE, examine
from groundplan.playbooks.table import Fault, allowed, refuse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from groundplan.plan.playbook import Playbook

OWN_FOLDER = ".groundplan/playbooks/"
EXAMPLE = "example"  # the folder of a playbook with a filled plan, a file for each document


@dataclass(frozen=True, slots=True)
class Shelf:
    """Playbooks by name. `own` holds the repository's files by their path below `.groundplan/playbooks/`."""

    own: Mapping[str, bytes] = field(default_factory=dict)
    known_codes: Collection[str] | None = None

    def names(self) -> tuple[str, ...]:
        """Return the names of all playbooks, the bundled ones first, broken ones included."""
        return (*bundled_names(), *(name for name in self._own_names() if name not in bundled_names()))

    def is_bundled(self, name: str) -> bool:
        """Tell whether the playbook comes with groundplan."""
        return name in bundled_names()

    def find(self, name: str) -> Playbook:
        """Return the playbook of that name, or raise `NotFound` with near names, or `Unreadable`."""
        playbook, faults = self.examine(name)
        if faults or playbook is None:
            raise refuse(name, faults)
        return playbook

    def find_pinned(self, name: str, digest: str) -> Playbook:
        """Return the version that a plan pinned, where it is at hand, else the one of today."""
        today = self.find(name)
        if digest == today.digest or not self.is_bundled(name):
            return today
        return next((book for book in _earlier(name) if book.digest == digest), today)

    def faults(self, name: str) -> tuple[Fault, ...]:
        """Return everything wrong with the playbook of that name."""
        return self.examine(name)[1]

    def examine(self, name: str) -> tuple[Playbook | None, tuple[Fault, ...]]:
        """Return the playbook as far as it can be read, and its faults."""
        if name not in self.names():
            raise Unknown(
                f"There is no playbook `{name}`",
                name=name,
                known=self.names(),
                hint=self._near(name),
            )
        if not self.is_bundled(name):
            return self._examine_own(name)
        if name in self._own_names():
            # A second playbook of that name would change, unseen, what every plan of that kind must hold to.
            taken = Fault(
                f"{OWN_FOLDER}{name}/{MAIN_FILE}", "name", f"`{name}` is a bundled playbook; choose another"
            )
            return None, (taken,)
        return _examine_bundled(name, None if self.known_codes is None else frozenset(self.known_codes))

    def example(self, name: str) -> dict[str, str]:
        """Return the filled example of each document, by its name; empty where the playbook has none."""
        book = self.find(name)
        own = self._own_files(name)
        files = (
            bundled_files(f"{name}/{EXAMPLE}")
            if self.is_bundled(name)
            else {
                path.removeprefix(f"{EXAMPLE}/"): own[path] for path in own if path.startswith(f"{EXAMPLE}/")
            }
        )
        found = {spec.name: files.get(f"{spec.name}.md") for spec in book.documents}
        return {each: data.decode("utf-8", "replace") for each, data in found.items() if data is not None}

    def _examine_own(self, name: str) -> tuple[Playbook | None, tuple[Fault, ...]]:
        folder = f"{OWN_FOLDER}{name}/"
        playbook, faults = examine(
            self._own_files(name), name=name, folder=folder, known_codes=self.known_codes
        )
        full = playbook.variant_of if playbook else ""
        if full and full not in self.names():
            missing = f"there is no playbook `{full}`; {allowed(full, self.names())}"
            faults = (*faults, Fault(f"{folder}{MAIN_FILE}", "variant_of", missing))
        return playbook, faults

    def _own_names(self) -> tuple[str, ...]:
        return tuple(sorted({path.split("/")[0] for path in self.own if "/" in path}))

    def _own_files(self, name: str) -> dict[str, bytes]:
        return {path[len(name) + 1 :]: data for path, data in self.own.items() if path.startswith(f"{name}/")}

    def _near(self, name: str) -> str:
        known = NotFound("", name=name, known=self.names()).hint
        return known or Hint("See them: ", run("playbook list"))


def bundled_names() -> tuple[str, ...]:
    """Return the names of the playbooks that come with groundplan."""
    return tuple(sorted(folder.name for folder in _library().iterdir() if (folder / MAIN_FILE).is_file()))


def bundled_files(name: str) -> dict[str, bytes]:
    """Return the files of one bundled playbook by file name."""
    folder = _library() / name
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def _earlier(name: str) -> Iterator[Playbook]:
    """Yield the earlier versions of a bundled playbook, the newest first."""
    folders = [folder for folder in (_library() / name).glob("v*") if folder.is_dir()]
    for folder in sorted(folders, key=lambda folder: -int(folder.name[1:])):
        playbook, faults = _examine_earlier(name, folder.name)
        if playbook is not None and not faults:
            yield playbook


def bundled_profiles() -> dict[str, str]:
    """Return the project profiles that come with groundplan: name, and the TOML a configuration takes."""
    found: dict[str, str] = {}
    for name in bundled_names():
        folder = _library() / name / "profiles"
        if folder.is_dir():
            found |= {
                file.name.removesuffix(".toml"): file.read_text("utf-8")
                for file in folder.iterdir()
                if file.name.endswith(".toml")
            }
    return found


@functools.cache
def _examine_bundled(name: str, codes: frozenset[str] | None) -> tuple[Playbook | None, tuple[Fault, ...]]:
    """Read a bundled playbook once: its files do not change while groundplan runs."""
    return examine(bundled_files(name), name=name, folder=f"{name}/", known_codes=codes)


@functools.cache
def _examine_earlier(name: str, version: str) -> tuple[Playbook | None, tuple[Fault, ...]]:
    return examine(bundled_files(f"{name}/{version}"), name=name, folder=f"{name}/{version}/")


def _library() -> Path:
    # `importlib.resources` would do as well, and takes 7 ms to load
    return Path(__file__).parent / "library"
