//! Rules of a module as a whole: versions, metadata, functions and variables.

glassbox_core::rules! {
    source: "DXIL specification; validator of the DirectX shader compiler",
    examples: &super::EXAMPLES,

    METADATA = "DXC-MOD-01" Error "metadata of the module is malformed" {
        cause: "A tool wrote the node without an operand, or an operand was changed to another kind.",
        effect: "The validator refuses the module; drivers that trust it read a wrong declaration or fail.",
        cure: "Give the operand the kind that the place requires, or rebuild the shader.",
    }
    VALIDATOR_VERSION = "DXC-MOD-02" Error "the validator version is unknown" {
        cause: "`dx.valver` was edited, or the module was made for a validator that is not released.",
        effect: "No validator accepts the module, so it stays unsigned and the runtime refuses it.",
        cure: "State the version of the validator that will sign the shader, 1.0 to 1.10.",
    }
    DXIL_VERSION = "DXC-MOD-03" Error "the DXIL version does not belong to the shader model" {
        cause: "`dx.version` or `dx.shaderModel` was changed without the other.",
        effect: "The validator refuses the module.",
        cure: "State DXIL 1.n for shader model 6.n.",
    }
    MODEL = "DXC-MOD-04" Error "the shader model does not exist" {
        cause: "`dx.shaderModel` names a stage in a model that does not have it, or a model that is not released.",
        effect: "The validator refuses the module.",
        cure: "Compile for a profile that exists; mesh and amplification shaders begin with 6.5, libraries with 6.1.",
    }
    TARGET = "DXC-MOD-05" Error "the target of the module is not DXIL" {
        cause: "Another compiler of LLVM wrote the module, or its target triple was edited.",
        effect: "The validator refuses the module.",
        cure: "Set the target triple to `dxil-ms-dx`.",
    }
    NAMED_METADATA = "DXC-MOD-06" Error "named metadata is unknown" {
        cause: "A tool left notes of its own in the module, or a debug module was put in the place of the program.",
        effect: "The validator refuses the module.",
        cure: "Remove the named node; debug information belongs into the part `ILDB`.",
    }
    ATTACHED_METADATA = "DXC-MOD-07" Error "metadata is attached where DXIL has none" {
        cause: "An optimisation of LLVM left its hints on the function or instruction.",
        effect: "The validator refuses the module.",
        cure: "Remove the attachment. DXIL keeps hints of control flow, `precise`, loops, aliasing, ranges and, in \
               libraries, `dx.nonuniform`.",
    }
    HINT = "DXC-MOD-08" Error "a hint of control flow cannot apply" {
        cause: "Both `branch` and `flatten` are requested, `forcecase` is on another instruction than a switch, or the hint is unknown.",
        effect: "The validator refuses the module.",
        cure: "Keep the hint that is meant, on the branch or switch that it is about.",
    }
    FLAGS = "DXC-MOD-09" Error "the shader flags are not those of the code" {
        cause: "The code was changed after the flags were computed, or they were written by hand.",
        effect: "The runtime checks devices against the wrong features; the validator refuses the module.",
        cure: "Set the flags of the entry point to those that the code needs.",
        affects: ["DXC-SFI-01", "DXC-RDT-07"],
    }
    RESOURCE_IDS = "DXC-MOD-10" Error "the resources of a class are not numbered from 0" {
        cause: "A resource was removed from its list without renumbering those after it.",
        effect: "Operations address resources by these numbers and would use another one.",
        cure: "Number the resources of each class 0, 1, 2, … in the order of their list.",
    }
    NO_ENTRY = "DXC-MOD-11" Error "the entry point is missing" {
        cause: "`dx.entryPoints` has no node with a function, or its function is not defined here.",
        effect: "There is no code to run; the validator refuses the module.",
        cure: "Name the function of the shader in `dx.entryPoints`.",
        affects: ["DXC-OP-08"],
    }
    FOREIGN_FUNCTION = "DXC-DCL-01" Error "a shader calls a function that DXIL does not have" {
        cause: "A function was not inlined, was left undefined when linking, or is an intrinsic of LLVM.",
        effect: "The driver has no such function; the validator refuses the module.",
        cure: "Define the function and inline it, or replace the intrinsic by DXIL operations.",
    }
    UNUSED_FUNCTION = "DXC-DCL-02" Error "a function is declared and never called" {
        cause: "The last call was removed without the declaration.",
        effect: "The validator refuses the module.",
        cure: "Remove the declaration.",
    }
    FUNCTION_VALUE = "DXC-DCL-03" Error "a function is used other than by calls" {
        cause: "Its address is stored, compared or passed on.",
        effect: "Shaders have no function pointers; the validator refuses the module.",
        cure: "Call the function directly.",
    }
    ATTRIBUTE = "DXC-DCL-04" Error "a function attribute is unknown or has an unknown value" {
        cause: "A tool of LLVM added the attribute, or its value was edited.",
        effect: "The validator refuses the module.",
        cure: "Remove it; DXIL has `fp32-denorm-mode` (`any`, `preserve`, `ftz`) and `waveops-include-helper-lanes`.",
    }
    VARIABLE = "DXC-DCL-05" Error "a global variable is unused, or used although it is external" {
        cause: "An internal variable lost its last use, or code still uses a variable that stands for a resource.",
        effect: "The validator refuses the module.",
        cure: "Remove the unused variable; reach resources by handles.",
    }
    PARAMETERS = "DXC-DCL-06" Error "the parameters or the result of an entry point are wrong" {
        cause: "The function was not lowered to operations for its inputs and outputs, or a ray tracing shader has another signature than its stage.",
        effect: "The runtime has no arguments to pass; the validator refuses the module.",
        cure: "Return void and take no parameters; any-hit and closest-hit shaders take payload and attributes, miss and \
               callable shaders one structure.",
    }
    RESOURCE_PARAMETER = "DXC-DCL-07" Error "a function passes resources as values" {
        cause: "A library function with a resource parameter was exported.",
        effect: "Resources cannot cross functions in DXIL; the validator refuses the module.",
        cure: "Inline the function, or pass an index into an array or heap of resources.",
    }
    PAYLOAD = "DXC-DCL-08" Error "a ray tracing shader states too small a payload or attributes" {
        cause: "The structure grew after the sizes were written.",
        effect: "The state object reserves too few bytes and the shader writes past them.",
        cure: "State at least the size of the structure that the function takes.",
    }
    RAY_SIGNATURE = "DXC-DCL-09" Error "a ray tracing shader has signatures" {
        cause: "Metadata of another stage was attached to it.",
        effect: "Such shaders have no inputs and outputs by registers; the validator refuses the module.",
        cure: "Remove the signatures; values pass in the payload.",
    }
}
