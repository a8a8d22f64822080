"""A change held against a plan, ours or anybody's: what is planned, missing, unplanned or out of scope."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.app.conform.changes import read_changes
from groundplan.app.conform.lookup import Lookup
from groundplan.app.conform.reach import with_users
from groundplan.app.conform.read_orders import read_orders
from groundplan.app.judgement.documents import read_document_sayings
from groundplan.app.judgement.sayings import read_sayings
from groundplan.app.plans.known import list_plans
from groundplan.conform.change import unparsed_language
from groundplan.conform.comparing import Terms, compare
from groundplan.conform.declared import declare
from groundplan.conform.excuses import read_attributes, read_excuses
from groundplan.markdown.mentions import find_mentions
from groundplan.markdown.plan_lines import find_lines
from groundplan.markdown.plan_mark import HEAD, read_mark
from groundplan.plan.case import Case
from groundplan.plan.conformance import Conformance, How, Verdict
from groundplan.plan.dataclass import dataclass
from groundplan.plan.entry import is_entry_id
from groundplan.plan.finding import Severity
from groundplan.plan.history import read_history
from groundplan.plan.mention import Intent
from groundplan.plan.path_pattern import matches
from groundplan.plan.playbook import NO_PLAYBOOK
from groundplan.plan.promises import read_promises
from groundplan.rules.registry import run_rules
from groundplan.rules.suppressions import apply_suppressions
from groundplan.store.layout import LEDGER, SHARED_TALK, entry_paths, is_plan_id, read_entry_name, talk_paths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.app.conform.changes import Changes
    from groundplan.app.conform.read_orders import ReadOrders
    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.judgement.documents import Written
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.conform.change import FileChange
    from groundplan.conform.orders import Orders
    from groundplan.consult.reading import Reading
    from groundplan.plan.config import Config
    from groundplan.plan.conformance import TouchedFile, Unmet
    from groundplan.plan.document import Document
    from groundplan.plan.finding import Finding
    from groundplan.plan.mention import Mention, Sayings

_FAMILY = ("GP40",)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which change is held against a plan: from where it left `base` to `head`, or the files as they are."""

    base: str
    head: str = ""
    partial: bool = False
    plan_file: str = ""  # as it was given, where the plan is any document

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """Return the options that name the change and its plan."""
        given = (("base", self.base), ("head", self.head), ("plan-file", self.plan_file))
        return tuple((name, value) for name, value in given if value)


@dataclass(frozen=True, slots=True)
class Conformed:
    """A change and a plan, compared; `path` is the plan's document."""

    title: str
    path: str
    conformance: Conformance
    findings: tuple[Finding, ...]
    opened: OpenPlan | None = None
    read: ReadOrders | None = None  # what a reader found the plan to order

    @property
    def is_approved(self) -> bool:
        """Whether a person approved the plan's words as they are; a change may bring its own along."""
        promises = self.opened.judgement.promises if self.opened else None
        return promises is not None and any(state.holds for state in promises.approvals)

    @property
    def is_clean(self) -> bool:
        """Whether the change follows the plan."""
        return not any(finding.blocks for finding in self.findings)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is known beside the plan: what a reader says that it orders, which documents others have."""

    reading: Reading | None = None
    others: Mapping[str, str] = field(default_factory=dict)


def conform(opened: OpenPlan, wanted: Wanted) -> Conformed:
    """Hold a change against a plan of this repository."""
    workspace = opened.workspace
    sayings = read_sayings(opened.plan, opened.playbook, workspace.config.profile)
    case = opened.judgement.case
    others = documents_of_plans(workspace, without=opened.known.id)
    found = _hold(workspace.code, case, sayings, wanted, _Beside(others=others))
    return replace(found, opened=opened)


def documents_of_plans(workspace: Workspace, *, without: str = "") -> dict[str, str]:
    """Return where documents of plans are and began, with the plan's id: `check` holds those."""
    others = (each for each in list_plans(workspace) if each.id != without)
    return {path: each.id for each in others for path in (*each.documents.values(), *each.begun)}


