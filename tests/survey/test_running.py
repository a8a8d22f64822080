"""One test file is run by a line that can be typed at the root, or nothing is said."""

from __future__ import annotations

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.running.finding import find_run
from groundplan.survey.running.ground import Ground, Run

JUNIT = "package shop;\nclass CartTest {\n  @Test void adds() {}\n}\n"
POM = "<project>\n<artifactId>{}</artifactId>{}\n</project>\n"
SDK = '<PackageReference Include="Microsoft.NET.Test.Sdk" Version="17" />'
XUNIT = f'<Project Sdk="Microsoft.NET.Sdk">\n<ItemGroup>{SDK}\n</ItemGroup></Project>\n'
FACT = "namespace Shop.Tests;\npublic class CartTests {\n  [Fact] public void Adds() {}\n}\n"
GUARDED = "if(SHOP_TESTS)\n  enable_testing()\n  add_subdirectory(test)\nendif()\n"
CMAKE = f'project(shop)\noption(SHOP_TESTS "x" OFF)\n{GUARDED}'
MAKER = "function(shop_test name)\n  add_test(NAME ${name} COMMAND x)\nendfunction()\n"


def run(files: dict[str, str], path: str, test: str = "") -> Run | None:
    index = MadeIndex(files)
    return find_run(Ground(index, read_manifest(index)), path, test)


_STUBS = {
    "go": "func TestA(t *testing.T) {}",
    "php": "function testA() {}",
    "py": "def test_a(): ...",
    **dict.fromkeys(("js", "ts", "cjs", "mjs"), "test('a')"),
    **dict.fromkeys(("c", "cc", "cpp"), "TEST(a)"),
}


def line(files: dict[str, str], path: str, test: str = "") -> str:
    """Return the command for a file, which has a test if it has one at all."""
    if path in files:
        files = {**files, path: f"{files[path]}\n{_STUBS.get(path.rpartition('.')[2], '')}\n"}
    found = run(files, path, test)
    return found.line if found else ""


def package(scripts: str = "", more: str = "") -> dict[str, str]:
    return {"package.json": f'{{"scripts": {{{scripts}}}{more}}}'}


@pytest.mark.parametrize(
    ("files", "path", "test", "expected"),
    [
        ({"go.mod": "module x\n"}, "pkg/a_test.go", "TestA", "go test ./pkg -run '^TestA$'"),
        ({"sub/go.mod": "module x\n"}, "sub/a_test.go", "", "cd sub && go test ."),
        (
            {"go.mod": "module x\n", "a_test.go": "//go:build integration\n\npackage x\n"},
            "a_test.go",
            "",
            "go test -tags integration .",
        ),
        ({"go.mod": "module x\n", "a_test.go": "//go:build windows\n\npackage x\n"}, "a_test.go", "", ""),
        ({"go.mod": "module x\n"}, "testdata/a_test.go", "", ""),
        (
            {"go.mod": "module x\n", "a_test.go": "//go:build go1.21\n\npackage x\n"},
            "a_test.go",
            "",
            "go test .",
        ),
        ({"go.mod": "module x\n", "a_test.go": "//go:build !go1.21\n\npackage x\n"}, "a_test.go", "", ""),
        ({"a_test.go": "package x\n"}, "a_test.go", "", ""),
    ],
)
def test_go_runs_the_package_in_its_module(
    files: dict[str, str], path: str, test: str, expected: str
) -> None:
    assert line(files, path, test) == expected


CRATE = '[package]\nname = "shop"\nversion = "1.0.0"\n'
UNIT = "fn f() {}\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn adds() {}\n}\n"


@pytest.mark.parametrize(
    ("files", "path", "expected"),
    [
        ({"tests/cart.rs": "#[test]\nfn a() {}\n"}, "tests/cart.rs", "cargo test --test cart"),
        ({"tests/a/main.rs": "mod b;\n", "tests/a/b.rs": "#[test]"}, "tests/a/b.rs", "cargo test --test a"),
        ({"tests/common/mod.rs": "fn x() {}\n"}, "tests/common/mod.rs", ""),
        (
            {"tests/cart.rs": '#![cfg(feature = "fast")]\n#[test]\nfn a() {}\n'},
            "tests/cart.rs",
            "cargo test --features fast --test cart",
        ),
        ({"tests/cart.rs": "#![cfg(windows)]\n#[test]\nfn a() {}\n"}, "tests/cart.rs", ""),
        ({"src/lib.rs": "mod cart;\n", "src/cart.rs": UNIT}, "src/cart.rs", "cargo test --lib cart::tests"),
        (
            {"src/lib.rs": '#[cfg(feature = "fast")]\npub mod cart;\n', "src/cart.rs": UNIT},
            "src/cart.rs",
            "cargo test --features fast --lib cart::tests",
        ),
        ({"src/lib.rs": "x! { mod cart }\n", "src/cart.rs": UNIT}, "src/cart.rs", ""),
        ({"src/lib.rs": "cfg_net! {\n    pub mod cart;\n}\n", "src/cart.rs": UNIT}, "src/cart.rs", ""),
        (
            {
                "src/lib.rs": '#[cfg(feature = "fast")]\npub mod shop {\n    pub mod cart;\n}\nmod other;\n',
                "src/shop/cart.rs": UNIT,
            },
            "src/shop/cart.rs",
            "cargo test --features fast --lib shop::cart::tests",
        ),
        ({"src/main.rs": "mod cart;\n", "src/cart.rs": UNIT}, "src/cart.rs", "cargo test cart::tests"),
        ({"src/lib.rs": "mod cart;\n", "src/cart.rs": "fn f() {}\n"}, "src/cart.rs", ""),
    ],
)
def test_rust_runs_a_target_or_a_module_under_its_features(
    files: dict[str, str], path: str, expected: str
) -> None:
    assert line({"Cargo.toml": CRATE, **files}, path) == expected


