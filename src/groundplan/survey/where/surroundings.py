"""What stands around a goal's likely files: what they and their tests import, what history ties to them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from groundplan.code.go_modules import GoModules
from groundplan.code.modules import Modules
from groundplan.code.script_modules import ScriptModules
from groundplan.survey.where.evidence import Past
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundplan.code.index import Index
    from groundplan.code.outline import Import
    from groundplan.survey.history.past import History
    from groundplan.survey.where.goal import Goal
    from groundplan.survey.where.scoring import Corpus

_MOST_COMMITS = 60  # like the goal are looked at
_SWEEP = 20  # files: a commit of more says nothing about each
_MOST_WORDS = 40  # that commits are asked for
_HALF_LIFE = 180 * 86_400 / math.log(2)  # seconds after which a change counts half as lately


class Importing:
    """Where the imports of single files lead, through re-exports, in every language that has a resolver."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._python = Modules(index)
        scripts, go = ScriptModules(index), GoModules(index)
        self._others: dict[str, ScriptModules | GoModules] = {
            "javascript": scripts,
            "typescript": scripts,
            "tsx": scripts,
            "vue": scripts,
            "go": go,
        }

    def imported_by(self, paths: Iterable[str]) -> dict[str, frozenset[str]]:
        """Return by file the files it imports, those that define the names it takes among them."""
        return {path: frozenset(self._targets(path)) - {path} for path in paths}

    def _targets(self, path: str) -> Iterator[str]:
        outline = self._index.outline(path)
        for each in outline.imports if outline is not None else ():
            if outline is not None and outline.language == "python":
                yield from self._python_targets(path, each)
            elif outline is not None and outline.language in self._others:
                resolver = self._others[outline.language]
                found = resolver.resolve(path, each).paths
                yield from found
                for target in found if each.name else ():
                    if (symbol := resolver.follow(target, each.name)) is not None:
                        yield symbol.path

    def _python_targets(self, path: str, imported: Import) -> Iterator[str]:
        bound = self._python.target(path, imported)
        yield from (symbol.path for symbol in bound.symbols)
        yield from bound.modules
        if not bound.symbols:
            yield from self._python.resolve(path, imported).paths


def ask_history(history: History, goal: Goal, corpus: Corpus, good: Iterable[str]) -> Past:
    """Return what the commits say: which were about the goal's words, what changed with its likely files."""
    asked = sorted(goal.terms, key=lambda word: (-goal.terms[word] * corpus.rarity(word), word))[:_MOST_WORDS]
    alike: dict[str, float] = {}
    subjects: dict[str, str] = {}
    for commit, score in history.commits_about(asked, limit=_MOST_COMMITS):
        files = [path for path in history.files_of(commit.oid) if part_of(path) is not Part.TEST]
        if len(files) > _SWEEP:
            continue
        for path in files:
            alike[path] = alike.get(path, 0.0) + score * score / math.sqrt(len(files))
            subjects.setdefault(path, commit.subject)
    together: dict[str, Mapping[str, int]] = {path: dict(history.cochanged(path)) for path in good}
    newest = history.newest()
    churn = history.churn()
    return Past(
        alike=alike,
        subjects=subjects,
        together=together,
        recency={path: math.exp(-max(0, newest - each.last) / _HALF_LIFE) for path, each in churn.items()},
        changes={path: each.commits for path, each in churn.items()},
    )
