"""A council: several models asked at once, their claims held against the code, compared and recorded."""
