"""A plan talked through with a model: when it may write, and what it may say. May import what `app` may."""
