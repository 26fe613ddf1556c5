#![doc = include_str!("../README.md")]
//!
//! A container is a main header, a table of section headers and the bodies of the sections, wherever the table says. Sections
//! may be compressed and carry a checksum over their content. What the type byte of the container is, decides about the
//! sections: a shader package has symbols, their names, structured data about them and the code of each stage. Programs hold
//! a whole pipeline, assemblies what programs share.
//!
//! Sources: the BPX specification of BlockProject 3D, revision 2, in its texts from 2021-10-09 to 2022-03-30, the files that the
//! crate `bpx` and the vendor's shader compiler write, and what these programs read. Where they disagree the files decide.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`], [`kinds`] | records, constants and enumerations |
//! | [`checksum`] | the checksums |
//! | [`sd`] | structured data: reading, building, names, shapes |
//! | [`file`](mod@file), [`read`](mod@read) | a container as it is in a file |
//! | [`package`], [`pack`], [`extended`] | containers, shader packages and their objects as programs build them |
//! | [`objects`](mod@objects) | the files inside packages of type P, such as shader libraries |
//! | [`write`](mod@write) | model and layout to bytes |
//! | [`check`](mod@check), [`rules`], [`std140`], [`payload`] | what can be wrong |
//! | [`table`] | changes to the symbol table that leave the rest of a file as it is |
//! | [`verify`](mod@verify) | whether a package is intact, quickly |
//! | [`interface`](mod@interface) | reflection |
//! | [`repair`](mod@repair) | fixing |
//! | [`format`](mod@format) | all of it as one of the formats of the toolkit |

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
