"""Use cases: one function each, typed in, typed out, no printing; the only room that changes anything.

May import: planner, conform, hosts, evidence, survey, code, store, markdown, models, playbooks, git,
process, rules, schedule, wording, plan.
"""
