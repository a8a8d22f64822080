"""An outline as lines that can be read and compared: one for each definition and each import."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Import, Outline


def list_definitions(outline: Outline) -> list[str]:
    """Return a line for each definition: where it stands, its kind and name, and what is said of it."""
    return [_definition(each) for each in outline.definitions]


def list_imports(outline: Outline) -> list[str]:
    """Return a line for each import."""
    return [_import(each) for each in outline.imports]


def _definition(each: Definition) -> str:
    said = [
        "public" if each.is_exported else "private",
        *(["async"] if each.is_async else []),
        *(["declared"] if each.is_declared else []),
        *(["doc"] if each.has_doc else []),
        *([f"forks {each.branches}"] if each.branches else []),
        *([f"bases {' '.join(each.bases)}"] if each.bases else []),
        *([f"decorators {' '.join(each.decorators)}"] if each.decorators else []),
    ]
    return f"{each.first}-{each.last} {each.kind} {each.qualified}: {', '.join(said)}"


def _import(each: Import) -> str:
    marks = [
        word
        for word, is_said in (
            ("inner", each.is_inner),
            ("types", each.is_typing),
            ("given on", each.is_reexport),
        )
        if is_said
    ]
    return f"{each.line} {each.module or 'itself'}: {each.name or '-'} as {each.alias or '-'}" + (
        f" ({', '.join(marks)})" if marks else ""
    )
