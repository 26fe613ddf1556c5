//! Lists the rules of the assembler, `DXIL-ASM-nn`.

use glassbox_core::diagnostic::Examples;

/// Texts that break each rule and that keep it, from the test cases.
static EXAMPLES: Examples = Examples::new(include_str!("../../examples.txt"));

glassbox_core::rules! {
    source: "LLVM 3.7, language reference and assembly reader",
    examples: &EXAMPLES,

    SYNTAX = "DXIL-ASM-01" Error "something else is expected here" {
        cause: "LLVM assembly has a fixed order of words and marks for each definition and each instruction. Here stands another one, or \
                the line ends too early.",
        cure: "Write what the message expects. `disasm` prints each form as it must be.",
    }
    WORD = "DXIL-ASM-02" Error "a word is unknown" {
        cause: "The word is none of those that LLVM 3.7 has at this place: instructions, predicates, linkages, kinds of debug \
                information. Later versions of LLVM have more.",
        cure: "Use the word that the message suggests.",
    }
    NUMBER = "DXIL-ASM-03" Error "a number is malformed or does not fit" {
        cause: "Sizes, indices, lines and alignments are decimal and have a largest value; an alignment is a power of two. A float \
                must be exact in its type.",
        effect: "The value would be cut to another one.",
        cure: "Write a number that fits. `0x` and 16 digits are the bits of a double, also for `float`; `0xH` and 4 digits are those of a `half`.",
    }
    TEXT = "DXIL-ASM-04" Error "a string or a name has no end, or cannot be a name" {
        cause: "A quotation mark opens a string that no other one closes, or a name holds a zero byte.",
        cure: "Close the string. A quotation mark in a string is `\\22`, a backslash `\\5C`.",
    }
    TYPE = "DXIL-ASM-05" Error "a type is not allowed here" {
        cause: "Values have no type `void`, elements of vectors are numbers or pointers, functions are used by pointer, and no structure \
                contains itself.",
        cure: "Use the type that the message names.",
    }
    MISMATCH = "DXIL-ASM-06" Error "a value has another type than its use" {
        cause: "Every use of a value states its type, or the instruction implies it, and it is not the type that the value is \
                defined with.",
        cure: "State the type of the definition, or convert the value.",
    }
    UNDEFINED = "DXIL-ASM-07" Error "something is used that is defined nowhere" {
        cause: "A value, block, type, metadata node, attribute group or COMDAT has a use but no definition in the module or in \
                the function.",
        cure: "Define it, or use the name that the message suggests.",
    }
    REPEATED = "DXIL-ASM-08" Error "something is defined twice" {
        cause: "Names are unique: those of globals in a module, those of values and blocks in a function, fields in a node.",
        cure: "Rename or remove one of them.",
    }
    NUMBERING = "DXIL-ASM-09" Error "a number is out of order" {
        cause: "Values and blocks without names are numbered in the order of the text from 0: arguments, then blocks and \
                results, in each function. An unnamed block takes a number too.",
        cure: "Write the number that the message expects, or give the value a name: names can stand in any order.",
    }
    CONSTANT = "DXIL-ASM-10" Error "a constant does not have the form of its type" {
        cause: "Integers are written for integer types, floats with a point or as bits for float types, `null` for pointers, and lists \
                have an element for each field or element, of its type.",
        cure: "Write a constant of the type.",
    }
    OPERAND = "DXIL-ASM-11" Error "an instruction does not take such an operand" {
        cause: "The operands break the rules of the instruction: integers where it takes floats, an index outside the type, a \
                conversion between types that have none, an ordering that it cannot have.",
        cure: "Change the operand as the message says, or use another instruction.",
    }
    METADATA = "DXIL-ASM-12" Error "a metadata node has wrong fields" {
        cause: "Each kind of node has certain fields, some of which must be there and some of which must not be null.",
        cure: "Use the fields that the message names.",
    }
    ATTRIBUTE = "DXIL-ASM-13" Error "an attribute is not allowed here" {
        cause: "Some attributes are for functions, some for parameters and some for results.",
        cure: "Move the attribute to where it belongs, or remove it.",
    }
    GLOBAL = "DXIL-ASM-14" Error "properties of a global contradict each other" {
        cause: "Linkage, visibility and content do not go together: a declaration has no `internal` linkage, a local symbol has \
                the default visibility.",
        cure: "Change the property that the message names.",
    }
    BODY = "DXIL-ASM-15" Error "a body is not made of whole blocks" {
        cause: "A body has at least one block, every block ends with the only terminator it has, and `}` closes the body.",
        cure: "End the block with `ret`, `br`, `switch` or `unreachable`.",
    }
    LIMIT = "DXIL-ASM-16" Error "something is nested too deep or too large" {
        cause: "Types and constants nest 128 deep at most, and the tables of a module have at most 2^30 entries.",
        cure: "Name the inner types or globals, or split the module.",
    }
    PART = "DXIL-ASM-17" Warning "a part of the container does not fit the new program" {
        cause: "A container holds things that no program states: names for reflection, separate debug information, symbol tables. They \
                were made for the program that is replaced.",
        effect: "The part is left out, or made anew with less in it.",
        cure: "None is needed to run the program. Compile the source again for debug information that fits.",
    }
}
