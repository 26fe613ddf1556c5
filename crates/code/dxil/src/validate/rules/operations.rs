//! Rules of calls of DXIL operations.

glassbox_core::rules! {
    source: "DXIL specification; validator of the DirectX shader compiler",
    examples: &super::EXAMPLES,

    NUMBER = "DXC-OP-01" Error "there is no operation with this number" {
        cause: "The number is not a constant, is reserved, or belongs to an experimental shader model.",
        effect: "The driver does not know what to compute.",
        cure: "Call an operation of a released shader model by its constant number.",
    }
    FUNCTION = "DXC-OP-02" Error "the called function is not that of the operation" {
        cause: "The number or the name of the function was changed without the other.",
        effect: "The validator refuses the module; readers that go by the name run another operation.",
        cure: "Call the function `dx.op.NAME` that belongs to the number.",
    }
    OVERLOAD = "DXC-OP-03" Error "the operation does not exist for these types" {
        cause: "The function is declared with a width that the operation lacks, or with other parameters.",
        effect: "The driver has no such operation; the validator refuses the module.",
        cure: "Convert the operands to a type that the operation has.",
    }
    STAGE = "DXC-OP-04" Error "the stage does not have the operation" {
        cause: "Code for another stage is called, such as derivatives in a vertex shader.",
        effect: "The device has nothing that the operation could return there.",
        cure: "Remove the call, or pass the value from a stage that has it.",
    }
    TOO_NEW = "DXC-OP-05" Error "the shader model does not have the operation" {
        cause: "The module states an older shader model than its code was written for.",
        effect: "Drivers of that model refuse the shader.",
        cure: "Compile for the shader model that introduced the operation.",
    }
    CONSTANT = "DXC-OP-06" Error "an argument has to be a constant" {
        cause: "The index or mode is computed at run time, often because a loop was not unrolled.",
        effect: "The driver needs the number to choose the instruction; the validator refuses the module.",
        cure: "Pass a literal, or unroll the loop that computes it.",
    }
    RANGE = "DXC-OP-07" Error "a constant argument is out of range" {
        cause: "An index, mode or bias exceeds what the operation, the signature or the hardware has.",
        effect: "The result is undefined, or another value is read.",
        cure: "Use a number in the range that the message states.",
    }
    PLACE = "DXC-OP-08" Error "the operation is in a function that cannot have it" {
        cause: "It was moved to a helper function, or to the wrong half of a hull shader.",
        effect: "The value belongs to an entry point and has no meaning elsewhere.",
        cure: "Call it in the entry point, or in the patch-constant function where the message says so.",
    }
    INDEFINITE = "DXC-OP-09" Error "the result of a constant operand is not defined" {
        cause: "The operand was folded to infinity.",
        effect: "The result differs between devices.",
        cure: "Compute the constant, or keep the operand finite.",
    }
    BARRIER = "DXC-OP-10" Error "a barrier has flags that its stage does not have" {
        cause: "It names no memory, memory of a thread group in a stage without groups, or two scopes of one memory.",
        effect: "The barrier waits for nothing or cannot be done.",
        cure: "Outside of compute-like stages use the fence of UAV memory alone; otherwise name the memory once.",
    }
    MESH_CALLS = "DXC-OP-11" Error "a call that a mesh or amplification shader makes once is missing, repeated or conditional" {
        cause: "`SetMeshOutputCounts` does not precede all outputs, or `DispatchMesh` is not on every path.",
        effect: "The device allocates outputs with this call; without it the others write nowhere.",
        cure: "Call it once, in uniform control flow, before all outputs or at the end of every path.",
    }
    MISSING_ARGUMENT = "DXC-OP-12" Error "an operation needs an argument that is undefined" {
        cause: "The handle, ray or hit object was never created on this path.",
        effect: "The device would use an arbitrary object.",
        cure: "Create the object before it is used.",
        affects: ["DXC-USE-01"],
    }
    COVERAGE = "DXC-OP-13" Error "coverage and inner coverage are both read" {
        cause: "The shader has `SV_Coverage` and `SV_InnerCoverage` as inputs.",
        effect: "Hardware provides one of them; the validator refuses the module.",
        cure: "Read one of them.",
    }
    RESULT = "DXC-OP-14" Error "the result of an operation is used as it cannot be" {
        cause: "A structure result is passed on whole, or `CheckAccessFullyMapped` gets another value than the status of a load.",
        effect: "The validator refuses the module.",
        cure: "Take the members with `extractvalue`; pass the fifth member to `CheckAccessFullyMapped`.",
    }
    ENVIRONMENT = "DXC-OP-15" Error "the shader needs a newer shader model than the one asked for" {
        cause: "The shader was compiled for, or uses what came with, a later shader model.",
        effect: "Devices with the shader model asked for cannot run it.",
        cure: "Compile for that shader model and replace what it lacks; `glassbox info --needs` lists it.",
    }
}
