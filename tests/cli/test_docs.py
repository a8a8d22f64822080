"""`code docs`: what installed packages say about themselves, read from the project's environment."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import make_desk

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

SITE = ".venv/lib/python3.12/site-packages"
PYTHON = {
    ".venv/pyvenv.cfg": "version = 3.12.1\n",
    f"{SITE}/wire-2.1.0.dist-info/METADATA": "Name: wire\nVersion: 2.1.0\n\n# Wire\n",
    f"{SITE}/wire-2.1.0.dist-info/RECORD": "_wire/client.py,,\nwire/__init__.py,,\n",
    f"{SITE}/wire/__init__.py": """
        from _wire.client import Client as Client
        from _wire.client import LIMIT as client
        from .shapes import *
        """,
    f"{SITE}/wire/shapes.py": '''
        """Shapes of answers."""

        class Answer:
            """What came back."""
        ''',
    f"{SITE}/_wire/client.py": '''
        LIMIT = 3

        class Base:
            def close(self) -> None:
                """Close it."""

        class Client(Base):
            """Asks a server.

            One connection each.
            """

            def get(self, url: str, *, tries: int = ("x", 3)[1]) -> bytes:
                """Get `url`, which is "quoted"."""
        ''',
    f"{SITE}/PyYam-6.0.dist-info/METADATA": "Name: PyYam\nVersion: 6.0\n\nReads YAM.\n",
    f"{SITE}/PyYam-6.0.dist-info/top_level.txt": "yam\n",
    f"{SITE}/yam.py": 'def load(stream):\n    "Load it."\n',
}
NPM = {
    "node_modules/plate/package.json": {
        "name": "plate",
        "version": "4.0.1",
        "exports": {".": {"default": "./index.js", "types": "./types/index.d.ts"}, "./hot": "./hot.js"},
    },
    "node_modules/plate/README.md": "# plate\n\nServes.\n",
    "node_modules/plate/types/index.d.ts": """
        export * from './serve.js';
        export { warm as heat } from '@kitchen/stove';
        export = plate;
        declare namespace plate {
          /** Wash it. */
          function wash(times: number): void;
        }
        """,
    "node_modules/plate/types/serve.d.ts": """
        export interface Options {}
        /**
         * Serve it.
         * @param options how
         */
        // eslint-disable-next-line
        export declare function serve(options?: Options): Promise<void>;
        export declare function serve(table: string): Promise<void>;
        """,
    "node_modules/plate/hot.js": "/** Keep hot. */\nexport function keep(degrees) {}\n",
    "node_modules/plate/inner.js": "exports.hidden = function hidden() {};\n",
    "node_modules/@kitchen/stove/package.json": {"name": "stove", "version": "1", "main": "lib/stove"},
    "node_modules/@kitchen/stove/lib/stove.js": "/** Make warm. */\nfunction warm(pot) {}\n",
}  # fmt: skip
MANIFESTS = {
    "pyproject.toml": """
        [project]
        name = "shop"
        version = "1"
        dependencies = ["wire>=3", "PyYam", "absent>=1.2"]
        """,
    "package.json": {"name": "shop", "dependencies": {"plate": "^4.0.0", "@kitchen/stove": "1"}},
    "go.mod": """
        module example.org/shop

        go 1.21

        require github.com/Acme/snake v1.8.0
        require gopkg.in/far.v2 v2.0.0
        """,
    "Cargo.toml": """
        [package]
        name = "shop"
        version = "0.1.0"

        [dependencies]
        grain-mill = "1.2"
        """,
    "Cargo.lock": """
        [[package]]
        name = "grain-mill"
        version = "1.2.7"
        """,
    "pom.xml": """
        <project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version>
        <dependencies><dependency><groupId>org.acme</groupId><artifactId>jar</artifactId><version>3</version></dependency></dependencies></project>
        """,
    ".gitignore": ".venv\nnode_modules\n",
}  # fmt: skip
HOME = {
    "go/pkg/mod/github.com/!acme/snake@v1.8.0/README.md": "# snake\n",
    "go/pkg/mod/github.com/!acme/snake@v1.8.0/snake.go": """
        package snake

        // Snake is long.
        type Snake struct{}

        // Hiss makes a sound.
        //
        // It is loud.
        func (s *Snake) Hiss(times int) error { return nil }
        """,
    "go/pkg/mod/github.com/!acme/snake@v1.8.0/egg/egg.go": "package egg\n\n// Lay lays.\nfunc Lay() {}\n",
    "go/pkg/mod/github.com/!acme/snake@v1.9.0/snake.go": "package snake\n\nfunc Later() {}\n",
    ".cargo/registry/src/index-1/grain-mill-1.2.7/Cargo.toml": '[package]\nname = "grain-mill"\n',
    ".cargo/registry/src/index-1/grain-mill-1.2.7/src/lib.rs": """
        pub use crate::stones::{grind, Stone};
        pub mod stones;
        """,
    ".cargo/registry/src/index-1/grain-mill-1.2.7/src/stones/mod.rs": """
        /// A stone.
        pub struct Stone;

        impl Stone {
            /// Turn it.
            #[inline]
            pub fn turn(&self, times: u8) -> bool { true }
        }

        /// Grind it.
        pub fn grind(stone: &Stone) {}
        """,
    ".cargo/registry/src/index-1/grain-mill-9.0.0/src/lib.rs": "pub fn newer() {}\n",
}


def lay(folder: Path, files: dict[str, Any]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(text) if isinstance(text, dict) else dedent(text).lstrip("\n"))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A project in four languages, with what its package managers installed."""
    desk = make_desk(tmp_path_factory.mktemp("shop"))
    lay(desk.folder, PYTHON | NPM | MANIFESTS)
    lay(desk.home, HOME)
    return desk


