; What TypeScript adds to ecmascript.scm.

[(abstract_class_declaration) (internal_module) (module)] @class
(interface_declaration) @interface
(enum_declaration) @enum
(type_alias_declaration) @type
(function_signature) @function
[(method_signature) (abstract_method_signature)] @method
(public_field_definition) @field
(interface_body (property_signature) @attribute)
(type_alias_declaration value: (object_type (property_signature) @attribute))
(enum_body name: (_) @entry)
(enum_assignment) @attribute
(required_parameter (accessibility_modifier)) @parameter
(ambient_declaration) @declared
(import_require_clause) @import.assigned
(call_expression function: (non_null_expression) @call)
; `await load<Type>(…)`: the grammar takes what is awaited to end before the type arguments
(call_expression function: (await_expression [(identifier) (member_expression)] @call))
