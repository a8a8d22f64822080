"""A change held against the plan it belongs to, file by file and name by name. Reads no file and writes none.

May import: evidence, survey, code, store, markdown, models, playbooks, git, process, rules, schedule,
files, wording, plan.
"""
