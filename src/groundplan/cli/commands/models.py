"""`models` and `models use`: which models there are, whether they answer, and which one is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.callers import Caller
from groundplan.app.models.choice import list_models, use_model
from groundplan.app.wire.plain import as_plain
from groundplan.cli.completions import complete_models
from groundplan.cli.group import WIDEST_HELP, UsualGroup
from groundplan.cli.session import Session
from groundplan.cli.views.outcomes import show_done
from groundplan.models.configured import NONE, ROLES
from groundplan.models.listing import READY, UNTRIED, estimate_trial
from groundplan.plan.errors import GroundplanError
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.models.choice import Listed
    from groundplan.app.workspace import Workspace
    from groundplan.cli.look import Part, Screen
    from groundplan.models.listing import Found

_FAILED = 5
_TONES = {READY: "ok", UNTRIED: "dim"}
pass_session = click.make_pass_decorator(Session, ensure=True)


class _ModelsGroup(UsualGroup):
    """A group that lists unless another command is named: nobody should have to type `models list`."""

    usual = "list"


@click.group("models", cls=_ModelsGroup, context_settings={"max_content_width": WIDEST_HELP})
def models_command() -> None:
    """List, try or choose the models that draft plans: `models [NAME …] [--try]`.

    claude, codex and gemini are found by themselves and use your own login. An API (`--with
    anthropic:<model>`) needs a key in the environment and two libraries; where they are missing, the hint has
    the command. Other models have an entry in your models.toml, and `models` says where that is:

    \b
        default = "claude"          # `none`: no model
        [for]                       # strong, fast or a playbook
        fast = "local"
        [limits]                    # of one draft
        calls = 24
        minutes = 30
        dollars = 10.0
        [model.local]               # any server that speaks like OpenAI's
        url = "http://127.0.0.1:11434/v1"
        model = "qwen3"
        [model.house]               # provider: anthropic, google or openai
        provider = "anthropic"
        model = "claude-sonnet-4-5"
        key = "HOUSE_API_KEY"       # the variable, never the key
        [model.mine]                # reads a prompt, prints an answer
        command = ["my-model", "--quiet"]
        environment = ["MY_MODEL_TOKEN"]
    """  # noqa: D301 - Click's own mark for lines that stay as they are


@models_command.command("list", short_help="List the models; `list` may be left out.")
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=complete_models)
@click.option("--try", "is_tried", is_flag=True, help="Ask each one tiny question; costs what that costs.")
@pass_session
def list_found(session: Session, names: tuple[str, ...], is_tried: bool) -> int:
    """List the models you have, or those named, and whether each would answer.

    Without `--try` nothing is asked and nothing is sent.
    """
    hear = (lambda found: _tell_price(session, found)) if is_tried else None
    workspace = _workspace(session)
    listed = list_models(names, outside=workspace.root if workspace else None, before_trying=hear)
    suggested = workspace.config.model if workspace else ""  # shown, and never used
    rows = [{**as_plain(each), "hint": each.hint} for each in listed.models]
    payload = {"models": rows, "file": listed.file, "suggested": suggested}
    file = session.shorten(listed.file)
    session.give("models", payload, lambda screen: _show(screen, listed, "" if names else file))
    if not session.json:
        _tell_next(session, listed, suggested, is_tried=is_tried)
    wanted = all if names else any
    return 0 if not is_tried or wanted(each.state == READY for each in listed.models) else _FAILED


def _tell_price(session: Session, found: Sequence[Found]) -> None:
    """Say before anything is sent who is asked and what that costs."""
    costs = estimate_trial(found)
    if session.json or not costs:
        return
    told = [name if cost is None else f"{name} (about ${cost:.5f})" for name, cost in costs.items()]
    unknown = [name for name, cost in costs.items() if cost is None]
    price = "" if not unknown else f"; price unknown for {', '.join(unknown)}"
    session.err.labelled("note:", "dim", f"asking {', '.join(told)} one question of six words{price}")


def _workspace(session: Session) -> Workspace | None:
    """Return the repository, None outside of one or where its settings cannot be read."""
    try:
        return session.workspace
    except GroundplanError:
        return None


def _show(screen: Screen, listed: Listed, file: str) -> None:
    for each in listed.models:
        parts: list[Part] = [(each.name, "bold"), f"  {each.kind}"]
        parts += [f"  {each.model}"] if each.model else []
        parts += [("  reads code" if each.reads_code else "  sees the prompt alone", "dim")]
        parts += ["  ", (_state(each), _TONES.get(each.state, "warn"))]
        parts += [("  " + ", ".join(each.used_for), "accent")] if each.used_for else []
        screen.line(*parts, indent=2)
        for told in filter(None, (each.message, each.hint)):
            screen.prose(told, indent=6, tone="dim")
    if file:
        screen.line((f"Your choices and your own models: {file}", "dim"), indent=2)


def _state(found: Found) -> str:
    took = [f"{found.seconds:.1f} s"] if found.seconds is not None else []
    if found.state == READY:
        took += ["price unknown" if found.dollars is None else f"${found.dollars:.5f}"]
    return f"{found.state} ({', '.join(took)})" if took else found.state


def _tell_next(session: Session, listed: Listed, suggested: str, *, is_tried: bool) -> None:
    if suggested and not any(suggested == each.name and each.used_for for each in listed.models):
        told = Hint(f"this repository suggests `{suggested}`: ", run("models use", suggested))
        session.err.labelled("note:", "dim", told)
    askable = [each for each in listed.models if each.can_be_asked]
    if askable and not is_tried:
        told = Hint("See which of them answer: ", run("models", {"try": True}))
        session.err.labelled("next:", "accent", told)
    elif not listed.is_chosen and (ready := [each for each in listed.models if each.state == READY]):
        told = Hint(run("models use", ready[0].name), " lets it draft your plans")
        session.err.labelled("next:", "accent", told)


@models_command.command("use", short_help="Choose the model that drafts your plans.")
@click.argument("name", metavar="NAME|none", shell_complete=complete_models)
@click.option("--for", "use", metavar="PLAYBOOK|strong|fast", default="", help="Only for this; default: all.")
@pass_session
def use_one(session: Session, name: str, use: str) -> None:
    """Let NAME draft your plans, in this and other repositories; `none` takes that back.

    The choice goes into your own models.toml, never into a repository. A section of a playbook may ask for a
    `strong` or a `fast` model, which goes before the model of the playbook and that before the default.
    """
    seen = session.presence  # not the session's caller, who has a repository
    caller = Caller("", seen.channel, seen.via, seen.reason)
    shelf = () if use in {"", *ROLES} else session.workspace.shelf.names()
    done = use_model(name, use=use, caller=caller, playbooks=shelf)

    def show(screen: Screen) -> None:
        kind = "sections" if done.use in ROLES else "plans"
        what = "your plans" if done.use == "default" else f"`{done.use}` {kind}"
        told = f"No model is chosen for {what}" if name == NONE else f"{name} drafts {what}"
        show_done(screen, told, (f"  {session.shorten(done.file)}", "dim"))

    session.give("model-used", as_plain(done), show)
    if done.lacks and not session.json:
        told = Hint(
            f"`{name}` is {done.lacks}; plans go on without a model until then: ",
            run("models", name),
            " says what helps",
        )
        session.err.labelled("note:", "warn", told)
