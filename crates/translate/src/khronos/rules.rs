//! The rules of geometry and tessellation stages, and of what Khronos' compilers can write.

glassbox_core::rules! {
    FEATURE = "TRANSLATE-50" Error "the stage needs the feature `khronos`" {
        cause: "Geometry and tessellation shaders are written by Khronos' own compilers, which this build does not have.",
        effect: "Nothing is written for the shader.",
        cure: "Build with `cargo build --features khronos`; that takes a C++ compiler.",
    }
    STAGE = "TRANSLATE-51" Error "the target has no such stage" {
        cause: "The graphics interface behind the target never had the stage, or has it in a later version only: Metal has no \
                geometry stage, OpenGL has tessellation from 4.0 on, OpenGL ES has both stages from 3.2 on.",
        effect: "Nothing is written for the shader.",
        cure: "Choose a target that has the stage, or give this target a program that does without.",
    }
    METAL_PATCH = "TRANSLATE-52" Error "Metal has no tessellation control stage" {
        cause: "In Metal a compute kernel of the application writes the factors, in a layout that the application decides.",
        effect: "Nothing is written for tessellation stages: what a translator could write fits no application but its own.",
        cure: "Write the kernel and the post-tessellation vertex function by hand, or draw a finer mesh for this target.",
    }
    PARTNER = "TRANSLATE-53" Error "the other tessellation stage is not known" {
        cause: "HLSL says in the hull shader what GLSL says in the tessellation evaluation shader (domain, spacing, order), and in \
                the domain shader how many points the control shader writes.",
        effect: "Nothing is written for the shader.",
        cure: "Translate the program as a whole, with both stages.",
    }
    CONSTRUCT = "TRANSLATE-54" Error "the target cannot say it" {
        cause: "The shader uses something for which this target has no form, or none that is known to be right.",
        effect: "Nothing is written for the shader.",
        cure: "Write the shader without what the message names, or leave the target out.",
    }
    WRITER = "TRANSLATE-55" Error "the Khronos compiler refuses the module" {
        cause: "SPIRV-Cross stops at what it cannot say in the target language, often because the version is too old, or the \
                module is broken.",
        effect: "Nothing is written for the shader.",
        cure: "Ask for a newer version of the language, or write the shader without what the message names.",
    }
    SLOT = "TRANSLATE-56" Error "a resource has no register" {
        cause: "The module has a resource at a set and binding for which no register was given, or one of a kind that no \
                register class holds.",
        effect: "Nothing is written for the shader: it would read from a place that nobody fills.",
        cure: "Declare the resource as a uniform block, a texture or a sampler, and give its place a register.",
    }
    SAMPLERS = "TRANSLATE-57" Error "one texture is read with several samplers" {
        cause: "GLSL for OpenGL has texture and sampler in one, and a texture can be bound under one name only.",
        effect: "Nothing is written for the shader.",
        cure: "Read the texture with one sampler, or declare it twice.",
    }
    VERSION = "TRANSLATE-58" Error "the module is newer than the target" {
        cause: "The shader came as SPIR-V of a later version than the target takes.",
        effect: "Nothing is written for the shader.",
        cure: "Compile the module for the older version, or choose a newer target.",
    }
    NAMES = "TRANSLATE-59" Error "an input and an output would have one name" {
        cause: "Before OpenGL 4.1, inputs and outputs between stages are joined by their names, which follow from their locations. A stage \
                in the middle that has the same location on both sides would declare one name twice.",
        effect: "Nothing is written for the shader.",
        cure: "Give the inputs and the outputs of the stage different locations, or choose a target from OpenGL 4.1 on.",
    }
}
