"""How the past looks: of a file, of the whole, and of what was tried before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count
from groundplan.cli.views.rows import show_head, show_rows
from groundplan.survey.history.past import MOST_TOGETHER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.queries.retracing import FileHistory, WholeHistory, WordsHistory
    from groundplan.cli.look import Part, Screen
    from groundplan.survey.history.facts import Attempt, Ownership, PastCommit

_PEOPLE = 5
_STEPS = 12


def show_file_history(screen: Screen, found: FileHistory) -> None:
    """Put out how often a file changed, with whom and with what."""
    churn = found.churn
    if churn is None:
        screen.line((found.path, "bold"), " is in no commit that was read")
        return
    lately = f"{churn.recent} of them in the year up to {churn.until}"
    show_head(screen, found.path, f"changed in {count(churn.commits, 'commit')} found, {lately}")
    _show_people(screen, found.ownership, churn.until)
    if found.together:
        screen.blank()
        looked_at = found.together[0].commits
        large = f"of {looked_at:,} commits, those of more than {MOST_TOGETHER} files left out"
        screen.line(("Changes together with", "bold"), (f"  {large}", "dim"))
        show_rows(
            screen,
            [
                [each.path, count(each.count, "commit"), (f"{each.confidence:.0%}", "dim")]
                for each in found.together
            ],
        )
    screen.blank()
    screen.line(("Commits", "bold"))
    steps = found.steps[:_STEPS] if screen.is_terminal else found.steps
    screen.table([_commit(each.commit, each.old or "") for each in steps], flexible=2)
    if len(steps) < len(found.steps):
        screen.line((f"… and {len(found.steps) - len(steps)} more", "dim"), indent=2)
    _show_notices(screen, found.notices)


def show_words_history(screen: Screen, found: WordsHistory) -> None:
    """Put out the commits about some words, with what was taken back marked."""
    if not found.attempts:
        screen.line(f"No commit message found with `{found.words}`")
    for each in found.attempts:
        _show_attempt(screen, each)
    _show_notices(screen, found.notices)


def _show_attempt(screen: Screen, attempt: Attempt) -> None:
    screen.table([_commit(attempt.commit)], flexible=2)
    if attempt.reverted_by is not None:
        again = attempt.landed_again
        tail = f", landed again in {again.oid[:10]} ({again.date})" if again else ""
        told = f"reverted by {attempt.reverted_by.oid[:10]} ({attempt.reverted_by.date}){tail}"
        screen.line((told, "warn" if again else "bad"), indent=4)
    if attempt.reverts is not None:
        screen.line((f"reverts {attempt.reverts.oid[:10]}: {attempt.reverts.subject}", "warn"), indent=4)
    if attempt.branch:
        screen.line((f"only on the branch {attempt.branch}", "warn"), indent=4)
    if attempt.paths:
        more = f" and {len(attempt.paths) - 3} more" if len(attempt.paths) > 3 else ""
        screen.line((", ".join(attempt.paths[:3]) + more, "dim"), indent=4)


def show_whole_history(screen: Screen, found: WholeHistory) -> None:
    """Put out who made the repository and what changed most lately."""
    screen.line((count(found.commits, "commit"), "bold"))
    until = found.busiest[0].until if found.busiest else ""
    _show_people(screen, found.ownership, until)
    if found.busiest:
        screen.blank()
        screen.line((f"Changed most in the year up to {until}", "bold"))
        show_rows(
            screen,
            [
                [each.path, f"{each.recent} of {count(each.commits, 'commit')} found"]
                for each in found.busiest
            ],
        )
    _show_notices(screen, found.notices)


def _show_people(screen: Screen, ownership: Ownership, until: str) -> None:
    if not ownership.owners:
        return
    screen.blank()
    screen.line(("Written by", "bold"), ("  names that share an address are one author", "dim"))
    screen.table(
        [
            [
                each.name,
                f"{each.share:.0%}",
                count(each.commits, "commit"),
                (f"{each.recent} in the year up to {until}" if until else "", "dim"),
            ]
            for each in ownership.owners[:_PEOPLE]
        ]
    )
    if len(ownership.owners) > _PEOPLE:
        screen.line((f"… and {len(ownership.owners) - _PEOPLE} more", "dim"), indent=2)


def _commit(commit: PastCommit, was: str = "") -> list[Part]:
    told = f"{commit.subject} ({commit.author})" + (f", was {was}" if was else "")
    return [(commit.oid[:10], "accent"), (commit.date, "dim"), told]


def _show_notices(screen: Screen, notices: Iterable[str]) -> None:
    for notice in notices:
        screen.labelled("note:", "warn", notice)