def test_a_crate_of_a_workspace_is_named_and_one_outside_is_gone_to() -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/odd"]\n',
        "crates/cart/Cargo.toml": CRATE,
        "crates/cart/tests/a.rs": "#[test]",
        "crates/odd/Cargo.toml": CRATE,
        "crates/odd/tests/a.rs": "#[test]",
    }
    found = run(files, "crates/cart/tests/a.rs", "adds")
    assert found == Run("cargo test -p shop --test a adds", found.at if found else None)  # type: ignore[arg-type]
    assert found is not None
    assert str(found.at) == "crates/cart/Cargo.toml:2"
    assert line(files, "crates/odd/tests/a.rs") == "cd crates/odd && cargo test --test a"


@pytest.mark.parametrize(
    ("files", "path", "test", "expected"),
    [
        (
            {"pom.xml": POM.format("a", "")},
            "src/test/java/shop/CartTest.java",
            "",
            "mvn -q test -Dtest=CartTest",
        ),
        (
            {"pom.xml": POM.format("a", ""), "mvnw": ""},
            "src/test/java/shop/CartTest.java",
            "CartTest.adds",
            "./mvnw -q test '-Dtest=CartTest#adds'",
        ),
        (
            {
                "pom.xml": POM.format("all", "<modules><module>web</module></modules>"),
                "web/pom.xml": POM.format("web", ""),
            },
            "web/src/test/java/shop/CartTest.java",
            "",
            "mvn -q test -pl web -Dtest=CartTest",
        ),
        (
            {
                "pom.xml": POM.format("all", "<modules><module>core</module><module>web</module></modules>"),
                "core/pom.xml": POM.format("core", ""),
                "web/pom.xml": POM.format(
                    "web",
                    "<dependencies><dependency><artifactId>core</artifactId></dependency></dependencies>",
                ),
            },
            "web/src/test/java/shop/CartTest.java",
            "",
            "mvn -q test -pl web -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=CartTest",
        ),
        (
            {"settings.gradle": "include ':web:api'\n", "web/api/build.gradle": "x\n", "gradlew": ""},
            "web/api/src/test/java/shop/CartTest.java",
            "",
            "./gradlew :web:api:test --tests shop.CartTest",
        ),
        (
            {"settings.gradle.kts": 'include(\n  ":web",\n)\n', "web/build.gradle.kts": "x\n"},
            "web/src/test/java/shop/CartTest.java",
            "",
            "gradle :web:test --tests shop.CartTest",
        ),
        (
            {"settings.gradle": "include ':other'\n", "web/build.gradle": "x\n"},
            "web/src/test/java/shop/CartTest.java",
            "",
            "",
        ),
        (
            {"build.gradle": "x\n"},
            "src/test/java/shop/CartTest.java",
            "",
            "gradle test --tests shop.CartTest",
        ),
        (
            {"build.gradle": "id 'com.android.library'\n"},
            "src/test/java/shop/CartTest.java",
            "",
            "gradle testDebugUnitTest --tests shop.CartTest",
        ),
        ({"build.gradle": "x\n"}, "src/slowTest/java/shop/CartTest.java", "", ""),
    ],
)
def test_a_junit_class_is_run_in_its_module(
    files: dict[str, str], path: str, test: str, expected: str
) -> None:
    assert line({**files, path: JUNIT}, path, test) == expected


@pytest.mark.parametrize(
    "text", ["abstract class CartTest { @Test void a() {} }", "class CartTest { void a() {} }"]
)
def test_a_class_that_runs_nothing_has_no_command(text: str) -> None:
    path = "src/test/java/CartTest.java"
    assert line({"pom.xml": POM.format("a", ""), path: text}, path) == ""


@pytest.mark.parametrize(
    ("project", "text", "expected"),
    [
        (
            XUNIT,
            FACT,
            "dotnet test test/Shop.Tests.csproj --filter 'FullyQualifiedName~Shop.Tests.CartTests.'",
        ),
        (
            XUNIT,
            "namespace System { class A {} }\nnamespace Shop { class CartTests { [FactOnSql] void A() {} } }",
            "dotnet test test/Shop.Tests.csproj --filter 'FullyQualifiedName~Shop.CartTests.'",
        ),
        ("<Project Sdk='x'></Project>", FACT, ""),
        (XUNIT, "class Helper {}", ""),
    ],
)
def test_a_class_of_a_test_project_is_filtered_by_its_full_name(
    project: str, text: str, expected: str
) -> None:
    files = {"test/Shop.Tests.csproj": project, "test/Unit/CartTests.cs": text}
    assert line(files, "test/Unit/CartTests.cs") == expected


