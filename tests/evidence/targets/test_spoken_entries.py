"""What handles a command or a route that the goal speaks of is what the goal means."""

from __future__ import annotations

import pytest
from made_pack import make_pack

from groundplan.evidence.naming import named_handlers

FILES = {
    "pyproject.toml": """
        [project]
        name = "shop"
        dependencies = ["click", "fastapi"]
        [project.scripts]
        shop = "shop.cli:main"
        """,
    "shop/cli.py": """
        import click

        @click.group()
        def main():
            pass

        @main.command("run")
        def run_command():
            pass
        """,
    "shop/api.py": """
        from fastapi import FastAPI

        app = FastAPI()

        @app.get("/orders/{order_id}")
        def read_order(order_id):
            return order_id
        """,
}


@pytest.mark.parametrize(
    ("goal", "found"),
    [
        ("Add a --timeout option to `shop run`", {"shop/cli.py": ["run"]}),
        ("Let it run longer", {}),
        ("The `/orders/{order_id}` endpoint is slow", {"shop/api.py": ["/orders/{order_id}"]}),
        ("Orders are slow", {}),
    ],
)
def test_a_handler_is_meant_by_its_command_or_route_and_not_by_a_plain_word(
    goal: str, found: dict[str, list[str]]
) -> None:
    assert named_handlers(make_pack(goal, FILES).subject) == found
