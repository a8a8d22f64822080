"""`check FILE --with`, `--reading` and `--brief`: what a reader lists, only the code judges."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from box_model import Box
from sample_code import lay_code

if TYPE_CHECKING:
    from .conftest import Desk

PLAN = "# Retry\n\nUploads are sent by the only class of the uploader.\n\nThe helper post sends them.\n"
CLAIM = {
    "quote": "Uploads are sent by the only class of the uploader",
    "kind": "defined",
    "at": "src/upload.py",
    "value": "uploader",
}
GONE = {"quote": "The helper post sends them", "kind": "file", "at": "src/post.py"}


@pytest.fixture
def foreign(desk: Desk) -> Desk:
    lay_code(desk.folder)
    (desk.folder / "tasks.md").write_text(PLAN)
    return desk


def says(*claims: dict[str, Any]) -> str:
    return json.dumps({"claims": list(claims)})


def put(desk: Desk, text: str) -> None:
    (desk.folder / "reading.json").write_text(text)


def test_a_reading_is_judged_and_counted(foreign: Desk) -> None:
    made = {"quote": "The helper post sends them", "kind": "creates", "at": "src/post.py"}
    put(foreign, says(CLAIM, {**CLAIM, "quote": "never said"}, made))
    ran = foreign.run("check", "tasks.md", "--reading", "reading.json")
    assert ran.code == 1
    assert "tasks.md:3:1  error GP112 unknown-name" in ran.out
    told = " ".join(ran.out.split())
    assert "Read by the reader: 3 claims, 0 confirmed, 1 contradicted, 1 not judged, 1 dropped." in told
    assert foreign.run("check", "tasks.md").code == 0


def test_machines_get_each_claim_with_its_verdict(foreign: Desk) -> None:
    put(foreign, says(CLAIM, GONE))
    told = foreign.run("check", "tasks.md", "--reading", "reading.json", "--json").json
    (document,) = told["documents"]
    reading = document["reading"]
    assert reading["counts"]["contradicted"] == 2, "that the reading itself names a file makes none"
    assert [each["verdict"] for each in reading["claims"]] == ["contradicted", "contradicted"]
    assert "has no `uploader`" in reading["claims"][0]["found"]
    log = foreign.run("check", "tasks.md", "--reading", "reading.json", "--format", "sarif").out
    assert [each["ruleId"] for each in json.loads(log)["runs"][0]["results"]] == ["GP112", "GP101"]
    assert foreign.run("check", "tasks.md", "--json").json["documents"][0]["reading"] is None


def test_the_brief_has_the_plan_the_kinds_and_the_form(foreign: Desk) -> None:
    ran = foreign.run("check", "tasks.md", "--brief")
    assert ran.code == 0
    for words in ("The helper post sends them.", "- `conflict`:", '{"claims": ['):
        assert words in ran.out
    assert "groundplan check tasks.md --reading reading.json" in ran.err
    schema = foreign.run("brief", "--schema", "reading").out
    assert json.loads(schema)["properties"]["claims"]["items"]["required"] == ["quote", "kind"]


def test_a_model_reads_and_an_unchanged_plan_is_not_paid_for_twice(foreign: Desk) -> None:
    box = Box(foreign.home)
    box.answer(says(CLAIM), says())
    shown = foreign.run("check", "tasks.md", "--with", "box", "--show-brief")
    assert (shown.code, box.asked) == (0, [])
    ran = foreign.run("check", "tasks.md", "--with", "box")
    assert (ran.code, len(box.asked)) == (1, 2), ran.err
    assert box.asked[0].rstrip("\n") in shown.out
    assert "asking box: about " in ran.err
    assert "box: 2 calls" in ran.err
    assert "Read by box: 1 claim, 0 confirmed, 1 contradicted" in ran.out
    again = foreign.run("check", "tasks.md", "--with", "box")
    assert (again.code, len(box.asked)) == (1, 2)
    assert "no new call" in again.err


def test_an_answer_without_the_form_is_asked_for_once_more_and_then_given_up(foreign: Desk) -> None:
    box = Box(foreign.home)
    box.answer("It looks right to me.", says(CLAIM), says())
    assert foreign.run("check", "tasks.md", "--with", "box").code == 1
    assert "could not be read" in box.asked[1]
    (foreign.folder / "tasks.md").write_text(f"{PLAN}\nMore.\n")
    box.answer("No.", "No.", first=4)
    ran = foreign.run("check", "tasks.md", "--with", "box")
    assert (ran.code, ran.out) == (5, "")
    assert "`box` wrote nothing that can be read" in ran.err


def test_nothing_is_sent_where_no_model_is_named(foreign: Desk) -> None:
    box = Box(foreign.home)
    foreign.run("check", "tasks.md")
    foreign.run("check", "tasks.md", "--with", "none")
    foreign.run("check", "tasks.md", "--brief")
    assert box.asked == []


def test_a_long_plan_is_read_in_parts(foreign: Desk) -> None:
    box = Box(foreign.home)
    words = "Words of a part. "
    long = f"# One\n\n{words * 1000}\n\n# Two\n\n{PLAN}\n{words * 1000}\n"
    (foreign.folder / "tasks.md").write_text(long)
    box.answer(says(), says(CLAIM), says(), says())
    ran = foreign.run("check", "tasks.md", "--with", "box")
    assert len(box.asked) == 4, "each part twice: read, and looked up"
    assert "The helper post" not in box.asked[0]
    assert "1 contradicted" in ran.out


OTHERWISE = {
    "quote": "Uploads are sent by the only class",
    "kind": "refuted",
    "at": "src/upload.py:1-9",
    "value": "class Uploader",
    "why": "the plan says that a class sends them; this one only holds them",
}


def test_a_second_look_shows_code_against_the_plan_as_a_warning_under_its_name(foreign: Desk) -> None:
    box = Box(foreign.home)
    line = next(n for n, text in enumerate(_code(foreign), 1) if text.strip())
    shown = {**OTHERWISE, "at": f"src/upload.py:{line}", "value": _code(foreign)[line - 1].strip()}
    made_up = {**OTHERWISE, "quote": "The helper post sends them", "value": "def nowhere_at_all():"}
    ask = json.dumps({"code": [{"ask": "lines", "about": "src/upload.py:1-20"}]})
    box.answer(says(), ask, says(shown, made_up))
    ran = foreign.run("check", "tasks.md", "--with", "box")
    told = " ".join(ran.out.split())
    assert (ran.code, len(box.asked)) == (0, 3), ran.err
    assert "warning GP119 refuted-statement" in told
    assert f"box holds `src/upload.py:{line}` against it" in told
    assert told.count("GP119") == 1, "code that is not there is no evidence"
    assert "1 dropped, 1 objection." in told
    assert "`refuted`" not in box.asked[0], "who sees no code is not asked to show any"
    assert _code(foreign)[line - 1].strip() in box.asked[2]


def test_the_second_look_is_told_what_was_looked_up_and_what_was_not_taken(foreign: Desk) -> None:
    box = Box(foreign.home)
    sent = {"quote": "Uploads are sent by the only class", "kind": "file", "at": "src/upload.py"}
    clash = {**sent, "kind": "conflict", "value": "The helper post sends them", "names": ["nothing shared"]}
    box.answer(says(sent, clash), says())
    assert foreign.run("check", "tasks.md", "--with", "box").code == 0
    assert "“Uploads are sent by the only class” (file src/upload.py)" in box.asked[1]
    assert "“Uploads are sent by the only class”: both quotations have to be in the plan" in box.asked[1]


def test_where_the_second_look_fails_the_first_reading_holds(foreign: Desk) -> None:
    box = Box(foreign.home)
    box.answer(says(CLAIM), "It is all fine.", "Really.")
    ran = foreign.run("check", "tasks.md", "--with", "box")
    assert (ran.code, "1 contradicted" in ran.out) == (1, True)
    assert "box did not look into the code" in ran.err


def test_an_agents_brief_asks_for_code_too_and_its_lines_are_looked_up(foreign: Desk) -> None:
    assert "- `refuted`:" in foreign.run("check", "tasks.md", "--brief").out
    put(foreign, says({**OTHERWISE, "at": "src/upload.py:1", "value": "nothing of the kind"}))
    ran = foreign.run("check", "tasks.md", "--reading", "reading.json", "--json")
    reading = ran.json["documents"][0]["reading"]
    assert reading["claims"] == []
    assert "do not show the code that it quotes" in reading["dropped"][0]["why"]


def _code(desk: Desk) -> list[str]:
    return (desk.folder / "src/upload.py").read_text().splitlines()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--with", "nobody"), "There is no model `nobody`"),
        (("--with", "box", "--brief"), "exclude each other"),
        (("--show-brief",), "`--show-brief` prints what a model would be sent"),
        (("--reading", "nope.json"), "There is no file `nope.json`"),
        (("tasks.md", "--brief"), "A reading is of one file"),
    ],
)
def test_a_wrong_call_is_named(foreign: Desk, words: tuple[str, ...], told: str) -> None:
    Box(foreign.home)
    ran = foreign.run("check", "tasks.md", *words)
    assert (ran.code, told in ran.err) == (2, True), ran.err


def test_a_plan_of_ours_is_read_by_refute(begun: Desk) -> None:
    ran = begun.run("check", "--brief")
    assert ran.code == 2
    assert "refute --with" in ran.err
