"""Does the Python reader see what a syntax tree sees? Definitions, imports and calls compared.

    python benchmarks/python_outline/agreement.py REPO… [--show 10]

Wants `pip install tree-sitter-python` beside groundplan; nothing else here does.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import tree_sitter_python
from tree_sitter import Language, Parser

from groundplan.code.outline import Kind
from groundplan.code.python.reading import read_python

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

PARSER = Parser(Language(tree_sitter_python.language()))
SUBJECTS = ("definitions", "ranges", "bases", "decorators", "imports", "calls")


def walk(node: Node) -> Iterator[Node]:
    """Return every node of a tree, without recursion."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        waiting += each.children


def words(node: Node | None) -> str:
    """Return the text of a node on one line."""
    return "".join((node.text or b"").decode("utf-8", "replace").split()) if node else ""


def chain(node: Node) -> str:
    """Return the words of a call as an outline writes them."""
    said = words(node)
    parts = []
    while node.type == "attribute":
        name = node.child_by_field_name("attribute")
        below = node.child_by_field_name("object")
        parts.append(words(name))
        if below is None:
            break
        node = below
    if node.type == "identifier":
        return said
    return "." + ".".join(reversed(parts)) if parts else ""


def last_line(node: Node) -> int:
    """Return the last line of a block; comments after its last statement are not part of it."""
    return node.end_point[0] + (node.end_point[1] > 0)


def seen_by_tree(text: bytes) -> dict[str, Counter[tuple[object, ...]]]:
    """Return what a syntax tree says."""
    seen: dict[str, Counter[tuple[object, ...]]] = {subject: Counter() for subject in SUBJECTS}
    for node in walk(PARSER.parse(text).root_node):
        if node.type in {"function_definition", "class_definition"}:
            name = words(node.child_by_field_name("name"))
            line = node.start_point[0] + 1
            seen["definitions"][name, line] += 1
            body = node.child_by_field_name("body")
            inner = [each for each in body.children if each.type != "comment"] if body else []
            seen["ranges"][name, line, last_line(inner[-1] if inner else node)] += 1
            bases = node.child_by_field_name("superclasses")
            for base in bases.named_children if bases else ():
                plain = base.child_by_field_name("value") if base.type == "subscript" else base
                if plain and plain.type in {"identifier", "attribute"}:
                    seen["bases"][name, line, words(plain)] += 1
            if node.parent and node.parent.type == "decorated_definition":
                for each in node.parent.children:
                    if each.type == "decorator":
                        called = each.named_children[0]
                        target = called.child_by_field_name("function") if called.type == "call" else called
                        seen["decorators"][name, line, words(target)] += 1
        elif node.type == "call":
            function = node.child_by_field_name("function")
            said = chain(function) if function else ""
            if said:
                seen["calls"][said, 0] += 1
        elif node.type in {"import_statement", "import_from_statement", "future_import_statement"}:
            note_imports(node, seen["imports"])
    return seen


def note_imports(node: Node, imports: Counter[tuple[object, ...]]) -> None:
    """Count every name an import statement binds."""
    module = words(node.child_by_field_name("module_name"))
    names = node.children_by_field_name("name")
    if any(each.type == "wildcard_import" for each in node.children):
        imports[module, "*", ""] += 1
    for each in names:
        name = each.child_by_field_name("name") if each.type == "aliased_import" else each
        alias = words(each.child_by_field_name("alias")) if each.type == "aliased_import" else ""
        if node.type == "import_statement":
            imports[words(name), "", alias or words(name).partition(".")[0]] += 1
        else:
            imports[module or "__future__", words(name), alias or words(name)] += 1


def seen_by_reader(text: bytes) -> dict[str, Counter[tuple[object, ...]]]:
    """Return what the outline says."""
    outline = read_python(text)
    seen: dict[str, Counter[tuple[object, ...]]] = {subject: Counter() for subject in SUBJECTS}
    for each in outline.definitions:
        if each.kind in {Kind.CLASS, Kind.FUNCTION, Kind.METHOD}:
            seen["definitions"][each.name, each.line] += 1
            seen["ranges"][each.name, each.line, each.last] += 1
            seen["bases"].update((each.name, each.line, base) for base in each.bases)
            seen["decorators"].update((each.name, each.line, name) for name in each.decorators)
    seen["imports"].update((each.module, each.name, each.alias) for each in outline.imports)
    for said, lines in outline.calls.items():
        seen["calls"][said, 0] += len(lines)
    return seen


def main() -> int:
    """Compare every Python file of each repository and print one row a subject."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repos", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0, help="how many differences to print")
    options = parser.parse_args()
    print("| repository | subject | in the tree | found | precision | recall |\n|--|--|--|--|--|--|")
    for repo in options.repos:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "*.py", "*.pyi"], cwd=repo, capture_output=True, check=True
        )
        texts = {
            path: (repo / path).read_bytes().replace(b"\r\n", b"\n")
            for path in listed.stdout.decode().split("\0")
            if path and (repo / path).is_file()
        }
        tally = {subject: [0, 0, 0] for subject in SUBJECTS}
        shown = Counter[str]()
        spent = [0.0, 0.0]
        for path, text in texts.items():
            start = time.process_time()
            PARSER.parse(text)
            spent[0] += time.process_time() - start
            start = time.process_time()
            read_python(text)
            spent[1] += time.process_time() - start
            truth, found = seen_by_tree(text), seen_by_reader(text)
            for subject in SUBJECTS:
                both = truth[subject] & found[subject]
                for slot, counter in enumerate((truth[subject], found[subject], both)):
                    tally[subject][slot] += counter.total()
                for sign, rest in (("-", truth[subject] - both), ("+", found[subject] - both)):
                    for item in rest:
                        if shown[subject + sign] < options.show:
                            shown[subject + sign] += 1
                            print(sign, subject, path, item)
        for subject, (there, seen, both) in tally.items():
            precision, recall = both / max(1, seen), both / max(1, there)
            print(f"| {repo.name} | {subject} | {there} | {seen} | {precision:.4f} | {recall:.4f} |")
        size = sum(map(len, texts.values())) / 1e6
        alone, reader = (size / each for each in spent)
        print(f"{repo.name}: {size:.1f} MB; parse alone {alone:.1f} MB/s, reader {reader:.1f} MB/s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
