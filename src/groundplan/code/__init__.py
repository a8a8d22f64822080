"""The code index: files, symbols, references, imports, text search, citations, occurrences, impact.

Everything in it is a cache outside the repository: delete it and no plan loses anything.

May import: git, process, rules, schedule, files, wording, plan.
"""
