//! VSL, the Vega shader language: source text to SPIR-V modules and VBC files.
//!
//! | module | holds |
//! | --- | --- |
//! | [`syntax`] | tokens, the syntax tree, the parser |
//! | [`vocabulary`] | built-in functions, variables and texel formats |
//! | [`types`], [`model`] | types, and a program whose every rule holds |
//!
//! Sources: the released compiler (VSL repository, commit c110b1b) and its behaviour.

pub mod model;
pub mod span;
pub mod syntax;
pub mod types;
pub mod vocabulary;
