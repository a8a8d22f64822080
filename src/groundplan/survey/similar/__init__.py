"""Code that does something alike: by the shape of function bodies, the calls they make, their words."""
