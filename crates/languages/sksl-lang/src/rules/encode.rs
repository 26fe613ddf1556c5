//! Rules for encoding and lifting: programs that version 8 cannot represent, and files without a typed program.
//!
//! They do not apply to compilation: such a program is valid and can be printed and run. They are checked when a
//! program is encoded or a file is lifted.

glassbox_core::rules! {
    source: "Skia, SkSL Binary Format, version 8",
    examples: &super::EXAMPLES,

    KIND = "SKSL-E500" Error "version 8 does not support the kind of program" {
        cause: "The kind of program was added to Skia after version 8 of the format.",
        effect: "The program is not read: the builtin names visible to it are unknown.",
        cure: "Use one of the eight kinds: fragment, vertex, shader, color filter, blender, mesh vertex, mesh fragment, generic.",
    }
    BUILTIN_VARIABLE = "SKSL-E501" Error "the program uses a builtin variable" {
        cause: "The format stores builtin functions that a program uses, but has no place for variables. Every fragment \
                program uses `sk_Clockwise`, whether or not it names it.",
        effect: "Skia's encoder of that time crashes or writes a file that no decoder reads.",
        cure: "Compile with `--encode extended`, which stores the name of the variable; Skia of that time does not read such a \
               file.",
    }
    CHILD_CALL = "SKSL-E502" Error "the program calls a child effect" {
        cause: "The format has no command for `child.eval(...)`: Skia never stored effects with children.",
        effect: "Skia's encoder leaves the call out, which makes the file unreadable.",
        cure: "Keep the program as source text. It can still be checked, printed and run.",
    }
    COUNT = "SKSL-E503" Error "a list is too long for the file" {
        cause: "Statements of a block, arguments, parameters, fields, cases and overloads are counted in one byte.",
        effect: "Skia's encoder counts modulo 256, which makes the file unreadable.",
        cure: "Split the list: put statements into a block of their own, parameters and fields into a struct.",
    }
    ARRAY = "SKSL-E504" Error "an array is too long for the file" {
        cause: "The number of elements of an array type is one byte, which Skia's decoder reads as signed.",
        effect: "Skia reads 128 to 255 elements as a negative number, and a larger array as a smaller one.",
        cure: "Use arrays of at most 127 elements, or compile with `--encode extended` for up to 255.",
    }
    LAYOUT = "SKSL-E505" Error "a value of a layout is too large for the file" {
        cause: "Location, index, set and input attachment are signed bytes; offset, binding and builtin are signed 16-bit \
                numbers.",
        effect: "Skia's encoder keeps the low bits, so the file states another value.",
        cure: "Use a smaller number.",
    }
    IDS = "SKSL-E506" Error "the program has too many symbols for the file" {
        cause: "Symbols are numbered from 1 to 65534: each variable, parameter, function, struct and array type.",
        effect: "Skia's encoder wraps around to 0, and the file encodes another program.",
        cure: "Split the program.",
    }
    STRINGS = "SKSL-E507" Error "the names of the program are too long for the file" {
        cause: "All names together can take 65535 bytes, including a length byte each.",
        effect: "Skia's encoder writes offsets modulo 65536, so names are mixed up.",
        cure: "Shorten names, or split the program.",
    }
    NAME = "SKSL-E508" Error "a name is too long for the file" {
        cause: "The length of a name is one byte.",
        effect: "Skia's encoder stores the length modulo 256, and the strings after it are lost.",
        cure: "Use names of at most 255 bytes.",
    }
    ELEMENT = "SKSL-E509" Error "the program has a declaration that a file cannot represent" {
        cause: "The format has no command for `#extension` and for modifiers without a declaration.",
        effect: "Skia's debug builds stop; its release builds drop the declaration.",
        cure: "Leave the declaration out.",
    }
    UNFINISHED = "SKSL-E510" Error "the program is incomplete" {
        cause: "The program was built by other code, which left an expression without a value or a variable without a table. \
                The compiler and the file reader never produce such a program.",
        cure: "Fix the code that built the program.",
    }
    LIFT = "SKSL-E520" Error "the file does not contain a usable program" {
        cause: "The file can be read, but something in it cannot be resolved: a name that no module declares, an overload that \
                does not exist, a kind of program that was added later.",
        effect: "The program cannot be run or rewritten from its parts; it can still be printed and inspected.",
        cure: "Recompile the source of the file, or inspect the place with `glassbox print`.",
    }
}
