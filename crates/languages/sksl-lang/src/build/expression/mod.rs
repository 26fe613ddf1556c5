//! Expressions, from names and literals to calls.
//!
//! There are two forms of each construct. The checked form, such as [`binary`](Builder::binary), is what a source means: it
//! says what is wrong, converts the operands and ends in the other form. That one, such as
//! [`make_binary`](Builder::make_binary), trusts its operands and simplifies; parts of the compiler that move code about use
//! it directly. What is folded is folded there, while the tree is made, in the order in which Skia's compiler does it, because
//! a constant that appears early changes what is chosen later.
//!
//! | module | holds |
//! | --- | --- |
//! | `name`, `literal` | what an expression begins with |
//! | `field`, `setting`, `swizzle`, `swizzle_constructor`, `index` | parts of a value |
//! | `binary`, `matrix_vector`, `prefix`, `negate`, `ternary` | operators |
//! | `construct`, `compound` | constructors |
//! | `call` | calls, of functions and of children |
//! | `coerce`, `cast` | conversions, asked for or not |
//! | `assign` | what may be written |
//! | `types`, `trivial` | questions |
//! | `report` | findings about operands |
//!
//! A tree is as deep as the parser lets it be, at most 50 levels for a source, or 512 for a file that was read; functions here
//! call themselves for parts of a tree and so go no deeper.

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
