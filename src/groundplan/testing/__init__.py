"""A test kit: a server on the loopback address that speaks like models do, as a script says, faults included.

Nothing of groundplan uses it; tests of whoever builds on models may.
May import: cli, app, planner, consult, conform, hosts, evidence, survey, code, store, markdown, models,
playbooks, git, process, rules, schedule, files, wording, plan.
"""
