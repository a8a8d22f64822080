; What JavaScript and TypeScript share: which nodes are looked at. What becomes of them, and why no pattern says
; more than it must, stands in scripts.py and exchange.py, by the words of the captures.

; ---- definitions
[(function_declaration) (generator_function_declaration)] @function
(class_declaration) @class
(method_definition) @member
(pair value: [(arrow_function) (function_expression) (object)]) @pair
(variable_declarator value: [(arrow_function) (function_expression) (generator_function) (class)]) @bound
(return_statement [(function_expression) (class)] @returned)
(assignment_expression left: (member_expression object: (this))) @own
(decorator) @decorator

; ---- imports and exports
(export_statement) @export
(export_specifier) @specifier
(namespace_export) @export.namespace
(import_statement) @import
(import_clause) @import.default
(namespace_import) @import.namespace
(import_specifier) @specifier
(call_expression function: (import)) @import.call
(expression_statement (assignment_expression) @given)

; ---- calls
(call_expression function: [(identifier) (member_expression) (super)] @call)
(new_expression constructor: [(identifier) (member_expression)] @call)

; ---- where the way forks
[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_case)
 (catch_clause) (ternary_expression) "&&" "||" "??"] @branch
