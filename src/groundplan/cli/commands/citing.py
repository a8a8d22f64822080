"""`cite`: every citation of a document beside the code it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from groundplan.app.judgement.document_files import open_code, placed, read_written
from groundplan.app.judgement.documents import cite_document
from groundplan.app.wire.faults import cited
from groundplan.cli.group import command
from groundplan.cli.views.documents import show_citations
from groundplan.plan.evidence import CitationState

if TYPE_CHECKING:
    from groundplan.cli.session import Session


@command("cite")
@click.argument("file")
def cite_command(session: Session, file: str) -> int:
    """Print each line that FILE cites beside the sentence that cites it.

    FILE is any Markdown file, or `-` for standard input. Exit code 1 if something cited is not there.
    """
    document = read_written(file)
    with open_code(session.repo, file, session.watch) as code:
        shown = cite_document(code, placed(code, document))
    session.give("cite", cited(shown), lambda screen: show_citations(screen, shown), is_long=True)
    return 1 if any(each.seen.state is CitationState.MISSING for each in shown) else 0
