//! Rules for whole programs: loops that must be unrollable, recursion, size, missing or unused parts.

glassbox_core::rules! {
    source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    examples: &super::EXAMPLES,

    LOOP_START = "SKSL-E330" Error "a loop does not begin with the declaration of its variable" {
        cause: "Under the limits of OpenGL ES 2 every loop is `for (type name = constant; ...)`: it declares one variable, and \
                that variable counts the iterations.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Declare the variable in the head of the loop: `for (int i = 0; i < 4; i++)`. Programs that need other loops \
               are compiled without `--es2`.",
    }
    LOOP_TYPE = "SKSL-E331" Error "a loop counts with something that is not a number" {
        cause: "The loop variable is a vector, an array or a bool. Under the limits of OpenGL ES 2 it must be a scalar number.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Count with an `int` or a `float`.",
    }
    LOOP_VALUE = "SKSL-E332" Error "a loop starts with a value that is not constant" {
        cause: "Under the limits of OpenGL ES 2 the loop variable starts with a compile-time constant: a literal or a `const` \
                variable.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Start with a constant, and skip the extra iterations with `if (i < start) continue;`.",
    }
    LOOP_TEST = "SKSL-E333" Error "the condition of a loop is not a comparison such as `variable < constant`" {
        cause: "Under the limits of OpenGL ES 2 the condition compares the loop variable, on the left, with `<`, `<=`, `>`, \
                `>=`, `==` or `!=`.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Compare the variable with a constant there, and leave the loop for other reasons with `if (…) break;`.",
    }
    LOOP_BOUND = "SKSL-E334" Error "a loop is bounded by a value that is not constant" {
        cause: "Under the limits of OpenGL ES 2 the loop variable is compared with a literal or a `const` variable.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Compare with the largest possible bound, and leave the loop with `if (i >= bound) break;`.",
    }
    LOOP_STEP = "SKSL-E335" Error "the step of a loop does not count its variable up or down" {
        cause: "Under the limits of OpenGL ES 2 the step is `i++`, `i--`, `++i`, `--i`, `i += constant` or `i -= constant`.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Use one of these forms, and compute other sequences from the counter in the body.",
    }
    LOOP_DELTA = "SKSL-E336" Error "a loop is stepped by a value that is not constant" {
        cause: "Under the limits of OpenGL ES 2 a step adds or subtracts a literal or a `const` variable.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Step by a constant, and multiply in the body.",
    }
    LOOP_WRITES = "SKSL-E337" Error "a loop changes its variable in its body" {
        cause: "Under the limits of OpenGL ES 2 only the step may change the loop variable: no assignment, and no call that \
                takes it as `out` or `inout`.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Copy the variable and change the copy, or leave the loop with `break`.",
    }
    LOOP_ENDS = "SKSL-E338" Error "a loop has too many iterations" {
        cause: "The step moves away from the bound or jumps past it, or takes 100000 iterations or more to reach it.",
        effect: "The loop would run for so long, or for ever, that the driver resets the device.",
        cure: "Step towards the bound, and compare with `<` or `>` where the step may jump past it.",
    }
    STATIC_IF = "SKSL-E400" Error "the condition of `@if` is not constant" {
        cause: "`@if` takes conditions that are known at compile time: literals, `const` variables and `sk_Caps` members.",
        cure: "Write `if`, or make the condition constant.",
    }
    STATIC_SWITCH = "SKSL-E401" Error "the value of `@switch` is not constant" {
        cause: "`@switch` takes values that are known at compile time.",
        cure: "Write `switch`, or make the value constant.",
    }
    UNDEFINED_FUNCTION = "SKSL-E402" Error "a function without a body is called" {
        cause: "The function is declared, and no definition with the same parameter types follows.",
        effect: "The GPU driver would fail to link the shader.",
        cure: "Define it, or give the definition the parameter types of the declaration.",
    }
    UNASSIGNED_OUT = "SKSL-E403" Error "a function never assigns to an `out` parameter" {
        cause: "Some caller's variable would never be set. Structs are exempt.",
        effect: "The caller's variable would hold an undefined value.",
        cure: "Assign to the parameter, or remove it.",
    }
    GLOBALS_SIZE = "SKSL-E404" Error "the global variables are too large" {
        cause: "All global variables together hold 100000 numbers or more.",
        effect: "Drivers would run out of registers and refuse the shader.",
        cure: "Make arrays smaller, or read large tables from a child shader.",
    }
    INDEX_CONSTANT = "SKSL-E405" Error "an index is not constant" {
        cause: "Under the limits of OpenGL ES 2 an index consists of literals, `const` variables and variables of enclosing \
                loops.",
        effect: "OpenGL ES 2 drivers may refuse an index that is not constant.",
        cure: "Loop over the elements and take the one whose number equals the index.",
    }
    RECURSION = "SKSL-E406" Error "a function calls itself" {
        cause: "The function calls itself, directly or through others.",
        effect: "Shader compilers inline every call, so drivers refuse recursion.",
        cure: "Write it as a loop.",
    }
    CALL_DEPTH = "SKSL-E407" Error "calls are nested too deep" {
        cause: "A function calls one that calls another, more than 50 deep.",
        cure: "Shorten the chain of calls: merge small functions into their callers.",
    }
    PROGRAM_SIZE = "SKSL-E408" Error "the program is too large" {
        cause: "With its loops unrolled and its calls inlined, main is larger than 100000 operations.",
        effect: "Drivers would take very long to compile the shader, or refuse it.",
        cure: "Reduce the iterations, above all of nested loops.",
    }
    EFFECT_WITHOUT_MAIN = "SKSL-E409" Error "an effect has no main" {
        cause: "Skia begins every runtime effect at its function `main`, and makes no effect of a source without one.",
        cure: "Write a function `main`, or compile the source as a generic program if it is part of others.",
        source: "Skia's SkSL compiler, releases 122 to 144",
    }
    FILTER_VERSION = "SKSL-E410" Error "a colour filter is in version 300" {
        cause: "Skia evaluates colour filters without a device too, where it has the language of `#version 100` only.",
        cure: "Remove `#version 300`, and write the filter without what OpenGL ES 2 lacks.",
        source: "Skia's SkSL compiler, releases 122 to 144",
    }
    NO_MAIN = "SKSL-W400" Warning "a runtime effect has no main" {
        cause: "Skia begins every runtime effect at its function `main`. Its compiler accepts a program without one, but \
                creating an effect from it fails.",
        effect: "The optimiser removes every function, since nothing calls them. The file is written, but cannot be run.",
        cure: "Write a function `main`, or compile the source as a generic program if it is part of others.",
    }
}
