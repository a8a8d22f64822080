"""One test file of a Ruby project: RSpec, Rails, a runner of its own, a Rake test task, or Ruby itself."""

from __future__ import annotations

import posixpath
import re
import shlex
from typing import TYPE_CHECKING

from groundplan.code.test_paths import holds_tests
from groundplan.survey.rake_spaces import spaces_of
from groundplan.survey.running.globs import matches
from groundplan.survey.running.ground import Run, below, folder_of, in_folder
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground

_TASK = re.compile(
    r"^[ \t]*Rake::TestTask\.new([^\n]{0,300})\n(.{0,3000}?)^[ \t]*end\b", re.DOTALL | re.MULTILINE
)
_NAMED = re.compile(r"""\s*(?:do\b|\{|$)|[\s(]*(?::(\w+)|["']([\w:-]+)["']|(\w+):(?=\s))""")
_PATTERN = re.compile(r"""\b(?:pattern|test_files)\b[^\n]{0,20}?=([^\n]{1,500})""")
_QUOTED = re.compile(r"""["']([^"'\n]{1,200})["']""")
_RUNNERS = tuple(f"test/{name}.rb" for name in ("run", "run-test", "run_test", "run-tests", "run_tests"))
_REQUIRED = re.compile(r"""^[ \t]*require(_relative)?[ \t(]*["']([\w./-]{1,200})["']""", re.MULTILINE)
# What runs the tests of a file that Ruby has only loaded.
_FRAMEWORKS = frozenset(
    ("minitest/autorun", "minitest/global_expectations/autorun", "test/unit", "test-unit", "rails/test_help")
)
_CASE = re.compile(
    r"^[ \t]*(?:def test_|(?:test|it|should|specify|scenario|context|describe)\b|RSpec\.)", re.MULTILINE
)
_COLLECTED = re.compile(r"(?:test[_-].*|.*[_-]test)\.rb")
_RAKEFILES = ("Rakefile", "rakefile", "Rakefile.rb")
_OPTIONS = r"\bruby_opts\b|\s-r\w"
MOST_HOPS = 3


def run_ruby(ground: Ground, path: str, _test: str) -> Run | None:
    """Return the call of a spec or a test file through the runner the project declares."""
    bundle = ground.nearest(path, "Gemfile")
    if not bundle or not holds_tests(path) or not _CASE.search(ground.text(path)):
        return None
    folder = folder_of(bundle)
    inner = shlex.quote(below(path, folder))
    declared = _declared(ground, folder)
    if path.endswith("_spec.rb") and "rspec" in declared:
        return Run(in_folder(folder, f"bundle exec rspec {inner}"), declared["rspec"])
    rails = ground.inside(folder, "bin/rails")
    if rails and path.endswith("_test.rb"):
        return Run(
            in_folder(folder, f"bin/rails test {inner}"), ground.spot(rails, "") or declared["minitest"]
        )
    found = _own_runner(ground, folder, inner) or _rake(ground, path, folder, inner)
    known = next((declared[name] for name in ("minitest", "test-unit") if name in declared), None)
    has_tasks = "Rake::TestTask" in ground.text(ground.inside(folder, *_RAKEFILES))
    if found or known is None or has_tasks or not _loads_framework(ground, path, folder):
        return found
    return Run(in_folder(folder, f"bundle exec ruby -Ilib -Itest {inner}"), known)


def _own_runner(ground: Ground, folder: str, inner: str) -> Run | None:
    """Return the call of a file of the project's own that loads the framework and then every test."""
    runner = ground.inside(folder, *_RUNNERS)
    spot = ground.spot(runner, r"\bTest::Unit::AutoRunner\.run\b") if runner else None
    if spot is None or not inner.startswith("test/") or not _COLLECTED.fullmatch(inner.rpartition("/")[2]):
        return None
    line = f"bundle exec ruby {below(runner, folder)} --location={inner}"
    return Run(in_folder(folder, line), spot)


def _rake(ground: Ground, path: str, folder: str, inner: str) -> Run | None:
    """Return the call of the first test task with a literal name whose patterns take a file."""
    rakefile = ground.inside(folder, *_RAKEFILES)
    text = ground.text(rakefile)
    if not _loads_framework(ground, path, folder) and not re.search(_OPTIONS, text):
        return None
    for found in _TASK.finditer(text):
        name = _NAMED.match(found[1])
        patterns = [each for line in _PATTERN.findall(found[2]) for each in _QUOTED.findall(line)]
        if name and (not patterns or any(matches(below(path, folder), each) for each in patterns)):
            task = next(filter(None, name.groups()), "test")
            line = text.count("\n", 0, found.start(1))
            space = list(spaces_of(text.split("\n")))[line]
            if space is not None:
                run = f"bundle exec rake {space}{task} TEST={inner}"
                return Run(in_folder(folder, run), Spot(rakefile, line + 1))
    return None


def _loads_framework(ground: Ground, path: str, folder: str) -> bool:
    """Whether a file, or one that it requires, brings in what runs its tests."""
    seen, edge = {path}, [path]
    for _ in range(MOST_HOPS):
        required = [(each, *found) for each in edge for found in _REQUIRED.findall(ground.text(each))]
        is_loaded = any(name in _FRAMEWORKS for _, _, name in required)
        if is_loaded or any("Bundler.require" in ground.text(each) for each in edge):
            return True
        edge = [each for one in required for each in _files(ground, folder, *one) if each not in seen]
        seen.update(edge)
    return False


def _files(ground: Ground, folder: str, path: str, relative: str, name: str) -> list[str]:
    """Return the file that a `require` means: beside its own, or on the path that tests are given."""
    places = [folder_of(path)] if relative else [posixpath.join(folder, each) for each in ("lib", "test")]
    found = [posixpath.normpath(posixpath.join(place, name.removesuffix(".rb"))) for place in places]
    return [f"{each}.rb" for each in found if f"{each}.rb" in ground.paths]


def _declared(ground: Ground, folder: str) -> dict[str, Spot]:
    """Return the test libraries a project's own Gemfile or gemspec asks for."""
    found: dict[str, Spot] = {}
    for each in ground.manifest.dependencies:
        if each.ecosystem == "gem" and each.project == folder:
            found.setdefault(each.name.removesuffix("-core"), each.at)
    return found
