//! What works and is not meant so: unused names, and what the runtime's loader does with the file.
//!
//! Facts: VSL brief, sections 12 and 13; VBC brief, sections 4.2, 4.3 and 5.

glassbox_core::rules! {
    UNUSED_BINDING = "VSL-W001" Warning "a binding is never used" {
        cause: "Neither stage uses it. It is in the file's reflection all the same.",
        effect: "The file works. What is not used costs reading time, and a slot or location that something else could \
                 have.",
        cure: "Remove it, unless programs that share a layout need the slot.",
    }
    UNUSED_INPUT = "VSL-W002" Warning "an input is never read" {
        cause: "The vertex stage does not read it. The application has to supply it all the same.",
        effect: "The file works. What is not used costs reading time, and a slot or location that something else could \
                 have.",
        cure: "Remove it, unless vertex data that several programs share has it.",
    }
    UNUSED_UNIFORM = "VSL-W003" Warning "the uniform is never read" {
        cause: "Neither stage reads it. It is in the file's reflection all the same.",
        effect: "The file works. What is not used costs reading time, and a slot or location that something else could \
                 have.",
        cure: "Remove the declaration, or read it.",
    }
    UNUSED_STRUCT = "VSL-W004" Warning "a structure is never used" {
        cause: "Neither the uniform nor a buffer has its type.",
        effect: "The file works. What is not used costs reading time.",
        cure: "Remove the structure, or use it.",
    }
    UNUSED_VARIABLE = "VSL-W005" Warning "a variable is never read" {
        cause: "What is written to it has no effect.",
        effect: "It has no effect on results.",
        cure: "Remove it, or use it.",
    }
    UNUSED_SUBPASS = "VSL-W006" Warning "a subpass input is never read" {
        cause: "The fragment stage does not read it.",
        effect: "The file works. What is not used costs reading time, and a slot or location that something else could \
                 have.",
        cure: "Remove it, if it is the last one: the numbers have no gaps.",
    }
    UNWRITTEN_OUTPUT = "VSL-W007" Warning "an output is never written" {
        cause: "The fragment stage writes nothing to it, so its attachment gets undefined values.",
        effect: "Pixels of the attachment are undefined.",
        cure: "Write it, or remove it.",
    }
    UNREAD_LOCAL = "VSL-W008" Warning "a local is never read" {
        cause: "The fragment stage does not read it. It takes a location all the same.",
        effect: "The file works. What is not used costs reading time, and a slot or location that something else could \
                 have.",
        cure: "Remove it from both stages, or read it in `@frag`.",
    }
    UNWRITTEN_LOCAL = "VSL-W009" Warning "a local is read and never written" {
        cause: "The vertex stage writes nothing to it, so the fragment stage reads undefined values.",
        effect: "The values are undefined.",
        cure: "Write it in `@vert`.",
    }
    UNREACHABLE = "VSL-W010" Warning "a statement is never reached" {
        cause: "It follows a `return`, `discard`, `break` or `continue` in the same block.",
        effect: "It has no effect.",
        cure: "Remove it, or put the jump into an `if`.",
    }
    OUTPUT_ORDER = "VSL-W020" Warning "outputs are not declared as 0, 1, 2, …" {
        cause: "The runtime matches the n-th output with the n-th colour attachment and ignores its location.",
        effect: "The runtime binds outputs to other attachments than their locations say.",
        cure: "Declare outputs in the order of their locations without gaps.",
    }
    CUBE_IMAGE = "VSL-W021" Warning "a storage image is a cube" {
        cause: "The language has cube images and the runtime's loader refuses them.",
        effect: "The runtime does not load the program.",
        cure: "Use a `SamplerCube` to read, and an `Image2DArray` of six layers to write.",
    }
    BOOL_UNIFORM = "VSL-W022" Warning "a field of the uniform is a bool" {
        cause: "The language has such fields and the runtime's loader refuses them.",
        effect: "The runtime does not load the program.",
        cure: "Use `int` or `uint` and compare with 0.",
    }
    TABLE_SIZE = "VSL-W023" Warning "a descriptor table has not the default size" {
        cause: "The runtime makes tables of 8192 samplers, 128 images, 512 buffers, 128 read-only and 128 read-write \
                texel buffers, and no other ones.",
        effect: "The runtime refuses the file.",
        cure: "Leave the option out.",
    }
}
