//! What a binary of version 8 cannot hold, and what binaries hold that is no program here.
//!
//! The compiler does not look at these when it compiles: the program is right and can be printed and run. They are found when
//! it is written, or when a file is made a program again.

glassbox_core::rules! {
    KIND = "SKSL-E500" Error "version 8 knows no such kind of program" {
        cause: "The kind of program was added to Skia after version 8 of the format.",
        effect: "The program is not read: which builtin names it sees is not known here.",
        cure: "Use one of the eight kinds: fragment, vertex, shader, color filter, blender, mesh vertex, mesh fragment, generic.",
    }
    BUILTIN_VARIABLE = "SKSL-E501" Error "the program uses a builtin variable" {
        cause: "The format keeps builtin functions that a program takes along, and has no such place for variables. Every \
                fragment program takes `sk_Clockwise` along, whether or not it names it.",
        effect: "Skia's encoder of that time crashes or writes a file that no decoder reads. Nothing is written.",
        cure: "Compile with `--encode extended`, which names the variable; Skia of that time does not read such a file.",
    }
    CHILD_CALL = "SKSL-E502" Error "the program calls a child effect" {
        cause: "The format has no command for `child.eval(…)`: Skia never stored effects with children.",
        effect: "Skia's encoder leaves the call out, and the file cannot be read any more. Nothing is written.",
        cure: "Keep the program as source text. It can be checked, printed and run all the same.",
    }
    COUNT = "SKSL-E503" Error "a list is too long for the file" {
        cause: "Statements of a block, arguments, parameters, fields, cases and overloads are counted in one byte.",
        effect: "Skia's encoder counts modulo 256, and the file cannot be read any more. Nothing is written.",
        cure: "Split the list: put statements into a block of their own, parameters and fields into a struct.",
    }
    ARRAY = "SKSL-E504" Error "an array is too long for the file" {
        cause: "The number of elements of an array type is one byte, and Skia's decoder reads it with a sign.",
        effect: "Skia takes 128 to 255 elements for a negative number, and a larger array for a smaller one. Nothing is written.",
        cure: "Use arrays of at most 127 elements, or compile with `--encode extended` for up to 255.",
    }
    LAYOUT = "SKSL-E505" Error "a value of a layout is too large for the file" {
        cause: "Location, index, set and input attachment are one byte with a sign, offset, binding and builtin are two.",
        effect: "Skia's encoder keeps the lowest bits, which is another value. Nothing is written.",
        cure: "Use a smaller number.",
    }
    IDS = "SKSL-E506" Error "the program has too many symbols for the file" {
        cause: "Symbols are numbered from 1 to 65534: each variable, parameter, function, struct and array type that is spelt.",
        effect: "Skia's encoder begins again at 0, and the file means another program. Nothing is written.",
        cure: "Split the program.",
    }
    STRINGS = "SKSL-E507" Error "the names of the program are too long for the file" {
        cause: "All names together may take 65535 bytes, each with one byte for its length.",
        effect: "Skia's encoder writes offsets modulo 65536, and names are mixed up. Nothing is written.",
        cure: "Shorten names, or split the program.",
    }
    NAME = "SKSL-E508" Error "a name is too long for the file" {
        cause: "The length of a name is one byte.",
        effect: "Skia's encoder keeps the length modulo 256, and the strings behind it are lost. Nothing is written.",
        cure: "Use names of at most 255 bytes.",
    }
    ELEMENT = "SKSL-E509" Error "the program holds a declaration that a file cannot hold" {
        cause: "The format has no command for `#extension` and for modifiers without a declaration.",
        effect: "Skia's debug builds stop, its release builds leave the declaration out. Nothing is written.",
        cure: "Leave the declaration out.",
    }
    UNFINISHED = "SKSL-E510" Error "the program is not whole" {
        cause: "The program was put together by other code, which left an expression without a value or a variable without a \
                table. The compiler and the reader of files make no such program.",
        effect: "Nothing is written.",
        cure: "Fix the code that made the program.",
    }
    LIFT = "SKSL-E520" Error "the file holds no program that can be worked with" {
        cause: "The file can be read, but something in it has no meaning here: a name that no module declares, an overload \
                that does not exist, a kind of program that came later.",
        effect: "The program cannot be run or written again from its parts; it can still be printed and looked at.",
        cure: "Compile the source of the file again, or look at the place with `glassbox print`.",
    }
}
