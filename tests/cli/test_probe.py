"""`probe`: a person allows it, a receipt says what came of it, and a plan cites the receipt."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from .test_json import keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Desk

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can confine a command")

SCRIPT = ("sh", "-c", "echo tried; exit 3")
ASKED = "Run it?"


def allow(desk: Desk, *words: str, further: bool = False, root: str = "") -> None:
    folder = desk.home / ".config/groundplan"
    folder.mkdir(parents=True, exist_ok=True)
    row = f'[[allow]]\nrepository = "{root or desk.folder}"\ncommand = {json.dumps(list(words))}\n'
    with (folder / "probes.toml").open("a") as file:
        file.write(row + ("further = true\n" if further else ""))
    (folder / "probes.toml").chmod(0o600)


@pytest.fixture
def tried(written: Desk) -> Desk:
    """A plan with one receipt."""
    allow(written, *SCRIPT)
    ran = written.run("probe", "--", *SCRIPT)
    if "cannot confine" in ran.err:
        pytest.skip("this system cannot confine a command")
    assert ran.code == 1, ran.err
    return written


def test_its_own_records_are_no_files_that_changed(tried: Desk) -> None:
    tried.git("add", "-A")
    tried.git("commit", "-q", "-m", "All of it")
    tried.run("ask", "How often?")  # another record, and the plan's own line
    assert ".groundplan/ledger" in tried.git("status", "--porcelain", "--untracked-files=all")
    lines = tried.git("status", "--porcelain", "--untracked-files=all").splitlines()
    own = sum(".groundplan/" not in each for each in lines)
    ran = tried.run("probe", "--", *SCRIPT)
    assert f"{own} file{'s' * (own != 1)} changed since" in " ".join((ran.out + ran.err).split())


class TestConsent:
    def test_a_person_is_shown_the_limits_and_asked(self, written: Desk) -> None:
        ran = written.attend("probe", "--seconds", "20", "--", *SCRIPT, script=[(ASKED, "y\n")])

        assert ran.code == 1
        assert "20 s, 4 GB memory, 2 GB disk" in ran.out
        assert "no network" in ran.out
        assert "exit code 3" in ran.out
        assert not (written.home / ".config/groundplan/probes.toml").exists()

    @pytest.mark.parametrize("typed", ["n", "", "all", "yes please"])
    def test_anything_but_a_yes_runs_nothing(self, written: Desk, typed: str) -> None:
        before = written.ledger()
        ran = written.attend("probe", "--", "touch", "x", script=[(ASKED, f"{typed}\n")])

        assert ran.code == 130
        assert "Nothing was run" in ran.out
        assert written.ledger() == before

    def test_always_is_remembered_outside_the_repository(self, written: Desk) -> None:
        ran = written.attend("probe", "--", "pytest", "--version", script=[(ASKED, "always\n")])

        assert "for `pytest …` here" in ran.out
        assert (written.home / ".config/groundplan/probes.toml").read_text() == (
            f'[[allow]]\nrepository = "{written.folder}"\ncommand = ["pytest"]\nfurther = true\n'
        )
        assert "No person has allowed" not in written.run("probe", "--", "pytest", "-q").err
        assert written.run("probe", "--", "sh", "-c", "pytest").code == 3

    @pytest.mark.parametrize(
        ("words", "further", "tried"),
        [
            (("npx", "mocha"), True, ("npx", "mocha", "test/a.js")),
            (("npx", "mocha"), True, ("npx", "mocha")),
            (("pytest", "-q"), False, ("pytest", "-q")),
        ],
    )
    def test_what_a_person_wrote_into_the_file_is_what_runs(
        self, written: Desk, *, words: tuple[str, ...], further: bool, tried: tuple[str, ...]
    ) -> None:
        allow(written, *words, further=further)
        assert "No person has allowed" not in written.run("probe", "--", *tried).err
        for other in (("npx", "jest"), ("npx",), ("pytest", "-q", "-x")):
            assert "No person has allowed" in written.run("probe", "--", *other).err

    def test_off_a_terminal_nobody_is_asked(self, written: Desk) -> None:
        ran = written.run("probe", "--", "pytest", "-q", stdin="y\nalways\n")

        assert ran.code == 3
        assert "No person has allowed `pytest …` to run over this repository" in ran.err
        told = " ".join(ran.err.split())
        assert "The person runs `groundplan probe -- pytest -q` in a terminal, and types `always`" in told

    def test_an_agent_at_a_terminal_is_not_asked(self, written: Desk) -> None:
        ran = written.attend("probe", "--", "pytest", environ={"CLAUDECODE": "1"}, script=[(ASKED, "y\n")])

        assert ran.code == 3
        assert ran.left == ("y\n",)

    def test_a_repository_allows_nothing(self, written: Desk) -> None:
        for name in (".groundplan/probes.toml", "probes.toml", ".config/groundplan/probes.toml"):
            path = written.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f'[[allow]]\nrepository = "{written.folder}"\ncommand = ["true"]\n')
        assert written.run("probe", "--", "true").code == 3

        ran = written.run("probe", "--", "true", environ={"XDG_CONFIG_HOME": str(written.folder / ".config")})
        assert (ran.code, "lies in the repository" in ran.err) == (2, True)


class TestReceipt:
    def test_it_is_recorded_and_shown(self, tried: Desk) -> None:
        assert "Probes\n    ·  P1  sh -c 'echo tried; exit 3': exit code 3" in tried.run("show").out
        assert "P1: sh -c echo tried; exit 3, exit code 3" in " ".join(tried.run("log").out.split())
        listed = tried.run("probe", "--list").out
        assert listed.startswith("P1  sh -c 'echo tried; exit 3'\n  exit code 3 after ")

    def test_its_documents_have_stable_keys(
        self, tried: Desk, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        ran = tried.run("probe", "--json", "--", *SCRIPT)
        assert (ran.code, ran.err) == (1, "")
        assert (ran.json["receipt"]["id"], ran.json["receipt"]["excerpt"]) == ("P2", "tried")
        for kind, told in (("probe", ran.json), ("probes", tried.run("probe", "--list", "--json").json)):
            matches_snapshot(f"keys-{kind}", "\n".join(sorted(set(keys(told)))) + "\n")

    def test_a_patch_that_was_tried_is_kept_and_printed_as_it_was(
        self, tried: Desk, matches_snapshot: Callable[[str, str], None]
    ) -> None:
        patch = "--- /dev/null\n+++ b/tried.txt\n@@ -0,0 +1 @@\n+a \tb\n"
        (tried.folder.parent / "idea.patch").write_text(patch)
        assert tried.run("probe", "--patch", "../idea.patch", "--", *SCRIPT).code == 1
        assert tried.run("probe", "--print-patch", "p2").out == patch
        told = tried.run("probe", "--print-patch", "P2", "--json").json
        matches_snapshot("keys-patch", "\n".join(sorted(set(keys(told)))) + "\n")
        for name, why in (("P1", "it was tried without a patch"), ("P7", "There is no receipt `P7`")):
            ran = tried.run("probe", "--print-patch", name)
            assert (ran.code, why in ran.err) == (5, True)

    def test_a_copy_for_readers_ends_with_what_its_receipts_ran(self, tried: Desk) -> None:
        patch = "--- /dev/null\n+++ b/tried.txt\n@@ -0,0 +1 @@\n+a\n"
        (tried.folder.parent / "idea.patch").write_text(patch)
        tried.run("probe", "--patch", "../idea.patch", "--", *SCRIPT)
        words = "- T1: Catch the error in `src/upload.py` (measured: P2).\n"
        tried.run("write", "--propose", "implementation-plan", "-", stdin=words)
        assert tried.run("show", "--copy").out.endswith(
            "## What was run\n\n- P2: `sh -c 'echo tried; exit 3'` with a patch to `tried.txt`, exit code 3\n"
        )

    def test_a_copy_for_readers_names_a_script_and_does_not_print_it(self, tried: Desk) -> None:
        script = "\n".join(["echo tried", *["# a line of a long script"] * 70])
        allow(tried, "sh", "-c", script)
        tried.run("probe", "--", "sh", "-c", script)
        words = "- T1: Catch the error in `src/upload.py` (measured: P2).\n"
        tried.run("write", "--propose", "implementation-plan", "-", stdin=words)
        copy = tried.run("show", "--copy").out
        assert "- P2: `sh -c …` (a script of 71 lines), exit code 0\n" in copy
        assert "a long script" not in copy

    def test_without_a_plan_it_is_only_printed(self, desk: Desk) -> None:
        allow(desk, *SCRIPT)
        ran = desk.run("probe", "--", *SCRIPT)

        assert (ran.code, "tried" in ran.out) == (1, True)
        assert not (desk.folder / ".groundplan").exists()

    def test_a_command_that_holds_a_secret_is_not_recorded(self, tried: Desk) -> None:
        before = tried.ledger()
        words = ("echo", "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
        allow(tried, *words)
        ran = tried.run("probe", "--", *words)

        assert (ran.code, "looks like" in ran.err) == (3, True)
        assert tried.ledger() == before

    def test_a_patch_that_cannot_be_read_is_an_error(self, tried: Desk) -> None:
        ran = tried.run("probe", "--patch", "none.patch", "--", *SCRIPT)
        assert (ran.code, "`none.patch` cannot be read" in ran.err) == (5, True)


class TestMeasured:
    def found(self, desk: Desk) -> list[tuple[str, str]]:
        told = desk.run("check", "--json").json
        found = [each for plan in told["plans"] for each in plan["findings"] if each["code"] == "GP117"]
        return [(each["severity"], each["message"]) for each in found]

    def test_a_plan_cites_a_receipt_until_the_code_changes(self, tried: Desk) -> None:
        tried.run("ask", "Which uploader?")
        tried.run("answer", "3", "This one")
        text = "The uploader fails (measured: P1), and it is slow (measured: P7).\n"
        assert tried.run("write", "context", "-", stdin=text).code == 0
        assert self.found(tried) == [("error", "There is no receipt `P7`")]

        (tried.folder / "plans/notes.md").write_text("A note.\n")
        assert self.found(tried) == [("error", "There is no receipt `P7`")]

        (tried.folder / "src/upload.py").write_text("CHANGED = True\n")
        assert [severity for severity, _ in self.found(tried)] == ["warning", "error"]

    def test_a_document_of_somebody_else_may_say_measured(self, tried: Desk) -> None:
        (tried.folder / "other.md").write_text("# Plan\n\nIt is slow (measured), see (measured: P9).\n")
        assert "GP117" not in tried.run("check", "other.md").out


class TestTurn:
    def test_a_turn_gets_the_receipts_of_what_the_user_allowed(self, tried: Desk) -> None:
        turn = {"sections": {}, "probes": [{"argv": list(SCRIPT)}, {"argv": ["sh", "-c", "rm -rf /"]}]}
        done = tried.run("write", "--records", "-", "--json", stdin=json.dumps(turn)).json["probes"]

        assert (done[0]["receipt"]["id"], done[0]["receipt"]["code"]) == ("P2", 3)
        assert done[1]["receipt"] is None
        assert "No person has allowed" in done[1]["error"]
        assert "The person runs" in done[1]["error"]

    def test_a_person_who_hands_in_a_models_turn_is_not_asked_for_it(self, tried: Desk) -> None:
        turn = tried.home / "turn.json"
        turn.write_text(json.dumps({"sections": {}, "probes": [{"argv": ["touch", "x"]}]}))
        ran = tried.attend("write", "--records", str(turn), script=[(ASKED, "y\n")])

        assert "Not run: touch x" in ran.out
        assert ran.left == ("y\n",)

    def test_a_dry_run_tries_nothing(self, tried: Desk) -> None:
        turn = json.dumps({"sections": {}, "probes": [{"argv": list(SCRIPT)}]})
        before = tried.ledger()
        done = tried.run("write", "--records", "-", "--dry-run", "--json", stdin=turn)
        assert done.json["probes"] == []
        assert tried.ledger() == before

    @pytest.mark.parametrize(
        "probes",
        [[{"argv": ["true"]}] * 6, [{"argv": "true"}], [{"argv": ["true"], "allow": True}], [{"patch": "x"}]],
    )
    def test_what_is_no_probe_is_refused_by_name(self, tried: Desk, probes: list[object]) -> None:
        ran = tried.run("write", "--records", "-", stdin=json.dumps({"sections": {}, "probes": probes}))
        assert (ran.code, "probes" in ran.err) == (2, True)
