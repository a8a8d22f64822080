; What JavaScript alone has, beside ecmascript.scm: there the grammars differ.

(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(field_definition property: (_) @name) @attribute
(class_declaration (class_heritage (_) @base)) @of
(variable_declarator value: (class (class_heritage (_) @base))) @of
(assignment_expression right: (class (class_heritage (_) @base))) @of
(export_statement value: (class (class_heritage (_) @base))) @of
(field_definition value: [(arrow_function "async") (function_expression "async")]) @async
