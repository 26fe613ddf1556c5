//! Constants: what the compiler works out itself, and what it knows of an expression without running it.
//!
//! Folding happens while the tree is built, whether the optimiser runs or not: array sizes, case labels and `@if` need its
//! results. Each function answers with the expression that stands for the whole, or with nothing when the expression stays as
//! it was written. An operand that comes to stand in the answer is the operand itself; a value that belongs to the declaration
//! of a `const` variable is copied.
//!
//! | file | holds |
//! | --- | --- |
//! | `value` | constants behind names, compile-time constants, integers |
//! | `slots` | the numbers that a constant consists of; comparing constants |
//! | `constant_expression` | what the language calls a constant expression, with or without loop variables |
//! | `questions` | side effects, equal trees |
//! | `binary` | operators with two operands: the order in which the rules below are tried |
//! | `boolean` | truth values and short circuits |
//! | `identity` | operators that do nothing: `x + 0`, `x * 1` |
//! | `scalar` | numbers |
//! | `compound` | vectors and matrices, component by component, and products of matrices |
//! | `intrinsic` | calls of builtin functions |
//!
//! Every number is a double that holds a value of its type: integers are exact, floats are single-precision values. Operators
//! on float scalars are worked out in single precision; everything else in double precision, and then rounded to the type.

mod binary;
mod boolean;
mod compound;
mod constant_expression;
mod identity;
mod intrinsic;
mod questions;
mod scalar;
mod slots;
mod value;
