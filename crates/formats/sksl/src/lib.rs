#![doc = include_str!("../README.md")]
//!
//! A file is a chain of strings and a stream of commands: one byte identifies the command, its payload
//! follows, and nested commands are written inline. Commands have no length field, so a reader must know
//! every command. Fourteen versions were written; version 8 has a public description, which differs from
//! every real file in nineteen points. The real files decide; the description is a separate layout that is
//! never guessed.
//!
//! Sources: the document "SkSL Binary Format" of Skia's site, Skia's own encoder and decoder of that time as
//! described in words, and the modules and programs written by them.
//!
//! | module | contents |
//! | --- | --- |
//! | [`command`], [`raw`] | commands, enumerations and flags |
//! | [`dialect`] | numbers and payloads of each version |
//! | [`model`], [`view`] | the model: every command in stream order, and typed views of it |
//! | [`read`](mod@read), [`write`](mod@write) | parsing and serialisation |
//! | [`builtin`], [`typing`] | builtin symbols, and the type of every expression |
//! | [`check`](mod@check), [`rules`] | validation |
//! | [`print`](mod@print) | programs as source text, and as Skia describes them |
//! | [`dehydrated`] | the C arrays in which Skia kept its modules |
//! | [`interface`](mod@interface), [`repair`](mod@repair), [`format`](mod@format) | reflection, repairs, and the toolkit's `Format` implementation |

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
