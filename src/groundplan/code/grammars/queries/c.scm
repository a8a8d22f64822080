; C, and what C++ has of it: which nodes are looked at. What becomes of them stands in declarators.py.

(function_definition) @function
(declaration) @declaration
(field_declaration) @field
(type_definition) @typedef
(struct_specifier name: (_) body: (_)) @struct
(union_specifier name: (_) body: (_)) @struct
(enum_specifier body: (_)) @enum
(enumerator) @entry
(preproc_def) @macro
(preproc_function_def) @macro.function
(preproc_include) @include
(compound_statement) @body
(call_expression function: [(identifier) (field_expression)] @call)
[(if_statement) (for_statement) (while_statement) (do_statement) (case_statement) (conditional_expression)] @branch
(binary_expression operator: ["&&" "||"] @branch)
