"""Commands and jobs of Python: click, typer, argparse, fire, Django's management commands, `__main__`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.survey.argument_text import dotted, literal, read_arguments
from groundplan.survey.entry_points.decorated import decorated
from groundplan.survey.entry_points.facts import Entry, EntryPoint
from groundplan.survey.entry_points.resolving import resolve
from groundplan.survey.sources import bound_to, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.entry_points.decorated import Decorated
    from groundplan.survey.sources import Sources

_CLI_ROOTS = ("typer", "click", "rich_click", "asyncclick", "cyclopts", "cloup")
_DECORATORS = frozenset(("command", "group", "callback"))
_MAIN = re.compile(r"if\s{1,9}\(?\s{0,9}__name__\s{0,9}==\s{0,9}['\"]__main__['\"]")
# The last word of a decorator, the packages one of which the file must import, what it makes.
_JOB_DECORATORS = {
    "shared_task": (("celery",), Entry.JOB),
    "task": (("celery", "huey", "taskiq", "procrastinate", "invoke", "prefect", "airflow"), Entry.JOB),
    "periodic_task": (("huey", "celery"), Entry.JOB), "db_task": (("huey",), Entry.JOB),
    "actor": (("dramatiq",), Entry.JOB), "job": (("rq", "django_rq", "dagster"), Entry.JOB),
    "scheduled_job": (("apscheduler",), Entry.JOB), "flow": (("prefect",), Entry.JOB),
    "dag": (("airflow",), Entry.JOB),
    "subscriber": (("faststream", "propan"), Entry.CONSUMER), "agent": (("faust",), Entry.CONSUMER),
    "consumer": (("nameko", "kombu"), Entry.CONSUMER), "event_handler": (("nameko",), Entry.CONSUMER),
}  # fmt: skip
_CALLS = {
    "add_job": (("apscheduler",), Entry.JOB), "KafkaConsumer": (("kafka",), Entry.CONSUMER),
    "AIOKafkaConsumer": (("aiokafka",), Entry.CONSUMER),
    "basic_consume": (("pika", "aio_pika"), Entry.CONSUMER),
    "DAG": (("airflow",), Entry.JOB),
}  # fmt: skip


def find_commands(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the commands a Python file declares."""
    roots = sources.roots(path)
    outline = sources.outlines[path]
    names = bound_to(outline)
    framework = next((each for each in _CLI_ROOTS if each in roots), "")
    is_flask = "flask" in roots
    for each in decorated(sources, path, _DECORATORS):
        base, _, last = each.words.rpartition(".")
        if last == "callback":
            continue
        is_bare = root_of(names.get(each.words, "")) in _CLI_ROOTS
        if framework and (base or is_bare):
            yield _command(path, each, framework)
        elif is_flask and base.endswith("cli"):
            yield _command(path, each, "flask")
        elif not framework and base and _is_imported_group(sources, names.get(base.partition(".")[0], "")):
            yield _command(path, each, "click")
    yield from _parsers(sources, path)
    yield from _management(sources, path)


def _is_imported_group(sources: Sources, bound: str) -> bool:
    return bool(bound) and bound.rpartition(".")[2] in {"cli", "app", "main"} and "click" in sources.imported


def _command(path: str, each: Decorated, framework: str) -> EntryPoint:
    named = literal(each.arguments.at(0, "name"))
    function = each.definition.name
    # click drops these endings from a function's name since 8.2; both spellings are found in the wild.
    name = named or function.removesuffix("_command").removesuffix("_cmd").replace("_", "-")
    note = "a group of commands" if each.words.endswith("group") else ""
    return EntryPoint(
        Entry.CLI, framework, name, Spot(path, each.line), (), each.definition.qualified,
        Spot(path, each.definition.line), note,
    )  # fmt: skip


def _parsers(sources: Sources, path: str) -> Iterator[EntryPoint]:
    outline = sources.outlines[path]
    roots = sources.roots(path)
    for words, lines in outline.calls.items():
        last = words.rpartition(".")[2]
        if last == "ArgumentParser" and "argparse" in roots:
            framework, keyword = "argparse", "prog"
        elif last == "add_parser" and "argparse" in roots:
            framework, keyword = "argparse", "name"
        elif words in {"fire.Fire", "Fire"} and "fire" in roots:
            framework, keyword = "fire", "name"
        else:
            continue
        for line in lines:
            arguments = read_arguments(sources.lines(path), line, words)
            named = literal(arguments.at(0, keyword)) if arguments else None
            around = outline.at(line)
            stem = path.rpartition("/")[2].removesuffix(".py")
            if last == "add_parser" and not named:
                continue
            yield EntryPoint(
                Entry.CLI, framework, named or stem, Spot(path, line), (), around.qualified if around else "",
                Spot(path, around.line) if around else None, "a subcommand" if last == "add_parser" else "",
            )  # fmt: skip


