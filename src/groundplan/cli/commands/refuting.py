"""`refute` and `object`: a plan attacked before it is approved, and what is done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from groundplan.app.changes.previewing import as_read
from groundplan.app.objections import attack_runs, objecting, responding
from groundplan.app.objections.brief import LIMIT, brief_refuter
from groundplan.app.objections.checks import ObjectionDraft
from groundplan.app.wire import attacks as wire
from groundplan.cli.completions import complete_objections
from groundplan.cli.group import command
from groundplan.cli.handed_in import read_handed_in
from groundplan.cli.model_options import open_model
from groundplan.cli.spelling import spell
from groundplan.cli.texts import read_words
from groundplan.cli.views.attacks import show_objection, show_objections, tell_brief
from groundplan.cli.views.findings import count
from groundplan.cli.views.markdown import show_markdown
from groundplan.cli.views.outcomes import show_done, tell_after
from groundplan.plan.errors import GroundplanError, Misused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.refutation import Fate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.objections.attack_runs import AttackRun
    from groundplan.app.objections.objecting import HandedIn, Objected
    from groundplan.app.objections.responding import Responded
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.models.asking import Asker
    from groundplan.plan.refutation import ObjectionState

_BY = click.option("--by", metavar="NAME", default="", help="The reader's name; default: your own.")


@command("refute")
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1, objecting.MOST_AT_ONCE),
    default=LIMIT,
    show_default=True,
    help="How many objections to ask for.",
)
@click.option("--done", is_flag=True, help="Record that the plan was attacked and nothing more was found.")
@_BY
@click.option("--tried", metavar="TEXT", default="", help="With --done: what was built, run and recounted.")
@click.option(
    "--with",
    "models",
    metavar="MODEL",
    multiple=True,
    help="Have this model attack the plan; may be repeated.",
)
@click.option("--show-brief", is_flag=True, help="With --with: print what would be sent, and send nothing.")
@click.option("--detach", is_flag=True, help="With --with: return at once and go on in the background.")
@click.option(
    "--reading",
    metavar="JSON",
    default="",
    help="Object to what this reading found the plan to state and the code contradicts.",
)
@click.option("--status", is_flag=True, help="Say how far the attack of a model is, or how it ended.")
def refute_command(session: Session, limit: int, done: bool, by: str, tried: str, **asked: Any) -> int:
    """Judge the plan as `check` does, then print the brief for a fresh reader who tries to prove it wrong.

    Give the brief to somebody who did not write the plan: a colleague, another model, a sub-agent with an
    empty context. What they find comes back through `object`. --with asks a model: its objections are
    checked and recorded under its name.
    """
    opened = session.open()
    if asked["status"]:
        _tell_runs(session, opened, attack_runs.find_runs(opened))
        return 0
    if asked["reading"]:
        others = (done, tried, asked["models"], asked["detach"])
        return _take_reading(session, opened, asked["reading"], by, is_alone=not any(others))
    names = tuple(dict.fromkeys(asked["models"])) or ("",)
    opening = {"shows_brief": asked["show_brief"], "goes_on_alone": asked["detach"]}
    askers = [asker for name in names if (asker := open_model(session, name, **opening))]
    if askers:
        if done or by or tried:
            raise Misused("`--with` asks a model", hint="Leave out --done, --by and --tried")
        if asked["show_brief"]:
            _print_attacks(session, opened, askers, limit)
            return 0
        if asked["detach"]:
            _detach(session, opened, askers, limit)
            return 0
        if len(askers) > 1:
            return _have_attacked_by_all(session, opened, askers, limit)
        return _have_attacked(session, opened, askers[0], limit)
    if asked["detach"]:
        again = run("refute", {"with": "<model>", "detach": True})
        raise Misused("`--detach` belongs to `--with`", hint=Hint(again))
    if done or by or tried:
        return _end(session, opened, by, tried, is_done=done)
    return _print_brief(session, opened, limit)


def _end(session: Session, opened: OpenPlan, by: str, tried: str, *, is_done: bool) -> int:
    """Record that a reader attacked the plan and has nothing more to say."""
    if not is_done:
        raise Misused(
            "`--by` and `--tried` belong to `--done`",
            hint=Hint(run("refute", {"done": True, "by": "<name>", "tried": WORDS})),
        )
    handed = objecting.HandedIn((), by, read_words(tried) if tried else "")
    _tell_objected(session, objecting.refute(opened, handed, caller=session.caller))
    return 0


def _print_brief(session: Session, opened: OpenPlan, limit: int) -> int:
    """Print the brief for a fresh reader."""
    made = brief_refuter(opened, limit=limit)

    def show(screen: Screen) -> None:
        show_markdown(screen, spell(made.text, session.program))

    session.give("refutation-brief", wire.brief(made), show, is_long=True)
    if not session.json:
        tell_brief(session.err, made)
    return 0


def _take_reading(session: Session, opened: OpenPlan, path: str, by: str, *, is_alone: bool) -> int:
    from groundplan.app.objections.contradicted import hold_against_code
    from groundplan.cli.reading import read_reading

    if not is_alone:
        raise Misused("`--reading` goes alone with `--by`", hint=Hint(run("refute", {"reading": path})))
    reading = read_reading(path)
    found = hold_against_code(opened, reading)
    done = None
    if found.objections:
        handed = objecting.HandedIn(found.objections, by or reading.by)
        done = objecting.object_to(opened, handed, caller=session.caller)

    def show(screen: Screen) -> None:
        counts = found.counts
        screen.line(
            f"{count(counts['claims'], 'claim')}: {counts['confirmed']} confirmed, "
            f"{counts['contradicted']} contradicted, {counts['not_judged']} not judged, "
            f"{counts['dropped']} dropped"
        )
        for words in found.unjudged:
            screen.prose(f"not judged, look yourself: {words}", indent=2, tone="dim")
        if found.known:
            screen.line((f"{count(found.known, 'contradiction')} objected to before", "dim"), indent=2)
        if by_check := counts["contradicted"] - found.known - len(found.objections):
            screen.line((f"{count(by_check, 'contradiction')} that `check` finds as well", "dim"), indent=2)
        for state in _made(done):
            show_objection(screen, state)

    session.give("reading-refuted", wire.reading_refuted(done, found), show)
    return 1 if done else 0


def _made(done: Objected | None) -> list[ObjectionState]:
    if done is None:
        return []
    states = done.outcome.opened.judgement.promises.attacks.objections
    return [each for each in states if each.objection.id in done.names]


def _detach(session: Session, opened: OpenPlan, askers: Sequence[Asker], limit: int) -> None:
    begun = []
    for asker in askers:
        name = asker.model.name
        words = ("--plan", opened.known.id, "refute", "--with", name, "--limit", str(limit))
        begun.append(attack_runs.start_run(opened, name, words))
    _tell_runs(session, opened, begun)


def _tell_runs(session: Session, opened: OpenPlan, found: Sequence[AttackRun]) -> None:
    from groundplan.cli.views.attacked import show_runs

    payload = wire.attack_runs(opened, found)
    session.give("attack-run", payload, lambda screen: show_runs(screen, opened, found))


def _print_attacks(session: Session, opened: OpenPlan, askers: Sequence[Asker], limit: int) -> None:
    from groundplan.cli.attacking import print_attack

    for asker in askers:
        if len(askers) > 1:
            session.err.line((f"what {asker.model.name} would be sent:", "dim"))
        print_attack(session, opened, asker, limit)


def _have_attacked(session: Session, opened: OpenPlan, asker: Asker, limit: int) -> int:
    from groundplan.cli.attacking import ask_attacker, end_attack
    from groundplan.cli.views.attacked import tell_after_attack

    done = ask_attacker(session, opened, asker, limit)
    code = end_attack(session, done)
    if session.json:
        session.give("attacked", wire.attacked(done), lambda _: None)
    elif not code:
        tell_after_attack(session.err, done)
    return code


def _have_attacked_by_all(session: Session, opened: OpenPlan, askers: Sequence[Asker], limit: int) -> int:
    from groundplan.cli.attacking import ask_attackers
    from groundplan.cli.views.attacked import tell_after_attack

    done, code = ask_attackers(session, opened, askers, limit)
    if session.json:
        names = [asker.model.name for asker in askers]
        session.give("attacked-by", wire.attacked_by(names, done), lambda _: None)
        return code
    objectors = [each for each in done if not isinstance(each, GroundplanError) and each.names]
    if objectors and not code:
        tell_after_attack(session.err, objectors[0])
    return code


@command("object")
@click.argument("words", nargs=-1, metavar="[QUOTE | OBJECTION...]", shell_complete=complete_objections)
@click.option(
    "--file",
    "path",
    metavar="FILE",
    default="",
    help="Record the objections in a JSON file; `-` is standard input.",
)
@_BY
@click.option("--section", metavar="KEY", default="", help="The section that has the words QUOTE.")
@click.option("--because", metavar="REASON", default="", help="What is wrong with them.")
@click.option("--evidence", metavar="TEXT", multiple=True, help="A citation, or `$ command` with its output.")
@click.option("--change", metavar="TEXT", default="", help="What the plan should say instead.")
@click.option("--touches", metavar="KEY", multiple=True, help="Another section that the change belongs in.")
@click.option("--mended", is_flag=True, help="Mark OBJECTION as mended, after changing the plan.")
@click.option("--answer", metavar="REASON", default="", help="Answer OBJECTION: why the plan stays as it is.")
@click.option("--accept", is_flag=True, help="Accept the answer to OBJECTION; only a person can.")
@click.option("--withdraw", is_flag=True, help="Withdraw OBJECTION, with --by the name it was made under.")
def object_command(session: Session, words: tuple[str, ...], path: str, **more: Any) -> None:
    """Object to the words QUOTE of the plan, respond to OBJECTION, or list every objection.

    Quotes and citations are checked before anything is recorded; a command and its output are kept as text
    and never run.
    """
    acts = [name for name in ("mended", "answer", "accept", "withdraw") if more[name]]
    if acts == ["mended"] and len(words) > 1:
        for each in words:
            _respond(session, each, acts, more)
        return
    if len(words) > 1:
        raise Misused(f"There is a word too many: `{words[1]}`", hint="Put the quoted words in quotes")
    word = words[0] if words else ""
    if path:
        if word or acts:
            raise Misused("`--file` goes alone with `--by`", hint=Hint(run("object", {"file": path})))
        _tell_objected(session, _record(session, read_handed_in(path, more["by"])))
    elif acts or responding.is_objection_name(word):
        _respond(session, word, acts, more)
    elif word:
        _tell_objected(session, _record(session, _one(word, more)))
    else:
        _list(session)


def _record(session: Session, handed: HandedIn) -> Objected:
    return objecting.object_to(session.open(), handed, caller=session.caller)


def _one(quote: str, more: dict[str, Any]) -> HandedIn:
    raised = ObjectionDraft(
        read_words(quote),
        read_words(more["because"]) if more["because"] else "",
        tuple(map(read_words, more["evidence"])),
        more["change"],
        more["section"],
        more["touches"],
    )
    return objecting.HandedIn((raised,), more["by"])


def _respond(session: Session, name: str, acts: list[str], more: dict[str, Any]) -> None:
    if len(acts) > 1:
        raise Misused(f"`--{acts[0]}` and `--{acts[1]}` exclude each other")
    opened = session.open()
    if not acts:
        state = responding.find_objection(as_read(opened), name)
        session.give("objection", wire.one(opened, state), lambda screen: show_objection(screen, state))
        return
    if not name:
        raise Misused("Which objection?", hint=Hint(run("object"), " lists them"))
    if acts == ["mended"]:
        done = responding.mend(opened, name, caller=session.caller)
    elif acts == ["accept"]:
        done = responding.accept_answer(opened, name, caller=session.caller)
    elif acts == ["withdraw"]:
        done = responding.withdraw_objection(opened, name, more["by"], caller=session.caller)
    else:
        done = responding.answer_objection(opened, name, read_words(more["answer"]), caller=session.caller)
    _tell_responded(session, done)


def _tell_objected(session: Session, done: Objected) -> None:
    def show(screen: Screen) -> None:
        if done.names:
            named = done.names[0] if len(done.names) == 1 else f"{done.names[0]} to {done.names[-1]}"
            show_done(screen, f"Recorded {count(len(done.names), 'objection')}: ", (named, "bold"))
        if done.is_refutation:
            show_done(screen, "Recorded that ", (done.reader, "bold"), " attacked the plan as it is now")

    session.give("objected", wire.objected(done), show)
    if not (session.json or done.is_refutation):
        told = Hint(
            "objections alone are no attack on the whole plan; the reader ends with ",
            run("refute", {"done": True, "by": done.reader, "tried": WORDS}).on(
                done.outcome.opened.known.handle
            ),
        )
        session.err.labelled("note:", "accent", told)
    if not session.json:
        told = Hint(
            run("object").on(done.outcome.opened.known.handle), " lists them for whoever wrote the plan"
        )
        session.err.labelled("next:", "accent", told)


def _tell_responded(session: Session, done: Responded) -> None:
    def show(screen: Screen) -> None:
        show_done(screen, (done.state.name, "bold"), f" {done.how}")
        if done.changed:
            screen.line((f"changed since: {', '.join(done.changed)}", "dim"), indent=2)
        if done.how == "mended" and done.state.is_quoted and not done.state.mended_in:
            told = (
                "its section changed, but still has the quoted words: right if only what is around them was"
            )
            screen.line((f"{told} wrong", "dim"), indent=2)
        if done.state.fate is Fate.ANSWERED:
            screen.line(("shown at every approval until a person accepts it", "dim"), indent=2)

    session.give("responded", wire.responded(done), show)
    left = [
        each for each in done.outcome.opened.judgement.promises.attacks.objections if each.fate is Fate.OPEN
    ]
    if not left:
        tell_after(session, done.outcome)


def _list(session: Session) -> None:
    opened = as_read(session.open())  # an attack on what is proposed is not out of date because it waits
    session.give("objections", wire.objections(opened), lambda screen: show_objections(screen, opened))