@pytest.mark.parametrize(
    ("files", "path", "expected"),
    [
        ({"Gemfile": 'gem "rspec"\n'}, "spec/cart_spec.rb", "bundle exec rspec spec/cart_spec.rb"),
        (
            {"Gemfile": "gemspec\n", "a.gemspec": 's.add_development_dependency "rspec"\n'},
            "spec/a_spec.rb",
            "bundle exec rspec spec/a_spec.rb",
        ),
        (
            {"Gemfile": 'gem "minitest"\n', "Rakefile": "Rake::TestTask.new(:units) do |t|\nend\n"},
            "test/test_cart.rb",
            "bundle exec rake units TEST=test/test_cart.rb",
        ),
        (
            {"Gemfile": 'gem "minitest"\n', "Rakefile": 'Rake::TestTask.new("test:all") do |t|\nend\n'},
            "test/test_cart.rb",
            "bundle exec rake test:all TEST=test/test_cart.rb",
        ),
        (
            {"Gemfile": 'gem "minitest"\n', "Rakefile": "Rake::TestTask.new do |t|\nend\n"},
            "test/test_cart.rb",
            "bundle exec rake test TEST=test/test_cart.rb",
        ),
        (
            {"Gemfile": 'gem "minitest"\n'},
            "test/cart_test.rb",
            "bundle exec ruby -Ilib -Itest test/cart_test.rb",
        ),
        (
            {"Gemfile": 'gem "rails"\n', "bin/rails": "x\n"},
            "test/cart_test.rb",
            "bin/rails test test/cart_test.rb",
        ),
        ({"Gemfile": 'gem "rake"\n'}, "test/cart_test.rb", ""),
    ],
)
def test_ruby_runs_a_file_by_the_declared_runner(files: dict[str, str], path: str, expected: str) -> None:
    assert line({path: 'require "minitest/autorun"\ndef test_a\nend\n', **files}, path) == expected


UNIT_GEM = {"Gemfile": 'gem "test-unit"\n'}
BARE_TEST = "class TestCart < Test::Unit::TestCase\n  def test_a\n  end\nend\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, ""),
        ({"test/helper.rb": 'require "test/unit"\n'}, ""),
        ({"Rakefile": "Rake::TestTask.new do |t|\nend\n"}, ""),
        (
            {"Rakefile": 'Rake::TestTask.new do |t|\n  t.ruby_opts << "-rhelper"\nend\n'},
            "bundle exec rake test TEST=test/test_cart.rb",
        ),
        (
            {"test/run.rb": 'require_relative "helper"\nexit(Test::Unit::AutoRunner.run(true, __dir__))\n'},
            "bundle exec ruby test/run.rb --location=test/test_cart.rb",
        ),
        ({"test/run.rb": 'puts "no runner"\n'}, ""),
    ],
)
def test_a_ruby_file_that_loads_no_framework_is_run_by_what_loads_it_or_not_at_all(
    files: dict[str, str], expected: str
) -> None:
    assert line({**UNIT_GEM, **files, "test/test_cart.rb": BARE_TEST}, "test/test_cart.rb") == expected


@pytest.mark.parametrize("helper", ['require "test/unit"', 'require_relative "more"', "Bundler.require"])
def test_a_ruby_file_is_run_alone_where_its_helper_loads_the_framework(helper: str) -> None:
    files = {"test/helper.rb": helper, "test/more.rb": 'require "minitest/autorun"\n'}
    test = {"test/test_cart.rb": 'require "helper"\n\ntest "adds" do\nend\n'}
    expected = "bundle exec ruby -Ilib -Itest test/test_cart.rb"
    assert line({**UNIT_GEM, **files, **test}, "test/test_cart.rb") == expected


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("test/test_helper.rb", "def test_all\nend\n"),
        ("test/listener.rb", "class Listener\n  def text(it)\n  end\nend\n"),
    ],
)
def test_what_tests_of_ruby_are_made_with_is_not_run(path: str, text: str) -> None:
    assert line({"Gemfile": 'gem "minitest"\n', path: f'require "minitest/autorun"\n{text}'}, path) == ""


@pytest.mark.parametrize(
    ("composer", "expected"),
    [
        (
            '{"require-dev": {"phpunit/phpunit": "^10"}}',
            "vendor/bin/phpunit tests/CartTest.php --filter testAdds",
        ),
        (
            '{"require-dev": {"pestphp/pest": "^2", "phpunit/phpunit": "^10"}}',
            "vendor/bin/pest tests/CartTest.php --filter testAdds",
        ),
        (
            '{"require-dev": {"phpunit/phpunit": "^10"}, "config": {"bin-dir": "bin"}}',
            "bin/phpunit tests/CartTest.php --filter testAdds",
        ),
        ('{"require-dev": {}}', ""),
    ],
)
def test_php_runs_a_file_by_the_declared_runner(composer: str, expected: str) -> None:
    files = {"composer.json": composer, "tests/CartTest.php": "<?php\nfinal class CartTest {}\n"}
    assert line(files, "tests/CartTest.php", "CartTest.testAdds") == ""  # how tests are loaded is not known
    files["phpunit.xml.dist"] = "<phpunit/>\n"
    assert line(files, "tests/CartTest.php", "CartTest.testAdds") == expected


