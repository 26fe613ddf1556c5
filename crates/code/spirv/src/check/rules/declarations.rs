//! Rules of declarations: capabilities, entry points, decorations, built-ins, environments.

glassbox_core::rules! {
    source: "SPIR-V specification",

    CAPABILITY_MISSING = "SPIRV-CAP-01" Error "a capability is missing" {
        cause: "The compiler did not declare what the instruction needs.",
        effect: "Drivers refuse the module, or run it without the feature.",
        cure: "Declare one of the capabilities.",
        source: "SPIR-V specification, section 2.16.1",
    }
}