def ask(desk: Desk, name: str) -> dict[str, Any]:
    ran = desk.run("code", "docs", name, "--json")
    assert ran.code == 0, ran.err
    return ran.json


def member(desk: Desk, name: str) -> tuple[str, str, str]:
    """Signature, first line of the documentation and the file of the first member found."""
    (first, *_) = ask(desk, name)["members"]
    assert first["how"] == "resolved"
    path = first["path"].replace(str(desk.home), "")
    return first["signature"], (*first["doc"], "")[0], f"{path.rpartition('/')[2]}:{first['line']}"


@pytest.mark.req("S2-22")
class TestMembers:
    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("wire.Client", ("class Client(Base)", "Asks a server.", "client.py:7")),
            (
                "wire.Client.get",
                (
                    'def get(self, url: str, *, tries: int = ("x", 3)[1]) -> bytes',
                    'Get `url`, which is "quoted".',
                    "client.py:13",
                ),
            ),
            ("wire.Client.close", ("def close(self) -> None", "Close it.", "client.py:4")),
            ("wire.Answer", ("class Answer", "What came back.", "shapes.py:3")),
            ("wire.client", ("LIMIT = 3", "", "client.py:1")),  # a name comes before a module of that name
            ("wire.shapes", ("", "Shapes of answers.", "shapes.py:1")),
            ("yam.load", ("def load(stream)", "Load it.", "yam.py:1")),
            ("pyyam.load", ("def load(stream)", "Load it.", "yam.py:1")),
            (
                "plate.serve",
                (
                    "export declare function serve(options?: Options): Promise<void>",
                    "Serve it.",
                    "serve.d.ts:7",
                ),
            ),
            ("plate.wash", ("function wash(times: number): void", "Wash it.", "index.d.ts:6")),
            ("plate.heat", ("function warm(pot)", "Make warm.", "stove.js:2")),
            ("plate/hot.keep", ("export function keep(degrees)", "Keep hot.", "hot.js:2")),
            ("@kitchen/stove.warm", ("function warm(pot)", "Make warm.", "stove.js:2")),
            (
                "snake.Snake.Hiss",
                ("func (s *Snake) Hiss(times int) error", "Hiss makes a sound.", "snake.go:9"),
            ),
            ("github.com/Acme/snake.Snake", ("type Snake struct", "Snake is long.", "snake.go:4")),
            ("github.com/Acme/snake/egg.Lay", ("func Lay()", "Lay lays.", "egg.go:4")),
            ("grain_mill::grind", ("pub fn grind(stone: &Stone)", "Grind it.", "mod.rs:11")),
            (
                "grain-mill.Stone.turn",
                ("pub fn turn(&self, times: u8) -> bool", "Turn it.", "mod.rs:7"),
            ),
            ("grain_mill::stones::Stone", ("pub struct Stone", "A stone.", "mod.rs:2")),
        ],
    )
    def test_a_member_is_shown_as_it_is_written_and_documented(
        self, shop: Desk, name: str, expected: tuple[str, str, str]
    ) -> None:
        assert member(shop, name) == expected

    def test_every_overload_is_shown_the_documented_one_first(self, shop: Desk) -> None:
        found = ask(shop, "plate.serve")["members"]
        assert [bool(each["doc"]) for each in found] == [True, False]
        assert found[0]["doc"] == ["Serve it.", "@param options how"]

    def test_what_only_has_the_name_is_never_said_to_be_the_member(self, shop: Desk) -> None:
        (only,) = ask(shop, "plate.hidden")["members"]
        assert only["how"] == "by-name"
        assert "Whether `plate.hidden` leads there is not known" in " ".join(
            shop.run("code", "docs", "plate.hidden").out.split()
        )

    def test_another_version_in_the_cache_is_not_the_one_that_is_used(self, shop: Desk) -> None:
        for name in ("snake.Later", "grain_mill::newer"):
            assert shop.run("code", "docs", name).code == 2

    def test_an_unknown_member_is_refused_with_near_names(self, shop: Desk) -> None:
        ran = shop.run("code", "docs", "wire.Clent")
        assert (ran.code, "`Client`" in ran.err) == (2, True)


