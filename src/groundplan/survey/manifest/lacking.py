"""What the script of a package needs and the repository does not have: a package, a file of settings."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Role
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.recognising import bare_call

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.naming_calls import Layout
    from groundplan.survey.manifest.tool_table import Known

UNDECLARED = "starts a tool that no package declares"
UNSET = "needs a file that is not there"
_SETTINGS = frozenset(("-c", "--config", "-p", "--project"))
_BUILDING = frozenset(("-b", "--build", "-p", "--project", "--init"))
_FILE = re.compile(r"[\w@./-]{1,200}\.[a-z]{2,5}")


def lack_of(argv: tuple[str, ...], known: Known, folder: str, layout: Layout) -> str:
    """Return what is not there for the tool that a package's script starts; empty: nothing is known to be."""
    if known.ecosystem != "npm":
        return ""
    # A test runner is as often brought along by a preset.
    is_declared = (
        known.role is Role.TEST or not known.packages or layout.packages.intersection(known.packages)
    )
    if layout.packages and not is_declared:
        return UNDECLARED
    words = bare_call(argv)[1:]
    places = {posixpath.normpath(posixpath.join(folder, each)) for each in _named_files(words)}
    if not places <= layout.paths:
        return UNSET
    is_bare = known.name == "tsc" and not any(_FILE.fullmatch(each) or each in _BUILDING for each in words)
    above = [posixpath.join(each, "tsconfig.json") for each in folders_above(posixpath.join(folder, "x"))]
    return UNSET if is_bare and layout.paths.isdisjoint(above) else ""


def _named_files(words: tuple[str, ...]) -> Iterator[str]:
    """Return the files that options for settings name."""
    for place, each in enumerate(words):
        name, joint, value = each.partition("=")
        if name in _SETTINGS:
            file = value if joint else "".join(words[place + 1 : place + 2])
            if _FILE.fullmatch(file):
                yield file
