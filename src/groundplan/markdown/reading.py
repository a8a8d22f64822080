"""The files of a plan read into a `Plan`: the one way from bytes to what the rules see."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks
from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.lines import split_bom, split_lines
from groundplan.markdown.patterns import compile_pattern
from groundplan.markdown.sections import LARGEST, cut_with_findings
from groundplan.markdown.structure import find_structure_faults
from groundplan.plan.document import Plan
from groundplan.plan.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.document import Document
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import Playbook


def decode(data: bytes, path: str) -> str:
    """Return the text of a document; `Unreadable` names the byte where it is not UTF-8. A BOM is kept."""
    if len(data) > LARGEST:
        raise Unreadable(
            f"Document `{path}` is larger than {LARGEST // 1_000_000} MB",
            hint="A plan is read by people: move logs and data out of it",
            place=path,
        )
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        raise Unreadable(f"Document `{path}` is UTF-16", hint=_save_hint("UTF-16", path), place=path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"Document `{path}` is not UTF-8: byte {error.start} is `0x{data[error.start]:02x}`",
            hint=_save_hint("WINDOWS-1252", path),
            place=path,
        ) from error


def read_plan(plan_id: str, slug: str, playbook: Playbook, files: Mapping[str, tuple[str, str]]) -> Plan:
    """Read a plan from its files, document name -> (path, text), with every fault that parsing finds."""
    documents: list[Document] = []
    findings: list[Finding] = []
    for spec in playbook.documents:
        if spec.name not in files:
            continue
        path, text = files[spec.name]
        document, faults = cut_with_findings(text, playbook, spec.name, path)
        documents.append(document)
        findings += [*find_structure_faults(document, playbook), *faults]
    title = find_title(documents, playbook) or slug
    return Plan(plan_id, slug, title, tuple(documents), tuple(findings))


def find_title(documents: Sequence[Document], playbook: Playbook) -> str:
    """Return what the plan is called: front matter `title`, a heading that catches it, or the top heading."""
    for document in documents:
        if "title" in document.header_fields:
            return document.header_fields["title"][0]
    for document in documents:
        for section in document.sections:
            if section.captures.get("title"):
                return section.captures["title"]
    for document in documents:
        title = _top_title(document, playbook)
        if title:
            return title
    return ""


def _top_title(document: Document, playbook: Playbook) -> str:
    """Return what the header's top heading says where the skeleton's has `{{title}}`."""
    skeleton = _top_heading(playbook.document(document.name).skeleton)
    if "{{title}}" not in skeleton:
        return ""
    caught = compile_pattern(skeleton.replace("{{title}}", "{title}")).match(
        _top_heading(document.header.body)
    )
    return (caught or {}).get("title", "")


def _top_heading(text: str) -> str:
    rest = split_bom(text)[1]
    front = read_front_matter(rest)
    blocks = parse_blocks("".join(split_lines(rest)[front.lines :]))
    return next((block.text for block in blocks if block.kind is Kind.HEADING and block.level == 1), "")


def _save_hint(encoding: str, path: str) -> str:
    return f"Save it as UTF-8: `iconv -f {encoding} -t UTF-8 {quote(path)} > new.md`"
