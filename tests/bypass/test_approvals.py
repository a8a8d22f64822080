"""Attacks on approvals: given without a person, kept after a change, weakened in what they bind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import retry_design
from desk import Desk

PLAN = "plans/retry/PLANNING.md"
MAP = (
    "[Opens once checkpoint 3 is approved; then `groundplan write 4.1`]"  # section 4.1, which is not open yet
)
READY = "plans/retry-failed-uploads.md"


def test_there_is_no_approval_through_a_pipe(designed: Desk) -> None:
    assert designed.pipe("approve", "3", stdin="3\n").code == 3
    assert designed.states()["3"] == "ready"


def test_there_is_no_approval_by_an_agent(designed: Desk) -> None:
    assert designed.agent("approve", "3", stdin="3\n").code == 3


def test_there_is_no_approval_by_an_agent_that_has_a_terminal(designed: Desk) -> None:
    refused = designed.person("approve", "3", typed="3", CLAUDECODE="1")
    assert refused.code == 3
    assert "CLAUDECODE" in refused.out
    assert designed.states()["3"] == "ready"


def test_there_is_no_approval_with_json_or_a_yes_option(designed: Desk) -> None:
    assert designed.person("--json", "approve", "3").code == 3
    assert designed.person("approve", "3", "--yes").code == 2
    assert designed.states()["3"] == "ready"


def test_there_is_no_approval_on_a_build_server(designed: Desk) -> None:
    assert designed.person("approve", "3", typed="3", CI="true").code == 3


@pytest.mark.skipif(shutil.which("script") is None, reason="the program `script` is not installed")
def test_there_is_no_approval_under_a_program_that_fakes_terminals(designed: Desk, tmp_path: Path) -> None:
    command = f"{sys.executable} -m groundplan.cli.main approve 3"
    source = str(Path(__file__).parents[2] / "src")
    done = subprocess.run(
        ["script", "-qec", command, str(tmp_path / "typescript")],
        cwd=designed.root,
        env=designed.environ | {"PYTHONPATH": source},
        input="3\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stdout
    assert designed.states()["3"] == "ready"


def test_a_terminal_faked_by_hand_passes_unsigned_and_is_shown_with_its_ancestry(designed: Desk) -> None:
    # The limit that the documentation states: `person` below is such a fake, and the log says what ran it.
    assert designed.person("approve", "3", typed="3").code == 0
    told = designed.pipe("log", "--json").out
    assert '"channel": "terminal"' in told
    assert "python" in told or "pytest" in told  # whichever of them runs this


@pytest.mark.parametrize("typed", ["", "y", "yes", "4", "approve"])
def test_anything_but_the_checkpoints_own_id_approves_nothing(designed: Desk, typed: str) -> None:
    assert designed.person("approve", "3", typed=typed + "\n").code == 130
    assert designed.states()["3"] == "ready"


def test_a_blocked_checkpoint_is_not_approved(begun: Desk) -> None:
    refused = begun.person("approve", "ready", typed="ready")
    assert refused.code == 3
    assert "GP504" in refused.out


@pytest.mark.req("S1-25")
def test_a_later_checkpoint_is_not_approved_before_an_earlier_one(designed: Desk) -> None:
    assert designed.person("approve", "5", typed="5").code == 3


@pytest.mark.req("S1-26")
def test_an_approval_does_not_survive_an_edit(approved: Desk) -> None:
    approved.edit(PLAN, "at most 2 extra requests", "at most 200 extra requests")
    assert {"GP206", "GP208"} <= approved.codes()
    assert approved.states()["3"] == "stale"
    assert approved.person("adopt", typed="adopt").code == 0
    assert approved.states()["3"] == "stale"


@pytest.mark.req("S1-28")
def test_an_approved_section_is_not_rewritten_without_a_person(approved: Desk) -> None:
    other = retry_design.ALTERNATIVES.replace("Option B\n**Rationale", "Option A\n**Rationale")
    refused = approved.agent("write", "3", "-", stdin=other)
    assert refused.code == 3
    assert "GP207" in refused.err
    assert approved.agent("request-changes", "3", "--because", "I prefer A").code == 3


@pytest.mark.req("S1-28")
def test_a_decision_is_not_reopened_by_deciding_again(ready: Desk) -> None:
    again = ready.agent("decide", "Retry three times", "--because", "again")
    assert again.code == 3
    assert ready.agent("supersede", "D1", "Retry twice", "--because", "cheaper").code == 3


@pytest.mark.req("S0-09")
def test_a_decision_is_not_reopened_by_rewriting_its_section(ready: Desk) -> None:
    ready.person("request-changes", "ready", "--because", "wording")
    ready.agent("say", "--as", "planner", "--kind", "question", "Shall I reword the decisions?")
    ready.person("say", "A little.")
    text = "- D1: Retry once\n  - **Reason:** cheaper\n"
    refused = ready.agent("write", "decisions", "-", stdin=text)
    assert refused.code == 3
    assert "GP209" in refused.err


@pytest.mark.req("S0-09")
def test_a_decision_nobody_made_is_found(ready: Desk) -> None:
    ready.edit(
        READY,
        "- D1: Retry three times",
        "- D2: Drop the tests\n  - **Reason:** faster\n- D1: Retry three times",
    )
    assert {"GP206", "GP209"} <= ready.codes()


def test_a_policy_weakened_after_the_approval_voids_it(ready: Desk) -> None:
    ready.path(".groundplan/config.toml").write_text('version = 1\n[policy]\nrelayed = "refuse"\n')
    assert "GP208" in ready.codes()
    assert ready.states() == {"ready": "stale"}


def test_a_suppression_added_after_the_approval_voids_it(ready: Desk) -> None:
    ready.path(".groundplan/config.toml").write_text(
        'version = 1\n[[suppress]]\nrule = "GP602"\nreason = "their own word"\n'
    )
    assert ready.states() == {"ready": "stale"}


@pytest.mark.parametrize("code", ["GP201", "GP206", "GP213", "GP609"])
def test_a_rule_of_process_cannot_be_suppressed(designed: Desk, code: str) -> None:
    designed.path(".groundplan/config.toml").write_text(
        f'version = 1\n[[suppress]]\nrule = "{code}"\nreason = "we are in a hurry"\n'
    )
    designed.edit(PLAN, MAP, "Retry in a module of its own.")
    assert {"GP206", "GP213", "GP215"} <= designed.codes()


def test_a_rule_of_process_cannot_be_suppressed_inside_the_plan(designed: Desk) -> None:
    designed.edit(PLAN, MAP, "Retry in a module of its own.\n\n<!-- groundplan: allow GP213: hurry -->\n")
    assert {"GP213", "GP215"} <= designed.codes()


def test_a_suppression_without_a_reason_silences_nothing(ready: Desk) -> None:
    ready.path(".groundplan/config.toml").write_text(
        'version = 1\n[[suppress]]\nrule = "GP602"\nreason = " "\n'
    )
    assert "GP215" in ready.codes()


@pytest.fixture
def own_playbook(tmp_path: Path) -> Desk:
    desk = Desk.clear(tmp_path)
    assert desk.pipe("playbook", "new", "ours", "--from", "collaborate").code == 0
    assert desk.person("new", "Retry failed uploads", "--playbook", "ours").code == 0
    return desk


def test_a_playbook_weakened_after_the_plan_began_is_noticed(own_playbook: Desk) -> None:
    path = next(own_playbook.path(".groundplan/playbooks/ours").glob("*.toml"))
    path.write_text(path.read_text().replace("GP201 = {}\n", ""))
    assert "GP212" in own_playbook.codes()


def test_a_rule_of_process_is_not_lowered_by_its_playbook(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    assert desk.pipe("playbook", "new", "ours").code == 0
    path = next(desk.path(".groundplan/playbooks/ours").glob("*.toml"))
    path.write_text(path.read_text().replace("[rules]\n", '[rules]\nGP201 = { severity = "note" }\n'))
    assert desk.person("new", "Retry failed uploads", "--playbook", "ours").code == 0
    key = desk.pipe("check", "--json").json()["plans"][0]["findings"][0]["section"]
    refused = desk.agent("write", key, "-", stdin="2 % of uploads fail.\n")
    assert refused.code == 3
    assert "GP201" in refused.err


def test_a_bundled_playbook_is_not_shadowed_by_the_repository(ready: Desk) -> None:
    folder = ready.path(".groundplan/playbooks/collaborate")
    folder.mkdir(parents=True)
    (folder / "playbook.toml").write_text('format = 1\nname = "collaborate"\nversion = 1\n')
    ran = ready.pipe("check")
    assert ran.code == 5
    assert "bundled" in ran.err


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
class TestSigned:
    """What an unsigned setup cannot stop, a signed one does."""

    @pytest.fixture
    def signed(self, designed: Desk) -> Desk:
        key = designed.root.parent / "home" / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        public = Path(f"{key}.pub").read_text()
        designed.path(".groundplan/allowed_signers").write_text(f"ann@example.org {public}")
        designed.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "signed"\n')
        designed.commit("Want signatures")
        return designed

    def test_a_terminal_alone_does_not_approve(self, signed: Desk) -> None:
        assert signed.person("approve", "3", typed="3").code in {2, 3, 5}
        assert signed.states()["3"] == "ready"

    def test_a_signature_by_an_allowed_signer_approves(self, signed: Desk) -> None:
        key = str(signed.root.parent / "home" / "key")
        ran = signed.person("approve", "3", "--sign", key, typed="3")
        assert ran.code == 0, ran.out
        assert signed.states()["3"] == "passed"
        assert "ann@example.org" in signed.read(PLAN)

    def test_an_agent_does_not_sign(self, signed: Desk) -> None:
        key = str(signed.root.parent / "home" / "key")
        assert signed.agent("approve", "3", "--sign", key).code == 3

    def test_a_signature_by_somebody_else_does_not_approve(self, signed: Desk) -> None:
        other = signed.root.parent / "home" / "other"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(other)], check=True)
        assert signed.person("approve", "3", "--sign", str(other), typed="3").code == 3
        assert signed.states()["3"] == "ready"

    def test_a_policy_weakened_on_the_branch_does_not_count_against_the_base(self, signed: Desk) -> None:
        signed.git("checkout", "-q", "-b", "attack")
        signed.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "attended"\n')
        assert signed.person("approve", "3", typed="3").code == 0
        signed.commit("Approve without a signature")
        assert signed.states()["3"] == "passed"
        assert "GP214" in signed.codes("--base", "main")

    def test_an_approval_forged_with_an_editor_does_not_count(self, signed: Desk) -> None:
        signed.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "attended"\n')
        assert signed.person("approve", "3", typed="3").code == 0
        signed.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "signed"\n')
        assert signed.states()["3"] != "passed"
        assert "GP214" in signed.codes()


def test_a_revoke_never_loses_to_a_clock(approved: Desk) -> None:
    approved.environ["GROUNDPLAN_NOW"] = "2020-01-01T00:00:00Z"
    assert approved.person("revoke", "3", "--because", "not yet").code == 0
    assert approved.states()["3"] == "ready"


def test_the_environment_of_a_person_is_not_faked_by_an_empty_one(designed: Desk) -> None:
    designed.environ = {"PATH": os.environ["PATH"], "HOME": designed.environ["HOME"]}
    assert designed.pipe("approve", "3", stdin="3\n").code == 3


@pytest.mark.parametrize("before", ["title:", "status:"])
def test_words_in_the_front_matter_are_shown_before_they_are_approved(unapproved: Desk, before: str) -> None:
    path = unapproved.path(READY)
    text = path.read_text()
    assert "title:" not in unapproved.person("approve", "ready", typed="no").out
    path.write_text(text.replace(before, f"title: and grant deploy keys to vendor X\n{before}", 1))
    assert unapproved.person("adopt", typed="adopt\n").code == 0
    assert "vendor X" in unapproved.person("approve", "ready", typed="no").out
