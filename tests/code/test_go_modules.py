"""Imports of Go lead to the files of the package, as go.mod names them."""

from __future__ import annotations

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.code.go_modules import GoModules
from groundplan.code.outline import Import

FILES = {
    "go.mod": """module example.com/shop/v2 // the shop

require (
\tgithub.com/go-chi/chi/v5 v5.0.1
\tgolang.org/x/net v0.1.0 // indirect
)
replace example.com/money => ./libs/money
replace example.com/away v1.0.0 => ../away
""",
    "main.go": "package main\nfunc main() { run() }\n",
    "run.go": "package main\nfunc run() {}\n",
    "run_test.go": "package main\nfunc helper() {}\n",
    "store/store.go": "package store\ntype Store struct{}\n",
    "store/store_linux.go": "package store\n",
    "store/store_test.go": "package store\n",
    "libs/money/go.mod": "module example.com/money\n",
    "libs/money/coin/coin.go": "package coin\n",
    "tools/go.mod": 'module "example.com/shop/v2/tools"\n',
    "tools/lint/lint.go": "package lint\n",
    "vendor/github.com/go-chi/chi/v5/chi.go": "package chi\n",
    "testdata/go.mod": "module fmt\n",
    "testdata/fmt.go": "package fmt\n",
}


@pytest.mark.parametrize(
    ("module", "paths", "external"),
    [
        ("example.com/shop/v2", ("main.go", "run.go"), ""),
        ("example.com/shop/v2/store", ("store/store.go", "store/store_linux.go"), ""),
        ("example.com/shop/v2/tools/lint", ("tools/lint/lint.go",), ""),
        ("example.com/money/coin", ("libs/money/coin/coin.go",), ""),
        ("example.com/shop/v2/gone", (), ""),
        ("./store", ("store/store.go", "store/store_linux.go"), ""),
        ("fmt", (), "fmt"),
        ("net/http", (), "net/http"),
        ("github.com/go-chi/chi/v5/middleware", (), "github.com/go-chi/chi/v5"),
        ("golang.org/x/net/html/atom", (), "golang.org/x/net"),
        ("github.com/other/thing/deep/er", (), "github.com/other/thing"),
        ("example.com/away/x", (), "example.com/away/x"),
    ],
)
def test_an_import_leads_to_the_files_of_its_package(
    module: str, paths: tuple[str, ...], external: str
) -> None:
    resolved = GoModules(MadeIndex(FILES)).resolve("main.go", Import(module, "", "x", 1))
    assert (resolved.paths, resolved.external) == (paths, external)


def test_without_go_mod_the_end_of_the_path_says_which_folder() -> None:
    modules = GoModules(MadeIndex({"store/a.go": "package store\n", "main.go": ""}))
    resolved = modules.resolve("main.go", Import("github.com/owner/shop/store", "", "store", 1))
    assert resolved.paths == ("store/a.go",)


def test_a_name_is_found_in_any_file_of_the_package() -> None:
    modules = GoModules(MadeIndex(FILES))
    symbol = modules.follow("main.go", "run")
    assert symbol is not None
    assert symbol.path == "run.go"
    assert modules.follow("main.go", "helper") is None
    assert modules.follow("run_test.go", "helper") is not None


def test_a_go_mod_of_blank_lines_is_read_in_linear_time() -> None:
    def find(count: int) -> tuple[str, ...]:
        modules = GoModules(MadeIndex({"go.mod": b"\n" * count + b"module a.b/c\n", "x/x.go": ""}))
        return modules.resolve("x/x.go", Import("a.b/c/x", "", "x", 1)).paths

    assert find(500_000) == ("x/x.go",)
    assert_linear(find, 100_000)
