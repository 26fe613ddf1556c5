//! Rules of modules: requirements on well-formed bitcode to be LLVM 3.7.

use glassbox_core::diagnostic::Rule;
use glassbox_dxil::BitcodeErrorKind;

glassbox_core::rules! {
    source: "LLVM bitcode file format, LLVM 3.7",
    examples: &super::EXAMPLES,

    RECORD = "DXC-IR-01" Error "a block of the bitcode has a record that it cannot have" {
        cause: "A newer LLVM wrote the bitcode, or the code of the record was changed.",
        effect: "The compiler and the driver, which are of LLVM 3.7, refuse the module.",
        cure: "Build the shader with the DirectX shader compiler, or restore the intended code.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    BLOCK = "DXC-IR-02" Error "a block of the bitcode is at an invalid position" {
        cause: "A newer LLVM wrote the bitcode, or the id of the block was changed.",
        effect: "The compiler and the driver, which are of LLVM 3.7, refuse the module.",
        cure: "Build the shader with the DirectX shader compiler, or restore the intended id.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    NUMBER = "DXC-IR-03" Error "an index in the bitcode is out of range" {
        cause: "The target was removed without renumbering the rest, or the number was changed.",
        effect: "Readers cannot resolve the number and refuse the module.",
        cure: "Set it to the number of an existing item, or rewrite the module from its model.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    CODE = "DXC-IR-04" Error "a code in the bitcode has no meaning" {
        cause: "A newer LLVM wrote the record, or an operand of it was changed.",
        effect: "Readers refuse the module, or mistake the code for another one.",
        cure: "Set the operand to a code that LLVM 3.7 has for it.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    MISMATCH = "DXC-IR-05" Error "a value in the bitcode has the wrong kind" {
        cause: "A type or operand was changed without the fields that depend on it, or a record comes too early.",
        effect: "The module is meaningless; the validator refuses it, and a reader that does not check may fail.",
        cure: "Use a value or type of the expected kind.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    RESULT = "DXC-IR-06" Error "the type of a result is missing in the bitcode" {
        cause: "A type was removed from the table that no record names, although an instruction produces a value of it.",
        effect: "Readers that keep type numbers cannot type the value.",
        cure: "Add the type, most often a pointer, to the table of types.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    CYCLE = "DXC-IR-07" Error "the bitcode contains a cycle" {
        cause: "The number of a part was changed to that of the whole, or of something that contains it.",
        effect: "Readers that follow the parts never finish.",
        cure: "Refer to something else, or in types go through a pointer.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    NESTED = "DXC-IR-08" Error "the bitcode is nested too deeply" {
        cause: "The bitcode was crafted to exhaust its readers; no shader is written this way.",
        effect: "Recursive readers run out of stack.",
        cure: "Nest types and constants at most 128 deep.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    COUNT = "DXC-IR-09" Error "a count in the bitcode is wrong" {
        cause: "Types or basic blocks were added or removed without fixing the record that counts them.",
        effect: "Readers allocate for another number of items and refuse the module.",
        cure: "Set the count to the actual number of items.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    UNTERMINATED = "DXC-IR-10" Error "a function does not end in a terminator" {
        cause: "The last instruction was removed or changed.",
        effect: "Control would run past the end of the function; the module is refused.",
        cure: "End the last basic block in a return, a branch or another terminator.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    BODIES = "DXC-IR-11" Error "the numbers of function definitions and bodies differ" {
        cause: "A body was removed, or a function was made a declaration while its body remained.",
        effect: "Bodies would be assigned to the wrong functions; readers refuse the module.",
        cure: "Give each function that is not a declaration one body, in the same order.",
        affects: [
            "DXC-PRG-07", "DXC-PRG-08", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
}

/// Rule violated by a bitcode error.
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
