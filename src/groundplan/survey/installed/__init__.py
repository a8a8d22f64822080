"""Packages installed for a project: found in its environment, read as text, never run or imported."""
