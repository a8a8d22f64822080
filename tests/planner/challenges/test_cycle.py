"""Imports that a goal implies are held against the import graph and the declared layers."""

from __future__ import annotations

import pytest
from made_pack import make_facts

from groundplan.planner.challenges.cycle import detect

FILES = {
    "app/__init__.py": "",
    "app/views.py": "from app.service import load_orders\n\ndef show_orders(): return load_orders()\n",
    "app/service.py": "from app.store import read_rows\n\ndef load_orders(): return read_rows()\n",
    "app/store.py": """
        LIMIT = 3

        def read_rows(): return clean_row(LIMIT)

        def clean_row(row): return row + LIMIT
        """,
    "app/text.py": "def shorten_text(text): return text\n",
}
LAYERS = """
    [tool.importlinter]
    root_package = "app"
    [[tool.importlinter.contracts]]
    name = "Layers"
    type = "layers"
    layers = ["app.views", "app.service | app.text", "app.store"]
    """


def claims(goal: str, files: dict[str, str] = FILES) -> list[str]:
    return [each.claim for each in detect(make_facts(goal, files))]


@pytest.mark.req("S1-14")
def test_a_use_that_goes_back_up_closes_a_cycle() -> None:
    (challenge,) = detect(make_facts("Use `show_orders` from app/views.py in `app/store.py`", FILES))
    assert challenge.claim == (
        "For that `app/store.py` would import `app/views.py` (the goal says “Use show_orders from "
        "app/views.py in app/store.py”), which leads back already: "
        "`app/views.py` → `app/service.py` → `app/store.py`. The new "
        "import closes a cycle of 3 files."
    )
    assert challenge.evidence == ("app/views.py:1", "app/service.py:1")
    assert challenge.numbers == {"ring": 3}


@pytest.mark.parametrize(
    "goal",
    [
        "Call `load_orders` in `read_rows`",
        "Make read_rows use load_orders",
        "Let app/store.py depend on app/service.py",
        "reuse load_orders inside read_rows",
    ],
)
def test_the_ways_of_saying_it(goal: str) -> None:
    assert len(claims(goal)) == 1


@pytest.mark.parametrize(
    "goal",
    [
        "Use `read_rows` in `app/views.py`",
        "Use `shorten_text` in `show_orders`",
        "Call `load_orders` in `show_orders`",
        "Use orders in views",
        "Use `missing_name` in `app/store.py`",
        "Use caching in the store",
        "",
    ],
)
def test_imports_that_go_down_or_are_not_meant_are_no_matter(goal: str) -> None:
    assert not claims(goal)


def test_moving_what_both_sides_need_closes_a_ring_of_two() -> None:
    (claim,) = claims("Move `clean_row` from app/store.py to app/text.py")
    assert (
        "`app/text.py` would import `app/store.py` (`clean_row` uses `LIMIT`, which stays in `app/store.py`)"
        in claim
    )
    assert "closes a cycle of 2 files" in claim


def test_moving_what_stands_alone_is_no_matter() -> None:
    assert not claims("Move `shorten_text` to app/service.py")


def test_imports_in_functions_close_no_cycle() -> None:
    files = FILES | {
        "app/service.py": "def load_orders():\n    from app.store import read_rows\n    return read_rows()\n"
    }
    assert not claims("Use `load_orders` in `app/store.py`", files)


def test_a_broken_layer_contract_is_named_with_its_line() -> None:
    files = FILES | {"pyproject.toml": LAYERS}
    (challenge,) = detect(make_facts("Use `shorten_text` in `app/store.py`", files))
    assert challenge.claim.endswith(
        "which the contract “Layers” (`pyproject.toml:4`) forbids: `app.store` may not import `app.text`."
    )
    assert claims("Use `shorten_text` in `load_orders`", files), (
        "layers side by side may not import each other"
    )
    assert not claims("Use `shorten_text` in `show_orders`", files)


def test_contracts_in_ini_files_are_read() -> None:
    ini = """
        [importlinter]
        root_package = app

        [importlinter:contract:1]
        name = No text
        type = forbidden
        source_modules =
            app.store
        forbidden_modules =
            app.text
        """
    (claim,) = claims("Use `shorten_text` in `app/store.py`", FILES | {".importlinter": ini})
    assert "“No text” (`.importlinter:4`)" in claim


@pytest.mark.parametrize(
    "text", ["[tool.importlinter]\ncontracts = 3", "[tool.importlinter", "tool = 'importlinter'"]
)
def test_contracts_that_make_no_sense_are_left_aside(text: str) -> None:
    assert not claims("Use `shorten_text` in `app/store.py`", FILES | {"pyproject.toml": text})


def test_go_packages_are_folders() -> None:
    files = {
        "go.mod": "module example.com/m\n\ngo 1.22\n",
        "a/a.go": 'package a\n\nimport "example.com/m/b"\n\nfunc RunAll() { b.LoadOne() }\n',
        "b/b.go": "package b\n\nfunc LoadOne() {}\n",
        "b/more.go": "package b\n\nfunc LoadTwo() {}\n",
    }
    (claim,) = claims("Call `RunAll` in `LoadTwo`", files)
    assert "closes a cycle of 2 packages" in claim