def conform_document(
    workspace: Workspace, document: Written, wanted: Wanted, reading: Reading | None = None
) -> Conformed:
    """Hold a change against any Markdown document that is meant as a plan, and against a reading of it."""
    code, config = workspace.code, workspace.config
    plan, sayings = read_document_sayings(document)
    (section,) = plan.sections
    # `check` asks what must be there, so it leaves open what a list of files is for; here it is work.
    listed = (each.intent is Intent.TOUCHES for each in find_mentions(section, bare=True))
    meant = zip(sayings.mentions, listed, strict=True)
    sayings = replace(sayings, mentions=tuple(_listed(each) if said else each for each, said in meant))
    promises = read_promises(plan, read_history((), plan=""), NO_PLAYBOOK, config)
    case = Case(plan, NO_PLAYBOOK, promises, config, lines=find_lines(plan))
    return _hold(code, case, sayings, wanted, _Beside(reading, documents_of_plans(workspace)))


def _listed(mention: Mention) -> Mention:
    return mention if mention.intent.is_work else replace(mention, intent=Intent.IN_TASK)


def _hold(code: Codebase, case: Case, sayings: Sayings, wanted: Wanted, beside: _Beside) -> Conformed:
    changes = read_changes(code, wanted.base, wanted.head)
    documents = case.plan.documents
    orders = declare(
        sayings,
        case.lines,
        documents,
        changes.known,
        is_typed=case.playbook is not NO_PLAYBOOK,
    )
    read = (
        read_orders(documents[0], beside.reading, orders, changes.known)
        if beside.reading is not None
        else None
    )
    orders = read.added_to(orders) if read else orders
    set_up = case.config
    own = [_own(each) for each in documents]
    said = read_attributes(changes.attributes)
    terms = Terms(
        set_up.conform.free,
        lambda change: is_recorded(change) or _is_of_a_plan(change, own, beside.others),
        Lookup(code.index, changes.head),
        read_excuses(said, _generated(set_up), changes.before, changes.known),
    )
    files, unmet = compare(orders, changes.files, terms)
    conformance = _summed_up(wanted, changes, orders, files, unmet)
    if not changes.head:
        conformance = with_users(code.index, conformance)
    found = apply_suppressions(case, run_rules(replace(case, conformance=conformance), families=_FAMILY))
    weighed = tuple(_weighed(each, set_up) for each in found)
    return Conformed(case.plan.title, documents[0].path, conformance, weighed, read=read)


def _summed_up(
    wanted: Wanted, changes: Changes, orders: Orders, files: tuple[TouchedFile, ...], unmet: tuple[Unmet, ...]
) -> Conformance:
    required = {each.path for each in orders.files if each.sure}
    return Conformance(
        changes.base,
        changes.head,
        files,
        unmet,
        wanted.partial,
        changes.unread,
        len(required),
        tuple(dict.fromkeys(name for each in files if (name := unparsed_language(each.path)))),
        orders.is_typed,
        orders.is_listed
        and not any(each.verdict is Verdict.NAMED or orders.is_read_only((each.path,)) for each in files),
        wanted.asked,
    )


def is_recorded(change: FileChange) -> bool:
    """Tell whether a file is an entry of the ledger or a turn of the talk, by the exact form of its path."""
    folder, _, name = change.path.rpartition("/")
    root, _, plan = folder.rpartition("/")
    stem, _, ending = name.rpartition(".")
    entry = read_entry_name(stem)
    if root not in {LEDGER, SHARED_TALK} or not is_plan_id(plan) or not is_entry_id(entry):
        return False
    if change.mode or (change.after is None and change.how is not How.REMOVED):
        return False  # a link or a program is no record
    paths = entry_paths(plan, entry) if ending == "json" else talk_paths(plan, entry, "committed")
    return change.path in paths


def _is_of_a_plan(change: FileChange, own: Sequence[str], others: Mapping[str, str]) -> bool:
    """Tell whether a file is the plan's own, or carries the id of the plan whose document it is."""
    if any(matches(each, change.path) for each in own):
        return True
    plan = others.get(change.path, "")
    text = change.after if change.after is not None else change.before
    return bool(plan) and not change.mode and text is not None and read_mark(text[:HEAD]) == plan


def _own(document: Document) -> str:
    """Return which files are a document's; one that only keeps a folder stands for what is written there."""
    folder, _, name = document.path.rpartition("/")
    return f"{folder}/*.md" if name == ".gitkeep" else document.path


def _weighed(found: Finding, config: Config) -> Finding:
    is_mild = found.code in config.conform.warn and found.blocks
    return replace(found, severity=Severity.WARNING) if is_mild else found


def _generated(config: Config) -> tuple[str, ...]:
    said = config.profile.data.get("generated", ())
    return tuple(each for each in said if isinstance(each, str)) if isinstance(said, list) else ()
