//! Rules of the parser: syntax errors, and use of the older dialect.
//!
//! Facts: VSL brief, sections 2, 3, 15 and 17.

glassbox_core::rules! {
    source: "VSL compiler 0.1.0 (c110b1b)",
    examples: &super::EXAMPLES,

    SYNTAX = "VSL-E001" Error "the text is not VSL" {
        cause: "A character, word or number is not part of the language, a sign is missing or extra, or a construct of another \
                shading language was used: there is no preprocessor, no user-defined function, no `while`, no `++`.",
        effect: "No output is written. The mistake is skipped and the rest of the text is checked.",
        cure: "Follow the help of the message. The language reference has the form of every declaration and statement.",
    }
    LIMIT = "VSL-E002" Error "the text exceeds a limit of the compiler" {
        cause: "Parentheses, brackets, prefix operators and conditionals are nested more than 256 deep in an expression, \
                blocks are nested more than 256 deep, or the text is larger than 16 MiB. Chains of operators have no limit.",
        effect: "No output is written. Parsing stops at blocks that are nested too deep; an expression that is nested too deep \
                 is skipped.",
        cure: "Store parts of the expression in variables. Generated text is often nested needlessly.",
    }
    OLDER_SHADER = "VSL-N001" Info "the first line has the older syntax" {
        cause: "Until 2021-01-13 a source began with `shader graphics;`.",
        effect: "It is read as `@shader graphics;`.",
        cure: "Write `@shader graphics;` and leave `--dialect older` out.",
    }
    OLDER_STRUCT = "VSL-N002" Info "structures have the older syntax" {
        cause: "Until 2021-01-05 structures were declared with `@type`.",
        effect: "They are read as `@struct`.",
        cure: "Write `@struct`.",
    }
    OLDER_CONSTANT = "VSL-N003" Info "a constant of the older dialect is declared" {
        cause: "The older dialect has `const TYPE NAME = LITERAL;` for array sizes and bounds of loops. The released \
                language has no constants.",
        effect: "Its value is substituted for the name.",
        cure: "Write the value in place of the name.",
    }
    OLDER_SUBPASS = "VSL-N004" Info "subpass inputs have the older syntax" {
        cause: "The older dialect declares subpass inputs as bindings of the types `Input`, `IInput` and `UInput`.",
        effect: "They are read as `passinput` of the formats `float4`, `int4` and `uint4`.",
        cure: "Write `passinput(0) float4 name;`.",
    }
    OLDER_FORMAT = "VSL-N005" Info "texel formats have the older syntax" {
        cause: "The older dialect calls the normalised formats `unorm`, `unorm2` and `unorm4`.",
        effect: "They are read as `u8norm`, `u8norm2` and `u8norm4`.",
        cure: "Write the new names.",
    }
}