@pytest.mark.parametrize(
    ("inner", "name"),
    [
        ("add_executable(cart cart_test.cc)\nadd_test(NAME carts COMMAND cart)\n", " -R '^carts$'"),
        (f"{MAKER}shop_test(cart_test)\n", " -R '^cart_test$'"),
        ("# add_test(NAME carts COMMAND cart)\nadd_test(NAME ${X} COMMAND cart)\n", ""),
    ],
)
def test_cmake_builds_with_its_switches_and_runs_the_test_of_a_file(inner: str, name: str) -> None:
    files = {"CMakeLists.txt": CMAKE, "test/CMakeLists.txt": inner, "test/cart_test.cc": "x\n"}
    build = "cmake -S . -B build -DSHOP_TESTS=ON && cmake --build build"
    expected = f"{build} && ctest --test-dir build --output-on-failure{name}"
    assert line(files, "test/cart_test.cc") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("include(CTest)\n", ""),
        ("include(CTest)\nif(A OR B)\nforeach(t)\nadd_test(${t} ${t})\nendforeach()\nendif()\n", " -DA=ON"),
    ],
)
def test_cmake_is_silent_without_a_test_and_turns_on_one_switch(text: str, expected: str) -> None:
    options = 'option(A "a" OFF)\noption(B "b" OFF)\n'
    found = line({"CMakeLists.txt": options + text, "a_test.c": "x\n"}, "a_test.c")
    assert found.partition(" && ")[0] == (f"cmake -S . -B build{expected}" if expected else "")


def test_cmake_turns_on_what_an_error_of_the_build_asks_for_and_the_readme_does() -> None:
    build = (
        'option(A_FETCH "a" OFF)\noption(A_OTHER "b" OFF)\ninclude(CTest)\nadd_executable(c a_test.c)\n'
        "add_test(c c)\n"
    )
    files = {
        "CMakeLists.txt": build,
        "cmake/deps.cmake.in": 'message(SEND_ERROR "No sources! Enable A_FETCH or A_OTHER.")\n',
        "README.md": "    cmake -DA_FETCH=on -S . -B build\n",
        "a_test.c": "x\n",
    }
    assert line(files, "a_test.c").partition(" && ")[0] == "cmake -S . -B build -DA_FETCH=ON"
    assert line(files | {"README.md": "x\n"}, "a_test.c").partition(" && ")[0] == "cmake -S . -B build"


def test_cmake_turns_on_nothing_that_the_tests_do_not_need() -> None:
    build = (
        'option(A_ONE "a" OFF)\noption(A_FILE "b" OFF)\nif(A_ONE AND A_FILE)\n'
        'message(FATAL_ERROR "A_ONE and A_FILE are mutually exclusive")\nendif()\ninclude(CTest)\n'
        "foreach(t ${ALL})\nif(A_FILE)\nadd_test(${t}_f ${t})\nendif()\nadd_test(${t} ${t})\nendforeach()\n"
    )
    files = {"CMakeLists.txt": build, "README.md": "cmake -DA_ONE=ON -DA_FILE=ON .\n", "a_test.c": "x\n"}
    files["one/CMakeLists.txt"] = 'message(FATAL_ERROR "A_ONE requires CMake 3.28")\n'
    assert line(files, "a_test.c").partition(" && ")[0] == "cmake -S . -B build"


def test_cmake_turns_on_no_second_switch() -> None:
    options = 'option(A "a" OFF)\noption(B "b" OFF)\n'
    build = f"{options}include(CTest)\nif(A AND B)\nadd_executable(c a_test.c)\nadd_test(c c)\nendif()\n"
    assert line({"CMakeLists.txt": build, "a_test.c": "x\n"}, "a_test.c") == ""


def test_a_test_below_an_option_that_the_build_computes_has_no_command() -> None:
    text = 'option(A "a" ${FOUND})\nenable_testing()\nadd_executable(c a_test.c)\n{}add_test(c c)\n'
    files = {"a_test.c": "x\n"}
    assert line(files | {"CMakeLists.txt": text.replace("{}", "")}, "a_test.c")
    guarded = text.replace("{}", "if(A)\n") + "endif()\n"
    assert line(files | {"CMakeLists.txt": guarded}, "a_test.c") == ""


def test_a_pom_that_builds_nothing_does_not_run_the_tests_of_a_gradle_build() -> None:
    path = "src/test/java/shop/CartTest.java"
    files = {"pom.xml": POM.format("shop", ""), "build.gradle": "x\n", path: JUNIT}
    assert line(files, path) == "gradle test --tests shop.CartTest"
    files["pom.xml"] = POM.format("shop", "<dependencies></dependencies>")
    assert line(files, path) == "mvn -q test -Dtest=CartTest"


def test_a_test_that_another_system_builds_has_no_command() -> None:
    text = "enable_testing()\nif(WIN32)\nadd_executable(c a_test.c)\nadd_test(c c)\nendif()\n"
    assert line({"CMakeLists.txt": text, "a_test.c": "x\n"}, "a_test.c") == ""


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"Makefile": "check:\n\t./a\n"}, "make check"),
        (
            {"meson.build": "exe = executable('t', 'a_test.c')\ntest('carts', exe)\n"},
            "meson setup builddir && meson test -C builddir carts",
        ),
        ({"CMakeLists.txt": "project(x)\n"}, ""),
    ],
)
def test_make_and_meson_are_believed_where_they_declare_tests(files: dict[str, str], expected: str) -> None:
    assert line({**files, "a_test.c": "x\n"}, "a_test.c") == expected


