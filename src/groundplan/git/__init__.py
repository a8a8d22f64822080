"""The one safe way to ask git.

May import: files, wording, plan.
"""
