"""The code that evidence is gathered from, with what is costly to compute computed once for all who ask."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.imports import find_imports
from groundplan.code.resolution.inference import Inference
from groundplan.code.resolution.python_files import PythonFiles
from groundplan.survey.manifest.reading import read_manifest

if TYPE_CHECKING:
    from groundplan.code.imports import ImportGraph
    from groundplan.code.view import CodeView
    from groundplan.plan.config import Config
    from groundplan.survey.history.past import History
    from groundplan.survey.manifest.facts import Manifest


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
