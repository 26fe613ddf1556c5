#![doc = include_str!("../README.md")]
//!
//! A container is a main header, a table of section headers and the section bodies, placed by the table.
//! Sections may be compressed and carry a checksum over their content. The container's type byte determines
//! its sections: a shader package has symbols, their names, structured data about them and the code of each
//! stage. Programs hold a whole pipeline, assemblies the parts shared by programs.
//!
//! Sources: the BPX specification of BlockProject 3D, revision 2, in its texts from 2021-10-09 to 2022-03-30,
//! and the files written and accepted by the crate `bpx` and the vendor's shader compiler. Where they
//! disagree, the files decide.
//!
//! | module | contents |
//! | --- | --- |
//! | [`raw`], [`kinds`] | records, constants and enumerations |
//! | [`checksum`] | the checksums |
//! | [`sd`] | structured data: reading, building, names, shapes |
//! | [`file`](mod@file), [`read`](mod@read) | a container as read from a file |
//! | [`package`], [`pack`], [`extended`] | containers, shader packages and objects as built by programs |
//! | [`objects`](mod@objects) | the files inside packages of type P, such as shader libraries |
//! | [`write`](mod@write) | serialisation of model and layout |
//! | [`check`](mod@check), [`rules`], [`std140`], [`payload`] | validation |
//! | [`table`] | changes to the symbol table that preserve the rest of a file |
//! | [`verify`](mod@verify) | fast integrity check |
//! | [`interface`](mod@interface) | reflection |
//! | [`repair`](mod@repair) | repairs |
//! | [`format`](mod@format) | the toolkit's `Format` implementation |

pub mod check;
pub mod checksum;
mod edit;
pub mod extended;
mod extent;
pub mod file;
pub mod format;
pub mod interface;
pub mod kinds;
pub mod objects;
mod outline;
pub mod pack;
pub mod package;
pub mod payload;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
pub mod sd;
pub mod std140;
pub mod table;
pub mod verify;
pub mod write;

pub use format::FORMAT;
