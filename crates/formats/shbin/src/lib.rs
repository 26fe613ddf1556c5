//! SHBIN and DVOJ: the compiled shaders of the PICA200, the graphics chip of the Nintendo 3DS.
//!
//! A linked file (DVLB) holds one program (DVLP: code, operand descriptors, names of source files) and any number of
//! executables (DVLE: an entry point of the vertex or geometry unit with its constants, labels, outputs, uniforms and names).
//! An unlinked object (DVOJ) holds the same for one executable, with source lines. picasso, nihstro, aemstro, emulators and
//! the console maker's tools write these files in different layouts; all are read, and written back to the same bytes.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`] | records and constants |
//! | [`model`], [`register`] | what a file means, without where it puts things |
//! | [`mod@file`] | a file as it was read: model, headers, claims |
//! | [`mod@read`] | bytes to model and field tree |
//! | [`bare`] | code words without a container |
//! | [`mod@write`] | model and layout to bytes |
//! | [`mod@check`], [`rules`] | the rules and what each means |
//! | [`mod@interface`] | reflection and symbols |
//! | [`mod@producer`], [`mod@repair`] | who wrote a file, and what can be fixed in it |
//! | [`mod@format`] | all of it behind the interface of every format |
//!
//! ```
//! use glassbox_core::limits::Limits;
//! use glassbox_core::reader::Window;
//! use glassbox_core::record::{Records, Values};
//! use glassbox_shbin::model::{Binary, Executable, Program, Shbin, Symbols, Tables};
//! use glassbox_shbin::raw::{Descriptor, Hex16, Output, Semantic, Uniform};
//! use glassbox_shbin::register::{Class, Register};
//! use glassbox_shbin::write::{Layout, write};
//!
//! // `mov o0, v0` and `end`, with the input named and the output mapped to the position.
//! let mut symbols = Symbols::default();
//! let input = Register::new(Class::Input, 0).unwrap();
//! let uniform = Uniform { name: symbols.add("a"), first: input, last: input };
//! let position = Output { semantic: Semantic::POSITION, register: 0, mask: Hex16(0xF), unknown: Hex16(0) };
//! let model = Shbin::Binary(Binary {
//!     program: Program {
//!         code: Values::from_iter([0x4C00_0000, 0x8800_0000]),
//!         descriptors: Records::from_iter([Descriptor::new(0x36F)]),
//!         ..Program::default()
//!     },
//!     executables: vec![Executable {
//!         version: 0x1002,
//!         end_main: 2,
//!         input_mask: 1,
//!         output_mask: 1,
//!         tables: Tables {
//!             outputs: Records::from_iter([position]),
//!             uniforms: Records::from_iter([uniform]),
//!             symbols,
//!             ..Tables::default()
//!         },
//!         ..Executable::default()
//!     }],
//!     ..Binary::default()
//! });
//! let bytes = write(&model, &Layout::canonical()).unwrap();
//! assert_eq!(bytes.len(), 152);
//!
//! // Reading gives an equal model, and nothing is wrong with it.
//! let file = glassbox_shbin::read::read(Window::whole(&bytes), &Limits::default()).unwrap();
//! assert_eq!(file.model, model);
//! assert!(glassbox_shbin::check::check(&file).items().is_empty());
//! ```

pub mod bare;
pub mod check;
mod extent;
pub mod file;
pub mod format;
pub mod interface;
pub mod model;
pub mod producer;
pub mod raw;
pub mod read;
pub mod register;
pub mod repair;
pub mod rules;
pub mod write;

pub use format::FORMAT;
