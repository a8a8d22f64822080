; Kotlin. The words of the captures are explained in grammar.py. The first pattern that defines a name wins.

; ---- types
(class_declaration "interface" name: (_) @name [(class_body) (enum_class_body)] @body) @interface
(class_declaration "interface" name: (_) @name) @interface
(class_declaration name: (_) @name (enum_class_body) @body) @enum
(class_declaration name: (_) @name (class_body) @body) @class
(class_declaration name: (_) @name) @class
(object_declaration name: (_) @name (class_body) @body) @class
(object_declaration name: (_) @name) @class
(companion_object name: (_) @name (class_body) @body) @class
(type_alias type: (_) @name) @type

; ---- functions and properties
(function_declaration (_) @scope . "." name: (_) @name (function_body) @body) @function
(function_declaration (_) @scope . "." name: (_) @name) @function
(function_declaration name: (_) @name (function_body) @body) @function
(function_declaration name: (_) @name) @function
(secondary_constructor "constructor" @name (block) @body) @method
(secondary_constructor "constructor" @name) @method
(property_declaration (_) @scope . "." (variable_declaration . (identifier) @name)) @constant
(property_declaration (variable_declaration . (identifier) @name)) @constant
(property_declaration (multi_variable_declaration (variable_declaration . (identifier) @name))) @constant
(class_parameter ["val" "var"] . (identifier) @name) @attribute
(enum_entry (identifier) @name (class_body) @body) @attribute
(enum_entry (identifier) @name) @attribute

; ---- code whose names are its own
(object_literal) @block.class
[(anonymous_initializer) (lambda_literal) (getter) (setter) (anonymous_function)] @block

; ---- what they extend
[(class_declaration (delegation_specifiers (delegation_specifier [(user_type) @base
    (constructor_invocation (user_type) @base) (explicit_delegation . (user_type) @base)])))
 (object_declaration (delegation_specifiers (delegation_specifier [(user_type) @base
    (constructor_invocation (user_type) @base) (explicit_delegation . (user_type) @base)])))] @of

; ---- annotations
(annotation [(user_type) @decorator (constructor_invocation (user_type) @decorator)]) @mark

; ---- imports
(import) @import

; ---- calls
(call_expression . [(identifier) (navigation_expression)] @call)
(infix_expression (_) . (identifier) @call . (_))

; ---- where the way forks
[(if_expression) (for_statement) (while_statement) (do_while_statement) (when_entry) (catch_block) "&&" "||" "?:"] @branch
