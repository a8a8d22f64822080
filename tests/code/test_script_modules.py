"""Imports of scripts lead to the file that the language's own tools would load."""

from __future__ import annotations

import json

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.code.loose_json import read_object
from groundplan.code.outline import Import
from groundplan.code.script_modules import ScriptModules

FILES = {
    "package.json": '{"name": "shop", "workspaces": ["packages/*", "!packages/old"]}',
    "tsconfig.json": """{
      // paths of the whole repository
      "extends": "./config/tsconfig.paths",
      "compilerOptions": { "strict": true, },
    }""",
    "config/tsconfig.paths.json": """{"compilerOptions": {"baseUrl": "..", "paths": {
      "@core/*": ["packages/core/src/*", "generated/core/*"], "@core/exact": ["packages/core/src/special.ts"]
    }}}""",
    "packages/core/package.json": '{"name": "@shop/core", "main": "index.js", "module": "dist/core.js"}',
    "packages/core/index.js": "module.exports = require('./dist/core.js')\n",
    "packages/core/src/index.ts": "export * from './user'\nexport { Cart as Basket } from './cart.js'\n",
    "packages/core/src/user.ts": "export class User {}\nexport default function make() {}\n",
    "packages/core/src/cart.ts": "class Cart {}\nexport { Cart }\n",
    "packages/core/src/special.ts": "",
    "packages/core/src/forms/index.tsx": "",
    "packages/core/src/util.js": "",
    "packages/core/src/util.ts": "",
    "packages/core/src/view.vue": "<script>\nexport default {}\n</script>\n",
    "packages/core/src/data.json": "{}",
    "packages/ui/package.json": """{"name": "ui", "exports": {
      ".": {"import": "./lib/main.js"}, "./button": "./lib/button.js", "./icons/*": "./icons/*.svg.js"
    }, "imports": {"#theme": "./lib/theme.js"}}""",
    "packages/ui/lib/main.js": "exports.open = function open() {}\n",
    "packages/ui/src/button.tsx": "",
    "packages/ui/icons/sun.svg.js": "",
    "packages/ui/lib/theme.js": "",
    "packages/ui/src/app.ts": "",
    "packages/old/package.json": '{"name": "left-pad"}',
    "packages/old/index.js": "",
    "generated/core/made.ts": "",
    "tools/fixtures/package.json": '{"name": "react"}',
    "tools/fixtures/index.js": "",
}
CORE = "packages/core/src/index.ts"


@pytest.fixture(scope="module")
def modules() -> ScriptModules:
    return ScriptModules(MadeIndex(FILES))


def resolve(modules: ScriptModules, importing: str, module: str) -> tuple[tuple[str, ...], str]:
    resolved = modules.resolve(importing, Import(module, "", "", 1))
    return resolved.paths, resolved.external


