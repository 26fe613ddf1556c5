//! The rules of geometry and tessellation stages, besides those that they share with every stage
//! ([`back::rules`](crate::back::rules)).

glassbox_core::rules! {
    source: "docs/translate.md",
    examples: &crate::rules::EXAMPLES,

    PARTNER = "TRANSLATE-50" Error "the other tessellation stage is not known" {
        cause: "HLSL says in the hull shader what GLSL says in the tessellation evaluation shader (domain, spacing, order), and in \
                the domain shader how many points the control shader writes.",
        effect: "Nothing is written for the shader.",
        cure: "Translate the program as a whole, with both stages.",
    }
    CONSTRUCT = "TRANSLATE-51" Error "a geometry or tessellation shader does what the target cannot" {
        cause: "The stage uses something for which this target has no form, or none that is known to be right.",
        effect: "Nothing is written for the shader.",
        cure: "Write the shader without what the message names, or leave the target out.",
    }
}
