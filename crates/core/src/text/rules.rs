//! The rules of the text form.

use crate::diagnostic::Examples;

/// Violating and conforming examples of each rule, from the test cases of the command.
static EXAMPLES: Examples = Examples::new(include_str!("../examples.txt"));

crate::rules! {
    source: "Glassbox text form, docs/text-form.md",
    examples: &EXAMPLES,

    SYNTAX = "TEXT-SYNTAX-01" Error "the text does not follow the grammar" {
        cause: "A word, a sign or a brace is not allowed here, or one is missing.",
        cure: "Fix the line that is shown. The grammar is in docs/text-form.md.",
    }
    HEADER_LINE = "TEXT-HEADER-01" Error "the text does not begin with `glassbox 1`" {
        cause: "The file is not a text form, or one of a later version.",
        cure: "Begin the file with the line `glassbox 1`.",
    }
    VALUE = "TEXT-VALUE-01" Error "a value does not fit its field" {
        cause: "A number is too large or negative for the type that its line states, or an expression evaluates to such a number.",
        effect: "The value would be truncated to the width of its field.",
        cure: "Use a wider type or a smaller number; a line's type is its width in the file.",
    }
    LABEL = "TEXT-LABEL-01" Error "a label is unknown or names two things" {
        cause: "An expression names a node that the text does not have, has twice, or has in several pieces.",
        cure: "Spell the label as the node's path, such as `dvle[0].constants`.",
    }
    CYCLE = "TEXT-CYCLE-01" Error "digests cover each other" {
        cause: "Two digests each cover the field that holds the other, so neither can be computed first.",
        cure: "Write one of them as a number.",
    }
    LANGUAGE = "TEXT-CODE-01" Error "a code block does not assemble" {
        cause: "The code has a mistake, or its language is not known.",
        cure: "Fix the instruction that is shown, or give the bytes with `bytes = { … }`.",
    }
    SIZE = "TEXT-SIZE-01" Error "the text describes too many bytes" {
        cause: "A `fill` exceeds the maximum size of assembled data.",
        cure: "Correct the count of the `fill`.",
    }
}
