"""`refute` and `object` as somebody types them: what is shown, what is refused, and which command is next."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from .test_screens import see

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk, Ran

QUOTE = "Count the retries in the upload metrics."
MORE = "- T3: Document the limit.\n"
FILE = {
    "tried": "Did both steps in a copy and ran the tests; counted the metrics by hand.",
    "keeps": ["Full jitter: simulated with a thousand clients."],
    "objections": [
        {
            "quote": QUOTE,
            "because": "There are no upload metrics, so nothing counts what the goal wants to see.",
            "evidence": ["src/upload.py:1-2", "$ grep -rc metrics src\nsrc/upload.py:0"],
            "change": "Say which counter, and add it in a step before.",
        },
        {
            "quote": "Wrap the post call in a retry loop",
            "because": "A retried post may store a file twice.",
            "evidence": ["src/upload.py:1"],
            "change": "Make the post idempotent first.",
        },
    ],
}


@pytest.fixture
def attacked(written: Desk) -> Desk:
    assert hand_in(written).code == 0
    return written


def hand_in(desk: Desk, by: str = "reviewer-2") -> Ran:
    return desk.run("object", "--file", "-", "--by", by, stdin=json.dumps(FILE))


@pytest.mark.parametrize("columns", [80, 120])
def test_every_objection_fits_the_screen(
    attacked: Desk, columns: int, matches_snapshot: Callable[[str, str], None]
) -> None:
    assert attacked.run("object", "O2", "--answer", "The server drops repeated files.").code == 0
    shown = [
        see(attacked, *words, columns=columns)
        for words in (("object",), ("object", "o2"), ("status",), ("log",))
    ]
    matches_snapshot(f"objections-{columns}", "\n".join(shown))


def test_the_brief_is_the_same_every_time(
    attacked: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    ran = attacked.run("refute", "--limit", "5")
    assert ran.code == 0
    matches_snapshot("refute", f"{ran.out}--- stderr\n{ran.err}")


def test_the_brief_besides_the_plan_has_at_most_1200_tokens(attacked: Desk) -> None:
    told = attacked.run("refute", "--json").json
    plan = attacked.document().read_text("utf-8")
    assert told["tokens"] - len(plan) // 4 < 1_200
    assert told["text"].count("groundplan object --file objections.json --by <name>") == 1


def test_the_writers_brief_begins_with_the_objections_that_are_open(attacked: Desk) -> None:
    def told() -> str:
        return attacked.run("brief").out.partition("## Commands")[2].partition("## ")[0]

    assert told().strip().startswith("- `groundplan object`: 2 objections are open: each quotes the plan")
    assert attacked.run("object", "O2", "--answer", "The server drops repeated files.").code == 0
    assert "1 objection is open: it quotes the plan" in told()
    assert attacked.run("object", "O1", "--withdraw", "--by", "reviewer-2").code == 0
    assert "objection" not in told()


def test_an_approver_sees_who_attacked_the_plan_and_what_is_not_settled(
    attacked: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    assert attacked.run("object", "O1", "--answer", "The metrics come with another plan.").code == 0
    ran = attacked.attend(
        "approve",
        "--brief",
        script=[("Type `ready` to approve: ", "ready\n"), ("Type `yes` to approve all the same: ", "yes\n")],
    )
    assert ran.code == 0, ran.out
    matches_snapshot("approve-attacked", ran.out)
    fates = {each["id"]: each["state"] for each in attacked.run("object", "--json").json["objections"]}
    assert fates == {"O1": "accepted", "O2": "open"}, "the answer was on the screen"


def test_an_attack_is_offered_for_a_plan_of_three_steps_and_not_of_two(written: Desk) -> None:
    ran = written.attend("approve", "--brief", script=[("Type `ready` to approve: ", "no\n")])
    assert "reviewed" not in ran.out
    assert written.run("show", "--json").json["attack"]["offered"] is False
    steps = written.document().read_text("utf-8").replace(QUOTE, f"{QUOTE}\n{MORE}")
    written.document().write_text(steps, "utf-8")
    assert written.attend("adopt", script=[("Type `adopt`", "adopt\n")]).code == 0
    ran = written.attend("approve", "--brief", script=[("Type `ready` to approve: ", "no\n")])
    assert "Nobody else has reviewed it yet" in ran.out
    assert "try to prove it wrong, in about 10 minutes" in " ".join(ran.out.split())
    (written.folder / ".groundplan/config.toml").write_text('[policy]\nrefutation = "off"\n')
    ran = written.attend("approve", "--brief", script=[("Type `ready` to approve: ", "no\n")])
    assert "reviewed" not in ran.out


def test_one_objection_may_be_typed(written: Desk) -> None:
    ran = written.run("object", QUOTE, "--because", "there are none", "--evidence", "src/upload.py:1")
    assert ran.code == 0, ran.err
    assert "Recorded 1 objection: O1" in ran.out
    assert "objections alone are no attack on the whole plan" in ran.err
    assert written.run("status").out.count("not as a whole; 1 open") == 1
    assert "next: `groundplan object` lists them" in ran.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ((QUOTE,), 2, "says no reason"),
        ((QUOTE, "--because", "x"), 2, "has no evidence"),
        ((QUOTE, "--because", "x", "--evidence", "src/nothing.py:3"), 3, "is not in the code"),
        (("the", "--because", "x", "--evidence", "$ ls"), 2, "too short to be found again"),
        (("upload", "--because", "x", "--evidence", "$ ls"), 2, "Name one: `--section <key>`"),
        (("Not there", "--because", "x", "--evidence", "$ ls"), 3, "The plan does not say `Not there`"),
        ((QUOTE, "--because", "x", "--evidence", "$ ls", "--section", "context"), 3, "; section `imple"),
        ((QUOTE, "--because", "x", "--evidence", "$ ls", "--touches", "nowhere"), 2, "no section `nowhere`"),
        (("O7",), 2, "There is no objection `O7`"),
        (("O1", "--mended", "--answer", "x"), 2, "exclude each other"),
        (("--mended",), 2, "Which objection?"),
        (("O1", "--file", "x.json"), 2, "goes alone"),
        (("two", "words"), 2, "a word too many"),
        (("--file", "missing.json"), 2, "There is no file"),
    ],
)
def test_what_does_not_hold_is_refused_and_nothing_recorded(
    written: Desk, words: tuple[str, ...], code: int, told: str
) -> None:
    before = written.ledger()
    ran = written.run("object", *words)
    assert ran.code == code, ran.err
    assert told in " ".join(ran.err.split())
    assert written.ledger() == before


def test_what_was_tried_belongs_to_the_end(written: Desk) -> None:
    assert written.run("refute", "--tried", "x").code == 2
    assert written.run("refute", "--done", "--by", "reviewer-2").code == 2
    assert written.run("refute", "--done", "--by", "\u200b", "--tried", "x").code == 2
    ran = written.run("refute", "--done", "--by", "reviewer-2", "--tried", "read it")
    assert ran.code == 0, ran.err
    assert written.run("show", "--json").json["attack"]["summary"] == (
        "reviewed by reviewer-2 (pipe): no objections"
    )


def test_an_answer_that_nobody_gave_is_not_accepted(attacked: Desk) -> None:
    ran = attacked.attend("object", "O1", "--accept")
    assert ran.code == 2
    assert "O1 is open, so there is no answer to accept" in ran.out


def test_earlier_readers_are_named_with_the_newest(attacked: Desk) -> None:
    assert attacked.run("refute", "--done", "--by", "reviewer-3", "--tried", "read what was mended").code == 0
    told = attacked.run("show", "--json").json["attack"]["summary"]
    assert told == "reviewed by reviewer-3 (pipe), earlier by reviewer-2 (pipe): 2 open"


def test_a_quote_is_found_in_the_words_before_the_first_section(written: Desk) -> None:
    ran = written.run(
        "object", "Retry failed uploads", "--because", "x", "--evidence", "$ ls", "--section", "goal"
    )
    assert ran.code == 0, ran.err


def test_half_a_character_in_a_file_of_objections_is_replaced(written: Desk) -> None:
    text = json.dumps(FILE).replace('"because": "', '"because": "\\ud800 half, ')
    ran = written.run("object", "--file", "-", "--by", "reviewer-2", stdin=text)
    assert ran.code == 0, ran.err


STATED = "\n## Context\n\n- Uploads are sent by the only class of the uploader, and it is tested.\n"
CLAIM = {
    "quote": "Uploads are sent by the only class of the uploader",
    "kind": "defined",
    "at": "src/upload.py",
    "value": "uploader",
}


class TestReadings:
    @pytest.fixture
    def stating(self, written: Desk) -> Desk:
        (written.folder / "context.md").write_text(STATED)
        assert written.run("ask", "Is that all?").code == 0
        assert written.run("answer", "", "No").code == 0
        ran = written.run("write", "--all", "context.md")
        assert ran.code in {0, 1}, ran.err
        assert "only class" in written.run("show", "--text").out
        return written

    def read(self, desk: Desk, *claims: object) -> Ran:
        (desk.folder / "claims.json").write_text(json.dumps({"claims": claims, "by": "reviewer-3"}))
        return desk.run("refute", "--reading", "claims.json")

    def test_what_the_code_contradicts_becomes_an_objection_of_the_code(self, stating: Desk) -> None:
        true = {**CLAIM, "kind": "file"}
        ran = self.read(stating, CLAIM, true, {**CLAIM, "quote": "never said"})
        assert ran.code == 1, ran.err
        told = " ".join(ran.out.split())
        assert "3 claims: 1 confirmed, 1 contradicted, 0 not judged, 1 dropped" in told
        assert "found by the code in a reading by reviewer-3" in told
        assert "The code contradicts this: " in told
        objection = stating.run("object", "O1", "--json").json["objection"]
        assert (objection["by_code"], objection["section"]) == (True, "context")

    def test_the_same_claim_is_objected_to_once(self, stating: Desk) -> None:
        assert self.read(stating, CLAIM).code == 1
        again = self.read(stating, CLAIM)
        assert again.code == 0
        assert "1 contradiction objected to before" in again.out
        assert len(stating.run("object", "--json").json["objections"]) == 1

    def test_what_the_code_confirms_is_no_objection(self, stating: Desk) -> None:
        true = {**CLAIM, "kind": "file"}
        assert self.read(stating, true).code == 0
        assert not stating.run("object", "--json").json["objections"]

    def test_it_is_judged_again_before_it_counts_as_mended(self, stating: Desk) -> None:
        assert self.read(stating, CLAIM).code == 1
        for text, code in (
            (STATED.replace("it is tested", "it is not tested"), 3),
            (STATED.replace("by the only class of the uploader", "by a function"), 0),
        ):
            (stating.folder / "context.md").write_text(text)
            stating.run("ask", f"More, {code}?")
            stating.run("answer", "", "No")
            assert stating.run("write", "--all", "context.md").code in {0, 1}
            ran = stating.run("object", "O1", "--mended")
            assert ran.code == code, ran.err
            assert ("The code still contradicts what O1 is about" in ran.err) is bool(code)

    def test_what_was_not_judged_is_named(self, stating: Desk) -> None:
        vague = {"quote": "it is tested", "kind": "tested", "at": "src/upload.py::uploader"}
        ran = self.read(stating, vague)
        assert "1 not judged" in ran.out, ran.err
        assert "not judged, look yourself: it is tested" in " ".join(ran.out.split())

    def test_a_reading_goes_alone(self, stating: Desk) -> None:
        assert stating.run("refute", "--reading", "claims.json", "--done").code == 2


def test_nothing_is_asked_for_where_no_objection_is_open(attacked: Desk) -> None:
    assert "Mend the plan" in attacked.run("object").out
    for name in ("O1", "O2"):
        assert attacked.run("object", name, "--answer", "It is meant so").code == 0
    assert "Mend the plan" not in attacked.run("object").out
