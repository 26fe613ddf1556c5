//! Rules for statements: conditions, loops, switches, jumps. Restrictions of OpenGL ES 2 on loops are among the rules
//! for whole programs.
//!
//! Source: sections 9 and 10 of the language, and the behaviour of Skia's compiler of that time.

glassbox_core::rules! {
    source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    examples: &super::EXAMPLES,

    UNSCOPED_VARIABLE = "SKSL-E301" Error "a variable is declared where it could not be used" {
        cause: "The body of an `if`, `else`, `for`, `while` or `do` is a declaration without braces around it.",
        effect: "The variable would go out of scope at once.",
        cure: "Put braces around the declaration and the code that uses it.",
    }
    WHILE_LOOP = "SKSL-E303" Error "a `while` loop in a program restricted to OpenGL ES 2" {
        cause: "Runtime effects and generic programs are restricted to OpenGL ES 2, unless an option or `#version \
                300` overrides this. Its loops are `for` loops with a known number of iterations.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Write a `for` loop with a constant bound, and leave it with `break`.",
    }
    DO_LOOP = "SKSL-E304" Error "a `do` loop in a program restricted to OpenGL ES 2" {
        cause: "Runtime effects and generic programs are restricted to OpenGL ES 2, unless an option or `#version \
                300` overrides this. Its loops are `for` loops with a known number of iterations.",
        effect: "OpenGL ES 2 drivers may refuse a loop whose number of iterations they cannot determine.",
        cure: "Write a `for` loop with a constant bound, and leave it with `break`.",
    }
    CASE_VALUE = "SKSL-E305" Error "the value of a case is not constant" {
        cause: "The values of a `switch` are compared with integers that are known at compile time.",
        cure: "Use a literal or a `const` variable, or write the switch as `if` and `else`.",
    }
    REPEATED_CASE = "SKSL-E306" Error "two cases have the same value" {
        cause: "The second case could never be selected.",
        effect: "The second case would never run.",
        cure: "Remove one of them.",
    }
    STATIC_SWITCH_EXIT = "SKSL-E307" Error "an `@switch` is left conditionally" {
        cause: "`@switch` is replaced by the statements of the selected case. A `break`, `continue` or `return` inside an `if` \
                or a loop of that case would have no target there.",
        cure: "Use `switch`, or invert the condition so that the case ends in one `break`.",
    }
    DISCARD_KIND = "SKSL-E308" Error "`discard` outside of a fragment program" {
        cause: "Only fragment programs can drop a pixel.",
        effect: "Only fragment shaders can discard; drivers would refuse the shader.",
        cure: "Return a transparent colour: `return half4(0);`.",
    }
    CASE_AFTER_DEFAULT = "SKSL-E309" Error "a case follows the default" {
        cause: "`default` is the last case of a switch, and there is one at most.",
        cure: "Move `default` to the end.",
    }
    VALUE_FROM_VOID = "SKSL-E310" Error "a value is returned from a `void` function" {
        cause: "The function's result is `void`.",
        cure: "Remove the value, or declare what the function returns.",
    }
    NO_VALUE = "SKSL-E311" Error "no value is returned where one is expected" {
        cause: "The function has a result, so each `return` states one.",
        effect: "The caller would get an undefined value.",
        cure: "Write the value after `return`.",
    }
    VERTEX_RETURN = "SKSL-E312" Error "`return` in the main function of a vertex program" {
        cause: "The position is adjusted at the end of main, which a `return` would skip.",
        effect: "The vertex would be drawn without the adjustment, in the wrong place.",
        cure: "Put what follows into `else`, or the part that returns into a function of its own.",
    }
    BREAK_PLACE = "SKSL-E313" Error "`break` outside of loops and switches" {
        cause: "There is no loop or switch to leave.",
        cure: "Remove it, or use `return` to leave the function.",
    }
    CONTINUE_PLACE = "SKSL-E314" Error "`continue` outside of loops" {
        cause: "There is no loop to continue.",
        cure: "Remove it, or leave the function with `return`.",
    }
    CONTINUE_IN_SWITCH = "SKSL-E315" Error "`continue` inside a switch" {
        cause: "A `continue` cannot leave a switch, even when a loop is around it.",
        cure: "Store the decision in a variable and test it after the switch, or write the switch as `if` and `else`.",
    }
    STACK_SIZE = "SKSL-E316" Error "the variables of a function are too large" {
        cause: "The variables of one function may have 100000 scalars together; a vector counts its width, an array all of its \
                elements, and sibling blocks add up.",
        effect: "Drivers would run out of registers and refuse the shader.",
        cure: "Use smaller arrays.",
    }
}
