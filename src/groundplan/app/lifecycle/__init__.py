"""A plan begun, adopted, approved, renamed and archived.

May import: the folders below it in `app`.
"""
