//! Rules of the signature parts.

glassbox_core::rules! {
    source: "DirectX shader compiler, DxilContainer.h",
    examples: &super::EXAMPLES,

    COUNT = "DXC-SIG-01" Error "the elements end past the part" {
        cause: "The element count is damaged, or the part was cut off.",
        effect: "Readers refuse the part; some read past its end.",
        cure: "Set the count to the actual number of elements, or recompile the shader.",
        affects: ["DXC-PSV-07", "DXC-SIG-04", "DXC-SIG-06", "DXC-CTR-16"],
    }
    NAME_OFFSET = "DXC-SIG-02" Error "a semantic name is outside the part" {
        cause: "The offset is damaged, or a tool moved the names without fixing it.",
        effect: "Readers refuse the signature, or read other bytes as the name and fail to link the stages.",
        cure: "Set the offset to the name, counted from the start of the part's data.",
        affects: ["DXC-PSV-07", "DXC-SIG-04", "DXC-SIG-06", "DXC-CTR-16"],
    }
    NAME_END = "DXC-SIG-03" Error "a semantic name is not terminated" {
        cause: "The zero byte after the last name is missing or was overwritten.",
        effect: "Readers refuse the part, or read on into the next one.",
        cure: "End every name with a zero byte and enlarge the part if there is no room.",
        affects: ["DXC-PSV-07", "DXC-SIG-04", "DXC-SIG-06", "DXC-CTR-16"],
    }
    PLACE = "DXC-SIG-04" Warning "elements or names are at an unusual position" {
        cause: "A tool wrote the part in another order than the compilers do.",
        effect: "Readers that expect the elements at offset 8 and the names after them read other bytes.",
        cure: "Put the elements directly after the header and the names after the elements.",
    }
    ELEMENT = "DXC-SIG-05" Warning "an element is impossible" {
        cause: "A field has a value that no compiler writes, or the elements are out of order.",
        effect: "The runtime may refuse to link the stages, or link the wrong registers.",
        cure: "Correct the field; sort the elements by stream, then register.",
        affects: ["DXC-PSV-07"],
    }
    PADDING = "DXC-SIG-06" Info "padding has unusual bytes" {
        cause: "A tool left memory contents after the names; compilers write 0x00 or 0xAB.",
        effect: "None for readers; the file is not reproducible.",
        cure: "Fill the padding with zeros and sign the container again.",
    }
}
