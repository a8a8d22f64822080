"""Each kind of entry has one typed face, and a body that does not fit it is damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.promise import (
    Answer,
    Approval,
    Asked,
    Created,
    Decision,
    Revision,
    Turn,
    Unknown,
    Withdrawal,
    question_digest,
)
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.receipt import CommandApproved, Receipt, Started, Waived

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.promise import (
        Promise,
    )

CREATED = {
    "playbook": "small",
    "version": 1,
    "playbook_digest": "x",
    "title": "Retry",
    "documents": {"plan": "plans/retry.md"},
    "sections": {"1": "v1:x"},
    "inherited": ["2025-01-01: begun"],
}
APPROVAL = {
    "checkpoint": "3",
    "sections": {"1": "v1:x"},
    "playbook_digest": "a",
    "policy_digest": "b",
    "suppressions_digest": "c",
    "confirms": ["x"],
}
DECISION = {
    "id": "D1",
    "title": "Retry",
    "reason": "simple",
    "option": "B",
    "question": "Q1",
    "rejected": [{"option": "A", "reason": "slow"}],
    "supersedes": ["x"],
    "turn": "x",
}
WHOLE: dict[str, tuple[type[Promise], dict[str, object]]] = {
    "created": (Created, CREATED),
    "repinned": (Created, CREATED),
    "turn": (Turn, {"kind": "reply", "digest": "x"}),
    "question": (Asked, {"id": "Q1", "text": "Why?", "section": "2", "blocking": False}),
    "answer": (Answer, {"question": "Q1", "digest": "x", "text": "So", "turn": "x"}),
    "decision": (Decision, DECISION),
    "revised": (
        Revision,
        {"cause": "write", "sections": {"1": {"before": "", "after": "v1:x"}}, "turns": ["x"]},
    ),
    "approval": (Approval, APPROVAL),
    "revoke": (Withdrawal, {"checkpoint": "3", "reason": "no"}),
    "changes": (Withdrawal, {"checkpoint": "3", "reason": "no"}),
    "receipt": (Receipt, {"task": "T1", "digest": "x"}),
    "started": (Started, {"task": "T1", "digest": "x"}),
    "waived": (Waived, {"task": "T1", "digest": "x", "reason": "not needed"}),
    "command-approved": (CommandApproved, {"argv": ["pytest"]}),
}
OPTIONAL = {
    "created": {"title", "documents", "sections", "inherited"},
    "repinned": {"title", "documents", "sections", "inherited"},
    "question": {"section", "blocking"},
    "answer": {"turn"},
    "decision": {"option", "question", "rejected", "supersedes", "turn"},
    "revised": {"turns"},
    "approval": {"sections", "confirms"},
    "revoke": {"reason"},
    "changes": {"reason"},
}
FIELDS = [(kind, key) for kind, (_, body) in WHOLE.items() for key in body]
ODD: dict[type, list[object]] = {
    str: [None, 7, True, [], {}],
    int: [None, "1", 1.5, True],
    list: [None, 7, "x", {}, {"x": "y"}, [3], [[]], [None], [{"option": "A"}], [{"option": 1, "reason": ""}]],
    dict: [None, 7, "x", [], [["x", "y"]], {"x": 3}, {"x": None}, {"x": []}, {"x": {"before": ""}}],
}


@pytest.mark.parametrize("kind", WHOLE)
def test_each_kind_has_its_typed_face(world: World, kind: str) -> None:
    face, body = WHOLE[kind]
    entry = world.entry(kind=kind, body=body)
    promise = read_promise(entry)
    assert isinstance(promise, face)
    assert promise.entry is entry


def test_the_faces_say_what_the_bodies_say(world: World) -> None:
    faces = {kind: read_promise(world.entry(kind=kind, body=body)) for kind, (_, body) in WHOLE.items()}
    created, asked, decision = faces["created"], faces["question"], faces["decision"]
    assert isinstance(created, Created)
    assert (created.playbook, created.version, created.playbook_digest) == ("small", 1, "x")
    assert (created.title, created.documents, created.sections) == (
        "Retry",
        {"plan": "plans/retry.md"},
        {"1": "v1:x"},
    )
    assert created.inherited == ("2025-01-01: begun",)
    assert isinstance(asked, Asked)
    assert (asked.id, asked.text, asked.section, asked.blocking) == ("Q1", "Why?", "2", False)
    assert asked.digest == question_digest("Q1", "Why?")
    assert isinstance(decision, Decision)
    assert (decision.id, decision.title, decision.reason) == ("D1", "Retry", "simple")
    assert (decision.option, decision.question) == ("B", "Q1")
    assert (decision.rejected, decision.supersedes) == ((("A", "slow"),), ("x",))
    revision, approval = faces["revised"], faces["approval"]
    assert isinstance(revision, Revision)
    assert (revision.cause, revision.sections, revision.turns) == ("write", {"1": ("", "v1:x")}, ("x",))
    assert isinstance(approval, Approval)
    assert (approval.checkpoint, approval.sections, approval.confirms) == ("3", {"1": "v1:x"}, ("x",))
    digests = (approval.playbook_digest, approval.policy_digest, approval.suppressions_digest)
    assert digests == ("a", "b", "c")
    answer, receipt, revoke = faces["answer"], faces["receipt"], faces["revoke"]
    assert isinstance(answer, Answer)
    assert (answer.question, answer.digest, answer.text) == ("Q1", "x", "So")
    assert isinstance(receipt, Receipt)
    assert (receipt.task, receipt.digest) == ("T1", "x")
    assert isinstance(revoke, Withdrawal)
    assert (revoke.checkpoint, revoke.reason) == ("3", "no")


@pytest.mark.parametrize(("kind", "key"), [field for field in FIELDS if field[1] != "blocking"])
def test_a_field_of_another_type_is_refused(world: World, kind: str, key: str) -> None:
    _, body = WHOLE[kind]
    for odd in ODD[type(body[key])]:
        with pytest.raises(TypeError):
            read_promise(world.entry(kind=kind, body=body | {key: odd}))


@pytest.mark.parametrize(("kind", "key"), FIELDS)
def test_a_field_may_be_absent_only_where_there_is_a_default(world: World, kind: str, key: str) -> None:
    face, body = WHOLE[kind]
    entry = world.entry(kind=kind, body={name: value for name, value in body.items() if name != key})
    if key in OPTIONAL.get(kind, set()):
        assert isinstance(read_promise(entry), face)
    else:
        with pytest.raises(TypeError):
            read_promise(entry)


@pytest.mark.parametrize("odd", [None, 0, "", "no", 1, []])
def test_a_question_blocks_unless_it_says_plainly_that_it_does_not(world: World, odd: object) -> None:
    asked = read_promise(world.entry(kind="question", body={"id": "Q1", "text": "Why?", "blocking": odd}))
    assert isinstance(asked, Asked)
    assert asked.blocking


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    kind=st.sampled_from(sorted(WHOLE)),
    changes=st.dictionaries(st.sampled_from(sorted({key for _, key in FIELDS})), JSON, max_size=6),
)
def test_any_body_is_a_promise_or_damage(world: World, kind: str, changes: dict[str, object]) -> None:
    entry = world.entry(kind=kind, body=WHOLE[kind][1] | changes)
    promises = world.read([entry])
    try:
        read_promise(entry)
    except TypeError:
        assert [(d.entry, d.message.split(":")[0]) for d in promises.damage] == [
            (entry.id, f"Entry `{entry.id}` is no `{kind}`")
        ]
    else:
        assert promises.damage == ()


@given(kind=st.text().filter(lambda kind: kind not in WHOLE), body=st.dictionaries(st.text(), JSON))
def test_an_unknown_kind_is_kept_and_shown_and_never_acted_on(
    world: World, kind: str, body: dict[str, object]
) -> None:
    entry = world.entry(kind=kind, body=body)
    assert read_promise(entry) == Unknown(entry, body)
    promises = world.read([entry])
    assert promises.history.entries == (entry,)
    assert promises.damage == ()


def test_a_broken_approval_is_damage_and_opens_nothing(world: World, ledger: Ledger) -> None:
    plan = world.plan()
    ledger.add("approval", ledger.approval_body(plan) | {"sections": ["1"]})
    promises = world.read(ledger.entries, plan)
    assert promises.approvals == ()
    assert [d.message for d in promises.damage] == [
        f"Entry `{ledger.entries[0].id}` is no `approval`: `sections` is not a table of texts"
    ]


@pytest.mark.parametrize("kind", ["question", "challenge", "proposal"])
def test_a_planner_opens_dialogue_by_pushing_or_asking(ledger: Ledger, world: World, kind: str) -> None:
    planner, person = world.author("planner"), world.author("user")
    opened = read_promise(ledger.say(kind, by=planner))
    said = read_promise(ledger.say(kind, by=person))
    assert isinstance(opened, Turn)
    assert isinstance(said, Turn)
    assert (opened.opens_dialogue, opened.replies) == (True, False)
    assert (said.opens_dialogue, said.replies) == (False, True)


@pytest.mark.parametrize("kind", ["summary", "note", "reply", "idea"])
def test_a_planners_summary_or_note_moves_no_dialogue_on(ledger: Ledger, world: World, kind: str) -> None:
    turn = read_promise(ledger.say(kind, by=world.author("planner")))
    assert isinstance(turn, Turn)
    assert not turn.opens_dialogue
    assert not turn.replies


def test_the_opening_idea_is_no_reply(ledger: Ledger) -> None:
    idea, reply = read_promise(ledger.say("idea")), read_promise(ledger.say("reply"))
    assert isinstance(idea, Turn)
    assert isinstance(reply, Turn)
    assert (idea.replies, reply.replies) == (False, True)


@given(st.text(), st.text())
def test_spacing_makes_no_other_question_and_a_word_does(question: str, text: str) -> None:
    words = text.split()
    assert question_digest(question, "  ".join(words) + "\n") == question_digest(question, text)
    assert question_digest(question, " ".join([*words, "not"])) != question_digest(question, text)
    assert question_digest(question + "1", text) != question_digest(question, text)
