//! What the preprocessor refuses.

glassbox_core::rules! {
    source: "OpenGL Shading Language 4.60; GL_KHR_vulkan_glsl",
    examples: &super::EXAMPLES,

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
}
