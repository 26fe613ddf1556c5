//! The rules of reading: what keeps a shader from becoming what every target is written from.

glassbox_core::rules! {
    source: "docs/translate.md",
    examples: &crate::code::rules::EXAMPLES,

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
}
