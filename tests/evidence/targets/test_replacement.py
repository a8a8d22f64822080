"""What a goal replaces by what, and every place of the old thing."""

from __future__ import annotations

import pytest
from growth import assert_linear
from made_pack import make_pack

from groundplan.evidence.targets.replacement import find_replacement, read_sides
from groundplan.survey.manifest.facts import Manifest

NOTHING = Manifest((), (), (), (), (), (), ())


@pytest.mark.parametrize(
    ("goal", "sides"),
    [
        ("Migrate from requests to httpx", ("requests", "httpx")),
        ("Migrate the HTTP client from requests to httpx so that it is async", ("requests", "httpx")),
        ("Replace the SQLite store with Postgres", ("SQLite store", "Postgres")),
        ("Use orjson instead of json for dumps", ("json", "orjson")),
        ("Upgrade SQLAlchemy 1.4 to 2.0", ("SQLAlchemy 1.4", "2.0")),
        ("switch from `setuptools` to `hatchling` in all packages", ("setuptools", "hatchling")),
        ("Drop nose in favour of pytest.", ("nose", "pytest")),
        ("Deprecate pytz and use zoneinfo", ("pytz", "zoneinfo")),
        ("Replace pytz with zoneinfo everywhere", ("pytz", "zoneinfo")),
        ("Add retries to uploads", ("", "")),
    ],
)
def test_the_sides_are_read_out_of_the_goal(goal: str, sides: tuple[str, str]) -> None:
    assert read_sides(goal) == sides


def test_a_long_goal_without_sides_is_read_in_linear_time() -> None:
    assert read_sides("from " * 20_000) == ("", "")
    assert_linear(lambda count: read_sides("from " * count), 5_000)


def test_imports_are_told_from_words() -> None:
    files = {
        "a.py": "import requests\nrequests.get(1)\n",
        "b.py": "def f(requests): return requests\n",
        "tests/test_a.py": "import requests\n",
        "requirements.txt": "requests==2\n",
        "docs/use.md": "We use requests.\n",
        "CHANGELOG.md": "- requests\n",
        "uv.lock": 'name = "requests"\n',
    }
    found = find_replacement(make_pack("Migrate from requests to httpx", files, manifest=NOTHING))
    assert found.package == "requests"
    assert dict(found.imports) == {"a.py": (1,)}
    assert set(found.counts) == set(files)


def test_a_package_is_known_by_what_people_call_it() -> None:
    files = {"store.py": "import sqlite3\n\nsqlite3.connect('x')\n"}
    found = find_replacement(make_pack("Move the jobs from SQLite to PostgreSQL", files, manifest=NOTHING))
    assert found.package == "sqlite3"


def test_a_tool_that_nothing_imports_is_no_package() -> None:
    files = {"setup.cfg": "[flake8]\nmax-line-length = 100\n", "a.py": "x = 1\n"}
    found = find_replacement(make_pack("Migrate from flake8 to ruff", files, manifest=NOTHING))
    assert (found.package, dict(found.imports)) == ("", {})


def test_one_part_of_a_go_path_is_no_other_package() -> None:
    files = {"a.go": 'package a\n\nimport "log"\n', "b.go": 'package a\n\nimport "log/slog"\n'}
    found = find_replacement(make_pack("Replace log with slog", files, manifest=NOTHING))
    assert dict(found.imports) == {"a.go": (3,)}
