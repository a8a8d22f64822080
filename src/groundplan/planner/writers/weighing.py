"""Design alternatives: two or three ways with what speaks for and against each, or the canonical sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.alternatives import alternatives, chosen
from groundplan.planner.writers.phrases import clause, counted, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import open_subjects
from groundplan.planner.writers.work import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.alternatives import Alternative


@writer("alternatives")
def write_alternatives(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the options and a recommendation; the canonical sentence where the code offers one way only."""
    if not pieces(brief):
        return
    found = alternatives(brief, always=True)
    waits = open_subjects(brief)
    best = chosen(brief, found)
    if best is None:
        canonical = brief.playbook.options("GP512").get("sentence", "")
        yield SectionDraft(spec.key, f"**{canonical}**", waits_for=waits)
        return
    level = "#" * (spec.level + 1)
    blocks = [f"The code offers {counted(len(found), 'way')}."]
    blocks += [_option(level, at, each) for at, each in enumerate(found)]
    letter = chr(ord("A") + found.index(best))
    blocks.append(f"{level} **Recommendation:** Option {letter}\n**Rationale:** {_rationale(brief, best)}")
    yield SectionDraft(spec.key, "\n\n".join(blocks), waits_for=waits)


def _option(level: str, at: int, each: Alternative) -> str:
    return "\n".join(
        [
            f"{level} **Option {chr(ord('A') + at)}: {each.name}**",
            f"- **Approach:** {sentence(each.approach)}",
            f"- **Pros:** {sentence('; '.join(each.pros))}",
            f"- **Cons:** {sentence('; '.join(each.cons))}",
        ]
    )


def _rationale(brief: Brief, best: Alternative) -> str:
    """Return at most three sentences: who chose it, and what speaks for it most."""
    answer = brief.settled.get(best.subject)
    leading = clause(best.pros[0]).replace(". ", "; ")
    if answer is not None and answer.choice == best.choice:
        asked = brief.asked.get(best.subject, "")
        said = f"The user chose it{f' ({asked})' if asked else ''}."
        return f"{said} {sentence(leading)}"
    return sentence(leading)
