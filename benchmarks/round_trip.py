"""Cut and join all Markdown of a folder with every playbook: `python benchmarks/round_trip.py <folder>`."""

from __future__ import annotations

import collections
import pathlib
import sys
import time

from groundplan.markdown.blocks import Kind, parse_blocks, walk
from groundplan.markdown.reading import decode
from groundplan.markdown.sections import cut
from groundplan.markdown.splice import splice
from groundplan.markdown.structure import find_structure_faults
from groundplan.plan.errors import GroundplanError
from groundplan.plan.playbook import DocumentSpec, Playbook, SectionSpec
from groundplan.playbooks.reader import examine
from groundplan.playbooks.shelf import bundled_files, bundled_names

MOST_WRITTEN = 40  # sections of one document that are written anew: a change log has hundreds


def main(folder: str) -> int:
    """Print the counts and return 1 if a file did not come back byte for byte."""
    books = [examine(bundled_files(name), name=name)[0] for name in bundled_names()]
    counts: collections.Counter[str] = collections.Counter()
    slowest = (0.0, "")
    for path in sorted(found for found in pathlib.Path(folder).rglob("*.md") if found.is_file()):
        counts["files"] += 1
        try:
            text = decode(path.read_bytes(), str(path))
        except GroundplanError as error:
            counts["not readable"] += 1
            print(f"{path}: {error}")
            continue
        start = time.process_time()
        round_trip(text, [*books, own_playbook(text)], counts, str(path))
        slowest = max(slowest, (time.process_time() - start, str(path)))
    for name, count in counts.items():
        print(f"{count:>9,} {name}")
    print(f"{slowest[0]:>9.2f} seconds at most for one file: {slowest[1]}")
    return 1 if counts["files that differ"] else 0


def own_playbook(text: str) -> Playbook:
    """Declare every top heading of a text, so that also files of no playbook are cut at each of them."""
    heads = {(block.level, block.text) for block in parse_blocks(text) if block.kind is Kind.HEADING}
    sections = tuple(
        SectionSpec(f"s{at}", title.replace("{", "(").replace("}", ")"), level, "plan")
        for at, (level, title) in enumerate(sorted(heads))
    )
    return Playbook("own", 1, "", "", "", (), (DocumentSpec("plan", "", ""),), sections, (), ())


def round_trip(text: str, books: list[Playbook], counts: collections.Counter[str], path: str) -> None:
    """Cut and join a text with each document of each playbook, and write each section anew as it is."""
    counts["characters"] += len(text)
    counts["lines inside fences and HTML that start with #"] += sum(
        line.lstrip().startswith("#")
        for block in walk(parse_blocks(text))
        if block.kind in {Kind.FENCE, Kind.HTML}
        for line in block.content.split("\n")
    )
    is_same = True
    for book in books:
        for spec in book.documents:
            document = cut(text, book, spec.name, path)
            counts["cuts"] += 1
            counts["sections"] += len(document.sections)
            find_structure_faults(document, book)
            is_same = is_same and "".join(part.text for part in (document.header, *document.sections)) == text
            for section in document.sections[:MOST_WRITTEN]:
                counts["sections written anew"] += 1
                try:
                    same = splice(document, book, {section.key: section.body}) == text
                except GroundplanError:
                    counts["sections refused (a fence or comment of theirs is open)"] += 1
                else:
                    counts["sections that came back otherwise"] += not same
    if not is_same:
        counts["files that differ"] += 1
        print(f"{path}: differs")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
