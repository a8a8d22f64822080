"""`--json` on every command: one document on stdout, its keys stable, nothing else said."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import groundplan.cli
from groundplan.cli.catalogue import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk

# Every command with words that work on a plan that is begun: its kind, its exit code.
CALLS: dict[str, tuple[tuple[str, ...], str, int]] = {
    "": ((), "overview", 0),
    "status": ((), "overview", 0),
    "list": ((), "plans", 0),
    "init": ((), "initialised", 0),
    "new": (("Cache the grades",), "created", 0),
    "plan": (("Cache the grades",), "planned", 0),
    "talk": ((), "talk", 0),
    "say": (("Good point",), "said", 0),
    "ask": (("Who pays?",), "asked", 0),
    "answer": (("1", "All of them"), "answered", 0),
    "decide": (("Full jitter", "--because", "it spreads the load", "--reject", "None: herds"), "decided", 0),
    "check": ((), "check", 0),
    "cite": (("plans/retry-uploads.md",), "cite", 0),
    "compare": (("plans/retry-uploads.md",), "compared", 0),
    "explain": (("GP206",), "rule", 0),
    "show": ((), "plan", 0),
    "diff": ((), "diff", 0),
    "log": ((), "log", 0),
    "resume": ((), "handover", 0),
    "report": (("summary",), "report", 0),
    "ask withdraw": (("--withdraw", "2", "asked by mistake"), "question-withdrawn", 0),
    "move": (("other name",), "moved", 0),
    "doctor": ((), "doctor", 0),
    "install": (("claude", "--yes"), "install", 0),
    "hook": (("claude",), "hook", 0),
    "completion": (("zsh",), "completion", 0),
    "playbook": (("list",), "playbooks", 0),
    "help": (("check",), "help", 0),
    "show section": (("goal",), "section", 0),
    "show text": (("--text",), "text", 0),
    "show copy": (("--copy",), "copy", 0),
    "context": (("Retry uploads with `upload`, and JWT",), "context", 0),
    "where": (("retry uploads",), "places", 0),
    "explain all": ((), "rules", 0),
    "playbook show": (("collaborate",), "playbook", 0),
    "playbook show example": (("collaborate", "--template"), "playbook-example", 0),
    "playbook check": (("collaborate",), "playbook-check", 0),
    "playbook new": (("house",), "playbook-begun", 0),
    "profile": (("list",), "profiles", 0),
    "profile show": (("advanced-alchemy",), "profile", 0),
    "profile propose": ((), "profile-proposed", 0),
    "profile use": (("advanced-alchemy",), "profile-used", 0),
    "models": ((), "models", 0),
    "check fix": (("--fix",), "check", 0),
    "drift": ((), "drift", 0),
    "rebase": ((), "rebase", 0),
}
# Their documents say more once somebody objected, so they have a test of their own.
ATTACKS = ("refute", "object")
# Needs a plan with tasks, so it has a file of its own.
SCHEDULES = ("tasks",)
# Wants a change to compare, so it has a test of its own.
CARRIED_OUT = ("conform", "pr")
# Runs a command, which a person has to allow first, so it has a file of its own.
PROBES = ("probe",)
# Begin with an approved plan, so they have a file of their own.
WORK = ("next", "start", "done", "waive", "dry-run")
# Commands that a person runs at a terminal, or that this plan cannot do: their error is JSON too.
REFUSED: dict[str, tuple[tuple[str, ...], str, int]] = {
    "approve": ((), "refused", 3),
    "revoke": (("ready", "--because", "x"), "refused", 3),
    "request-changes": (("ready", "--because", "x"), "refused", 3),
    "adopt": ((), "misused", 2),
    "supersede": (("D1", "x", "--because", "y"), "refused", 3),
    "archive": ((), "refused", 3),
    "models use": (("claude",), "refused", 3),
    "consult": ((), "misused", 2),
    "write": (("context", "-"), "refused", 3),
    "undo": ((), "misused", 2),
}


def test_every_command_is_tried() -> None:
    apart = (*ATTACKS, *CARRIED_OUT, *PROBES, *SCHEDULES, *WORK)
    tried = {name.partition(" ")[0] for name in (*CALLS, *REFUSED, *apart, "brief")} - {""}
    assert tried == set(COMMANDS) - {"code"}, "that has a file of its own"


@pytest.fixture
def fresh(begun: Desk) -> Desk:
    """A plan with a write of this machine."""
    assert begun.run("ask", "Who is told?", "--not-blocking").code == 0
    assert begun.run("say", "--as", "planner", "--kind", "note", "Uploads are slow.").code == 0
    return begun


def words_of(name: str, rest: tuple[str, ...]) -> list[str]:
    first, _, sub = name.partition(" ")
    keep = [first] if first else []
    sub = sub.partition(" ")[0]
    return [*keep, *([sub] if first in {"playbook", "profile", "models"} and sub else []), *rest, "--json"]


@pytest.mark.parametrize("name", CALLS)
def test_a_result_is_one_document(
    fresh: Desk, name: str, matches_snapshot: Callable[[str, str], None]
) -> None:
    rest, kind, code = CALLS[name]
    ran = fresh.run(*words_of(name, rest))
    assert (ran.code, ran.err) == (code, "")
    told = ran.json
    assert (told["schema"], told["kind"]) == ("groundplan/v1", kind)
    matches_snapshot(f"keys-{kind}", "\n".join(sorted(set(keys(told)))) + "\n")


def test_a_brief_with_facts_is_one_document(
    begun: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    assert begun.run("new", "Retry what `client.py` sends", "--name", "sends").code == 0
    assert begun.run("ask", "Who is told?", "-p", "sends").code == 0
    said = ("say", "--as", "planner", "--kind", "note", "Uploads are slow.", "-p", "sends")
    assert begun.run(*said).code == 0
    told = begun.run("brief", "-p", "sends", "--json").json
    assert told["facts"], "the place is known, so what it touches is told"
    matches_snapshot("keys-brief", "\n".join(sorted(set(keys(told)))) + "\n")


def keys(value: object, path: str = "") -> list[str]:
    """Every key of a document; lists and names that are data stand for one."""
    if isinstance(value, dict):
        data = path.endswith(
            (
                ".documents",
                ".fields",
                ".paths",
                ".axes",
                ".numbers",
                ".options",
                ".searched",
                ".values",
                ".waits",
            )
        )
        return [
            key
            for name, inner in value.items()
            for key in [
                path + (".*" if data else f".{name}"),
                *keys(inner, path + (".*" if data else f".{name}")),
            ]
        ]
    if isinstance(value, list):
        return [key for inner in value for key in keys(inner, f"{path}[]")]
    return []


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_is_one_document_on_stderr(fresh: Desk, name: str) -> None:
    rest, kind, code = REFUSED[name]
    before = fresh.ledger()
    ran = fresh.run(*words_of(name, rest), stdin="text")
    assert ran.code == code, ran.err
    assert (ran.complaint["kind"], ran.complaint["exit_code"]) == (kind, code)
    assert fresh.ledger() == before


def test_a_write_is_one_document(begun: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
    begun.run("answer", "1", "All of them")
    told = begun.run("write", "context", "-", "--json", stdin="The uploader posts once.\n").json
    assert (told["kind"], told["sections"][0]["key"], told["changed"]) == ("written", "context", ["context"])
    matches_snapshot("keys-written", "\n".join(sorted(set(keys(told)))) + "\n")
    undone = begun.run("undo", "--json").json
    assert undone["kind"] == "undone"
    matches_snapshot("keys-undone", "\n".join(sorted(set(keys(undone)))) + "\n")


def test_what_is_handed_in_is_one_document(begun: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
    words = ("write", "--all", "-", "--propose", "--json")
    text = "## Context\n\nIt is in `src/nowhere.py:3`.\n"
    seen = begun.run(*words, "--dry-run", stdin=text)
    assert (seen.code, seen.json["kind"]) == (1, "write-dry-run")
    matches_snapshot("keys-write-dry-run", "\n".join(sorted(set(keys(seen.json)))) + "\n")
    told = begun.run(*words, stdin=text).json
    assert (told["kind"], told["proposals"][0]["by"], told["written"]) == ("proposed", "Ada", None)
    turn = {
        "sections": {},
        "questions": [{"text": "Which host?"}, {"text": "Is `src/upload.py:9000` right?"}],
        "decisions": [{"title": "Retry in the client", "reason": "One place calls it."}],
        "code": [{"ask": "lines", "about": "src/upload.py:1"}, {"ask": "lines", "about": "nowhere"}],
        "probes": [{"argv": ["pytest"]}],
    }
    done = begun.run("write", "--records", "-", "--json", stdin=json.dumps(turn)).json
    matches_snapshot("keys-turn", "\n".join(sorted(set(keys(done)))) + "\n")
    matches_snapshot("keys-proposed", "\n".join(sorted(set(keys(told)))) + "\n")


def test_a_change_against_its_plan_is_one_document(
    begun: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    begun.git("add", "-A")
    begun.git("commit", "-q", "-m", "Begin")
    (begun.folder / "plan.md").write_text("## Steps\n\n1. Change `src/upload.py::other` and `src/none.py`.\n")
    code = begun.folder / "src/upload.py"
    code.write_text(code.read_text().replace("return", "return 1 or"))
    told = begun.run("conform", "--base", "HEAD", "--plan-file", "plan.md", "--json")
    assert (told.code, told.json["kind"]) == (1, "conform")
    matches_snapshot("keys-conform", "\n".join(sorted(set(keys(told.json)))) + "\n")
    described = begun.run("pr", "--base", "HEAD", "--json")
    assert (described.code, described.json["kind"]) == (0, "pr")
    matches_snapshot("keys-pr", "\n".join(sorted(set(keys(described.json)))) + "\n")


def test_an_attack_is_one_document_at_every_step(
    written: Desk, matches_snapshot: Callable[[str, str], None]
) -> None:
    handed = {
        "tried": "read it all",
        "objections": [{"quote": "Count the retries", "because": "nobody asked", "evidence": ["$ ls\nsrc"]}],
    }
    text = json.dumps(handed)
    steps = {
        "objected": ("object", "--file", "-", "--by", "reviewer-2"),
        "objection": ("object", "O1"),
        "responded": ("object", "O1", "--answer", "somebody did"),
        "objections": ("object",),
        "refutation-brief": ("refute",),
    }
    for kind, words in steps.items():
        told = written.run(*words, "--json", stdin=text).json
        assert told["kind"] == kind
        matches_snapshot(f"keys-{kind}", "\n".join(sorted(set(keys(told)))) + "\n")
    claims = json.dumps({"claims": [{"quote": "Count the retries", "kind": "file", "at": "src/gone.py"}]})
    judged = written.run("refute", "--reading", "-", "--json", stdin=claims).json
    assert (judged["kind"], judged["claims"]["claims"]) == ("reading-refuted", 1)
    matches_snapshot("keys-reading-refuted", "\n".join(sorted(set(keys(judged)))) + "\n")
    assert told["attack"] | {"summary": ""} == {
        "summary": "",
        "offered": False,
        "by": "reviewer-2",
        "channel": "pipe",
        "holds": True,
        "changed": [],
        "tried": "read it all",
        "keeps": [],
        "open": 0,
        "mended": 0,
        "answered": 1,
        "accepted": 0,
        "withdrawn": 0,
    }


def test_proposals_are_one_document(begun: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
    steps = "- T1: Catch the error in `src/upload.py`.\n"
    assert begun.run("write", "--propose", "implementation-plan", "-", stdin=steps).code == 0
    told = begun.run("show", "--proposed", "--json").json
    assert told["proposals"]
    matches_snapshot("keys-proposals", "\n".join(sorted(set(keys(told)))) + "\n")


def test_a_withdrawal_is_one_document(written: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
    assert written.attend("approve", script=[("Type `ready`", "ready\n")]).code == 0
    told = written.attend("revoke", "ready", "--because", "a second thought", "--json").json
    assert (told["kind"], told["reason"]) == ("withdrawn", "a second thought")
    matches_snapshot("keys-withdrawn", "\n".join(sorted(set(keys(told)))) + "\n")


def test_a_chosen_model_is_one_document(begun: Desk, matches_snapshot: Callable[[str, str], None]) -> None:
    told = begun.attend("models", "use", "claude", "--json").json
    assert (told["kind"], told["name"], told["use"]) == ("model-used", "claude", "default")
    matches_snapshot("keys-model-used", "\n".join(sorted(set(keys(told)))) + "\n")


def test_every_kind_that_the_code_names_was_seen() -> None:
    source = "\n".join(path.read_text("utf-8") for path in Path(groundplan.cli.__path__[0]).rglob("*.py"))
    named = set(re.findall(r"""(?:give|answer|_tell)\(\s*(?:session, )?"([a-z-]+)",""", source)) - {
        "archived",
        "restored",
    }
    seen = {path.stem.removeprefix("keys-") for path in (Path(__file__).parent / "snapshots").glob("keys-*")}
    assert len(named) > 30
    assert named <= seen


ERRORS: dict[str, tuple[str, ...]] = {
    "misused": ("plan",),
    "not-found": ("show", "contxt"),
    "refused": ("approve",),
    "unreadable": ("show",),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_is_one_document(
    begun: Desk, kind: str, matches_snapshot: Callable[[str, str], None]
) -> None:
    if kind == "unreadable":
        (begun.folder / ".groundplan/config.toml").write_text("not toml")
    ran = begun.run(*ERRORS[kind], "--json")
    assert (ran.out, ran.complaint["kind"]) == ("", kind)
    matches_snapshot(f"keys-{kind}", "\n".join(sorted(set(keys(ran.complaint)))) + "\n")


def test_a_change_meanwhile_is_one_document() -> None:
    from groundplan.app.wire.faults import failure
    from groundplan.plan.errors import Changed

    told = failure(Changed("The plan changed", kept=["plans/x.md"]))
    assert set(told) == {"message", "hint", "commands", "exit_code", "kept"}


def test_an_archived_plan_is_one_document(begun: Desk) -> None:
    refused = begun.run("archive", "--json").complaint
    assert refused["findings"]
    assert refused["codes"]


def test_findings_of_a_refusal_have_their_places(begun: Desk) -> None:
    found = begun.run("approve", "--json").complaint["findings"]
    assert {"GP504", "GP204"} <= {each["code"] for each in found}
    assert all(each["path"] == "plans/retry-uploads.md" and each["line"] > 0 for each in found)


def test_near_names_are_offered(begun: Desk) -> None:
    told = begun.run("show", "contxt", "--json").complaint
    assert (told["kind"], told["near"]) == ("not-found", ["context"])
