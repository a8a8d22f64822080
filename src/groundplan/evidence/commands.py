"""The code evidence is gathered from, and its own calls of its tools: one runs a single test file."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.imports import find_imports
from groundplan.code.languages import language_of
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.evidence.kinds import Command
from groundplan.plan.late_regex import late_regex
from groundplan.survey.manifest.calling import is_other_script, is_test_script
from groundplan.survey.manifest.facts import Role, Source
from groundplan.survey.manifest.reading import read_manifest
from groundplan.survey.manifest.shell import join_line
from groundplan.survey.running.finding import find_run
from groundplan.survey.running.ground import Ground, in_folder
from groundplan.survey.running.native import run_suite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.imports import ImportGraph
    from groundplan.code.view import CodeView
    from groundplan.plan.config import Config
    from groundplan.survey.history.past import History
    from groundplan.survey.manifest.facts import Call, Manifest
    from groundplan.survey.running.ground import Run

MOST_OF_ROLE = 2
LONGEST_LINE = 300
_APART = late_regex(
    r"(?<![a-z])(?:integrations?|docker|e2e|end-to-end|smoke|acceptance|browsers?|bench\w*|dbs?|nightly)(?![a-z])",
    re.IGNORECASE,
)


def find_commands(code: CodeAtHand) -> tuple[Command, ...]:
    """Return how tests, linters, type checkers and formatters are called; the profile's words first."""
    said = [Command(role, line, None) for role, line in sorted(code.config.profile.commands.items()) if line]
    roles = {each.role for each in said}
    found = [*said]
    for role in Role:
        if role.value not in roles:
            found += _of_role(code, role)
    if not any(each.role == Role.TEST for each in found):
        suite = run_suite(Ground(code.index, code.manifest))
        found += [Command(Role.TEST.value, suite.line, suite.at, is_usual=True)] if suite else []
    return tuple({(each.role, each.line): each for each in reversed(found)}.values())[::-1]


def _of_role(code: CodeAtHand, role: Role) -> Iterator[Command]:
    count = 0
    tools = code.manifest.tools_for(role)
    # Of the scripts of a package.json that run tests the project's is the one called `test`.
    has_test = role is Role.TEST and any(is_test_script(call) for tool in tools for call in tool.calls)
    for tool in tools:
        fit = (
            each
            for each in tool.calls
            if not each.unfit
            and _is_of_most(code.index, each.folder)
            and not (has_test and is_other_script(each))
        )
        call = min(fit, key=_is_of_a_part, default=None)
        if call is None or count >= MOST_OF_ROLE:
            continue
        line = line_of(call)
        if len(line) <= LONGEST_LINE and "\n" not in line:
            count += 1
            yield Command(role.value, line, call.at, call.source is Source.CONFIG, call.written)


def _is_of_most(index: CodeView, folder: str) -> bool:
    """Tell whether a folder has more than half of the code: what runs in a smaller one is of that alone."""
    if not folder:
        return True
    code = [path for path in index.paths() if language_of(path, b"")]
    return sum(path.startswith(f"{folder}/") for path in code) * 2 > len(code)


def _is_of_a_part(call: Call) -> bool:
    """Tell whether a call runs some of the tests, or those that need more than a checkout."""
    is_path = any("/" in word.strip("./") for word in call.argv[1:] if not word.startswith("-"))
    return is_path or any(map(_APART.search, (*call.argv, call.at.path)))


def line_of(call: Call) -> str:
    """Return a call as typed in a shell at the root of the repository."""
    return in_folder(call.folder, join_line(call.argv))


def run_for(code: CodeAtHand, path: str) -> Run | None:
    """Return the repository's own call that runs one test file, or None where it cannot be known."""
    return find_run(Ground(code.index, code.manifest), path)


# The code that evidence is gathered from, with what is costly to compute computed once for all who ask.


class CodeAtHand:
    """An index, its history and its settings; whoever inherits it says what they are used for."""

    index: CodeView
    history: History | None
    config: Config

    @cached_property
    def graph(self) -> ImportGraph:
        """Return the import graph."""
        return find_imports(self.index, self.inference.files.modules)

    @cached_property
    def inference(self) -> Inference:
        """Return the files laid open so far, shared by all questions about uses."""
        return Inference(PythonFiles(self.index))

    @cached_property
    def manifest(self) -> Manifest:
        """Return what the manifests say."""
        return read_manifest(self.index)
