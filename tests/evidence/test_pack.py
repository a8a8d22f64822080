"""The evidence pack over a small shop: every part is cited, sorted, the same each time, and never fails."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex
from made_pack import gather_pack
from worktree import IndexedWorktree

from groundplan.evidence.contrary.gone import find_standings
from groundplan.evidence.kinds import OtherPlan, Past
from groundplan.evidence.pack import EvidencePack
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from pathlib import Path

SHOP = {
    "pyproject.toml": """
        [project]
        name = "shop"
        dependencies = ["requests>=2.31", "flask==3.0.1"]
        [tool.pytest.ini_options]
        testpaths = ["tests"]
        [dependency-groups]
        dev = ["pytest", "mypy"]
        """,
    "shop/__init__.py": "",
    "shop/fetching.py": '''
        """Fetches prices."""
        import os
        import requests

        from shop.errors import FetchError

        TOKEN = os.environ["SHOP_TOKEN"]


        def fetch_price(article, timeout=3):
            """Fetch the price of an article."""
            if not article:
                raise FetchError("no article")
            try:
                return requests.get(article, timeout=timeout)
            except requests.Timeout:
                return None
        ''',
    "shop/errors.py": '''
        class FetchError(Exception):
            """The price could not be fetched."""
        ''',
    "shop/basket.py": """
        from shop.fetching import fetch_price


        class Basket:
            def total(self, articles):
                return sum(fetch_price(each) for each in articles)
        """,
    "shop/web.py": """
        from flask import Flask

        from shop.basket import Basket

        app = Flask(__name__)


        @app.get("/total")
        def show_total():
            return Basket().total([])
        """,
    "tests/test_fetching.py": """
        from shop.fetching import fetch_price


        def test_a_price_is_fetched():
            assert fetch_price("a")
        """,
}
GOAL = "Retry `fetch_price` when the server times out"


def pack_of(goal: str, files: dict[str, str] | None = None, *extra: str) -> EvidencePack:
    index = MadeIndex(dict(SHOP if files is None else files))
    return gather_pack(index, None, goal, extra=extra)


@pytest.mark.req("S1-06")
def test_the_file_and_the_definition_the_goal_names_are_the_target() -> None:
    pack = pack_of(GOAL)
    (target,) = pack.targets
    assert (target.path, target.is_named) == ("shop/fetching.py", True)
    assert pack.regions[0].citation == "shop/fetching.py::fetch_price"
    assert pack.regions[0].lines == "shop/fetching.py:10-17"


def test_a_file_the_user_named_is_a_target_whatever_the_ranking_says() -> None:
    pack = pack_of(GOAL, None, "shop/errors.py", "shop/not_there.py")
    assert [each.path for each in pack.targets] == ["shop/errors.py", "shop/fetching.py"]
    assert pack.targets[0].why == ("the user named the file",)


def test_a_definition_is_named_by_the_user_only_where_they_wrote_its_name() -> None:
    goal = "Retry prices"
    (file_alone,) = (each for each in pack_of(goal, None, "shop/fetching.py").targets if each.is_named)
    assert file_alone.regions  # the ranking found them, nobody named them
    assert file_alone.why == ("the user named the file",)
    named = pack_of(goal, None, "shop/fetching.py::fetch_price").targets[0]
    assert named.why == ("the user named `fetch_price`",)


def test_a_file_the_goal_leaves_out_is_no_target_unless_the_user_asks_for_it() -> None:
    goal = "Retry prices in shop/fetching.py. Don't touch shop/basket.py."
    assert [each.path for each in pack_of(goal).targets] == ["shop/fetching.py"]
    assert "shop/basket.py" in [each.path for each in pack_of(goal, None, "shop/basket.py").targets]


def test_a_class_that_gets_an_argument_is_changed_where_it_is_made() -> None:
    files = {
        "net/client.py": "class Client:\n    def __init__(self, verify=1):\n        pass\n\n"
        "    def send(self, request):\n        return request  # retries\n",
        "net/transport.py": "class Transport:\n    def __init__(self, retries=0): ...\n",
    }
    goal = "Give `Client` a `retries=<int>` argument that repeats a request"
    pack = gather_pack(MadeIndex(files), None, goal)
    assert pack.targets[0].path == "net/client.py"
    assert pack.targets[0].regions[0].citation == "net/client.py::Client.__init__"


def test_a_definition_the_user_named_is_a_region() -> None:
    pack = pack_of(GOAL, None, "shop/basket.py::Basket.total")
    assert pack.targets[0].regions[0].citation == "shop/basket.py::Basket.total"


def test_a_migration_changes_the_manifest_that_declares_what_it_names() -> None:
    pack = pack_of("Replace requests with httpx")
    assert [each.path for each in pack.targets if each.path.endswith(".toml")] == ["pyproject.toml"]
    assert pack.targets[-1].why == ("declares `requests`, which the goal names",)


def test_a_replaced_package_is_changed_wherever_it_is_imported_and_nowhere_else() -> None:
    files = {
        "shop/clock.py": "import pytz\n\n\ndef now():\n    return pytz.utc\n",
        "shop/base.py": "import os\nimport pytz\n",
        "shop/models.py": "def replace(text):\n    return text\n",
    }
    pack = gather_pack(MadeIndex(files), None, "Replace pytz by zoneinfo")
    assert {each.path for each in pack.targets} == {"shop/clock.py", "shop/base.py"}


def test_the_plan_itself_weighs_nothing_in_finding_where_it_goes() -> None:
    goal = "Retry fetch_price when the server times out"
    before = pack_of(goal).targets
    plan = {
        "plans/retry.md": f"---\nid: gp-x\n---\n{goal}\n" * 5,
        "requirements/retry/prd.md": f"<!-- groundplan: gp-y -->\n{goal}\n",
    }
    index = MadeIndex(dict(SHOP) | plan)
    after = gather_pack(index, None, goal).targets
    assert [(each.path, each.score) for each in after] == [(each.path, each.score) for each in before]


def test_the_twin_of_a_target_is_a_target() -> None:
    body = "class {0}Store:\n    {1}def load(self):\n        pass\n\n    {1}def save(self):\n        pass\n"
    files = {"shop/_async.py": body.format("Async", "async "), "shop/_sync.py": body.format("Sync", "")}
    pack = pack_of("Fix AsyncStore.load in shop/_async.py", files)
    assert {each.path for each in pack.targets} == set(files)


@pytest.mark.req("S4-02")
def test_the_reach_holds_callers_tests_and_files_further_up() -> None:
    (reach,) = pack_of(GOAL).reach
    assert [(each.citation, each.inside) for each in reach.callers] == [("shop/basket.py:6", "Basket.total")]
    assert [each.citation for each in reach.test_callers] == ["tests/test_fetching.py:5"]
    assert reach.indirect == ("shop/web.py",)
    assert reach.public == "public name in `shop.fetching`"


def test_the_test_that_uses_the_target_is_named_with_the_call_that_runs_it() -> None:
    (place,) = pack_of(GOAL).tests
    assert (place.path, place.exists, place.tests) == (
        "tests/test_fetching.py",
        True,
        ("test_a_price_is_fetched",),
    )
    assert place.command == "python -m pytest tests/test_fetching.py"


def test_what_no_test_uses_gets_one_named_as_the_others_are() -> None:
    files = SHOP | {"shop/printing.py": "def print_receipt(total):\n    return total\n"}
    place = pack_of("Fix `print_receipt` for a negative total", files).tests[-1]
    assert (place.path, place.exists) == ("tests/test_printing.py", False)
    assert place.why == "no test was found that imports `shop/printing.py`"


@pytest.mark.req("S1-11")
def test_environment_reads_and_public_names_are_constraints() -> None:
    found = {each.kind: each.statement for each in pack_of(GOAL).constraints}
    assert found["environment"] == "`shop/fetching.py` reads the environment variable `SHOP_TOKEN`"
    assert found["compatibility"].startswith("`shop/fetching.py::fetch_price` is public")


@pytest.mark.req("S1-06")
def test_an_entry_point_is_a_way_in_when_its_handler_calls_up_to_the_target() -> None:
    (way,) = pack_of(GOAL).ways_in
    assert (way.entry.title, way.steps) == ("GET /total", 2)
    assert way.region.citation == "shop/fetching.py::fetch_price"


def test_every_occurrence_of_a_named_identifier_is_counted() -> None:
    (standing,) = find_standings(pack_of(GOAL))
    assert standing.term == "fetch_price"
    assert dict(standing.files) == {"shop/basket.py": 2, "shop/fetching.py": 1, "tests/test_fetching.py": 2}


@pytest.mark.req("S1-10")
def test_code_that_speaks_of_the_same_words_is_alike() -> None:
    found = pack_of("Fetch the price of an article from a second server").alike
    assert [each.region.citation for each in found] == ["shop/fetching.py::fetch_price"]


def test_the_repositorys_own_calls_are_its_commands() -> None:
    assert {(each.role, each.line) for each in pack_of(GOAL).commands} == {
        ("test", "pytest"),
        ("types", "mypy"),
    }


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"README.md": "# Shop\n"},
        {"one.py": "x = 1\n"},
        {"main.go": "package main\n\nfunc main() {}\n"},
        {"broken.py": "def (((\n", "pyproject.toml": "not toml ["},
        {"a/b.rs": "fn retry_fetch_price() {}\n", "Cargo.toml": "[package]\nname = 'a'\n"},
    ],
)
@pytest.mark.parametrize("goal", [GOAL, "cache", "为查询添加缓存", "Add a retry module", "x" * 20_000])
def test_no_repository_is_too_poor_for_a_pack(files: dict[str, str], goal: str) -> None:
    pack = pack_of(goal, files)
    parts = [
        name
        for owner in EvidencePack.__mro__
        for name, value in vars(owner).items()
        if isinstance(value, cached_property)
    ]
    assert len(parts) > 15
    for name in parts:
        getattr(pack, name)


def test_an_empty_repository_is_said_to_be_one() -> None:
    assert pack_of(GOAL, {}).notices == [
        "This repository holds no text files, so nothing can be said about its code"
    ]


def test_without_a_history_nothing_is_said_about_the_past() -> None:
    assert pack_of(GOAL).past == Past()


def test_other_plans_are_handed_on() -> None:
    other = OtherPlan("a", "A", "plans/a.md", ("shop/fetching.py",))
    pack = gather_pack(MadeIndex({}), None, GOAL, others=(other,))
    assert pack.others == (other,)


@pytest.mark.req("S4-08")
def test_the_history_tells_churn_owners_companions_and_what_was_taken_back(tmp_path: Path) -> None:
    tree = IndexedWorktree(tmp_path / "repo", tmp_path / "cache")
    tree.root.mkdir()
    tree.git("init", "-q", "-b", "main")
    for path, text in MadeIndex(dict(SHOP)).files.items():
        tree.put(path, text)
    tree.commit()
    for number in range(2):
        tree.put("shop/fetching.py", f"def fetch_price():\n    return {number}\n")
        tree.git("commit", "-qam", "Retry fetch_price when the server times out")
    tree.git("revert", "--no-edit", "HEAD")
    index = tree.index()
    with load_history(index) as history:
        past = gather_pack(index, history, GOAL).past
        assert past.churn["shop/fetching.py"].commits == 4
        assert past.ownership["shop/fetching.py"].owners[0].name == "Ann"
        assert any(each.was_taken_back for each in past.attempts)
    tree.close()


def test_a_handler_that_calls_another_thing_of_the_same_name_is_no_way_in() -> None:
    files = SHOP | {
        f"shop/other_{n}.py": "class Other:\n    def total(self):\n        pass\n" for n in range(3)
    }
    files["shop/web.py"] = """
        from flask import Flask

        from shop.fetching import TOKEN

        app = Flask(__name__)


        @app.get("/other")
        def show_other(other):
            return other.total(TOKEN)
        """
    assert pack_of(GOAL, files).ways_in == ()
