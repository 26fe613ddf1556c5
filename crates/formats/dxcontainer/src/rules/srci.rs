//! Rules of source information.

glassbox_core::rules! {
    source: "DirectX shader compiler, DxilContainer.h",
    examples: &super::EXAMPLES,

    SIZES = "DXC-SRC-01" Error "a size or number of the source information is wrong" {
        cause: "The part was cut off, a field is damaged, or the compressed stream is.",
        effect: "Debuggers cannot show the sources; unchecked readers allocate whatever the part states.",
        cure: "Rebuild the debug file.",
        affects: ["DXC-CTR-16"],
    }
}
