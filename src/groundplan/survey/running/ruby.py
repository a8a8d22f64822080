"""One test file of a Ruby project: RSpec, a Rake test task, Rails, or Ruby itself."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from groundplan.survey.running.ground import Run, below, folder_of, in_folder

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground
    from groundplan.survey.spot import Spot

_TASK = r"Rake::TestTask\.new"


def run_ruby(ground: Ground, path: str, _test: str) -> Run | None:
    """Return the call of a spec or a test file through the runner the project declares."""
    bundle = ground.nearest(path, "Gemfile")
    if not bundle or not path.endswith(".rb"):
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
    rakefile = ground.inside(folder, "Rakefile", "rakefile", "Rakefile.rb")
    spot = ground.spot(rakefile, _TASK) if rakefile else None
    if spot:
        return Run(in_folder(folder, f"bundle exec rake {_task(ground, spot)} TEST={inner}"), spot)
    known = next((declared[name] for name in ("minitest", "test-unit") if name in declared), None)
    return Run(in_folder(folder, f"bundle exec ruby -Ilib -Itest {inner}"), known) if known else None


def _declared(ground: Ground, folder: str) -> dict[str, Spot]:
    """Return the test libraries a project's own Gemfile or gemspec asks for."""
    found: dict[str, Spot] = {}
    for each in ground.manifest.dependencies:
        if each.ecosystem == "gem" and each.project == folder:
            found.setdefault(each.name.removesuffix("-core"), each.at)
    return found


def _task(ground: Ground, spot: Spot) -> str:
    line = ground.text(spot.path).split("\n")[spot.line - 1]
    name = (
        line.partition("TestTask.new")[2]
        .strip()
        .lstrip("( ")
        .partition(" ")[0]
        .strip("():,'\"")
        .partition("=>")[0]
    )
    plain = name.strip(":'\" ")
    return plain if plain.replace(":", "").isidentifier() and plain != "do" else "test"
