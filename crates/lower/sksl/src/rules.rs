//! Reasons for which a program does not become a module.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, written by hand after tests/rules.rs.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "docs/sksl/spirv.md, SPIR-V 1.6",
    examples: &EXAMPLES,

    ENTRY = "SKSL-LOWER-01" Error "the program has no main function for an entry point" {
        cause: "The program has no function `main`, or its `main` takes what an entry point of its kind is not given.",
        effect: "There is nothing that a pipeline could run, so no module is written.",
        cure: "Write a `main` of the kind of the program, or let its functions be exported without an entry point.",
    }
    CHILD = "SKSL-LOWER-02" Error "a child cannot be what it is said to be" {
        cause: "A texture was named for a color filter or blender, a program of another kind than the declaration has, or \
                the children of children are nested beyond the limit; or nothing was named for a child that needs it.",
        effect: "The call would have no meaning, so no module is written.",
        cure: "Name a program of the kind that the declaration has, a color, or an imported function.",
    }
    UNKNOWN_CHILD = "SKSL-LOWER-03" Error "no child has this name" {
        cause: "A texture, program or color was given for a name that the program does not declare as shader, colorFilter or blender.",
        effect: "Nothing would use it, so it is refused.",
        cure: "Use one of the names that the program declares.",
    }
    OPAQUE = "SKSL-LOWER-04" Error "a texture or sampler is used in a way that SPIR-V has not" {
        cause: "A sampler that is put together of a texture and a sampler is passed to a function, or a place of interpolation is \
                asked for something else than an input.",
        effect: "The module could not say it, so none is written.",
        cure: "Put the sampler together where it is sampled; interpolate inputs as they are declared.",
    }
    RECURSION = "SKSL-LOWER-05" Error "a function calls itself" {
        cause: "A function calls itself, directly or through others, which the language and shaders in SPIR-V forbid.",
        effect: "No module is written.",
        cure: "Write the recursion as a loop with a limit.",
    }
    LIMIT = "SKSL-LOWER-06" Error "the program exceeds a limit" {
        cause: "Statements and expressions are nested too deeply, or uniforms take more than a block can hold.",
        effect: "No module is written.",
        cure: "Split expressions and functions, or make arrays smaller.",
    }
    MALFORMED = "SKSL-LOWER-07" Error "the program is not whole" {
        cause: "A program that was read from a file holds a part that no compiler would have made: a function without a \
                body, a type without a meaning, a constructor with the wrong number of values.",
        effect: "What it should compute is not known, so no module is written.",
        cure: "Check the file with `glassbox validate`, and compile it again from its source.",
    }
    PLACE = "SKSL-LOWER-08" Error "two parts of the interface have one place" {
        cause: "Two inputs or two outputs have one location, or two resources one binding: by the layouts of the program, by \
                the options, or by both together.",
        effect: "A pipeline could not tell them apart, so no module is written.",
        cure: "Change the layout in the program, or the option that names the place.",
    }
    INVALID = "SKSL-LOWER-09" Error "the module does not pass the validator" {
        cause: "The module that was made breaks a rule of SPIR-V, which the note names: a defect of Glassbox, or a program \
                that was changed after it was compiled.",
        effect: "No module is written.",
        cure: "Check the file with `glassbox validate`; if nothing is wrong with it, report it with the program.",
    }
}
