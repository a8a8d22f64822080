from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.code.modules import Modules
from groundplan.code.outline import Import


def modules(files: dict[str, str]) -> Modules:
    return Modules(MadeIndex(files))  # it answers as the index does


def defining(found: Modules, path: str, name: str) -> list[str]:
    return [f"{each.path}::{each.definition.qualified}" for each in found.follow(path, name)]


def resolved(found: Modules, importing: str, module: str, name: str = "") -> tuple[str, ...]:
    return found.resolve(importing, Import(module, name, name, 1)).paths


def test_a_module_below_src_is_named_from_there() -> None:
    found = modules({"pyproject.toml": "", "src/shop/__init__.py": "", "src/shop/cart.py": ""})
    assert found.roots.module_of("src/shop/cart.py") == "shop.cart"
    assert found.roots.module_of("src/shop/__init__.py") == "shop"
    assert resolved(found, "tests/test_cart.py", "shop.cart") == ("src/shop/cart.py",)


def test_relative_imports_count_their_dots() -> None:
    found = modules({f"pkg/{name}.py": "" for name in ("__init__", "a", "sub/__init__", "sub/b")})
    assert resolved(found, "pkg/sub/b.py", "..a") == ("pkg/a.py",)
    assert resolved(found, "pkg/sub/b.py", "..", "a") == ("pkg/a.py",)
    assert resolved(found, "pkg/sub/__init__.py", ".b") == ("pkg/sub/b.py",)
    assert resolved(found, "pkg/a.py", "...far") == ()


def test_folders_without_init_are_namespace_packages() -> None:
    found = modules({"pyproject.toml": "", "src/space/one/__init__.py": "", "src/space/one/core.py": ""})
    assert found.roots.module_of("src/space/one/core.py") == "space.one.core"
    assert resolved(found, "tests/test_it.py", "space.one", "core") == ("src/space/one/core.py",)


def test_each_project_of_a_monorepo_finds_its_own_modules() -> None:
    found = modules(
        {
            "one/pyproject.toml": "",
            "one/src/app/__init__.py": "",
            "one/src/app/models.py": "",
            "two/pyproject.toml": "",
            "two/src/app/__init__.py": "",
            "two/src/app/models.py": "",
        }
    )
    assert resolved(found, "two/src/app/__init__.py", "app.models") == ("two/src/app/models.py",)
    assert resolved(found, "one/tests/test_app.py", "app.models") == ("one/src/app/models.py",)


def test_the_standard_library_wins_over_a_module_elsewhere_of_that_name() -> None:
    found = modules({"tools/json.py": "", "pkg/__init__.py": "", "pkg/a.py": ""})
    answer = found.resolve("pkg/a.py", Import("json", "", "json", 1))
    assert (answer.paths, answer.external) == ((), "json")


def test_a_package_outside_is_named_by_its_first_word() -> None:
    answer = modules({"a.py": ""}).resolve("a.py", Import("sqlalchemy.orm", "Session", "Session", 1))
    assert (answer.paths, answer.external) == ((), "sqlalchemy")


def test_a_name_is_followed_through_re_exports_to_its_definition() -> None:
    found = modules(
        {
            "pkg/__init__.py": "from .api import fetch as get\n",
            "pkg/api.py": "from pkg._impl import *\n",
            "pkg/_impl.py": "__all__ = ['fetch']\n\ndef fetch(): ...\ndef hidden(): ...\n",
        }
    )
    assert defining(found, "pkg/__init__.py", "get") == ["pkg/_impl.py::fetch"]
    assert defining(found, "pkg/api.py", "hidden") == []


def test_conditional_imports_lead_to_both_definitions() -> None:
    found = modules(
        {
            "pkg/__init__.py": """
                try:
                    from .fast import run
                except ImportError:
                    from .slow import run
            """,
            "pkg/fast.py": "def run(): ...\n",
            "pkg/slow.py": "def run(): ...\n",
        }
    )
    assert defining(found, "pkg/__init__.py", "run") == ["pkg/fast.py::run", "pkg/slow.py::run"]


def test_re_exports_in_a_ring_end() -> None:
    found = modules({"a.py": "from b import thing\n", "b.py": "from a import thing\n"})
    assert defining(found, "a.py", "thing") == []


@pytest.mark.parametrize(
    "line", ["from pkg import part", "import pkg.part as part", "from pkg.part import work"]
)
def test_every_way_to_import_a_submodule_leads_to_its_file(line: str) -> None:
    found = modules({"main.py": line + "\n", "pkg/__init__.py": "", "pkg/part.py": "def work(): ...\n"})
    outline = found.outline("main.py")
    assert outline is not None
    assert found.resolve("main.py", outline.imports[0]).paths == ("pkg/part.py",)


def test_a_package_that_binds_the_name_hides_its_submodule() -> None:
    found = modules(
        {
            "pkg/__init__.py": "from .part import part\n",
            "pkg/part.py": "def part(): ...\n",
            "main.py": "from pkg import part\n",
        }
    )
    assert defining(found, "main.py", "part") == ["pkg/part.py::part"]
