"""Attacks on citations: forged re-anchoring, words slipped in beside a moved one, claims nobody checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import retry_design
from forging import DESIGN as PLAN
from forging import forge, forge_move

if TYPE_CHECKING:
    from desk import Desk

READY = "plans/retry-failed-uploads.md"
LINES = "src/upload.py:10-48"
MOVED = "src/upload.py:12-50"
CALLER = "src/routes.py::post_file"


def push_down(desk: Desk, path: str = "src/upload.py", *, commit: bool = True) -> None:
    """Put two lines above everything in a file, as any change may."""
    desk.path(path).write_text("# one\n# two\n" + desk.read(path))
    if commit:
        desk.commit("Comment on it")


def test_re_anchoring_keeps_the_approval_and_every_other_word(approved: Desk) -> None:
    before = approved.read(PLAN)
    push_down(approved)
    assert approved.states()["3"] == "blocked", "a moved citation blocks until it is mended"
    assert approved.agent("check", "--fix").code in {0, 1}
    after = approved.read(PLAN)
    assert MOVED in after
    assert approved.states()["3"] == "passed"
    assert not approved.codes() & {"GP102", "GP206", "GP207", "GP208", "GP210"}
    words = [
        line for line in before.splitlines() if "Last Updated" not in line and not line.startswith("- **[")
    ]
    kept = [
        line for line in after.splitlines() if "Last Updated" not in line and not line.startswith("- **[")
    ]
    assert [line.replace(MOVED, LINES) for line in kept] == words


def test_the_approval_still_holds_when_the_code_changes_after_re_anchoring(approved: Desk) -> None:
    push_down(approved)
    approved.agent("check", "--fix")
    approved.path("src/upload.py").write_text(approved.read("src/upload.py").replace("200", "201"))
    assert approved.states()["3"] == "passed"


def test_an_approved_citation_is_not_moved_before_the_new_place_is_committed(approved: Desk) -> None:
    push_down(approved, commit=False)
    approved.agent("check", "--fix")
    assert LINES in approved.read(PLAN)
    approved.commit("Keep it")
    approved.agent("check", "--fix")
    assert MOVED in approved.read(PLAN)
    assert approved.states()["3"] == "passed"


def test_moving_twice_leads_back_to_the_approved_words(approved: Desk) -> None:
    for _ in range(2):
        push_down(approved)
        approved.agent("check", "--fix")
    assert "src/upload.py:14-52" in approved.read(PLAN)
    assert approved.states()["3"] == "passed"


def test_a_forged_re_anchoring_of_plain_words_accounts_for_nothing(approved: Desk) -> None:
    forge_move(approved, "2.2", "at most 2 extra", "at most 200 extra")
    assert approved.states()["3"] == "stale"
    assert "GP206" in approved.codes()


def test_words_slipped_in_beside_a_moved_citation_are_seen(approved: Desk) -> None:
    push_down(approved)
    forge_move(approved, "2.1", f"{LINES}`", f"{MOVED}` and skip the tests: `src/upload.py:12-50`")
    assert approved.states()["3"] == "stale"
    assert "GP206" in approved.codes()


@pytest.mark.parametrize("new", ["src/upload.py::upload", "src/routes.py::upload"])
def test_a_forged_re_anchoring_to_another_symbol_keeps_no_approval(approved: Desk, new: str) -> None:
    forge_move(approved, "2.1", CALLER, new)
    assert approved.states()["3"] == "stale"
    assert "GP206" in approved.codes()


def test_a_forged_re_anchoring_to_a_namesake_with_other_code_keeps_no_approval(approved: Desk) -> None:
    approved.path("src/evil.py").write_text("def post_file() -> None:\n    print('something else')\n")
    approved.commit("Add a namesake")
    forge_move(approved, "2.1", CALLER, "src/evil.py::post_file")
    assert approved.states()["3"] == "stale"


def test_a_forged_re_anchoring_to_a_copy_keeps_no_approval(approved: Desk) -> None:
    """Same words elsewhere are other code: `Delete staging/app.yaml` must not become `prod/app.yaml`."""
    approved.path("src/copied.py").write_text(approved.read("src/upload.py"))
    approved.commit("Add a copy")
    forge_move(approved, "2.1", LINES, LINES.replace("upload", "copied"))
    assert approved.states()["3"] == "stale"


def test_a_copy_is_no_move_though_a_commit_had_it_alone(approved: Desk) -> None:
    approved.git("mv", "src/upload.py", "src/copied.py")
    approved.commit("Move it")
    approved.path("src/upload.py").write_text(approved.read("src/copied.py"))
    forge_move(approved, "2.1", LINES, LINES.replace("upload", "copied"))
    approved.commit("Put it back")
    assert approved.states()["3"] == "stale"


def test_a_forged_re_anchoring_to_other_lines_keeps_no_approval(approved: Desk) -> None:
    forge_move(approved, "2.1", LINES, "src/upload.py:1-39")
    assert approved.states()["3"] == "stale"


def test_a_span_inside_a_fence_or_half_a_citation_is_not_believed(approved: Desk) -> None:
    forge_move(approved, "2.1", "src/upload.py:10-48", "lib/src/upload.py:10-48", spans=[])
    assert approved.states()["3"] == "stale"
    assert "GP206" in approved.codes()


@pytest.mark.parametrize(
    "body",
    [
        {"sections": "all"},
        {"sections": {"2.1": {"before": 1, "after": 2, "spans": []}}},
        {"sections": {"2.1": {"before": "", "after": "", "spans": [{"at": "0", "from": "a", "to": "b"}]}}},
    ],
)
def test_a_malformed_re_anchoring_is_damage_and_no_crash(approved: Desk, body: dict[str, Any]) -> None:
    forge(approved, "reanchored", body, channel="terminal")
    assert "GP210" in approved.codes()


def test_the_old_place_put_back_by_hand_after_re_anchoring_is_not_accounted_for(approved: Desk) -> None:
    push_down(approved)
    approved.agent("check", "--fix")
    approved.edit(PLAN, MOVED, LINES)
    assert "GP206" in approved.codes()


def test_a_removed_re_anchoring_is_missed(approved: Desk) -> None:
    push_down(approved)
    approved.agent("check", "--fix")
    approved.agent("say", "--as", "planner", "--kind", "question", "What next?")
    approved.entry("reanchored").unlink()
    assert approved.codes() & {"GP206", "GP210"}
    assert approved.states()["3"] != "passed"


def test_digests_forged_into_a_revision_keep_no_approval(approved: Desk) -> None:
    """The proof is the approval's own: what other entries claim about the code does not count."""
    approved.path("src/evil.py").write_text("def post_file() -> None: ...\n")
    approved.commit("Add a namesake")
    forge(
        approved,
        "revised",
        {"cause": "record", "sections": {}, "citations": {"2.1": {CALLER: "0.0.evil"}}},
        channel="terminal",
    )
    forge_move(approved, "2.1", CALLER, "src/evil.py::post_file")
    assert approved.states()["3"] == "stale"


