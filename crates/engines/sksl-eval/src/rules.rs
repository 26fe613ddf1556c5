//! What keeps a program from being run, and what is wrong with the values that it is given.

use glassbox_core::diagnostic::Examples;

/// Examples for each rule, written by hand after tests/rules.rs.
static EXAMPLES: Examples = Examples::new(include_str!("examples.txt"));

glassbox_core::rules! {
    source: "Skia's processor back end, docs/sksl/evaluator.md",
    examples: &EXAMPLES,

    KIND = "SKSL-RUN-01" Error "programs of this kind do not compute the colour of a pixel" {
        cause: "The program is a vertex or mesh program, or a generic one without a main function.",
        effect: "There is no picture that it could draw, so it is not run.",
        cure: "Run a shader, colour filter, blender or fragment program; write a main function.",
    }
    SIGNATURE = "SKSL-RUN-02" Error "main does not have a signature that can be run" {
        cause: "The main function takes parameters that nothing is known to be passed for, or returns no colour.",
        effect: "It is not known what to pass or what to draw, so the program is not run.",
        cure: "Give main the signature that its kind of program asks for, such as `half4 main(float2 coords)`.",
    }
    RECURSION = "SKSL-RUN-03" Error "a function calls itself" {
        cause: "A function calls itself, directly or through others, which the language forbids.",
        effect: "Functions are put where they are called, which would never end, so the program is not run.",
        cure: "Write the recursion as a loop with a limit.",
    }
    DEVICE = "SKSL-RUN-04" Error "the program uses what only a device has" {
        cause: "The program samples textures, loads from subpasses, or interpolates at places of its choice.",
        effect: "There is no texture and no rasterizer here, so the program is not run.",
        cure: "Make the texture a child of type `shader`, and call its `eval`.",
    }
    TOO_LARGE = "SKSL-RUN-05" Error "the program is too large to be run" {
        cause: "With every call in place and short loops written out, the program exceeds the limit of the settings; or it \
                declares variables that take more than the limit.",
        effect: "Running it would take memory out of proportion, so it is not run.",
        cure: "Raise the limit, or make arrays, loops and repeated calls smaller.",
    }
    TOO_DEEP = "SKSL-RUN-06" Error "the program is nested too deeply to be run" {
        cause: "Expressions, statements and calls stand inside each other beyond the limit.",
        effect: "The program is not run.",
        cure: "Split expressions, and let functions call less deeply.",
    }
    MALFORMED = "SKSL-RUN-07" Error "the program is not whole" {
        cause: "A program that was read from a file holds a part that no compiler would have made: a function without a \
                body, a variable outside of its scope, a constructor with the wrong number of values.",
        effect: "What it should compute is not known, so it is not run.",
        cure: "Check the file with `glassbox validate`, and compile it again from its source.",
    }
    UNKNOWN_UNIFORM = "SKSL-RUN-08" Error "no uniform has this name" {
        cause: "A value was given for a name that the program does not declare as a uniform.",
        effect: "Nothing would use the value, so it is refused.",
        cure: "Use one of the names that the program declares.",
    }
    UNIFORM_VALUE = "SKSL-RUN-09" Error "the value does not fit the uniform" {
        cause: "The number of components differs from that of the uniform's type, or one of them is not of the type.",
        effect: "The uniform keeps the value that it had.",
        cure: "Give one number a component, columns of matrices one after another, whole numbers for integers.",
    }
    UNKNOWN_CHILD = "SKSL-RUN-10" Error "no child has this name" {
        cause: "A child was given for a name that the program does not declare as shader, colorFilter or blender.",
        effect: "Nothing would call the child, so it is refused.",
        cure: "Use one of the names that the program declares.",
    }
    CHILD_KIND = "SKSL-RUN-11" Error "the child is of another kind" {
        cause: "A shader was given where a colour filter or blender is called, or the other way round; or children are \
                nested beyond the limit.",
        effect: "The call would not know what to pass, so the child is refused.",
        cure: "Give a program of the kind that the declaration names.",
    }
    STEP_LIMIT = "SKSL-RUN-12" Error "a loop went over the step limit" {
        cause: "For some pixels the loops of the program take more passes than the settings allow; perhaps a condition \
                never fails.",
        effect: "Drawing stops, and the picture is not finished.",
        cure: "Give the loop an end for every pixel, or raise the limit of steps.",
    }
    PICTURE_SIZE = "SKSL-RUN-13" Error "the picture has an impossible size" {
        cause: "Width or height is 0 or beyond the limit, or a buffer does not have the size that the picture needs.",
        effect: "Nothing is drawn.",
        cure: "Ask for a picture of 1 to 65535 pixels either way.",
    }
}
