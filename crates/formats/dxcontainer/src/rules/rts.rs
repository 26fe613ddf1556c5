//! Rules of root signatures.

glassbox_core::rules! {
    source: "Direct3D 12 documentation, root signatures",
    examples: &super::EXAMPLES,

    VERSION = "DXC-RTS-01" Error "the version is unknown" {
        cause: "The version word is damaged, or a newer compiler wrote the root signature.",
        effect: "The runtime refuses it; version 3 (1.2) is refused by runtimes and validators that do not know it yet.",
        cure: "Compile the root signature as version 1.0 or 1.1.",
        affects: ["DXC-CTR-16"],
    }
    ARRAYS = "DXC-RTS-02" Error "parameters or static samplers end past the root signature" {
        cause: "A number or an offset in the header is damaged, or the part was cut off.",
        effect: "The runtime refuses the root signature; unchecked readers read past its end.",
        cure: "Fix number and offset in the header; both count from the start of the part's data.",
        affects: ["DXC-RTS-", "DXC-CTR-16"],
    }
    PARAMETER = "DXC-RTS-03" Error "a parameter has an unknown type or visibility" {
        cause: "The field is damaged.",
        effect: "The runtime refuses the root signature.",
        cure: "Use type 0 to 4 and visibility 0 to 7.",
        affects: ["DXC-CTR-16"],
    }
    PAYLOAD = "DXC-RTS-04" Error "the content of a parameter is outside the root signature" {
        cause: "Its offset is damaged, or the part was cut off.",
        effect: "The runtime refuses the root signature; unchecked readers read past its end.",
        cure: "Set the offset to the content, counted from the start of the part's data.",
        affects: ["DXC-RTS-05", "DXC-RTS-06", "DXC-RTS-07", "DXC-CTR-16"],
    }
    RANGES = "DXC-RTS-05" Error "the ranges of a table end past the root signature" {
        cause: "Their number or offset is damaged.",
        effect: "Some readers check the first range only and read past the end for the others.",
        cure: "Set number and offset to those of the actual ranges.",
        affects: ["DXC-RTS-06", "DXC-RTS-07", "DXC-RTS-08", "DXC-CTR-16"],
    }
    VALUES = "DXC-RTS-06" Error "a flag, an enumeration or a number is not allowed" {
        cause: "The field is damaged, or belongs to a newer version.",
        effect: "The runtime refuses the root signature.",
        cure: "Clear the flags that are not defined or exclude each other, use defined values for filters, addresses and comparisons, and \
                numbers in their range.",
        affects: ["DXC-CTR-16"],
    }
    MEANING = "DXC-RTS-07" Error "the root signature contradicts itself" {
        cause: "Parameters share registers, or a table mixes samplers and views or continues after an unbounded range.",
        effect: "The runtime refuses to create the root signature.",
        cure: "Give every resource its own register and space, or split the table.",
    }
    COVERAGE = "DXC-RTS-08" Error "the root signature does not bind a resource of the shader" {
        cause: "The shader uses registers that no parameter or static sampler binds for its stage, or a descriptor in the root \
                signature cannot hold the resource.",
        effect: "The compiler's validator refuses the shader; the runtime creates no pipeline of the two.",
        cure: "Add a range to a table, widen its registers or its visibility, or take the resource out of the shader.",
    }
    SIZE = "DXC-RTS-09" Warning "the root signature is larger than 64 words" {
        cause: "Constants take a word each, root descriptors two, tables one.",
        effect: "Compilers write it; the runtime refuses to create it.",
        cure: "Move constants into a buffer, or descriptors into a table.",
    }
}