@pytest.mark.parametrize(
    ("importing", "module", "path"),
    [
        (CORE, "./user", "packages/core/src/user.ts"),
        (CORE, "./user.js", "packages/core/src/user.ts"),
        (CORE, "./user.ts", "packages/core/src/user.ts"),
        (CORE, "./util", "packages/core/src/util.ts"),
        ("packages/core/index.js", "./src/util", "packages/core/src/util.js"),
        (CORE, "./util.js", "packages/core/src/util.js"),
        (CORE, "./forms", "packages/core/src/forms/index.tsx"),
        (CORE, "./forms/", "packages/core/src/forms/index.tsx"),
        (CORE, "./view.vue", "packages/core/src/view.vue"),
        (CORE, "./data.json", "packages/core/src/data.json"),
        (CORE, "./data.json?raw", "packages/core/src/data.json"),
        ("packages/core/src/forms/index.tsx", "..", CORE),
        ("packages/core/src/forms/index.tsx", ".", "packages/core/src/forms/index.tsx"),
        (CORE, "@core/user", "packages/core/src/user.ts"),
        (CORE, "@core/exact", "packages/core/src/special.ts"),
        (CORE, "@core/made", "generated/core/made.ts"),
        (CORE, "packages/core/src/cart", "packages/core/src/cart.ts"),
        ("packages/ui/src/app.ts", "@shop/core", CORE),
        ("packages/ui/src/app.ts", "@shop/core/src/user", "packages/core/src/user.ts"),
        (CORE, "ui", "packages/ui/lib/main.js"),
        (CORE, "ui/button", "packages/ui/src/button.tsx"),
        (CORE, "ui/icons/sun", "packages/ui/icons/sun.svg.js"),
        ("packages/ui/src/app.ts", "#theme", "packages/ui/lib/theme.js"),
        ("packages/ui/src/app.ts", "@/button", "packages/ui/src/button.tsx"),
        ("packages/old/index.js", "left-pad", "packages/old/index.js"),
    ],
)
def test_an_import_leads_to_the_file_it_means(
    modules: ScriptModules, importing: str, module: str, path: str
) -> None:
    assert resolve(modules, importing, module) == ((path,), "")


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("react", "react"),
        ("react/jsx-runtime", "react"),
        ("@types/node/fs", "@types/node"),
        ("node:fs/promises", "node:fs"),
        ("left-pad", "left-pad"),
    ],
)
def test_what_is_no_workspace_is_outside(modules: ScriptModules, module: str, package: str) -> None:
    assert resolve(modules, CORE, module) == ((), package)


@pytest.mark.parametrize(
    "module", ["./gone", "../../../../../etc/passwd", "/etc/passwd", "", "@shop/core/gone"]
)
def test_what_is_not_there_leads_nowhere(modules: ScriptModules, module: str) -> None:
    assert resolve(modules, CORE, module) == ((), "")


@pytest.mark.parametrize(
    ("path", "name", "place"),
    [
        (CORE, "User", ("packages/core/src/user.ts", "User")),
        (CORE, "Basket", ("packages/core/src/cart.ts", "Cart")),
        ("packages/core/src/user.ts", "default", ("packages/core/src/user.ts", "make")),
        ("packages/core/src/view.vue", "default", ("packages/core/src/view.vue", "default")),
        ("packages/ui/lib/main.js", "open", ("packages/ui/lib/main.js", "open")),
    ],
)
def test_a_name_is_followed_to_where_it_is_defined(path: str, name: str, place: tuple[str, str]) -> None:
    index = MadeIndex(FILES)
    outline = index.outline
    index.outline = lambda path: outline(path) or _component(index, path)  # type: ignore[method-assign]
    symbol = ScriptModules(index).follow(path, name)
    assert symbol is not None
    assert (symbol.path, symbol.definition.qualified) == place


def _component(index: MadeIndex, path: str) -> object:
    from groundplan.code.grammars.reading import read_with_grammar

    return read_with_grammar("vue", index.files[path]) if path.endswith(".vue") else None


@pytest.mark.parametrize("name", ["Cart", "Gone", ""])
def test_a_name_that_is_not_given_out_is_not_found(modules: ScriptModules, name: str) -> None:
    assert modules.follow(CORE, name) is None


def test_modules_that_give_each_other_on_end() -> None:
    files = {"a.ts": "export * from './b'\n", "b.ts": "export * from './a'\nexport { x } from './a'\n"}
    assert ScriptModules(MadeIndex(files)).follow("a.ts", "x") is None


def test_packages_of_a_pnpm_workspace_are_known_by_name() -> None:
    files = {
        "pnpm-workspace.yaml": "packages:\n  # all\n  - 'libs/**'\ncatalog:\n  - none\n",
        "libs/deep/a/package.json": '{"name": "a"}',
        "libs/deep/a/src/index.js": "",
        "main.js": "",
    }
    modules = ScriptModules(MadeIndex(files))
    assert resolve(modules, "main.js", "a") == (("libs/deep/a/src/index.js",), "")


