//! The rules of adapting: what the preprocessor refuses, and what has no form that compilers for Vulkan read.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, written by hand after tests/rules.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "OpenGL Shading Language 4.60; GL_KHR_vulkan_glsl",
    examples: &EXAMPLES,

    STRAY = "GLSL-01" Error "a character is none of the language" {
        cause: "A character stands outside of comments that GLSL has no use for, such as a quotation mark or a letter that is \
                not ASCII, or a comment does not end.",
        effect: "Nothing is written. The character is left out and the rest is read.",
        cure: "Remove the character, or close the comment.",
    }
    VERSION = "GLSL-02" Error "the version is none that is read" {
        cause: "`#version` names a version or a profile that there is not, or does not come first.",
        effect: "Nothing is written. The text is read as version 450.",
        cure: "Write `#version 330` to `460`, or `#version 300 es` to `320 es`, as the first line.",
    }
    DIRECTIVE = "GLSL-03" Error "the directive is not well formed" {
        cause: "A line that begins with `#` has a word that is no directive, or lacks what the directive needs.",
        effect: "Nothing is written. The line is left out.",
        cure: "Follow the help of the message.",
    }
    CONDITION = "GLSL-04" Error "the condition is not well formed" {
        cause: "The expression of an `#if` or `#elif` is no whole number made of numbers, `defined` and operators, or divides \
                by 0.",
        effect: "Nothing is written. The condition counts as false.",
        cure: "Fix the expression.",
    }
    UNBALANCED = "GLSL-05" Error "conditions do not pair" {
        cause: "An `#if` has no `#endif`, or an `#else`, `#elif` or `#endif` has no `#if` in the same text.",
        effect: "Nothing is written.",
        cure: "Add or remove the directive. Each text of an inclusion closes what it opens.",
    }
    UNDEFINED = "GLSL-06" Warning "a name in a condition is no macro" {
        cause: "An `#if` or `#elif` uses a name that is not defined and is not asked about with `defined`.",
        effect: "It counts as 0. Compilers for OpenGL ES refuse it.",
        cure: "Define the name, or ask with `defined`.",
    }
    MACRO = "GLSL-07" Error "the macro is not well formed" {
        cause: "A `#define` has no name, a parameter twice, `##` at an end, a name that is reserved, or another meaning than an \
                earlier `#define` of the same name.",
        effect: "Nothing is written. The definition is left out.",
        cure: "Fix the definition, or write `#undef` before it.",
    }
    CALL = "GLSL-08" Error "the use of a macro does not fit its definition" {
        cause: "A macro with parameters is given another number of arguments than it has parameters, or its parenthesis does \
                not close, or `##` makes something that is no token.",
        effect: "Nothing is written.",
        cure: "Give each parameter its argument.",
    }
    INCLUDE = "GLSL-09" Error "the included text cannot be used" {
        cause: "No text of that name is found, or it includes itself without a guard.",
        effect: "Nothing is written. The inclusion is left out.",
        cure: "Fix the name or the search path. Begin texts that are included from several places with `#pragma once`.",
    }
    LIMIT = "GLSL-10" Error "the text goes over a limit" {
        cause: "Inclusions nest more than 64 deep, macros nest or grow without measure, or a program becomes larger than a \
                million tokens.",
        effect: "Nothing is written.",
        cure: "Look for macros that use each other twice, and for inclusions in a circle.",
    }
    AUTHOR = "GLSL-11" Error "the author of the text refuses" {
        cause: "An `#error` is reached.",
        effect: "Nothing is written.",
        cure: "Do what its message says, usually: define a macro.",
    }
    INITIALIZER = "GLSL-20" Warning "a uniform has an initial value" {
        cause: "OpenGL lets a uniform outside of blocks begin with a value; no other target has a place for it.",
        effect: "The value is left out: the uniform is what the program sets, or 0.",
        cure: "Set the value from the program, or make it a `const`.",
    }
    LOOSE_TYPE = "GLSL-21" Error "a uniform has a type that no block can hold" {
        cause: "Uniforms outside of blocks become members of one block. A structure with samplers, an array whose size is not \
                known here or a structure without a name has no place in it; nor has a structure with truth values in any block.",
        effect: "Nothing is written.",
        cure: "Declare samplers on their own, sizes as whole numbers, and give structures names.",
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
    SAMPLER_USE = "GLSL-24" Error "a sampler is used in a way that cannot be taken apart" {
        cause: "A combined sampler becomes a texture and a sampler. It may be given to built-in functions and to functions of \
                the text, and nothing else: not stored, returned, compared or kept in a structure.",
        effect: "Nothing is written.",
        cure: "Name the sampler where it is used, or pass it as an argument.",
    }
    SAMPLER_TYPE = "GLSL-25" Error "a sampler has a type that is not adapted" {
        cause: "Buffer and rectangle samplers have no form that all targets share. Outside of tessellation and geometry stages, the \
                elements of arrays of samplers are resources of their own, which only constant indexes can name.",
        effect: "Nothing is written.",
        cure: "Use a texture of two dimensions, an array texture, or one uniform for each sampler.",
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
        cause: "Versions up to 120 and the compatibility profile have variables and functions for the state of the fixed \
                pipeline, such as `gl_ModelViewMatrix` and `ftransform`.",
        effect: "Nothing is written: no target here has that state.",
        cure: "Declare uniforms, inputs and outputs of your own.",
    }
    QUALIFIER = "GLSL-29" Error "a qualifier has no form in every target" {
        cause: "`row_major`, `offset`, `align`, `component`, `subroutine`, atomic counters and the like lay out or bind things in \
                ways that are not adapted.",
        effect: "Nothing is written.",
        cure: "Do without it: declare matrices by columns and members in the order of the layout std140.",
    }
    INSTANCE = "GLSL-30" Info "the number of the instance may count from the base instance" {
        cause: "`gl_InstanceID` becomes `gl_InstanceIndex`. In OpenGL the first never counts the base instance; in Vulkan the \
                second does.",
        effect: "Nothing changes for draws whose base instance is 0.",
        cure: "Subtract the base instance in the program that draws, or draw with base instance 0.",
    }
    FRAGMENT_DATA = "GLSL-31" Error "an output is chosen while the shader runs" {
        cause: "`gl_FragData` is indexed by something that is no whole number, or used as a whole, or together with \
                `gl_FragColor` or outputs of one's own.",
        effect: "Nothing is written: each render target becomes an output of its own.",
        cure: "Write `gl_FragData[0]` and so on, or declare outputs with `layout(location = N) out`.",
    }
    NESTING = "GLSL-32" Error "brackets do not pair, or nest too deep" {
        cause: "A block, call or index is not closed, closed twice, or closed by a sign of another kind. Or brackets nest more \
                than 128 deep, or more than 256 operators or branches each hold the next.",
        effect: "Nothing is written.",
        cure: "Pair them. Give parts of long expressions names of their own.",
    }
    ORDER = "GLSL-33" Error "the order of evaluation would change" {
        cause: "The target of an assignment such as `+=` counts or calls something itself, or a `do` without braces holds a \
                `continue`. The compiler behind evaluates such a target twice, and forgets the condition of such a loop.",
        effect: "Nothing is written: the shader would compute something else.",
        cure: "Give the index a variable before the assignment, and braces to the loop.",
    }
    WHOLE = "GLSL-34" Error "a texture of whole numbers is filtered" {
        cause: "`texture`, `textureLod` or the like is given an `isampler` or `usampler`. The compiler behind only fetches single \
                texels of such textures.",
        effect: "Nothing is written.",
        cure: "Fetch the texel with `texelFetch`, and wrap or clamp the coordinates yourself.",
    }
}
