"""Node, Go, Rust, Java, Ruby and PHP: one result type, the same promises."""

from __future__ import annotations

import json

import pytest
from made_index import MadeIndex

from groundplan.survey.manifest.reading import read_manifest

PACKAGE = """
    {
      "name": "shop",
      "packageManager": "pnpm@9.1.0+sha512.abc",
      "engines": { "node": ">=20" },
      "bin": "./bin/shop.js",
      "workspaces": ["packages/*"],
      "scripts": { "test": "vitest run" },
      "dependencies": {
        "@scope/thing": "^1.0.0"
      },
      "devDependencies": {
        "vitest": "^2.0.0"
      }
    }
    """


def managed_by(manager: str) -> str:
    return PACKAGE.replace("pnpm@9.1.0+sha512.abc", f"{manager}@1.0.0")


def pairs(files: dict[str, str]) -> dict[str, tuple[str, str, str]]:
    manifest = read_manifest(MadeIndex(files))
    return {each.name: (each.declared, each.locked, each.group) for each in manifest.dependencies}


def test_npm_versions_come_from_its_lock_file() -> None:
    locked = json.dumps(
        {
            "lockfileVersion": 3,
            "packages": {
                "": {"name": "shop"},
                "node_modules/@scope/thing": {"version": "1.4.2"},
                "node_modules/x/node_modules/vitest": {"version": "0.1.0"},
                "node_modules/vitest": {"version": "2.0.5"},
            },
        },
        indent=2,
    )
    found = pairs({"package.json": managed_by("npm"), "package-lock.json": locked})
    assert found == {"@scope/thing": ("^1.0.0", "1.4.2", ""), "vitest": ("^2.0.0", "2.0.5", "dev")}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "yarn.lock",
            '"@scope/thing@^1.0.0":\n  version "1.4.2"\n\nvitest@^2.0.0, vitest@^2:\n  version "2.0.5"\n',
        ),
        (
            "yarn.lock",
            '"@scope/thing@npm:^1.0.0":\n  version: 1.4.2\n\n"vitest@npm:^2.0.0":\n  version: 2.0.5\n',
        ),
        (
            "pnpm-lock.yaml",
            """
            lockfileVersion: '9.0'
            importers:
              .:
                dependencies:
                  '@scope/thing':
                    specifier: ^1.0.0
                    version: 1.4.2
                devDependencies:
                  vitest:
                    specifier: ^2.0.0
                    version: 2.0.5(jsdom@1.0.0)
            packages:
              '@other/left@3.0.0':
                resolution: {integrity: sha512-x}
            """,
        ),
    ],
)
def test_yarn_and_pnpm_versions_come_from_their_lock_files(name: str, text: str) -> None:
    found = pairs({"package.json": managed_by(name.partition(".")[0].removesuffix("-lock")), name: text})
    assert found == {"@scope/thing": ("^1.0.0", "1.4.2", ""), "vitest": ("^2.0.0", "2.0.5", "dev")}


def test_a_monorepo_shows_its_members_and_a_member_is_locked_at_the_root() -> None:
    member = '{"name": "core", "dependencies": {"vitest": "*"}}'
    lock = 'vitest@^2.0.0:\n  version "2.0.5"\n'
    files = {"package.json": managed_by("yarn"), "packages/core/package.json": member, "yarn.lock": lock}
    manifest = read_manifest(MadeIndex({**files, "packages/core/deep/package.json": '{"name": "deep"}'}))
    assert {each.name: each.is_member for each in manifest.projects} == {
        "shop": False,
        "core": True,
        "deep": False,
    }
    assert {each.locked for each in manifest.find("vitest")} == {"2.0.5"}


def test_the_lock_file_of_another_package_manager_than_the_declared_one_is_not_read_for_versions() -> None:
    stray = '{"packages": {"node_modules/vitest": {"version": "1.0.0"}}}'
    pnpm = "importers:\n  .:\n    devDependencies:\n      vitest:\n        version: 2.0.5\n"
    files = {"package.json": PACKAGE, "package-lock.json": stray}
    assert pairs(files)["vitest"] == ("^2.0.0", "", "dev")
    assert pairs({**files, "pnpm-lock.yaml": pnpm})["vitest"] == ("^2.0.0", "2.0.5", "dev")


def test_two_lock_files_that_disagree_lock_nothing() -> None:
    files = {
        "package.json": '{"dependencies": {"vitest": "^2.0.0"}}',
        "package-lock.json": '{"packages": {"node_modules/vitest": {"version": "2.0.1"}}}',
        "yarn.lock": 'vitest@^2.0.0:\n  version "2.0.5"\n',
    }
    assert pairs(files)["vitest"] == ("^2.0.0", "", "")


def test_a_lock_at_the_root_holds_for_no_folder_outside_its_workspace() -> None:
    example = '{"name": "demo", "dependencies": {"vitest": "^1.0.0"}}'
    lock = 'vitest@^2.0.0:\n  version "2.0.5"\n'
    files = {"package.json": managed_by("yarn"), "examples/demo/package.json": example, "yarn.lock": lock}
    every = read_manifest(MadeIndex(files)).dependencies
    found = {each.project: each.locked for each in every if each.name == "vitest"}
    assert found == {"": "2.0.5", "examples/demo": ""}


