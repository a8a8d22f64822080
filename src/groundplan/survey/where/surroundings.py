"""What stands around a goal's likely files: what they and their tests import, what history ties to them."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.go_modules import GoModules
from groundplan.code.modules import Modules
from groundplan.code.script_modules import ScriptModules
from groundplan.survey.where.evidence import Past
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundplan.code.outline import Import
    from groundplan.code.view import CodeView
    from groundplan.survey.history.past import History
    from groundplan.survey.where.corpus import Ground
    from groundplan.survey.where.evidence import Alike
    from groundplan.survey.where.goal import Goal

_MOST_COMMITS = 60  # like the goal are looked at
_SWEEP = 20  # files: a commit of more says nothing about each
_NEAR = 300
_MOST_WORDS = 40  # that commits are asked for
_HALF_LIFE = 180 * 86_400 / math.log(2)  # seconds after which a change counts half as lately


_SCRIPTS = frozenset(("javascript", "typescript", "tsx", "vue"))


class Importing:
    """Where the imports of single files lead, through re-exports, in every language that has a resolver."""

    def __init__(self, index: CodeView) -> None:
        self._index = index

    def imported_by(self, paths: Iterable[str]) -> dict[str, frozenset[str]]:
        """Return by file the files it imports, those that define the names it takes among them."""
        return {path: frozenset(self._targets(path)) - {path} for path in paths}

    def _targets(self, path: str) -> Iterator[str]:
        outline = self._index.outline(path)
        if outline is None:
            return
        for each in outline.imports:
            if outline.language == "python":
                yield from self._python_targets(path, each)
            elif outline.language in _SCRIPTS:
                yield from _other_targets(self._scripts, path, each)
            elif outline.language == "go":
                yield from _other_targets(self._go, path, each)

    # Each looks at every path when it is made, so only those are made whose language is met.
    @cached_property
    def _python(self) -> Modules:
        return Modules(self._index)

    @cached_property
    def _scripts(self) -> ScriptModules:
        return ScriptModules(self._index)

    @cached_property
    def _go(self) -> GoModules:
        return GoModules(self._index)

    def _python_targets(self, path: str, imported: Import) -> Iterator[str]:
        bound = self._python.target(path, imported)
        yield from (symbol.path for symbol in bound.symbols)
        yield from bound.modules
        if not bound.symbols:
            yield from self._python.resolve(path, imported).paths


def _other_targets(resolver: ScriptModules | GoModules, path: str, imported: Import) -> Iterator[str]:
    for target in resolver.resolve(path, imported).paths:
        yield target
        if imported.name and (symbol := resolver.follow(target, imported.name)) is not None:
            yield symbol.path


def ask_history(history: History, goal: Goal, ground: Ground, alike: Alike, good: Iterable[str]) -> Past:
    """Return what the commits say: which were about the goal's words, what changed with its likely files."""
    corpus, words = ground.code, alike.all_words
    asked = sorted(goal.terms, key=lambda word: (-goal.terms[word] * corpus.rarity(word), word))[:_MOST_WORDS]
    changed: dict[str, float] = {}
    subjects: dict[str, str] = {}
    for commit, score in history.commits_about(asked, limit=_MOST_COMMITS):
        files = [path for path in history.files_of(commit.oid) if part_of(path) is not Part.TEST]
        if len(files) > _SWEEP:
            continue
        for path in files:
            changed[path] = changed.get(path, 0.0) + score * score / math.sqrt(len(files))
            subjects.setdefault(path, commit.subject)
    together: dict[str, Mapping[str, int]] = {path: dict(history.cochanged(path)) for path in good}
    newest = history.newest()
    # How often files change matters only among those that may come out on top.
    near = sorted(words, key=lambda path: (-words[path], path))[:_NEAR]
    churn = history.churn({*near, *changed, *together})
    return Past(
        alike=changed,
        subjects=subjects,
        together=together,
        recency={path: math.exp(-max(0, newest - each.last) / _HALF_LIFE) for path, each in churn.items()},
        changes={path: each.commits for path, each in churn.items()},
    )
