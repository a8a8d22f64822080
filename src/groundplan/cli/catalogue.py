"""Every command as data, so that `--help` can list them without importing one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listed:
    """A command: the module that defines it, its line in the help and its heading, whether most need it."""

    name: str
    module: str
    help: str
    heading: str
    is_common: bool = True

    @property
    def attribute(self) -> str:
        """Return the name under which the module holds the command."""
        return self.name.replace("-", "_") + "_command"


_HEADINGS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Begin": (
        ("plan", "planning", "Begin a plan from a goal, with evidence from the code."),
        ("new", "planning", "Begin an empty plan from a goal."),
        ("init", "planning", "Write a commented configuration into this repository."),
        ("adopt", "adopting", "Accept hand edits, or turn a document into a plan."),
    ),
    "Talk": (
        ("talk", "talking", "Talk a plan through with the planner, question by question."),
        ("say", "talking", "Record a message in the talk."),
        ("ask", "talking", "Ask the user a question."),
        ("answer", "talking", "Answer an open question."),
        ("decide", "deciding", "Record a decision with its reason."),
        ("supersede", "deciding", "Replace a decision by another."),
    ),
    "Write": (
        ("brief", "briefing", "Print all that is needed to fill a plan, for you or your agent."),
        ("write", "writing", "Write sections from a file, standard input or your editor."),
        ("undo", "writing", "Undo the last write."),
        ("check", "checking", "Check any Markdown plan against the code, or your plans against the rules."),
        ("cite", "citing", "Print what a document cites beside the code it names."),
        ("explain", "explaining", "Explain a message by its code, such as GP101."),
    ),
    "Code": (
        ("context", "context", "Show what the code and its history say about a goal."),
        ("where", "context", "Rank the files and functions a goal would touch."),
        ("code", "coding", "Ask the code: usages, callers, impact, history, …"),
        ("probe", "probing", "Try a command over a copy of the code, and record what came of it."),
    ),
    "Advice": (
        ("consult", "consulting", "Ask several models about a plan at once."),
        ("compare", "comparing", "Check what advisors claim, and compare their answers."),
    ),
    "Approve": (
        ("refute", "refuting", "Print the brief for a fresh reader who attacks a plan."),
        ("object", "refuting", "Record an objection to a plan, or what was done about one."),
        ("approve", "approving", "Approve a plan, after seeing what that covers."),
        ("revoke", "approving", "Revoke an approval."),
        ("request-changes", "approving", "Ask for changes instead of approving."),
    ),
    "Work": (
        ("next", "working", "Show which tasks can be worked on, and what the first of them needs."),
        ("start", "working", "Start a task."),
        ("done", "working", "Close a task on a receipt: commits and verified commands."),
        ("waive", "working", "Close a task without a receipt, for a reason; only a person can."),
        ("dry-run", "working", "Check every verification command without running it."),
        ("conform", "conforming", "Compare a change with its plan: planned, missing, unplanned."),
        ("pr", "conforming", "Print a pull request's description from a plan and its change."),
        ("drift", "drifting", "Show what went on in the code since a plan was approved."),
        ("rebase", "drifting", "Move a plan's citations along with the code."),
    ),
    "Look": (
        ("status", "home", "Show every plan, what waits for you, and what is next."),
        ("list", "home", "List the plans, one line each."),
        ("show", "showing", "Show a plan, its text, or one section."),
        ("diff", "showing", "Show what changed, by section."),
        ("log", "showing", "Show who said, wrote and approved what, and when."),
        ("resume", "keeping", "Print a handover for the next person or agent."),
    ),
    "Schedule": (
        ("tasks", "scheduling", "Show the tasks with bars: what is next, critical and due, and what if."),
        ("report", "scheduling", "Print a summary, progress, risks or decisions as Markdown."),
    ),
    "Keep": (
        ("move", "keeping", "Rename a plan and its documents."),
        ("archive", "keeping", "Archive a finished plan."),
        ("playbook", "playbooks", "List, show, check or create playbooks."),
        ("profile", "profiles", "List, show, propose or set a project profile."),
        ("models", "models", "List, try or choose the models that draft plans."),
        ("install", "installing", "Teach Claude Code, Codex or Cursor to plan with groundplan."),
        ("doctor", "doctoring", "Diagnose the installation and the repository."),
        ("completion", "completing", "Print the completion script of a shell."),
        ("help", "helping", "Show the help of a command."),
    ),
    # Programs call these, and no help lists them.
    "": (("hook", "installing", "Check the plan that an agent is about to show; its hook calls this."),),
}

# What `--help` lists: enough to go from a goal to an approved plan. `--help --all` lists every command.
_COMMON = frozenset(
    (
        "plan",
        "talk",
        "answer",
        "write",
        "undo",
        "check",
        "explain",
        "context",
        "code",
        "approve",
        "show",
        "resume",
    )
)

# What people who know other tools type, and what does it here.
ELSEWHERE = {
    "edit": ("write", " opens your editor"),
    "ls": ("list", " lists the plans"),
    "remove": ("archive", " archives a plan"),
}

_CODE_HEADINGS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Look up": (
        ("find", "searching", "Find every occurrence of a term."),
        ("symbol", "searching", "Show what a name is, and where it is defined."),
        ("usages", "searching", "Show every use of a definition, and how it was found."),
        ("callers", "searching", "Show who calls a function."),
        ("impact", "searching", "Show what a change reaches, tests and public API marked."),
        ("imports", "searching", "Show what a file imports, and who imports it."),
        ("docs", "surveying", "Show documentation and signatures of an installed package."),
        ("ask-source", "sourcing", "Ask a source that you have set up, such as a search."),
        ("cycles", "searching", "Show the import cycles."),
    ),
    "Analyse": (
        ("tests-for", "surveying", "Show the tests that import, use or name a file or a definition."),
        ("similar", "surveying", "Show similar code."),
        ("patterns", "surveying", "Show examples of errors, tests, configuration; entry points."),
        ("manifest", "surveying", "Show dependencies, scripts and how tools are called."),
        ("history", "surveying", "Show churn, owners, what changes together, earlier attempts."),
        ("changes", "unfinished", "Show uncommitted changes and unmerged branches, by file."),
        ("flow", "surveying", "Follow an entry point to the storage or network it ends in."),
    ),
}


def _list(
    headings: dict[str, tuple[tuple[str, str, str], ...]], common: frozenset[str] = frozenset()
) -> dict[str, Listed]:
    return {
        name: Listed(name, f"groundplan.cli.commands.{module}", told, heading, not common or name in common)
        for heading, rows in headings.items()
        for name, module, told in rows
    }


COMMANDS = _list(_HEADINGS, _COMMON)
CODE_COMMANDS = _list(_CODE_HEADINGS)
