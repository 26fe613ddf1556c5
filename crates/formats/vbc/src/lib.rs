#![doc = include_str!("../README.md")]
//!
//! A file consists of a header, the reflection of one graphics program — vertex inputs, fragment outputs,
//! bindings, a uniform block, subpass inputs — and one SPIR-V module for each stage. There is no index and no
//! padding between sections, so a file must be read front to back, and a wrong count shifts everything after
//! it. Five layouts share the same magic and version; [`legacy`] reads the older four and
//! [`upgrade`](mod@upgrade) converts them to the released one.
//!
//! Sources: the compiler's wiki pages "Compiled Shader Format" and "Reflection Info", the compiler, the
//! runtime loader, and files written by five versions of the compiler. Where they disagree, the files decide.
//!
//! | module | contents |
//! | --- | --- |
//! | [`raw`] | records and constants of all layouts |
//! | [`program`], [`stage`] | the model: program and file layout |
//! | [`read`](mod@read), [`write`](mod@write), [`legacy`] | parsing and serialisation |
//! | [`check`](mod@check), [`rules`] | validation of container and code |
//! | [`interface`](mod@interface) | reflection |
//! | [`derive`](mod@derive) | a program from loose SPIR-V modules |
//! | [`repair`](mod@repair), [`upgrade`](mod@upgrade), [`wrap`] | repairs |
//! | [`format`](mod@format) | the toolkit's `Format` implementation |

pub mod check;
pub mod derive;
mod extent;
pub mod format;
pub mod interface;
pub mod legacy;
mod module;
pub mod program;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
mod sections;
pub mod stage;
mod swap;
pub mod upgrade;
pub mod wrap;
pub mod write;

pub use format::FORMAT;