@pytest.mark.req("S2-22")
class TestPackages:
    @pytest.mark.parametrize(
        ("name", "version", "readme"),
        [
            ("wire", "2.1.0", "# Wire"),
            ("yam", "6.0", "Reads YAM."),
            ("plate", "4.0.1", "# plate"),
            ("snake", "v1.8.0", "# snake"),
        ],
    )
    def test_a_package_is_shown_with_its_version_and_readme(
        self, shop: Desk, name: str, version: str, readme: str
    ) -> None:
        found = ask(shop, name)
        assert (found["installed"]["version"], found["readme"][0]) == (version, readme)
        assert found["known"] == "document"

    def test_a_version_that_the_manifest_does_not_ask_for_is_pointed_out(self, shop: Desk) -> None:
        assert [each["fits"] for each in ask(shop, "wire")["wanted"]] == [False]
        assert [each["fits"] for each in ask(shop, "plate")["wanted"]] == [True]
        assert "asks for >=3: not what is installed" in shop.run("code", "docs", "wire").out

    def test_a_dependency_that_is_not_installed_is_said_to_be_so_and_where_it_was_looked_for(
        self, shop: Desk
    ) -> None:
        ran = shop.run("code", "docs", "absent.thing")
        assert ran.code == 0
        assert "not installed here" in ran.out
        assert ".venv" in ran.out
        assert "pyproject.toml:4 asks for >=1.2" in ran.out

    def test_a_module_at_a_version_that_is_not_in_the_cache_is_not_installed(self, shop: Desk) -> None:
        assert ask(shop, "gopkg.in/far.v2")["installed"] is None

    def test_an_ecosystem_that_is_not_read_is_said_to_be_so(self, shop: Desk) -> None:
        out = shop.run("code", "docs", "org.acme:jar").out
        assert "packages of maven are not read" in out
        assert "not installed" not in out

    @pytest.mark.parametrize("name", ["nosuch", "..", "", "a b", "../../etc", "\x00", "wire..Client"])
    def test_what_names_no_package_is_refused(self, shop: Desk, name: str) -> None:
        assert shop.run("code", "docs", name).code == 2


