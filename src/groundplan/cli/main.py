"""Where a call begins and ends: the words parsed, the command run, whatever went wrong said in one form."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

import click

from groundplan.cli.group import WIDEST_HELP, LazyGroup, names_json
from groundplan.cli.session import Session
from groundplan.plan.errors import GroundplanError, Misused

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
# Most calls make fewer objects than this, and end sooner than looking for circles among them would pay.
COLLECTED_AFTER = 100_000


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from groundplan import __version__

        click.echo(f"groundplan {__version__}")
        ctx.exit()


def _show_all(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help())
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST_HELP},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_all,
    help="With --help: list every command.",
)
@click.pass_context
def groundplan(ctx: click.Context) -> int | None:
    """Plans that the codebase agrees with, and the rules of getting there.

    Without a command: where you are, what waits for you, which command is next.
    """
    if ctx.invoked_subcommand is not None:
        return None
    from groundplan.cli.commands.home import show_home

    return show_home(ctx.ensure_object(Session))


def main(words: Sequence[str] | None = None) -> int:
    """Run one call and return its exit code; nothing but the code and the two streams gets out."""
    given = list(sys.argv[1:] if words is None else words)
    if words is None:
        gc.set_threshold(COLLECTED_AFTER)
    session = Session(given)
    try:
        _check_words(given)
        code = groundplan.main(given, prog_name=session.started_as, standalone_mode=False, obj=session)
    except GroundplanError as error:
        session.json = session.json or names_json(given)
        return _complain(session, error)
    except click.ClickException as error:
        session.json = session.json or names_json(given)
        return _complain(session, _misused(error, session.started_as))
    except (click.Abort, KeyboardInterrupt):
        return _interrupted(session)
    except Exception as error:  # noqa: BLE001 - the outermost line of this surface
        return _give_up(session, error)
    finally:
        session.close()
        if words is None:
            gc.freeze()  # the process ends here: nothing is left to be collected
    return code if isinstance(code, int) else 0


def _check_words(words: Sequence[str]) -> None:
    """Refuse words that no document could hold."""
    for word in words:
        if not word.isascii() and any("\ud800" <= letter <= "\udfff" for letter in word):
            raise Misused(f"The word `{word}` is not UTF-8", hint="Set the terminal's encoding to UTF-8")


def _interrupted(session: Session) -> int:
    if session.json:
        from groundplan.cli.session import to_json

        told = {"message": "Interrupted", "hint": "", "exit_code": INTERRUPTED}
        session.err.data(to_json("interrupted", told, session.program))
    else:
        session.err.line("Interrupted. Everything saved so far is safe.")
    return INTERRUPTED


def _complain(session: Session, error: GroundplanError) -> int:
    from groundplan.cli.complaints import complain

    return complain(session, error)


def _misused(error: click.ClickException, program: str) -> GroundplanError:
    from groundplan.plan.hint import Hint, run

    path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else program
    told = error.format_message().rstrip(".")
    if isinstance(error, click.MissingParameter) and error.param is not None and error.param.metavar:
        told = f"`{path}` lacks words: it is `{path} {error.param.metavar}`"
        if isinstance(error.param, click.Option):
            option = error.param.opts[-1]
            told = f"`{option}` is missing: it is `{path} {option} {error.param.metavar}`"
    return Misused(
        told,
        hint=Hint("See ", run(path.removeprefix(program).strip(), {"help": True})),
    )


def _give_up(session: Session, error: Exception) -> int:
    """Say that groundplan itself is at fault, with what a report needs."""
    import os
    import traceback

    if os.environ.get("GROUNDPLAN_DEBUG"):
        traceback.print_exc()
    from groundplan.plan.errors import Outside

    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(frame.filename)}:{frame.lineno}"  # noqa: PTH119 - no pathlib for a name
    told = f"groundplan failed at `{place}`: {type(error).__name__}: {error}"
    hint = "This is a fault of groundplan; `GROUNDPLAN_DEBUG=1` shows all of it. Your files are as they were"
    return _complain(session, Outside(told, hint=hint))


if __name__ == "__main__":
    sys.exit(main())
