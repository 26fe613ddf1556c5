#![doc = include_str!("../README.md")]
//!
//! A file is a header, the reflection of one graphics program — vertex inputs, fragment outputs, bindings, a uniform block,
//! subpass inputs — and one SPIR-V module for each stage. There is no index and no padding between sections, so a file can
//! only be read from front to back, and a wrong count shifts everything behind it. Five layouts carry the same magic and
//! version; [`legacy`] tells the older four apart and [`upgrade`](mod@upgrade) turns them into the released one.
//!
//! Sources: the wiki pages "Compiled Shader Format" and "Reflection Info" of the compiler, the compiler and the runtime
//! loader themselves, and the files that five versions of the compiler write. Where they disagree the files decide.
//!
//! | module | holds |
//! | --- | --- |
//! | [`raw`] | records and constants of all layouts |
//! | [`program`], [`stage`] | the model: a program, and what a file holds beyond it |
//! | [`read`](mod@read), [`write`](mod@write), [`legacy`] | bytes to model and back |
//! | [`check`](mod@check), [`rules`] | what can be wrong, the code included |
//! | [`interface`](mod@interface) | reflection |
//! | [`derive`](mod@derive) | a program from loose SPIR-V modules |
//! | [`repair`](mod@repair), [`upgrade`](mod@upgrade), [`wrap`] | fixing |
//! | [`format`](mod@format) | all of it as one of the formats of the toolkit |

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
