"""A profile is added to the settings, and nothing else of them changes; approvals bind what is set."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest
import retry_design

from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.lifecycle.starting import DEFAULT_CONFIG, init
from groundplan.app.setup.profiles import find_profile, list_profiles, suggest_profile, use_profile
from groundplan.app.workspace import CONFIG_PATH
from groundplan.plan.errors import Changed, Misused, Refused, Unknown, Unreadable
from groundplan.store.config import change_file

if TYPE_CHECKING:
    from conftest import Office

PROFILE = '# ours\n[profile]\nname = "ours"\n\n[profile.commands]\ntest = "make test" # Makefile:1\n'
SETTINGS = {
    "with comments": b'# mine\nversion = 1   # odd  spacing\n\n[plans]\nfolder = "p" # here\n# the end\n',
    "without a last line end": b"version = 1",
    "with CRLF": b'version = 1\r\n[plans]\r\nfolder = "p"\r\n',
    "that end in a list of tables": b"[[suppress]]\nrule = 'GP602'\nreason = 'x'\n",
    "that are empty": b"",
}


def settings(office: Office) -> bytes:
    return (office.root / CONFIG_PATH).read_bytes()


def set_up(office: Office, data: bytes) -> None:
    (office.root / ".groundplan").mkdir(exist_ok=True)
    (office.root / CONFIG_PATH).write_bytes(data)


@pytest.mark.parametrize("before", SETTINGS.values(), ids=SETTINGS)
def test_every_byte_before_the_profile_stays(office: Office, before: bytes) -> None:
    set_up(office, before)
    (office.root / CONFIG_PATH).chmod(0o640)
    use_profile(office.workspace, PROFILE, name="ours")
    now = settings(office)
    assert now.startswith(before)
    assert tomllib.loads(now.decode()) == {**tomllib.loads(before.decode()), **tomllib.loads(PROFILE)}
    assert (b"\r\n" in before) == (b"make test" in now and b"\r\n[profile" in now)
    assert (office.root / CONFIG_PATH).stat().st_mode & 0o777 == 0o640
    assert office.workspace.config.profile.commands == {"test": "make test"}


def test_settings_that_are_not_there_are_written_with_their_comments(office: Office) -> None:
    use_profile(office.workspace, PROFILE, name="ours")
    assert settings(office).startswith(DEFAULT_CONFIG.encode())
    assert office.workspace.config.profile.name == "ours"


@pytest.mark.parametrize("set_already", ["[profile]\n", 'profile.name = "x"\n', "profile = {}\n"])
def test_a_profile_that_is_set_is_never_replaced(office: Office, set_already: str) -> None:
    set_up(office, set_already.encode())
    with pytest.raises(Misused, match="has a profile already"):
        use_profile(office.workspace, PROFILE, name="ours")
    assert settings(office) == set_already.encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[profile]\nname = 'x'\n[policy]\napprovals = 'attended'\n", "sets `policy`"),
        ("version = 1\n[profile]\nname = 'x'\n", "sets `version`"),
        ("[profile]\n", "sets no profile"),
        ("# nothing\n", "sets no profile"),
        ("profile.name = 'x'\n", "cannot be added"),
    ],
)
def test_a_file_that_is_more_or_less_than_a_profile_is_refused(office: Office, text: str, said: str) -> None:
    set_up(office, SETTINGS["with comments"])
    with pytest.raises(Misused, match=said):
        use_profile(office.workspace, text, name="mine.toml")
    assert settings(office) == SETTINGS["with comments"]


def test_a_broken_profile_is_refused_before_anything_is_written(office: Office) -> None:
    for text in ("[profile", "[profile]\nroles = [1]\n"):
        with pytest.raises(Unreadable):
            use_profile(office.workspace, text, name="mine.toml")
    with pytest.raises(Refused, match="looks like"):
        use_profile(office.workspace, f"[profile]\nname = 'ghp_{'a1B2' * 9}'\n", name="mine.toml")
    assert not (office.root / CONFIG_PATH).exists()


def test_settings_that_somebody_saved_meanwhile_stay(office: Office) -> None:
    set_up(office, b"version = 1\n")
    with office.workspace as workspace, pytest.raises(Changed):
        change_file(workspace.folder, CONFIG_PATH, seen=b"version = 1 \n", data=b"other")
    assert settings(office) == b"version = 1\n"


def test_approvals_that_a_profile_makes_stale_are_named(office: Office) -> None:
    office.begin(retry_design.GOAL, "design", "retry")
    words = {**retry_design.RESEARCH, "3": retry_design.ALTERNATIVES}
    write(office.open(), words, caller=office.agent)
    approve(office.open(), prepare_approval(office.open(), "3"), caller=office.ann, word="Approved")
    held = [
        c.spec.id for c in office.open().judgement.standing.checkpoints if c.approval and c.approval.holds
    ]
    done = use_profile(office.workspace, PROFILE, name="ours")
    assert done.stale == tuple(("retry", checkpoint) for checkpoint in held)
    assert held
    stale = [c.approval for c in office.open().judgement.standing.checkpoints if c.approval]
    assert all("profile" in state.changed for state in stale)


@pytest.mark.req("S2-24")
def test_every_bundled_profile_can_be_set(office: Office) -> None:
    for each in list_profiles():
        (office.root / CONFIG_PATH).unlink(missing_ok=True)
        use_profile(office.workspace, find_profile(each.name).toml, name=each.name)
        assert office.workspace.config.profile == each.profile
    with pytest.raises(Unknown) as unknown:
        find_profile("advanced-alchmy")
    assert "advanced-alchemy" in str(unknown.value.hint)


@pytest.mark.req("S2-24")
def test_the_profile_that_comes_with_groundplan_is_suggested_in_its_repository(office: Office) -> None:
    init(office.workspace)
    (office.root / "pyproject.toml").write_text('[project]\nname = "advanced_alchemy"\n')
    assert suggest_profile(office.workspace.code).bundled == "advanced-alchemy"
    (office.root / "pyproject.toml").write_text('[project]\nname = "alchemy"\n')
    (office.root / "AGENTS.md").write_text("# Notes\n")
    found = suggest_profile(office.workspace.code)
    assert (found.bundled, found.kinds) == ("", ("guides",))