def _management(sources: Sources, path: str) -> Iterator[EntryPoint]:
    *folders, name = path.split("/")
    if folders[-2:] != ["management", "commands"] or name.startswith("_"):
        return
    outline = sources.outlines[path]
    for each in outline.definitions:
        if each.kind is Kind.CLASS and each.name == "Command":
            handle = next((one for one in outline.definitions if one.qualified == "Command.handle"), each)
            yield EntryPoint(
                Entry.CLI, "django", name.removesuffix(".py"), Spot(path, each.line), (), handle.qualified,
                Spot(path, handle.line), "a management command",
            )  # fmt: skip


def _first_call(sources: Sources, path: str, line: int) -> tuple[str, Spot | None]:
    """Return the first function of this repository that is called after a line, outside functions."""
    outline = sources.outlines[path]
    following = ((at, words) for words, lines in outline.calls.items() for at in lines if line < at)
    for at, words in sorted(following):
        if outline.at(at) is None:
            handler, spot = resolve(sources, path, words)
            if spot:
                return handler, spot
    return "", None


def find_main(sources: Sources, path: str) -> EntryPoint | None:
    """Return the `__main__` of a Python file: a guard, or a file that `python -m` runs."""
    for number, line in enumerate(sources.lines(path), 1):
        if line.startswith("if") and _MAIN.match(line):
            handler, spot = _first_call(sources, path, number)
            return EntryPoint(Entry.MAIN, "python", path, Spot(path, number), (), handler, spot)
    if path.endswith("__main__.py"):
        package = path.removesuffix("/__main__.py").rpartition("/")[2]
        handler, spot = _first_call(sources, path, 0)
        return EntryPoint(Entry.MAIN, "python", f"python -m {package}", Spot(path, 1), (), handler, spot)
    return None


# Jobs and consumers of Python: celery, dramatiq, huey, rq, APScheduler, Kafka, RabbitMQ, gRPC.


def find_jobs(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the jobs and consumers a Python file declares."""
    roots = sources.roots(path)
    outline = sources.outlines[path]
    names = bound_to(outline)
    for each in decorated(sources, path, frozenset(_JOB_DECORATORS)):
        packages, kind = _JOB_DECORATORS[each.words.rpartition(".")[2]]
        framework = next((name for name in packages if name in roots), "")
        head = names.get(each.words.partition(".")[0], "")
        if not framework and head.rpartition(".")[2] in {"app", "celery", "celery_app", "broker", "huey"}:
            framework = next((name for name in packages if name in sources.imported), "")
        if not framework or ("." not in each.words and root_of(head) not in packages):
            continue
        name = literal(each.arguments.at(-1, "name")) or each.definition.name
        if kind is Entry.CONSUMER:
            name = literal(each.arguments.at(0)) or name
        yield EntryPoint(
            kind, framework, name, Spot(path, each.line), (), each.definition.qualified,
            Spot(path, each.definition.line),
        )  # fmt: skip
    yield from _called(sources, path)


def _called(sources: Sources, path: str) -> Iterator[EntryPoint]:
    outline = sources.outlines[path]
    roots = sources.roots(path)
    for words, lines in outline.calls.items():
        last = words.rpartition(".")[2]
        if last.startswith("add_") and last.endswith("Servicer_to_server"):
            service = last.removeprefix("add_").removesuffix("Servicer_to_server")
            for line in lines:
                yield EntryPoint(Entry.RPC, "grpc", service, Spot(path, line))
            continue
        packages, kind = _CALLS.get(last, ((), Entry.JOB))
        framework = next((name for name in packages if name in roots), "")
        for line in lines if framework else ():
            arguments = read_arguments(sources.lines(path), line, words)
            first = arguments.at(0, "func") if arguments else ""
            handler, spot = resolve(sources, path, dotted(first)) if kind is Entry.JOB else ("", None)
            around = outline.at(line)
            name = literal(first) or handler or (around.qualified if around else last)
            yield EntryPoint(kind, framework, name, Spot(path, line), (), handler, spot)
