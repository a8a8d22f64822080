"""The terminal surface over app: words in, text or JSON out.

May import: app, planner, consult, conform, hosts, evidence, survey, code, store, markdown, models, playbooks,
git, process, rules, schedule, files, wording, plan.
"""
