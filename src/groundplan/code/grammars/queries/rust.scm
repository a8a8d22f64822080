; Rust. The words of the captures are explained in grammar.py. The first pattern that defines a name wins.

; ---- functions, methods and macros
(function_item name: (_) @name body: (_) @body) @function
(function_signature_item name: (_) @name) @function
(macro_definition name: (_) @name) @function

; ---- types and what stands in them
(struct_item name: (_) @name body: (field_declaration_list) @body) @type
(struct_item name: (_) @name) @type
(union_item name: (_) @name body: (_) @body) @type
(enum_item name: (_) @name body: (_) @body) @enum
(trait_item name: (_) @name body: (_) @body) @interface
(type_item name: (_) @name) @type
(associated_type name: (_) @name) @type
(enum_variant name: (_) @name body: (_) @body) @attribute
(enum_variant name: (_) @name) @attribute
(field_declaration name: (_) @name) @attribute

; ---- what gives its name to what stands in it
(impl_item type: [
    (type_identifier) @name
    (primitive_type) @name
    (generic_type type: [(type_identifier) @name (scoped_type_identifier name: (_) @name)])
    (scoped_type_identifier name: (_) @name)
    (reference_type type: [(type_identifier) @name (generic_type type: (type_identifier) @name)])
  ] body: (_) @body) @container
(impl_item trait: (_)) @open
(mod_item name: (_) @name body: (_) @body) @module

; ---- other names
(const_item name: (identifier) @name) @constant
(static_item name: (_) @name) @constant

; ---- what a trait demands of those that have it
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @base)) @of

; ---- attributes
(attribute_item (attribute . (_) @decorator)) @mark

; ---- imports
(use_declaration argument: (_) @import.module) @import
(extern_crate_declaration name: (_) @import.module) @import
(mod_item name: (_) @import.module !body) @import

; ---- calls
(call_expression function: [(identifier) (field_expression) (scoped_identifier)] @call)
(call_expression function: (generic_function function: (_) @call))
(macro_invocation macro: (_) @call)

; ---- where the way forks
[(if_expression) (for_expression) (while_expression) (match_arm) "&&" "||"] @branch