@pytest.mark.parametrize(
    ("files", "path", "expected"),
    [
        (package('"test": "TZ=UTC jest --ci"'), "a.test.js", "TZ=UTC npx jest a.test.js"),
        (
            package('"test": "cross-env NODE_ENV=test mocha -r ts-node/register"'),
            "test/a.ts",
            "NODE_ENV=test npx mocha -r ts-node/register test/a.ts",
        ),
        (
            package('"test": "c8 node --import tsx --test-reporter=dot --test"'),
            "a.test.ts",
            "node --import tsx --test a.test.ts",
        ),
        (package('"test": "npm run unit", "unit": "vitest"'), "a.test.ts", "npx vitest run a.test.ts"),
        (package('"test": "vitest"'), "test/dst/a.ts", ""),
        (
            {**package('"test": "vitest"'), "vitest.config.ts": "include: ['src/**/test.ts']"},
            "src/a/test.ts",
            "npx vitest run src/a/test.ts",
        ),
        (
            {**package('"test": "vitest"'), "vitest.config.ts": "include: ['src/**/test.ts']"},
            "src/a.test.ts",
            "",
        ),
        (
            {**package('"test": "vitest"'), "vitest.config.ts": "coverage: { include: ['src/**/'] }"},
            "tests/a.test.ts",
            "npx vitest run tests/a.test.ts",
        ),
        (
            {**package('"test": "borp"'), "test/a.js": "const t = require('node:test')\n"},
            "test/a.js",
            "npx borp test/a.js",
        ),
        ({**package('"test": "mocha"'), "a.test.js": "import test from 'ava'\n"}, "a.test.js", ""),
        ({**package('"test": "borp"'), "t/a.tst.ts": "import { expect } from 'tstyche'\n"}, "t/a.tst.ts", ""),
        ({"deno.json": '{"tasks": {"test": "deno test -A"}}'}, "a_test.ts", "deno test -A a_test.ts"),
        ({**package(), "a.test.ts": "import { test } from 'bun:test'\n"}, "a.test.ts", "bun test a.test.ts"),
        (
            {
                **package('"test": "jest"'),
                "packages/x/package.json": '{"scripts": {"test": "vitest run"}}',
                "pnpm-lock.yaml": "",
            },
            "packages/x/src/a.test.ts",
            "cd packages/x && pnpm exec vitest run src/a.test.ts",
        ),
        ({**package(), "package-lock.json": "{}"}, "a.test.js", ""),
    ],
)
def test_a_script_is_run_by_what_it_imports_or_its_package_starts(
    files: dict[str, str], path: str, expected: str
) -> None:
    assert line({path: "x\n", **files}, path) == expected


AVA = package('"test": "ava"')
BUILT = {
    **AVA,
    "ava.config.cjs": "module.exports = {\n  files: ['dist/test/**/*.spec.js', '!dist/test/slow/**'],\n}",
}
TYPED = package('"test": "ava"', ', "ava": {"extensions": ["ts"], "require": ["ts-node/register"]}')
JEST = package('"test": "jest"', ', "jest": {"testPathIgnorePatterns": ["<rootDir>/src/slow/"]}')


@pytest.mark.parametrize(
    ("files", "path", "expected"),
    [
        (BUILT, "src/test/a.spec.ts", ""),
        (BUILT, "dist/test/a.spec.js", "npx ava dist/test/a.spec.js"),
        (BUILT, "dist/test/slow/a.spec.js", ""),
        (AVA, "test/a.js", "npx ava test/a.js"),
        (AVA, "test/a.ts", ""),
        (AVA, "test/_a.js", ""),
        (AVA, "test/helpers/a.js", ""),
        (AVA, "lib/a.js", ""),
        (package('"test": "ava"', ', "files": ["lib"]'), "test/a.js", "npx ava test/a.js"),
        (TYPED, "test/a.ts", "npx ava test/a.ts"),
        (JEST, "src/a.test.js", "npx jest src/a.test.js"),
        (JEST, "src/slow/a.test.js", ""),
        (
            {**package('"test": "vitest run"'), "vitest.config.ts": "test: { exclude: ['e2e/**'] }"},
            "e2e/a.test.ts",
            "",
        ),
    ],
)
def test_a_script_that_the_runner_is_configured_to_pass_by_has_no_command(
    files: dict[str, str], path: str, expected: str
) -> None:
    assert line({path: "x\n", **files}, path) == expected


def test_a_file_that_stops_in_another_time_zone_has_no_command() -> None:
    text = 'if (process.env.TZ !== "Australia/Melbourne") throw new Error()\n'
    assert line({**package('"test": "vitest"'), "a.test.ts": text}, "a.test.ts") == ""


@pytest.mark.parametrize(
    ("files", "path", "test", "expected"),
    [
        (
            {"pytest.ini": "[pytest]\n"},
            "tests/test_a.py",
            "TestA.test_b",
            "python -m pytest tests/test_a.py::TestA::test_b",
        ),
        ({"pytest.ini": "[pytest]\n", "uv.lock": ""}, "tests/test_a.py", "", "uv run pytest tests/test_a.py"),
        (
            {"pkg/pyproject.toml": "[tool.pytest.ini_options]\n"},
            "pkg/tests/test_a.py",
            "",
            "cd pkg && python -m pytest tests/test_a.py",
        ),
        ({"pytest.ini": "[pytest]\n"}, "tests/conftest.py", "", ""),
        (
            {"tests/test_a.py": "import unittest\n", "Makefile": "test:\n\tpython -m unittest\n"},
            "tests/test_a.py",
            "T.test_b",
            "python -m unittest tests.test_a.T.test_b",
        ),
        ({"tests/test_a.py": "import unittest\n"}, "tests/test_a.py", "", ""),
        ({"tests/test_a.py": "import pytest\n"}, "tests/test_a.py", "", ""),
        ({"tests/test_a.py": "print()\n"}, "tests/test_a.py", "", ""),
    ],
)
def test_python_runs_a_file_by_the_known_runner(
    files: dict[str, str], path: str, test: str, expected: str
) -> None:
    assert line(files, path, test) == expected


