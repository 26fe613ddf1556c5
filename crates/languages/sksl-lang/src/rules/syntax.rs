//! Rules for characters, tokens and syntax.
//!
//! Source: sections 1 and 2 of the language, and the behaviour of Skia's compiler of that time.

glassbox_core::rules! {
    source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    examples: &super::EXAMPLES,

    CHARACTER = "SKSL-E001" Error "a character begins no token" {
        cause: "Outside comments the language has letters, digits, `_`, `$`, spaces, tabs, line ends and the signs of its \
                operators. A lone `@`, `#`, `\\\\`, a quote or a letter of another alphabet is not among them.",
        cure: "Remove the character, or put it into a comment.",
    }
    UNFINISHED = "SKSL-E002" Error "a token is incomplete" {
        cause: "An exponent or a `0x` has no digits after it, or `@` begins neither `@if` nor `@switch`. The lexer does not \
                backtrack to take the part before as a token.",
        cure: "Complete the token: `1e5`, `0x1F`, `@if`.",
    }
    BAD_OCTAL = "SKSL-E003" Error "a number with a leading zero has a digit 8 or 9" {
        cause: "Integers that begin with `0` are octal.",
        effect: "Read as octal, the number would have another value.",
        cure: "Remove the leading zeros.",
    }
    RESERVED_WORD = "SKSL-E004" Error "a word is reserved" {
        cause: "Words of GLSL and other languages that SkSL does not use cannot be names, and neither can anything that begins \
                with `gl_`.",
        cure: "Choose another name. SkSL has its own builtin variables in place of GLSL's, such as `sk_FragCoord`.",
    }
    UNEXPECTED = "SKSL-E005" Error "a token is unexpected" {
        cause: "The text does not follow the grammar: a sign, a keyword or a name is missing or misplaced.",
        effect: "No output is written. Parsing resumes at the next statement or declaration.",
        cure: "Write what the message expects.",
    }
    MISSING_SEMICOLON = "SKSL-E006" Error "a semicolon is missing" {
        cause: "Declarations and simple statements end with `;`. The error is reported at the next token.",
        cure: "Add the semicolon.",
    }
    NO_EXPRESSION = "SKSL-E007" Error "an expression is expected" {
        cause: "An operand is missing, or a keyword or operator is in place of a value. Struct declarations, \
                `uniform`, `in` and `out` variables are allowed outside functions only.",
        cure: "Write an expression, or remove the operator before it.",
    }
    TYPE_AS_NAME = "SKSL-E009" Error "a builtin type is used as a name" {
        cause: "The names of builtin types cannot be names of variables, functions, structs, fields or parameters.",
        cure: "Choose another name; where a comma begins a parameter of its own, repeat its type.",
    }
    NESTING = "SKSL-E010" Error "the nesting is too deep" {
        cause: "At most 50 blocks, statements, parentheses, prefix operators and conditionals may be open at once, and every \
                operator already read in the current chain counts, too: `a+b+c` has two.",
        cure: "Move parts of the expression into variables, or parts of the body into functions.",
    }
    OPEN_BLOCK = "SKSL-E011" Error "a block is not closed" {
        cause: "The text ends before the `}` of a block. An unclosed `/*` hides everything after it.",
        cure: "Close the block.",
    }
    LONE_SEMICOLON = "SKSL-E012" Error "a semicolon between declarations" {
        cause: "Outside functions a `;` ends a declaration. None is needed after the body of a function.",
        cure: "Remove the semicolon.",
    }
    LONE_MODIFIERS = "SKSL-E013" Error "modifiers without a declaration" {
        cause: "`layout(...) in;` and the like apply to a whole fragment or vertex program. Other programs have nothing of \
                that kind.",
        cure: "Remove them, or complete the declaration.",
    }
    LARGE_INTEGER = "SKSL-E014" Error "an integer needs more than 32 bits" {
        cause: "Integer literals go up to 4294967295.",
        effect: "The value would lose its high bits.",
        cure: "Use a smaller number, or a float.",
    }
    LARGE_FLOAT = "SKSL-E015" Error "a float is too large" {
        cause: "Floats are of single precision, the largest is 3.4028235e38.",
        effect: "The value would become infinity.",
        cure: "Use a smaller number.",
    }
    NO_INDEX = "SKSL-E016" Error "the index is missing" {
        cause: "There is nothing between `[` and `]` after a value.",
        cure: "Write the index.",
    }
    NO_FIELD = "SKSL-E017" Error "nothing follows a dot" {
        cause: "A `.` is followed by a field, `eval`, or the components of a swizzle: `xyzw`, `rgba`, `stpq`, \
                `LTRB`, `0` and `1`.",
        cure: "Write the field or the components.",
    }
    NUMBER_SUFFIX = "SKSL-E018" Error "a number has a suffix" {
        cause: "C and GLSL put an `f` after numbers of single precision, other languages an `h` or `L`. The only suffix in \
                SkSL is the `u` of unsigned integers.",
        cure: "Remove the letter: a number with a point or an exponent is a float.",
    }
    UNKNOWN_DIRECTIVE = "SKSL-E020" Error "a directive is unknown" {
        cause: "There is no preprocessor. `#version` and, in fragment and vertex programs, `#extension` are the only \
                directives.",
        cure: "Remove the line. Use `const` variables for constants and `@if` for conditions.",
    }
    EXTENSION_BEHAVIOUR = "SKSL-E021" Error "the behaviour of an extension is unknown" {
        cause: "The colon of `#extension` is followed by `require`, `enable`, `warn` or `disable`.",
        cure: "Use one of these words.",
    }
    VERSION_PLACE = "SKSL-E022" Error "`#version` is not at the start" {
        cause: "The version applies to the whole text, so it precedes everything but comments, and appears once.",
        cure: "Move the line to the top.",
    }
    VERSION_NUMBER = "SKSL-E023" Error "a version does not exist" {
        cause: "`#version 100` restricts a runtime effect or generic program to OpenGL ES 2, `#version 300` does not.",
        cure: "Write `#version 100` or `#version 300`.",
    }
    UNKNOWN_QUALIFIER = "SKSL-E030" Error "a layout qualifier is unknown" {
        cause: "There are `location`, `offset`, `binding`, `index`, `set`, `builtin` and `input_attachment_index`, each with a \
                number, and `origin_upper_left`, `push_constant`, `blend_support_all_equations` and `color`.",
        cure: "Use one of them, or remove it.",
    }
    LARGE_QUALIFIER = "SKSL-E032" Error "the value of a layout qualifier needs more than 32 bits" {
        cause: "The numbers of a layout are 32 bits wide, those of a binary 8 or 16.",
        effect: "The value would lose its high bits.",
        cure: "Use a smaller number.",
    }
    OPEN_COMMENT = "SKSL-W001" Warning "a comment is not closed" {
        cause: "The text ends inside a comment opened by `/*`.",
        effect: "Everything after `/*` is dropped; Skia's compiler does not report it.",
        cure: "Close the comment with `*/`.",
    }
    STARRED_COMMENT = "SKSL-W002" Warning "a `*/` does not end its comment" {
        cause: "In a comment every `*` consumes the character after it, so with an even number of stars before the `/` the \
                comment goes on. Skia's compiler reads comments this way.",
        effect: "The text is dropped up to the next `*/`.",
        cure: "Put a space before `*/`.",
    }
}