def test_what_a_gradle_build_computes_is_said_not_to_be_read(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    (desk.folder / "build.gradle.kts").write_text("dependencies {\n  implementation(libs.snakeyaml)\n}\n")
    ran = desk.run("code", "docs", "snakeyaml")
    assert ran.code == 2
    assert "what a Gradle build computes, such as a catalog in its settings, is not" in " ".join(
        ran.err.split()
    )


class TestHarm:
    @pytest.fixture
    def desk(self, tmp_path: Path) -> Desk:
        made = make_desk(tmp_path)
        lay(
            made.folder,
            {"package.json": {"name": "x", "dependencies": {"bad": "1"}}, ".gitignore": "node_modules\n"},
        )
        lay(
            made.home,
            {"private/package.json": {"name": "bad", "version": "1"}, "private/README.md": "my secret"},
        )
        (made.folder / "node_modules").mkdir()
        return made

    def test_a_link_that_leads_out_of_the_repository_is_not_followed(self, desk: Desk) -> None:
        (desk.folder / "node_modules/bad").symlink_to(desk.home / "private")
        found = ask(desk, "bad")
        assert (found["installed"], found["readme"]) == (None, [])

    def test_an_environment_that_is_such_a_link_is_not_followed(self, desk: Desk) -> None:
        (desk.folder / "node_modules").rmdir()
        (desk.home / "private/bad").mkdir()
        (desk.home / "private/package.json").rename(desk.home / "private/bad/package.json")
        (desk.folder / "node_modules").symlink_to(desk.home / "private")
        assert ask(desk, "bad")["installed"] is None

    def test_a_file_that_a_package_names_outside_is_not_read(self, desk: Desk) -> None:
        lay(desk.home, {"private/key.d.ts": "/** secret */\nexport declare function leak(): void;\n"})
        lay(
            desk.folder,
            {
                "node_modules/bad/package.json": {
                    "name": "bad",
                    "version": "1",
                    "types": "../../../private/key.d.ts",
                }
            },
        )
        assert desk.run("code", "docs", "bad.leak").code == 2

    def test_its_words_move_no_cursor_and_its_keys_are_left_out(self, desk: Desk) -> None:
        lay(
            desk.folder,
            {
                "node_modules/bad/package.json": {"name": "bad", "version": "1\x1b[2J"},
                "node_modules/bad/README.md": "\x1b[31mred\x07 ghp_" + "a1B2c3D4e5" * 4 + "\n",
            },
        )
        ran = desk.run("code", "docs", "bad")
        assert ran.code == 0
        assert not {"\x1b", "\x07"} & set(ran.out)
        assert "a1B2c3D4e5a1B2" not in ran.out

    @pytest.mark.parametrize(
        "text", ["[" * 100_000, "\x00", "{}", '{"name": ["bad"], "types": {"a": 1}, "exports": [[]]}', "null"]
    )
    def test_a_broken_manifest_of_a_package_is_no_crash(self, desk: Desk, text: str) -> None:
        lay(
            desk.folder,
            {
                "node_modules/bad/package.json": text,
                "node_modules/bad/index.js": "/** It. */\nexports.x = function x() {};\n",
            },
        )
        assert desk.run("code", "docs", "bad.x").code in {0, 2}
        assert desk.run("code", "docs", "bad").code == 0

    def test_imports_that_go_in_circles_end(self, desk: Desk) -> None:
        lay(
            desk.folder,
            {
                "node_modules/bad/package.json": {"name": "bad", "version": "1"},
                "node_modules/bad/index.d.ts": "export * from './a';\nexport * from 'bad';\n",
                "node_modules/bad/a.d.ts": "export * from '.';\nexport { y as x, x as y } from './a';\n",
            },
        )
        assert desk.run("code", "docs", "bad.x").code == 2


def test_a_turn_can_ask_for_it(begun: Desk) -> None:
    lay(begun.folder, PYTHON)
    lay(begun.folder, {".gitignore": ".venv\n"})
    turn = {"code": [{"ask": "docs", "about": "wire.Client"}, {"ask": "docs", "about": "nosuch"}]}
    ran = begun.run("write", "--records", "-", "--json", stdin=json.dumps(turn))
    assert ran.code == 0, ran.err
    first, second = ran.json["code"]
    assert first["answer"]["members"][0]["doc"][0] == "Asks a server."
    assert "nosuch" in second["error"]
    told = begun.run("write", "--records", "-", stdin=json.dumps(turn))
    assert "Asks a server." in told.out
