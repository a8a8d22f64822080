; Go. The words of the captures are explained in grammar.py. The first pattern that defines a name wins.

; ---- functions and methods
(function_declaration name: (_) @name body: (_) @body) @function
(function_declaration name: (_) @name) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @scope
    (generic_type type: (type_identifier) @scope)
    (pointer_type (type_identifier) @scope)
    (pointer_type (generic_type type: (type_identifier) @scope))
  ]))
  name: (_) @name body: (_) @body) @method
(short_var_declaration left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (_) @body) .)) @function
(var_spec . name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .)) @function

; ---- types and what stands in them
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @type
(type_spec name: (_) @name type: (interface_type "{" @body)) @interface
(type_spec name: (_) @name) @type
(type_alias name: (_) @name) @type
(type_spec type: (struct_type (field_declaration_list (field_declaration name: (_) @name) @attribute)))
(type_spec type: (interface_type (method_elem name: (_) @name) @method))

; ---- other names at the top of the file
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @constant)))

; ---- embedded types
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @of
(type_spec type: (interface_type (type_elem . (_) @base .))) @of

; ---- imports
(import_spec name: (_)? @import.alias path: (_) @import.module) @import

; ---- calls
(call_expression function: (identifier) @call)
(call_expression function: (selector_expression) @call)
(type_conversion_expression type: (generic_type type: (_) @call))

; ---- where the way forks
[(if_statement) (for_statement) (expression_case) (type_case) (communication_case) "&&" "||"] @branch
