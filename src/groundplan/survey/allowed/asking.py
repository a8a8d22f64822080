"""A source that the user has set up: a command that takes a query and prints text, such as a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.models.model import MISSING, ModelFailed, Prompt, Watch
from groundplan.models.plain import plain
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Unavailable, Unknown
from groundplan.rules.secrets import leave_out_secrets
from groundplan.survey.allowed.settings import read_allowed

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 30.0
_LETTERS = 20_000
_LONGEST_QUERY = 1_000


@dataclass(frozen=True, slots=True)
class Sourced:
    """What a source printed: somebody's words, no evidence about this code."""

    source: str
    query: str
    lines: tuple[str, ...]
    left_out: int = 0  # letters
    is_code_evidence: bool = False


def ask_source(name: str, query: str, root: Path) -> Sourced:
    """Return what a source says to a query; it sees the query alone, in an empty folder."""
    allowed = read_allowed()
    source = allowed.sources.get(name)
    if source is None:
        raise Unknown(
            f"There is no source `{name}` in `{allowed.file}`",
            name=name,
            known=allowed.sources,
            hint=f'Set it up there: `[source.{name}]` with `command = ["program", "word"]`',
        )
    clean = leave_out_secrets(query).strip()
    if not clean or len(clean) > _LONGEST_QUERY:
        raise Misused(f"A query has 1 to {_LONGEST_QUERY:,} letters, this one {len(clean):,}")
    prompt = Prompt(clean, repository=root, seconds=SECONDS, letters=_LETTERS * 10)
    try:
        text = plain(name, source.argv, source.environment).ask(prompt, Watch()).text
    except ModelFailed as error:
        told = f"`{source.argv[0]}` is not installed" if error.why == MISSING else error.message
        raise Unavailable(f"Source `{name}`: {leave_out_secrets(told)}") from error
    kept = leave_out_secrets(text.strip()[:_LETTERS])
    return Sourced(name, clean, tuple(kept.split("\n")), max(0, len(text.strip()) - _LETTERS))