def test_an_example_that_asks_for_a_version_of_the_package_gets_the_published_one() -> None:
    files = {
        "package.json": '{"name": "shop", "main": "index.js"}',
        "index.js": "",
        "examples/package.json": '{"name": "examples", "dependencies": {"shop": "latest"}}',
        "examples/a.js": "",
        "site/package.json": '{"name": "site", "dependencies": {"shop": "file:.."}}',
        "site/a.js": "",
    }
    modules = ScriptModules(MadeIndex(files))
    assert resolve(modules, "examples/a.js", "shop") == ((), "shop")
    assert resolve(modules, "site/a.js", "shop") == (("index.js",), "")


@pytest.mark.parametrize(
    ("glob", "is_member"),
    [
        ("**/parts/*", True),
        ("libs/*/parts/b*n", True),
        ("libs/**", True),
        ("libs/ui/parts/button", True),
        ("./libs/*/parts/button/", True),
        ("libs/ui/parts", False),
        ("libs/ui/parts/b?n", False),
        ("**/" * 40 + "*a" * 40, False),
    ],
)
def test_a_workspace_glob_names_the_folders_of_packages(glob: str, is_member: bool) -> None:  # noqa: FBT001
    files = {
        "package.json": json.dumps({"workspaces": [glob]}),
        "libs/ui/parts/button/package.json": '{"name": "button"}',
        "libs/ui/parts/button/index.js": "",
        "main.js": "",
    }
    paths, _ = resolve(ScriptModules(MadeIndex(files)), "main.js", "button")
    assert paths == (("libs/ui/parts/button/index.js",) if is_member else ())


def test_paths_in_a_settings_file_that_is_only_referred_to_hold() -> None:
    files = {
        "tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
        "tsconfig.app.json": '{"compilerOptions": {"paths": {"~*": ["./src/*"]}}}',
        "src/a.ts": "",
    }
    assert resolve(ScriptModules(MadeIndex(files)), "src/b.ts", "~a") == (("src/a.ts",), "")


@pytest.mark.parametrize(
    "settings",
    [
        "{",
        "[]",
        "null",
        '{"compilerOptions": 3}',
        '{"compilerOptions": {"paths": {"a": 1, "b*": [2]}}}',
        "[" * 9999,
    ],
)
def test_broken_settings_are_as_none(settings: str) -> None:
    files = {"tsconfig.json": settings, "package.json": settings, "a.ts": "", "b.ts": ""}
    assert resolve(ScriptModules(MadeIndex(files)), "a.ts", "./b") == (("b.ts",), "")


def test_settings_that_extend_each_other_end() -> None:
    files = {
        "tsconfig.json": '{"extends": "./other.json"}',
        "other.json": '{"extends": ["./tsconfig.json"], "compilerOptions": {"baseUrl": "src"}}',
        "src/a.ts": "",
    }
    assert resolve(ScriptModules(MadeIndex(files)), "b.ts", "a") == (("src/a.ts",), "")


def test_comments_and_spare_commas_are_no_part_of_settings() -> None:
    text = b'\xef\xbb\xbf{"a": "// no, /* comment */,}", /* one */ "b": [1, 2,], // two\n'
    text += b'"c": {"d": 1, /* x */ }, }'
    assert read_object(text) == {"a": "// no, /* comment */,}", "b": [1, 2], "c": {"d": 1}}


@pytest.mark.parametrize(
    ("start", "piece"), [(b'{"', b'\\"'), (b"{", b"/*"), (b"{", b","), (b"{", b", /**/")]
)
def test_settings_without_measure_are_read_in_linear_time(start: bytes, piece: bytes) -> None:
    assert read_object(start + piece * 10_000) == {}
    assert_linear(lambda count: read_object(start + piece * count), 50_000)


