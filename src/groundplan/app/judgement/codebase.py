"""The code of a worktree as use cases ask it: not at all where a plan says nothing about code."""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Self

from groundplan.app.judgement.elsewhere import find_elsewhere
from groundplan.app.judgement.sayings import read_sayings
from groundplan.code.files import list_files
from groundplan.files.plain import open_stream
from groundplan.git.repository import find_repository
from groundplan.plan.baselines import read_baselines
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_json
from groundplan.plan.errors import GroundplanError
from groundplan.plan.evidence import Evidence
from groundplan.plan.probe import MARK
from groundplan.store.layout import OWN
from groundplan.store.walk import is_markdown
from groundplan.survey.history.early import begin_reading
from groundplan.survey.where.corpus import cut_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.app.judgement.looking import Looking
    from groundplan.code.index import Index, Progress
    from groundplan.code.view import CodeView
    from groundplan.git.repository import Repository
    from groundplan.plan.config import Config, Profile
    from groundplan.plan.document import Plan
    from groundplan.plan.history import History
    from groundplan.plan.mention import Sayings
    from groundplan.plan.playbook import Playbook


@dataclass(frozen=True, slots=True)
class Watch:
    """Whom to call while long work goes on: with how much of it is done, or with what it is."""

    code: Progress | None = None
    history: Progress | None = None
    step: Callable[[str], None] | None = None


class Codebase:
    """The code as it is when it is first asked; what was looked up once is not looked up again.

    Threads may ask at the same time: each has a connection of its own to the index. Whoever opened it closes
    it when none of them asks any more.
    """

    def __init__(self, repository: Repository, watch: Watch | None = None) -> None:
        self.repository = repository
        self._watch = watch or Watch()
        # A thread that ended leaves its number, and with it its connection, to another one.
        self._looking: dict[int, Looking] = {}
        self._read: tuple[Plan, Profile, Sayings] | None = None

    @property
    def commit(self) -> str:
        """Return what is checked out, or nothing before the first commit."""
        return self.repository.head or ""

    def step(self, name: str) -> None:
        """Name the work that begins now, for whoever waits for it."""
        if self._watch.step is not None:
            self._watch.step(name)

    @property
    def on_history(self) -> Progress | None:
        """Return whom to call while the history is read."""
        return self._watch.history

    @contextmanager
    def steps(self) -> Iterator[None]:
        """Hold named work; when it is over or has failed, nothing is going on any more."""
        try:
            yield
        finally:
            self.step("")

    @property
    def looking(self) -> Looking:
        """Return what looks into the code, made when it is first needed."""
        thread = get_ident()
        if thread not in self._looking:
            # The index and the readers behind it cost more than most commands that never ask them.
            from groundplan.app.judgement.looking import Looking  # noqa: PLC0415

            self._looking[thread] = Looking(self.repository, self._watch.code)
        return self._looking[thread]

    @property
    def index(self) -> Index:
        """Return the whole index, brought up to date once."""
        return self.looking.whole()

    def close(self) -> None:
        """Let go of every connection, whichever thread opened it."""
        while self._looking:
            self._looking.popitem()[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def gather(self, plan: Plan, playbook: Playbook, history: History, config: Config) -> Evidence:
        """Return what the code says to a plan; where it cannot be asked, the evidence says why."""
        sayings = self._sayings(plan, playbook, config.profile)
        is_measured = any(MARK in document.text for document in plan.documents)
        state = self.state(plan) if is_measured else ""
        work = find_elsewhere(self.repository, history)
        bare = Evidence(
            commit=self.commit,
            accounts=sayings.accounts,
            state=state,
            elsewhere=work.elsewhere,
            unknown=work.unknown,
            gap=work.gap,
        )
        if not sayings.is_anything:
            return bare
        baselines = read_baselines(history, plan.fingerprints(), config.policy)
        try:
            found = self._weigh(self.looking.look(plan, config, sayings, baselines), sayings, plan)
            anchored = self.looking.find_anchored(plan, history, baselines)
        except (GroundplanError, OSError) as error:
            return replace(bare, trouble=str(error))
        return replace(
            found,
            commit=self.commit,
            state=state,
            seen_at=baselines.commits,
            anchored=anchored,
            elsewhere=bare.elsewhere,
            unknown=bare.unknown,
            gap=bare.gap,
        )

    def state(self, plan: Plan) -> str:
        """Return a digest of every file but ignored ones and the plan's own words; empty: it cannot be known.

        In a folder of plans alone, one of them is written beside the other.
        """
        own = {document.path for document in plan.documents}
        folders = {path.rpartition("/")[0] for path in own} - {""}
        try:
            index, files = self.index, list_files(self.repository)
            code = {folder for folder in folders if any(_is_code_in(path, folder) for path in files)}
            plans = (f"{OWN}/", *(f"{folder}/" for folder in folders - code))
            root = Path(self.repository.root)
            return digest_json(
                [
                    (path, *_look(root / path, index.key(path)))
                    for path in files
                    if path not in own and not path.startswith(plans)
                ]
            )
        except (GroundplanError, OSError):
            return ""

    def _weigh(self, found: Evidence, sayings: Sayings, plan: Plan) -> Evidence:
        # The index is open by now; what weighs brings the same readers with it.
        from groundplan.app.judgement.weighing import weigh_own  # noqa: PLC0415

        return weigh_own(self.looking, found, sayings, plan)

    def _sayings(self, plan: Plan, playbook: Playbook, profile: Profile) -> Sayings:
        """Return what a plan says about code; a write asks for its entry and for the rules, of one text."""
        read = self._read
        if read is None or read[0].documents != plan.documents or read[1] is not profile:
            read = self._read = (plan, profile, read_sayings(plan, playbook, profile))
        return read[2]


def _is_code_in(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/") and not is_markdown(path)


def _look(place: Path, text: str) -> tuple[str, bool]:
    """Return what tells a file's contents, and whether it may be run; one that is no text is read for it."""
    try:
        mode = os.lstat(place).st_mode
        if stat.S_ISLNK(mode):
            return f"link {os.fsencode(place.readlink())!r}", False
        if stat.S_ISREG(mode) and not text:
            with open_stream(place) as file:
                text = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return "", False
    return text, bool(mode & stat.S_IXUSR)


def open_codebase(start: Path, watch: Watch | None = None) -> Codebase:
    """Open the code of the repository that holds `start`: questions about it need no readable settings."""
    return Codebase(find_repository(start), watch)


# The first reading of a repository: its history is read while its code is, which takes about as long.


def read_for_the_first_time(code: Codebase, index: CodeView) -> None:
    """Read code and history side by side where the history was never read; else do nothing."""
    reading = begin_reading(index)
    if reading is None:
        return
    try:
        index.refresh()
        code.step("Reading the words of the code")
        cut_texts(index)
        code.step("Reading the history")
        reading.wait(code.on_history)
    finally:
        reading.close()
