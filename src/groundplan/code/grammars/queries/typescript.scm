; What TypeScript adds to ecmascript.scm.

(abstract_class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(type_alias_declaration name: (_) @name) @type
(internal_module name: (identifier) @name body: (_) @body) @class
(internal_module name: (nested_identifier) @name body: (_) @body) @class
(module name: (identifier) @name body: (_) @body) @class
(function_signature name: (_) @name) @function
(method_signature name: (_) @name) @method
(abstract_method_signature name: (_) @name) @method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(public_field_definition name: (_) @name) @attribute
(interface_body (property_signature name: (_) @name) @attribute)
(type_alias_declaration value: (object_type (property_signature name: (_) @name) @attribute))
(enum_body name: (_) @name @attribute)
(enum_assignment name: (_) @name) @attribute
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @own

(program (ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @constant)))
(program (ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @constant)))
(program (export_statement declaration: (ambient_declaration
  (lexical_declaration (variable_declarator name: (identifier) @name) @constant @exported))))
(export_statement "default" @name value: [(as_expression) (satisfies_expression)]) @constant @exported
(ambient_declaration (_) @declared) @statement
(export_statement declaration: (ambient_declaration (_) @exported)) @statement
(class_declaration (class_heritage (extends_clause value: (_) @base))) @of
(class_declaration (class_heritage (implements_clause (_) @base))) @of
(abstract_class_declaration (class_heritage (extends_clause value: (_) @base))) @of
(abstract_class_declaration (class_heritage (implements_clause (_) @base))) @of
(interface_declaration (extends_type_clause type: (_) @base)) @of
(variable_declarator value: (class (class_heritage (extends_clause value: (_) @base)))) @of
(export_statement value: (class (class_heritage (extends_clause value: (_) @base)))) @of
(method_definition (accessibility_modifier) @access) @of
(public_field_definition (accessibility_modifier) @access) @of
(abstract_method_signature (accessibility_modifier) @access) @of
(required_parameter (accessibility_modifier) @access) @of
(public_field_definition value: [(arrow_function "async") (function_expression "async")]) @async
(import_require_clause (identifier) @import.namespace source: (string) @import.module) @import
(call_expression function: (non_null_expression) @call)
; `await load<Type>(…)`: the grammar takes what is awaited to end before the type arguments
(call_expression function: (await_expression [(identifier) (member_expression)] @call))
(export_statement "=" (identifier) @export.name) @export
