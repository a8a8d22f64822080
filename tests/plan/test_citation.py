from __future__ import annotations

import pytest

from groundplan.plan.citation import parse_citation


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("path/to/file.py", ("path/to/file.py", 0, 0, "")),
        ("src/a.py:10-24", ("src/a.py", 10, 24, "")),
        ("src/a.py:10", ("src/a.py", 10, 10, "")),
        ("src/a.py::Class.method", ("src/a.py", 0, 0, "Class.method")),
        ("file_b.py::function_x()", ("file_b.py", 0, 0, "function_x")),
        ("src/a.py:10–24", ("src/a.py", 10, 24, "")),
        ("src/a.py:10:5", ("src/a.py", 10, 10, "")),
        ("src/a.py::load(name, data)", ("src/a.py", 0, 0, "load")),
        ("/Users/ann/app/src/a.ts:7", ("/Users/ann/app/src/a.ts", 7, 7, "")),
        ("/home/ann/app/a.py", ("/home/ann/app/a.py", 0, 0, "")),
        ("docs/x.md#L10-L24", ("docs/x.md", 10, 24, "")),
        ("docs/x.md#L7", ("docs/x.md", 7, 7, "")),
        ("docs/x.md#a-heading", ("docs/x.md", 0, 0, "")),
        ("../../docs/x.md", ("../../docs/x.md", 0, 0, "")),
        ("./a.py", ("a.py", 0, 0, "")),
        ("pyproject.toml", ("pyproject.toml", 0, 0, "")),
        ("_async.py", ("_async.py", 0, 0, "")),
        ("Makefile", ("Makefile", 0, 0, "")),
        (".gitignore", (".gitignore", 0, 0, "")),
        ("src/", ("src/", 0, 0, "")),
        ("src/groundplan", ("src/groundplan", 0, 0, "")),
        (".github/workflows/ci.yml", (".github/workflows/ci.yml", 0, 0, "")),
        ("src/lib.rs::store::load", ("src/lib.rs", 0, 0, "store::load")),
        ("lib/a.rb::Cache#stale?", ("lib/a.rb", 0, 0, "Cache#stale?")),
    ],
)
def test_a_path_with_lines_or_a_symbol_is_a_citation(text: str, read: tuple[str, int, int, str]) -> None:
    found = parse_citation(text)
    assert found is not None
    assert (found.path, found.first, found.last, found.symbol) == read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "time.sleep",
        "info.version",
        "Retry-After",
        "https://x.y/z.py",
        "mailto:a@b.py",
        "src/**/*.py",
        "*.py",
        ".py",
        "ruff check src/types.py",
        "/api/resource",
        "/home/settings",
        "/Users/ann/app/src",
        "/etc/nginx/nginx.conf",
        "/grades/{student_id}",
        "GET /x",
        "application/json",
        "Node.js",
        "and/or",
        "CI/CD",
        "I/O",
        "1/2",
        "@scope/package",
        "--flag",
        "CACHE_BACKEND=redis",
        "a.py:LineRange",
        "a.py::1x",
        "C:\\a.py",
        "actions/checkout@v4",
        "oven-sh/setup-bun@v1",
        "changes/.../spec.md",
        "task-N.M",
        "..",
        "std::vector",
        "build",
        "fetch_with_retry(url, config)",
    ],
)
def test_commands_patterns_addresses_and_names_are_none(text: str) -> None:
    assert parse_citation(text) is None
