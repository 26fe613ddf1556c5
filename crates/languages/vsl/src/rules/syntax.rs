//! What the parser says: the form of the text, and the older dialect.
//!
//! Facts: VSL brief, sections 2, 3, 15 and 17.

glassbox_core::rules! {
    SYNTAX = "VSL-E001" Error "the text is not VSL" {
        cause: "A character, word or number is none of the language, a sign is missing or too much, or a construct of \
                another shading language was used: there is no preprocessor, no function of one's own, no `while`, no \
                `++`.",
        effect: "Nothing is written. What is wrong is left out and the rest is checked.",
        cure: "Follow the help of the message. The language reference has the form of every declaration and statement.",
    }
    LIMIT = "VSL-E002" Error "the text goes over a limit of the compiler" {
        cause: "Parentheses, brackets, prefix operators and conditionals nest more than 256 deep in an expression, blocks \
                nest more than 256 deep, or the text is larger than 16 MiB. Chains of operators have no limit.",
        effect: "Nothing is written. Reading ends at blocks that nest too deep; an expression that does is left out.",
        cure: "Give parts of the expression names of their own. Text that a program writes is often nested without need.",
    }
    OLDER_SHADER = "VSL-N001" Info "the first line is in the older spelling" {
        cause: "Until 2021-01-13 a source began with `shader graphics;`.",
        effect: "It is read as `@shader graphics;`.",
        cure: "Write `@shader graphics;` and leave `--dialect older` out.",
    }
    OLDER_STRUCT = "VSL-N002" Info "structures are in the older spelling" {
        cause: "Until 2021-01-05 structures were declared with `@type`.",
        effect: "They are read as `@struct`.",
        cure: "Write `@struct`.",
    }
    OLDER_CONSTANT = "VSL-N003" Info "a constant of the older dialect is declared" {
        cause: "The older dialect has `const TYPE NAME = LITERAL;` for array sizes and bounds of loops. The released \
                language has no constants.",
        effect: "Its value takes its place.",
        cure: "Write the value where the name stands.",
    }
    OLDER_SUBPASS = "VSL-N004" Info "subpass inputs are in the older spelling" {
        cause: "The older dialect declares subpass inputs as bindings of the types `Input`, `IInput` and `UInput`.",
        effect: "They are read as `passinput` of the formats `float4`, `int4` and `uint4`.",
        cure: "Write `passinput(0) float4 name;`.",
    }
    OLDER_FORMAT = "VSL-N005" Info "texel formats are in the older spelling" {
        cause: "The older dialect calls the normalised formats `unorm`, `unorm2` and `unorm4`.",
        effect: "They are read as `u8norm`, `u8norm2` and `u8norm4`.",
        cure: "Write the new names.",
    }
}
