"""Use cases: one function each, typed in, typed out, no printing; the only room that changes anything.

May import: planner, hosts, evidence, survey, code, store, markdown, playbooks, git, process, rules, schedule,
wording, plan.
"""
