"""Plans that were carried out: what they changed or removed is no longer there, as they say."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.plan.errors import GroundplanError
from groundplan.plan.evidence import CitationState
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import MAKING, Intent

if TYPE_CHECKING:
    from groundplan.app.judgement.looking import Looking
    from groundplan.git.commits import Commit
    from groundplan.plan.evidence import Evidence, Seen
    from groundplan.plan.mention import Mention, Sayings

_DONE = frozenset({"archive", "archived", "completed", "done"})  # folders of plans that were
_BOX = late_regex(r"^[^\S\n]*(?:[-*+]|\d+[.)])\s+\[([ xX])\]", re.MULTILINE)
_CREATED = late_regex(r"\bcreate[ds]?\b\W{1,8}$")
_BEFORE = 24  # letters before a file within which a plan says that it creates it
_FEWEST = 2  # boxes, or new files, that say something about a whole plan
_MOST_COMMITS = 20
_MOST_THERE = 2 / 3  # of the files that a plan makes: the rest was done otherwise
_MOST_OPEN = 0.2  # of the boxes of a plan whose work is over: what was left is left out


def is_carried_out(looking: Looking, sayings: Sayings, path: str, text: str) -> bool:
    """Tell whether a plan reads as carried out: archived, ticked off, or most that it makes is there."""
    boxes = _BOX.findall(text)
    unticked = sum(each == " " for each in boxes)
    is_ticked = len(boxes) - unticked >= _FEWEST and unticked <= _MOST_OPEN * len(boxes)
    if is_ticked or not _DONE.isdisjoint(path.split("/")):
        return True
    made = {each.path for each in sayings.mentions if each.is_file and _is_created(each)}
    there = sum(looking.index.text(each) is not None for each in made)
    return there >= _FEWEST and there >= _MOST_THERE * len(made)


def is_carried_out_by_its_commit(looking: Looking, sayings: Sayings, path: str) -> bool:
    """Tell whether a commit that wrote the plan also did its work: half of the files it names changed there.

    In a history that begins with the plan and its code together, nothing tells which of them was first.
    """
    named = {posixpath.normpath(each.path) for each in sayings.mentions if each.is_file and "." in each.path}
    for commit in _commits_of(looking, path) if len(named) >= _FEWEST else ():
        changed = {change.path for change in commit.changes if change.path != path}
        done = sum(any(_is_meant(each, other) for other in changed) for each in named)
        if done >= _FEWEST and 2 * done >= len(named):
            return True
    return False


def _is_created(mention: Mention) -> bool:
    """Tell whether the plan surely makes a file; to `add` something to one leaves it where it is."""
    if mention.intent is Intent.CREATES:
        return True
    return mention.intent in MAKING and _says_created(_lower(mention.words), mention.path.lower())


@lru_cache(maxsize=64)  # a paragraph may name a file a thousand times
def _says_created(words: str, path: str) -> bool:
    at = words.find(path)
    while at >= 0 and not _CREATED.search(words[max(0, at - _BEFORE) : at]):
        at = words.find(path, at + 1)
    return at >= 0


@lru_cache(maxsize=8)  # a paragraph may name a thousand files
def _lower(words: str) -> str:
    return words.lower()


def without_past(seen: Seen, *, is_done: bool = False) -> Seen:
    """Return a citation, unclear where what it names was there once; before a done plan all may have been."""
    is_gone = is_done and seen.state is CitationState.MISSING
    is_past = seen.was_there or seen.state is CitationState.MOVED or is_gone
    return replace(seen, state=CitationState.UNCLEAR) if is_past else seen


def without_own_removals(looking: Looking, evidence: Evidence, path: str) -> Evidence:
    """Return the evidence without the files that went away in a commit which also wrote the plan."""
    if all(seen is without_past(seen) for seen in evidence.citations):
        return evidence
    gone = _removed_with(looking, path)
    return replace(
        evidence,
        citations=tuple(
            without_past(seen) if any(_is_meant(seen.citation.path, each) for each in gone) else seen
            for seen in evidence.citations
        ),
    )


def _is_meant(cited: str, path: str) -> bool:
    return f"/{path}".endswith(f"/{cited.replace('../', '').removeprefix('./')}")


def _removed_with(looking: Looking, path: str) -> set[str]:
    commits = _commits_of(looking, path)
    return {change.path for commit in commits for change in commit.changes if change.status == "D"}


def _commits_of(looking: Looking, path: str) -> list[Commit]:
    """Return the latest commits that changed a document, with all that they changed."""
    repository = looking.repository
    try:
        ids = repository.commits_touching([path], limit=_MOST_COMMITS) if repository.head else ()
        return list(repository.read_commits(ids, renames=False))
    except GroundplanError:
        return []  # a document from outside, or a history that git cannot read