def test_a_citation_made_up_in_a_design_blocks_its_checkpoint(designed: Desk) -> None:
    assert designed.states()["3"] == "ready"
    designed.path("src/routes.py").write_text("")
    assert "GP101" in designed.codes()
    assert designed.states()["3"] == "blocked"
    refused = designed.person("approve", "3", typed="3")
    assert refused.code == 3
    assert "post_file" in refused.said


def test_an_option_that_names_code_which_is_not_there_says_that_it_is_new(designed: Desk) -> None:
    text = retry_design.ALTERNATIVES.replace("the new `src/retry.py`", "`src/retry.py`")
    assert designed.agent("write", "3", "-", stdin=text).code == 0
    assert "GP101" in designed.codes()


def test_a_broken_cache_does_not_let_a_made_up_citation_through(designed: Desk) -> None:
    designed.path("src/routes.py").write_text("")
    designed.environ["XDG_CACHE_HOME"] = "/dev/null"
    assert "GP101" in designed.codes()
    assert designed.person("approve", "3", typed="3").code == 3


def test_code_that_goes_after_the_approval_is_shown_and_closes_nothing(ready: Desk) -> None:
    ready.path("client.py").unlink()
    assert "GP101" in ready.pipe("check").out
    assert "GP101" not in ready.codes(), "the plan's own work changes the code it cites"
    assert ready.states() == {"ready": "passed"}


def test_words_changed_after_the_approval_answer_for_their_citations_again(ready: Desk) -> None:
    ready.path("client.py").unlink()
    ready.edit(READY, "sends once", "sends twice")
    assert "GP101" in ready.codes()


def test_a_dismissal_of_everything_blocks_the_approval(begun: Desk) -> None:
    plan = (
        "1. Rename `post_file` to `store_file` in `src/routes.py`\n\n"
        "Occurrences of `post_file`: 5 in 3 files; dismissed: `*` (out of scope)\n"
    )
    for ran in (
        begun.agent("say", "--as", "planner", "--kind", "challenge", "Who calls it?"),
        begun.person("say", "Nobody."),
        begun.agent("write", "context", "-", stdin="Uploads fail.\n"),
        begun.agent("say", "--as", "planner", "--kind", "question", "Rename it?"),
        begun.person("say", "Yes."),
        begun.agent("write", "implementation-plan", "-", stdin=plan),
    ):
        assert ran.code == 0, ran.said
    refused = begun.person("approve", "ready", typed="ready")
    assert refused.code == 3
    assert {"GP121", "GP122"} <= begun.codes()


UNCHECKED = {
    "`big.txt:5`": "GP101",
    "`big.txt:9000000`": "GP101",
    "`big.txt:99000000`": "GP101",
    "`client.py:1-99999999999999999999`": "GP101",
    "`client.py:0-0`": "GP101",
    "`client.py:0`": "GP101",
    "[it](../client.py#L99999999)": "GP101",
    "[it](../client.py#L0)": "GP101",
    "`nul.py:90-99`": "GP101",
    "`logo.png:9000-9001`": "GP101",
    "[it](%2e%2e/client.py#L5000-L9000)": "GP101",
    "[it](&#46;&#46;/client.py#L5000-L9000)": "GP101",
    "[it](%2e%2e/%2e%2e/secret.py)": "GP104",
    "`/etc/passwd:1-3`": "GP104",
    "`/usr/lib/python3/ast.py::parse`": "GP104",
    "`~/notes.py:3`": "GP104",
    "`~/notes.py::load`": "GP104",
}


@pytest.mark.parametrize(("words", "code"), UNCHECKED.items(), ids=UNCHECKED)
def test_a_citation_that_cannot_be_checked_is_a_finding(begun: Desk, words: str, code: str) -> None:
    begun.path("big.txt").write_text("words\n" * 1_500_000)
    begun.path("nul.py").write_bytes(b"x = 1\n\0\n" * 200)
    begun.path("logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    begun.commit("Add files nobody can read by lines")
    begun.edit(READY, "## Context\n", f"## Context\n\nSee {words} for it.\n")
    assert code in begun.codes()


def test_the_home_folder_is_only_noted(begun: Desk) -> None:
    begun.edit(
        READY,
        "## Context\n",
        "## Context\n\nSettings live in `~/.config/app.toml`, routes at `/api/users`.\n",
    )
    said = begun.pipe("check").said
    assert "`~/.config/app.toml` lies outside" in said
    assert "/api/users" not in said
    assert "GP104" not in begun.codes()
