"""Finds the foremost targets that no test imports, names or is named after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.bodies import functions_with_body
from groundplan.code.generated import why_generated
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.kinds import Untested
from groundplan.evidence.contrary.spoken import changes_behaviour
from groundplan.survey.sources import is_own_code
from groundplan.survey.tests_for.finding import find_tests_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.pack import EvidencePack

ASKED = 2
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


def find_untested(pack: EvidencePack) -> Iterator[Untested]:
    """Return each foremost target without a test; the first one where there are no tests at all."""
    if not changes_behaviour(pack.goal):
        return
    targets = [each.path for each in pack.targets if _holds_code(pack, each.path)][:ASKED]
    tests = [path for path in pack.index.paths() if is_test(path)] if targets else []
    if targets and not tests:
        yield Untested(targets[0], 0, files=sum(is_own_code(each) for each in pack.index.paths()))
        return
    for path in targets:
        if _is_named_in(pack, path, tests):
            continue
        found = find_tests_for(pack.index, path).found
        if all(each.reasons[0].how == "entry" for each in found):
            yield _untested(pack, path, len(tests))


def _holds_code(pack: EvidencePack, path: str) -> bool:
    outline = pack.index.outline(path)
    if outline is None or not is_own_code(path) or outline.is_generated or path.endswith(".d.ts"):
        return False
    return any(each.kind in _FUNCTIONS for each in outline.definitions) and why_generated(path, None) is None


def _is_named_in(pack: EvidencePack, path: str, tests: list[str]) -> bool:
    """Whether a test holds the module's name or a function of it as a word: in a patch, a command, a path."""
    stem = path.rpartition("/")[2].partition(".")[0]
    outline = pack.index.outline(path)
    names = (
        {each.name for each in outline.definitions if each.kind in _FUNCTIONS | {Kind.CLASS}}
        if outline
        else set()
    )
    wanted = {stem, *(name for name in names if len(name) > 3 and not name.startswith("__"))}
    known = set(tests)
    return any(known.intersection(pack.index.files_with(word)) for word in sorted(wanted)[:30] if word)


def _untested(pack: EvidencePack, path: str, tests: int) -> Untested:
    outline = pack.index.outline(path)
    functions = functions_with_body(pack.index.text(path) or b"", outline) if outline else []
    branches = sum(each.branches for each in functions)
    importers = dict.fromkeys(e.source for e in pack.graph.importers_of(path) if is_own_code(e.source))
    return Untested(path, tests, len(functions), branches, tuple(importers)[:2])
