#![doc = include_str!("../README.md")]
//!
//! | function | does |
//! | --- | --- |
//! | [`assemble`](fn@assemble) | builds an assembly from the symbols that packages share |
//! | [`link`](fn@link), [`unlink`] | sets or clears a program's assembly, in place |
//! | [`merge`](fn@merge) | merges packages with stages of one program |
//! | [`check_set`] | checks the dependencies between a game's packages |
//!
//! Two definitions of a symbol are equal if type, register and extended data are, up to the
//! numbering of referenced symbols. Every conflict is reported with all fields that differ;
//! locations in findings name the input.

mod assemble;
mod chain;
mod compare;
mod explain;
mod input;
mod link;
mod merge;
mod outcome;
pub mod rules;
mod set;
mod unit;

pub use self::assemble::{Contents, assemble};
pub use self::input::Input;
pub use self::link::{Change, Linked, Options, link, unlink};
pub use self::merge::{Merged, merge};
pub use self::outcome::Outcome;
pub use self::set::check_set;
