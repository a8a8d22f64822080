"""The code to change as an advisor reads it who cannot open the repository: short, cited, without secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.variants import regions_in, working_files
from groundplan.planner.writers.phrases import code, counted
from groundplan.rules.secrets import find_secrets

if TYPE_CHECKING:
    from groundplan.evidence.kinds import Region
    from groundplan.planner.pack import EvidencePack

_MOST_LINES, _MOST_REGIONS, _MOST_LETTERS = 60, 3, 200
_FENCE = late_regex(r"`{3,}")


def write_excerpts(pack: EvidencePack) -> str:
    """Return the foremost definitions to change, each under its citation; what is cut off is said."""
    regions = [each for path in working_files(pack) for each in regions_in(pack, path)[:1]]
    regions += [each for path in working_files(pack) for each in regions_in(pack, path)[1:]]
    return "\n\n".join(filter(None, (_excerpt(pack, each) for each in regions[:_MOST_REGIONS])))


def _excerpt(pack: EvidencePack, region: Region) -> str:
    text = (pack.index.text(region.path) or b"").decode("utf-8", "replace")
    lines = text.splitlines()[region.definition.first - 1 : region.definition.last]
    shown = [line[:_MOST_LETTERS] for line in lines[:_MOST_LINES]]
    if not shown:
        return ""
    words = "\n".join(shown)
    if find_secrets(words):
        return f"{code(region.lines)} is left out: it holds what looks like a secret."
    left = len(lines) - len(shown)
    more = f"\n{counted(left, 'more line')} of it are not shown." if left else ""
    longest = max((len(found) for found in _FENCE.findall(words)), default=2)
    fence = "`" * (longest + 1)
    return f"{code(region.citation)} ({code(region.lines)}):\n{fence}\n{words}\n{fence}{more}"