def test_of_several_locked_versions_the_one_that_the_range_allows_is_said_or_none() -> None:
    lock = "".join(f'[[package]]\nname = "syn"\nversion = "{each}"\n' for each in ("1.0.9", "2.0.1"))
    text = '[package]\nname = "shop"\n[dependencies]\nsyn = "{}"\n'
    said = {
        each: pairs({"Cargo.toml": text.format(each), "Cargo.lock": lock})["syn"][1] for each in ("1", ">=1")
    }
    assert said == {"1": "1.0.9", ">=1": ""}


def test_what_is_optional_or_only_builds_is_not_needed_to_run() -> None:
    cargo = """
        [dependencies]
        jem = { version = "1", optional = true }
        [target."cfg(unix)".dependencies]
        nix = "1"
        """
    props = """
        <Project><ItemGroup>
          <GlobalPackageReference Include="Trim" Version="3" />
          <PackageReference Include="Api" Version="1" PrivateAssets="all" />
          <PackageReference Include="Style" Version="1"><PrivateAssets>All</PrivateAssets></PackageReference>
          <PackageReference Include="Json" Version="1" />
        </ItemGroup></Project>
        """
    gradle = """
        dependencies {
          compileOnly("a:jsr:1")
          implementation("a:okio:1")
        }
        kotlin { sourceSets {
          val commonTest by getting {
            dependencies {
              implementation("a:truth:1")
            }
          }
          commonMain.dependencies {
            implementation("a:io:1")
          }
        } }
        """
    pom = POM.replace("<version>${guava", "<optional>true</optional><version>${guava")
    files = {"Cargo.toml": cargo, "App.csproj": props, "build.gradle.kts": gradle, "pom.xml": pom}
    groups = {name: group for name, (_, _, group) in pairs(files).items()}
    assert groups == {
        "jem": "optional",
        "nix": "",
        "Trim": "build",
        "Api": "build",
        "Style": "build",
        "Json": "",
        "a:jsr": "compile only",
        "a:okio": "",
        "a:truth": "test",
        "a:io": "",
        "com.google.guava:guava": "optional",
        "junit:junit": "test",
    }


def test_a_gem_is_in_the_group_of_its_block_or_of_its_own_line() -> None:
    text = (
        "group :test do\n  if RUBY_VERSION\n    gem 'a'\n  end\n  gem 'b'\nend\ngem 'c'\n"
        "gem 'd', '~> 1', group: :docs\ngem 'e', :groups => [:dev, :test]\n"
    )
    groups = {name: group for name, (_, _, group) in pairs({"Gemfile": text}).items()}
    assert groups == {"a": "test", "b": "test", "c": "", "d": "docs", "e": "dev"}


def test_a_gem_aligned_in_columns_keeps_its_version() -> None:
    text = (
        'Gem::Specification.new do |spec|\n  spec.add_dependency "rack",               ">= 2.0", "< 4"\n'
        '  spec.add_development_dependency "rake",      "~> 13"\nend\n'
    )
    asked = {name: declared for name, (declared, _, _) in pairs({"shop.gemspec": text}).items()}
    assert asked == {"rack": ">= 2.0, < 4", "rake": "~> 13"}


def test_commands_engines_and_the_package_manager_are_read() -> None:
    manifest = read_manifest(MadeIndex({"package.json": PACKAGE}))
    assert ("shop", "console", "./bin/shop.js") in {
        (each.name, each.kind, each.text) for each in manifest.scripts
    }
    assert {(each.language, each.declared) for each in manifest.runtimes} == {
        ("Node.js", ">=20"),
        ("pnpm", "9.1.0"),
    }


def test_go_mod_holds_exact_versions_and_says_what_is_indirect() -> None:
    text = """
        module example.com/shop

        go 1.23

        require github.com/go-chi/chi/v5 v5.1.0

        require (
          github.com/x/y v0.1.0 // indirect
        )
        """
    manifest = read_manifest(MadeIndex({"go.mod": text}))
    assert [(each.name, each.locked, each.is_indirect, each.at.line) for each in manifest.dependencies] == [
        ("github.com/go-chi/chi/v5", "v5.1.0", False, 5),
        ("github.com/x/y", "v0.1.0", True, 8),
    ]
    assert manifest.projects[0].name == "example.com/shop"
    assert [(each.language, each.declared) for each in manifest.runtimes] == [("Go", "1.23")]


def test_a_module_that_is_replaced_by_a_folder_is_not_locked() -> None:
    text = """
        module example.com/shop/test

        require (
          example.com/shop v1.16.0
          example.com/a v1.0.0
          example.com/b v1.0.0
        )

        replace example.com/shop => ../..

        replace (
          example.com/a v1.0.0 => example.com/fork v1.2.0 // until it is merged
        )
        """
    manifest = read_manifest(MadeIndex({"go.mod": text}))
    assert [(each.declared, each.locked) for each in manifest.dependencies] == [
        ("v1.16.0", ""),
        ("v1.0.0", "v1.2.0"),
        ("v1.0.0", "v1.0.0"),
    ]


