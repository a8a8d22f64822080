"""A file that git would leave out of every commit, and the line that says so."""

from __future__ import annotations

from groundplan.plan.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Ignored:
    """A path that git ignores: the file with the pattern, its line there, and the pattern."""

    path: str
    source: str  # as git names it: relative to the repository, or absolute for a person's own file
    line: int
    pattern: str

    def __str__(self) -> str:
        """Say what is ignored, and where the pattern is."""
        return f"Git ignores `{self.path}`: line {self.line} of `{self.source}` has `{self.pattern}`"

    @property
    def hint(self) -> str:
        """Return both ways on: to share the file, or to say that it is not meant to be shared."""
        local = '`ledger = "local"` under `[plans]` in `.groundplan/config.toml`'
        return f"The user decides. {self.remedy}; or keep plans to this machine: {local}"

    @property
    def remedy(self) -> str:
        """Return what makes git see the file."""
        if "/" in self.source and self.source.endswith("/.gitignore"):
            # No file further up can bring back what a folder's own file ignores.
            return f"Remove line {self.line} of `{self.source}`"
        top = self.path.split("/", maxsplit=1)[0]
        # The folder first: what lies in an ignored folder cannot be brought back by itself.
        return f"End `.gitignore` with the two lines `!/{top}/` and `!/{top}/**`"
