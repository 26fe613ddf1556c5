//! VSL, the Vega shader language: source text to SPIR-V modules and VBC files.
//!
//! | module | holds |
//! | --- | --- |
//! | [`dialect`] | the released language and the older one |
//! | [`syntax`] | tokens, the syntax tree, the parser |
//! | [`rules`] | the rules: id, severity, cause, effect, cure |
//! | [`vocabulary`] | built-in functions, variables and texel formats |
//! | [`types`], [`model`] | types, and a program whose every rule holds |
//!
//! Sources: the released compiler (VSL repository, commit c110b1b) and its behaviour.

pub mod dialect;
pub mod model;
pub mod rules;
pub mod span;
pub mod syntax;
pub mod types;
pub mod vocabulary;
