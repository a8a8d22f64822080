"""Other open plans of the repository that work on the same files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.places import choose_files
from groundplan.plan.fact import CodePlace, Coverage, Fact, FactKind, How, Provenance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.subject import Subject


def find_open_plans(subject: Subject) -> Iterator[Fact]:
    """Return each open plan that works on a file of the places."""
    files = choose_files(subject)
    for other in subject.others:
        shared = tuple(path for path in files if path in other.paths)
        if shared:
            yield Fact(
                FactKind.OPEN_PLAN,
                other.slug,
                Provenance(How.DOCUMENT),
                Coverage(searched=(("plans", len(subject.others)),)),
                tuple(CodePlace(path) for path in shared),
                len(shared),
                (("title", other.title), ("document", other.document)),
            )
