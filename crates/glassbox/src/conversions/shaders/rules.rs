//! The rules of converting files that hold shaders of several stages.

glassbox_core::rules! {
    PAYLOAD = "TRANSLATE-60" Error "the code in the package cannot be read back" {
        cause: "The package is for Direct3D or Metal, or its code is neither SPIR-V nor GLSL with a version line.",
        effect: "Nothing is written: no reader of that code is there, and guessing at it would give another picture.",
        cure: "Build the program for the other target from its source with `glassbox compile`, or convert its package for Vulkan or \
               OpenGL.",
    }
    NO_SHADERS = "TRANSLATE-61" Error "the file holds no shaders" {
        cause: "The package is an assembly, which has symbols only, or no stage of the file has code.",
        effect: "There is nothing to convert.",
        cure: "Convert a program. An assembly fits the programs of every target as it is.",
    }
    NO_PACK_SYMBOL = "TRANSLATE-62" Error "the code uses a resource that the package does not list" {
        cause: "No symbol of the package has the name of the resource, or its register, or the symbol has no register.",
        effect: "It is not known what the resource is to be bound to in the other target, so nothing is written.",
        cure: "Build the package from its source with `glassbox compile`, which lists every resource.",
    }
    UNREADABLE = "TRANSLATE-63" Error "the file is not whole" {
        cause: "A part of the file that is needed lies outside of it or cannot be read, or a package has two shaders of a stage.",
        effect: "Nothing is written.",
        cure: "See what `glassbox validate` says of the file; `glassbox repair` fixes what can be fixed.",
    }
    ASSUMED = "TRANSLATE-64" Warning "a resource was taken for the only symbol of its kind" {
        cause: "The code calls a resource by a name and binds it to a number that no symbol of the package has, and code and symbols have \
                one such resource for the stage.",
        effect: "The two are taken for the same. If they are not, a game that binds the symbol sets something else.",
        cure: "Compare the code with the symbols, or build the package from its source with `glassbox compile`.",
    }
}
