"""`refute --with`: a command of the user's own as the model that attacks a plan."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from box_model import Box
from sample_code import lay_code

from .conftest import _environment
from .test_draft import start, wait_until_asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from .conftest import Desk

HOLDS: dict[str, Any] = {
    "section": "implementation-plan",
    "quote": "Count the retries in the upload metrics.",
    "because": "There are no upload metrics, so nothing counts what the goal wants to see.",
    "evidence": ["src/upload.py:1-2"],
    "change": "Say which counter, and add it in a step before.",
}
FALSE = {**HOLDS, "quote": "Never said so."}
TRIED = ["Followed T2 through `src/upload.py:1-2`."]


def says(*objections: dict[str, Any]) -> str:
    return json.dumps({"tried": TRIED, "objections": list(objections)})


@pytest.fixture
def box(written: Desk) -> Box:
    return Box(written.home)


def test_a_model_attacks_the_plan_and_what_holds_is_recorded(written: Desk, box: Box) -> None:
    box.answer(says(HOLDS, FALSE), says(FALSE))
    ran = written.run("refute", "--with", "box")
    assert ran.code == 0, ran.err
    assert "box tried 1 thing and objects to 1 (1 objection struck)" in ran.out
    assert "O1  implementation-plan" in ran.out
    assert "Struck: Never said so." in ran.out
    assert "asking box: about " in ran.err
    assert "at most 8 calls, 30 minutes, $10.00" in ran.err
    assert "box: 2 calls" in ran.err
    assert "next: groundplan write --with box  mends them" in ran.err
    assert "reviewed  by box (pipe): 1 open" in written.run("status").out


def test_what_an_objection_was_measured_by_is_shown_to_whoever_reads_it(written: Desk, box: Box) -> None:
    runs = ["sh", "-c", "echo 3 failed; exit 1"]
    root = json.dumps(str(written.folder.resolve()))
    permits = written.home / ".config/groundplan/probes.toml"
    permits.write_text(f"[[allow]]\nrepository = {root}\ncommand = {json.dumps(runs)}\nunconfined = true\n")
    permits.chmod(0o600)
    measured = {**HOLDS, "evidence": ["(measured: P1) three tests fail"]}
    box.answer(json.dumps({"probes": [{"argv": runs}]}), says(measured))
    ran = written.run("refute", "--with", "box")
    assert ran.code == 0, ran.err
    shown = written.run("object", "O1").out
    assert "evidence: (measured: P1) three tests fail" in shown
    assert "receipt: P1: sh -c 'echo 3 failed; exit 1', exit code 1 (no commit yet)" in " ".join(
        shown.split()
    )
    assert "\n             3 failed\n" in shown
    (receipt,) = written.run("object", "O1", "--json").json["objection"]["receipts"]
    assert (receipt["id"], receipt["code"], receipt["excerpt"]) == ("P1", 1, "3 failed")


def test_what_would_be_sent_is_printed_and_not_sent(written: Desk, box: Box) -> None:
    shown = written.run("refute", "--with", "box", "--show-brief")
    assert (shown.code, box.asked) == (0, [])
    box.answer(says(HOLDS))
    assert written.run("refute", "--with", "box").code == 0
    assert box.asked[0].rstrip("\n") in shown.out


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--with", "nobody"), 2, "There is no model `nobody`"),
        (("--with", "box", "--done", "--tried", "x"), 2, "`--with` asks a model"),
        (("--show-brief",), 2, "`--show-brief` prints what a model would be sent"),
    ],
)
def test_a_wrong_call_is_named(written: Desk, box: Box, words: tuple[str, ...], code: int, told: str) -> None:
    before = written.ledger()
    ran = written.run("refute", *words)
    assert (ran.code, told in ran.err) == (code, True)
    assert (written.ledger(), box.asked) == (before, [])


def test_the_result_is_one_document_of_json(
    written: Desk, box: Box, matches_snapshot: Callable[[str, str], None]
) -> None:
    from .test_json import keys

    box.answer(says(HOLDS, FALSE), says(FALSE))
    ran = written.run("refute", "--with", "box", "--json")
    assert (ran.code, ran.json["kind"], ran.err) == (0, "attacked", "")
    assert ran.json["same_model"] is False
    matches_snapshot("keys-attacked", "\n".join(sorted(set(keys(ran.json)))) + "\n")


def test_one_whose_objections_all_fail_is_a_fault_of_the_model(written: Desk, box: Box) -> None:
    box.answer(says(FALSE), says(FALSE))
    before = written.ledger()
    ran = written.run("refute", "--with", "box")
    assert ran.code == 5
    assert "`box` did not refute the plan: none of its 1 objections holds" in " ".join(ran.err.split())
    assert "Struck: Never said so." in ran.out
    assert written.ledger() == before


def test_a_model_that_fails_leaves_the_plan_and_says_how_to_go_on(written: Desk, box: Box) -> None:
    (box.folder / "model.py").write_text("import sys\nsys.exit('overloaded')\n")
    before = written.ledger()
    ran = written.run("refute", "--with", "box")
    assert ran.code == 5
    assert "error: `box` gave no answer: overloaded" in ran.err
    assert "groundplan refute --with box" in ran.err
    assert written.ledger() == before


@pytest.fixture
def three(written: Desk) -> dict[str, Path]:
    """Three models, each with a folder of its own: two answer, one falls over."""
    folders, lines = {}, []
    for name, said in {
        "one": says(HOLDS),
        "two": says({**HOLDS, "quote": "Wrap the post call"}),
        "gone": "",
    }.items():
        folders[name] = written.home / name
        folders[name].mkdir()
        (folders[name] / "said").write_text(said)
        lines.append(
            f"[model.{name}]\ncommand = {json.dumps([sys.executable, '-c', SAYS, str(folders[name])])}\n"
        )
    (written.home / ".config/groundplan/models.toml").write_text("".join(lines))
    return folders


# Answers once the others were asked as well, or falls over.
SAYS = """
import pathlib, sys, time
box = pathlib.Path(sys.argv[1])
(box / "asked").write_text(sys.stdin.read())
while not all((box.parent / name / "asked").exists() for name in ("one", "two", "gone")):
    time.sleep(0.02)
