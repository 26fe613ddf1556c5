//! The rules of WGSL: what keeps a text from becoming modules.

use glassbox_core::diagnostic::Examples;

static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "the WebGPU Shading Language",
    examples: &EXAMPLES,

    TEXT = "WGSL-01" Error "the text is not understood" {
        cause: "The text breaks the grammar, a name is not declared, or types do not fit.",
        effect: "Nothing is written.",
        cure: "Fix what the message names. Where it says that something is not implemented, write it with simpler means.",
    }
    INVALID = "WGSL-02" Error "the shader breaks a rule of the language" {
        cause: "The text was understood, but layouts, the use of resources or the interface of a stage do not fit: a block has a member that no uniform \
                block may have, or a stage lacks what it must give.",
        effect: "Nothing is written.",
        cure: "Fix what the message names.",
    }
    ENTRY = "WGSL-03" Error "there is no entry point" {
        cause: "No function of the text has the attribute of a stage.",
        effect: "Nothing is written.",
        cure: "Give the function that the pipeline calls `@vertex`, `@fragment` or `@compute`.",
    }
    LIMIT = "WGSL-04" Error "the text is over a limit of the reader" {
        cause: "The text is longer, or its expressions, blocks or `else` chains are nested deeper, than the reader takes.",
        effect: "Nothing is read of the text, so no program is written.",
        cure: "Split what the message names into smaller parts.",
    }
    STOPPED = "WGSL-05" Error "the compiler cannot take this shader" {
        cause: "Reader or compiler stopped with an internal error. The shader may be valid: it has a construct that they do not handle.",
        effect: "Nothing is written.",
        cure: "Write the shader without the construct. Report the error with the shader.",
    }
    UNSAYABLE = "WGSL-06" Error "no module can say it" {
        cause: "The program uses what SPIR-V has no instruction for, such as external textures, or arithmetic that constants of a pipeline cannot have.",
        effect: "Nothing is written.",
        cure: "Write the shader without what the message names.",
    }
}
