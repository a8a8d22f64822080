"""The small project that the playbooks' examples plan for: a lending desk, kept in a JSON file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pyproject.toml": """\
[project]
name = "lend"
version = "1.4.0"
requires-python = ">=3.11"
dependencies = []

[project.scripts]
lend = "lend.cli:main"
""",
    "README.md": "# lend\n\nRun `lend due` to see what is due. Loans are in `loans.json`.\n",
    "loans.json": "[]\n",
    "lend/__init__.py": "",
    "lend/loan.py": '''\
"""A loan."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Loan:
    item: str
    borrower: str
    email: str
    due: date
''',
    "lend/store.py": '''\
"""Loans, kept in a JSON file."""

import json
from pathlib import Path

from lend.loan import Loan


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> list[Loan]:
        return [Loan(**row) for row in json.loads(self.path.read_text())]

    def save(self, loans: list[Loan]) -> None:
        self.path.write_text(json.dumps([vars(loan) for loan in loans], default=str))
''',
    "lend/mail.py": '''\
"""Mail, through the desk's own server."""

import smtplib


class MailError(Exception):
    pass


def send(to: str, subject: str, body: str) -> None:
    try:
        with smtplib.SMTP("localhost") as server:
            server.sendmail("desk@example.org", to, f"Subject: {subject}\\n\\n{body}")
    except OSError as error:
        raise MailError(to) from error
''',
    "lend/cli.py": '''\
"""The commands of the desk."""

import argparse
from pathlib import Path

from lend.store import Store


def cmd_due(store: Store) -> int:
    for loan in store.load():
        print(loan.item, loan.due)
    return 0


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("lend")
    parser.add_argument("command", choices=["due"])
    parser.parse_args(argv)
    return cmd_due(Store(Path("loans.json")))
''',
    "tests/test_store.py": """\
from lend.store import Store


def test_loans_survive_a_save(tmp_path):
    store = Store(tmp_path / "loans.json")
    store.save([])
    assert store.load() == []
""",
    "tests/test_cli.py": """\
from lend.cli import cmd_due


def test_due_prints_nothing_without_loans(capsys):
    class Empty:
        def load(self):
            return []

    assert cmd_due(Empty()) == 0
""",
}


def lay_desk(root: Path) -> None:
    """Write the project's files below a folder."""
    for path, text in FILES.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
