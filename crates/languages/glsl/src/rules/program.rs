//! What the stages of a program do not agree on, and what has no form in Vulkan.

glassbox_core::rules! {
    source: "OpenGL Shading Language 4.60; GL_KHR_vulkan_glsl",
    examples: &super::EXAMPLES,

    INITIALIZER = "GLSL-20" Warning "a uniform has an initial value" {
        cause: "OpenGL lets a uniform outside of blocks begin with a value; no other target has a place for it.",
        effect: "The value is left out: the uniform is what the program sets, or 0.",
        cure: "Set the value from the program, or make it a `const`.",
    }
    LOOSE_TYPE = "GLSL-21" Error "a uniform has a type that no block can hold" {
        cause: "Uniforms outside of blocks become members of one block. An array whose size is not known here has no place in it; nor \
                has a structure with very many samplers.",
        effect: "Nothing is written.",
        cure: "Declare sizes as whole numbers, and samplers on their own.",
    }
    DISAGREE = "GLSL-22" Error "stages declare the same name differently" {
        cause: "Two stages have a uniform, a block or a structure of uniforms of one name, with different types, members or \
                bindings.",
        effect: "Nothing is written: the stages of a program share what has one name.",
        cure: "Declare it in one text that all stages include, or rename one of them.",
    }
    TAKEN = "GLSL-23" Error "two resources have one place" {
        cause: "Two resources state the same descriptor set and binding, or one takes the place that holds the uniforms outside \
                of blocks.",
        effect: "Nothing is written.",
        cure: "Give one of them another binding, or none: then it is numbered.",
    }
    LOCATION = "GLSL-26" Error "locations overlap" {
        cause: "Two inputs or two outputs of a stage state locations that have a number in common.",
        effect: "Nothing is written.",
        cure: "Count the locations that each type takes: one for a vector, one for each column of a matrix and each element of \
               an array. Or state none: then they are numbered.",
    }
    UNMATCHED = "GLSL-27" Error "an input has no output before it" {
        cause: "A stage reads a name that the stage before it does not write, or writes with another type.",
        effect: "Nothing is written: what arrives there would be undefined.",
        cure: "Declare an output of the same name and type in the stage before.",
    }
    LEGACY = "GLSL-28" Error "the name belongs to the fixed pipeline" {
        cause: "OpenGL has state that no target has a place for: what the pixel held before, and clipping by planes behind a geometry \
                shader. Where a text is taken as it stands, all variables of the fixed pipeline are.",
        effect: "Nothing is written.",
        cure: "Declare uniforms, inputs and outputs of your own.",
    }
    TEXTS = "GLSL-31" Error "texts of one stage do not agree" {
        cause: "A stage is written in several texts. Two of them have a variable, block or type of one name, with different types, \
                qualifiers, members or values; or one of them is in GLSL ES, where a stage is one text.",
        effect: "Nothing is written: the texts of a stage share what has one name.",
        cure: "Declare it in one text that all of them include, or rename one of them.",
    }
    INSTANCE = "GLSL-30" Info "the number of the instance may count from the base instance" {
        cause: "`gl_InstanceID` becomes `gl_InstanceIndex`. In OpenGL the first never counts the base instance; in Vulkan the \
                second does.",
        effect: "Nothing changes for draws whose base instance is 0.",
        cure: "Subtract the base instance in the program that draws, or draw with base instance 0.",
    }
}
