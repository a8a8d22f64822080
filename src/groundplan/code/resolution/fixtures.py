"""Which pytest fixture a test's parameter asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import Kind

if TYPE_CHECKING:
    from groundplan.code.index import Symbol
    from groundplan.code.outline import Definition
    from groundplan.code.resolution.python_files import PythonFiles
    from groundplan.code.resolution.python_text import PythonText


def find_fixture(files: PythonFiles, file: PythonText, function: Definition, name: str) -> Symbol | None:
    """Return the fixture that a parameter of a test or of another fixture means, the nearest one, or None."""
    if not function.name.startswith("test") and not is_fixture(function):
        return None
    found = [each for each in files.index.symbols(name) if is_fixture(each.definition)]
    near = [each for each in found if each.path == file.path and each.definition is not function]
    folder = file.path.rpartition("/")[0]
    while not near:
        conftest = f"{folder}/conftest.py" if folder else "conftest.py"
        near = [each for each in found if each.path == conftest]
        if not folder:
            break
        folder = folder.rpartition("/")[0]
    return near[0] if near else None


def is_fixture(definition: Definition) -> bool:
    """Whether a function is a pytest fixture."""
    if definition.kind not in {Kind.FUNCTION, Kind.METHOD}:
        return False
    return any(each.rpartition(".")[2] in {"fixture", "async_fixture"} for each in definition.decorators)
