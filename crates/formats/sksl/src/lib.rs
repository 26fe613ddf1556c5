#![doc = include_str!("../README.md")]
//!
//! A file is a chain of strings and a stream of commands: one byte says what a command is, its payload follows, and whatever
//! a command holds is written inside it. Nothing states a length, so a reader has to know every command. Fourteen versions
//! were written; version 8 is the one with a public description, which differs from every real file in nineteen points.
//! The real files decide here, and the description is a layout of its own that is never guessed.
//!
//! Sources: the document "SkSL Binary Format" of Skia's site, Skia's own encoder and decoder of that time as described in
//! words, and the modules and programs that they wrote.
//!
//! | module | holds |
//! | --- | --- |
//! | [`command`], [`raw`] | commands, enumerations and flags |
//! | [`dialect`] | versions: which numbers and payloads a file has |
//! | [`model`], [`view`] | the model: every command in stream order, and what it means |
//! | [`read`](mod@read), [`write`](mod@write) | bytes to model and back |
//! | [`builtin`], [`typing`] | what programs find without declaring it, and the type of every expression |
//! | [`check`](mod@check), [`rules`] | what can be wrong |
//! | [`print`](mod@print) | programs as source text, and as Skia describes them |
//! | [`dehydrated`] | the C arrays in which Skia kept its modules |
//! | [`interface`](mod@interface), [`repair`](mod@repair), [`format`](mod@format) | reflection, fixing, and all of it as one of the formats of the toolkit |

pub mod builtin;
pub mod check;
pub mod command;
pub mod dehydrated;
pub mod dialect;
pub mod format;
pub mod interface;
pub mod model;
pub mod print;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
mod schema;
mod stream;
mod symbols;
pub mod typing;
pub mod view;
pub mod write;

pub use format::FORMAT;
