"""Every command as data, so that `--help` can list them without importing one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listed:
    """A command: the module that defines it, its line in the help, the heading it stands under."""

    name: str
    module: str
    help: str
    heading: str

    @property
    def attribute(self) -> str:
        """Return the name under which the module holds the command."""
        return self.name.replace("-", "_") + "_command"


_HEADINGS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Begin": (
        ("init", "starting", "Write a commented configuration into this repository."),
        ("new", "starting", "Begin a plan from a goal."),
        ("plan", "starting", "As `new`, until the analyst is there."),
        ("adopt", "adopting", "Take responsibility for hand edits, or take in a document."),
    ),
    "Talk": (
        ("say", "talking", "Keep a message of the talk."),
        ("ask", "talking", "Put a question to the user."),
        ("answer", "talking", "Answer an open question."),
        ("decide", "deciding", "Record a decision with its reason."),
        ("supersede", "deciding", "Replace a decision by another."),
    ),
    "Write": (
        ("write", "writing", "Write sections from a file, standard input or your editor."),
        ("undo", "writing", "Take back the last write."),
        ("check", "checking", "Run the rules; mend what is computed with --fix."),
        ("explain", "explaining", "Say what a rule wants, and why."),
    ),
    "Code": (
        ("where", "coding", "Rank the files and functions a goal would touch."),
        ("code", "coding", "Ask the code: find, symbol, usages, callers, impact, history, …"),
    ),
    "Checkpoints": (
        ("approve", "approving", "Approve a checkpoint, after looking at what it binds."),
        ("revoke", "approving", "Take an approval back."),
        ("request-changes", "approving", "Send a checkpoint back with what should change."),
    ),
    "Look": (
        ("show", "showing", "Show a plan's standing, or the text of a section."),
        ("diff", "showing", "Show what changed, by section."),
        ("log", "showing", "Show the ledger: who promised what, through which channel."),
        ("resume", "keeping", "Print all the next worker needs."),
    ),
    "Keep": (
        ("move", "keeping", "Rename a plan and its documents."),
        ("archive", "keeping", "Put a finished plan away."),
        ("playbook", "playbooks", "List, show, check or begin playbooks."),
        ("doctor", "doctoring", "Look after the installation and the repository."),
        ("completion", "completing", "Print the completion script of a shell."),
    ),
}

COMMANDS: dict[str, Listed] = {
    name: Listed(name, f"groundplan.cli.commands.{module}", told, heading)
    for heading, rows in _HEADINGS.items()
    for name, module, told in rows
}
