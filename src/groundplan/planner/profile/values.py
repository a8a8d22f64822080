"""What a proposed profile is made of: values, each with the line that says so."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.evidence.at_hand import CodeAtHand
from groundplan.plan.config import Config
from groundplan.plan.dataclass import dataclass
from groundplan.survey.manifest.lines import load_lines

if TYPE_CHECKING:
    from groundplan.code.outline import Import
    from groundplan.code.view import CodeView
    from groundplan.survey.manifest.lines import Lines
    from groundplan.survey.spot import Spot


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a profile: where it goes, where it comes from, and whether it is set or only shown."""

    key: tuple[str, ...]  # below `profile`: `axes.databases`, `commands.test`
    text: str
    at: Spot
    note: str = ""
    is_on: bool = True  # otherwise a comment: a person decides


class Profiled(CodeAtHand):
    """The code of a repository without its own profile: what is proposed does not come from what is set."""

    def __init__(self, index: CodeView) -> None:
        self.index = index
        self.history = None
        self.config = Config()
        self._lines: dict[str, Lines | None] = {}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Return every text file."""
        return self.index.paths()

    @cached_property
    def imports(self) -> tuple[tuple[str, tuple[Import, ...]], ...]:
        """Return what each file imports."""
        return self.index.imports()

    def lines(self, path: str) -> Lines | None:
        """Return a file by lines, read once; None where it is not there."""
        if path not in self._lines:
            self._lines[path] = load_lines(self.index, path) if path in self._known else None
        return self._lines[path]

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.paths)
