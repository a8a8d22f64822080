"""The three conversations a planner must lead: small repositories, and what their users ask for."""

from __future__ import annotations

VERSIONED = {
    "pyproject.toml": """
        [project]
        name = "fair"
        version = "1.4.0"
        """,
    "fair/__init__.py": """
        \"\"\"Fair.\"\"\"

        __version__ = "1.4.0"
        """,
    "fair/cli.py": """
        from fair import __version__

        def main():
            print(__version__)
        """,
    "scripts/sync_version.py": """
        \"\"\"Copy the version of pyproject.toml into the package.\"\"\"
        import re
        import tomllib
        from pathlib import Path

        def sync():
            project = tomllib.loads(Path("pyproject.toml").read_text())
            target = Path("fair/__init__.py")
            line = f"__version__ = '{project['project']['version']}'"
            target.write_text(re.sub("__version__ = .*", line, target.read_text()))
        """,
}
CHECKER = (
    "Add a version checker that reads the version from `pyproject.toml` "
    "and checks if PyPI has a newer release"
)
PROJECT = """
    [project]
    name = "school"
    requires-python = ">=3.11"
    dependencies = [
      "fastapi>=0.110",
      "sqlalchemy==2.0.30",
    ]
    """
BUS = {
    "pyproject.toml": PROJECT,
    "school/event_bus.py": """
        \"\"\"Events inside the process.\"\"\"

        class EventBus:
            def __init__(self):
                self._listeners = {}

            def subscribe(self, event):
                return lambda listener: self._listeners.setdefault(event, []).append(listener)

            async def dispatch(self, event, *args):
                for listener in self._listeners.get(event, ()):
                    await listener(*args)

        bus = EventBus()

        async def start():
            await bus.dispatch("startup")
        """,
    "school/main.py": "from school.event_bus import bus\n",
}
CACHED = {
    "pyproject.toml": PROJECT,
    "school/cache.py": """
        _values = {}

        def get(key):
            return _values.get(key)

        def put(key, value):
            _values[key] = value
        """,
    "school/grades.py": """
        from fastapi import APIRouter
        from sqlalchemy import text

        from school import cache

        router = APIRouter(prefix="/grades")

        @router.get("/{student_id}")
        def read_grades(student_id, session):
            student = session.execute(text("SELECT 1")).one()
            courses = session.execute(text("SELECT 2")).all()
            marks = session.execute(text("SELECT 3")).all()
            return [student, courses, marks]
        """,
}
SCHEDULER = (
    "I think we should add a background scheduler with APScheduler to send periodic email notifications. "
    "We could have it run every hour and check new assignments."
)
SLOW = (
    "The `/grades/{student_id}` endpoint is really slow. I think we should add a caching layer, maybe Redis?"
)
DEPLOYED = CACHED | {"deploy/web.yaml": "kind: Deployment\nspec:\n  replicas: 3\n"}
