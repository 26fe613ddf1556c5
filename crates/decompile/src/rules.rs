//! The rules of writing modules as source: what a target cannot say.

use glassbox_core::diagnostic::Examples;

/// What breaks each rule, from its test.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/decompile.md",
    examples: &EXAMPLES,

    MALFORMED = "DECOMPILE-01" Error "the module breaks a rule of SPIR-V" {
        cause: "An instruction has an operand, a type or a place that the specification does not allow, and the writer needs what is \
                wrong.",
        cure: "Run `glassbox validate` on the module, and compile it again with a compiler whose output is valid.",
    }
    ENTRY_POINT = "DECOMPILE-02" Error "the entry point cannot be written" {
        cause: "The module has no entry point of this name and stage, or the target has no such version.",
        cure: "Name an entry point of the module; `glassbox interface` lists them.",
    }
    STAGE = "DECOMPILE-03" Error "the target has no such stage" {
        cause: "The language, in this version, has no shaders of the entry point's stage.",
        cure: "Choose a language or version that has the stage; docs/decompile.md lists them.",
    }
    INSTRUCTION = "DECOMPILE-04" Error "the target has no such operation" {
        cause: "The language, in this version, lacks an instruction of the module, and nothing that it has computes the same.",
        cure: "Choose a later version or another language, or compile the shader without the operation.",
    }
    TYPE = "DECOMPILE-05" Error "the target has no such type" {
        cause: "The language, in this version, lacks a type that the module computes with.",
        cure: "Choose a later version or another language, or compile the shader without the type.",
    }
    BUILT_IN = "DECOMPILE-06" Error "the target has no such built-in variable" {
        cause: "The shader reads or writes a built-in variable that the language, in this version, does not give this stage.",
        cure: "Choose a later version or another language, or pass the value in a buffer or an input.",
    }
    LAYOUT = "DECOMPILE-07" Error "the target cannot place members where the module has them" {
        cause: "The offsets or strides of a block follow from no layout that the language, in this version, can state.",
        cure: "Choose a language that states offsets, or compile the shader with std140 or std430 blocks.",
    }
    INTERFACE = "DECOMPILE-08" Error "the target has no such variable or binding" {
        cause: "The shader takes or gives something that programs of the target cannot bind: an array of buffers, an image format, a \
                part of a location.",
        cure: "Declare it as the target allows, or choose a later version or another language.",
    }
    POINTER = "DECOMPILE-09" Error "the target has no such pointers" {
        cause: "A pointer is chosen, computed or stored in a way that the language has no words for.",
        cure: "Compile the shader without the pointer: copy the value, or write to each place under a condition.",
    }
    CONTROL = "DECOMPILE-10" Error "the target has no such flow of control" {
        cause: "A function jumps in a way that the language cannot say, or has a barrier where the language allows none.",
        cure: "Compile the shader with structured control flow, and with barriers outside of branches.",
    }
    RECURSION = "DECOMPILE-11" Error "functions call each other in a circle" {
        cause: "A function calls itself, directly or through others. Shading languages have no recursion.",
        cure: "Replace the recursion by a loop.",
    }
    DEPTH = "DECOMPILE-12" Error "the text would be nested too deep or be too large" {
        cause: "Statements, expressions or constants exceed the limits that keep the text readable by compilers.",
        cure: "Compile the shader without full unrolling and inlining, or split it.",
    }
    SPECIALIZATION = "DECOMPILE-13" Error "the target has no such specialization constant" {
        cause: "The number of a specialization constant, or its use, is beyond what the language lets be given later.",
        cure: "Give the values of such constants: `glassbox convert --set NAME=VALUE`.",
    }
    BINDING = "DECOMPILE-14" Error "a resource cannot be bound where it was asked to" {
        cause: "A file of bindings or a shift of registers gives two resources of an entry point one number, or a number that the \
                language, in this version, does not have.",
        effect: "In the text one resource would be bound in place of the other.",
        cure: "Give each resource of the entry point a number of its own, in `--bindings` or by other shifts in `--register-shift`.",
    }
}
