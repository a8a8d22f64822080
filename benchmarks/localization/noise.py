"""Asks for things a repository has never heard of, and counts how often a place is claimed all the same.

    python benchmarks/localization/noise.py CHECKOUT …

Each goal is asked in each checkout that has less than half of its telling words in code and history.
Printed are how many were asked, how many are called found, and the files `plan` would work on.
"""

from __future__ import annotations

import sys
from pathlib import Path

from groundplan.app.workspace import open_workspace
from groundplan.evidence.kinds import Certainty
from groundplan.evidence.pack import EvidencePack, own_names
from groundplan.evidence.subject import Subject
from groundplan.planner.goal import reading
from groundplan.survey.history.past import load_history
from groundplan.survey.where.goal import read_goal

GOALS = (
    "Add authentication with JWT",
    "Support GraphQL subscriptions over websockets",
    "Let users pay invoices through Stripe",
    "Translate the interface into Klingon",
    "Add a Kubernetes operator",
    "Send telemetry to Prometheus",
    "Render charts of sensor readings",
    "Import calendars from Outlook",
    "Add a chatbot with embeddings",
    "Warn about expiring TLS certificates in Slack",
    "Add OAuth login through Keycloak",
    "Replace Kafka by RabbitMQ",
)


def main() -> None:
    """Ask every goal of every checkout named."""
    asked = found = planned = 0
    for root in map(Path, sys.argv[1:]):
        with open_workspace(root) as workspace:
            index = workspace.code.looking.index
            index.refresh()
            with load_history(index) as history:
                for goal in GOALS:
                    subject = Subject(goal, read_goal(goal), index, history, workspace.config)
                    if 2 * len(subject.verdict.unknown) <= len(subject.words):
                        continue  # most of it is known here
                    asked += 1
                    is_found = subject.verdict.certainty is Certainty.FOUND
                    pack = EvidencePack(
                        reading.read_goal(goal, own_names(index)), index, history, workspace.config
                    )
                    targets = [each.path for each in pack.targets]
                    found += is_found
                    planned += bool(targets)
                    if is_found or targets:
                        print(f"{root.name}: {goal}: {subject.verdict.certainty} {targets}")
    print(f"{asked} goals asked, {found} called found, {planned} planned on")


if __name__ == "__main__":
    main()
