"""The files a plan works on: modified ones are there, new ones not; none is generated, no pair is halved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.evidence import CitationState
from groundplan.plan.finding import Finding, Severity
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent
from groundplan.rules.registry import rule
from groundplan.rules.settled import is_of_closed_task, is_settled, weight
from groundplan.rules.written import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.evidence import Worked

_BY_TOOL = late_regex(r"\b(?:re-?)?generat\w*|\bre-?run\w*|\bby hand\b", re.IGNORECASE)
_DONE = {Intent.MODIFIES: "Modified", Intent.REMOVES: "Removed"}


def _worked(case: Case, *intents: Intent) -> Iterator[Worked]:
    told: set[tuple[str, str, bool]] = set()
    for worked in case.evidence.worked if case.evidence else ():
        key = (worked.mention.section, worked.path, worked.mention.is_file)
        if worked.mention.intent in intents and key not in told:
            told.add(key)
            yield worked


def _finding(case: Case, code: str, worked: Worked, message: str, hint: str) -> Finding:
    mention = worked.mention
    severity = weight(case, mention.section)
    return Finding(
        code,
        message,
        mention.place,
        mention.section,
        hint,
        severity=severity,
        subject=worked.path,
        # Where a new file goes is the plan's to say; where one is that it changes, the code's.
        mends=mention.citation.text if code == "GP105" else "",
        offers=worked.near,
    )


@rule("GP105", "modified-file-missing", always=True)
def modified_file_missing(case: Case) -> Iterator[Finding]:
    """A file that the plan modifies or removes is there, or an earlier part of the plan makes it."""
    moved = {
        seen.citation.place
        for seen in (case.evidence.citations if case.evidence else ())
        if seen.state in {CitationState.MOVED, CitationState.OUTSIDE}
    }
    for worked in _worked(case, Intent.MODIFIES, Intent.REMOVES):
        if worked.stands or worked.is_planned or worked.mention.place in moved:
            continue
        if is_of_closed_task(case, worked.mention.place):
            continue  # it was there for the work that is done
        yield _finding(
            case,
            "GP105",
            worked,
            f"{_DONE[worked.mention.intent]} file `{worked.path}` is not there",
            f"Nearest: {listed(worked.near)}"
            if worked.near
            else "Name a file that is there, or list it among the new files",
        )


@rule("GP106", "new-file-exists", always=True)
def new_file_exists(case: Case) -> Iterator[Finding]:
    """A file that the plan creates is not there yet."""
    done = _proven(case)
    for worked in _worked(case, Intent.CREATES):
        if not worked.mention.is_file:
            continue  # `src/a.py::load` (new) is a new name in a file that stands
        # Once approved, or once a receipt says so, its being there is the plan at work.
        is_expected = worked.path in done or _is_beside(case, worked.path)
        if worked.stands and not is_settled(case, worked.mention.section) and not is_expected:
            yield _finding(
                case,
                "GP106",
                worked,
                f"New file `{worked.path}` is already there",
                "List it among the modified files, or give the new one another path",
            )


def _is_beside(case: Case, path: str) -> bool:
    """Tell whether a file is a document in the plan's own folder: findings delivered early are welcome."""
    folders = {document.path.rpartition("/")[0] for document in case.plan.documents}
    own = [folder for folder in folders if folder.rpartition("/")[2] == case.plan.slug]
    documents = {document.path for document in case.plan.documents}
    return (
        path.endswith(".md")
        and path not in documents
        and any(path.startswith(f"{folder}/") for folder in own)
    )


def _proven(case: Case) -> set[str]:
    """Return the files of the tasks that receipts prove done."""
    lines = [
        (record.section, record.place.line, max(record.last_line, record.place.line))
        for record in case.plan.records("task")
        if case.promises.state_of(record).receipt
    ]
    return {
        worked.path
        for worked in (case.evidence.worked if case.evidence else ())
        for section, first, last in lines
        if worked.mention.section == section and first <= worked.mention.place.line <= last
    }


@rule("GP109", "generated-file", always=True)
def generated_file(case: Case) -> Iterator[Finding]:
    """No file is edited by hand that a tool writes."""
    for worked in _worked(case, Intent.MODIFIES, Intent.TOUCHES):
        if worked.is_generated and _BY_TOOL.search(worked.mention.words) is None:
            source = f" out of `{worked.source}`" if worked.source else ""
            yield _finding(
                case,
                "GP109",
                worked,
                f"`{worked.path}` is generated{source}: what is written there by hand is lost",
                f"Change `{worked.source}` and say that this file is regenerated"
                if worked.source
                else "Change what it is generated from, and say that this file is regenerated",
            )


@rule("GP110", "half-pair", always=True)
def half_pair(case: Case) -> Iterator[Finding]:
    """Of an async and a sync file that belong together the plan works on both."""
    for pair in case.evidence.pairs if case.evidence else ():
        mention = pair.mention
        do = "say that it is regenerated" if pair.is_generated else "list it among the files"
        yield Finding(
            "GP110",
            f"The plan works on `{pair.path}` and not on its pair `{pair.twin}`",
            mention.place,
            mention.section,
            f"Cover `{pair.twin}`: {do}, or say in the line of `{pair.path}` why it stays",
            # Names alone are a guess; what the profile declares is a rule of the project.
            severity=weight(case, mention.section) if pair.is_declared else Severity.WARNING,
            subject=f"{pair.path} {pair.twin}",
        )
