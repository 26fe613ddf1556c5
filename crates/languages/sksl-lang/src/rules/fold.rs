//! Rules for constants that cannot be evaluated.

glassbox_core::rules! {
    source: "Skia's SkSL compiler of 2022-02 to 2022-03",
    examples: &super::EXAMPLES,

    DIVISION_BY_ZERO = "SKSL-E290" Error "a constant divisor is zero" {
        cause: "The right side of `/`, `%`, `/=` or `%=` is a constant that is 0, or a constant vector with a component that is.",
        effect: "The result is infinity, NaN or undefined, and differs between GPUs.",
        cure: "Divide by something else, or remove the division. A constant condition around it does not help: the branch \
               never taken is checked too.",
    }
    SHIFT_COUNT = "SKSL-E291" Error "a shift count is out of range" {
        cause: "Both sides of `<<` or `>>` are constants, and the right one is negative or more than 31.",
        effect: "The result of such a shift is undefined and differs between GPUs.",
        cure: "Shift by 0 to 31.",
    }
}