def test_a_name_cannot_escape_from_the_line() -> None:
    path = "tests/test_a;touch x.py"
    assert line({"pytest.ini": "[pytest]\n", path: "x"}, path) == f"python -m pytest '{path}'"


@pytest.mark.parametrize("piece", ["add_test(\n", "if(\n", "function(a b)\n", "a(b) ", "#", "(", '"'])
def test_a_hostile_cmake_file_is_read_in_linear_time(piece: str) -> None:
    def work(count: int) -> None:
        run({"CMakeLists.txt": "enable_testing()\n" + piece * count, "a_test.c": ""}, "a_test.c")

    assert_linear(work, 800)


@pytest.mark.parametrize("piece", ["#[cfg(test)] ", "#[x]\n", "mod a; ", "pub mod "])
def test_a_hostile_crate_is_read_in_linear_time(piece: str) -> None:
    def work(count: int) -> None:
        run({"Cargo.toml": CRATE, "src/lib.rs": piece * count, "src/a.rs": UNIT}, "src/a.rs")

    assert_linear(work, 800)


def steps(configure: str, run: str, condition: str = "${{ ! startsWith(matrix.os, 'windows') }}") -> str:
    lines = [
        *("jobs:", "  test:", "    steps:", f"    - run: cmake {configure}", "      working-directory: test"),
        *("    - run: cmake --build build", "      working-directory: test", f"    - if: {condition}"),
        *("      working-directory: test/build", f"      run: {run}"),
    ]
    return "\n".join(lines) + "\n"


BUILT_BY_CI = "cmake -S test -B test/build{} && cmake --build test/build && cd test/build && {}"


@pytest.mark.parametrize(
    ("workflow", "expected"),
    [
        (steps("-S . -B build ${{ matrix.opts }}", "./tests"), BUILT_BY_CI.format("", "./tests")),
        (steps("-B build -DFAST=ON -G Ninja", "ctest -V"), BUILT_BY_CI.format(" -DFAST=ON", "ctest -V")),
        (steps("-B build -DSTD=${{ matrix.std }}", "./tests"), ""),
        (steps("-B build --preset ci", "./tests"), ""),
        (steps("-B build", "./tests ${{ matrix.only }}"), ""),
        (steps("-B build", "./tests", "${{ startsWith(matrix.os, 'windows') }}"), ""),
        (steps("-B other", "./tests"), ""),
    ],
)
def test_what_ci_builds_and_runs_is_the_command_for_the_whole(workflow: str, expected: str) -> None:
    files = {
        "test/CMakeLists.txt": "add_executable(tests a_test.cpp)\n",
        "test/a_test.cpp": "x\n",
        "other/b_test.cpp": "x\n",
        ".github/workflows/ci.yml": workflow,
    }
    assert line(files, "test/a_test.cpp") == expected
    assert line(files, "other/b_test.cpp") == ""


def test_a_folder_that_is_built_for_something_else_is_not_run_with_the_tests() -> None:
    fuzz = "if(FUZZ)\nadd_subdirectory(test/fuzz)\nendif()\n"
    root = f"option(FUZZ x OFF)\nenable_testing()\nadd_subdirectory(test)\n{fuzz}"
    files = {
        "CMakeLists.txt": root,
        "test/CMakeLists.txt": "add_test(NAME ${X} COMMAND cart)\n",
        "test/fuzz/CMakeLists.txt": "add_executable(one one.cc)\n",
    }
    assert line(files, "test/fuzz/one.cc") == ""
    assert line(files, "test/a.cc") != ""


@pytest.mark.parametrize(
    ("condition", "options", "switch"),
    [
        ("get_option('tests')", "option('tests', type: 'boolean', value: false)", " -Dtests=true"),
        ("build_tests", "option('tests', type: 'boolean',\n  value: false)", " -Dtests=true"),
        ("build_tests", "option('tests', type: 'boolean', value: true)", ""),
        ("build_tests", "", ""),
    ],
)
def test_meson_is_told_to_build_the_tests_that_it_leaves_out(
    condition: str, options: str, switch: str
) -> None:
    made = "build_tests = get_option('tests') and not is_subproject\n"
    files = {
        "meson.build": f"project('x')\n{made}if {condition}\n\tsubdir('tests')\nendif\n",
        "meson_options.txt": options,
        "tests/meson.build": "test('a', exe)\n",
    }
    assert line(files, "tests/a.cpp") == f"meson setup builddir{switch} && meson test -C builddir"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", ""),
        ("Rake::TestTask.new(:all) do |t|\nend\n", "bundle exec rake all TEST=test/cart_test.rb"),
        ('Rake::TestTask.new("ci-#{x}") do |t|\nend\n', ""),
        ('Rake::TestTask.new(:slow) do |t|\n  t.pattern = "slow/**/*_test.rb"\nend\n', ""),
        (
            "Rake::TestTask.new(all: :compile) do |t|\n  t.test_files = FileList['test/**/*_test.rb']\nend\n",
            "bundle exec rake all TEST=test/cart_test.rb",
        ),
        (
            "namespace :ci do\n  Rake::TestTask.new(:all) do |t|\n  end\nend\n",
            "bundle exec rake ci:all TEST=test/cart_test.rb",
        ),
        ("namespace name do\n  Rake::TestTask.new(:all) do |t|\n  end\nend\n", ""),
        (
            "namespace :old do\n  task :x\nend\nRake::TestTask.new(:all) do |t|\nend\n",
            "bundle exec rake all TEST=test/cart_test.rb",
        ),
    ],
)
def test_a_task_of_rake_whose_name_is_computed_is_not_named(more: str, expected: str) -> None:
    rakefile = f"names.each do |task_name|\n  Rake::TestTask.new(task_name) do |t|\n  end\nend\n{more}"
    files = {"Gemfile": 'gem "minitest"\n', "Rakefile": rakefile}
    test = {"test/cart_test.rb": 'require "minitest/autorun"\ndef test_a\nend\n'}
    assert line({**files, **test}, "test/cart_test.rb") == expected


