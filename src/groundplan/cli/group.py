"""The command group that imports a command only when it is called, and the options all commands share."""

from __future__ import annotations

import importlib
import shutil
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from groundplan.cli.catalogue import CODE_COMMANDS, COMMANDS, ELSEWHERE
from groundplan.cli.look import NARROWEST
from groundplan.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from groundplan.cli.catalogue import Listed

COLORS = ("auto", "always", "never")
WIDEST_HELP = 100
_ROOMY_HELP = 60
EVERY_COMMAND = "groundplan.every_command"  # in a context's `meta`: its help leaves no command out


def shared_options(*, of_all: bool = False) -> list[click.Parameter]:
    """Return the options that the group and every command take; the help of the group names them all."""
    return [
        _shared(
            "--plan",
            "-p",
            metavar="NAME",
            envvar="GROUNDPLAN_PLAN",
            help="Plan to use, if there is more than one.",
            shell_complete=_complete_plans,
        ),
        _shared("--repo", metavar="PATH", help="Repository to work in; default: the current folder's."),
        _shared("--json", is_flag=True, default=None, help="Print one JSON document; never prompt."),
        _shared("--color", type=click.Choice(COLORS), help="When to use colour."),
        _shared(
            "--no-pager", is_flag=True, default=None, hidden=not of_all, help="Print long output all at once."
        ),
    ]


def _complete_plans(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from groundplan.cli.completions import complete_plans

    return complete_plans(ctx, param, incomplete)


def _shared(*names: str, **more: Any) -> click.Option:
    return click.Option(list(names), expose_value=False, callback=_note, **more)


def _note(ctx: click.Context, param: click.Parameter, value: object) -> None:
    """Keep a shared option in the session: said later beats said earlier, both beat the environment."""
    session = ctx.ensure_object(Session)
    if value is None or param.name is None:
        return
    said = ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    if said or not getattr(session, param.name):
        setattr(session, param.name, value)


class _Help(click.HelpFormatter):
    """Help that fits: Click lays it out for at least fifty columns, whatever the terminal has."""

    def __init__(self, *, width: int | None = None, max_width: int | None = None) -> None:
        columns = max(NARROWEST, shutil.get_terminal_size().columns)
        super().__init__(width=width or min(columns, max_width or WIDEST_HELP) - 2)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write two columns; where there is little room, what is in the second one goes below the first."""
        super().write_dl(rows, min(col_max, self.width // 2 - 2), col_spacing)


class _Context(click.Context):
    formatter_class = _Help


class PlanCommand(click.Command):
    """A command with the shared options."""

    context_class = _Context

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(shared_options())

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; one too many mostly is a goal or a message without its quotes."""
        ctx.allow_extra_args = True
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # the help of this command says how it is written
            raise
        if rest and not ctx.resilient_parsing:
            from groundplan.plan.errors import Misused

            named = [
                ctx.params[each.name]
                for each in self.params
                if isinstance(each, click.Argument) and each.name
            ]
            raise Misused(
                f"Unexpected argument `{rest[0]}`", hint=self._how_written(ctx, [*named, *rest], named)
            )
        return rest

    def _how_written(self, ctx: click.Context, words: list[Any], named: list[Any]) -> str:
        """Return how a command with a word too many is written."""
        if not named:
            return f"See `{ctx.command_path} --help`"
        if any(each.name == "task" for each in self.params):
            return f"One task at a time: `{ctx.command_path} {words[0]}`"
        told = " ".join(map(str, words))
        return f'Put words that belong together in quotes: `{ctx.command_path} "{told}"`'


class PlanGroup(click.Group):
    """A group of commands that are all imported with it."""

    context_class = _Context
    command_class = PlanCommand

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(shared_options())


class UsualGroup(PlanGroup):
    """A group whose usual command needs no name, and whose help has its options: `consult` asks."""

    usual = ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words, the usual command put before them where they name none."""
        named = {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, args if named & set(args) else [self.usual, *args])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the usual command before those that all commands have."""
        own = {param.name for param in self.params}
        asked = (each for each in self.commands[self.usual].params if isinstance(each, click.Option))
        rows = [row for each in asked if each.name not in own and (row := each.get_help_record(ctx))]
        if rows:
            with formatter.section(f"Options of `{self.usual}`"):
                formatter.write_dl(rows)
        super().format_options(ctx, formatter)


class LazyGroup(click.Group):
    """The top group: names and help lines come from the catalogue, code comes when it is called."""

    context_class = _Context
    listed: Mapping[str, Listed] = COMMANDS
    path = ""  # what is typed behind the program to get here

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params.extend(shared_options(of_all=self.listed is COMMANDS))

    @property
    def offered(self) -> list[Listed]:
        """Return the commands that people type."""
        return [each for each in self.listed.values() if each.heading]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; `--all` counts wherever it stands beside `--help`."""
        ctx.meta[EVERY_COMMAND] = "--all" in args
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        del ctx
        return list(self.listed)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        del ctx
        listed = self.listed.get(cmd_name)
        if listed is None:
            return None
        found: click.Command = getattr(importlib.import_module(listed.module), listed.attribute)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or offer near names."""
        if args and args[0] not in self.listed and not args[0].startswith("-") and not ctx.resilient_parsing:
            from groundplan.plan.errors import Misused, NotFound
            from groundplan.plan.hint import Hint, run

            near = NotFound("", name=args[0], known=[each.name for each in self.offered]).hint
            if self.listed is COMMANDS and args[0] in ELSEWHERE:
                command, what = ELSEWHERE[args[0]]
                near = Hint(run(command), what)
            raise Misused(
                f"There is no command `{args[0]}`",
                hint=near or Hint("See them: ", run(self.path, {"help": True})),
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under their headings: those that most need, or all of them."""
        shown = [each for each in self.offered if each.is_common or ctx.meta.get(EVERY_COMMAND)]
        headings: dict[str, list[tuple[str, str]]] = {}
        for listed in shown:
            headings.setdefault(listed.heading, []).append((listed.name, listed.help))
        # One column for all headings: where there is room, the one of the longest command.
        names = shown if formatter.width < _ROOMY_HELP else self.offered
        longest = max(len(each.name) for each in names)
        for heading, rows in headings.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(longest), told) for name, told in rows])
        if len(shown) < len(self.offered):
            formatter.write_paragraph()
            formatter.write_text(f"All {len(self.offered)} commands: {ctx.command_path} --help --all")


class CodeGroup(LazyGroup):
    """The group of questions about code."""

    listed = CODE_COMMANDS
    path = "code"


def question(name: str, **more: Any) -> Callable[[Callable[..., int | None]], PlanCommand]:
    """Declare a question about code, as `command` declares a command."""
    return command(name, **more, short_help=CODE_COMMANDS[name].help)


def command(name: str, **more: Any) -> Callable[[Callable[..., int | None]], PlanCommand]:
    """Declare a command whose function takes the session first and returns its exit code, if not 0."""
    told = more.pop("short_help", None) or (COMMANDS[name].help if name in COMMANDS else None)
    settings: dict[str, Any] = {"max_content_width": WIDEST_HELP, **more.pop("context_settings", {})}

    def declare(function: Callable[..., int | None]) -> PlanCommand:
        passed = click.make_pass_decorator(Session, ensure=True)(function)
        made: PlanCommand = click.command(
            name, cls=PlanCommand, short_help=told, context_settings=settings, **more
        )(passed)
        return made

    return declare


def names_json(words: Sequence[str]) -> bool:
    """Tell whether a call asked for JSON, also one whose words could not be parsed."""
    before_end = words[: words.index("--")] if "--" in words else words
    return "--json" in before_end
