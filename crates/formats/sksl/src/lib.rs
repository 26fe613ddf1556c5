//! Binary SkSL: shaders and built-in modules of Skia as its compiler stored them from January to September 2022.
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
//!
//! ```
//! use glassbox_core::{limits::Limits, reader::Window};
//! use glassbox_sksl::model::At;
//! use glassbox_sksl::read::open;
//! use glassbox_sksl::view::{Element, Statement};
//! use glassbox_sksl::{check::check, raw::ProgramKind, write::write_file};
//!
//! // half4 main(float2 p) { return half4(1); }
//! let mut bytes = vec![8, 0, 25, 0];
//! for name in ["p", "float2", "main", "half4", "half"] {
//!     bytes.push(name.len() as u8);
//!     bytes.extend(name.bytes());
//! }
//! bytes.extend([43, 3, 52, 0, 2, 0]); // kProgram, runtime shader; a table that owns two symbols
//! bytes.extend([55, 1, 0, 38, 5, 0x19, 0x27, 0, 2, 0, 51, 255, 255, 4, 0, 3]); // float2 p
//! bytes.extend([28, 2, 0, 39, 16, 0, 4, 0, 0, 11, 0, 1, 1, 0, 51, 255, 255, 16, 0]); // half4 main
//! bytes.extend([1, 0, 1, 0]); // the table lists main
//! bytes.extend([20, 29, 2, 0, 2, 52, 0, 0, 0, 0, 0, 1, 44]); // elements: main is a block that returns
//! bytes.extend([13, 51, 255, 255, 16, 0, 1, 25, 51, 255, 255, 22, 0, 0, 0, 0x80, 0x3f]); // half4(1.0)
//! bytes.extend([1, 21, 0]);
//!
//! let limits = Limits::default();
//! let file = open(Window::whole(&bytes), &limits).map_err(|finding| finding.message)?;
//! let model = &file.model;
//! assert_eq!(model.kind(), Some(ProgramKind::SHADER));
//! let element = model.child(model.elements(), 0);
//! let Element::FunctionDefinition { declaration, body } = model.element(element) else {
//!     return Err("a function".to_owned());
//! };
//! assert_eq!(model.symbol_name(model.definition(declaration)), b"main");
//! let statements: Vec<At> = model.statements(body).collect();
//! assert!(matches!(model.statement(statements[0]), Statement::Return(_)));
//!
//! assert!(check(&file, &limits).items().is_empty());
//! assert_eq!(write_file(&file)?, bytes);
//! # Ok::<(), String>(())
//! ```

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
