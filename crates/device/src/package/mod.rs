//! Draws with pipelines of shader packages (BPXS): all data and state come from the package's
//! symbols.
//!
//! | module | holds |
//! | --- | --- |
//! | `model` | converts a package to a pipeline |
//! | `fill` | contents of buffers and textures, from types and names alone |
//! | [`picture`] | pictures and the differences between two |
//!
//! Packages built from the same sources for different targets get the same data, so their pictures
//! have to be equal. This is a test tool: it uses `glassbox-bpx`, never the compiler under test.

mod fill;
pub(crate) mod model;
pub mod picture;

pub use model::{Attribute, Block, Pipeline, RenderTarget, SampledTexture, SamplerSlot};
