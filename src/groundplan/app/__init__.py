"""Use cases: one function each, typed in, typed out, no printing; the only room that changes anything.

May import: store, markdown, playbooks, git, rules, plan.
"""
