//! Warnings: unused names, and declarations that the runtime's loader changes or rejects.
//!
//! Facts: VSL brief, sections 12 and 13; VBC brief, sections 4.2, 4.3 and 5.

glassbox_core::rules! {
    source: "VSL compiler 0.1.0 (c110b1b)",
    examples: &super::EXAMPLES,

    UNUSED_BINDING = "VSL-W001" Warning "a binding is never used" {
        cause: "Neither stage uses it. It is still in the file's reflection.",
        effect: "The program runs, but the binding takes a slot and load time.",
        cure: "Remove it, unless programs that share a layout need the slot.",
    }
    UNUSED_INPUT = "VSL-W002" Warning "an input is never read" {
        cause: "The vertex stage does not read it. The application still has to supply it.",
        effect: "The program runs, but the input takes a location, and the application has to feed it.",
        cure: "Remove it, unless vertex data that several programs share has it.",
    }
    UNUSED_UNIFORM = "VSL-W003" Warning "the uniform is never read" {
        cause: "Neither stage reads it. It is still in the file's reflection.",
        effect: "The program runs, but the application fills a block that nothing reads.",
        cure: "Remove the declaration, or read it.",
    }
    UNUSED_STRUCT = "VSL-W004" Warning "a structure is never used" {
        cause: "Neither the uniform nor a buffer has its type.",
        effect: "The program runs; the structure costs only compile time.",
        cure: "Remove the structure, or use it.",
    }
    UNUSED_VARIABLE = "VSL-W005" Warning "a variable is never read" {
        cause: "Nothing reads the value that is written to it.",
        effect: "The result is the same without it.",
        cure: "Remove it, or use it.",
    }
    UNUSED_SUBPASS = "VSL-W006" Warning "a subpass input is never read" {
        cause: "The fragment stage does not read it.",
        effect: "The program runs, but the render pass has to supply the attachment.",
        cure: "Remove it, if it is the last one: the numbers have no gaps.",
    }
    UNWRITTEN_OUTPUT = "VSL-W007" Warning "an output is never written" {
        cause: "The fragment stage writes nothing to it, so its attachment gets undefined values.",
        effect: "Pixels of the attachment are undefined.",
        cure: "Write it, or remove it.",
    }
    UNREAD_LOCAL = "VSL-W008" Warning "a local is never read" {
        cause: "The fragment stage does not read it. It still takes a location.",
        effect: "The program runs, but the value takes a location and is interpolated for nothing.",
        cure: "Remove it from both stages, or read it in `@frag`.",
    }
    UNWRITTEN_LOCAL = "VSL-W009" Warning "a local is read but never written" {
        cause: "The vertex stage writes nothing to it, so the fragment stage reads undefined values.",
        effect: "The fragment stage computes with undefined values.",
        cure: "Write it in `@vert`.",
    }
    UNREACHABLE = "VSL-W010" Warning "a statement is never reached" {
        cause: "It follows a `return`, `discard`, `break` or `continue` in the same block.",
        effect: "The statement has no effect.",
        cure: "Remove it, or put the jump into an `if`.",
    }
    OUTPUT_ORDER = "VSL-W020" Warning "outputs are not declared as 0, 1, 2, …" {
        cause: "The runtime matches the n-th output with the n-th colour attachment and ignores its location.",
        effect: "The runtime binds outputs to other attachments than their locations state.",
        cure: "Declare outputs in the order of their locations without gaps.",
        source: "Vega runtime 48214ce, shader loader",
    }
    CUBE_IMAGE = "VSL-W021" Warning "a storage image is a cube" {
        cause: "The language has cube images, but the runtime's loader refuses them.",
        effect: "The runtime does not load the program.",
        cure: "Use a `SamplerCube` to read, and an `Image2DArray` of six layers to write.",
        source: "Vega runtime 48214ce, shader loader",
    }
    BOOL_UNIFORM = "VSL-W022" Warning "a field of the uniform is a bool" {
        cause: "The language has such fields, but the runtime's loader refuses them.",
        effect: "The runtime does not load the program.",
        cure: "Use `int` or `uint` and compare with 0.",
        source: "Vega runtime 48214ce, shader loader",
    }
    TABLE_SIZE = "VSL-W023" Warning "a descriptor table does not have the default size" {
        cause: "The runtime has tables of 8192 samplers, 128 images, 512 buffers, 128 read-only and 128 read-write texel \
                buffers, and no others.",
        effect: "The runtime refuses the file.",
        cure: "Leave the option out.",
        source: "Vega runtime 48214ce, shader loader",
    }
}