said = (box / "said").read_text()
sys.exit(print(said) if said else "fell over")
"""


def test_several_models_attack_at_once_and_one_that_fails_is_named(
    written: Desk, three: dict[str, Path]
) -> None:
    ran = written.run("refute", "--with", "one", "--with", "two", "--with", "gone")
    assert ran.code == 0, ran.err
    for name in ("one", "two"):
        assert f"{name} tried 1 thing and objects to 1" in ran.out
    assert "`gone` gave no answer: fell over" in " ".join(ran.err.split())
    told = written.run("object", "--json").json["objections"]
    assert sorted((each["id"], each["reader"]) for each in told) in (
        [("O1", "one"), ("O2", "two")],
        [("O1", "two"), ("O2", "one")],
    )
    states = {
        each["model"]: each["state"] for each in written.run("refute", "--status", "--json").json["runs"]
    }
    assert states == {"one": "done", "two": "done", "gone": "failed"}


def test_where_all_of_several_fail_it_is_their_fault(written: Desk, three: dict[str, Path]) -> None:
    for folder in three.values():
        (folder / "said").write_text("")
    before = written.ledger()
    ran = written.run("refute", "--with", "one", "--with", "two", "--with", "gone", "--json")
    assert ran.code == 5
    assert written.ledger() == before


def test_what_several_objected_to_is_one_document_of_json(
    written: Desk, three: dict[str, Path], matches_snapshot: Callable[[str, str], None]
) -> None:
    from .test_json import keys

    ran = written.run("refute", "--with", "one", "--with", "two", "--with", "gone", "--json")
    assert (ran.code, ran.json["kind"], ran.err) == (0, "attacked-by", "")
    matches_snapshot("keys-attacked-by", "\n".join(sorted(set(keys(ran.json)))) + "\n")
    shown = written.run("refute", "--with", "one", "--with", "two", "--show-brief")
    assert shown.out.count("# Refute this plan") == 2
    assert len(three) == 3


@pytest.mark.crash
def test_ctrl_c_records_what_was_checked(written: Desk, box: Box) -> None:
    box.answer(says(HOLDS, FALSE))
    process = start(written, "refute", "--with", "box")
    wait_until_asked(box, 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert b"O1  implementation-plan" in out
    assert b"groundplan refute --with box" in err


@pytest.mark.crash
def test_killed_it_leaves_nothing_half_and_pays_for_no_answer_twice(written: Desk, box: Box) -> None:
    box.answer(says(HOLDS, FALSE))
    before = written.ledger()
    process = start(written, "refute", "--with", "box")
    wait_until_asked(box, 2)
    process.kill()
    process.communicate()
    assert written.ledger() == before
    box.answer(says(), first=3)  # the one that was cut off is asked again
    ran = written.run("refute", "--with", "box")
    assert ran.code == 0, ran.err
    assert "box: 1 call" in ran.err
    assert len(box.asked) == 3


def wait_for(desk: Desk, state: str) -> dict[str, Any]:
    end = time.monotonic() + 60
    while True:
        found = desk.run("refute", "--status", "--json").json["run"]
        if found and found["state"] == state:
            return found
        assert time.monotonic() < end, found
        time.sleep(0.1)


def wait_until_gone(box: Box) -> None:
    """Wait until no process of the model is left, for less time than it would wait for its answer."""
    end = time.monotonic() + 10
    while any(str(box.folder).encode() in line for line in command_lines()):
        assert time.monotonic() < end
        time.sleep(0.1)


def command_lines() -> Iterator[bytes]:
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield path.read_bytes()


@pytest.mark.crash
class TestInTheBackground:
    def test_it_returns_at_once_and_leaves_its_result_in_the_ledger(
        self, written: Desk, box: Box, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        from .test_json import keys

        started = written.run("refute", "--with", "box", "--detach")
        assert started.code == 0, started.err
        assert "box is attacking the plan: process " in started.out
        assert "objection" not in kinds(written)
        wait_until_asked(box, 1)
        box.answer(says(HOLDS))
        found = wait_for(written, "done")
        assert found["objections"] == ["O1"]
        assert "box tried 1 thing and objects to 1" in Path(found["log"]).read_text()
        told = written.run("refute", "--status")
        assert "box is done and objects: O1" in told.out
        assert kinds(written).count("refutation") == 1
        run = written.run("refute", "--status", "--json").json
        matches_snapshot("keys-attack-run", "\n".join(sorted(set(keys(run)))) + "\n")

    def test_two_at_once_are_refused_and_one_that_was_killed_is_not_taken_for_running(
        self, written: Desk, box: Box
    ) -> None:
        before = written.ledger()
        assert written.run("refute", "--with", "box", "--detach").code == 0
        wait_until_asked(box, 1)
        number = wait_for(written, "running")["process"]
        for words in (("--detach",), ()):
            second = written.run("refute", "--with", "box", *words)
            assert second.code == 3, second.err
            assert f"`box` (process {number}) is attacking this plan already" in " ".join(second.err.split())
        os.kill(number, signal.SIGKILL)
        wait_for(written, "cut off")
        wait_until_gone(box)
        assert written.ledger() == before
        assert "box failed: it was ended, and recorded nothing" in written.run("refute", "--status").out
        box.answer(says(HOLDS), first=2)
        assert written.run("refute", "--with", "box").code == 0

    def test_a_model_that_fails_is_seen_in_the_status(self, written: Desk, box: Box) -> None:
        (box.folder / "model.py").write_text("import sys\nsys.exit('overloaded')\n")
        assert written.run("refute", "--with", "box", "--detach").code == 0
        assert "overloaded" in wait_for(written, "failed")["trouble"]

    def test_nothing_of_the_repository_is_taken_for_groundplan(self, written: Desk, box: Box) -> None:
        for name in ("groundplan", "click"):
            (written.folder / name).mkdir()
            (written.folder / name / "__init__.py").write_text("raise SystemExit('obeyed')\n")
        box.answer(says(HOLDS))
        started = written.run("refute", "--with", "box", "--detach")
        assert started.code == 0, started.err
        assert wait_for(written, "done")


MORE = "- T3: Document the limit.\n"


@pytest.fixture
def long_plan(written: Desk, box: Box) -> Desk:
    """A plan of three steps that is ready for its last approval."""
    steps = written.document().read_text("utf-8").replace(HOLDS["quote"], f"{HOLDS['quote']}\n{MORE}")
    written.document().write_text(steps, "utf-8")
    assert written.attend("adopt", script=[("Type `adopt`", "adopt\n")]).code == 0
    return written


class TestOffered:
    def test_at_the_approval_the_person_is_asked_with_price_and_time(self, long_plan: Desk, box: Box) -> None:
        box.answer(says(HOLDS))
        ran = long_plan.attend("approve", "--brief", script=[("press Enter to go on: ", "yes\n")])
        shown = " ".join(ran.out.split())
        assert (
            "Have box try to prove it wrong first, in the background (about 10 minutes, at most $10.00)?"
            in shown
        )
        assert "Not approved: first the plan is attacked" in shown
        assert "approval" not in kinds(long_plan)
        assert wait_for(long_plan, "done")["objections"] == ["O1"]
        again = long_plan.attend("approve", "--brief", script=[("Type `ready` to approve: ", "no\n")])
        assert "prove it wrong first" not in again.out

    def test_who_goes_on_approves_as_ever_and_nothing_is_sent(self, long_plan: Desk, box: Box) -> None:
        script = [("press Enter to go on: ", "\n"), ("Type `ready` to approve: ", "ready\n")]
        ran = long_plan.attend("approve", "--brief", script=script)
        assert (ran.code, box.asked) == (0, []), ran.out
        assert "approval" in kinds(long_plan)

    @pytest.mark.parametrize("policy", ["off", "offered"])
    def test_not_where_the_policy_or_the_user_wants_none(self, long_plan: Desk, policy: str) -> None:
        if policy == "off":
            (long_plan.folder / ".groundplan/config.toml").write_text('[policy]\nrefutation = "off"\n')
        else:
            (long_plan.home / ".config/groundplan/models.toml").unlink()
        ran = long_plan.attend("approve", "--brief", script=[("Type `ready` to approve: ", "no\n")])
        assert "prove it wrong first" not in ran.out
        assert ran.left == ()


def test_a_goal_is_drafted_attacked_and_mended_in_one_go(desk: Desk) -> None:
    from .test_draft import GOAL, PLAN

    lay_code(desk.folder)
    desk.git("add", "-A")
    desk.git("commit", "-q", "-m", "Begin")
    box = Box(desk.home)
    held = {**HOLDS, "quote": "Catch the error", "evidence": ["src/upload.py::upload"]}
    mended = "## Implementation Plan\n\n- T1: Send a key in `src/upload.py::upload`, and try again.\n"
    settled = '```json\n{"objections": [{"name": "O1", "mended": true}]}\n```\n'
    box.answer(PLAN, says(held), f"{mended}\n{settled}")
    ran = desk.run(*GOAL, "--with", "box", "--refute")
    assert ran.code == 0, ran.err
    assert "box tried 1 thing and objects to 1" in ran.out
    assert "box also wrote this plan: recorded as `box, the same model in a fresh run`" in " ".join(
        ran.out.split()
    )
    assert "1 objection mended" in ran.out
    assert "Send a key" in desk.run("show", "--copy").out
    assert len(box.asked) == 3


def test_to_refute_without_a_draft_is_refused(desk: Desk) -> None:
    ran = desk.run("plan", "Retry failed uploads", "--refute")
    assert (ran.code, "`--refute` attacks what a model drafts" in ran.err) == (2, True)


def test_another_model_of_the_user_is_preferred_to_the_writer(written: Desk, box: Box) -> None:
    from groundplan.app.models.refuting import find_reader
    from groundplan.app.plans.opened import open_plan
    from groundplan.app.workspace import open_workspace

    settings = written.home / ".config/groundplan/models.toml"
    settings.write_text(settings.read_text() + '\n[model.other]\ncommand = ["true"]\n')
    box.answer("## Context\n\nNew words.\n")
    wrote = written.run("write", "--with", "box", "context", "--json")
    assert wrote.code == 0, wrote.err
    with environment(written), open_workspace(written.folder) as workspace:
        assert find_reader(open_plan(workspace)) == "other"


def test_a_model_that_is_not_installed_is_not_offered(written: Desk, box: Box) -> None:
    del box  # it is configured, and answers
    from groundplan.models.configured import list_configured, list_usable

    settings = written.home / ".config/groundplan/models.toml"
    settings.write_text(settings.read_text() + '\n[model.gone]\ncommand = ["no-such-program"]\n')
    with environment(written):
        assert "gone" in list_configured()
        assert "gone" not in list_usable()
        assert list_usable()


def test_without_an_attack_the_status_says_so(written: Desk) -> None:
    assert "No model has attacked this plan" in written.run("refute", "--status").out


def environment(desk: Desk) -> AbstractContextManager[None]:
    return _environment(desk.world(80, None))


def kinds(desk: Desk) -> list[str]:
    entries = (desk.folder / ".groundplan/ledger").rglob("*.json")
    return [json.loads(path.read_text())["kind"] for path in entries]


ODD = {
    "half a character": r"\ud800 half",
    "NUL": r"\u0000 nothing",
    "an escape sequence": r"\u001b[31m red",
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("place", ["tried", "section", "quote", "because", "evidence", "change"])
def test_odd_characters_in_an_answer_lose_nothing_else_of_it(
    written: Desk, box: Box, place: str, odd: str
) -> None:
    answer = json.loads(says(FALSE, HOLDS))
    if place == "tried":
        answer["tried"].append("@odd")
    else:
        answer["objections"][0][place] = ["@odd"] if place == "evidence" else "Words of @odd and more."
    text = json.dumps(answer).replace("@odd", odd)
    box.answer(text, text)
    ran = written.run("refute", "--with", "box")
    assert "groundplan failed" not in ran.err
    assert ran.code == 0, ran.err
    assert "O1  implementation-plan" in ran.out
    assert written.run("status").code == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("9" * 6000, id="a number of 6,000 digits"),
        pytest.param('{"tried": ' + "[" * 5000 + "]" * 5000 + "}", id="5,000 lists deep"),
        pytest.param('{"tried": NaN, "objections": Infinity}', id="no numbers"),
        pytest.param('{"tried": "a", "tried": 3, "objections": {}}', id="keys twice"),
        pytest.param('["tried"]', id="a list at the top"),
        pytest.param('{"tried": ["a"], "objections": [{"section": 3, "quote": 1e999}]}', id="numbers"),
        pytest.param(" \n\t\n", id="white space"),
        pytest.param("\ufeff{}", id="a byte order mark"),
    ],
)
def test_an_answer_that_is_none_is_a_failure_of_the_model(written: Desk, box: Box, text: str) -> None:
    before = sorted(path.read_bytes() for path in written.folder.rglob(".groundplan/**/*.json"))
    box.answer(*[text] * 8)
    ran = written.run("refute", "--with", "box")
    assert "groundplan failed" not in ran.err
    assert ran.code == 5, ran.err
    assert sorted(path.read_bytes() for path in written.folder.rglob(".groundplan/**/*.json")) == before


def test_half_a_character_in_a_question_about_the_code_is_asked_as_another(written: Desk, box: Box) -> None:
    box.answer('{"code": [{"ask": "usages", "about": "lo\\ud800ad"}]}', says(HOLDS))
    ran = written.run("refute", "--with", "box")
    assert "groundplan failed" not in ran.err
    assert ran.code == 0, ran.err