def test_a_project_of_gradle_is_called_as_the_settings_call_it() -> None:
    settings = """
        rootProject.name = "clock"
        include(":core")
        project(":core").name = "clock-core"
        include(":zones:full")
        project(':zones:full').name = "clock-zones"
        include(":tools")
        """
    builds = {f"{each}/build.gradle.kts": "plugins {}\n" for each in ("core", "zones/full", "tools")}
    manifest = read_manifest(MadeIndex({"settings.gradle.kts": settings, **builds}))
    assert {each.folder: each.name for each in manifest.projects} == {
        "": "clock",
        "core": "clock-core",
        "zones/full": "clock-zones",
        "tools": "tools",
    }


def test_cargo_reads_groups_and_its_lock() -> None:
    text = """
        [package]
        name = "shop"
        rust-version = "1.75"
        [dependencies]
        serde = { version = "1.0", features = ["derive"] }
        [dev-dependencies]
        insta = "1"
        """
    lock = '[[package]]\nname = "serde"\nversion = "1.0.204"\n'
    assert pairs({"Cargo.toml": text, "Cargo.lock": lock}) == {
        "serde": ("1.0", "1.0.204", ""),
        "insta": ("1", "", "dev"),
    }


POM = """<?xml version="1.0"?>
    <project xmlns="http://maven.apache.org/POM/4.0.0">
      <artifactId>shop</artifactId>
      <properties><java.version>21</java.version><guava.version>33.0</guava.version></properties>
      <dependencies>
        <dependency>
          <groupId>com.google.guava</groupId>
          <artifactId>guava</artifactId>
          <version>${guava.version}</version>
        </dependency>
        <dependency><groupId>junit</groupId><artifactId>junit</artifactId><scope>test</scope></dependency>
      </dependencies>
    </project>
    """


def test_maven_fills_versions_from_properties() -> None:
    manifest = read_manifest(MadeIndex({"pom.xml": POM}))
    found = {each.name: (each.declared, each.group, each.at.line) for each in manifest.dependencies}
    assert found == {"com.google.guava:guava": ("33.0", "", 8), "junit:junit": ("", "test", 11)}
    assert [(each.language, each.declared) for each in manifest.runtimes] == [("Java", "21")]


def test_a_pom_with_a_document_type_is_refused_before_any_entity_is_read() -> None:
    entities = '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">'
    bomb = f"<!DOCTYPE p [{entities}]><project><artifactId>&b;</artifactId></project>"
    manifest = read_manifest(MadeIndex({"pom.xml": bomb}))
    assert manifest.projects == ()
    assert manifest.unread[0].reason == "has a document type"


def test_ruby_and_php_are_read() -> None:
    files = {
        "Gemfile": "ruby '3.3'\ngem 'rails', '~> 7.1'\ngroup :test do\n  gem 'rspec'\nend\n",
        "Gemfile.lock": "GEM\n  specs:\n    rails (7.1.3)\n    rspec (3.13.0)\n",
        "composer.json": '{"name": "a/b", "require": {"php": ">=8.2", "monolog/monolog": "^3"}}',
        "composer.lock": '{"packages": [{"name": "monolog/monolog", "version": "3.5.0"}]}',
    }
    assert pairs(files) == {
        "rails": ("~> 7.1", "7.1.3", ""),
        "rspec": ("", "3.13.0", "test"),
        "monolog/monolog": ("^3", "3.5.0", ""),
    }


def test_manifests_of_vendored_and_fixture_folders_are_left_out() -> None:
    files = {
        f"{folder}/package.json": PACKAGE for folder in ("node_modules/x", "vendor/y", "tests/fixtures/z")
    }
    assert read_manifest(MadeIndex(files)).projects == ()


def test_a_package_with_several_central_versions_has_none() -> None:
    props = """
        <Project><ItemGroup>
          <PackageVersion Include="A" Version="1" />
          <PackageVersion Include="B" Version="1" />
          <PackageVersion Include="B" Version="2" />
        </ItemGroup></Project>
        """
    project = '<Project><PackageReference Include="A" /><PackageReference Include="B" /></Project>'
    manifest = read_manifest(MadeIndex({"Directory.Packages.props": props, "src/App.csproj": project}))
    assert {each.name: each.declared for each in manifest.dependencies if each.project} == {"A": "1", "B": ""}


def test_what_only_another_package_asks_for_locks_no_declared_one() -> None:
    link = "importers:\n  .:\n    dependencies:\n      vitest:\n        version: link:..\n"
    lock = f"{link}packages:\n  vitest@1.0.0:\n    x: y\n"
    assert pairs({"package.json": PACKAGE, "pnpm-lock.yaml": lock})["vitest"] == ("^2.0.0", "", "dev")