def test_a_folder_that_meson_builds_is_not_run_by_cmake() -> None:
    files = {
        "CMakeLists.txt": "enable_testing()\nadd_test(a a)\n",
        "tests/sub/meson.build": "project('sub')\n",
        "tests/sub/main.cpp": "x\n",
    }
    assert line(files, "tests/sub/main.cpp") == ""
    assert line(files, "tests/main.cpp") != ""


def test_what_ci_runs_does_not_stand_for_what_the_build_leaves_out() -> None:
    workflow = steps("-S . -B build", "ctest").replace("working-directory: test", "working-directory: .")
    files = {
        "CMakeLists.txt": "option(FUZZ x OFF)\nenable_testing()\nif(FUZZ)\nadd_subdirectory(fuzz)\nendif()\n",
        "fuzz/CMakeLists.txt": "add_executable(one one.cc)\n",
        "fuzz/one.cc": "x\n",
        ".github/workflows/ci.yml": workflow.replace("./build", "build"),
    }
    assert line(files, "fuzz/one.cc") == ""
    meson = {"CMakeLists.txt": "project(x)\n", "sub/meson.build": "project('x')\n", "sub/main.cc": "x\n"}
    assert line({**meson, ".github/workflows/ci.yml": files[".github/workflows/ci.yml"]}, "sub/main.cc") == ""


def test_a_project_of_gradle_that_is_renamed_is_not_called_by_its_folder() -> None:
    files = {
        "settings.gradle.kts": 'include(":core")\nproject(":core").name = "shop-core"\n',
        "core/build.gradle.kts": "plugins { java }\n",
        "core/src/test/java/CartTest.java": JUNIT,
    }
    assert line(files, "core/src/test/java/CartTest.java") == ""


def test_a_program_that_no_test_of_meson_starts_is_not_run() -> None:
    build = "exe = executable('a', 'a.c')\ntest('a', exe)\n{}executable('shown', 'shown.c')\n"
    files = {"meson.build": "project('x')\nsubdir('test')\n", "test/shown.c": "x\n", "test/a.c": "x\n"}
    for named in ("", "kept = "):
        files["test/meson.build"] = build.format(named)
        assert line(files, "test/shown.c") == ""
        assert line(files, "test/a.c").endswith("meson test -C builddir a")


def test_an_option_that_a_macro_declares_is_turned_on_as_well() -> None:
    build = (
        "macro(shop_option NAME TEXT VALUE)\n  option(${NAME} ${TEXT} ${VALUE})\nendmacro()\n"
        'shop_option(SHOP_TESTS "Tests" OFF)\nif(SHOP_TESTS)\n  enable_testing()\n'
        "  add_subdirectory(test)\nendif()\n"
    )
    inner = "add_executable(a_test a_test.c)\nadd_test(NAME a_test COMMAND a_test)\n"
    files = {"CMakeLists.txt": build, "test/CMakeLists.txt": inner, "test/a_test.c": "x\n"}
    assert line(files, "test/a_test.c").startswith("cmake -S . -B build -DSHOP_TESTS=ON && ")


def test_a_program_that_no_test_of_cmake_starts_is_not_run() -> None:
    inner = "add_test(a a)\nadd_test(b ${CMAKE_CTEST_COMMAND})\nadd_executable(fuzzer f.cc)\n"
    files = {"CMakeLists.txt": "enable_testing()\nadd_subdirectory(test)\n", "test/CMakeLists.txt": inner}
    assert line(files, "test/f.cc") == ""
    given = {**files, "test/CMakeLists.txt": inner + "own_test(fuzzer)\n"}
    assert line(given, "test/f.cc").endswith("--output-on-failure")


def test_a_file_that_meson_does_not_list_beside_others_is_not_run() -> None:
    build = "exe = executable('a', 'a.cpp')\ntest('a', exe)\n"
    files = {"meson.build": "subdir('test')\n", "test/meson.build": build}
    assert line(files, "test/fuzz.cpp") == ""
    assert line(files, "test/a.cpp") == "meson setup builddir && meson test -C builddir a"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("test/vitest.config.ts", "export default defineConfig({ test: {} })\n"),
        ("tests/kit/src/lib.rs", "pub fn make() {}\n"),
        ("tests/test_helpers.py", "def make(): ...\n"),
        ("pkg/export_test.go", "package pkg\nvar Made = made\n"),
    ],
)
def test_a_file_that_shows_no_test_has_no_command(path: str, text: str) -> None:
    files = {
        **package('"test": "vitest"', ', "devDependencies": {"vitest": "1"}'),
        "tests/kit/Cargo.toml": '[package]\nname = "kit"\n',
        "pytest.ini": "[pytest]\n",
        "go.mod": "module x\n",
        path: text,
    }
    assert run(files, path) is None


