"""Dependencies of Maven, Gradle, .NET, Cargo workspaces, gems and C++ builds, with the line of each."""

from __future__ import annotations

import pytest
from growth import assert_linear
from made_index import MadeIndex

from groundplan.survey.manifest.reading import read_manifest


def declared(files: dict[str, str], *, group: str | None = None) -> dict[str, tuple[str, str]]:
    manifest = read_manifest(MadeIndex(files))
    return {
        each.name: (each.declared, str(each.at))
        for each in manifest.dependencies
        if group is None or each.group == group
    }


PARENT = """
    <project>
      <artifactId>all</artifactId>
      <version>2.0</version>
      <properties><gson.version>2.11</gson.version></properties>
      <dependencyManagement><dependencies>
        <dependency><groupId>g</groupId><artifactId>gson</artifactId><version>${gson.version}</version></dependency>
      </dependencies></dependencyManagement>
    </project>
    """
CHILD = """
    <project>
      <parent><artifactId>all</artifactId><version>2.0</version></parent>
      <artifactId>web</artifactId>
      <dependencies>
        <dependency><groupId>g</groupId>
          <artifactId>gson</artifactId></dependency>
        <dependency><groupId>g</groupId><artifactId>core</artifactId><version>${project.version}</version></dependency>
        <dependency><groupId>g</groupId><artifactId>odd</artifactId><version>${odd}</version></dependency>
      </dependencies>
    </project>
    """


def test_a_pom_takes_properties_and_managed_versions_from_its_parents_here() -> None:
    files = {"pom.xml": PARENT, "web/pom.xml": CHILD}
    assert declared(files, group="") == {
        "g:gson": ("2.11", "web/pom.xml:6"),
        "g:core": ("2.0", "web/pom.xml:7"),
        "g:odd": ("${odd}", "web/pom.xml:8"),  # as written: nothing here says more
    }
    versions = {each.name: each.version for each in read_manifest(MadeIndex(files)).projects}
    assert versions == {"all": "2.0", "web": "2.0"}


def test_poms_that_are_each_others_parents_end() -> None:
    parent = "<parent><relativePath>../{}/pom.xml</relativePath></parent>"
    pom = f"<project>{parent}<artifactId>x</artifactId></project>"
    assert declared({"a/pom.xml": pom.format("b"), "b/pom.xml": pom.format("a")}) == {}


def test_an_alias_of_a_version_catalog_is_its_library() -> None:
    files = {
        "gradle/libs.versions.toml": """
            [versions]
            okio = "3.9"
            [libraries]
            okio-core = { module = "com.squareup.okio:okio", version.ref = "okio" }
            junit = "junit:junit:4.13"
            """,
        "build.gradle.kts": """
            dependencies {
              implementation(libs.okio.core)
              testImplementation(libs.junit)
              api("a:b:1.0")
              implementation(libs.unknown)
              runtimeOnly("a:c:$version")
            }
            """,
    }
    found = declared(files, group="") | declared(files, group="test")
    assert found["com.squareup.okio:okio"] == ("3.9", "build.gradle.kts:2")
    assert found["junit:junit"] == ("4.13", "build.gradle.kts:3")
    assert (found["a:b"], found["a:c"]) == (("1.0", "build.gradle.kts:4"), ("", "build.gradle.kts:6"))
    assert "libs.unknown" not in found


def test_a_package_takes_its_version_from_the_central_file_above() -> None:
    files = {
        "Directory.Packages.props": '<Project><PackageVersion Include="xunit" Version="2.9" /></Project>',
        "src/Shop/Shop.csproj": """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>
              <ItemGroup>
                <PackageReference Include="xunit" />
                <PackageReference Include="Serilog"><Version>4.0</Version></PackageReference>
              </ItemGroup>
            </Project>
            """,
    }
    assert declared(files, group="") == {
        "xunit": ("2.9", "src/Shop/Shop.csproj:4"),
        "Serilog": ("4.0", "src/Shop/Shop.csproj:5"),
    }
    assert [each.declared for each in read_manifest(MadeIndex(files)).runtimes] == ["net8.0"]


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("<PackageId>Acme.Shop</PackageId>", "Acme.Shop"),
        ("<AssemblyName>Acme.Cart</AssemblyName>", "Acme.Cart"),
        ("<PackageId>Acme.$(AssemblyName)</PackageId><AssemblyName>Cart</AssemblyName>", "Acme.Cart"),
        ("<PackageId>Acme.$(MSBuildProjectName)</PackageId>", "Acme.Shop"),
        ("<PackageId>$(Prefix).Shop</PackageId>", "Shop"),
        ("<PackageId>A</PackageId><PackageId>B</PackageId>", "Shop"),
        ("", "Shop"),
    ],
)
def test_a_project_of_dotnet_has_the_name_it_is_published_by(stated: str, name: str) -> None:
    files = {"Shop.csproj": f"<Project><PropertyGroup>{stated}</PropertyGroup></Project>"}
    assert [each.name for each in read_manifest(MadeIndex(files)).projects] == [name]


