"""What came before what is read off `follows`; what proves nothing is reported, and nothing is invented."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.history import Damage, read_history

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.entry import Entry
    from groundplan.plan.history import History

# Each entry: how its id sorts, its clock, and which of the entries before it it follows.
SHAPES = st.lists(
    st.tuples(st.integers(0, 99), st.integers(0, 99), st.sets(st.integers(0, 19), max_size=3)),
    min_size=1,
    max_size=20,
)
Shape = list[tuple[int, int, set[int]]]


def grow(world: World, shape: Shape) -> tuple[list[Entry], dict[str, set[str]]]:
    """Build entries of that shape and, apart from the code under test, the ancestors of each."""
    entries: list[Entry] = []
    past: dict[str, set[str]] = {}
    for place, (rank, clock, targets) in enumerate(shape):
        followed = [entries[target] for target in targets if target < place]
        entry = world.entry(
            rank * 100 + place,
            at=f"2026-01-01T00:00:{clock:02}Z",
            follows={target.id: target.digest for target in followed},
        )
        past[entry.id] = {older for target in followed for older in (target.id, *past[target.id])}
        entries.append(entry)
    return entries, past


def read(world: World, entries: list[Entry]) -> History:
    return read_history(entries, plan=world.plan().id)


@given(shape=SHAPES)
def test_before_is_what_an_entry_follows_whatever_ids_and_clocks_say(world: World, shape: Shape) -> None:
    entries, past = grow(world, shape)
    history = read(world, entries)
    assert history.damage == ()
    for later in entries:
        assert {e.id for e in entries if history.is_before(e, later)} == past[later.id]


@given(shape=SHAPES, chosen=st.sets(st.integers(0, 19)))
def test_the_latest_are_those_that_no_other_of_them_came_after(
    world: World, shape: Shape, chosen: set[int]
) -> None:
    entries, past = grow(world, shape)
    among = [entries[place] for place in chosen if place < len(entries)]
    latest = read(world, entries).latest(among)
    assert latest == tuple(e for e in among if not any(e.id in past[other.id] for other in among))
    assert bool(latest) == bool(among)


@given(shape=SHAPES)
def test_heads_are_the_entries_that_nothing_follows(world: World, shape: Shape) -> None:
    entries, past = grow(world, shape)
    followed = {older for older_ones in past.values() for older in older_ones}
    assert read(world, entries).heads() == {e.id: e.digest for e in entries if e.id not in followed}


@given(shape=SHAPES)
def test_a_story_tells_each_entry_after_all_it_was_made_in_sight_of(world: World, shape: Shape) -> None:
    entries, past = grow(world, shape)
    told = [entry.id for entry in read(world, entries).told()]
    assert sorted(told) == sorted(entry.id for entry in entries)
    assert all(told.index(older) < told.index(entry_id) for entry_id in told for older in past[entry_id])


@given(shape=SHAPES, data=st.data())
def test_order_and_duplication_of_files_make_no_difference(
    world: World, shape: Shape, data: st.DataObject
) -> None:
    entries, _ = grow(world, shape)
    heap = data.draw(st.permutations(entries + data.draw(st.lists(st.sampled_from(entries)))))
    one, other = read(world, entries), read(world, heap)
    assert one == other
    assert one.heads() == other.heads()
    assert all(one.is_before(a, b) == other.is_before(a, b) for a in entries for b in entries)


@given(shape=SHAPES, data=st.data())
def test_a_removed_entry_that_a_survivor_follows_is_seen_and_nothing_else_is(
    world: World, shape: Shape, data: st.DataObject
) -> None:
    entries, _ = grow(world, shape)
    gone = data.draw(st.sampled_from(entries))
    survivors = [entry for entry in entries if entry is not gone]
    history = read(world, survivors)
    followers = [entry.id for entry in survivors if gone.id in entry.follows]
    assert {d.message for d in history.damage} == {
        f"Entry `{gone.id}` is gone, but `{follower}` follows it" for follower in followers
    }
    assert {d.entry for d in history.damage} <= {gone.id}
    assert {e.id for e in history.entries} == {e.id for e in survivors}


@given(shape=SHAPES, data=st.data())
def test_an_entry_re_written_after_others_followed_it_is_seen_and_in_nobodys_past(
    world: World, shape: Shape, data: st.DataObject
) -> None:
    entries, _ = grow(world, shape)
    place = data.draw(st.integers(0, len(entries) - 1))
    old = entries[place]
    entries[place] = replace(old, body={"kind": "other"})
    history = read(world, entries)
    followers = [entry for entry in entries if old.id in entry.follows]
    assert {d.message for d in history.damage} == {
        f"Entry `{old.id}` is not the one that `{follower.id}` follows" for follower in followers
    }
    assert not any(history.is_before(entries[place], entry) for entry in entries)
    assert old.id in history.heads()


def test_entries_of_another_plan_are_left_out_and_reported(world: World) -> None:
    ours, theirs = world.entry(1), world.entry(2, plan="another")
    history = read(world, [ours, theirs])
    assert history.entries == (ours,)
    assert history.damage == (Damage(f"Entry `{theirs.id}` belongs to plan `another`", entry=theirs.id),)


def test_an_entry_of_another_plan_cannot_push_out_ours_by_its_id(world: World) -> None:
    ours, theirs = world.entry(1), world.entry(1, plan="another")
    for heap in ([ours, theirs], [theirs, ours]):
        history = read(world, heap)
        assert history.entries == (ours,)
        assert len(history.damage) == 1


def test_two_contents_under_one_id_prove_nothing(world: World) -> None:
    one = world.entry(1, body={"kind": "reply"})
    other = world.entry(1, body={"kind": "note"})
    follower = world.entry(2, follows={one.id: one.digest})
    for heap in ([one, other, follower], [other, one, one, follower, other]):
        history = read(world, heap)
        assert history.entries == (follower,)
        assert [d.message for d in history.damage] == [
            f"Entry `{one.id}` is gone, but `{follower.id}` follows it",
            f"Two different entries share the id `{one.id}`",
        ]


def test_a_signed_entry_with_its_signature_taken_off_is_another_entry(world: World) -> None:
    signed = world.entry(1, signature="proof")
    history = read(world, [replace(signed, signature=""), world.entry(2, follows={signed.id: signed.digest})])
    assert "is not the one" in history.damage[0].message


def test_of_two_copies_the_verified_one_stays_in_whatever_order_they_came(world: World) -> None:
    plain = world.entry(1, signature="proof")
    verified = replace(plain, signer="ann@example.org")
    for heap in ([plain, verified], [verified, plain], [verified, plain, verified]):
        assert [entry.signer for entry in read(world, heap).entries] == ["ann@example.org"]


def test_a_circle_is_damage_and_no_hang(world: World) -> None:
    for size in (1, 2, 3, 50):
        ids = [world.entry_id(place + 1) for place in range(size)]
        circle = [
            world.entry(place + 1, follows={ids[(place + 1) % size]: "f" * 64}) for place in range(size)
        ]
        history = read(world, circle)
        assert {d.entry for d in history.damage} == set(ids)
        assert not any(history.is_before(a, b) for a in circle for b in circle)


def test_a_circle_closed_by_re_writing_an_old_entry_takes_nothing_else_out(world: World) -> None:
    first = world.entry(1)
    second = world.entry(2, follows={first.id: first.digest})
    third = world.entry(3, follows={second.id: second.digest})
    bent = replace(first, follows={third.id: third.digest})
    history = read(world, [bent, second, third])
    assert [d.message for d in history.damage] == [
        f"Entry `{first.id}` is not the one that `{second.id}` follows"
    ]
    assert history.entries == (bent, second, third)
    assert not history.is_before(bent, second)
    assert history.is_before(second, third)
    assert history.is_before(third, bent)


def test_following_an_entry_that_is_not_made_yet_is_damage(world: World) -> None:
    early = world.entry(1, follows={world.entry_id(9): "f" * 64})
    made = world.entry(9)
    assert [d.entry for d in read(world, [early]).damage] == [made.id]
    history = read(world, [early, made])
    assert [d.entry for d in history.damage] == [made.id]
    assert not history.is_before(made, early)


def test_following_a_later_id_by_its_digest_is_fine_because_clocks_are_skewed(world: World) -> None:
    fast_clock = world.entry(9)
    slow_clock = world.entry(1, follows={fast_clock.id: fast_clock.digest})
    history = read(world, [slow_clock, fast_clock])
    assert history.damage == ()
    assert history.is_before(fast_clock, slow_clock)
    assert history.latest(history.entries) == (slow_clock,)


def test_damage_seen_while_reading_files_is_kept_once(world: World) -> None:
    torn = Damage("torn", place="x.json")
    history = read_history([], plan="p", damage=[torn, torn])
    assert history.damage == (torn,)
    assert history.entries == ()
    assert history.heads() == {}


def test_entries_are_found_by_id_and_kind(world: World) -> None:
    entries = [world.entry(number, kind="turn" if number % 2 else "answer") for number in (5, 3, 4)]
    history = read(world, entries)
    assert [entry.id for entry in history.entries] == sorted(entry.id for entry in entries)
    assert all(history.get(entry.id) == entry for entry in entries)
    assert [history.get(other) for other in ("", "Ä", world.entry_id(1), world.entry_id(9), "zz")] == [
        None
    ] * 5
    assert [entry.id for entry in history.of_kind("answer")] == [world.entry_id(4)]
    assert len(list(history.of_kind("answer", "turn"))) == 3


def test_branches_meet_in_an_entry_that_follows_both(ledger: Ledger) -> None:
    root = ledger.create()
    ledger.add("turn", follows=[root])
    ledger.add("turn", follows=[root])
    assert len(ledger.history().heads()) == 2
    merged = ledger.say()
    assert list(ledger.history().heads()) == [merged.id]


@pytest.mark.parametrize("width", [1, 2, 5_000])
def test_five_thousand_entries_are_read_in_a_moment_however_deep(world: World, width: int) -> None:
    entries: list[Entry] = []
    for place in range(5_000):
        target = entries[place - width : place - width + 1] if place >= width else []
        follows = {entry.id: entry.digest for entry in target}
        entries.append(world.entry(place * 7919 % 1_000_003, body={"kind": "reply"}, follows=follows))
    start = time.process_time()
    history = read(world, entries)
    heads = history.heads()
    assert history.damage == ()
    assert len(heads) == width
    assert history.is_before(entries[0], entries[-1]) is (width == 1)
    assert time.process_time() - start < 2.0
