//! The rules: what can be wrong with a source.
//!
//! | ids | about |
//! | --- | --- |
//! | `SKSL-E0…` | characters, tokens and syntax |
//! | `SKSL-E1…` | declarations: modifiers, layouts, variables, structs, blocks, functions, main |
//! | `SKSL-E2…` | expressions: names, types, operators, constructors, swizzles, indices, calls |
//! | `SKSL-E3…` | statements: conditions, loops, switches, jumps |
//! | `SKSL-E4…` | whole programs: size, recursion, what is left over |
//! | `SKSL-E5…` | what the binary format cannot hold |
//! | `SKSL-W…` | what works and is hardly meant |

pub mod declaration;
