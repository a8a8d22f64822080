"""The repositories that the example conversations are about, small and whole: code, tests, manifests."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

VERSIONED = {
    "pyproject.toml": """
        [project]
        name = "fair"
        version = "1.4.0"
        requires-python = ">=3.11"
        dependencies = ["httpx>=0.27"]

        [project.scripts]
        fair = "fair.cli:main"

        [tool.pytest.ini_options]
        testpaths = ["tests"]
        """,
    "fair/__init__.py": '''
        """Fair."""

        __version__ = "1.4.0"
        ''',
    "fair/cli.py": '''
        """The command line of fair."""

        import argparse
        import sys

        from fair import __version__
        from fair.catalog import CatalogError, fetch_dataset


        def main(argv: list[str] | None = None) -> int:
            """Run one command."""
            parser = argparse.ArgumentParser(prog="fair")
            parser.add_argument("--version", action="version", version=__version__)
            commands = parser.add_subparsers(dest="command", required=True)
            show = commands.add_parser("show")
            show.add_argument("name")
            args = parser.parse_args(argv)
            return show_dataset(args.name)


        def show_dataset(name: str) -> int:
            """Print a dataset's title; 1 where the catalog cannot be reached."""
            try:
                print(fetch_dataset(name)["title"])
            except CatalogError as error:
                print(error, file=sys.stderr)
                return 1
            return 0
        ''',
    "fair/catalog.py": '''
        """The catalog of datasets."""

        import httpx


        class CatalogError(Exception):
            """The catalog did not answer."""


        def fetch_dataset(name: str) -> dict[str, str]:
            """Return a dataset's record."""
            try:
                answer = httpx.get(f"https://catalog.example.org/{name}", timeout=10)
                answer.raise_for_status()
            except httpx.HTTPError as error:
                raise CatalogError(f"cannot fetch `{name}`: {error}") from error
            return answer.json()
        ''',
    "scripts/sync_version.py": '''
        """Copy the version of pyproject.toml into the package."""

        import re
        import tomllib
        from pathlib import Path


        def sync() -> None:
            """Write `__version__` as the project table has it."""
            project = tomllib.loads(Path("pyproject.toml").read_text())
            target = Path("fair/__init__.py")
            line = f'__version__ = "{project["project"]["version"]}"'
            target.write_text(re.sub(r"__version__ = .*", line, target.read_text()))
        ''',
    "tests/test_cli.py": """
        from fair.cli import main, show_dataset


        def test_show_needs_a_name(capsys):
            try:
                main(["show"])
            except SystemExit as stop:
                assert stop.code == 2


        def test_show_says_when_the_catalog_is_down(monkeypatch):
            assert show_dataset("nothing") == 1
        """,
}

NOTIFYING = {
    "pyproject.toml": """
        [project]
        name = "school"
        version = "0.3.0"
        requires-python = ">=3.11"
        dependencies = ["aiosmtplib>=3"]

        [tool.pytest.ini_options]
        testpaths = ["tests"]
        """,
    "school/__init__.py": "",
    "school/event_bus.py": '''
        """Events inside the process: whoever subscribes hears of them."""

        import asyncio
        from collections.abc import Awaitable, Callable

        Listener = Callable[..., Awaitable[None]]


        class EventBus:
            """Dispatches events to async listeners, at once or later."""

            def __init__(self) -> None:
                self._listeners: dict[str, list[Listener]] = {}

            def subscribe(self, event: str) -> Callable[[Listener], Listener]:
                """Register a listener for an event."""

                def register(listener: Listener) -> Listener:
                    self._listeners.setdefault(event, []).append(listener)
                    return listener

                return register

            async def dispatch(self, event: str, *args: object) -> None:
                """Call every listener of an event."""
                for listener in self._listeners.get(event, ()):
                    await listener(*args)

            async def dispatch_later(self, delay: float, event: str, *args: object) -> None:
                """Dispatch an event after a delay in seconds."""
                await asyncio.sleep(delay)
                await self.dispatch(event, *args)


        event_bus = EventBus()
        ''',
    "school/notifications.py": '''
        """Notifications about new assignments."""

        from school.event_bus import event_bus
        from school.mail import send_mail
        from school.store import pending_assignments


        async def send_pending_notifications() -> int:
            """Send one mail per assignment that nobody was told about; return how many."""
            sent = 0
            for assignment in pending_assignments():
                await send_mail(assignment["student"], f"New assignment: {assignment['title']}")
                sent += 1
            return sent


        @event_bus.subscribe("assignment-created")
        async def notify_at_once(assignment: dict[str, str]) -> None:
            """Tell the student when an assignment is created."""
            await send_mail(assignment["student"], f"New assignment: {assignment['title']}")
        ''',
    "school/mail.py": '''
        """Mail."""

        import aiosmtplib


        async def send_mail(to: str, subject: str) -> None:
            """Send a mail without a body."""
            await aiosmtplib.send(f"To: {to}\\nSubject: {subject}\\n\\n", hostname="localhost")
        ''',
    "school/store.py": '''
        """What is stored."""

        _assignments: list[dict[str, str]] = []


        def pending_assignments() -> list[dict[str, str]]:
            """Return the assignments nobody was told about."""
            return [each for each in _assignments if not each.get("told")]
        ''',
    "school/main.py": '''
        """The program."""

        import asyncio

        from school.event_bus import event_bus


        async def serve() -> None:
            """Start everything that listens."""
            await event_bus.dispatch("startup")


        if __name__ == "__main__":
            asyncio.run(serve())
        ''',
    "tests/test_notifications.py": """
        import asyncio

        from school.notifications import send_pending_notifications


        def test_nothing_pending_sends_nothing():
            assert asyncio.run(send_pending_notifications()) == 0
        """,
}

GRADED = {
    "pyproject.toml": """
        [project]
        name = "grades"
        version = "2.1.0"
        requires-python = ">=3.11"
        dependencies = ["fastapi>=0.110", "sqlalchemy==2.0.30", "diskcache>=5.6"]

        [tool.pytest.ini_options]
        testpaths = ["tests"]
        """,
    "grades/__init__.py": "",
    "grades/cache.py": '''
        """A small cache for lookups, inside the process."""

        from typing import Any

        _values: dict[str, Any] = {}


        def get(key: str) -> Any:
            """Return what is cached under a key, or None."""
            return _values.get(key)


        def put(key: str, value: Any) -> None:
            """Keep a value under a key."""
            _values[key] = value
        ''',
    "grades/api.py": '''
        """The HTTP surface."""

        from fastapi import APIRouter, HTTPException
        from sqlalchemy import text

        from grades import cache
        from grades.database import session

        router = APIRouter(prefix="/grades")


        @router.get("/{student_id}")
        def read_grades(student_id: str) -> dict[str, object]:
            """Return a student's grades with the average of each course."""
            given = {"id": student_id}
            student = session.execute(text("SELECT name FROM student WHERE id = :id"), given).one_or_none()
            if student is None:
                raise HTTPException(404, "no such student")
            courses = session.execute(text("SELECT course FROM enrolled WHERE id = :id"), given).all()
            marks = session.execute(text("SELECT course, mark FROM mark WHERE id = :id"), given).all()
            return {"student": student.name, "courses": list(courses), "marks": list(marks)}


        @router.get("/courses/{course_id}/title")
        def read_title(course_id: str) -> str:
            """Return a course's title, which never changes."""
            title = cache.get(course_id)
            if title is None:
                asked = text("SELECT title FROM course WHERE id = :id")
                title = session.execute(asked, {"id": course_id}).scalar_one()
                cache.put(course_id, title)
            return title
        ''',
    "grades/database.py": '''
        """The database."""

        import os

        from sqlalchemy import create_engine
        from sqlalchemy.orm import Session

        session = Session(create_engine(os.environ["GRADES_DATABASE"]))
        ''',
    "tests/test_api.py": """
        from grades.api import read_grades


        def test_a_student_has_grades():
            assert read_grades
        """,
}
THREE_REPLICAS = {
    "deploy/compose.yml": """
        services:
          grades:
            image: grades:2.1.0
            deploy:
              replicas: 3
        """,
}


def lay(root: Path, files: dict[str, str]) -> None:
    """Write the files of a repository."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(dedent(text).lstrip("\n"), "utf-8")
