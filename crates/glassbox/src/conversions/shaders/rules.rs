//! The rules of converting files that hold shaders of several stages.

glassbox_core::rules! {
    source: "docs/bpx/convert.md",
    examples: &crate::rules::EXAMPLES,

    PAYLOAD = "TRANSLATE-60" Error "the code in the package cannot be read back" {
        cause: "The package is for Direct3D or Metal, or its code is neither SPIR-V nor GLSL with a version line.",
        effect: "Nothing here reads that code, and a guess would give another picture.",
        cure: "Build the program for the other target from its source with `glassbox compile`, or convert its package for Vulkan or \
               OpenGL.",
    }
    NO_SHADERS = "TRANSLATE-61" Error "the file has no shaders" {
        cause: "The package is an assembly, which has symbols only, or no stage of the file has code.",
        effect: "There is nothing to convert.",
        cure: "Convert a program. An assembly suits the programs of every target unchanged.",
    }
    NO_PACK_SYMBOL = "TRANSLATE-62" Error "the code uses a resource that the package does not list" {
        cause: "No symbol of the package has the name of the resource, or its register, or the symbol has no register.",
        effect: "In the other target the resource would have no binding and read nothing.",
        cure: "Build the package from its source with `glassbox compile`, which lists every resource.",
    }
    UNREADABLE = "TRANSLATE-63" Error "the file is incomplete" {
        cause: "A required part of the file lies outside it or cannot be read, or a package has two shaders for a stage.",
        cure: "Run `glassbox validate` on the file; `glassbox repair` fixes what can be fixed.",
    }
    VERSION = "TRANSLATE-65" Error "the version of SPIR-V lacks what the module uses" {
        cause: "An instruction, an operand or an extension of the module came with a later version, and nothing of this one computes the \
                same.",
        cure: "Choose a later version with `--target-version`.",
    }
    ASSUMED = "TRANSLATE-64" Warning "a resource was matched with the only symbol of its kind" {
        cause: "The code names a resource and binds it to a number that no symbol of the package has, while code and symbols \
                have exactly one such resource for the stage.",
        effect: "The two are treated as the same. If they are not, a game that binds the symbol sets something else.",
        cure: "Compare the code with the symbols, or build the package from its source with `glassbox compile`.",
    }
}
