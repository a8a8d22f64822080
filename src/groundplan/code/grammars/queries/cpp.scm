; What C++ adds to c.scm.

(class_specifier name: (_) body: (_)) @class
[(struct_specifier name: (_) body: (_)) (union_specifier name: (_) body: (_))] @struct.class
(namespace_definition) @namespace
(template_declaration) @template
(alias_declaration) @alias
(concept_definition) @concept
(access_specifier) @access
(friend_declaration) @friend
(base_class_clause) @bases
(call_expression function: [(qualified_identifier) (template_function)] @call)
(new_expression type: [(type_identifier) (qualified_identifier)] @call)
[(for_range_loop) (catch_clause)] @branch
(binary_expression operator: ["and" "or"] @branch)
