"""`install`: shown, asked, written and taken out again, with every byte of the user's as it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from groundplan.hosts import pieces
from groundplan.hosts.pieces import HOSTS

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

SETTINGS = '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}'
NOTES = "# Agents\r\n\r\nBe kind."


def tree(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


@pytest.fixture
def lived_in(desk: Desk) -> Desk:
    """A repository whose owner has files of those agents already."""
    (desk.folder / ".claude/commands").mkdir(parents=True)
    (desk.folder / ".claude/commands/deploy.md").write_text("Deploy.\n")
    (desk.folder / ".claude/settings.json").write_text(SETTINGS)
    (desk.folder / "AGENTS.md").write_bytes(NOTES.encode())
    return desk


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("start", ["empty", "lived in"])
@pytest.mark.parametrize("scope", [(), ("--user",)])
def test_install_and_uninstall_leave_the_same_tree(
    desk: Desk, lived_in: Desk, host: str, start: str, scope: tuple[str, ...]
) -> None:
    if start == "empty":
        for path in tree(lived_in.folder):
            (lived_in.folder / path).unlink()
    before = tree(desk.home)
    assert desk.run("install", host, "--yes", *scope).code == 0
    after = tree(desk.home)
    assert after != before
    assert desk.run("install", host, "--yes", *scope).code == 0
    assert tree(desk.home) == after
    assert desk.run("install", host, "--uninstall", "--yes", *scope).code == 0
    assert tree(desk.home) == before


@pytest.mark.parametrize("host", HOSTS)
def test_nothing_is_written_outside_the_chosen_scope(lived_in: Desk, host: str) -> None:
    def outside_repository() -> dict[str, bytes]:
        return {path: data for path, data in tree(lived_in.home).items() if not path.startswith("repo/")}

    before, repository = outside_repository(), tree(lived_in.folder)
    lived_in.run("install", host, "--yes")
    assert outside_repository() == before
    lived_in.run("install", host, "--uninstall", "--yes")
    lived_in.run("install", host, "--user", "--yes")
    assert tree(lived_in.folder) == repository
    assert outside_repository() != before


def test_what_the_user_wrote_meanwhile_is_all_that_is_left(lived_in: Desk) -> None:
    for host in HOSTS:
        assert lived_in.run("install", host, "--yes").code == 0
    notes, settings = lived_in.folder / "AGENTS.md", lived_in.folder / ".claude/settings.json"
    notes.write_bytes(b"New first line.\r\n" + notes.read_bytes() + b"New last line.\r\n")
    settings.write_text(settings.read_text().replace('"opus"', '"sonnet"'))
    (lived_in.folder / ".claude/skills/mine").mkdir()
    (lived_in.folder / ".claude/skills/mine/SKILL.md").write_text("mine\n")
    for host in HOSTS:
        assert lived_in.run("install", host, "--uninstall", "--yes").code == 0
    assert tree(lived_in.folder) == {
        ".claude/commands/deploy.md": b"Deploy.\n",
        ".claude/settings.json": SETTINGS.replace('"opus"', '"sonnet"').encode(),
        ".claude/skills/mine/SKILL.md": b"mine\n",
        "AGENTS.md": f"New first line.\r\n{NOTES}\r\nNew last line.\r\n".encode(),
    }


@pytest.mark.parametrize("host", HOSTS)
def test_an_earlier_release_is_brought_up_to_date(
    lived_in: Desk, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(lived_in.folder)
    with monkeypatch.context() as earlier:
        earlier.setattr(pieces, "read_text", lambda name: f"Earlier words about {name}.\n")
        assert lived_in.run("install", host, "--yes").code == 0
    assert any(b"Earlier words" in data for data in tree(lived_in.folder).values())
    assert lived_in.run("install", host, "--yes").code == 0
    assert not any(b"Earlier words" in data for data in tree(lived_in.folder).values())
    assert lived_in.run("install", host, "--uninstall", "--yes").code == 0
    assert tree(lived_in.folder) == before


@pytest.mark.parametrize("words", [("--dry-run",), ("--dry-run", "--json"), ("--json",), ()])
def test_without_a_yes_nothing_is_written(lived_in: Desk, words: tuple[str, ...]) -> None:
    before = tree(lived_in.home)
    ran = lived_in.run("install", "claude", *words)
    assert tree(lived_in.home) == before
    assert ran.code == (0 if "--dry-run" in words else 3)
    if ran.code:
        assert "--yes" in ran.err


def test_the_difference_is_shown_before_the_question(lived_in: Desk) -> None:
    ran = lived_in.attend("install", "claude", script=[("Type `yes` to write this: ", "yes\n")])
    assert ran.code == 0
    shown, _, after = ran.out.partition("Type `yes`")
    assert "groundplan hook claude" in shown
    assert ".claude/skills/refute/SKILL.md" in shown
    assert "/groundplan" in after
    assert (lived_in.folder / ".claude/skills/groundplan/SKILL.md").is_file()


def test_any_other_word_writes_nothing(lived_in: Desk) -> None:
    before = tree(lived_in.folder)
    ran = lived_in.attend("install", "claude", script=[("Type `yes` to write this: ", "no\n")])
    assert ran.code == 130
    assert tree(lived_in.folder) == before


SKILL = ".claude/skills/groundplan/SKILL.md"
SPOILED = {
    "settings with a trailing comma": ("claude", ".claude/settings.json", b'{"model": "opus",}', 5),
    "settings with a comment": ("claude", ".claude/settings.json", b'{} // "x"', 5),
    "settings with a member twice": ("claude", ".claude/settings.json", b'{"hooks": {}, "hooks": {}}', 5),
    "settings in another encoding": ("claude", ".claude/settings.json", '{"a": 1}'.encode("utf-16"), 5),
    "a skill of somebody else": ("claude", SKILL, b"# Mine\n", 3),
    "notes in another encoding": ("codex", "AGENTS.md", "# Agénts\n".encode("latin-1"), 5),
    "half a block": ("codex", "AGENTS.md", b"<!-- groundplan:end -->\n", 3),
    "a code block without an end": ("codex", "AGENTS.md", b"```\nmake\n", 3),
}


@pytest.mark.parametrize(("host", "path", "data", "code"), SPOILED.values(), ids=SPOILED)
def test_what_cannot_be_merged_is_refused_and_nothing_is_written(
    lived_in: Desk, host: str, path: str, data: bytes, code: int
) -> None:
    (lived_in.folder / path).parent.mkdir(parents=True, exist_ok=True)
    (lived_in.folder / path).write_bytes(data)
    before = tree(lived_in.folder)
    for words in ((), ("--uninstall",)):
        ran = lived_in.run("install", host, "--yes", *words)
        assert ran.code == code
        assert f"`{path}`" in ran.err
        assert "hint:" in ran.err
    assert tree(lived_in.folder) == before


@pytest.mark.parametrize("place", [".claude", ".claude/skills", ".claude/settings.json"])
def test_a_link_out_of_the_repository_is_refused(desk: Desk, place: str) -> None:
    elsewhere = desk.home / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "settings.json").write_text("{}")
    link = desk.folder / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(elsewhere / "settings.json" if place.endswith("json") else elsewhere)
    before = tree(desk.home)
    ran = desk.run("install", "claude", "--yes")
    assert ran.code == 3
    assert "outside of" in " ".join(ran.err.split())
    assert tree(desk.home) == before
    assert list(elsewhere.iterdir()) == [elsewhere / "settings.json"]


def test_lines_of_the_repository_in_a_difference_are_shown_and_not_obeyed(desk: Desk) -> None:
    (desk.folder / "AGENTS.md").write_text("# Agents\n\x1b[2J\x1b]0;title\x07\u202eevil\n")
    ran = desk.run("install", "codex", "--dry-run")
    assert ran.code == 0
    assert not {"\x1b", "\x07", "\u202e"} & set(ran.out)
    assert "evil" in ran.out


def test_a_write_protected_file_stays(lived_in: Desk) -> None:
    (lived_in.folder / "AGENTS.md").chmod(0o444)
    before = tree(lived_in.folder)
    ran = lived_in.run("install", "codex", "--yes")
    assert ran.code == 5
    assert "write-protected" in ran.err
    assert tree(lived_in.folder) == before


def test_a_folder_that_the_agent_was_told_not_to_read_is_not_written_to(desk: Desk) -> None:
    ran = desk.run("install", "claude", "--user", "--yes", environ={"CLAUDE_CONFIG_DIR": "/srv/claude"})
    assert ran.code == 2
    assert "CLAUDE_CONFIG_DIR" in ran.err
    assert not (desk.home / ".claude").exists()


def test_outside_of_a_repository_only_the_users_folder_can_be_installed_into(desk: Desk) -> None:
    place = desk.home / "nowhere"
    place.mkdir()
    assert desk.run("install", "codex", "--yes", "--repo", str(place)).code == 5
    assert desk.run("install", "codex", "--yes", "--user", "--repo", str(place)).code == 0
    assert (desk.home / ".codex/AGENTS.md").is_file()


def test_json_lists_every_file_with_its_difference(lived_in: Desk) -> None:
    payload = lived_in.run("install", "claude", "--yes", "--json").json
    assert payload["written"] is True
    assert {file["path"]: file["change"] for file in payload["files"]} == {
        SKILL: "created",
        ".claude/skills/refute/SKILL.md": "created",
        ".claude/settings.json": "changed",
    }
    assert '+\t\t\t\t"matcher": "ExitPlanMode",' in payload["files"][-1]["diff"]
    assert json.loads((lived_in.folder / ".claude/settings.json").read_text())["model"] == "opus"
