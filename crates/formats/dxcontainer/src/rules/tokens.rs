//! Rules of token streams: `SHDR` and `SHEX`.

glassbox_core::rules! {
    source: "Windows driver kit, d3d11TokenizedProgramFormat.hpp",
    examples: &super::EXAMPLES,

    LENGTH = "DXC-TPF-01" Error "the number of tokens does not match the part" {
        cause: "The stream was cut off or edited without fixing its length.",
        effect: "The runtime refuses the shader; readers that do not check it read outside the part.",
        cure: "Set the length to the number of tokens, the first two included.",
        affects: ["DXC-TPF-", "DXC-CTR-16"],
    }
    INSTRUCTION = "DXC-TPF-02" Error "an instruction has no length or ends past the stream" {
        cause: "A token was changed, or the stream was cut off.",
        effect: "Readers refuse the stream; some loop for ever on a length of zero.",
        cure: "Fix the length of the instruction; rebuild the shader.",
        affects: ["DXC-TPF-", "DXC-STA-01", "DXC-CTR-16"],
    }
    OPCODE = "DXC-TPF-03" Error "an opcode is unknown" {
        cause: "A token was changed, or a length before it leads into the middle of an instruction.",
        effect: "The runtime refuses the shader.",
        cure: "Rebuild the shader.",
        affects: ["DXC-CTR-16"],
    }
    CUSTOM = "DXC-TPF-04" Error "a block of custom data has an impossible length" {
        cause: "The length was changed; it counts its own two tokens, and constants come in groups of four.",
        effect: "Readers refuse the stream or lose their place in it.",
        cure: "Fix the length.",
        affects: ["DXC-CTR-16"],
    }
    OPERAND = "DXC-TPF-05" Error "the operands do not fill the instruction" {
        cause: "A token was changed, or the instruction has other operands than its opcode.",
        effect: "The runtime refuses the shader, or reads other operands than intended.",
        cure: "Rebuild the shader.",
        affects: ["DXC-CTR-16"],
    }
}
