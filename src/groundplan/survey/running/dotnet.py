"""The tests of a C#, F# or Visual Basic file: its project, and its class as a filter."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.survey.manifest.members import folders_above
from groundplan.survey.running.ground import Run

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground
    from groundplan.survey.spot import Spot

_PROJECTS = (".csproj", ".fsproj", ".vbproj")
_TESTING = r"Microsoft\.NET\.Test\.Sdk|<IsTestProject>\s*true"
_PACKAGED = re.compile(r"<Project\s[^>]{0,200}\bSdk\s*=|<Sdk\s", re.IGNORECASE)
_NAMESPACE = re.compile(r"^\s*namespace\s+([\w.]{1,200})", re.MULTILINE)
_CASE = re.compile(
    r"\[(?:\w+\.)?(?:(?:Fact|Theory)\w*|Test|TestCase|TestMethod|TestFixture|TestClass|\w*(?:Fact|Theory))\b"
)


def run_dotnet(ground: Ground, path: str, test: str) -> Run | None:
    """Return `dotnet test` for the test project of a file, narrowed to its class."""
    project = next(
        (found[0] for folder in folders_above(path) if (found := ground.ending(folder, *_PROJECTS))), ""
    )
    spot = ground.spot(project, _TESTING) if project else None
    spot = spot or (_inherited(ground, project) if project else None)
    stem = path.rpartition("/")[2].partition(".")[0]
    text = ground.text(path)
    runner = ground.text(ground.nearest(path, "global.json"))
    # Under Microsoft's newer platform `--filter` means something else in each framework.
    if spot is None or not _PACKAGED.search(ground.text(project)) or "Microsoft.Testing.Platform" in runner:
        return None
    owner = re.search(rf"\bclass\s+{re.escape(stem)}\b", text)
    if text and (not _CASE.search(text) or owner is None):
        return None
    # A file may open another namespace first, for an attribute that its framework lacks.
    spaces = _NAMESPACE.findall(text, 0, owner.start() if owner else len(text))
    name = f"{spaces[-1]}.{stem}" if spaces else stem
    method = test.rpartition(".")[2]
    name = f"{name}.{method}" if method.isidentifier() else f"{name}."
    return Run(
        f"dotnet test {shlex.quote(project)} --filter {shlex.quote(f'FullyQualifiedName~{name}')}", spot
    )


def _inherited(ground: Ground, project: str) -> Spot | None:
    """Return where a file that every project below it takes in makes it a test project."""
    for folder in folders_above(project):
        for name in ("Directory.Build.props", "Directory.Build.targets"):
            found = ground.inside(folder, name)
            spot = ground.spot(found, _TESTING) if found else None
            # What props give only to some projects is given by their names.
            if spot and "test" in project.lower():
                return spot
    return None
