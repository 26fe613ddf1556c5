//! Pipelines of shader packages (BPXS), and what a draw of one needs: everything comes from the package's symbols.
//!
//! | module | holds |
//! | --- | --- |
//! | `model` | a package as a pipeline to draw with |
//! | `fill` | contents of buffers and textures that follow from types and names alone |
//! | [`picture`] | pictures and what differs between two |
//!
//! A package of one target and a package of another that were built of the same sources get the same data, so their pictures
//! have to be the same. This is a test tool: it knows `glassbox-bpx`, never the compiler under test.

mod fill;
pub(crate) mod model;
pub mod picture;

pub use model::{Attribute, Block, Pipeline, RenderTarget, SampledTexture, SamplerSlot};
