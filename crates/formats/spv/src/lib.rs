//! Stand-alone SPIR-V modules as a format.
//!
//! A module that is a file of its own: `.spv`, in either byte order. Everything about instructions is the work of
//! [`glassbox_spirv`]; this crate makes a module look like any other format. Its field tree is one node of code, `module`,
//! so the text form of a file is its assembly, header included, whatever is wrong with it.
//!
//! Source: SPIR-V specification, chapter 2.3 (physical layout) for the header and the word counts.
//!
//! ```
//! use glassbox_core::{format::Format, limits::Limits, reader::Window};
//! use glassbox_core::format::WriteLayout;
//! use glassbox_spv::format::FORMAT;
//!
//! let module = glassbox_spirv::assemble(
//!     "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%1 = OpTypeVoid\n",
//! )
//! .map_err(|errors| errors[0].to_string())?;
//! let opened = FORMAT.open(Window::whole(&module), &Limits::default()).map_err(|finding| finding.message)?;
//! let findings = opened.check().into_sorted();
//! assert_eq!(findings[0].rule.id, "SPIRV-CODE-09");
//! assert_eq!(opened.write(WriteLayout::Original)?, module);
//! # Ok::<(), String>(())
//! ```

pub mod check;
pub mod format;
pub mod interface;
pub mod repair;
pub mod rules;
mod source;
pub mod symbols;

pub use format::FORMAT;
