"""A goal turned into a grounded plan: surveyed, challenged, written as far as facts reach, asked about."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.analyst.advancing import advance
from groundplan.app.analyst.analysing import named_files, survey_for
from groundplan.app.analyst.leading import is_drafted, is_led, is_untouched
from groundplan.app.analyst.questions import say_next
from groundplan.app.changes.changing import refuse_secrets
from groundplan.app.changes.previewing import find_waiting
from groundplan.app.lifecycle.starting import Named, new
from groundplan.app.plans.goal import read_goal_text
from groundplan.app.plans.known import list_plans
from groundplan.app.plans.opened import open_plan
from groundplan.app.plans.unfinished import find_turn
from groundplan.app.queries.context import find_given
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import digest_text
from groundplan.plan.errors import GroundplanError, Misused
from groundplan.plan.fact import FactKind
from groundplan.plan.hint import Hint, run
from groundplan.planner.analyst import Said, analyse, settle
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.choosing import choose_playbook
from groundplan.planner.council import advise_council
from groundplan.planner.determined import determine
from groundplan.store.documents import read_document
from groundplan.store.layout import LEDGER
from groundplan.store.paths import Folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.analyst.advancing import Advanced
    from groundplan.app.callers import Caller
    from groundplan.app.plans.known import Known
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import NewFile, Reach, Target, Verdict
    from groundplan.evidence.pack import EvidencePack
    from groundplan.models.asking import Asker
    from groundplan.plan.fact import CodePlace, Fact
    from groundplan.plan.playbook import Playbook

LONGEST_GOAL = 200_000  # letters; longer ones are log files


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a person should see of the evidence before anything else: where it goes, what it would break."""

    verdict: Verdict
    targets: tuple[Target, ...]
    new_files: tuple[NewFile, ...]
    missing: tuple[
        tuple[str, tuple[str, ...]], ...
    ]  # what the goal names and is not there; the nearest names
    uses: tuple[CodePlace, ...]  # files that have what the goal renames or replaces, with their lines
    reach: tuple[Reach, ...]
    tests: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, begun by the analyst."""

    advanced: Advanced
    grounds: Grounds
    because: str  # why this playbook; empty where it was named
    left_out: str = ""  # a playbook that could not be read, and so was not looked at
    council: str = ""  # why several advisors are worth asking; empty: nothing in the code says so

    @property
    def opened(self) -> OpenPlan:
        """Return the plan as it stands now."""
        return self.advanced.opened

    @property
    def asks_place(self) -> bool:
        """Tell whether the place of the change is among the questions."""
        asked = (each.asked for each in self.opened.judgement.promises.questions)
        return any(each is not None and each.subject == PLACE for each in asked)


@dataclass(frozen=True, slots=True)
class Start:
    """How a plan begins: under which name, and whether the analyst asks or leaves that to a model."""

    slug: str = ""
    asks: bool = True
    at: tuple[str, ...] = ()  # where it goes, as `PATH[::SYMBOL]`


def plan_goal(
    workspace: Workspace, goal: str, *, caller: Caller, playbook: str = "", start: Start | None = None
) -> Planned:
    """Begin a plan from a goal and take it as far as facts reach; the code is asked first."""
    start = start or Start()
    words = goal.strip()
    if not words:
        raise Misused("The goal is empty", hint=Hint("Say it in a sentence: ", run("plan", "Retry uploads")))
    if len(words) > LONGEST_GOAL:
        raise Misused(
            f"The goal has {len(words):,} letters, at most {LONGEST_GOAL:,} are read",
            hint="Say it in a few sentences, and leave logs out",
        )
    refuse_secrets(words, "The goal")
    find_given(workspace.code.looking.index, start.at)  # what is not there is refused
    if start.at:
        words = f"{words}\n\nPlace: {', '.join(f'`{each}`' for each in start.at)}"
    named = workspace.shelf.find(playbook) if playbook else None
    with survey_for(workspace, words) as pack:
        grounds = _find_grounds(workspace, pack)
        facts = pack.facts
        book, because, left_out = (named, "", "") if named else _choose(workspace, facts)
        council = "" if book.lenses else _advise_council(workspace, facts, grounds)
        # All is computed before anything is written: an interruption or a fault leaves no plan half begun.
        first = analyse(facts, book, Said({}, {}))
        workspace.code.step("Writing the plan")
        first.compose()
        begun = new(workspace, words, playbook=book.name, caller=caller, named=Named(start.slug))
        advanced = advance(begun.opened, pack, caller=caller, first=first, asks=start.asks)
    return Planned(advanced, grounds, because, left_out, council)


@contextmanager
def sketched(workspace: Workspace) -> Iterator[Workspace]:
    """Give a copy of the plans to begin another one in; it goes away, and the repository stays as it is."""
    with tempfile.TemporaryDirectory() as place, Folder.open(place) as folder:
        for path in _files_of_plans(workspace):
            with suppress(GroundplanError):  # one that is gone or no plain file is none to be copied
                data = read_document(workspace.folder, path).data
                target = Path(place) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
        yield replace(workspace, folder=folder)


def _files_of_plans(workspace: Workspace) -> Iterator[str]:
    """Yield the path of every document and ledger entry of the plans."""
    for known in list_plans(workspace):
        yield from known.documents.values()
        place = f"{LEDGER}/{known.id}"
        yield from (f"{place}/{name}" for name in workspace.folder.names(place))


def _find_grounds(workspace: Workspace, pack: EvidencePack) -> Grounds:
    """Have the slow parts of the pack computed, each under its own name."""
    workspace.code.step("Looking for callers")
    _ = pack.reach
    workspace.code.step("Looking for tests")
    gathered = settle(pack.gathered)
    workspace.code.step("Challenging the goal")
    facts = pack.facts
    determined = determine(facts.goal.text, pack.gathered.facts)
    tests = tuple(each for each in gathered.facts if each.kind is FactKind.TEST and not each.is_absence)
    uses = determined.places if determined else ()
    return Grounds(facts.verdict, facts.targets, facts.new_files, facts.missing, uses, facts.reach, tests)


def _choose(workspace: Workspace, facts: Facts) -> tuple[Playbook, str, str]:
    """Choose the playbook that fits, a configured one before all others, and say why.

    One that cannot be read is in nobody's way unless it was asked for, and it is named.
    """
    shelf, usual = workspace.shelf, workspace.config.playbook
    if usual:
        return *choose_playbook(facts.goal, facts, [shelf.find(usual)]), ""
    read = {name: shelf.examine(name) for name in shelf.names()}
    sound = [book for book, faults in read.values() if book is not None and not faults]
    book, because = choose_playbook(facts.goal, facts, sound)
    broken = next((name for name, (_, faults) in read.items() if faults), "")
    return book, because, f"playbook `{broken}` has faults and was left out" if broken else ""


def _advise_council(workspace: Workspace, facts: Facts, grounds: Grounds) -> str:
    """Say why several advisors are worth asking; what for, the playbooks that have lenses say."""
    read = (workspace.shelf.examine(name)[0] for name in workspace.shelf.names())
    triggers = [trigger for each in read if each and each.lenses for trigger in each.triggers]
    return advise_council(facts, len(grounds.targets), grounds.reach, triggers)


def find_open(workspace: Workspace, goal: str) -> Known | None:
    """Return the open plan that was begun in these very words."""
    digest = digest_text(goal.strip())
    return next(
        (each for each in list_plans(workspace) if not each.archived and digest in _begun_with(each)), None
    )


def _begun_with(known: Known) -> set[object]:
    ideas = (entry for entry in known.history.of_kind("turn") if entry.body.get("kind") == "idea")
    return {entry.body.get("digest") for entry in ideas}


def find_begun(
    workspace: Workspace, goal: str, playbook: str = "", asker: Asker | None = None
) -> OpenPlan | None:
    """Return the plan of this very goal that was begun, and that nobody but the analyst has worked on since.

    So that a draft which was cut off goes on when it is asked for in the same words, also where it was cut
    off while it was handed in.
    """
    digest = digest_text(goal.strip())
    for known in list_plans(workspace):
        is_same = digest in _begun_with(known)
        if known.archived or not is_same or (playbook and known.playbook != playbook):
            continue
        opened = open_plan(workspace, known.id)
        if asker and find_turn(opened, asker):
            return opened
        promises = opened.judgement.promises
        is_worked_on = any(each.is_update for each in promises.revisions) or any(
            turn.replies for turn in promises.turns
        )
        if not (is_worked_on or is_drafted(opened) or find_waiting(opened)[0]):
            return opened
    return None


def take_turn(opened: OpenPlan, *, caller: Caller, takes_over: bool = False) -> Advanced | None:
    """Have the analyst take its turn on a plan it leads; None where it leads none.

    It may take over a plan on which nobody has worked yet, such as one whose first turn was cut off.
    """
    if not is_led(opened) and not (takes_over and is_untouched(opened)):
        return None
    goal = read_goal_text(opened)
    named = named_files(opened, opened.workspace.code.looking.index)
    with survey_for(opened.workspace, goal, besides=opened.known.id, named=named) as pack:
        advanced = advance(opened, pack, caller=caller)
    return replace(advanced, opened=say_next(advanced.opened, caller))
