"""A plan read and judged: what every use case starts from."""

from __future__ import annotations

import secrets
import time
from dataclasses import replace
from shlex import quote
from typing import TYPE_CHECKING, TypeVar

from groundplan.app.judgement.judging import Beside, judge
from groundplan.app.judgement.sayings import read_sayings
from groundplan.app.plans.known import find_plan, list_plans
from groundplan.app.plans.whereabouts import find_carriers, find_copies, mark_of, with_damage
from groundplan.evidence.kinds import OtherPlan
from groundplan.markdown.reading import decode, read_plan
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Changed, GroundplanError, NotFound, Unreadable
from groundplan.plan.hint import Hint, run
from groundplan.plan.identity import read_pins
from groundplan.store.documents import Snapshot, read_document
from groundplan.store.ledger import read_turn
from groundplan.store.lock import reading
from groundplan.store.proposals import were_copied
from groundplan.store.recovery import digest_bytes
from groundplan.store.walk import is_markdown, list_markdown_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from groundplan.app.judgement.judging import Judgement
    from groundplan.app.plans.known import Known
    from groundplan.app.workspace import Workspace
    from groundplan.plan.document import Plan
    from groundplan.plan.history import History
    from groundplan.plan.ignored import Ignored
    from groundplan.plan.playbook import Playbook

Done = TypeVar("Done")
ATTEMPTS = 12
_LONGEST_PAUSE = 0.25  # seconds, after the first attempt; each further one may wait that much longer


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """A plan with its files as they were read; a save compares with exactly these."""

    workspace: Workspace
    known: Known
    playbook: Playbook
    snapshots: Mapping[str, Snapshot]
    history: History
    talk: Mapping[str, str]
    judgement: Judgement

    @property
    def plan(self) -> Plan:
        """Return the words."""
        return self.judgement.plan

    @property
    def has_copied_proposals(self) -> bool:
        """Whether proposals came along from where they were made: here they do not count."""
        return were_copied(self.workspace.folder, self.known.id)

    @property
    def texts(self) -> dict[str, str]:
        """Return the text of each document by name."""
        return {document.name: document.text for document in self.plan.documents}


def open_plan(workspace: Workspace, name: str = "", *, archived: bool = False) -> OpenPlan:
    """Find, read and judge a plan."""
    with reading(workspace.folder):  # ledger and documents of one moment, not of two
        loaded = load(workspace, find_plan(workspace, name, archived=archived))
    return judge_loaded(workspace, loaded)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A plan as it lies on the disk, not yet judged."""

    known: Known
    playbook: Playbook
    snapshots: Mapping[str, Snapshot]
    plan: Plan
    talk: Mapping[str, str]


def load(workspace: Workspace, known: Known, carriers: Mapping[str, list[str]] | None = None) -> Loaded:
    """Read a plan's files, all that must be of one moment; a copy that could pass for one is reported."""
    playbook = _playbook(workspace, known)
    carrying = (find_carriers(workspace) if carriers is None else carriers).get(known.id, ())
    snapshots = {}
    for document in playbook.documents:
        path = known.documents.get(document.name)
        if path is None:
            raise Unreadable(
                f"Plan `{known.slug}` has no document `{document.name}`, which `{playbook.name}` requires",
                hint=Hint(run("doctor"), " shows what the ledger knows"),
            )
        snapshots[document.name] = _read(workspace, known, path, carrying)
    copies = find_copies((snapshot.path for snapshot in snapshots.values()), carrying)
    known = replace(known, history=with_damage(known.history, copies))
    files = {name: (snap.path, decode(snap.data, snap.path)) for name, snap in snapshots.items()}
    plan = read_plan(known.id, known.slug, playbook, files)
    if plan.title in {"", known.slug}:
        plan = replace(plan, title=known.title)
    return Loaded(known, playbook, snapshots, plan, _read_talk(workspace, known))


def _playbook(workspace: Workspace, known: Known) -> Playbook:
    base = workspace.base
    if base is not None and known.playbook not in workspace.shelf.names():
        raise Unreadable(
            f"Playbook `{known.playbook}` of plan `{known.slug}` is not on `{base.name}`, which judges it",
            hint="Merge the playbook first, then the plans that use it",
        )
    pins = read_pins(known.history)
    return workspace.shelf.find_pinned(known.playbook, pins[-1].playbook_digest if pins else "")