@pytest.mark.parametrize("main", ["lib/index.js", "./lib/index", "lib", "./lib/"])
def test_the_folder_of_the_package_itself_is_what_its_manifest_says(main: str) -> None:
    files = {"package.json": json.dumps({"name": "web", "main": main}), "lib/index.js": "", "test/a.js": ""}
    assert resolve(ScriptModules(MadeIndex(files)), "test/a.js", "..") == (("lib/index.js",), "")
    assert resolve(ScriptModules(MadeIndex(files)), "test/a.js", "../") == (("lib/index.js",), "")


BUILT = {
    "package.json": '{"name": "linter", "dependencies": {"semver": "7"}}',
    "webpack.config.js": """module.exports = {
      // modules: ['wrong'],
      resolve: { modules: [path.resolve(__dirname, 'src'), 'node_modules'],
        alias: { Shared: path.join(__dirname, 'lib', 'shared'), computed: paths.core } },
    };""",
    "jest.config.js": "module.exports = { moduleNameMapper: {'^@app/(.*)$': '<rootDir>/src/$1'} };",
    "src/utils.js": "export function used() {}\n",
    "src/rules/html.js": "",
    "src/semver.js": "",
    "src/path.js": "",
    "lib/shared/menu.js": "",
    "other/kernel.js": "",
    "tests/test.utils.js": "import { used } from 'utils';\nused();\n",
}


@pytest.mark.parametrize(
    ("module", "path", "external"),
    [
        ("utils", "src/utils.js", ""),
        ("rules/html", "src/rules/html.js", ""),
        ("Shared/menu", "lib/shared/menu.js", ""),
        ("@app/utils", "src/utils.js", ""),
        ("computed/thing", "", ""),  # an alias whose target only running shows
        ("semver", "", ""),  # a package and a file below a root: which is not known
        ("path", "", ""),
        ("@core/kernel", "", ""),  # nobody asks for such a package
        ("kernel", "", ""),
        ("left-pad", "", "left-pad"),
        ("node:path", "", "node:path"),
    ],
)
def test_a_bare_name_is_outside_only_where_no_module_root_may_hold_it(
    module: str, path: str, external: str
) -> None:
    found = resolve(ScriptModules(MadeIndex(BUILT)), "tests/test.utils.js", module)

    assert found == ((path,) if path else (), external)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "vite.config.ts",
            "resolve: { alias: [{ find: '~lib', replacement: fileURLToPath(new URL('./lib', x)) }] }",
        ),
        ("vitest.config.mts", "resolve: { alias: { '~lib': resolve(__dirname, './lib') } }"),
        (".babelrc", '{"plugins": [["module-resolver", {"root": ["./"], "alias": {"~lib": "./lib"}}]]}'),
        ("package.json", '{"jest": {"moduleNameMapper": {"^~lib/(.*)$": "<rootDir>/lib/$1"}}}'),
        ("config/webpack.common.js", "alias: { '~lib': path.resolve(__dirname, '../lib') }"),
    ],
)
def test_an_alias_is_read_from_the_settings_of_each_tool(name: str, text: str) -> None:
    files = {"package.json": "{}", "lib/menu.js": "", "app.js": "", name: text}

    assert resolve(ScriptModules(MadeIndex(files)), "app.js", "~lib/menu") == (("lib/menu.js",), "")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("jest.config.js", "moduleDirectories: ['src', 'node_modules']"),
        ("jest.config.js", "modulePaths: ['<rootDir>/src']"),
        ("package.json", '{"scripts": {"start": "NODE_PATH=src node app.js"}}'),
        (".babelrc", '{"plugins": [["module-resolver", {"root": ["./src"]}]]}'),
    ],
)
def test_a_module_root_is_read_from_the_settings_of_each_tool(name: str, text: str) -> None:
    files = {"package.json": "{}", "src/menu.js": "", "app.js": "", name: text}

    assert resolve(ScriptModules(MadeIndex(files)), "app.js", "menu") == (("src/menu.js",), "")
