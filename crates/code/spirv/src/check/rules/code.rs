//! Rules of structure, types and instructions.

glassbox_core::rules! {
    source: "SPIR-V specification",

    HEADER = "SPIRV-MODULE-01" Error "the header is not that of a module" {
        cause: "The file is of another kind, or it was cut off.",
        effect: "No driver or tool takes the module.",
        cure: "Check which file was meant; a header has five words.",
        source: "SPIR-V specification, section 2.3",
    }
    WORD_COUNT = "SPIRV-MODULE-02" Error "a word count does not fit" {
        cause: "The module was cut off, or an instruction is damaged.",
        effect: "Nothing after it can be read.",
        cure: "Rebuild the module.",
        source: "SPIR-V specification, section 2.3",
    }
    OPCODE = "SPIRV-MODULE-03" Error "an opcode is unknown" {
        cause: "The instruction is damaged, or newer than the tables.",
        effect: "Drivers that do not know it refuse the module.",
        cure: "Check which version and extensions the module uses.",
    }
    OPERANDS = "SPIRV-MODULE-04" Error "operands do not match the grammar" {
        cause: "The instruction was damaged or written by hand.",
        effect: "Drivers refuse the module or misread the instruction.",
        cure: "Compare the instruction with its description in the specification.",
    }
    PLACE = "SPIRV-LAYOUT-01" Error "an instruction stands in the wrong place" {
        cause: "A tool added the instruction outside of its section, or outside of a block.",
        effect: "Drivers refuse the module.",
        cure: "Move the instruction to its section.",
        source: "SPIR-V specification, section 2.4",
    }
    FUNCTION_END = "SPIRV-LAYOUT-02" Error "the last function does not end" {
        cause: "The module was cut off.",
        effect: "Drivers refuse the module.",
        cure: "Add OpFunctionEnd, or rebuild the module.",
        source: "SPIR-V specification, section 2.4",
    }
    ID_RANGE = "SPIRV-ID-01" Error "an id is 0 or not below the bound" {
        cause: "A tool added ids without raising the bound of the header.",
        effect: "Drivers size tables by the bound and refuse the module or write past them.",
        cure: "Set the bound to the highest id plus one.",
        source: "SPIR-V specification, section 2.3",
    }
    ID_REPEATED = "SPIRV-ID-02" Error "an id is defined twice" {
        cause: "Modules were joined without renaming ids.",
        effect: "Drivers refuse the module or mix up the two.",
        cure: "Rename the ids of one part.",
        source: "SPIR-V specification, section 2.16.1",
    }
}