def test_a_crate_takes_a_range_from_its_workspace() -> None:
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["a"]\n[workspace.dependencies]\nserde = "1.0"\n',
        "a/Cargo.toml": """
            [package]
            name = "a"
            [dependencies]
            serde = { workspace = true }
            odd = { workspace = true }
            """,
    }
    assert declared(files, group="") == {
        "serde": ("1.0", "a/Cargo.toml:4"),
        "odd": ("(workspace)", "a/Cargo.toml:5"),
    }


def test_a_gemspec_is_read_and_a_rakefile_names_its_test_task() -> None:
    files = {
        "a.gemspec": """
            Gem::Specification.new do |s|
              s.name = "a"
              s.add_dependency "rack", "~> 3", ">= 3.0.1"
              s.add_development_dependency("rake")
            end
            """,
        "Gemfile": "gemspec\n",
        "Rakefile": "Rake::TestTask.new(:units) do |t|\nend\n",
    }
    assert declared(files) == {"rack": ("~> 3, >= 3.0.1", "a.gemspec:3"), "rake": ("", "a.gemspec:4")}
    (tool,) = read_manifest(MadeIndex(files)).tools
    assert tool.calls[0].argv == ("bundle", "exec", "rake", "units")


def test_a_gem_has_its_condition_and_one_that_only_a_gemfile_names_is_not_shipped() -> None:
    gemfile = """gemspec

gem "bench"
gem "json", "2.4.1" if RUBY_VERSION == "2.0.0"
if Gem.win_platform?
  gem "wdm", ">= 0.1"
else
  gem "inotify"
end
gem "late", group: :test unless ENV["CI"]
"""
    files = {
        "Gemfile": gemfile,
        "a.gemspec": 'Gem::Specification.new do |s|\n  s.add_dependency "rack"\nend\n',
    }
    found = {each.name: (each.group, each.marker) for each in read_manifest(MadeIndex(files)).dependencies}
    assert found == {
        "rack": ("", ""),
        "bench": ("Gemfile", ""),
        "json": ("Gemfile", 'RUBY_VERSION == "2.0.0"'),
        "wdm": ("Gemfile", "Gem.win_platform?"),
        "inotify": ("Gemfile", "not (Gem.win_platform?)"),
        "late": ("test", 'not (ENV["CI"])'),
    }


def test_a_task_that_a_rakefile_defines_is_not_said_to_be_written_as_a_call() -> None:
    files = {"Gemfile": 'gem "rake"\n', "Rakefile": "RSpec::Core::RakeTask.new(:spec)\n"}
    (tool,) = read_manifest(MadeIndex(files)).tools
    assert tool.calls[0].argv == ("bundle", "exec", "rake", "spec")
    assert tool.calls[0].written == ""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("CMakeLists.txt", "find_package(OpenSSL 1.1 REQUIRED)\n", {"OpenSSL": ("1.1", "CMakeLists.txt:1")}),
        ("meson.build", "dep = dependency('zlib', version: '>=1.2')\n", {"zlib": (">=1.2", "meson.build:1")}),
        (
            "vcpkg.json",
            '{\n"dependencies": [\n"fmt",\n{"name": "zlib", "version>=": "1.2"}\n]\n}',
            {"fmt": ("", "vcpkg.json:3"), "zlib": (">=1.2", "vcpkg.json:4")},
        ),
        ("conanfile.txt", "[requires]\nfmt/10.2\n[options]\nx/1\n", {"fmt": ("10.2", "conanfile.txt:2")}),
    ],
)
def test_a_native_build_names_what_it_looks_for(path: str, text: str, expected: dict[str, object]) -> None:
    assert declared({path: text}) == expected


@pytest.mark.parametrize("path", ["pom.xml", "a.csproj", "Directory.Packages.props"])
def test_an_xml_file_with_a_document_type_is_not_read(path: str) -> None:
    text = '<!DOCTYPE p [<!ENTITY a "aaaa">]><Project>&a;</Project>'
    manifest = read_manifest(MadeIndex({path: text}))
    assert [(each.path, each.reason) for each in manifest.unread] == [(path, "has a document type")]


@pytest.mark.parametrize(
    ("path", "piece"),
    [
        ("build.gradle", "implementation('"),
        ("a.gemspec", "s.add_dependency "),
        ("meson.build", "dependency('a', "),
        ("CMakeLists.txt", "find_package( "),
        ("a.sln", 'Project("'),
        ("a.csproj", "<a>"),
    ],
)
def test_a_hostile_manifest_is_read_in_linear_time(path: str, piece: str) -> None:
    assert_linear(lambda count: read_manifest(MadeIndex({path: piece * count})), 2_000)
