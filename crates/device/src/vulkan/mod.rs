//! Draws with Vulkan: implements the runtime's descriptor scheme from a file's reflection.
//!
//! | module | holds |
//! | --- | --- |
//! | [`gpu`] | the driver, the device and its features |
//! | `objects` | objects of one draw, destroyed together |
//! | `image` | images and their uploads |
//! | `resources` | creates a scene's resources on the device |
//! | `descriptors` | descriptor sets 0 to 2 and the push constants |
//! | `pipeline` | render pass, vertex inputs, pipeline |
//! | [`compute`] | one compute program on buffers |
//! | [`module`] | one stage of any module |
//! | [`draw`] | one draw, from a file and a scene to an outcome |
//! | `package`, `package_resources`, `package_pipeline` | one draw with the pipeline of a shader package |
//!
//! All functions here call the driver in the same way, so the safety argument is given once. Every
//! structure passed to the driver lives to the end of the call. Every handle comes from the same
//! device, and `objects::Objects` destroys a draw's objects only after the device is idle. One
//! thread uses a device: [`gpu::Gpu`] is not `Sync`. What *shaders* do is for the driver to bound:
//! robust buffer access is enabled if supported, and every entry of a descriptor table is filled.

pub mod compute;
pub mod draw;
pub mod gpu;
pub mod module;

mod descriptors;
mod image;
mod objects;
mod package;
mod package_pipeline;
mod package_resources;
mod pipeline;
mod resources;
