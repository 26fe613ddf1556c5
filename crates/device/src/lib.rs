//! Runs VBC programs on a Vulkan device, such as Mesa's software driver, and says what they computed; draws with shader
//! packages on Vulkan and OpenGL devices.
//!
//! | module | holds |
//! | --- | --- |
//! | [`scene`] | what a draw is given and what it leaves behind |
//! | [`script`], [`number`] | scenes and expectations as text |
//! | [`mod@format`] | texel formats, bytes to numbers |
//! | [`specialize`] | modules fitted to what a software driver can do |
//! | [`package`] | pipelines of shader packages, their data and their pictures |
//! | `vulkan`, `gl` | the draws; with the feature `gpu` only |
//!
//! A file and a [`Scene`](scene::Scene) are all that a draw needs: the rest follows from the file's reflection, as it does in
//! the runtime that loads such files. This is a test tool: what it knows of a program it has from `glassbox-vbc` alone, never
//! from the compiler under test.

pub mod format;
#[cfg(feature = "gpu")]
pub mod gl;
pub mod number;
pub mod package;
pub mod scene;
pub mod script;
pub mod specialize;
#[cfg(feature = "gpu")]
pub mod vulkan;
