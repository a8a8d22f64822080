"""What a probe may use up before it runs, and its receipt afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.cli.views.findings import count
from groundplan.plan.probe import tell_end
from groundplan.plan.task_command import show_argv

if TYPE_CHECKING:
    from groundplan.app.probes.permits import Permit
    from groundplan.app.probes.probing import Trial
    from groundplan.cli.look import Part, Screen


def show_request(screen: Screen, permit: Permit, trial: Trial) -> None:
    """Put out what is about to run, over what, and within which limits."""
    screen.line("This runs code of the repository:")
    rows: list[list[Part]] = [
        [("command", "dim"), show_argv(trial.argv)],
        [("over", "dim"), f"a copy of {permit.repository}, {'with a patch' if trial.patch else 'as it is'}"],
        [
            ("limits", "dim"),
            f"{trial.seconds:.0f} s, {trial.memory >> 30} GB memory, {trial.disk >> 30} GB disk",
        ],
    ]
    if permit.is_unconfined:
        told = "NOT confined: this system cannot do it. The command can read and change your files"
        rows.append([("walls", "dim"), (told, "bad")])
    else:
        rows.append([("walls", "dim"), "no network; your files cannot be changed; an empty home folder"])
    screen.table(rows, indent=2, flexible=1)
    if trial.patch and permit.is_unconfined:
        screen.line("The patch that is applied first, with all that it may do to your files:", indent=2)
        screen.source(trial.patch.decode("utf-8", "replace").splitlines(), indent=4)


def show_receipt(screen: Screen, told: dict[str, Any], *, with_output: bool = True) -> None:
    """Put out a receipt, as the wire has it."""
    name: list[Part] = [(told["id"], "bold"), "  "] if told["id"] else []
    tone = "ok" if told["code"] == 0 else "bad"
    screen.line(*name, (show_argv(told["argv"]), "bold"))
    screen.line((tell_end(told["ended"], told["code"]), tone), f" after {told['seconds']:.1f} s", indent=2)
    screen.line(("code", "dim"), "  ", tell_code(told), indent=2)
    if told["tool"]:
        screen.line(("tool", "dim"), "  ", told["tool"], indent=2)
    if not told["confined"]:
        screen.line(("not confined", "bad"), f": {told['open_walls']}", indent=2)
    screen.line(("output", "dim"), f"  sha256:{told['digest'][:16]}", indent=2)
    if with_output and told["excerpt"]:
        screen.blank()
        screen.source(told["excerpt"].split("\n"), indent=4)


def tell_code(told: dict[str, Any]) -> str:
    """Return over which code it ran."""
    at = f"commit {told['commit'][:12]}" if told["commit"] else "no commit yet"
    changed = f", {count(told['changed'], 'file')} changed since" if told["changed"] > 0 else ""
    changed = ", git cannot tell what changed since" if told["changed"] < 0 else changed
    patched = f", patch sha256:{told['patch'][:16]}" if told["patch"] else ""
    return f"{at}{changed}{patched}"