def judge_loaded(workspace: Workspace, loaded: Loaded) -> OpenPlan:
    """Judge a plan that was read; a first look into much code takes long, and nobody need wait for it."""
    known, playbook, talk = loaded.known, loaded.playbook, loaded.talk
    evidence = workspace.code.gather(loaded.plan, playbook, known.history, workspace.config)
    beside = Beside(talk, evidence, find_ignored(workspace, loaded.plan))
    judgement = judge(loaded.plan, known.history, playbook, workspace.config, beside)
    return OpenPlan(workspace, known, playbook, loaded.snapshots, known.history, talk, judgement)


def find_ignored(workspace: Workspace, *plans: Plan) -> tuple[Ignored, ...]:
    """Return the files of plans with words that git leaves out of every commit."""
    return workspace.sharing.find_ignored(
        (plan.id, [each.path for each in plan.documents if is_markdown(each.path)]) for plan in plans
    )


def _read_talk(workspace: Workspace, known: Known) -> dict[str, str]:
    """Return the turns whose text is on this machine and is the one the ledger knows."""
    found = {}
    for entry in known.history.of_kind("turn"):
        turn = read_turn(workspace.folder, known.id, entry.id, str(entry.body.get("digest", "")))
        if turn.text is not None:
            found[entry.id] = turn.text
    return found


def _read(workspace: Workspace, known: Known, path: str, carrying: Iterable[str]) -> Snapshot:
    """Read a document; one that was renamed by hand is found again by the id it carries."""
    if path not in known.begun and is_markdown(path) and mark_of(workspace, path) not in {known.id, None}:
        raise Unreadable(
            f"Plan `{known.slug}` was moved to `{path}`, but that file does not carry its id",
            hint=f"Put `id: {known.id}` into its front matter if it is the plan, else move it away",
            place=path,
        )
    try:
        return read_document(workspace.folder, path)
    except NotFound:
        if not is_markdown(path):  # it marks a folder, which git or a clean-up may leave out
            return Snapshot(path, b"", digest_bytes(b""), is_there=False)
        found = _find_renamed(workspace, known, path.rsplit("/", 1)[-1], carrying)
        if len(found) == 1:
            return found[0]
        if found:
            named = ", ".join(f"`{snapshot.path}`" for snapshot in found)
            raise Unreadable(
                f"Document `{path}` of plan `{known.slug}` is gone, and several files carry its id: {named}",
                hint="Keep one of them, or restore the document",
            ) from None
        raise NotFound(
            f"Document `{path}` of plan `{known.slug}` is gone",
            hint=Hint(
                f"Restore it with `git checkout -- {quote(path)}` or ",
                run("undo"),
                "; the ledger is complete",
            ),
        ) from None


def _find_renamed(workspace: Workspace, known: Known, name: str, carrying: Iterable[str]) -> list[Snapshot]:
    """Return every file that carries the plan's id and may be the document; of several, none is taken."""
    anywhere = (path for path in list_markdown_files(workspace.folder).paths)
    candidates = dict.fromkeys((*carrying, *anywhere))
    return [
        read_document(workspace.folder, path)
        for path in candidates
        if path not in known.documents.values()
        and (len(known.documents) == 1 or path.rsplit("/", 1)[-1] == name)
        and mark_of(workspace, path) == known.id
    ]


def find_others(workspace: Workspace, besides: str = "") -> tuple[OtherPlan, ...]:
    """Return the other open plans and the files each works on; one that cannot be read says nothing."""
    found = []
    for known in list_plans(workspace):
        if known.archived or known.id == besides:
            continue
        try:
            loaded = load(workspace, known)
        except (GroundplanError, OSError):
            continue
        said = read_sayings(loaded.plan, loaded.playbook, workspace.config.profile)
        # What a plan only cites it does not work on.
        worked = (each.path for each in said.mentions if each.path and each.intent.is_work)
        paths = tuple(dict.fromkeys(worked))
        document = next(iter(known.documents.values()), "")
        found.append(OtherPlan(known.slug, known.title, document, paths))
    # Ids are drawn by lot: in their order the same plans would be told in another one in each clone.
    return tuple(sorted(found, key=lambda each: each.slug))


# Words that are merely added do not depend on what changed meanwhile: they are judged anew and saved.


def try_again(opened: OpenPlan, act: Callable[[OpenPlan], Done]) -> Done:
    """Do what adds words to a plan; where somebody was quicker, read the plan again and repeat it."""
    for attempt in range(1, ATTEMPTS):
        try:
            return act(opened)
        except Changed:
            # Writers that collided once would collide again if they all waited equally long.
            time.sleep(_LONGEST_PAUSE * attempt * secrets.randbelow(1000) / 1000)
            opened = open_plan(opened.workspace, opened.known.id)
    return act(opened)