@pytest.mark.parametrize("tag", ['@Tag("integration")\n', ""])
def test_a_class_in_a_group_that_the_build_leaves_out_has_no_command(tag: str) -> None:
    groups = "<properties><excludedGroups>integration</excludedGroups></properties>"
    files = {
        "pom.xml": f"<project><artifactId>a</artifactId>{groups}</project>",
        "src/test/java/a/CartTest.java": f"{tag}class CartTest extends Base {{ @Test void adds() {{}} }}",
        "src/test/java/a/Base.java": '@Tag("integration")\npublic abstract class Base {}',
        "src/test/java/a/FreeTest.java": "public class FreeTest { @Test void adds() {} }",
    }
    assert run(files, "src/test/java/a/CartTest.java") is None
    free = run(files, "src/test/java/a/FreeTest.java")
    assert free is not None
    assert free.line == "mvn -q test -Dtest=FreeTest"


def test_a_runner_of_the_repository_gets_no_arguments_that_it_does_not_take() -> None:
    files = {
        "tests/runtests.py": "parser.add_argument('--filter')\n",
        "tests/queries/test_q.py": "def test_q(): ...\n",
        "tox.ini": "[testenv]\ncommands = python tests/runtests.py\n",
    }
    found = run(files, "tests/queries/test_q.py")
    assert found is not None
    assert found.line == "python tests/runtests.py"


def test_what_imports_mocha_is_run_by_it() -> None:
    test = "import { it } from 'mocha';\nit(join(x, 'test'));\n"
    files = {**package(more=', "devDependencies": {"mocha": "11"}'), "tests/test.build.js": test}
    assert line(files, "tests/test.build.js") == "npx mocha tests/test.build.js"
    assert line({**package(), "tests/test.build.js": test}, "tests/test.build.js") == ""


def test_where_mocha_is_configured_a_test_without_imports_is_not_run_by_node() -> None:
    files = {**package('"test": "node --test x.js"'), "a.test.js": "it('a');\n"}
    assert line(files, "a.test.js") == "node --test a.test.js"
    assert line({**files, ".mocharc.cjs": ""}, "a.test.js") == ""


def test_a_program_that_ctest_never_runs_has_no_command() -> None:
    build = (
        "function(add_own name)\n  add_executable(${name} ${name}.c)\nendfunction()\n"
        "foreach(name IN ITEMS run-it test-it)\n  add_own(${name})\nendforeach()\n"
        "add_test(NAME it COMMAND test-it)\n"
    )
    files = {
        "CMakeLists.txt": "project(x)\nenable_testing()\nadd_subdirectory(tests)\n",
        "tests/CMakeLists.txt": build,
        "tests/run-it.c": "int main() {}\n",
        "tests/test-it.c": "int main() {}\n",
    }
    assert line(files, "tests/run-it.c") == ""
    assert line(files, "tests/test-it.c").endswith("-R '^it$'")


STRESS = "def stress_test_read():\n    pass\n\n\nif __name__ == '__main__':\n    stress_test_read()\n"


@pytest.mark.parametrize(
    ("text", "settings", "is_run"),
    [
        (STRESS, "", False),
        ("def check():\n    pass\n", "", False),
        (STRESS, "python_functions = ['stress_*']\n", True),
        (f"class TestRead(Base):\n    pass\n\n\n{STRESS}", "", True),
        (f"from reading import *\n\n\n{STRESS}", "", True),
        ("async def test_read():\n    pass\n", "", True),
    ],
)
def test_a_file_in_which_pytest_finds_nothing_has_no_command(text: str, settings: str, is_run: bool) -> None:  # noqa: FBT001
    config = f"[project]\nname = 'a'\ndependencies = ['pytest']\n[tool.pytest.ini_options]\n{settings}"
    found = run({"pyproject.toml": config, "tests/stress_test_core.py": text}, "tests/stress_test_core.py")
    assert (found is not None) is is_run


def test_a_call_of_maven_cites_the_line_that_lists_the_module_or_its_own_name() -> None:
    parent = "<parent>\n<artifactId>all</artifactId>\n</parent>"
    core = f"<project>\n{parent}\n<artifactId>core</artifactId>\n</project>\n"
    path = "core/src/test/java/shop/CartTest.java"
    alone = run({"core/pom.xml": core, path: JUNIT}, path)
    assert alone is not None
    assert str(alone.at) == "core/pom.xml:5"
    above = POM.format("all", "\n<modules>\n<module>core</module>\n</modules>")
    among = run({"pom.xml": above, "core/pom.xml": core, path: JUNIT}, path)
    assert among is not None
    assert str(among.at) == "pom.xml:4"


def test_a_file_that_cmake_leaves_out_of_its_list_is_not_run_by_it() -> None:
    added = "add_executable(${name} ${file})\nadd_test(NAME ${name} COMMAND x.sh)"
    maker = f"macro(own_test name file)\n{added}\nendmacro()\n"
    files = {
        "CMakeLists.txt": "enable_testing()\nadd_subdirectory(tests)\n",
        "tests/CMakeLists.txt": f"{maker}own_test(test_one test_one.c)\n",
        "tests/test_one.c": "int main(void) {}\n",
        "tests/test_two.c": "int main(void) {}\n",
        "tests/Makefile.am": "test_two_SOURCES = test_two.c\n",
    }
    assert line(files, "tests/test_one.c")
    assert line(files, "tests/test_two.c") == ""
    for more in ("own_test(test_two test_two.c)", "file(GLOB all *.c)", "add_executable(a ${b}.c)"):
        assert line(
            {**files, "tests/CMakeLists.txt": f"{maker}own_test(test_one test_one.c)\n{more}\n"},
            "tests/test_two.c",
        )
