//! Rules of resource definitions and statistics of the legacy compiler.

glassbox_core::rules! {
    source: "measured: files written by FXC",
    examples: &super::EXAMPLES,

    DEFINITIONS = "DXC-RDF-01" Error "the resource definitions are inconsistent" {
        cause: "A number or an offset is damaged, a string does not end, or the part was cut off.",
        effect: "Reflection fails, and programs that bind resources by name cannot run the shader.",
        cure: "Fix the field; offsets count from the start of the part's data. The part can be removed if nothing reflects on it.",
        affects: ["DXC-CTR-16"],
    }
    STATISTICS = "DXC-STA-01" Warning "the statistics have an unusual size" {
        cause: "The part was cut off, or another compiler wrote it.",
        effect: "Reflection shows wrong counters; the runtime ignores them.",
        cure: "Remove the part or recompile the shader.",
    }
}
