"""A council: what its advisors claim held against the code, compared, recorded, and handed to whoever writes.

May import: app, and what app may.
"""
