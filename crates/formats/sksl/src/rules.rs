//! The rules, in the order of the format's description.

glassbox_core::rules! {
    HDR_01 = "SKSL-HDR-01" Error "the header is cut short" {
        cause: "The file is empty or was cut off while it was written or copied.",
        effect: "Skia reads past the end of its buffer.",
        cure: "Fetch or build the file anew; a header has 4 bytes.",
    }
    HDR_02 = "SKSL-HDR-02" Error "the version is not 8" {
        cause: "Another Skia wrote the file: the version changed fourteen times within nine months of 2022, and before that there was none.",
        effect: "A Skia of February or March 2022 refuses or misreads the file.",
        cure: "Compile the source with the Skia that is to read the file.",
    }
}
