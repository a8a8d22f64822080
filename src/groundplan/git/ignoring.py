"""Which files git leaves out of a commit, and the line that says so."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.git.question import Inquiry
from groundplan.plan.errors import Unreadable
from groundplan.plan.ignored import Ignored
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from groundplan.git.command import Answer

_MATCH = late_regex(r"(.+?):([0-9]+):(.*)\t")


def find_ignored(ask: Callable[[Inquiry], Answer], paths: Sequence[str]) -> tuple[Ignored, ...]:
    """Return those of the paths that git ignores; what git tracks already is not ignored."""
    # `./` keeps a path that begins with a colon from being read as something else
    answer = ask(Inquiry("check-ignore", ("-v", "-n"), (), tuple(f"./{path}" for path in paths)))
    lines = os.fsdecode(answer.out).splitlines()
    if answer.code not in {0, 1} or len(lines) != len(paths):
        raise Unreadable(f"git cannot tell what it ignores: {answer.complaint}", hint="See: `git status`")
    return tuple(_read(paths, lines))


def _read(paths: Sequence[str], lines: Sequence[str]) -> Iterator[Ignored]:
    for path, line in zip(paths, lines, strict=True):
        found = _MATCH.match(line)
        # the last pattern that matches decides, and one with `!` brings the file back
        if found and not found[3].startswith("!"):
            yield Ignored(path, found[1], int(found[2]), found[3])


def excludes_setting(configured: str, environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the setting that has git read a person's own list of patterns, as it does by default."""
    home = Path(environ.get("HOME", ""))
    usual = Path(environ.get("XDG_CONFIG_HOME", "") or home / ".config") / "git/ignore"
    path = home / configured[2:] if configured.startswith("~/") else Path(configured or usual)
    # git would wait for a pipe to be written to
    return (f"core.excludesFile={path}",) if path.is_file() else ()
