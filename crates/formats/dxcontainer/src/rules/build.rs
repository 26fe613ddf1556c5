//! Rules for building a container from a module.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, written by hand: modules have no text form.
static EXAMPLES: Examples = Examples::new(include_str!("build_examples.txt"));

glassbox_core::rules! {
    source: "DirectX shader compiler documentation, DXIL",
    examples: &EXAMPLES,

    BITCODE = "DXC-BLD-01" Error "the module cannot be read" {
        cause: "The bitcode was damaged, or its producer does not write LLVM 3.7's.",
        effect: "No part of a container can be derived from it.",
        cure: "Rebuild the module.",
    }
    METADATA = "DXC-BLD-02" Error "metadata of the module is invalid" {
        cause: "The producer of the module writes another form of DXIL, or the metadata was edited.",
        effect: "The parts that repeat this metadata cannot be made.",
        cure: "Write the metadata in the form that the description of DXIL gives.",
    }
    ENTRY = "DXC-BLD-03" Error "the shader has no entry point" {
        cause: "A module that is not a library lists no function in dx.entryPoints.",
        effect: "Signatures and state validation have nothing to describe.",
        cure: "List the shader's function, or make the module a library.",
    }
    VIEW_STATE = "DXC-BLD-04" Error "the dependency state does not match the signatures" {
        cause: "The signatures were changed without recomputing dx.viewIdState, or it was left out.",
        effect: "The tables of PSV0 would describe the shader wrongly.",
        cure: "Recompute the state from the instructions.",
    }
    TOO_MANY = "DXC-BLD-05" Error "a count exceeds the range of its field" {
        cause: "The module has more elements, rows or bytes than the fields of a container hold.",
        effect: "The part would state a smaller number.",
        cure: "Make the shader smaller.",
    }
}
