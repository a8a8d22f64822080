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
from groundplan.plan.fact import FactKind
from groundplan.survey.history.past import load_history
from groundplan.wording.quoted_names import is_quoted_name

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


@pytest.mark.parametrize(
    ("goal", "path"),
    [
        ("The `/total` route is wrong", "shop/web.py"),
        ("Fix prices in shop/fetching.py", "shop/fetching.py"),
        ("`Basket.total` loses articles", "shop/basket.py"),
    ],
)
def test_a_route_a_path_and_a_symbol_in_the_goal_are_places(goal: str, path: str) -> None:
    assert [each.path for each in pack_of(goal).targets] == [path]


def test_a_definition_that_the_goal_cites_is_the_place_whatever_else_it_names() -> None:
    pack = pack_of(f"{GOAL}\n\nPlace: `shop/basket.py::Basket.total`")
    assert [each.citation for each in pack.regions] == ["shop/basket.py::Basket.total"]


def test_words_of_the_goal_are_no_place() -> None:
    assert pack_of("Fetch the price of an article from a second server").targets == ()


def test_the_files_of_a_folder_that_the_user_named_are_the_targets() -> None:
    files = SHOP | {"lib/one.py": "x = 1\n", "lib/two.py": "y = 2\n"}
    assert [each.path for each in pack_of("Retry", files, "lib/").targets] == ["lib/one.py", "lib/two.py"]


def test_what_a_fix_names_and_is_not_there_comes_with_the_nearest_names() -> None:
    pack = pack_of("`fetch_prices` loses articles")
    assert pack.targets == ()
    assert pack.missing == (("fetch_prices", ("fetch_price",)),)
    assert pack_of("Add `fetch_prices` beside the basket").missing == ()


def test_the_new_name_of_a_rename_or_move_is_no_slip_of_the_old_one() -> None:
    assert pack_of("Rename `fetch_price` to `fetch_prices`").missing == ()
    assert pack_of("Move shop/fetching.py to shop/fetchings.py").missing == ()
    assert pack_of("Move shop/fetchng.py to lib/prices.py").missing[0] == (
        "shop/fetchng.py",
        ("shop/fetching.py",),
    )


def test_the_old_name_that_others_may_use_is_that_of_the_class_the_goal_names() -> None:
    box = "class Other:\n    def load_all(self):\n        return 1\n\n\n"
    files = {
        "shop/box.py": box + box.replace("Other", "Box"),
        "shop/__init__.py": "from .box import Box, Other\n",
    }
    old = pack_of("Rename `Box.load_all` to `Box.every`", files).facts.contrary.old_name
    assert old is not None
    assert old.name == "shop/box.py::Box.load_all"


def test_who_imports_a_package_of_go_is_not_said_to_import_one_of_its_files() -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "cart/cart.go": "package cart\n\nfunc Total() int { return 0 }\n",
        "main.go": 'package main\n\nimport "example.com/shop/cart"\n\nfunc main() { cart.Total() }\n',
    }
    found = pack_of("Move cart/cart.go into a package of its own", files).gathered.facts
    assert not [each for each in found if each.kind is FactKind.CALLERS and each.subject == "cart/cart.go"]


@pytest.mark.req("S1-06")
def test_the_file_and_the_definition_the_goal_names_are_the_target() -> None:
    pack = pack_of(GOAL)
    (target,) = pack.targets
    assert (target.path, target.is_named) == ("shop/fetching.py", True)
    assert pack.regions[0].citation == "shop/fetching.py::fetch_price"
    assert pack.regions[0].lines == "shop/fetching.py:10-17"


def test_a_file_the_user_named_in_an_answer_is_the_target_whatever_the_goal_says() -> None:
    pack = pack_of(GOAL, None, "shop/errors.py", "shop/not_there.py")
    assert [each.path for each in pack.targets] == ["shop/errors.py"]
    assert pack.targets[0].why == ("the user named the file",)


def test_a_definition_is_named_by_the_user_only_where_they_wrote_its_name() -> None:
    goal = "Retry prices"
    (file_alone,) = (each for each in pack_of(goal, None, "shop/fetching.py").targets if each.is_named)
    assert not file_alone.regions
    assert file_alone.why == ("the user named the file",)
    named = pack_of(goal, None, "shop/fetching.py::fetch_price").targets[0]
    assert named.why == ("the user named `fetch_price`",)


