//! What can be wrong between objects.

glassbox_core::rules! {
    UNFIT = "PICA-LINK-01" Error "an input cannot be linked" {
        cause: "The file is cut off, its parts lie outside of it, or it was changed by hand.",
        effect: "What is missing could be code or names that others need, so nothing is written.",
        cure: "Run `validate` on the input and fix what it finds, or assemble its source again.",
    }
    TWICE = "PICA-LINK-02" Error "two objects offer one procedure" {
        cause: "Two sources define a procedure of the same name, or one object was given twice.",
        effect: "A call could mean either; assembling both sources at once is refused as well.",
        cure: "Rename one of the procedures, or leave one of the objects out.",
    }
    UNDEFINED = "PICA-LINK-03" Error "a procedure is called that no input offers" {
        cause: "The object that holds the procedure was not given, or the name is misspelled.",
        effect: "The call would run whatever stands at the start of the code.",
        cure: "Give the object that holds it, or fix the name in the source.",
    }
    LEAVES = "PICA-LINK-04" Error "a branch leads outside its object" {
        cause: "The object was made by a tool whose way of naming other objects is not known, or a target was changed.",
        effect: "The branch would run words of another object.",
        cure: "Link only objects whose branches stay inside, or calls that stand in a reference section.",
    }
    DESCRIPTORS = "PICA-LINK-05" Error "the objects need too many operand descriptors" {
        cause: "All code of a file shares one table of 128 descriptors, and the objects differ in masks and selectors.",
        effect: "Instructions have seven bits for the index, so the program cannot be written.",
        cure: "Write the same masks and selectors in all sources, or make several files.",
    }
    MAD_DESCRIPTORS = "PICA-LINK-06" Error "MAD instructions need too many operand descriptors" {
        cause: "MAD and MADI have five bits for the index of their descriptor.",
        effect: "They reach the first 32 entries of the table only, so the program cannot be written.",
        cure: "Use the same masks and selectors in MAD instructions, replace some by MUL and ADD, or make several files.",
    }
    TOO_LONG = "PICA-LINK-07" Error "the program is too long" {
        cause: "The objects together pass the 4096 words that a branch can name, or vertex code the first 512 words.",
        effect: "libctru uploads the first 512 words of a vertex program; branches behind them run stale code.",
        cure: "Give objects with vertex code first, shorten the program, or make several files.",
    }
    LONG_PROCEDURE = "PICA-LINK-08" Error "a called procedure is longer than a call can say" {
        cause: "A call has eight bits for the size of the procedure, in words.",
        effect: "The call would return before the end of the procedure.",
        cure: "Split the procedure.",
    }
    UNIFORM = "PICA-LINK-09" Error "a uniform has several places" {
        cause: "Registers are given out when a source is assembled; two sources declare the uniform after different others.",
        effect: "An application that sets the uniform by its name sets it for one of them only.",
        cure: "Declare the shared uniforms first, in the same order, in every source; or assemble the sources together.",
    }
    SHARED_REGISTER = "PICA-LINK-10" Warning "two uniforms share a register" {
        cause: "Registers are given out when a source is assembled, and neither source knew of the other.",
        effect: "Setting one of them changes the other.",
        cure: "Declare the uniforms of both in every source, in the same order; or assemble the sources together.",
    }
    CONSTANT = "PICA-LINK-11" Error "a constant needs a register that is in use" {
        cause: "Constants are given out from the last register down in every source.",
        effect: "Code of one object would compute with the constant or uniform of the other.",
        cure: "Set the constant in one of the sources and hand it over in a register, or assemble the sources together.",
    }
    NO_EXECUTABLE = "PICA-LINK-12" Error "no input makes an executable" {
        cause: "All sources are libraries (`.nodvle`).",
        effect: "A file without an executable cannot be bound.",
        cure: "Give the object of a source with an entry procedure.",
    }
    ENTRY = "PICA-LINK-13" Error "the entry procedure is not there" {
        cause: "The source names an entry procedure that stands in another one, which was not given.",
        effect: "The executable has no place to start.",
        cure: "Give the object that holds the procedure, or fix the name after `.entry`.",
    }
    DESCRIPTOR_INDEX = "PICA-LINK-14" Error "an instruction names an operand descriptor that its file lacks" {
        cause: "Descriptors were removed, or the index was changed.",
        effect: "With the tables joined the instruction would take the descriptor of another object.",
        cure: "Run `validate` on the input; assemble its source again.",
    }
    OUTPUT = "PICA-LINK-15" Error "two objects give an output two meanings" {
        cause: "A procedure writes an output register that its source declares otherwise than the source of the executable.",
        effect: "The value would go to the wrong place.",
        cure: "Declare the output in the same way in both sources.",
    }
}
