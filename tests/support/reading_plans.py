"""What any reader may hold against a plan: files it cites are there, nothing in it was left to fill in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from story import Story

_CITED = re.compile(
    r"`([\w./-]+/[\w.-]+\.\w{1,6}|[\w-]+\.(?:py|go|toml|md|mod))"
    r"(?::(\d+)(?:-(\d+))?)?(?:::[\w.]+)?`( \(new\))?"
)
_PLACEHOLDER = re.compile(r"<(?:to be|unknown|brief|task|name|path|what|why)[^>\n]*>|\bTBD\b|\bTODO\b|\{\{")


def documents(story: Story) -> dict[str, str]:
    """Return every document of the plans, by path."""
    root = story.desk.root
    found = [path for folder in ("plans", "requirements") for path in sorted(root.glob(f"{folder}/**/*.md"))]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in found}


def whole(story: Story) -> str:
    """Return all documents of a plan as one text."""
    return "\n".join(documents(story).values())


def section(text: str, title: str) -> str:
    """Return the words under a heading whose title begins so, up to the next of its level or above."""
    level, found, is_fenced = 0, [], False
    for line in text.splitlines():
        is_fenced ^= line.startswith("```")
        match = None if is_fenced else re.match(r"(#+) (?:\*\*)?(.*)", line)
        if match and level and len(match[1]) <= level:
            break
        if level:
            found.append(line)
        elif match and match[2].startswith(title):
            level = len(match[1])
    return "\n".join(found)


def expect_grounded(story: Story, *, fewest: int) -> set[str]:
    """Expect that every cited file is there with those lines, and that nothing waits to be filled in."""
    root = story.desk.root
    text = whole(story)
    new = {match[1] for match in _CITED.finditer(text) if match[4]}
    own = {path.rpartition("/")[2] for path in documents(story)}
    cited = set()
    for path, first, last, _ in _CITED.findall(text):
        if path in new or path in own or path.startswith(("plans/", "requirements/", "research/", "tmp/")):
            continue
        target = root / path
        assert target.is_file(), f"`{path}` is cited and not there"
        count = len(target.read_text("utf-8").splitlines())
        assert max(int(first or 1), int(last or 1)) <= count, (
            f"`{path}:{first}-{last}` ends behind line {count}"
        )
        cited.add(path)
    assert len(cited) >= fewest, f"only {sorted(cited)} are cited"
    assert not _PLACEHOLDER.search(text), _PLACEHOLDER.search(text)
    return cited
