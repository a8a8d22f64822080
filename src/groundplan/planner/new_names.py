"""Names a goal asks for that nothing bears yet: where each would stand, beside what is called alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.evidence.kinds import Region
from groundplan.plan.late_regex import late_regex
from groundplan.planner.phrasing import codes
from groundplan.planner.variants import is_generated, keep, regions_in
from groundplan.planner.writers.phrases import code

if TYPE_CHECKING:
    from groundplan.planner.pack import EvidencePack

_CAMEL = late_regex(r"[A-Z][a-z0-9]+|[A-Z]+(?![a-z])")
_SHORTEST_WORD = 4  # a shared ending such as `Id` says nothing
_FEWEST_ALIKE = 2  # one class that ends so may be a coincidence


def added_names(pack: EvidencePack) -> tuple[str, ...]:
    """Return the identifiers the goal names and nothing in the code holds: they are to be added."""
    standing = {each.term for each in pack.standings if each.total}
    names = [name for name in pack.goal.names if name not in standing and name.isascii()]
    return tuple(name for name in names if not pack.index.symbols(name.rpartition(".")[2]))


def change_title(pack: EvidencePack, path: str) -> str:
    """Return what is done in a file: names of the goal added beside what is called alike, or changed."""
    regions = regions_in(pack, path)[:3]
    names = codes([each.definition.qualified for each in regions])
    new = [name for name in added_names(pack) if any(_is_alike(name, each) for each in regions)]
    if new:
        return f"Add {codes(new)} to {code(path)} beside {names}"
    return f"Change {names} in {code(path)}" if names else f"Change {code(path)}"


def homeless_names(pack: EvidencePack, files: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names to add that none of these files has anything like."""
    regions = [each for path in files for each in regions_in(pack, path)[:3]]
    return tuple(name for name in added_names(pack) if not any(_is_alike(name, each) for each in regions))


def _is_alike(name: str, region: Region) -> bool:
    """Tell whether half of a name's words stand in a definition's name: `upsert_many` beside `upsert`."""
    ours, theirs = _words(name), _words(region.definition.name)
    return len(ours & theirs) * 2 >= len(ours) and bool(ours & theirs)


def _words(name: str) -> frozenset[str]:
    last = name.rpartition(".")[2].strip("_")
    parts = _CAMEL.findall(last) if last[:1].isupper() else last.split("_")
    return frozenset(part.lower() for part in parts if part)


def find_namesake(pack: EvidencePack, name: str) -> Region | None:
    """Return a class that ends in the same word as a class to add, where most of those stand."""
    words = _CAMEL.findall(name.rpartition(".")[2]) if name[:1].isupper() else []
    if len(words) < 2 or len(words[-1]) < _SHORTEST_WORD:
        return None
    return keep(pack, f"namesake {name}", lambda: _search_namesake(pack, words[-1]))


def _search_namesake(pack: EvidencePack, ending: str) -> Region | None:
    found = [
        Region(symbol.path, symbol.definition)
        for each in pack.index.names()
        if each.endswith(ending) and each != ending
        for symbol in pack.index.symbols(each)
        if symbol.definition.kind is Kind.CLASS and not is_test(symbol.path)
    ]
    found = [each for each in found if not is_generated(pack, each.path)]
    if len(found) < _FEWEST_ALIKE:
        return None
    folders = Counter(each.path.rpartition("/")[0] for each in found)
    # a folder or file called `mixins` is where mixins are kept, however many stand elsewhere
    return min(
        found,
        key=lambda each: (
            ending.lower() not in each.path.lower(),
            -folders[each.path.rpartition("/")[0]],
            each.path,
            each.definition.first,
        ),
    )
