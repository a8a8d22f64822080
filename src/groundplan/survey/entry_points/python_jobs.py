"""Jobs and consumers of Python: celery, dramatiq, huey, rq, APScheduler, Kafka, RabbitMQ, gRPC."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.argument_text import dotted, literal, read_arguments
from groundplan.survey.entry_points.decorated import decorated
from groundplan.survey.entry_points.facts import Entry, EntryPoint
from groundplan.survey.entry_points.resolving import resolve
from groundplan.survey.sources import bound_to, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.sources import Sources

# The last word of a decorator, the packages one of which the file must import, what it makes.
_DECORATORS = {
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


def find_jobs(sources: Sources, path: str) -> Iterator[EntryPoint]:
    """Return the jobs and consumers a Python file declares."""
    roots = sources.roots(path)
    outline = sources.outlines[path]
    names = bound_to(outline)
    for each in decorated(sources, path, frozenset(_DECORATORS)):
        packages, kind = _DECORATORS[each.words.rpartition(".")[2]]
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
