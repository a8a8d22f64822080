"""A story told through the command line: voices that act or are refused, and pictures of what they see."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from desk import Desk

import groundplan.rules.catalogue  # noqa: F401 - importing the catalogue registers every rule
from groundplan.app.judgement.judging import form_of_plan, skeleton_facts
from groundplan.plan.config import read_config
from groundplan.playbooks.shelf import Shelf
from groundplan.rules.catalogue import RULES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desk import Ran

BEGINNING = datetime.fromisoformat("2026-01-05T09:00:00+00:00")
STEP = timedelta(minutes=5)
_ENTRY_ID = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{26}\b")
_PLAN_ID = re.compile(r"\bgp-[0-9a-hjkmnp-tv-z]{10}\b")
# Which programs are installed differs from machine to machine.
_CANNOT_RUN = re.compile(
    r"^( *)note: `(?:[^\n]*\n\1 {6})*?[^\n]*cannot\s+run\s+here[^\n]*\n(?:\1 {6}[^\n]*\n)*", re.MULTILINE
)
_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")


@cache
def _read_skeletons(config: str) -> None:
    """Read every playbook's documents once with a team's settings, so that no command pays for it again."""
    shelf = Shelf(known_codes=RULES)
    for name in shelf.names():
        skeleton_facts(shelf.find(name), read_config(tomllib.loads(config)).profile)


@dataclass(frozen=True)
class Voice:
    """Somebody who calls groundplan: a call is expected to succeed, `refused` expects that it does not."""

    story: Story
    name: str
    run: Callable[..., Ran]

    def __call__(self, *words: str, see: str = "", code: int = 0, **more: Any) -> Ran:
        """Run a command that must end with this code, and keep a picture of it where one is named."""
        self.story.pass_time()
        ran = self.run(*words, **more)
        assert ran.code == code, f"{self.name}: groundplan {' '.join(words)}\n{ran.code}\n{ran.said}"
        if see:
            self.story.picture(see, f"{self.name} $ {_spelled(words)}\nexit {ran.code}\n{ran.said}")
        return ran

    def refused(self, rule: str, *words: str, code: int = 3, says: str = "", **more: Any) -> Ran:
        """Run a command that must be refused for this rule, saying so, with a hint, and changing nothing."""
        ran = self._changes_nothing(*words, code=code, **more)
        assert rule in ran.said, ran.said
        assert says in " ".join(ran.said.split()), ran.said
        assert "hint" in ran.said, ran.said
        return ran

    def cancelled(self, *words: str, says: str, **more: Any) -> Ran:
        """Run a command that the person ends by typing something else, which changes nothing."""
        ran = self._changes_nothing(*words, code=130, **more)
        assert says in " ".join(ran.said.split()), ran.said
        return ran

    def _changes_nothing(self, *words: str, code: int, **more: Any) -> Ran:
        before = self.story.everything()
        ran = self(*words, code=code, **more)
        after = self.story.everything()
        changed = [path for path in {**before, **after} if before.get(path) != after.get(path)]
        assert not changed, f"a refused command changed {changed}"
        return ran


class Story:
    """A desk, a clock that goes on with each command, and the pictures taken on the way."""

    def __init__(self, name: str, folder: Path, pictures: Path, desk: Desk | None = None) -> None:
        self.name = name
        self.pictures = pictures
        self.desk = desk or Desk.clear(folder)
        self.now = BEGINNING
        self.ann = Voice(self, "ann", self.desk.person)
        self.agent = Voice(self, "agent", self.desk.agent)

    def copy(self, folder: Path) -> Story:
        """Return a story that goes on from here at a place of its own."""
        shutil.copytree(self.desk.root.parent, folder, symlinks=True, dirs_exist_ok=True)
        story = Story(self.name, folder, self.pictures, Desk(folder / "repo"))
        story.now = self.now
        return story

    def pass_time(self) -> None:
        self.now += STEP
        self.desk.environ["GROUNDPLAN_NOW"] = self.now.isoformat()

    def configure(self, text: str) -> None:
        """Set the repository up as a team has it."""
        _read_skeletons(text)
        self.desk.path(".groundplan").mkdir()
        self.desk.path(".groundplan/config.toml").write_text(text, "utf-8")

    def everything(self) -> dict[str, bytes]:
        """Return every file of the repository but git's own and the lock, which names its last holder."""
        root = self.desk.root
        files = {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and ".git" not in path.relative_to(root).parts
        }
        files.pop(".groundplan/local/lock", None)
        return files

    def form(self, playbook: str, key: str) -> str:
        """Return what the form has for a section, for a team that takes it as it is."""
        config = read_config(tomllib.loads(self.desk.read(".groundplan/config.toml")))
        section = form_of_plan(Shelf(known_codes=RULES).find(playbook), config.profile).section(key)
        assert section is not None
        return section.text

    def write(self, key: str, text: str, **more: Any) -> Ran:
        """Let the agent write one section."""
        return self.agent("write", key, "-", stdin=text, **more)

    @property
    def stage(self) -> str:
        """Return how far the plan is."""
        return str(self.desk.pipe("show", "--json").json()["stage"])

    def close_and_put_away(self, stage: str) -> None:
        """Let a person close what nothing here can prove, then archive the complete plan."""
        self.ann.refused("", "archive", says="not done")
        self.agent.refused("", "waive", "--all", "--reason", "done", says="Only a person at a terminal")
        self.ann("waive", "--all", "--reason", "carried out in another repository")
        assert self.stage == stage
        assert self.desk.codes() == set()
        entries = len(self.desk.entries())
        self.agent.refused("", "archive", says="Only a person at a terminal")
        self.ann("archive")
        assert len(self.desk.entries()) == entries + 2, "the ledger stays"
        name = self.desk.pipe("list", "--archived", "--json").json()["plans"][0]["slug"]
        self.ann("archive", "--restore", name)
        assert self.stage == stage

    def see_document(self, step: str, path: str) -> str:
        """Keep a picture of a document, and return it."""
        text = self.desk.read(path)
        self.picture(step, f"$ cat {path}\n{text}")
        return text

    def picture(self, step: str, text: str) -> None:
        """Compare with the picture kept under this step; UPDATE_SNAPSHOTS=1 takes it anew."""
        path = self.pictures / f"{self.name}-{step}.txt"
        text = _PLAN_ID.sub("gp-xxxxxxxxxx", _ENTRY_ID.sub("X" * 26, _DIGEST.sub("0" * 64, text)))
        # A long temporary folder is wrapped, after one of its slashes.
        root = r"(?:\n\s+)?".join(map(re.escape, re.split(r"(?<=/)", str(self.desk.root))))
        text = re.sub(rf"(?:\n +|   ){root}$", "   /repo", text, flags=re.MULTILINE)  # or before it
        text = re.sub(root, "/repo", text).rstrip() + "\n"
        text = _CANNOT_RUN.sub("", text)
        if os.environ.get("UPDATE_SNAPSHOTS") == "1":
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.exists(), f"{path.name} is missing; UPDATE_SNAPSHOTS=1 takes it"
        assert text == path.read_text("utf-8"), f"{path.name} differs; UPDATE_SNAPSHOTS=1 takes it anew"


def _spelled(words: tuple[str, ...]) -> str:
    return " ".join(["groundplan", *(f'"{word}"' if re.search(r"[\s'`]", word) else word for word in words)])
