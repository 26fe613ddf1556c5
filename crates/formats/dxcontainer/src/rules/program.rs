//! Rules of program parts: `DXIL`, `ILDB`, and `STAT` with bitcode.

glassbox_core::rules! {
    source: "DirectX shader compiler, DxilContainer.h: DxilProgramHeader",
    examples: &super::EXAMPLES,

    SHORT = "DXC-PRG-01" Error "the program header is cut off" {
        cause: "The part was cut off or holds something else.",
        effect: "Every reader refuses the container.",
        cure: "Replace the part by a whole program.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    MAGIC = "DXC-PRG-02" Error "the program header lacks the magic DXIL" {
        cause: "The header was changed, or the part holds bitcode without a header.",
        effect: "The runtime and the compiler refuse the program.",
        cure: "Set the magic, or replace the part.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    RANGE = "DXC-PRG-03" Error "the bitcode is outside the part" {
        cause: "Offset or size of the bitcode is wrong, or the part was cut off.",
        effect: "Readers that do not check it read outside the part; the others refuse the program.",
        cure: "Fix offset and size: the offset is 16 and counts from the inner magic.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    WORDS = "DXC-PRG-04" Error "the size of the program differs from that of the part" {
        cause: "The program was replaced without fixing the number of words.",
        effect: "Too large a number makes readers refuse the program; too small a one may cut it.",
        cure: "Set the number of words to a quarter of the size of the part.",
        affects: ["DXC-CTR-16"],
    }
    KIND = "DXC-PRG-05" Error "the version word of the program is invalid" {
        cause: "The header was changed or the part holds something else.",
        effect: "The runtime refuses the program.",
        cure: "Set shader model and kind to those of the module.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    BITCODE = "DXC-PRG-06" Error "the bitcode cannot be read" {
        cause: "The bitcode was damaged, is compressed, or is none.",
        effect: "The compiler and the driver refuse the program.",
        cure: "Rebuild the shader.",
        affects: [
            "DXC-PRG-07", "DXC-PSV-07", "DXC-RDT-07", "DXC-HSH-02", "DXC-SYM-10", "DXC-SYM-11", "DXC-CTR-16",
        ],
    }
    MODEL = "DXC-PRG-07" Error "program headers and module state different shader models" {
        cause: "A program was copied from another container, or a header was changed.",
        effect: "The validator refuses the container.",
        cure: "Set the versions to that of the module.",
        affects: ["DXC-CTR-16"],
    }
    DERIVED = "DXC-PRG-08" Error "a part is not that of the program" {
        cause: "The part or the program comes from another shader, or one of them was changed alone.",
        effect: "The runtime creates the pipeline from the part and runs another program; the validator refuses the container.",
        cure: "Rebuild the part from the program.",
    }
}
