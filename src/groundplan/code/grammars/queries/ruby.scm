; Ruby: which nodes are looked at. What becomes of them, by the words of the captures, is decided in gathering.py.

(class) @class
(module) @module
(singleton_class) @singleton
(method) @method
(singleton_method) @method
(assignment left: [(constant) (scope_resolution)]) @constant
(alias) @alias
(call) @call
(body_statement (identifier) @word)
(body_statement (method) @statement)
[(if) (unless) (elsif) (while) (until) (for) (when) (in_clause) (rescue) (conditional) (if_modifier) (unless_modifier)
 (while_modifier) (until_modifier) "&&" "||" "and" "or"] @branch
