"""Signatures of a design, taken from the code: typed ones as they stand, untyped ones said in words."""

from __future__ import annotations

import ast
import textwrap
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES, Kind
from groundplan.plan.late_regex import late_regex
from groundplan.planner.brief import SectionDraft
from groundplan.planner.citable import fenced
from groundplan.planner.writers.phrases import joined
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.wishes import open_subjects
from groundplan.planner.writers.work import pieces
from groundplan.rules import python_types, script_types

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition
    from groundplan.evidence.kinds import Region
    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief

_SCRIPTS = {"typescript": "typescript", "tsx": "typescript", "javascript": "typescript"}
_MOST_REGIONS = 8
_INNER = late_regex(r"([(\[]) +")
_MOST_ATTRIBUTES = 8
_MOST_LINES = 1_000
_CUT = 300  # letters at which an outline cuts a header
_INTRO = "As the code has them now; what a requirement or an answer changes in one is said in section 5."


@writer("signatures")
def write_signatures(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the signatures of what changes, by language; none is invented for what is not there yet."""
    placed = pieces(brief)
    if not placed:
        return
    typed: dict[str, list[str]] = {}
    plain: list[str] = []
    for region in [each for piece in placed for each in piece.regions][:_MOST_REGIONS]:
        language, text = typed_signature(brief, region)
        if text:
            typed.setdefault(language, []).append(text)
        else:
            plain.append(f"{region.lines}  {_shown(region.definition)}{_lacking(region)}")
    plain += [_new_line(brief, each.path, each.beside) for each in placed if each.is_new]
    plain += [
        f"{each.path}  no definition of it is singled out"
        for each in placed
        if not each.is_new and not each.regions
    ]
    fences = [fenced("\n".join(texts), language) for language, texts in typed.items()]
    fences += [fenced("\n".join(plain), "text")] if plain else []
    yield SectionDraft(spec.key, "\n\n".join([_INTRO, *fences]), waits_for=open_subjects(brief))


def _shown(definition: Definition) -> str:
    """Return a declaration as one would write it on one line."""
    return _INNER.sub(r"\1", definition.header).replace(", )", ")") or definition.qualified


def typed_signature(brief: Brief, region: Region) -> tuple[str, str]:
    """Return the language and the signature of a definition; no signature where it lacks a type."""
    outline = brief.pack.index.outline(region.path)
    language = outline.language if outline else ""
    definition = region.definition
    if not definition.header or definition.kind in NAMES:
        return "", ""
    if language == "python":
        text = _python(brief, region)
        return ("python", f"# {region.lines}\n{text}") if text else ("", "")
    if language in _SCRIPTS:
        text = _script(definition)
        return (_SCRIPTS[language], f"// {region.lines}\n{text}") if text else ("", "")
    return language, f"// {region.lines}\n{definition.header}"


def _python(brief: Brief, region: Region) -> str:
    definition = region.definition
    header = _whole_header(brief, region) if len(definition.header) >= _CUT else _shown(definition)
    text = f"{header.rstrip(':')}: ..."
    if definition.kind is Kind.CLASS:
        fields = _fields(brief, region)
        text = "\n".join(
            [f"{definition.header.rstrip(':')}:", *(f"    {each}" for each in fields or ["..."])]
        )
    elif definition.kind is Kind.METHOD and definition.parent:
        text = f"class {definition.parent.rpartition('.')[2]}:\n    {text}"
    try:
        return "" if python_types.find_untyped(text) else text
    except SyntaxError:
        return ""


def _whole_header(brief: Brief, region: Region) -> str:
    """Return a signature that the outline cuts short, read from the file itself."""
    text = (brief.pack.index.text(region.path) or b"").decode("utf-8", "replace").split("\n")
    source = textwrap.dedent(
        "\n".join(text[region.definition.line - 1 : region.definition.last][:_MOST_LINES])
    )
    try:
        node = ast.parse(source).body[0]
    except (SyntaxError, ValueError, RecursionError, MemoryError, IndexError):
        return region.definition.header
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return region.definition.header
    node.body, node.decorator_list = [ast.Pass()], []
    return ast.unparse(node).partition("\n")[0]


def _fields(brief: Brief, region: Region) -> list[str]:
    """Return the annotated attributes of a class, without their values."""
    outline = brief.pack.index.outline(region.path)
    mine = outline.definitions if outline else ()
    return [
        each.header.partition("=")[0].strip()
        for each in mine
        if each.kind is Kind.ATTRIBUTE and each.parent == region.definition.qualified
        if ":" in each.header.partition("=")[0] and "self." not in each.header
    ][:_MOST_ATTRIBUTES]


def _script(definition: Definition) -> str:
    header = definition.header.rstrip(" {")
    if header.endswith("=>"):
        return ""
    if definition.kind is Kind.METHOD:
        text = f"class {definition.parent.rpartition('.')[2] or 'Owner'} {{\n  {header};\n}}"
    elif definition.kind is Kind.FUNCTION:
        text = f"{header};"
    else:
        text = f"{header} {{}}"
    return "" if script_types.find_untyped(text) else text


def _lacking(region: Region) -> str:
    """Return which parameters carry no type, and what their defaults say of them."""
    definition = region.definition
    try:
        tree = ast.parse(f"{definition.header.rstrip(':')}: ...")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    function = tree.body[0] if tree.body else None
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return ""
    named = [*function.args.posonlyargs, *function.args.args]
    defaults: list[ast.expr | None] = [None] * (len(named) - len(function.args.defaults))
    pairs = zip(named, [*defaults, *function.args.defaults], strict=False)
    pairs_kw = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=False)
    bare = [
        f"{argument.arg} ({type(value.value).__name__} by its default)"
        if isinstance(value, ast.Constant) and value.value is not None
        else argument.arg
        for argument, value in (*pairs, *pairs_kw)
        if argument.annotation is None and argument.arg not in {"self", "cls"}
    ]
    return f"  no type in the code: {joined(bare)}" if bare else "  no return type in the code"


def _new_line(brief: Brief, path: str, beside: str) -> str:
    """Return what is known of a file that does not exist yet: the signature it is built after."""
    model = next((each.region for each in brief.pack.alike), None)
    if model is not None:
        shown = model.definition.header or model.definition.qualified
        return f"{path}  new; the nearest model is {shown} at {model.lines}"
    return f"{path}  new; its neighbour is {beside}" if beside else f"{path}  new"
