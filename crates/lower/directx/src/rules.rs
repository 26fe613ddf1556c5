//! Reasons for which a DirectX program does not become a module.

use glassbox_core::diagnostic::Examples;

static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/dx/spirv.md",
    examples: &EXAMPLES,

    UNREADABLE = "DX-LOWER-01" Error "the program cannot be read" {
        cause: "The container has no program, or its code is damaged.",
        effect: "Nothing is written.",
        cure: "Check the file with `glassbox validate`, and compile the shader again.",
    }
    ENTRY = "DX-LOWER-02" Error "there is no such entry point" {
        cause: "A library has no shader of the name asked for, or no shader at all.",
        effect: "Nothing is written.",
        cure: "Name one of the entry points that `glassbox info` lists.",
    }
    OPERATION = "DX-LOWER-03" Error "no module can say an operation" {
        cause: "The program uses an operation or an instruction that SPIR-V has no counterpart for.",
        effect: "Nothing is written.",
        cure: "Write the shader without the operation that the message names.",
    }
    SHAPE = "DX-LOWER-04" Error "an instruction is not as it must be" {
        cause: "An instruction has other operands than its operation takes, or a resource that is not of the kind that it works on.",
        effect: "Nothing is written.",
        cure: "Check the file with `glassbox validate`, and compile the shader again.",
    }
    RESOURCE = "DX-LOWER-05" Error "a resource is not known where it is used" {
        cause: "A handle comes from different resources on different paths, or from none that the program declares.",
        effect: "Nothing is written: an instruction of SPIR-V names its variable.",
        cure: "Put the resources into an array and choose by index.",
    }
    INTERFACE = "DX-LOWER-06" Error "an input or output has no counterpart" {
        cause: "A signature has a system value that the stage does not have in Vulkan.",
        effect: "Nothing is written.",
        cure: "Write the shader without the system value that the message names.",
    }
    FLOW = "DX-LOWER-07" Error "the control flow cannot be made structured" {
        cause: "The branches of a function reach a value that variables cannot hold, or the function would grow out of proportion.",
        effect: "Nothing is written.",
        cure: "Simplify the loops of the function that the message names.",
    }
    INVALID = "DX-LOWER-08" Error "the module does not pass the validator" {
        cause: "The module that was made breaks a rule of SPIR-V, which the note names: a defect of Glassbox, or code that breaks the rules of DXIL.",
        effect: "No module is written.",
        cure: "Check the file with `glassbox validate`; if it is valid, report the defect with the file.",
    }
}