def test_a_file_the_goal_leaves_out_is_no_target_unless_the_user_asks_for_it() -> None:
    goal = "Retry prices in shop/fetching.py. Don't touch shop/basket.py."
    assert [each.path for each in pack_of(goal).targets] == ["shop/fetching.py"]
    assert "shop/basket.py" in [each.path for each in pack_of(goal, None, "shop/basket.py").targets]


def test_a_definition_the_user_named_is_a_region() -> None:
    pack = pack_of(GOAL, None, "shop/basket.py::Basket.total")
    assert pack.targets[0].regions[0].citation == "shop/basket.py::Basket.total"


def test_a_go_package_is_declared_under_its_whole_path() -> None:
    files = {
        "go.mod": "module a.org/shop\n\nrequire github.com/gorilla/securecookie v1.1.2\n",
        "store.go": 'package shop\n\nimport "github.com/gorilla/securecookie"\n\nvar c = securecookie.New\n',
    }
    pack = gather_pack(MadeIndex(files), None, "Replace securecookie by golang.org/x/crypto")
    assert {each.path for each in pack.targets} == {"go.mod", "store.go"}


def test_a_migration_changes_the_manifest_that_declares_what_it_names() -> None:
    pack = pack_of("Replace requests with httpx")
    assert [each.path for each in pack.targets if each.path.endswith(".toml")] == ["pyproject.toml"]
    assert pack.targets[-1].why == ("declares `requests`",)


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


@pytest.mark.req("S4-02")
def test_the_reach_holds_callers_tests_and_files_further_up() -> None:
    (reach,) = pack_of(GOAL).reach
    assert [(each.citation, each.inside) for each in reach.callers] == [("shop/basket.py:6", "Basket.total")]
    assert [each.citation for each in reach.test_callers] == ["tests/test_fetching.py:5"]
    assert reach.indirect == ("shop/web.py",)
    assert reach.public == "public name in `shop.fetching`"


@pytest.mark.req("S1-11")
def test_environment_reads_and_public_names_are_constraints() -> None:
    found = {each.kind: str(each.spots[0]) for each in pack_of(GOAL).constraints}
    assert found == {"environment": "shop/fetching.py:7", "compatibility": "shop/fetching.py:10"}


def test_every_occurrence_of_a_named_identifier_is_counted() -> None:
    (standing,) = find_standings(pack_of(GOAL))
    assert standing.term == "fetch_price"
    assert dict(standing.files) == {"shop/basket.py": 2, "shop/fetching.py": 1, "tests/test_fetching.py": 2}


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
def test_the_history_tells_what_was_taken_back(tmp_path: Path) -> None:
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
        assert any(each.was_taken_back for each in past.attempts)
    tree.close()


@pytest.mark.parametrize(
    "goal",
    [
        "Explain how prices are fetched\n\nPlace: `README.md`",
        "README.md should say that `fetch_price` takes a timeout",
    ],
)
def test_a_file_that_is_given_or_the_subject_of_the_goal_is_its_one_place(goal: str) -> None:
    pack = gather_pack(MadeIndex(SHOP | {"README.md": "# Shop\n"}), None, goal)
    assert [each.path for each in pack.targets] == ["README.md"]
    assert pack.verdict.sure == ("README.md",)


def test_a_word_of_the_sentence_is_no_name_that_is_missing() -> None:
    assert pack_of("Fix the crash under WSL2 that loses the Qwertz").missing == ()
    assert pack_of("Fix the crash in `wsl_mode`").missing == (("wsl_mode", ()),)


def test_the_nearest_path_is_that_of_the_nearest_file_name() -> None:
    files = {f"src/cmd/{name}.rs": "fn run() {}\n" for name in ("add", "cmd", "edit", "query", "import")}
    pack = gather_pack(MadeIndex(files), None, "Fix the crash in src/cmd/adds.rs")
    ((said, near),) = pack.missing
    assert (said, near[0]) == ("src/cmd/adds.rs", "src/cmd/add.rs")


def test_a_name_is_what_is_quoted_or_spelled_as_code() -> None:
    goal = 'Say `add` silently, "Retry-After" is lost in max_rows and maxRows on WSL2'
    said = ("Say", "add", "silently", "Retry", "lost", "max_rows", "maxRows", "WSL2")
    assert [each for each in said if is_quoted_name(each, goal)] == ["add", "Retry", "max_rows", "maxRows"]
