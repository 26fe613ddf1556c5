//! Rules of the small parts: `SFI0`, `HASH`, `VERS`, `ILDN` and the parts of legacy libraries.

glassbox_core::rules! {
    source: "DirectX shader compiler, DxilContainer.h",
    examples: &super::EXAMPLES,

    FEATURES_SIZE = "DXC-SFI-01" Error "the size of the feature flags is not 8 bytes" {
        cause: "The part was cut off or holds something else.",
        effect: "Readers refuse the part or read past it.",
        cure: "Write one 64-bit number.",
        affects: ["DXC-CTR-13", "DXC-CTR-16"],
        source: "DirectX shader compiler, DxilConstants.h: ShaderFeatureInfo",
    }
    FEATURES_BITS = "DXC-SFI-02" Warning "undefined feature flags are set" {
        cause: "A newer compiler set them, or the number was changed.",
        effect: "The runtime refuses a shader with features that it does not know.",
        cure: "Clear the bits.",
        source: "DirectX shader compiler, DxilConstants.h: ShaderFeatureInfo",
    }
    HASH_SIZE = "DXC-HSH-01" Error "the shader hash has a wrong size or undefined flags" {
        cause: "The part was cut off or changed.",
        effect: "Debuggers and caches cannot identify the shader.",
        cure: "Write flags and the MD5 of the bitcode, or remove the part.",
        affects: ["DXC-CTR-16"],
        source: "DirectX shader compiler, DxilContainer.h: DxilShaderHash",
    }
    HASH_VALUE = "DXC-HSH-02" Warning "the shader hash is not that of the bitcode" {
        cause: "The program was replaced without a new hash.",
        effect: "Debuggers look for the wrong debug file, caches hand out the wrong shader.",
        cure: "Recompute the hash.",
        source: "DirectX shader compiler, DxilContainer.h: DxilShaderHash",
    }
    VERSION = "DXC-VER-01" Error "the compiler version cannot be read" {
        cause: "The part was cut off, or its strings were changed without fixing their size.",
        effect: "The linker refuses the library.",
        cure: "Fix the size of the strings; there are two, each with its NUL.",
        affects: ["DXC-CTR-16"],
        source: "DirectX shader compiler, DxilContainer.h: DxilCompilerVersion",
    }
    DEBUG_NAME = "DXC-DBN-01" Error "the name of the debug file cannot be read" {
        cause: "The part was cut off, or the name was changed without fixing its length.",
        effect: "Debuggers do not find the debug file.",
        cure: "Fix the length, end the name with a NUL and pad it with zeros.",
        affects: ["DXC-CTR-16"],
        source: "DirectX shader compiler, DxilContainer.h: DxilShaderDebugName",
    }
    LIBRARY = "DXC-LIB-01" Error "a library of the legacy compiler is inconsistent" {
        cause: "A function was added or removed without fixing the header of the library, or a function was damaged.",
        effect: "The linker refuses the library or takes the wrong function.",
        cure: "Rebuild the library.",
        affects: ["DXC-CTR-16"],
        source: "measured: libraries written by FXC",
    }
}
