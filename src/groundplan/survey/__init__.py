"""What kind of repository this is: patterns, manifests, tests, history, similar code; where a goal goes.

May import: code, store, markdown, models, playbooks, git, process, rules, schedule, files, wording, plan.
"""
