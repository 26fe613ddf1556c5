#![doc = include_str!("../README.md")]
//!
//! [`compile_program`] takes the stages of a program, in any version, with includes and macros, and gives a module of SPIR-V for each.
//! All stages are compiled together: they share the block of uniforms outside of blocks, the places of resources and the locations of
//! what goes from one to the next.
//!
//! | module | holds |
//! | --- | --- |
//! | [`source`] | texts, and the search for included ones |
//! | [`map`] | where the tokens of a stage come from |
//! | [`stage`] | stages and places |
//! | [`language`] | the API that a text is held to |
//! | [`shadertoy`] | programs that a site completes |
//! | [`rules`] | what findings are about |

mod check;
mod compile;
mod emit;
mod entry;
pub mod language;
mod lex;
mod link;
mod model;
mod parse;
mod preprocess;
pub mod rules;
pub mod shadertoy;
pub mod stage;
mod types;
mod valid;
mod vocabulary;

pub use glassbox_syntax::{map, source};

pub use crate::compile::{Compiled, CompiledStage, Interface, Options, compile_program};
pub use crate::entry::names_main;
use crate::stage::Stage;

/// What a stage is read from.
#[derive(Clone, Debug)]
pub struct StageSource<'s> {
    /// Which stage.
    pub stage: Stage,
    /// Its texts, in order. They are compiled apart, each with its own version, macros and names, and share what they all declare.
    pub texts: Vec<Text<'s>>,
}

impl<'s> StageSource<'s> {
    /// A stage that is written in one text.
    #[must_use]
    pub fn new(stage: Stage, name: &'s str, text: &'s str) -> StageSource<'s> {
        StageSource { stage, texts: vec![Text { name, text }] }
    }
}

/// A text with its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<'s> {
    /// Path or other name.
    pub name: &'s str,
    /// The text.
    pub text: &'s str,
}
