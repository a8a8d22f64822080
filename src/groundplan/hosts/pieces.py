"""Which files of a coding agent groundplan writes, what goes into them, and how each is told as ours."""

from __future__ import annotations

import enum
from importlib.resources import files

from groundplan.hosts import hook_entry, marked_block, own_file
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Unknown

SKILLS = ("groundplan", "refute")


class Kind(enum.Enum):
    """How much of a file is ours: all of it, a marked block, or one entry of a settings file."""

    OWN = "own"
    BLOCK = "block"
    HOOK = "hook"


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of the repository or the user's folder, what part of it is ours, and the text of that part."""

    path: str
    kind: Kind
    text: str = ""  # name below `texts`

    def put(self, before: str | None) -> str:
        """Return the file with our part as it is today; equal texts mean that nothing is to do."""
        if self.kind is Kind.HOOK:
            return hook_entry.put(before, self.path)
        if self.kind is Kind.BLOCK:
            return marked_block.put(before, read_text(self.text), self.path)
        return own_file.put(before, read_text(self.text), self.path)

    def take(self, before: str) -> str | None:
        """Return the file without our part; None where nothing of it was there before us."""
        if self.kind is Kind.HOOK:
            return hook_entry.take(before, self.path)
        if self.kind is Kind.BLOCK:
            return marked_block.take(before, self.path)
        own_file.demand_ours(before, self.path)
        return None


@dataclass(frozen=True, slots=True)
class Host:
    """A coding agent: its files in a repository and in the user's folder, and how its user calls a skill."""

    name: str
    title: str
    repository: tuple[Piece, ...]
    user: tuple[Piece, ...]
    call: str  # what is typed before the name of a skill
    moved_by: str = ""  # the variable that has the agent read another folder than the user's


def _skills(folder: str) -> tuple[Piece, ...]:
    return tuple(Piece(f"{folder}/{name}/SKILL.md", Kind.OWN, name) for name in SKILLS)


# All three read skills: code.claude.com/docs skills and hooks, developers.openai.com/codex/skills,
# cursor.com/docs/skills. There is no command `/plan`: Claude Code has its own, which ours would hide.
_CLAUDE = (*_skills(".claude/skills"), Piece(".claude/settings.json", Kind.HOOK))
_CURSOR = _skills(".cursor/skills")
HOSTS = {
    host.name: host
    for host in (
        Host("claude", "Claude Code", _CLAUDE, _CLAUDE, "/", "CLAUDE_CONFIG_DIR"),
        Host(
            "codex",
            "Codex",
            (*_skills(".agents/skills"), Piece("AGENTS.md", Kind.BLOCK, "agents")),
            (*_skills(".agents/skills"), Piece(".codex/AGENTS.md", Kind.BLOCK, "agents")),
            "$",
            "CODEX_HOME",
        ),
        Host("cursor", "Cursor", _CURSOR, _CURSOR, "/"),
    )
}


def find_host(name: str) -> Host:
    """Return a coding agent by its name, or offer near ones."""
    if name not in HOSTS:
        raise Unknown(f"groundplan knows no agent `{name}`", name=name, known=tuple(HOSTS))
    return HOSTS[name]


def read_text(name: str) -> str:
    """Return one of the texts that come with groundplan."""
    return (files("groundplan.hosts") / "texts" / f"{name}.md").read_text("utf-8")
