; A component in a tree of elements is called as a function is: `<Button kind="main" />`.

(jsx_opening_element name: (identifier) @component)
(jsx_opening_element name: (member_expression) @call)
(jsx_self_closing_element name: (identifier) @component)
(jsx_self_closing_element name: (member_expression) @call)
