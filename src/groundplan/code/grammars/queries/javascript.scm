; What JavaScript alone has, beside ecmascript.scm: there the grammars differ.

(field_definition) @field
