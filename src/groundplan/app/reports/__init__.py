"""Reports on a plan as Markdown: each names its sources, says what is not known, and invents nothing.

May import: what `app` may.
"""
