; C#. The words of the captures are explained in grammar.py. The first pattern that defines a name wins.

; ---- types
[(class_declaration name: (_) @name body: (_) @body) (struct_declaration name: (_) @name body: (_) @body)
 (record_declaration name: (_) @name body: (_) @body)] @class
[(class_declaration name: (_) @name) (struct_declaration name: (_) @name) (record_declaration name: (_) @name)] @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(delegate_declaration name: (_) @name) @type

; ---- what stands in them
[(method_declaration name: (_) @name body: (_) @body) (constructor_declaration name: (_) @name body: (_) @body)
 (destructor_declaration "~" @name.start name: (_) @name body: (_) @body)
 (indexer_declaration "this" @name accessors: (_) @body) (indexer_declaration "this" @name value: (_) @body)
 (operator_declaration "operator" @name.start operator: _ @name body: (_) @body)
 (conversion_operator_declaration "operator" @name.start type: (_) @name body: (_) @body)] @method
[(method_declaration name: (_) @name) (constructor_declaration name: (_) @name) (destructor_declaration "~" @name.start name: (_) @name)
 (indexer_declaration "this" @name) (operator_declaration "operator" @name.start operator: _ @name)
 (conversion_operator_declaration "operator" @name.start type: (_) @name)] @method
(local_function_statement name: (_) @name body: (_) @body) @function
[(property_declaration name: (_) @name accessors: (_) @body) (property_declaration name: (_) @name value: (_) @body)
 (event_declaration name: (_) @name accessors: (_) @body) (property_declaration name: (_) @name)] @attribute
[(field_declaration (variable_declaration (variable_declarator name: (_) @name)))
 (event_field_declaration (variable_declaration (variable_declarator name: (_) @name)))] @attribute
(enum_member_declaration name: (_) @name) @attribute
(record_declaration (parameter_list (parameter name: (_) @name) @attribute))

; ---- what they extend
[(class_declaration (base_list (_) @base)) (struct_declaration (base_list (_) @base))
 (record_declaration (base_list (_) @base)) (interface_declaration (base_list (_) @base))] @of

; ---- attributes
(attribute_list (attribute name: (_) @decorator)) @mark

; ---- imports
(using_directive) @import

; ---- calls
(invocation_expression function: [(identifier) (member_access_expression name: (identifier))] @call)
(invocation_expression function: (generic_name . (identifier) @call))
(invocation_expression function: (member_access_expression name: (generic_name . (identifier) @call)) @called)
(invocation_expression function: (conditional_access_expression
  (member_binding_expression name: [(identifier) @call (generic_name . (identifier) @call)])) @called)
(object_creation_expression type: [(identifier) @call (qualified_name) @call (generic_name . (identifier) @call)])

; ---- where the way forks
[(if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement) (switch_section)
 (switch_expression_arm) (catch_clause) (conditional_expression) "&&" "||" "??"] @branch
