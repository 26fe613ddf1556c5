//! Constant folding, and facts about expressions known at compile time.
//!
//! Folding happens while the tree is built, with and without the optimiser, because array sizes, case labels and
//! `@if` need the results. Each function returns the replacement, or `None` if the expression stays as written.
//! Operands reused in the replacement are moved; values owned by the declaration of a `const` variable are copied.
//!
//! | file | holds |
//! | --- | --- |
//! | `value` | values of named constants, compile-time constants, integers |
//! | `slots` | components of constants, and comparison by component |
//! | `constant_expression` | constant expressions as defined by the language, with and without loop variables |
//! | `questions` | side effects, structural equality |
//! | `binary` | binary operators: the order in which the rules below are tried |
//! | `boolean` | boolean operators and short circuits |
//! | `identity` | operators with neutral operands: `x + 0`, `x * 1` |
//! | `scalar` | two literals |
//! | `compound` | vectors and matrices by component, and matrix products |
//! | `intrinsic` | calls of builtin functions |
//!
//! Every number is a double with a value of its type: integers are exact, floats are single-precision values. Operators
//! on float scalars are evaluated in single precision, everything else in double precision and then rounded to the type.

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
