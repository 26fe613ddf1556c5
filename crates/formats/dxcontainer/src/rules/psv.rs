//! Rules of pipeline state validation.

glassbox_core::rules! {
    source: "DirectX shader compiler, pipeline state validation",
    examples: &super::EXAMPLES,

    INFO = "DXC-PSV-01" Error "the runtime info is inconsistent" {
        cause: "Its size is damaged, or the part was cut off.",
        effect: "The runtime refuses the shader when a pipeline is built.",
        cure: "Set the size to that of the version, or recompile the shader.",
        affects: ["DXC-PSV-", "DXC-CTR-16"],
    }
    INFO_SIZE = "DXC-PSV-02" Warning "the runtime info has an unknown size" {
        cause: "A newer compiler wrote more fields, or the size is damaged.",
        effect: "The version follows from the size alone, so readers assume the newest version that fits and may misplace all \
                 sections after it.",
        cure: "Use 24, 36, 48, 52 or 56, as many bytes as the part has before its resource count.",
        affects: ["DXC-PSV-07"],
    }
    RESOURCES = "DXC-PSV-03" Error "the resources are inconsistent" {
        cause: "The number of resources or the size of a record is damaged.",
        effect: "The runtime refuses the shader.",
        cure: "Set the number to the actual number of records, and the size to 16, or to 24 since version 2.",
        affects: ["DXC-PSV-07", "DXC-CTR-16"],
    }
    STRINGS = "DXC-PSV-04" Error "the string table is broken" {
        cause: "Its size is not a multiple of four, goes past the part, or its last string does not end.",
        effect: "The runtime and the validator refuse the shader.",
        cure: "Pad the table with zeros to a multiple of four and state that size.",
        affects: ["DXC-PSV-07", "DXC-CTR-16"],
    }
    REFERENCES = "DXC-PSV-05" Error "a reference into the tables is out of range" {
        cause: "A name, semantic index, entry name or number of elements is damaged.",
        effect: "The runtime refuses the shader, or reads the name of another element.",
        cure: "Point the field into the table it belongs to; offset 0 is the empty name.",
        affects: ["DXC-PSV-07", "DXC-CTR-16"],
    }
    DEPENDENCIES = "DXC-PSV-06" Error "the dependency tables are inconsistent" {
        cause: "The numbers of vectors in the runtime info do not match the tables, or the part was cut off.",
        effect: "The runtime refuses the shader; with bytes left over some readers do too.",
        cure: "Fix the numbers of vectors, or recompile the shader.",
        affects: ["DXC-PSV-07", "DXC-CTR-16"],
    }
    AGREE = "DXC-PSV-07" Warning "the part disagrees with the rest of the container" {
        cause: "A tool changed the program or the signatures without this part, or filled it in wrongly.",
        effect: "The validator refuses the shader; the runtime may link stages that do not fit.",
        cure: "Recompile the shader, or bring the part in line with program and signatures.",
    }
}
