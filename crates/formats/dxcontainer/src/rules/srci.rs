//! Rules of source information.

glassbox_core::rules! {
    SIZES = "DXC-SRC-01" Error "a size or number of the source information is wrong" {
        cause: "The part was cut off, a field is damaged, or the compressed stream is.",
        effect: "Debuggers cannot show the sources; unchecked readers allocate whatever the part states.",
        cure: "Build the debug file anew.",
        affects: ["DXC-CTR-16"],
    }
}
