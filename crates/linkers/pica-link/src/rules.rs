//! Rules for links of PICA200 objects.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, generated from the rule cases.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "3dbrew, SHBIN; picasso 2.7.1",
    examples: &EXAMPLES,

    UNFIT = "PICA-LINK-01" Error "an input cannot be linked" {
        cause: "The file is cut off, its parts are outside it, or it was changed by hand.",
        effect: "Code or names that other objects need could be missing.",
        cure: "Run `validate` on the input and fix what it finds, or reassemble its source.",
    }
    TWICE = "PICA-LINK-02" Error "two objects export the same procedure" {
        cause: "Two sources define a procedure of the same name, or one object was given twice.",
        effect: "A call could run either procedure; assembling both sources together is refused as well.",
        cure: "Rename one of the procedures, or leave one of the objects out.",
    }
    UNDEFINED = "PICA-LINK-03" Error "a called procedure is not exported by any input" {
        cause: "The object that defines the procedure was not supplied, or the name is misspelled.",
        effect: "The call would run whatever is at the start of the code.",
        cure: "Supply the object that defines it, or fix the name in the source.",
    }
    LEAVES = "PICA-LINK-04" Error "a branch target is outside its object" {
        cause: "The object was written by a tool whose references to other objects are unknown, or a target was changed.",
        effect: "The branch would run code of another object.",
        cure: "Link only objects whose branches stay inside, or whose calls are listed in a reference section.",
    }
    DESCRIPTORS = "PICA-LINK-05" Error "the objects need too many operand descriptors" {
        cause: "All code of a file shares one table of 128 descriptors, and the objects differ in masks and selectors.",
        effect: "The index has seven bits; an instruction would use the masks and selectors of another.",
        cure: "Use the same masks and selectors in all sources, or build several files.",
    }
    MAD_DESCRIPTORS = "PICA-LINK-06" Error "MAD instructions need too many operand descriptors" {
        cause: "MAD and MADI have five bits for the index of their descriptor.",
        effect: "They can use the first 32 entries of the table only; a MAD would use the masks and selectors of another \
                 instruction.",
        cure: "Use the same masks and selectors in MAD instructions, replace some by MUL and ADD, or build several files.",
    }
    TOO_LONG = "PICA-LINK-07" Error "the program is too long" {
        cause: "The objects together pass the 4096 words that a branch can name, or vertex code the first 512 words.",
        effect: "libctru uploads the first 512 words of a vertex program; branches past them run stale code.",
        cure: "List objects with vertex code first, shorten the program, or build several files.",
    }
    LONG_PROCEDURE = "PICA-LINK-08" Error "a called procedure is too long for a call" {
        cause: "A call stores the size of the procedure in eight bits, in words.",
        effect: "The call would return before the end of the procedure.",
        cure: "Split the procedure.",
    }
    UNIFORM = "PICA-LINK-09" Error "two objects assign different registers to a uniform" {
        cause: "Registers are assigned when a source is assembled; two sources declare the uniform after different others.",
        effect: "An application that sets the uniform by name sets it for one of them only.",
        cure: "Declare the shared uniforms first, in the same order, in every source; or assemble the sources together.",
    }
    SHARED_REGISTER = "PICA-LINK-10" Warning "two uniforms share a register" {
        cause: "Registers are assigned when a source is assembled, and the sources were assembled separately.",
        effect: "Setting one of them changes the other.",
        cure: "Declare the uniforms of both in every source, in the same order; or assemble the sources together.",
    }
    CONSTANT = "PICA-LINK-11" Error "a constant needs a register that is in use" {
        cause: "Constants are assigned from the last register down in every source.",
        effect: "Code of one object would compute with the constant or uniform of the other.",
        cure: "Set the constant in one of the sources and pass it in a register, or assemble the sources together.",
    }
    NO_EXECUTABLE = "PICA-LINK-12" Error "no input contains an executable" {
        cause: "All sources are libraries (`.nodvle`).",
        effect: "The file would have no executable, and libctru would read past its allocation when one is used.",
        cure: "Supply the object of a source with an entry procedure.",
    }
    ENTRY = "PICA-LINK-13" Error "the entry procedure is missing" {
        cause: "The source names an entry procedure that is defined in another one, which was not supplied.",
        effect: "The executable has no place to start.",
        cure: "Supply the object that defines the procedure, or fix the name after `.entry`.",
    }
    DESCRIPTOR_INDEX = "PICA-LINK-14" Error "an instruction refers to an operand descriptor missing in its file" {
        cause: "Descriptors were removed, or the index was changed.",
        effect: "In the joined table the instruction would use a descriptor of another object.",
        cure: "Run `validate` on the input; reassemble its source.",
    }
    OUTPUT = "PICA-LINK-15" Error "two objects use an output for different semantics" {
        cause: "A procedure writes an output register that its source declares differently from the source of the executable.",
        effect: "The value would arrive as the wrong attribute, for example a colour as a texture coordinate.",
        cure: "Declare the output in the same way in both sources.",
    }
}
