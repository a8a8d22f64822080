; What JavaScript and TypeScript share. The words of the captures are explained in grammar.py.
; Where two patterns define the same name, the one that stands first wins.

; ---- functions and classes, at any depth
(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(method_definition name: (_) @name body: (_) @body) @member
(pair key: (property_identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @member
(pair key: (property_identifier) @name value: (object)) @holder

(variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)
]) @function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @class

(return_statement (function_expression name: (_) @name body: (_) @body) @function)
(return_statement (class name: (_) @name body: (_) @body) @class)

; ---- what a module gives out without a name of its own
(export_statement "default" @name value: [
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)
]) @function @exported
(export_statement "default" @name value: (class body: (_) @body)) @class @exported
(export_statement "default" @name value: [
  (object) (array) (call_expression) (new_expression) (string) (template_string) (number)
]) @constant @exported

; ---- functions given to an object at the top of the file: `Point.prototype.move = function () {}`
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)
          (generator_function body: (_) @body)]) @method))
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @name)
  right: (class body: (_) @body)) @class))

(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (object)) @container))

; ---- other names at the top of the file
(program [
  (lexical_declaration (variable_declarator name: (identifier) @name) @constant)
  (variable_declaration (variable_declarator name: (identifier) @name) @constant)
  (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @constant))
  (export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name) @constant))
])
(program [
  (lexical_declaration (variable_declarator name: (object_pattern) @pattern) @constant)
  (variable_declaration (variable_declarator name: (object_pattern) @pattern) @constant)
  (export_statement declaration: (lexical_declaration (variable_declarator name: (object_pattern) @pattern) @constant))
])
(assignment_expression left: (member_expression object: (this) property: (_) @name)) @own

; ---- marks on definitions
(export_statement declaration: (_) @exported) @statement
(program (export_statement declaration: (lexical_declaration (variable_declarator) @exported)))
(program (export_statement declaration: (variable_declaration (variable_declarator) @exported)))
(function_declaration "async") @async
(generator_function_declaration "async") @async
(method_definition "async") @async
(variable_declarator value: [(arrow_function "async") (function_expression "async")]) @async
(pair value: [(arrow_function "async") (function_expression "async")]) @async
(assignment_expression right: [(arrow_function "async") (function_expression "async")]) @async
(export_statement value: [(arrow_function "async") (function_expression "async")]) @async
(decorator (_) @decorator) @mark

; ---- what a file exports by its name
(export_specifier name: [(_) "default"] @export.name alias: [(_) "default"]? @export.alias) @export
(export_statement "default" @export.alias value: (identifier) @export.name) @export
((expression_statement (assignment_expression
  left: (member_expression object: (identifier) @commonjs property: (property_identifier) @commonjs.name)
  right: (_) @commonjs.value)) (#set! word "exports"))

; ---- imports
(import_statement source: (string) @import.module) @import
(import_clause (identifier) @import.default)
(namespace_import (identifier) @import.namespace)
(import_specifier name: (_) @import.name alias: (_)? @import.alias) @specifier
(export_statement source: (string) @import.module) @import @reexport
(export_statement "*" @import.all)
(namespace_export (_) @import.namespace)
(call_expression function: (import) arguments: (arguments . (string) @import.module)) @import @dynamic
((call_expression function: (identifier) @_require arguments: (arguments . (string) @import.module .)) @import @dynamic
  (#eq? @_require "require") (#set! word "require("))
((variable_declarator name: (identifier) @require.alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) .)))
  (#eq? @_require "require") (#set! word "require("))
((variable_declarator name: (object_pattern) @require.pattern
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) .)))
  (#eq? @_require "require") (#set! word "require("))

; ---- calls
(call_expression function: (identifier) @call)
(call_expression function: (member_expression) @call)
(call_expression function: (super) @call)
(new_expression constructor: (identifier) @call)
(new_expression constructor: (member_expression) @call)

; ---- where the way forks
[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_case)
 (catch_clause) (ternary_expression) "&&" "||" "??"] @branch
