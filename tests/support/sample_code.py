"""The code of a small repository: what the plans of stories, attacks and screens speak of is really there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_UPLOAD = '''\
"""Send files upstream."""

from src import settings


class UploadError(Exception):
    """Whatever keeps a file from arriving."""


def upload(name: str, data: bytes) -> str:
    """Send one request; any status but 200 is an error."""
    request = {
        "method": "POST",
        "host": settings.HOST,
        "path": "/files",
        "name": name,
        "body": data,
    }
    status, answer = send(request)
    if status != 200:
        raise UploadError(f"status {status}")
    return answer


def send(request: dict[str, object]) -> tuple[int, str]:
    """Stand for the network."""
    body = request["body"]
    if not body:
        return 400, ""
    return 200, str(request["name"])


def describe(name: str) -> str:
    """Say what is being sent."""
    return f"upload of {name}"


def is_known(name: str) -> bool:
    """Tell whether the name has a shape that upstream takes."""
    return bool(name) and not name.startswith(".")


def shorten(name: str) -> str:
    """Return a name that fits into a log line."""
    if len(name) < 40:
        return name
    return name[:39] + "…"


LONGEST = 40
'''

_CACHE = '''\
"""Keep answers."""

KEPT: dict[str, str] = {}


def get(key: str) -> str:
    return KEPT[key]
'''
_CLIENT = '''\
"""Talk to the server."""


def send(data: bytes) -> int:
    """Send once."""
    return len(data)
'''
_ROUTES = '''\
"""The routes."""

from src.upload import upload


def post_file(name: str, data: bytes) -> str:
    return upload(name, data)
'''
_TEST = """\
from src.{module} import {name}


def test_it() -> None:
    assert {name}("a", b"b")
"""
_REPOSITORY = """\
class Repository:
    {colour}def search(self, words: str) -> list[str]:
        return [words]
"""
CODE = {
    "cache.py": _CACHE,
    "client.py": _CLIENT,
    "grades.py": "def get_grades(student_id: int) -> list[int]:\n    return [student_id]\n",
    "requirements.txt": "flask==3.1.0\nhttpx==0.27.0\n",
    "src/main.py": "from src.routes import post_file\n\nROUTES = {'/files': post_file}\n",
    "src/upload.py": _UPLOAD,
    "src/settings.py": '"""Read the environment."""\n\nHOST = "files.example.org"\n',
    "src/routes.py": _ROUTES,
    "tests/test_upload.py": _TEST.format(module="upload", name="upload"),
    "tests/test_routes.py": _TEST.format(module="routes", name="post_file"),
    "jobs/store.py": "def push(job: str) -> None: ...\n\n\ndef pop() -> str: ...\n",
    "jobs/api.py": "from jobs.store import push\n\n\ndef post(job: str) -> None:\n    push(job)\n",
    "jobs/worker.py": "from jobs.store import pop\n\n\ndef work() -> str:\n    return pop()\n",
    "auth/sessions.py": "def set_cookie(session: str) -> str:\n    return session\n",
    "auth/middleware.py": "from auth import sessions\n\nfind = sessions.set_cookie\n",
    "store/_async.py": _REPOSITORY.format(colour="async "),
    "store/_sync.py": _REPOSITORY.format(colour=""),
}


def lay_code(root: Path) -> None:
    """Write the code into a repository."""
    for path, text in CODE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
