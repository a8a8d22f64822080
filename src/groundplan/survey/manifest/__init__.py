"""What a repository says about itself: dependencies and their versions, scripts, tools and how to call them.

One module per ecosystem, one result type for all (`facts`). Files are read as data; none is run or imported.
"""
