; PHP. The words of the captures are explained in grammar.py. The first pattern that defines a name wins.

; ---- types
[(class_declaration name: (_) @name body: (_) @body) (trait_declaration name: (_) @name body: (_) @body)] @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum

; ---- functions, and what stands in types
(function_definition name: (_) @name body: (_) @body) @function
(method_declaration name: (_) @name body: (_) @body) @method
(method_declaration name: (_) @name) @method
(const_declaration (const_element . (name) @name)) @constant
(property_declaration (property_element name: (variable_name (name) @name))) @attribute
(property_promotion_parameter name: (variable_name (name) @name)) @own
(enum_case name: (_) @name) @attribute
(expression_statement (function_call_expression function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)) . (argument))) (#eq? @_define "define")) @constant

; ---- what they extend
[(class_declaration (base_clause (_) @base)) (class_declaration (class_interface_clause (_) @base))
 (interface_declaration (base_clause (_) @base)) (enum_declaration (class_interface_clause (_) @base))] @of

; ---- attributes
(attribute_group (attribute . (_) @decorator)) @mark

; ---- imports
(namespace_use_declaration) @import
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import.file

; ---- calls
(function_call_expression function: [(name) (qualified_name)] @call)
(member_call_expression name: (name) @call) @called
(nullsafe_member_call_expression name: (name) @call) @called
(scoped_call_expression name: (name) @call) @called
(object_creation_expression [(name) (qualified_name)] @call)

; ---- where the way forks
[(if_statement) (else_if_clause) (for_statement) (foreach_statement) (while_statement) (do_statement) (case_statement)
 (match_conditional_expression) (catch_clause) (conditional_expression) "&&" "||" "??"] @branch
