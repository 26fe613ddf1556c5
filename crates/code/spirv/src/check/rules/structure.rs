//! Rules of what a module needs to be read: header, word counts, opcodes, operands, ids, and the parts that every module has.

use glassbox_core::diagnostic::Examples;

/// Examples of the rules, from the rule cases of `glassbox-spv`.
static EXAMPLES: Examples = Examples::new(include_str!("structure.txt"));

glassbox_core::rules! {
    source: "SPIR-V specification, section 2.3",
    examples: &EXAMPLES,

    MAGIC = "SPIRV-HDR-01" Error "the magic number is not SPIR-V's" {
        cause: "The file is of another kind, or its first bytes are damaged.",
        effect: "No driver or tool accepts the module.",
        cure: "Check that this is the right file; a module begins with 03 02 23 07 or 07 23 02 03.",
    }
    HEADER_CUT = "SPIRV-HDR-02" Error "the header is cut short" {
        cause: "The file was cut off while it was written or copied.",
        effect: "Drivers refuse the module or read past its end.",
        cure: "Get a complete copy of the file, or rebuild it; a header has 20 bytes.",
    }
    ZERO_BOUND = "SPIRV-HDR-03" Error "the id bound is 0" {
        cause: "The header was damaged or written by hand.",
        effect: "Every id is out of bounds; drivers size their tables by the bound.",
        cure: "Repair `bound` sets it to the highest id plus one.",
        affects: ["SPIRV-CODE-07"],
    }
    BIG_ENDIAN = "SPIRV-HDR-04" Info "the words are stored most significant byte first" {
        cause: "The module was made on or for a machine of that byte order.",
        effect: "The format allows it, but Vulkan drivers expect the byte order of the host.",
        cure: "Repair `byte-order` swaps the words.",
    }
    VERSION = "SPIRV-HDR-05" Warning "the version is unknown" {
        cause: "The module is newer than the tables, or its header is damaged.",
        effect: "Drivers refuse versions that they do not know.",
        cure: "Compile for a version that the target knows.",
    }
    SCHEMA = "SPIRV-HDR-06" Warning "the instruction schema is not 0" {
        cause: "The header is damaged; no other schema was ever defined.",
        effect: "Some tools refuse the module, most ignore the word.",
        cure: "Set the fifth word to 0.",
    }
    EMPTY_INSTRUCTION = "SPIRV-CODE-01" Error "an instruction has no words" {
        cause: "The module is damaged here, or an instruction before has a wrong word count.",
        effect: "Nothing after it can be read; careless readers loop.",
        cure: "Rebuild the module.",
    }
    INSTRUCTION_PAST_END = "SPIRV-CODE-02" Error "an instruction ends past the module" {
        cause: "The file was cut off, or a word count is damaged.",
        effect: "Drivers refuse the module or read past its end.",
        cure: "Get a complete copy of the file, or rebuild it.",
    }
    PARTIAL_WORD = "SPIRV-CODE-03" Error "bytes follow the last complete word" {
        cause: "The file was cut inside a word, or something was appended.",
        effect: "Vulkan wants a size that is a multiple of 4.",
        cure: "Repair `trailing` removes them.",
        source: "Vulkan, VkShaderModuleCreateInfo",
    }
    UNKNOWN_OPCODE = "SPIRV-CODE-04" Error "an opcode is unknown" {
        cause: "The instruction is damaged, or newer than the tables.",
        effect: "Drivers that do not know it refuse the module. The other rules are not checked.",
        cure: "Rebuild the module. If it states a version, capability or extension that is newer than the tables, this is an info.",
        source: "SPIR-V machine-readable grammar",
    }
    OPERANDS = "SPIRV-CODE-05" Error "operands differ from the grammar" {
        cause: "The instruction is damaged or written by hand, or a newer version gave it other operands.",
        effect: "Drivers refuse the module or misread the instruction. The other rules are not checked.",
        cure: "Compare the instruction with its description in the specification. If the module states a version, capability or \
               extension that is newer than the tables, this is an info.",
        source: "SPIR-V machine-readable grammar",
    }
    ZERO_ID = "SPIRV-CODE-06" Error "an id is 0" {
        cause: "The module was damaged or written by a faulty tool.",
        effect: "Drivers refuse the module or read a table at a wrong place.",
        cure: "Rebuild the module.",
        source: "SPIR-V specification, section 2.3",
    }
    ID_PAST_BOUND = "SPIRV-CODE-07" Error "an id is not below the bound" {
        cause: "A tool added ids without raising the bound in the header.",
        effect: "Drivers size tables by the bound and refuse the module or write past them.",
        cure: "Repair `bound` sets it to the highest id plus one.",
        source: "SPIR-V specification, section 2.3",
    }
    REPEATED_ID = "SPIRV-CODE-08" Error "an id is defined twice" {
        cause: "Modules were joined without renaming ids.",
        effect: "Every id may be defined once; drivers refuse the module or mix up the two.",
        cure: "Rename the ids of one part.",
        source: "SPIR-V specification, section 2.16.1",
    }
    NO_ENTRY_POINT = "SPIRV-CODE-09" Error "there is no entry point" {
        cause: "The module is a part to be linked but is not marked as such, or it is damaged.",
        effect: "Pipelines cannot be made from it.",
        cure: "Add an entry point, or the capability Linkage.",
        source: "SPIR-V specification, section 2.4",
    }
    NO_MEMORY_MODEL = "SPIRV-CODE-10" Error "there is no memory model" {
        cause: "The module is incomplete; each needs one OpMemoryModel.",
        effect: "Validators refuse the module.",
        cure: "Add OpMemoryModel after the capabilities and imports.",
        source: "SPIR-V specification, section 2.4",
    }
    MISSING_FUNCTION = "SPIRV-CODE-11" Error "an entry point has no function" {
        cause: "The function was removed, or the id is damaged.",
        effect: "Drivers refuse the module.",
        cure: "Name a function of the module in OpEntryPoint.",
        source: "SPIR-V specification, section 2.4",
    }
    TYPE_DEPTH = "SPIRV-CODE-12" Error "structures are nested too deeply" {
        cause: "A generator nested structures without bound.",
        effect: "The limit of nesting is 255; drivers may refuse the module or run out of stack.",
        cure: "Flatten the structures.",
        source: "SPIR-V specification, section 2.17",
    }
    UNKNOWN_CAPABILITY = "SPIRV-CODE-13" Info "a capability is unknown" {
        cause: "The module uses a capability that is newer than the tables.",
        effect: "Drivers without it refuse the module.",
        cure: "No action is needed if the target knows it.",
        affects: ["SPIRV-CODE-05"],
        source: "SPIR-V machine-readable grammar",
    }
    UNKNOWN_INSTRUCTION_SET = "SPIRV-CODE-14" Error "an extended instruction set is unknown" {
        cause: "The module imports a set that the tables do not have.",
        effect: "Its instructions are shown by number. Sets named NonSemantic mean nothing to drivers; others must be known.",
        cure: "Check the spelling. For a set named NonSemantic, and if the module states a version, capability or extension that is \
               newer than the tables, this is an info.",
        source: "SPIR-V machine-readable grammar",
    }
}
