//! The rules of reading: what keeps a shader from becoming what every target is written from.

glassbox_core::rules! {
    source: "docs/translate.md",
    examples: &crate::rules::EXAMPLES,

    TEXT = "TRANSLATE-20" Error "the text is not understood" {
        cause: "The front end of the language stopped at a construct that is wrong, or that it does not know.",
        effect: "Nothing is written.",
        cure: "Fix what the message names. Where it says that something is not implemented, write it with simpler means.",
    }
    INVALID = "TRANSLATE-21" Error "the shader breaks a rule that every target has" {
        cause: "The text was understood, but types, layouts or the use of resources do not fit: a value of the wrong type is \
                stored, a block has a member that no uniform block may have, or a stage lacks what it must give.",
        effect: "Nothing is written.",
        cure: "Fix what the message names.",
    }
    STAGE = "TRANSLATE-22" Error "no compiler of this stage is built in" {
        cause: "Tessellation and geometry shaders need a front end that the usual build does not have.",
        effect: "Nothing is written for the program.",
        cure: "Build with the feature `khronos`, or give the stage as SPIR-V.",
    }
    OTHER_STAGE = "TRANSLATE-23" Error "the compiler of the stage refuses the text" {
        cause: "The front end for tessellation and geometry shaders stopped at a construct that is wrong, or that it does not \
                know.",
        effect: "Nothing is written.",
        cure: "Fix what the message names.",
    }
    MODULE = "TRANSLATE-24" Error "the SPIR-V module cannot be read" {
        cause: "The file is no module of SPIR-V, ends inside of an instruction, or has instructions where no module may have them.",
        effect: "Nothing is written.",
        cure: "Check the module with `glassbox validate`, and compile it again.",
    }
    ENTRY = "TRANSLATE-25" Error "there is no entry point that a program can have" {
        cause: "The file has no entry point, or only ones of stages that programs here do not have, such as mesh shaders.",
        effect: "Nothing is written.",
        cure: "Give one entry point for vertex, fragment, compute, geometry or tessellation.",
    }
    SAMPLED = "TRANSLATE-26" Error "a combined image sampler cannot be taken apart" {
        cause: "The module passes a combined image and sampler to a function, keeps them in an array, or uses them in a way \
                that has no form for texture and sampler apart.",
        effect: "Nothing is written: most targets know textures and samplers only apart.",
        cure: "Compile the module with functions inlined, or from a source whose textures and samplers are apart.",
    }
    STOPPED = "TRANSLATE-27" Error "the translator cannot take this shader" {
        cause: "The library that reads GLSL and WGSL stopped with an internal error. The shader may be valid: it has a construct that \
                the library does not handle.",
        effect: "Nothing is written.",
        cure: "Write the shader without the construct, or compile it with another compiler and give its SPIR-V. Report the error with \
               the shader.",
    }
    LIMIT = "TRANSLATE-28" Error "the text is over a limit of the reader" {
        cause: "The text is longer, or its expressions, blocks or `else` chains are nested deeper, than the reader takes.",
        effect: "Nothing is read of the text, so no program is written.",
        cure: "Split what the message names into smaller parts.",
    }
}
