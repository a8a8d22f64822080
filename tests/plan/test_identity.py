"""What a plan is called and where it is: read in causal order, whatever the clocks say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.plan.config import Policy
from groundplan.plan.entry import Author
from groundplan.plan.identity import archive_weakness, find_forks, read_identity

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.entry import Entry

SIGNED = Policy(approvals="signed")


def moved(ledger: Ledger, slug: str, **how: object) -> Entry:
    body = {"documents": {"plan": f"plans/{slug}.md"}, "slug": slug}
    return ledger.add("moved", body, **how)  # type: ignore[arg-type]


def slugs(ledger: Ledger) -> list[str]:
    identity = read_identity(ledger.history(), Policy())
    assert identity is not None
    return [move.slug for move in identity.moves]


def test_a_plan_without_a_readable_beginning_is_nobody(ledger: Ledger) -> None:
    ledger.add("created", {"playbook": 5})
    assert read_identity(ledger.history(), Policy()) is None


def test_moves_come_in_the_order_in_which_they_were_made(ledger: Ledger) -> None:
    ledger.create()
    moved(ledger, "b", number=900)
    moved(ledger, "c", number=5)  # by a clock that was set back
    assert slugs(ledger) == ["b", "c"]


@pytest.mark.parametrize(
    "body", [{"documents": [1]}, {"documents": {"plan": 5}}, {"slug": "a;b"}, {"slug": 3}]
)
def test_a_move_that_is_none_is_left_out_and_damage(world: World, ledger: Ledger, body: object) -> None:
    ledger.create()
    ledger.add("moved", body)  # type: ignore[arg-type]
    assert slugs(ledger) == []
    assert "is no `moved`" in world.read(ledger.entries).damage[0].message


def test_of_two_beginnings_the_one_that_others_follow_counts(ledger: Ledger) -> None:
    first = ledger.create()
    ledger.say()
    body = dict(first.body) | {"title": "Forged"}
    ledger.add("created", body, follows=(), number=0)
    identity = read_identity(ledger.history(), Policy())
    assert identity is not None
    assert identity.created.entry.id == first.id


def test_moves_on_two_branches_to_different_places_are_named_until_one_settles_it(
    world: World, ledger: Ledger
) -> None:
    begun = ledger.create()
    moved(ledger, "left", follows=[begun])
    moved(ledger, "right", follows=[begun])
    [damage] = world.read(ledger.entries).damage
    assert "`plans/left.md` and `plans/right.md`" in damage.message
    moved(ledger, "middle")
    assert world.read(ledger.entries).damage == ()


def test_the_same_move_on_two_branches_is_no_contradiction(ledger: Ledger) -> None:
    begun = ledger.create()
    for _ in range(2):
        moved(ledger, "left", follows=[begun])
    identity = read_identity(ledger.history(), Policy())
    assert identity is not None
    assert find_forks(ledger.history(), identity.moves) == []


def test_only_a_person_archives_and_under_a_signed_policy_only_a_signature_does(ledger: Ledger) -> None:
    ledger.create()
    by_agent = ledger.add("archived", {"reason": "finished"}, by=Author("user", "Ann", "agent"))
    by_person = ledger.add("archived", {"reason": "finished"}, by=Author("user", "Ann", "terminal"))
    history = ledger.history()
    assert "not a person's" in archive_weakness(by_agent, history, Policy())
    assert archive_weakness(by_person, history, Policy()) == ""
    assert "requires a signature" in archive_weakness(by_person, history, SIGNED)


@pytest.mark.parametrize(("count", "named"), [(1, "1 entry"), (2, "2 entries")])
def test_an_archiving_made_without_sight_of_work_does_not_count(
    ledger: Ledger, count: int, named: str
) -> None:
    begun = ledger.create()
    archived = ledger.add("archived", {"reason": "finished"}, follows=[begun])
    for _ in range(count):
        ledger.add("turn", {"kind": "reply", "digest": "d" * 64}, follows=[begun])
    assert named in archive_weakness(archived, ledger.history(), Policy())
    identity = read_identity(ledger.history(), Policy())
    assert identity is not None
    assert not identity.is_archived
    ledger.add("archived", {"reason": "finished"})
    identity = read_identity(ledger.history(), Policy())
    assert identity is not None
    assert identity.is_archived
