//! Statements: conditions, loops, switches, jumps. What loops must look like where OpenGL ES 2 is the limit is in the rules of
//! whole programs.
//!
//! Source: sections 9 and 10 of the language, and what Skia's compiler of that time refuses.

glassbox_core::rules! {
    UNSCOPED_VARIABLE = "SKSL-E301" Error "a variable is declared where it could not be used" {
        cause: "The body of an `if`, `else`, `for`, `while` or `do` is a declaration without braces around it.",
        effect: "Nothing is compiled.",
        cure: "Put braces around the declaration and what uses it.",
    }
    WHILE_LOOP = "SKSL-E303" Error "a `while` loop in a program held to OpenGL ES 2" {
        cause: "Runtime effects and generic programs are held to what OpenGL ES 2 can run, unless an option or `#version 300` \
                says otherwise. Its loops are `for` loops whose number of passes is known.",
        effect: "Nothing is compiled.",
        cure: "Write a `for` loop with a constant bound, and leave it with `break`.",
    }
    DO_LOOP = "SKSL-E304" Error "a `do` loop in a program held to OpenGL ES 2" {
        cause: "Runtime effects and generic programs are held to what OpenGL ES 2 can run, unless an option or `#version 300` \
                says otherwise. Its loops are `for` loops whose number of passes is known.",
        effect: "Nothing is compiled.",
        cure: "Write a `for` loop with a constant bound, and leave it with `break`.",
    }
    CASE_VALUE = "SKSL-E305" Error "the value of a case is no constant" {
        cause: "The values of a `switch` are compared with integers that are known when the program is compiled.",
        effect: "Nothing is compiled.",
        cure: "Use a literal or a `const` variable, or write the switch as `if` and `else`.",
    }
    REPEATED_CASE = "SKSL-E306" Error "two cases have one value" {
        cause: "The second case could never be chosen.",
        effect: "Nothing is compiled.",
        cure: "Remove one of them.",
    }
    STATIC_SWITCH_EXIT = "SKSL-E307" Error "an `@switch` is left on a condition" {
        cause: "`@switch` becomes the statements of the case that is chosen. A `break`, `continue` or `return` inside an `if` \
                or a loop of that case would have no place there.",
        effect: "Nothing is compiled.",
        cure: "Use `switch`, or turn the condition around so that the case ends in one `break`.",
    }
    DISCARD_KIND = "SKSL-E308" Error "`discard` outside of a fragment program" {
        cause: "Only fragment programs can drop a pixel.",
        effect: "Nothing is compiled.",
        cure: "Return a transparent colour: `return half4(0);`.",
    }
    CASE_AFTER_DEFAULT = "SKSL-E309" Error "a case follows the default" {
        cause: "`default` is the last case of a switch, and there is one at most.",
        effect: "Nothing is compiled.",
        cure: "Move `default` to the end.",
    }
    VALUE_FROM_VOID = "SKSL-E310" Error "a value is returned where there is none" {
        cause: "The function's result is `void`.",
        effect: "Nothing is compiled.",
        cure: "Remove the value, or declare what the function returns.",
    }
    NO_VALUE = "SKSL-E311" Error "nothing is returned where a value is expected" {
        cause: "The function has a result, so each `return` states one.",
        effect: "Nothing is compiled.",
        cure: "Write the value behind `return`.",
    }
    VERTEX_RETURN = "SKSL-E312" Error "`return` in the main function of a vertex program" {
        cause: "The position is adjusted where main ends, which a `return` would skip.",
        effect: "Nothing is compiled.",
        cure: "Put what follows into `else`, or the part that returns into a function of its own.",
    }
    BREAK_PLACE = "SKSL-E313" Error "`break` outside of loops and switches" {
        cause: "There is nothing to leave.",
        effect: "Nothing is compiled.",
        cure: "Remove it, or use `return` to leave the function.",
    }
    CONTINUE_PLACE = "SKSL-E314" Error "`continue` outside of loops" {
        cause: "There is no loop whose next pass could begin.",
        effect: "Nothing is compiled.",
        cure: "Remove it, or leave the function with `return`.",
    }
    CONTINUE_IN_SWITCH = "SKSL-E315" Error "`continue` inside a switch" {
        cause: "A `continue` cannot leave a switch, even when a loop is around it.",
        effect: "Nothing is compiled.",
        cure: "Note the decision in a variable and test it behind the switch, or write the switch as `if` and `else`.",
    }
    STACK_SIZE = "SKSL-E316" Error "the variables of a function are too large" {
        cause: "The variables of one function may have 100000 scalars together; a vector counts its width, an array all of its \
                elements, and blocks beside each other add up.",
        effect: "Nothing is compiled.",
        cure: "Use smaller arrays.",
    }
}
