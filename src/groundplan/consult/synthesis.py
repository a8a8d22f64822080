"""What whoever writes the plan takes from a council: claims by name, proposed work, the comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.consult.claims import Standing
from groundplan.plan.advice import Claimed, Compared, Proposed, Voice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.consult.comparison import Comparison, Point

NONE = "none"


def name_claims(council: Comparison) -> tuple[Claimed, ...]:
    """Return the claims under names that items can cite."""
    return tuple(
        Claimed(
            f"C{number}",
            each.advisor,
            each.claim.text,
            str(each.standing),
            each.found,
            # What could not be judged rests on places that are there, or it would be refuted.
            each.at or (each.claim.cites if each.standing is Standing.UNCHECKED else ()),
        )
        for number, each in enumerate(council.checked, 1)
    )


def list_voices(council: Comparison) -> tuple[Voice, ...]:
    """Return all who were asked, the absent among them."""
    return tuple(
        Voice(each.advisor, each.lens, each.model, each.state, each.why, each.approach)
        for each in council.answers
    )


def list_items(council: Comparison) -> tuple[Proposed, ...]:
    """Return the work that is proposed, in the order of those who propose it."""
    return tuple(
        Proposed(answer.advisor, each.title, each.what if each.what != each.title else "", each.phase)
        for answer in council.answered
        for each in answer.items
    )


def list_rows(council: Comparison) -> Iterator[Compared]:
    """Yield the rows: approaches, work with different details, what several speak about, what was struck."""
    told = set()
    for each in council.approaches:
        others = [f"{', '.join(one.advisors)}: {one.letter}" for one in council.approaches if one is not each]
        words = f"Approach {each.letter}: {each.words}"
        yield Compared(words, ", ".join(each.advisors), "; ".join(others) or NONE, "not decided by the code")
    for rows in council.variants:
        first = rows[0]
        against = "; ".join(f"{each.advisor}: {each.detail}" for each in rows[1:])
        words = f"{first.title}: {first.detail}" if first.detail else first.title
        yield Compared(
            f"Same work, other details: {words}", first.advisor, against, "not decided by the code"
        )
    for point in council.points:
        for row in _point_rows(point):
            told.add(row.claim)
            yield row
    for claim in council.checked:
        if claim.is_struck and claim.claim.text not in told:
            yield Compared(
                claim.claim.text, claim.advisor, NONE, _verdict(claim.standing, claim.found, claim.at)
            )
    for absent in council.absent:
        why = f": {absent.why}" if absent.why else ""
        yield Compared(f"No answer ({absent.state}{why})", absent.advisor, NONE, "not asked of the code")


def _point_rows(point: Point) -> Iterator[Compared]:
    for side in point.sides:
        against = [f"{', '.join(each.advisors)}: {each.words}" for each in point.sides if each is not side]
        code = _verdict(side.standing, side.found, side.at)
        yield Compared(side.words, ", ".join(side.advisors), "; ".join(against) or NONE, code)


def _verdict(standing: Standing, found: str, at: tuple[str, ...]) -> str:
    told = found or ", ".join(f"`{each}`" for each in at)
    return f"{standing}: {told}" if told else str(standing)


def as_table(rows: tuple[Compared, ...]) -> str:
    """Return rows as a Markdown table, as the plan's comparison holds it."""
    lines = ["| Claim | Advisors | Against | Code |", "|--|--|--|--|"]
    for each in rows:
        cells = (each.claim, each.advisors, each.against, each.code)
        lines.append(
            f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"
        )
    return "\n".join(lines)
