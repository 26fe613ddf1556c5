//! The rules of writing shaders: what a target cannot hold.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule of reading and writing shaders, written by hand after its cases.
pub(crate) static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/translate.md",
    examples: &EXAMPLES,

    NO_STAGE = "TRANSLATE-31" Error "the target has no such stage" {
        cause: "The language of the target, in the version that the target takes, has no shaders of this stage; packs have none of \
                the compute stage for any target.",
        effect: "Nothing is written for this stage.",
        cure: "Choose a target that has the stage; docs/bpx/targets.md lists them.",
    }
    NO_SYMBOL = "TRANSLATE-32" Error "a resource has no place in a shader pack" {
        cause: "The shader uses a storage buffer, a storage image, an array of textures or samplers, or another resource that no \
                symbol of a shader pack can describe.",
        effect: "A program that loads the pack could not bind it, so nothing is written.",
        cure: "Use a uniform block or a sampled texture; for an array of textures, use one array texture.",
    }
    NO_REGISTER = "TRANSLATE-33" Error "a resource has no register" {
        cause: "The registers that were handed in say nothing of the place in which the shader keeps the resource.",
        effect: "It is not known what it would be bound to, so nothing is written.",
        cure: "Give every resource of the reflection a register.",
    }
    TOO_OLD = "TRANSLATE-34" Error "the target's version of SPIR-V lacks what the shader uses" {
        cause: "The shader uses a type, instruction or built-in variable that came with a later version of SPIR-V than the target \
                takes, or with an extension, and targets promise none.",
        effect: "A program that loads the pack could not use the module, so nothing is written.",
        cure: "Choose a later target, or write the shader without it; docs/bpx/targets.md says which versions targets take.",
    }
    NOT_STD140 = "TRANSLATE-35" Error "a block is not laid out as std140" {
        cause: "A member of a uniform block lies at another offset than the layout std140 gives it: the source states offsets, \
                sizes or alignments itself, or uses another layout.",
        effect: "OpenGL lays out the block by std140, and so does every program that fills blocks by the symbols of a pack, so \
                 values would end up in the wrong members. Nothing is written.",
        cure: "Give the members the order and types that std140 puts at these offsets.",
    }
    TWO_SAMPLERS = "TRANSLATE-36" Error "a texture is used with more than one sampler" {
        cause: "The shader samples one texture with two samplers, or with a sampler and, without one, in another way.",
        effect: "OpenGL has texture and sampler in one, so there is no register that both could be bound to. Nothing is written.",
        cure: "Use one sampler for each texture, or declare the texture twice.",
    }
    OUT_OF_RANGE = "TRANSLATE-37" Error "a register or location is beyond what the target has" {
        cause: "The number of the register, input, output or varying is larger than the target's programming interface can bind.",
        effect: "The shader could not be used, so nothing is written.",
        cure: "Use lower numbers, or fewer resources in one program.",
    }
    TWO_ROOTS = "TRANSLATE-38" Error "the shader has two blocks of root constants" {
        cause: "The shader has push constants and loose uniforms, or two blocks of push constants.",
        effect: "Programs have one block of root constants, so nothing is written.",
        cure: "Put all of them in one block of push constants, or make all of them loose uniforms.",
    }
    OTHER_NAME = "TRANSLATE-39" Warning "a resource is bound by a name that the target cannot write" {
        cause: "The symbol's name is a word of the target language, or not an identifier in it, and the target binds by name.",
        effect: "The text has another name, so a program that looks for the symbol's name does not find it.",
        cure: "Rename the resource in the source, or choose a target that binds by number: OpenGL from 4.2 on, OpenGL ES from 3.1 on.",
    }
    WINDOW = "TRANSLATE-40" Warning "window coordinates or derivatives along y differ between targets" {
        cause: "The shader reads the position in the window or a derivative along y, and y grows upwards in \
                the source's window and downwards in the target's, or the other way round.",
        effect: "Positions are converted, so pictures are the same; these values are not, because the height of the window is not known.",
        cure: "Compute what is needed in the vertex shader and pass it on, or state the source's clip space as the target's.",
    }
    UNWRITABLE = "TRANSLATE-41" Error "the writer of the target refuses the shader" {
        cause: "The module of the shader is broken, or has something that this target cannot say and no other rule describes.",
        effect: "Nothing is written.",
        cure: "Write it in another way, or choose another target.",
    }
    CONSTRUCT = "TRANSLATE-51" Error "inputs or outputs cannot be joined to those of the next stage" {
        cause: "Stages of Direct3D have the same variables in the same order, and those of OpenGL have no blocks between them. A stage \
                takes what the one before does not write, or takes it in another type; or a block or a pointer to an input or output is \
                used as a whole, so that it cannot be taken apart.",
        effect: "The program could not be loaded, so nothing is written for the stage.",
        cure: "Declare outputs and the inputs that take them with one type, and use blocks member by member.",
    }
    NO_ENTRY = "TRANSLATE-43" Error "the module has no such entry point" {
        cause: "The module has no entry point of the name and stage that the shader is said to have.",
        effect: "Nothing is written.",
        cure: "Name an entry point that the module has.",
    }
}
