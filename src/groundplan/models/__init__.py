"""Models behind one Protocol: the coding agents that people have, APIs, any command that answers a prompt.

What a model says is data; nothing here believes it, and nothing here reads a plan or a repository.
May import: git, process, rules, schedule, files, wording, plan.
"""
