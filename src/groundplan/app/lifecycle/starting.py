"""A repository made ready for plans, and a plan begun."""

from __future__ import annotations

import os
import re
import secrets
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.changes.changing import Draft, refuse_secrets, save_first
from groundplan.app.judgement.judging import judge
from groundplan.app.judgement.opening import begin, fill_in
from groundplan.app.plans.known import Known, list_plans
from groundplan.app.plans.opened import OpenPlan
from groundplan.app.workspace import ANY_PLAN, CONFIG_PATH
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run
from groundplan.plan.history import read_history
from groundplan.plan.late_regex import late_regex
from groundplan.plan.title import end_paragraphs, make_title
from groundplan.planner.inert import make_inert
from groundplan.planner.phrases import said
from groundplan.playbooks.axes import axis_rows
from groundplan.store.config import add_file
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Container
    from pathlib import Path

    from groundplan.app.callers import Caller
    from groundplan.app.changes.changing import Outcome
    from groundplan.app.workspace import Workspace
    from groundplan.plan.document import Plan
    from groundplan.plan.ignored import Ignored
    from groundplan.plan.playbook import Playbook

DEFAULT_CONFIG = """\
# What this repository has set for its plans. Every key is optional.
version = 1

[policy]
approvals = "attended"  # or "signed": only a signature by an allowed signer approves
talk = "local"          # or "committed": the conversation is shared through git
relayed = "confirm"     # or "refuse": agents may not relay a person's words
drafts = "unfinished"   # or "strict": `check` fails on what a draft does not say yet, too
refutation = "offered"  # or "required": a fresh reader attacks a plan before its last approval; "off"

[plans]
folder = "plans"
# playbook = "…"        # the kind of plan `new` begins when none is named
# ledger = "local"      # plans stay on this machine, and git may ignore them
# model = "claude"      # suggested to whoever plans here; everyone chooses their own

# [calendar]            # when people work, for `tasks` and `report`
# start = "2026-03-02"
# holidays = ["2026-04-03", "2026-12-24..2027-01-01"]
# people = { Backend = 3 }
# away = { Ada = ["2026-03-09..2026-03-13"] }
"""
_LONGEST_SHOWN = 4_000  # letters of a goal in the document; all of it is kept in the talk
# "Add Vector Search Support" is about vector search support. What else is done to a thing stays in the name:
# without its verb, "Remove the cache" and "Add a cache" would be the same plan.
_VERBS = frozenset({"add", "build", "create", "implement", "introduce", "provide", "support", "write"})
_SMALL = frozenset({"a", "an", "the", "some", "new"})
_RESERVED = late_regex(r"(con|prn|aux|nul|com\d|lpt\d)\Z")
_LONGEST = 48
_ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


@dataclass(frozen=True, slots=True)
class Initialised:
    """What `init` found or made."""

    config: str
    created: bool
    ignored: tuple[Ignored, ...] = ()  # what git would leave out of every commit here


def init(workspace: Workspace) -> Initialised:
    """Write a commented configuration where none is; an existing one is never touched."""
    created = add_file(workspace.folder, CONFIG_PATH, DEFAULT_CONFIG.encode())
    return Initialised(CONFIG_PATH, created, workspace.sharing.find_ignored([(ANY_PLAN, (CONFIG_PATH,))]))


@dataclass(frozen=True, slots=True)
class Named:
    """What a new plan is called; what is empty is made from the goal."""

    slug: str = ""
    title: str = ""


def new(
    workspace: Workspace, goal: str, *, playbook: str, caller: Caller, named: Named | None = None
) -> Outcome:
    """Begin a plan: its documents from the playbook's skeletons, the goal as the user's first turn."""
    goal = goal.strip()
    if not goal:
        raise Misused(
            "The goal is empty", hint=Hint("Say it in a sentence: ", run("new", "Retry failed uploads"))
        )
    refuse_secrets(goal, "The goal")
    book = workspace.shelf.find(playbook)
    named = named or Named()
    refuse_secrets(named.title, "The title")
    title = make_title(named.title.strip() or goal)
    others = list_plans(workspace)
    known = _known(workspace, book, title, make_slug(named.slug or title, {plan.slug for plan in others}))
    known = replace(known, handle=known.slug if any(not plan.archived for plan in others) else "")
    empty = _opened(workspace, book, known, _skeletons(workspace, book, known, goal))
    draft = Draft(empty, caller)
    draft.add(
        "created",
        {
            "playbook": book.name,
            "version": book.version,
            "playbook_digest": book.digest,
            "title": title,
            "slug": known.slug,
            "documents": dict(known.documents),
            "sections": empty.plan.fingerprints(),
        },
        speaker="user",
    )
    draft.say("user", "idea", goal)
    return save_first(draft, label="new")


def _known(workspace: Workspace, book: Playbook, title: str, slug: str) -> Known:
    plan_id = make_plan_id()
    fields = {"folder": workspace.config.folder, "slug": slug}
    documents = {spec.name: spec.path.format(**fields) for spec in book.documents}
    return Known(
        plan_id, slug, title, book.name, documents, archived=False, history=read_history((), plan=plan_id)
    )


def _skeletons(workspace: Workspace, book: Playbook, known: Known, goal: str) -> Plan:
    now = workspace.now()
    fields = {
        "title": spell_out(known.title).replace("<!--", "<! --"),
        "id": known.id,
        "date": now[:10],
        "timestamp": now[:16].replace("T", " "),
        "goal": _shown(goal, workspace.root),
        "slug": known.slug,
    }
    rows = axis_rows(workspace.config.profile)
    return begin(fill_in(book, rows, fields, known.documents), book, rows)


def _shown(goal: str, root: Path) -> str:
    """Return a goal as its plan shows it: a pasted issue brings no heading, comment or HTML along."""
    return make_inert(said(end_paragraphs(goal), _There(root), _LONGEST_SHOWN))


class _There:
    """The files and folders of a worktree, asked one at a time: what is not there is named, not cited."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def __contains__(self, path: object) -> bool:
        name = str(path).partition("::")[0]
        is_inside = not name.startswith(("/", "~")) and ".." not in name.split("/") and name.isprintable()
        return is_inside and len(name) < 1_000 and os.path.lexists(self._root / name)


def _opened(workspace: Workspace, book: Playbook, known: Known, plan: Plan) -> OpenPlan:
    judgement = judge(plan, known.history, book, workspace.config)
    return OpenPlan(workspace, known, book, {}, known.history, {}, judgement)


# Names for new plans: a slug that is safe and unique, a title, an id.


def make_plan_id() -> str:
    """Return a random id that no two branches will share."""
    return "gp-" + "".join(secrets.choice(_ID_LETTERS) for _ in range(10))


def make_slug(title: str, taken: Container[str]) -> str:
    """Return a safe, unique name for the plan's files; a leading verb that only adds is dropped."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain.replace("'", ""))
    while len(words) > 1 and (words[0] in _VERBS or words[0] in _SMALL):
        words = words[1:]
    kept = [word[:_LONGEST] for word in words[:1]]
    for word in words[1:]:
        if sum(len(w) + 1 for w in kept) + len(word) > _LONGEST:
            break
        kept.append(word)
    slug = "-".join(kept) or "plan"
    if _RESERVED.match(slug):
        slug = f"{slug}-plan"
    candidate, number = slug, 2
    while candidate in taken:
        candidate, number = f"{slug}-{number}", number + 1
    return candidate
