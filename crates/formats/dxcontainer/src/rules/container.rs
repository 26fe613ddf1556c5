//! Rules of the container: header, offset table, part directory, digest.

glassbox_core::rules! {
    MAGIC = "DXC-CTR-01" Error "the file does not begin with DXBC" {
        cause: "The file is of another kind, although the same compilers may have written it.",
        effect: "Every reader of containers refuses it.",
        cure: "Check which file was meant.",
    }
}
