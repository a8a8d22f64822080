"""An approval binds exact words under exact rules, and no clock outlives a revoke."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.config import Config, Policy, Suppression

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.binding import ApprovalState
    from groundplan.plan.document import Plan
    from groundplan.plan.entry import Entry


def only(world: World, ledger: Ledger, plan: Plan | None = None, **more: object) -> ApprovalState:
    """Return the one approval as it is judged now."""
    (state,) = world.read(ledger.entries, plan, **more).approvals  # type: ignore[arg-type]
    return state


def test_an_approval_holds_while_nothing_changes(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan())
    state = only(world, ledger)
    assert state.holds
    assert not state.is_stale
    assert (state.changed, state.withdrawn, state.weakness) == ((), None, "")


@given(body=st.text(), heading=st.text())
def test_re_spacing_and_a_computed_tick_keep_an_approval(world: World, body: str, heading: str) -> None:
    """Neither stands in the normal form, and the fingerprint is made over nothing else."""
    ledger, plan = world.ledger(), world.plan()
    ledger.approve(plan)
    (document,) = plan.documents
    moved = tuple(replace(s, body=body, heading=heading, line=s.line + 9) for s in document.sections)
    respaced = replace(plan, documents=(replace(document, text=body, sections=moved),))
    assert only(world, ledger, respaced).holds


@given(st.text())
def test_any_other_word_in_a_covered_section_voids_an_approval(world: World, text: str) -> None:
    ledger = world.ledger()
    ledger.approve(world.plan())
    state = only(world, ledger, world.plan(s2=text))
    assert state.holds is (text == "two")
    assert state.changed == (() if text == "two" else ("2",))
    assert state.is_stale is not state.holds


def test_words_outside_the_covered_sections_keep_an_approval(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    assert only(world, ledger, world.plan(s3="other")).holds


def test_a_covered_section_added_or_removed_voids_an_approval(world: World, ledger: Ledger) -> None:
    plan = world.plan()
    ledger.approve(plan)
    (document,) = plan.documents
    fewer = replace(plan, documents=(replace(document, sections=document.sections[1:]),))
    more = world.section("2b", declared="2")
    added = replace(plan, documents=(replace(document, sections=(*document.sections, more)),))
    assert only(world, ledger, fewer).changed == ("1",)
    assert only(world, ledger, added).changed == ("2b",)


def test_a_second_section_under_an_approved_key_voids_an_approval(world: World, ledger: Ledger) -> None:
    plan = world.plan()
    ledger.approve(plan)
    (document,) = plan.documents
    for hidden in (
        (world.section("2", "other"), *document.sections),
        (*document.sections, world.section("2", "other")),
    ):
        twice = replace(plan, documents=(replace(document, sections=hidden),))
        assert only(world, ledger, twice).changed == ("2",)


def test_another_playbook_voids_an_approval(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan())
    assert only(world, ledger, playbook=world.playbook(digest="playbook-2")).changed == ("playbook",)


@pytest.mark.parametrize(
    "policy", [Policy(approvals="signed"), Policy(talk="committed"), Policy(relayed="refuse")]
)
def test_any_other_policy_voids_an_approval(world: World, ledger: Ledger, policy: Policy) -> None:
    ledger.approve(world.plan())
    state = only(world, ledger, config=Config(policy=policy))
    assert state.changed == ("policy",)
    assert not state.holds


@pytest.mark.parametrize(
    "now",
    [
        (),
        (Suppression("GP603", "house word"), Suppression("GP604", "wanted")),
        (Suppression("GP604", "house word"),),
        (Suppression("GP603", "another reason"),),
        (Suppression("GP603", "house word", "2"),),
    ],
)
def test_any_other_suppression_voids_an_approval(world: World, now: tuple[Suppression, ...]) -> None:
    silenced = replace(world, config=Config(suppressions=(Suppression("GP603", "house word"),)))
    ledger = silenced.ledger()
    ledger.approve(world.plan())
    assert only(silenced, ledger).holds
    assert only(silenced, ledger, config=Config(suppressions=now)).changed == ("suppressions",)


@given(
    st.permutations([Suppression("GP603", "a"), Suppression("GP603", "b", "2"), Suppression("GP601", "c")])
)
def test_the_order_of_suppressions_keeps_an_approval(world: World, order: list[Suppression]) -> None:
    one, other = Config(suppressions=tuple(order)), Config(suppressions=tuple(sorted(order, key=str)))
    assert one.suppressions_digest == other.suppressions_digest


@pytest.mark.parametrize("channel", ["agent", "pipe", "mcp", "", "TERMINAL", "signed"])
def test_an_approval_through_no_persons_channel_does_not_count(
    world: World, ledger: Ledger, channel: str
) -> None:
    ledger.approve(world.plan(), by=world.author(channel=channel))
    state = only(world, ledger)
    assert f"`{channel}`" in state.weakness
    assert not state.holds
    assert not state.is_stale


def test_a_signed_policy_takes_only_a_verified_signature(world: World) -> None:
    strict = replace(world, config=Config(policy=Policy(approvals="signed")))
    ledger = strict.ledger()
    ledger.approve(world.plan(), by=world.author(channel="signed"))
    assert only(strict, ledger).weakness == "the policy requires a signature by an allowed signer"
    ledger.entries[0] = replace(ledger.entries[0], signature="proof")
    assert not only(strict, ledger).holds
    ledger.entries[0] = replace(ledger.entries[0], signer="ann@example.org")
    assert only(strict, ledger).holds


def test_a_signed_policy_takes_no_unsigned_terminal(world: World) -> None:
    strict = replace(world, config=Config(policy=Policy(approvals="signed")))
    ledger = strict.ledger()
    ledger.approve(world.plan())
    assert not only(strict, ledger).holds


def test_an_approval_of_a_checkpoint_that_the_playbook_does_not_have_proves_nothing(
    world: World, ledger: Ledger
) -> None:
    ledger.approve(world.plan(), "99")
    state = only(world, ledger)
    assert state.weakness == "the playbook has no such checkpoint"
    assert not state.holds


def test_a_revoke_voids_an_approval(world: World, ledger: Ledger) -> None:
    approval = ledger.approve(world.plan())
    revoke = ledger.revoke()
    state = only(world, ledger)
    assert state.approval.entry == approval
    assert state.withdrawn is not None
    assert state.withdrawn.entry == revoke
    assert not state.holds
    assert not state.is_stale


def test_a_request_for_changes_voids_an_approval(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan())
    ledger.revoke(kind="changes", by=world.author(channel="agent"))
    assert only(world, ledger).withdrawn is not None


def test_a_revoke_of_another_checkpoint_voids_nothing_here(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    ledger.revoke("3")
    assert only(world, ledger).holds


def test_a_revoke_by_the_checkpoints_name_is_a_revoke(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    ledger.revoke("options")
    assert only(world, ledger).withdrawn is not None


def test_approving_again_in_sight_of_the_revoke_holds(world: World, ledger: Ledger) -> None:
    plan = world.plan()
    ledger.approve(plan)
    ledger.revoke()
    ledger.approve(plan)
    assert [state.holds for state in world.read(ledger.entries, plan).approvals] == [False, True]


def test_approving_on_a_branch_that_never_saw_the_revoke_does_not_hold(world: World, ledger: Ledger) -> None:
    """Its id and its time are later, which is all that a clock could say for it."""
    root = ledger.create()
    ledger.revoke(follows=[root], number=2, at="2026-01-01T00:00:00Z")
    ledger.approve(world.plan(), follows=[root], number=9)
    assert not only(world, ledger).holds


def test_approvals_on_two_branches_both_hold_for_the_same_words(world: World, ledger: Ledger) -> None:
    root, plan = ledger.create(), world.plan()
    ledger.approve(plan, follows=[root])
    ledger.approve(plan, follows=[root])
    assert [state.holds for state in world.read(ledger.entries, plan).approvals] == [True, True]


def test_of_approvals_on_two_branches_only_that_of_the_merged_words_holds(
    world: World, ledger: Ledger
) -> None:
    root, ours, theirs = ledger.create(), world.plan(), world.plan(s2="theirs")
    ledger.approve(ours, follows=[root])
    ledger.approve(theirs, follows=[root])
    assert [s.holds for s in world.read(ledger.entries, ours).approvals] == [True, False]
    assert [s.holds for s in world.read(ledger.entries, theirs).approvals] == [False, True]
    assert [s.holds for s in world.read(ledger.entries, world.plan(s2="both")).approvals] == [False, False]


def test_an_approval_edited_to_have_seen_the_revoke_breaks_what_follows_it(
    world: World, ledger: Ledger
) -> None:
    root = ledger.create()
    approval = ledger.approve(world.plan(), follows=[root])
    revoke = ledger.revoke(follows=[root])
    ledger.say()
    seen = replace(approval, follows={root.id: root.digest, revoke.id: revoke.digest})
    ledger.entries[1] = seen
    damage = world.read(ledger.entries).damage
    assert [d.entry for d in damage] == [approval.id]


KINDS = st.sampled_from(["approval", "revoke", "changes", "turn", "merge"])
GRAPHS = st.lists(
    st.tuples(
        KINDS,
        st.sampled_from(["2", "3"]),
        st.integers(0, 99),
        st.integers(0, 9),
        st.sets(st.integers(0, 14), max_size=3),
    ),
    min_size=1,
    max_size=15,
)


@given(graph=GRAPHS, order=st.randoms(use_true_random=False))
def test_no_approval_outlives_a_revoke_that_it_did_not_see(
    world: World, graph: list[tuple[str, str, int, int, set[int]]], order: object
) -> None:
    ledger, plan = world.ledger(), world.plan()
    past: dict[str, set[str]] = {}
    for place, (kind, checkpoint, rank, clock, targets) in enumerate(graph):
        followed: list[Entry] = (
            list(ledger.entries) if kind == "merge" else [ledger.entries[t] for t in targets if t < place]
        )
        body = ledger.approval_body(plan, checkpoint) if kind == "approval" else {"checkpoint": checkpoint}
        entry = ledger.add(
            kind,
            body | {"kind": "reply", "digest": ""},
            follows=followed,
            number=rank * 100 + place,
            at=f"20{clock:02}-01-01T00:00:00Z",
        )
        past[entry.id] = {older for target in followed for older in (target.id, *past[target.id])}
    heap = list(ledger.entries)
    order.shuffle(heap)  # type: ignore[attr-defined]
    states = world.read(heap, plan).approvals
    assert len(states) == sum(kind == "approval" for kind, *_ in graph)
    for state in states:
        unseen = [
            entry
            for entry in ledger.entries
            if entry.kind in {"revoke", "changes"}
            and entry.body["checkpoint"] == state.approval.checkpoint
            and entry.id not in past[state.approval.entry.id]
        ]
        assert state.holds is (not unseen)
        assert (state.withdrawn is None) is (not unseen)
