"""What a shell offers while a person types: plans, sections, questions, decisions, checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.session import Session
from groundplan.plan.errors import GroundplanError
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import click
    from click.shell_completion import CompletionItem

    from groundplan.app.plans.opened import OpenPlan


def complete_plans(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the names of plans."""
    try:
        from groundplan.app.plans.known import list_plans

        slugs = [plan.slug for plan in list_plans(_session(ctx).workspace)]
    except GroundplanError:
        return []
    return _starting(slugs, incomplete)


def _offering(
    names: Callable[[OpenPlan], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        try:
            found = list(names(_session(ctx).open()))
        except GroundplanError:  # nobody wants an error message while typing
            return complete_plans(ctx, param, incomplete)
        return _starting(found, incomplete)

    return complete


complete_sections = _offering(lambda opened: [section.key for section in opened.plan.sections])
complete_questions = _offering(
    lambda opened: [asked.name for asked in opened.judgement.promises.questions if asked.is_open]
)
complete_decisions = _offering(
    lambda opened: [decision.id for decision in opened.judgement.promises.live_decisions]
)
complete_objections = _offering(
    lambda opened: [each.name for each in opened.judgement.promises.attacks.objections]
)
complete_checkpoints = _offering(
    lambda opened: [each.spec.id for each in opened.judgement.standing.checkpoints if each.spec.person]
)


def complete_playbooks(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the names of playbooks."""
    try:
        return _starting(_session(ctx).workspace.shelf.names(), incomplete)
    except GroundplanError:
        return []


def complete_profiles(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the names of bundled profiles."""
    from groundplan.app.setup.profiles import list_profiles

    return _starting([profile.name for profile in list_profiles()], incomplete)


def complete_settable(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer what `profile use` takes: a bundled profile, the proposed one, a file."""
    from click.shell_completion import CompletionItem

    from groundplan.app.setup.profiles import PROPOSED

    names = [*complete_profiles(ctx, param, incomplete), *_starting([PROPOSED], incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


def complete_commands(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the names of commands."""
    from groundplan.cli.catalogue import COMMANDS

    return _starting([each.name for each in COMMANDS.values() if each.heading], incomplete)


def complete_hosts(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the coding agents."""
    from groundplan.app.setup.installing import HOST_NAMES

    return _starting(HOST_NAMES, incomplete)


def complete_models(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the user's models."""
    from groundplan.app.models.choice import list_models

    try:
        return _starting([each.name for each in list_models().models], incomplete)
    except GroundplanError:
        return []


def complete_rules(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Offer the codes of rules."""
    from groundplan.app.judgement.explaining import list_rules

    return _starting([rule.code for rule in list_rules()], incomplete.upper())


def _session(ctx: click.Context) -> Session:
    return ctx.find_root().ensure_object(Session)


# Shells put a candidate on the command line as it is, so one that they would act on is never offered.
_WORD = late_regex(r"[^\W_][\w.:/+@-]*\Z")


def _starting(names: Iterable[str], start: str) -> list[str]:
    return [name for name in names if name.startswith(start) and _WORD.match(name)]
