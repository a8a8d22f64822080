"""Attacks on the attack: an agent settles objections to its own plan, or refutes it under its own name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from forging import AT, fingerprints, forge

from groundplan.plan.entry import Author, Entry, make_entry_id

if TYPE_CHECKING:
    from pathlib import Path

    from desk import Desk, Ran

PLAN = "plans/retry-failed-uploads.md"
QUOTE = "Add `retry()` to `client.py`."
STEPS = f"1. {QUOTE}\n2. Call it in `upload`.\n3. Count the retries.\n4. Test a timeout.\n"
REQUIRED = 'version = 1\n\n[policy]\nrefutation = "required"\n'


@pytest.fixture
def attacked(unapproved: Desk) -> Desk:
    """Return that plan after a reader objected to its first step."""
    assert hand_in(unapproved).code == 0
    return unapproved


def hand_in(desk: Desk, *, by: str = "reviewer-2", **more: Any) -> Ran:
    objection = {
        "quote": QUOTE,
        "because": "nothing passes the number of attempts on",
        "evidence": ["client.py:1-2"],
        "change": "say who passes it",
    }
    handed = {"tried": "built steps 1 to 3 in a copy", "objections": [objection | more]}
    return desk.agent("object", "--file", "-", "--by", by, stdin=json.dumps(handed))


def rewrite(desk: Desk, text: str, section: str = "implementation-plan") -> None:
    """Let the agent write a section after a round of talk."""
    for ran in (
        desk.agent("say", "--as", "planner", "--kind", "question", "Shall I change it?"),
        desk.person("say", "Yes."),
        desk.agent("write", section, "-", stdin=text),
    ):
        assert ran.code == 0, ran.said


def mend(desk: Desk, name: str = "O1") -> None:
    rewrite(desk, STEPS.replace(QUOTE, "Add `retry(attempts)` to `client.py`."))
    ran = desk.agent("object", name, "--mended")
    assert ran.code == 0, ran.said


def fates(desk: Desk) -> dict[str, str]:
    told = desk.pipe("object", "--json").json()
    return {each["id"]: each["state"] for each in told["objections"]}


def attack(desk: Desk) -> dict[str, Any]:
    found: dict[str, Any] = desk.pipe("show", "--json").json()["attack"]
    return found


def objection_id(desk: Desk) -> str:
    return str(json.loads(desk.entry("objection").read_text())["id"])


def detached(desk: Desk, kind: str, body: dict[str, Any], *, channel: str = "agent") -> Path:
    """Write a well-formed entry that follows nothing."""
    plan = json.loads(desk.entries()[0].read_text())["plan"]
    entry = Entry(make_entry_id(), plan, kind, AT, Author("user", "Ben", channel), {}, body)
    path = desk.entries()[0].parent / f"{entry.id}.json"
    path.write_text(entry.to_json())
    return path


def refutation(desk: Desk, reader: str) -> dict[str, Any]:
    return {"reader": reader, "sections": fingerprints(desk), "tried": "nothing", "objections": []}


def writer(desk: Desk) -> str:
    """Return the program through which an agent wrote the plan."""
    entries = [json.loads(path.read_text()) for path in desk.entries()]
    return next(
        str(each["by"]["via"][0])
        for each in entries
        if each["kind"] == "revised" and each["by"]["channel"] == "agent"
    )


def require(desk: Desk) -> None:
    (desk.root / ".groundplan/config.toml").write_text(REQUIRED)


# ------------------------------------------------------------------------------------- answers and acceptance


def test_an_agent_does_not_accept_its_own_answer(attacked: Desk) -> None:
    assert attacked.agent("object", "O1", "--answer", "three is a default").code == 0
    before = len(attacked.entries())
    for ran in (attacked.agent("object", "O1", "--accept"), attacked.pipe("object", "O1", "--accept")):
        assert ran.code == 3
        assert "Only a person at a terminal may accept an answer to an objection" in ran.said
    assert len(attacked.entries()) == before
    assert fates(attacked) == {"O1": "answered"}


def test_an_acceptance_that_no_person_gave_is_none_and_is_named(attacked: Desk) -> None:
    attacked.agent("object", "O1", "--answer", "three is a default")
    answer = json.loads(attacked.entry("response").read_text())["id"]
    forge(attacked, "response", {"objection": objection_id(attacked), "how": "accepted", "answers": [answer]})
    assert fates(attacked) == {"O1": "answered"}
    assert "GP214" in attacked.codes()


def test_an_acceptance_does_not_cover_a_later_answer(attacked: Desk) -> None:
    attacked.agent("object", "O1", "--answer", "three is a default")
    assert attacked.person("object", "O1", "--accept").code == 0
    assert fates(attacked) == {"O1": "accepted"}
    ran = attacked.agent("object", "O1", "--answer", "because I say so")
    assert ran.code == 3
    forge(attacked, "response", {"objection": objection_id(attacked), "how": "answered", "text": "I say so"})
    assert "three is a default" in attacked.pipe("object", "O1").out
    assert "I say so" not in attacked.pipe("object", "O1").out


def test_an_unaccepted_answer_is_on_the_screen_of_the_approver(attacked: Desk) -> None:
    attacked.agent("object", "O1", "--answer", "three is a default")
    ran = attacked.person("approve", "ready", typed="no")
    assert "Reviewed by reviewer-2 (agent): 1 answered, 0 open" in ran.out
    for words in ("nothing passes the number of attempts on", "client.py:1-2", "three is a default"):
        assert words in ran.out
    assert fates(attacked) == {"O1": "answered"}, "a cancelled approval accepts nothing"


# ------------------------------------------------------------------------------------------------- mending


def test_an_objection_is_not_mended_by_saying_so(attacked: Desk) -> None:
    before = len(attacked.entries())
    ran = attacked.agent("object", "O1", "--mended")
    assert ran.code == 3
    assert "Nothing has changed since O1: section `implementation-plan` still says" in ran.said
    assert len(attacked.entries()) == before


def test_a_forged_mark_without_a_change_leaves_it_open_and_is_told(attacked: Desk) -> None:
    prints = fingerprints(attacked)
    body = {"objection": objection_id(attacked), "how": "mended", "sections": prints}
    forge(attacked, "response", body, channel="terminal")
    assert fates(attacked) == {"O1": "open"}
    assert "marked this as mended, but nothing changed" in attacked.pipe("object", "O1").out


def test_a_change_elsewhere_mends_it_and_is_told_and_does_not_excuse_the_rewrite(attacked: Desk) -> None:
    rewrite(attacked, "3 % of uploads fail; `client.py` sends once.\n", "context")
    ran = attacked.agent("object", "O1", "--mended")
    assert ran.code == 0, ran.said
    assert "changed since: context" in ran.out
    assert fates(attacked) == {"O1": "mended"}
    assert attack(attacked)["changed"] == ["context"], "the reader has not seen that section as it is"
    shown = " ".join(attacked.person("approve", "ready", typed="no").out.split())
    assert "O1 is marked as mended in context, but section implementation-plan still says" in shown


def test_a_mend_elsewhere_that_is_taken_back_opens_the_objection_again(attacked: Desk) -> None:
    rewrite(attacked, "3 % of uploads fail; `client.py` sends once.\n", "context")
    assert attacked.agent("object", "O1", "--mended").code == 0
    assert attacked.person("undo", typed="undo").code == 0
    assert fates(attacked) == {"O1": "open"}


def test_words_that_come_back_open_the_objection_again(attacked: Desk) -> None:
    mend(attacked)
    assert fates(attacked) == {"O1": "mended"}
    rewrite(attacked, STEPS)
    assert fates(attacked) == {"O1": "open"}


def test_a_mended_section_that_still_has_the_words_is_told(attacked: Desk) -> None:
    rewrite(attacked, f"{STEPS}5. Log it.\n")
    ran = attacked.agent("object", "O1", "--mended")
    assert "its section changed, but still has the quoted words" in ran.out
    shown = " ".join(attacked.person("approve", "ready", typed="no").out.split())
    assert "O1 is marked as mended, but section implementation-plan still says" in shown


def test_a_response_that_follows_nothing_counts_for_nothing(attacked: Desk) -> None:
    body = {"objection": objection_id(attacked), "how": "answered", "text": "no"}
    detached(attacked, "response", body, channel="terminal")
    assert fates(attacked) == {"O1": "open"}


def test_an_objection_to_a_removed_section_stays_and_can_be_mended(attacked: Desk) -> None:
    text = attacked.read(PLAN)
    head, _, rest = text.partition("## Implementation Plan")
    attacked.path(PLAN).write_text(head + "## " + rest.partition("\n## ")[2])
    assert fates(attacked) == {"O1": "open"}
    assert "the plan no longer says this" in attacked.pipe("object", "O1").out
    assert attacked.agent("object", "O1", "--mended").code == 0
    assert fates(attacked) == {"O1": "mended"}


# ------------------------------------------------------------------------------------------- making it vanish


def test_only_the_reader_who_objected_withdraws_it(attacked: Desk) -> None:
    for name in ("", "writer", "reviewer-3"):
        ran = attacked.agent("object", "O1", "--withdraw", "--by", name)
        assert ran.code == 3, ran.said
    assert "O1 is an objection of `reviewer-2`, not of `reviewer-3`" in ran.said
    body = {"objection": objection_id(attacked), "how": "withdrawn", "reader": "writer"}
    forge(attacked, "response", body)
    assert fates(attacked) == {"O1": "open"}


def test_a_withdrawn_objection_stays_on_the_screen_of_the_approver(attacked: Desk) -> None:
    ran = attacked.agent("object", "O1", "--withdraw", "--by", "reviewer-2")
    assert ran.code == 0, ran.said
    assert fates(attacked) == {"O1": "withdrawn"}
    assert "1 withdrawn" in attacked.pipe("object").out
    assert "reviewer-2 (agent) withdrew O1:" in " ".join(
        attacked.person("approve", "ready", typed="no").out.split()
    )


def test_the_entry_that_withdraws_questions_withdraws_no_objection(attacked: Desk) -> None:
    body = json.loads(attacked.entry("objection").read_text())
    for digest in ("O1", body["id"], body["digest"]):
        forge(attacked, "withdrawn", {"question": "O1", "digest": digest, "reason": "mistake"})
    assert fates(attacked) == {"O1": "open"}


def test_a_removed_objection_is_noticed(attacked: Desk) -> None:
    attacked.entry("objection").unlink()
    assert "GP210" in attacked.codes()


def test_two_branches_that_give_the_same_id_leave_two_objections(unapproved: Desk) -> None:
    unapproved.commit("Write the plan")
    unapproved.git("checkout", "-q", "-b", "other")
    assert hand_in(unapproved, by="reviewer-3", because="upload is never called").code == 0
    unapproved.commit("Object")
    unapproved.git("checkout", "-q", "main")
    assert hand_in(unapproved).code == 0
    unapproved.commit("Object")
    unapproved.git("merge", "-q", "-X", "ours", "--no-edit", "other")
    names = list(fates(unapproved))
    assert len(names) == 2
    assert all(name.startswith("O1-") for name in names)
    assert names[0] != names[1]
    ran = unapproved.agent("object", "O1", "--answer", "no")
    assert ran.code == 2
    assert all(name in ran.said for name in names)
    assert unapproved.agent("object", names[0], "--answer", "no").code == 0
    assert sorted(fates(unapproved).values()) == ["answered", "open"]
    assert hand_in(unapproved, because="a third").code == 0
    assert "O2" in fates(unapproved)


# ----------------------------------------------------------------------------------------- who refutes


@pytest.mark.parametrize("name", ["", "Ann", " ann ", "A N N", "Ａnn", "An\u200bn"])
def test_whoever_wrote_the_plan_does_not_refute_it(unapproved: Desk, name: str) -> None:
    before = len(unapproved.entries())
    for ran in (
        hand_in(unapproved, by=name),
        unapproved.agent("refute", "--done", "--by", name, "--tried", "read it twice"),
    ):
        assert ran.code == 3, ran.said
        assert "Whoever wrote a plan does not refute it" in ran.said
    assert len(unapproved.entries()) == before


def test_the_program_that_wrote_the_plan_does_not_refute_it(unapproved: Desk) -> None:
    ran = unapproved.agent("refute", "--done", "--by", writer(unapproved).upper(), "--tried", "read it twice")
    assert ran.code == 3


def test_a_person_may_always_refute(unapproved: Desk) -> None:
    ran = unapproved.person("refute", "--done", "--tried", "walked through it")
    assert ran.code == 0, ran.said
    assert attack(unapproved)["holds"] is True


def test_a_forged_refutation_by_a_writer_counts_for_nothing_and_is_named(unapproved: Desk) -> None:
    require(unapproved)
    forge(unapproved, "refutation", refutation(unapproved, "ANN"))
    assert attack(unapproved)["by"] == ""
    assert unapproved.states() == {"ready": "blocked"}
    (unapproved.root / ".groundplan/config.toml").unlink()
    ran = unapproved.person("approve", "ready", typed="no")
    assert "An attack by ANN does not count: `ANN` wrote section" in " ".join(ran.out.split())


@pytest.mark.parametrize("reader", ["reviewer-2", "Ann"])
@pytest.mark.parametrize("channel", ["agent", "terminal"])
def test_a_refutation_that_follows_nothing_counts_for_nothing(
    unapproved: Desk, reader: str, channel: str
) -> None:
    require(unapproved)
    detached(unapproved, "refutation", refutation(unapproved, reader), channel=channel)
    assert attack(unapproved)["by"] == ""
    assert unapproved.states() == {"ready": "blocked"}


def test_a_writer_who_hides_behind_an_early_entry_does_not_refute(unapproved: Desk) -> None:
    require(unapproved)
    first = next(
        json.loads(path.read_text())
        for path in unapproved.entries()
        if json.loads(path.read_text())["kind"] == "created"
    )
    author = Author("planner", "Ben", "agent")
    body = refutation(unapproved, "claude")
    entry = Entry(
        make_entry_id(), first["plan"], "refutation", AT, author, {first["id"]: first["digest"]}, body
    )
    hidden = Entry(
        make_entry_id(),
        first["plan"],
        "refutation",
        AT,
        author,
        {first["id"]: first["digest"]},
        body | {"reader": writer(unapproved)},
    )
    (unapproved.entries()[0].parent / f"{hidden.id}.json").write_text(hidden.to_json())
    assert attack(unapproved)["by"] == "", "it read words that this program wrote"
    (unapproved.entries()[0].parent / f"{entry.id}.json").write_text(entry.to_json())
    assert attack(unapproved)["by"] == "claude", "a reader of another name is believed"


# ------------------------------------------------------------------------------------------ required, stale


def test_a_required_attack_blocks_the_last_approval_until_it_was_made(unapproved: Desk) -> None:
    require(unapproved)
    assert unapproved.states() == {"ready": "blocked"}
    ran = unapproved.person("approve", "ready", typed="ready")
    assert ran.code == 3
    assert "GP219" in ran.out
    assert hand_in(unapproved).code == 0
    assert "1 objection is open: O1" in unapproved.pipe("check").out
    mend(unapproved)
    assert unapproved.states() == {"ready": "ready"}
    assert unapproved.person("approve", "ready", typed="ready").code == 0
    assert unapproved.states() == {"ready": "passed"}


def test_a_required_attack_cannot_be_suppressed(unapproved: Desk) -> None:
    require(unapproved)
    unapproved.edit(PLAN, STEPS, f"<!-- groundplan: allow GP219: trust me -->\n\n{STEPS}")
    assert "GP219" in unapproved.codes()


def test_a_refutation_goes_stale_with_the_plan_and_not_with_its_own_mends(attacked: Desk) -> None:
    mend(attacked)
    assert attack(attacked)["holds"] is True, "mending its objection is what it asked for"
    rewrite(attacked, "3 % of uploads fail; `client.py` sends once.\n", "context")
    assert attack(attacked)["changed"] == ["context"]
    told = attacked.pipe("status").out
    assert "reviewed  by reviewer-2 (agent), but section context changed since" in told


def test_a_mended_section_that_is_changed_once_more_makes_it_stale(attacked: Desk) -> None:
    mend(attacked)
    rewrite(attacked, "1. Do nothing.\n2. Do nothing.\n3. Do nothing.\n")
    assert attack(attacked)["changed"] == ["implementation-plan"]


def test_a_writers_own_objection_does_not_excuse_a_rewrite(attacked: Desk) -> None:
    late = {"quote": "2 % of uploads fail", "because": "unsure", "evidence": ["client.py:1"]}
    text = json.dumps({"objections": [late]})
    assert attacked.agent("object", "--file", "-", "--by", "reviewer-2", stdin=text).code == 0
    rewrite(attacked, "All uploads fail.\n", "context")
    assert attacked.agent("object", "O2", "--mended").code == 0
    assert attack(attacked)["changed"] == ["context"]


def test_the_reader_says_which_other_section_a_mend_may_touch(unapproved: Desk) -> None:
    assert hand_in(unapproved, touches=["context"]).code == 0
    rewrite(unapproved, "3 % of uploads fail; `client.py` sends once.\n", "context")
    mend(unapproved)
    assert attack(unapproved)["holds"] is True


def test_an_open_objection_needs_an_explicit_yes(attacked: Desk) -> None:
    ran = attacked.person("approve", "ready", typed="ready\nready")
    assert ran.code == 130
    assert attacked.states() == {"ready": "ready"}
    ran = attacked.person("approve", "ready", typed="ready\nyes")
    assert ran.code == 0, ran.out
    assert "1 objection open (O1)" in ran.out
    assert attacked.states() == {"ready": "passed"}
    assert json.loads(attacked.entry("approval").read_text())["body"]["despite"] == [objection_id(attacked)]


class TestAPersonsObjection:
    @pytest.fixture
    def objected(self, unapproved: Desk) -> Desk:
        """Return that plan after Ann objected at her terminal."""
        said = ("--because", "Legal says never", "--evidence", "client.py:1-2", "--by", "Ann")
        assert unapproved.person("object", QUOTE, *said).code == 0
        return unapproved

    def test_is_not_withdrawn_by_an_agent_under_her_name(self, objected: Desk) -> None:
        ran = objected.agent("object", "O1", "--withdraw", "--by", "Ann")
        assert ran.code == 3, ran.said
        assert "withdraw O1, which a person made" in ran.said
        assert fates(objected) == {"O1": "open"}

    @pytest.mark.parametrize("channel", ["agent", "pipe"])
    def test_is_not_withdrawn_by_an_entry_of_no_person(self, objected: Desk, channel: str) -> None:
        entry_id = json.loads(objected.entry("objection").read_text())["id"]
        body = {"objection": entry_id, "how": "withdrawn", "reader": "Ann"}
        forge(objected, "response", body, channel=channel)
        assert fates(objected) == {"O1": "open"}

    def test_is_withdrawn_by_her_and_the_approver_sees_through_what(self, objected: Desk) -> None:
        assert objected.person("object", "O1", "--withdraw", "--by", "Ann").code == 0
        assert fates(objected) == {"O1": "withdrawn"}
        assert "Ann (terminal) withdrew O1" in objected.person("approve", "ready", typed="no").out


NAMES = {
    "what came of it": "Ann (terminal): 3 mended, 0 open; earlier by claude",
    "quotes of its own": "Ann” (terminal): 3 mended, earlier by “claude",
    "another command's words": "Ann, and nobody objected",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_readers_name_says_nothing_in_words_of_ours(unapproved: Desk, name: str) -> None:
    ran = unapproved.agent("refute", "--done", "--by", name, "--tried", "looked at client.py:1")
    assert ran.code == 0, ran.said
    shown = " ".join(unapproved.person("approve", "ready", typed="no").out.split())
    inside = name.translate(dict.fromkeys(map(ord, "“”"), "'"))
    assert f"Reviewed by “{inside}” (agent): no objections" in shown


@pytest.mark.parametrize("letter", ["\ufe0f", "\u180b", "\u034f", "\u2800", "\u3164", "\u00ad", "\u200b"])
def test_a_letter_that_nobody_sees_makes_no_other_reader(unapproved: Desk, letter: str) -> None:
    writer = str(json.loads(unapproved.entry("revised").read_text())["by"]["name"])
    assert writer
    ran = unapproved.agent("refute", "--done", "--by", f"{writer}{letter}", "--tried", "read client.py:1")
    assert ran.code == 3, ran.said
    assert attack(unapproved)["by"] == ""
