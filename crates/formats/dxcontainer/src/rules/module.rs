//! Rules of modules: what bitcode must say beyond being whole, so that it is LLVM 3.7.

use glassbox_core::diagnostic::Rule;
use glassbox_dxil::BitcodeErrorKind;

glassbox_core::rules! {
    RECORD = "DXC-IR-01" Error "a block of the bitcode holds a record that it cannot" {
        cause: "A newer LLVM wrote the bitcode, or the code of the record was changed.",
        effect: "The compiler and the driver, which are of LLVM 3.7, refuse the module.",
        cure: "Build the shader with the DirectX shader compiler, or set the code that was meant.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    BLOCK = "DXC-IR-02" Error "a block of the bitcode stands where it cannot" {
        cause: "A newer LLVM wrote the bitcode, or the id of the block was changed.",
        effect: "The compiler and the driver, which are of LLVM 3.7, refuse the module.",
        cure: "Build the shader with the DirectX shader compiler, or set the id that was meant.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    NUMBER = "DXC-IR-03" Error "a number in the bitcode leads to nothing" {
        cause: "What it stands for was taken out without counting the rest anew, or the number was changed.",
        effect: "No reader can say what is meant; the module is refused.",
        cure: "Set it to the number of a thing that is there, or write the module anew from its model.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    CODE = "DXC-IR-04" Error "a code in the bitcode has no meaning" {
        cause: "A newer LLVM wrote the record, or an operand of it was changed.",
        effect: "Readers refuse the module, or take the code for another one.",
        cure: "Set the operand to a code that LLVM 3.7 has for it.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    MISMATCH = "DXC-IR-05" Error "the bitcode uses something for what it is not" {
        cause: "A type or operand was changed without what goes with it, or a record stands too early.",
        effect: "The module means nothing; the validator refuses it, and a reader that does not check may fail.",
        cure: "Use a value or type of the kind that is stated as expected.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    RESULT = "DXC-IR-06" Error "the bitcode lacks the type of a result" {
        cause: "A type was taken out of the table that no record names, although an instruction makes a value of it.",
        effect: "No reader that keeps the numbers of types can give the value its type.",
        cure: "Add the type, most often a pointer, to the table of types.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    CYCLE = "DXC-IR-07" Error "something in the bitcode is a part of itself" {
        cause: "The number of a part was changed to that of the whole, or of something that it is in.",
        effect: "Readers that follow the parts never come to an end.",
        cure: "Refer to something else, or in types go through a pointer.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    NESTED = "DXC-IR-08" Error "something in the bitcode is nested too deep" {
        cause: "A program made the bitcode to exhaust its readers; no shader is written so.",
        effect: "Readers that call themselves for each level run out of stack.",
        cure: "Nest types and constants at most 128 deep.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    COUNT = "DXC-IR-09" Error "the bitcode states a count that is not what there is" {
        cause: "Types or basic blocks were added or taken out without fixing the record that counts them.",
        effect: "Readers make room for another number of things and refuse the module.",
        cure: "Set the count to the number of things that there are.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    UNTERMINATED = "DXC-IR-10" Error "a function does not end in a terminator" {
        cause: "The last instruction was taken out or changed.",
        effect: "Control would run past the end of the function; the module is refused.",
        cure: "End the last basic block in a return, a branch or another terminator.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    BODIES = "DXC-IR-11" Error "definitions and bodies of functions are not as many" {
        cause: "A body was taken out, or a function was made a declaration while its body stayed.",
        effect: "Bodies would be given to the wrong functions; the module is refused.",
        cure: "Give each function that is no declaration one body, in the same order.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
}

/// The rule that a fault of bitcode breaks.
pub fn of(kind: &BitcodeErrorKind) -> &'static Rule {
    match kind {
        BitcodeErrorKind::UnknownRecord { .. } => &RECORD,
        BitcodeErrorKind::UnknownBlock { .. } => &BLOCK,
        BitcodeErrorKind::Number { .. } => &NUMBER,
        BitcodeErrorKind::Code { .. } => &CODE,
        BitcodeErrorKind::Mismatch { .. } => &MISMATCH,
        BitcodeErrorKind::MissingType { .. } => &RESULT,
        BitcodeErrorKind::Cycle { .. } => &CYCLE,
        BitcodeErrorKind::Nested { .. } => &NESTED,
        BitcodeErrorKind::Count { .. } => &COUNT,
        BitcodeErrorKind::Unterminated => &UNTERMINATED,
        BitcodeErrorKind::Bodies { .. } => &BODIES,
        BitcodeErrorKind::Magic { .. }
        | BitcodeErrorKind::Wrapper
        | BitcodeErrorKind::Unaligned
        | BitcodeErrorKind::NoModule
        | BitcodeErrorKind::Truncated
        | BitcodeErrorKind::LongNumber
        | BitcodeErrorKind::AbbreviationWidth { .. }
        | BitcodeErrorKind::UnknownAbbreviation { .. }
        | BitcodeErrorKind::BadAbbreviation
        | BitcodeErrorKind::CountPastEnd { .. }
        | BitcodeErrorKind::BlockPastEnd { .. }
        | BitcodeErrorKind::BlockLength { .. }
        | BitcodeErrorKind::TooDeep
        | BitcodeErrorKind::Outside
        | BitcodeErrorKind::BlockInfo
        | BitcodeErrorKind::ShortRecord { .. }
        | BitcodeErrorKind::TooMany => &super::program::BITCODE,
    }
}
