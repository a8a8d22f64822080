"""Where a project keeps what a goal asks for: a file of its own, in a folder of such files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.described import roots_of
from groundplan.evidence.phrased import does_it
from groundplan.plan.fact import Coverage, Extent, Fact, FactKind, Gap, How, Missing, Provenance
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.kinds import CODE_ENDINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.asked import Ask
    from groundplan.evidence.subject import Subject
    from groundplan.evidence.weighing import Weighing

FEWEST_SIBLINGS = 3  # files that make a folder one of a kind


def find_filed(subject: Subject, ask: Ask, weighing: Weighing) -> Iterator[Fact]:
    """Return the file that is named for what is asked for, among others in a folder the goal names as well.

    `import/atuin.rs` beside `import/fasd.rs` and `import/z.rs` for "Import the history from atuin".
    """
    for folder, paths in _families(subject):
        above = roots_of(folder.rpartition("/")[2])
        if not weighing.count(above):
            continue
        for path in paths:
            own = roots_of(path.rpartition("/")[2].partition(".")[0])
            is_named = own.isdisjoint(above) and all(map(weighing.has, own))
            if is_named and does_it(ask, own | above, weighing):
                yield _fact(subject, path, weighing.among(own | above))
                return


def _families(subject: Subject) -> Iterator[tuple[str, list[str]]]:
    folders: dict[tuple[str, str], list[str]] = {}
    for path in subject.index.paths():
        folder, _, name = path.rpartition("/")
        ending = name.rpartition(".")[2].lower()
        if folder and ending in CODE_ENDINGS and is_own_code(path):
            folders.setdefault((folder, ending), []).append(path)
    yield from ((folder, paths) for (folder, _), paths in folders.items() if len(paths) >= FEWEST_SIBLINGS)


def _fact(subject: Subject, path: str, words: tuple[str, ...]) -> Fact:
    coverage = Coverage(Extent.PARTIAL, (Gap(Missing.SELECTION),), (("files", subject.file_count),))
    values = (("match", "file"), ("words", words), ("says", ""))
    places = (subject.place(path, 1),)
    return Fact(FactKind.ALREADY, path, Provenance(How.BY_NAME), coverage, places, 1, values)
