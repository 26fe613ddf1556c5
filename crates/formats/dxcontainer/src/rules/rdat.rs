//! Rules of runtime data.

glassbox_core::rules! {
    source: "DirectX shader compiler, runtime data",
    examples: &super::EXAMPLES,

    VERSION = "DXC-RDT-01" Error "the version is too old" {
        cause: "The version word is damaged; versions below 0x10 had another layout and were never released.",
        effect: "The runtime refuses the library.",
        cure: "Set the version to 0x10, or recompile the library.",
        affects: ["DXC-CTR-16"],
    }
    TABLES = "DXC-RDT-02" Error "a table is outside the part" {
        cause: "The number of tables, an offset or a size is damaged, or the part was cut off.",
        effect: "The runtime refuses the library.",
        cure: "Fix the field; offsets count from the start of the part's data, sizes from the end of the table's head.",
        affects: ["DXC-RDT-", "DXC-CTR-16"],
    }
    PLACES = "DXC-RDT-03" Warning "the tables are arranged incorrectly" {
        cause: "A tool wrote the tables out of order or without padding, or a newer compiler added one.",
        effect: "The validator compares the part byte by byte with its own and refuses it; tables of unknown types are skipped.",
        cure: "List the tables in file order and pad each to a multiple of four.",
        affects: ["DXC-RDT-06"],
    }
    ROWS = "DXC-RDT-04" Error "the rows of a table are inconsistent" {
        cause: "The number of rows or their stride is damaged.",
        effect: "The runtime refuses the library or reads other bytes as rows.",
        cure: "Set the count to the actual number of rows and the stride to the distance between two of them.",
        affects: ["DXC-RDT-06", "DXC-RDT-07", "DXC-CTR-16"],
    }
    TEXTS = "DXC-RDT-05" Error "a name is outside the string buffer" {
        cause: "The offset is damaged, or the string buffer lost its end.",
        effect: "Readers crash or read other bytes as the name; the validator alone does not notice.",
        cure: "Set the offset to the name in the string buffer, and end the buffer with a zero byte.",
        affects: ["DXC-RDT-07", "DXC-CTR-16"],
    }
    REFERENCES = "DXC-RDT-06" Error "a reference is out of range" {
        cause: "A row number, an index array or a range of raw bytes is damaged.",
        effect: "Readers crash or read other bytes; the validator alone does not notice.",
        cure: "Point the field at an existing row, array or range, or set it to 0xffffffff for none.",
        affects: ["DXC-CTR-16"],
    }
    MODULE = "DXC-RDT-07" Warning "the functions differ from those of the module" {
        cause: "A tool changed the program without this part, or the other way round.",
        effect: "The runtime looks for functions that do not exist, or misses some; the validator refuses the library.",
        cure: "Recompile or relink the library.",
    }
}
