"""Questions about what kind of repository this is: its manifests, its past, its habits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from groundplan.code.naming import pick_path
from groundplan.plan.errors import NotFound
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts
from groundplan.survey.history.past import load_history
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.patterns.finding import find_patterns

if TYPE_CHECKING:
    from groundplan.code.index import Index, Progress
    from groundplan.survey.entry_points.facts import EntryPoint
    from groundplan.survey.history.facts import Attempt, Churn, Ownership, Step, Together
    from groundplan.survey.manifest.facts import Manifest
    from groundplan.survey.patterns.facts import Pattern

_MOST = 20


def manifest(index: Index) -> Manifest:
    """Return dependencies with their versions, scripts and tools, each with the line that says so."""
    return read_manifest(index)


@dataclass(frozen=True, slots=True)
class FileHistory:
    """The life of one file: how often it changed, who made it, what changes with it, and its commits."""

    path: str
    churn: Churn | None
    ownership: Ownership
    together: tuple[Together, ...]
    steps: tuple[Step, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordsHistory:
    """What was tried before about some words, what was taken back first."""

    words: str
    attempts: tuple[Attempt, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WholeHistory:
    """The repository's past: who made it, what changed most in the last twelve months."""

    commits: int
    ownership: Ownership
    busiest: tuple[Churn, ...]
    notices: tuple[str, ...]


def file_history(index: Index, path: str, progress: Progress | None = None) -> FileHistory:
    """Return the history of a file through all its names."""
    known = pick_path(index, path)
    with load_history(index, progress) as history:
        return FileHistory(
            known,
            history.churn([known]).get(known),
            history.ownership(known),
            tuple(history.together(known, limit=_MOST)),
            tuple(history.evolution(known)),
            history.notices,
        )


def whole_history(index: Index, progress: Progress | None = None) -> WholeHistory:
    """Return the history of the repository as a whole."""
    known = set(index.paths())
    with load_history(index, progress) as history:
        churn = [each for each in history.churn().values() if each.path in known and each.recent]
        busiest = sorted(churn, key=lambda each: (-each.recent, -each.commits, each.path))[:_MOST]
        return WholeHistory(history.count(), history.ownership(), tuple(busiest), history.notices)


def words_history(index: Index, words: str, progress: Progress | None = None) -> WordsHistory:
    """Return the commits about some words: what was tried, what was taken back."""
    with load_history(index, progress) as history:
        found = [*previous_attempts(history, words, limit=_MOST), *unmerged_attempts(history, words)]
        return WordsHistory(words, tuple(found), history.notices)


@dataclass(frozen=True, slots=True)
class Habits:
    """How a repository, or one folder of it, does things, and the ways into it."""

    under: str
    patterns: tuple[Pattern, ...]
    entry_points: tuple[EntryPoint, ...]


def patterns(index: Index, *, under: str = "") -> Habits:
    """Return the patterns of a repository with counts and places, and its entry points."""
    folder = under.strip().removeprefix("./").strip("/")
    if folder and not any(path.startswith(f"{folder}/") for path in index.paths()):
        raise NotFound(f"`{under}` is not a folder of this repository", hint="Leave it out for the whole")
    prefix = f"{folder}/" if folder else ""
    entries = find_entry_points(index).found
    return Habits(
        prefix,
        find_patterns(index, under=prefix),
        tuple(each for each in entries if each.at.path.startswith(prefix)),
    )
