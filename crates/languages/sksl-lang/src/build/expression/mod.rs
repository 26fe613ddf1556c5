//! Expressions, from names and literals to calls.
//!
//! Each construct has two functions. The checked one, such as [`binary`](Builder::binary), takes what the source
//! contains: it reports mistakes, converts the operands and calls the other one. The unchecked one, such as
//! [`make_binary`](Builder::make_binary), assumes correct operands and simplifies; passes that move code call it
//! directly. Constants are folded there, while the tree is built, in the same order as in Skia's compiler: folding a
//! constant early changes later choices.
//!
//! | module | holds |
//! | --- | --- |
//! | `name`, `literal` | names and literals |
//! | `field`, `setting`, `swizzle`, `swizzle_constructor`, `index` | parts of a value |
//! | `binary`, `matrix_vector`, `prefix`, `negate`, `ternary` | operators |
//! | `construct`, `compound` | constructors |
//! | `call` | calls, of functions and of children |
//! | `coerce`, `cast` | implicit and explicit conversions |
//! | `assign` | assignability |
//! | `types`, `trivial` | predicates |
//! | `report` | findings about operands |
//!
//! Functions here recurse over the tree, whose depth is at most 50 levels for a source and 512 for a binary.

mod assign;
mod binary;
mod call;
mod cast;
mod coerce;
mod compound;
mod construct;
mod field;
mod index;
mod literal;
mod matrix_vector;
mod name;
mod negate;
mod prefix;
mod report;
mod setting;
mod swizzle;
mod swizzle_constructor;
mod ternary;
mod trivial;
mod types;
