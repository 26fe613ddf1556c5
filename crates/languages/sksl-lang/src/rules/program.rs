//! Loops whose passes have to be known, and whole programs: what is left over, recursion, size.

glassbox_core::rules! {
    LOOP_START = "SKSL-E330" Error "a loop does not begin with the declaration of its variable" {
        cause: "Under the limits of OpenGL ES 2 every loop is `for (type name = constant; …)`: it declares one variable, and \
                that variable counts the passes.",
        effect: "Nothing is written.",
        cure: "Declare the variable in the head of the loop: `for (int i = 0; i < 4; i++)`. Programs that need other loops \
               are compiled without `--es2`.",
    }
    LOOP_TYPE = "SKSL-E331" Error "a loop counts with something that is not a number" {
        cause: "The variable of the loop is a vector, an array or a truth value. Under the limits of OpenGL ES 2 it has to be \
                a scalar number.",
        effect: "Nothing is written.",
        cure: "Count with an `int` or a `float`.",
    }
    LOOP_VALUE = "SKSL-E332" Error "a loop starts with a value that is not constant" {
        cause: "Under the limits of OpenGL ES 2 the first value of a loop's variable is known before the program runs: a literal \
                or a `const` variable.",
        effect: "Nothing is written.",
        cure: "Start with a constant, and leave out the passes that are too many with `if (i < start) continue;`.",
    }
    LOOP_TEST = "SKSL-E333" Error "the condition of a loop is not `variable < constant` or the like" {
        cause: "Under the limits of OpenGL ES 2 the condition compares the loop's variable, which stands on the left, by `<`, \
                `<=`, `>`, `>=`, `==` or `!=`.",
        effect: "Nothing is written.",
        cure: "Compare the variable with a constant there, and leave the loop for other reasons with `if (…) break;`.",
    }
    LOOP_BOUND = "SKSL-E334" Error "a loop is bounded by a value that is not constant" {
        cause: "Under the limits of OpenGL ES 2 the loop's variable is compared with a literal or a `const` variable.",
        effect: "Nothing is written.",
        cure: "Compare with the greatest bound there can be, and leave the loop with `if (i >= bound) break;`.",
    }
    LOOP_STEP = "SKSL-E335" Error "the step of a loop does not count its variable up or down" {
        cause: "Under the limits of OpenGL ES 2 the step is `i++`, `i--`, `++i`, `--i`, `i += constant` or `i -= constant`.",
        effect: "Nothing is written.",
        cure: "Count with one of these forms, and compute other sequences from the count in the body.",
    }
    LOOP_DELTA = "SKSL-E336" Error "a loop is stepped by a value that is not constant" {
        cause: "Under the limits of OpenGL ES 2 what a step adds or subtracts is a literal or a `const` variable.",
        effect: "Nothing is written.",
        cure: "Step by a constant, and multiply in the body.",
    }
    LOOP_WRITES = "SKSL-E337" Error "a loop changes its variable in its body" {
        cause: "Under the limits of OpenGL ES 2 nothing but the step may change a loop's variable: no assignment, and no call \
                that takes it as `out` or `inout`.",
        effect: "Nothing is written.",
        cure: "Copy the variable and change the copy, or leave the loop with `break`.",
    }
    LOOP_ENDS = "SKSL-E338" Error "a loop does not end soon enough" {
        cause: "The step leads away from the bound or past it, or takes 100000 passes or more to get there.",
        effect: "Nothing is written.",
        cure: "Step towards the bound, and compare with `<` or `>` where the step may pass it.",
    }
    STATIC_IF = "SKSL-E400" Error "the condition of `@if` is not constant" {
        cause: "`@if` is for conditions that are known when the program is compiled: literals, `const` variables and \
                `sk_Caps` members.",
        effect: "Nothing is written.",
        cure: "Write `if`, or make the condition constant.",
    }
    STATIC_SWITCH = "SKSL-E401" Error "the value of `@switch` is not constant" {
        cause: "`@switch` is for values that are known when the program is compiled.",
        effect: "Nothing is written.",
        cure: "Write `switch`, or make the value constant.",
    }
    UNDEFINED_FUNCTION = "SKSL-E402" Error "a function is called that has no body" {
        cause: "The function is declared, and no definition with the same parameter types follows.",
        effect: "Nothing is written.",
        cure: "Define it, or give the definition the parameter types of the declaration.",
    }
    UNASSIGNED_OUT = "SKSL-E403" Error "a function never assigns to an `out` parameter" {
        cause: "What the caller gets in its variable would be undefined. Structs are exempt.",
        effect: "Nothing is written.",
        cure: "Assign to the parameter, or take it away.",
    }
    GLOBALS_SIZE = "SKSL-E404" Error "the global variables are too large" {
        cause: "All global variables together hold 100000 numbers or more.",
        effect: "Nothing is written.",
        cure: "Make arrays smaller, or read large tables from a child shader.",
    }
    INDEX_CONSTANT = "SKSL-E405" Error "an index is not constant" {
        cause: "Under the limits of OpenGL ES 2 an index consists of literals, `const` variables and variables of the loops \
                around it.",
        effect: "Nothing is written.",
        cure: "Go through the elements with a loop and take the one whose number equals the index.",
    }
    RECURSION = "SKSL-E406" Error "a function calls itself" {
        cause: "The calls lead back to the function, by itself or through others. Under the limits of OpenGL ES 2 there is no \
                recursion, and no graphics device has it.",
        effect: "Nothing is written.",
        cure: "Write it as a loop.",
    }
    CALL_DEPTH = "SKSL-E407" Error "calls are nested too deep" {
        cause: "A function calls one that calls another, more than 50 deep.",
        effect: "Nothing is written.",
        cure: "Make the chain of calls shorter: put small functions into those that call them.",
    }
    PROGRAM_SIZE = "SKSL-E408" Error "the program is too large" {
        cause: "With its loops unrolled and its functions put in place of their calls, main is larger than 100000 operations.",
        effect: "Nothing is written.",
        cure: "Let loops run fewer times, most of all those in other loops.",
    }
    NO_MAIN = "SKSL-W400" Warning "a runtime effect has no main" {
        cause: "Skia begins every runtime effect at its function `main`. Its compiler takes a program without one; what makes an \
                effect of the program refuses it.",
        effect: "The optimiser removes every function, since nothing calls them. The file is written and cannot be run.",
        cure: "Write a function `main`, or compile the source as a generic program if it is a part of others.",
    }
}
