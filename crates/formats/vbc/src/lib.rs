//! VBC: shader programs that the VSL compiler wrote for the Vega runtime.
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
//!
//! ```
//! use glassbox_core::{limits::Limits, reader::Window};
//! use glassbox_vbc::program::{Layout, Program};
//! use glassbox_vbc::read::{File, open};
//! use glassbox_vbc::write::write;
//! use glassbox_vbc::{check::check_bytes, derive::from_modules};
//!
//! let module = |model: &str| {
//!     let text = format!(
//!         r#"
//!         ;! version 1.5
//!         OpCapability Shader
//!         OpMemoryModel Logical GLSL450
//!         OpEntryPoint {model} %1 "main"
//!         %2 = OpTypeVoid
//!         %3 = OpTypeFunction %2
//!         %1 = OpFunction %2 None %3
//!         %4 = OpLabel
//!         OpReturn
//!         OpFunctionEnd
//!         "#
//!     );
//!     glassbox_spirv::assemble(&text).map_err(|errors| errors[0].to_string())
//! };
//! let modules = [Some(module("Vertex")?.into()), None, None, None, Some(module("Fragment")?.into())];
//! let program: Program = from_modules(modules)?;
//! let bytes = write(&program, &Layout::canonical())?;
//! assert_eq!(bytes[..5], *b"VBC\x01\x01");
//! assert!(check_bytes(&bytes, &Limits::default()).items().is_empty());
//!
//! let (file, _) = open(Window::whole(&bytes), &Limits::default()).map_err(|finding| finding.message)?;
//! let File::Released(file) = file else { return Err("another layout".to_owned()) };
//! assert_eq!(file.program, program);
//! # Ok::<(), String>(())
//! ```

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
