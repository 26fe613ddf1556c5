//! Runs VBC programs on a Vulkan device, such as Mesa's software driver, and returns their results;
//! draws with shader packages on Vulkan and OpenGL devices.
//!
//! | module | holds |
//! | --- | --- |
//! | [`scene`] | inputs and outputs of a draw |
//! | [`script`], [`number`] | scenes and expectations as text |
//! | [`mod@format`] | texel formats, bytes to numbers |
//! | [`specialize`] | adapts modules to the limits of software drivers |
//! | [`module`] | inputs and outputs of any module |
//! | [`apart`] | processes of their own, with limits of time and memory |
//! | [`package`] | pipelines of shader packages, their data and pictures |
//! | `vulkan`, `gl` | the draws; only with the feature `gpu` |
//!
//! A draw needs only a file and a [`Scene`](scene::Scene): the rest follows from the file's
//! reflection, as in the runtime that loads such files. This is a test tool: it uses only crates that
//! read files, never the compiler under test.

pub mod apart;
pub mod format;
#[cfg(feature = "gpu")]
pub mod gl;
pub mod module;
pub mod number;
pub mod package;
pub mod scene;
pub mod script;
pub mod specialize;
#[cfg(feature = "gpu")]
pub mod vulkan;
