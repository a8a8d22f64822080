"""What challenges and questions are made of is plain: it goes through JSON and comes back as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import gather_pack
from plain_facts import as_json, from_json, types_in
from sparring_stories import CHECKER, DEPLOYED, SLOW, VERSIONED
from worktree import IndexedWorktree

from groundplan.evidence.contrary import kinds
from groundplan.planner.challenges.catalogue import detect_all
from groundplan.planner.questions.asking import ask_all
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.evidence.facts import Facts

SHOP = {
    "pyproject.toml": """
        [project]
        name = "shop"
        dependencies = ["httpx==0.27"]

        [tool.importlinter]
        root_package = "app"
        [[tool.importlinter.contracts]]
        name = "Layers"
        type = "layers"
        layers = ["app.views", "app.text", "app.store"]
        """,
    "docs/guide.md": "# Guide\n\n- **build-dir:** where the book goes\n",
    "app/__init__.py": "",
    "app/views.py": """
        import httpx

        from app.cache import Cache
        from app.store import read_rows

        async def fetch_rates(): return httpx.get("https://example.org")

        def show_orders(): return read_rows(Cache())
        """,
    "app/store.py": """
        def read_rows(cache, limit=3): return clean_row(limit)

        def clean_row(row): return row
        """,
    "app/text.py": "def read_settings(path): return open('settings.toml')\n",
    "app/cache.py": """
        class Cache:
            def get(self, name): return name
            def set(self, name, value): ...
        """,
    "app/retry.py": "from tenacity import retry\n\nmax_retries = 3\n",
    "shop/models.py": """
        from django.db import models

        class Order(models.Model):
            number = models.CharField(max_length=10)
        """,
    "shop/migrations/0001_initial.py": "x = 1\n",
    "a/client.py": "def fetch_all(): return 1\n",
    "b/service.py": "def fetch_all(): return 2\n",
    "app/log.py": "import logging\nlog = logging.getLogger()\n" + "log.info('x')\n" * 12,
    "tests/test_store.py": "from app.store import read_rows\n\ndef test_rows(): assert read_rows(None)\n",
}
NODE = {"package.json": '{"name": "x", "engines": {"node": ">=20"}}\n', "index.js": "export const x = 1;\n"}
CASES = (
    (SHOP, "Use `show_orders` from app/views.py in `app/store.py`"),
    (SHOP, "Fetch the rates using `requests` in `fetch_rates`"),
    (SHOP, "Make `read_rows` async"),
    (SHOP, "Add a nullable note field to Order"),
    (SHOP, "Add a caching layer"),
    (SHOP, "Fetch pages with aiohttp"),
    (SHOP, "Add a `limit=10` argument to `show_orders`"),
    (SHOP, "Read the address from settings.toml"),
    (SHOP, "Remove the build-dir option"),
    (SHOP, "Retry in `fetch_all`"),
    (SHOP, "Use print() in app/log.py for messages"),
    (SHOP, "Retry failed uploads"),
    (SHOP, "Reduce technical debt"),
    (SHOP, "Replace httpx with aiohttp"),
    (NODE, "Fetch pages with axios"),
    (VERSIONED, CHECKER),
    (DEPLOYED, SLOW),
)


def hold_alike(facts: Facts) -> set[str]:
    """Hold what is made of facts against what is made of them after JSON; return the types that they have."""
    text = as_json(facts)
    again = from_json(text)
    assert again == facts
    challenges = detect_all(again)
    assert challenges == detect_all(facts)
    assert ask_all(again, challenges) == ask_all(facts, challenges)
    return types_in(text)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexedWorktree]:
    """Give a repository whose history has a busy file, a person who left, and a commit that was reverted."""
    folder: Path = tmp_path_factory.mktemp("busy")
    worktree = IndexedWorktree(folder / "repo", folder / "cache")
    worktree.root.mkdir()
    worktree.git("init", "-q")
    for number in range(40):
        worktree.put(
            f"app/part{number}.go", f"package app\n\nfunc Part{number}() int {{ return {number} }}\n"
        )
    worktree.git("add", "-A")
    worktree.git("commit", "-q", "-m", "Begin")
    for number in range(12):
        worktree.put("app/part7.go", f"package app\n\nfunc Part7() int {{ return {number + 50} }}\n")
        worktree.git("add", "-A")
        worktree.git("commit", "-q", "-m", f"Limit the number of parts to {number}")
    worktree.git("revert", "--no-edit", "HEAD")
    yield worktree
    worktree.close()


def test_facts_of_every_goal_go_through_json_and_give_the_same_challenges_and_questions() -> None:
    seen = set().union(
        *(hold_alike(gather_pack(MadeIndex(files), None, goal).facts) for files, goal in CASES)
    )
    values = {name for name, each in vars(kinds).items() if getattr(each, "__module__", "") == kinds.__name__}
    assert values <= seen


@pytest.mark.parametrize(
    "goal",
    ["Limit the number of parts in `app/part7.go`", "Let `Part7` run twice", "Rename `Part7` to `Piece`"],
)
def test_facts_of_a_history_do_so_after_the_repository_is_closed(busy: IndexedWorktree, goal: str) -> None:
    index = busy.index()
    with load_history(index) as history:
        facts = gather_pack(index, history, goal).facts
    assert "Fact" in hold_alike(facts)


def test_what_is_live_is_refused() -> None:
    with pytest.raises(TypeError, match="MadeIndex is not plain"):
        as_json((1, MadeIndex({})))
