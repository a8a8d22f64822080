"""The steps of a plan that fits into one document: file by file, leaves first, each proven by a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.planner.brief import SectionDraft
from groundplan.planner.writers.decisions import decided
from groundplan.planner.writers.phrases import (
    because,
    bullets,
    clause,
    code,
    counted,
    joined,
    listing,
    sentence,
)
from groundplan.planner.writers.proving import checking, command_for, place_for, proofs
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import given, measure, open_subjects, requirements
from groundplan.planner.writers.work import followed, foremost, pieces, source_phrase, swept, working_order
from groundplan.wording.terms import significant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief
    from groundplan.planner.writers.proving import Proof
    from groundplan.planner.writers.work import Piece

_MOST_FOLLOWED = 40
ADDS = "new"  # the choice that brings in what the goal names


@writer("steps")
def write_steps(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write numbered steps that a teammate can take one by one; nothing while no place is known."""
    if not pieces(brief):
        return
    steps = [*_declaring(brief), *(_step(brief, each) for each in working_order(brief))]
    steps += list(_following(brief))
    steps.append(_last(brief))
    text = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    yield SectionDraft(spec.key, text, waits_for=open_subjects(brief))


def _declaring(brief: Brief) -> Iterator[str]:
    """Yield the step that declares a new dependency, where the user decided to add one."""
    for challenge in brief.challenges:
        question = challenge.question
        answer = brief.settled.get(question.subject) if question else None
        taken = question.choice(answer.choice) if question and answer and answer.choice else None
        if question is None or taken is None or taken.name != ADDS or not challenge.numbers.get("declared"):
            continue
        ruled = brief.decisions.get(question.subject) or brief.asked.get(question.subject, "")
        by = f" ({ruled})" if ruled else ""
        yield sentence(f"{clause(taken.text)}: declare it in {code(challenge.evidence[-1])}{by}")


def _step(brief: Brief, piece: Piece) -> str:
    main = foremost(brief)
    is_main = main is not None and main.path == piece.path
    inner = [f"By {each.id or 'decision'}: {each.told}" for each in decided(brief) if is_main]
    inner += [
        f"Given{f' ({each.id})' if each.id else ''}: {clause(each.text)}" for each in given(brief) if is_main
    ]
    inner += [f"Prove: {each}" for each in _proving(brief, piece)]
    return "\n".join([f"{change_phrase(brief, piece)}", bullets(inner, 3)]).rstrip()


def change_phrase(brief: Brief, piece: Piece) -> str:
    """Return what changes in one file, in the words of the goal and the answers."""
    if piece.source:
        return f"Regenerate {code(piece.path)} from {source_phrase(piece)}."
    wanted = requirements(brief)
    demands = "; ".join(wanted[number - 1] for number in piece.takes)
    if piece.is_new:
        beside = f" beside {code(piece.beside)}" if piece.beside else ""
        return sentence(f"Add {code(piece.path)} (new){beside}: {demands or 'what the steps below use'}")
    inside = joined([f"{code(each.definition.qualified)} ({code(each.lines)})" for each in piece.regions])
    where = inside or code(piece.path)
    if piece.is_basis:
        return sentence(_built_on(brief, piece, where, demands))
    if demands and brief.pack.is_new:
        return sentence(f"Add to {code(piece.path)}{f', beside {inside}' if inside else ''}: {demands}")
    if demands:
        return sentence(f"Change {where}: {demands}")
    return sentence(_following_piece(brief, piece, where))


def _built_on(brief: Brief, piece: Piece, where: str, demands: str) -> str:
    """Return how a file that the user decided to build on takes part."""
    ruled = next((each.id for each in decided(brief) if code(piece.path) in each.taken and each.id), "")
    by = f" ({ruled})" if ruled else ""
    if demands:
        return f"Build on {where}{by}: {demands}"
    main = foremost(brief)
    user = f" from {code(main.path)}" if main is not None and main.path != piece.path else ""
    return f"Use {where}{user}, and extend it only for what it cannot do yet{by}"


def _following_piece(brief: Brief, piece: Piece, where: str) -> str:
    """Return what a file without a requirement of its own has to do with the change, and why it is listed."""
    main = foremost(brief)
    why = f" ({because(piece.why[0])})" if piece.why else ""
    if main is None or main.path == piece.path:
        return f"Adapt {where}{why}"
    if main.is_new:
        return f"Connect {where} with {code(main.path)} where it is needed{why}"
    return f"Adapt {where} as far as the change in {code(main.path)} needs it{why}"


def _proving(brief: Brief, piece: Piece) -> Iterator[str]:
    place = place_for(brief, piece)
    mine = [each for each in proofs(brief) if _belongs(brief, each, piece)] if not swept(brief) else []
    command = command_for(brief, piece)
    passes = (
        f"{code(command)} passes"
        if command
        else "no runner or compiler for it was found, so a person reviews it"
    )
    if mine and place is not None:
        new = "" if place.exists else " (new)"
        names = listing([code(each.name) for each in mine], 3)
        yield f"{names} in {code(place.path)}{new}, then {passes}"
    else:
        yield passes


def _belongs(brief: Brief, proof: Proof, piece: Piece) -> bool:
    if proof.number:
        return proof.number in piece.takes
    main = foremost(brief)
    is_near = bool(significant(brief.pack.goal.text) & significant(proof.about))
    return main is not None and main.path == piece.path and is_near


def _following(brief: Brief) -> Iterator[str]:
    """Yield the step that follows a renamed or removed name through the files where it still stands."""
    left = followed(brief)
    if not left:
        return
    names = joined([code(each.term) for each in swept(brief)])
    shown = listing([code(path) for path in left], _MOST_FOLLOWED)
    gone = joined([f"{code(f'git grep -nw {each.term}')} prints nothing" for each in swept(brief)[:1]])
    following = f"Follow {names} through the {counted(len(left), 'other file')} where it stands: {shown}."
    yield "\n".join([following, *([bullets([f"Prove: {gone}"], 3)] if gone else [])])


def _last(brief: Brief) -> str:
    """Return the step that closes the work: the measure of success, and the repository's own checks."""
    wanted = measure(brief)
    checks = [f"{code(each)} passes" for each in checking(brief)]
    # A criterion that is the goal's own sentence was said above.
    is_said = any(wanted.text.casefold() == each.casefold() for each in requirements(brief))
    told = (
        f"{wanted.text[:1].lower()}{wanted.text[1:]}"
        if wanted.text and not is_said
        else "every command above passes"
    )
    shown = f"Show that it is done: {told}"
    inner = [joined(checks)] if checks else []
    return "\n".join([sentence(shown), bullets(map(sentence, inner), 3)]).rstrip()
