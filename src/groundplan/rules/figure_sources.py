"""No figure is bare: it says where it comes from, and a default counts once a person has confirmed it."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.rules.figures import find_figures
from groundplan.rules.registry import rule
from groundplan.rules.written import listed, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.rules.figures import Figure


@rule("GP706", "unlabelled-figure", progress=True)
def unlabelled_figure(case: Case) -> Iterator[Finding]:
    """Every threshold, week, owner and probability says where it comes from."""
    bare: dict[tuple[str, str], list[Figure]] = defaultdict(list)
    for figure in find_figures(case):
        if figure.label is None:
            bare[figure.section.key, figure.group].append(figure)
    for (key, group), figures in bare.items():
        yield Finding(
            "GP706",
            f"{_count(figures, group)} without a source: {_texts(figures)}",
            figures[0].place,
            key,
            "Add `(history)`, `(default)` or `(person)` to each, or a line `Figures: default` to the section",
            subject=group,
        )


@rule("GP707", "unconfirmed-figure", progress=True)
def unconfirmed_figure(case: Case) -> Iterator[Finding]:
    """A figure that is only a default counts once a person has confirmed it."""
    answered = [_fold(question.text) for question in case.promises.questions if not question.is_open]
    waiting: dict[tuple[str, str], list[Figure]] = defaultdict(list)
    for figure in find_figures(case):
        label = figure.label
        if (
            label
            and label.source == "default"
            and not label.is_confirmed
            and not _is_answered(figure, answered)
        ):
            part = figure.line_of or figure.section
            waiting[part.key, "" if figure.line_of else figure.group].append(figure)
    for (key, group), figures in waiting.items():
        first = figures[0]
        through = " through `Figures: default`" if first.line_of else ""
        yield Finding(
            "GP707",
            f"{_count(figures, group)} by default{through}, confirmed by nobody: {_texts(figures)}",
            first.line_of.place if first.line_of else first.place,
            key,
            f"Ask with `groundplan ask`, naming {quoted(_wanted(first))}, or write `(default, confirmed)`",
            subject=group or "Figures",
        )


def _count(figures: list[Figure], group: str) -> str:
    return f"{len(figures)} {group} figure{'' if len(figures) == 1 else 's'}".replace("  ", " ")


def _texts(figures: list[Figure]) -> str:
    return listed(list(dict.fromkeys(figure.text for figure in figures)))


def _wanted(figure: Figure) -> str:
    """Return what an answered question must name to confirm a figure."""
    if figure.line_of:
        return f"figures of {figure.line_of.title or 'the plan'}"
    return figure.text if re.search(r"\d", figure.text) else f"{figure.text} of {figure.owner}"


def _is_answered(figure: Figure, answered: list[str]) -> bool:
    """Tell whether an answered question names the figure; a word such as `Low` alone names nothing."""
    value, owner = _fold(figure.text), _fold(figure.owner)
    has_number = re.search(r"\d", value) is not None
    by_line = _fold(_wanted(figure)) if figure.line_of else ""
    return any(
        (value in text and (has_number or (owner and owner in text))) or (by_line and by_line in text)
        for text in answered
    )


def _fold(text: str) -> str:
    return " ".join(text.replace("`", "").replace("*", "").split()).casefold()
