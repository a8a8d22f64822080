; Java. The words of the captures are explained in grammar.py. The first pattern that defines a name wins.

; ---- types
[(class_declaration name: (_) @name body: (_) @body) (record_declaration name: (_) @name body: (_) @body)] @class
[(interface_declaration name: (_) @name body: (_) @body)
 (annotation_type_declaration name: (_) @name body: (_) @body)] @interface
(enum_declaration name: (_) @name body: (_) @body) @enum

; ---- what stands in them
[(method_declaration name: (_) @name body: (_) @body)
 (constructor_declaration name: (_) @name body: (_) @body)
 (compact_constructor_declaration name: (_) @name body: (_) @body)] @method
[(method_declaration name: (_) @name) (annotation_type_element_declaration name: (_) @name)] @method
[(field_declaration declarator: (variable_declarator name: (_) @name))
 (constant_declaration declarator: (variable_declarator name: (_) @name))] @attribute
(enum_constant name: (_) @name body: (_) @body) @attribute
(enum_constant name: (_) @name) @attribute
(record_declaration parameters: (formal_parameters (formal_parameter name: (_) @name) @attribute))

; ---- what they extend
(class_declaration superclass: (superclass (_) @base)) @of
(class_declaration interfaces: (super_interfaces (type_list (_) @base))) @of
(record_declaration interfaces: (super_interfaces (type_list (_) @base))) @of
(enum_declaration interfaces: (super_interfaces (type_list (_) @base))) @of
(interface_declaration (extends_interfaces (type_list (_) @base))) @of

; ---- annotations
[(marker_annotation name: (_) @decorator) (annotation name: (_) @decorator)] @mark

; ---- imports
(import_declaration) @import

; ---- calls
(method_invocation name: (_) @call) @called
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @call)
(object_creation_expression type: (generic_type . (_) @call))
(method_reference (_) "::" (identifier) @call)

; ---- where the way forks
[(if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (switch_label)
 (catch_clause) (ternary_expression) "&&" "||"] @branch
