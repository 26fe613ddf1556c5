//! Draws with Vulkan: the descriptor scheme of the runtime, built from a file's reflection.
//!
//! | module | holds |
//! | --- | --- |
//! | [`gpu`] | the driver, the device, what it offers |
//! | `objects` | objects of one draw, destroyed together |
//! | `image` | images and their uploads |
//! | `resources` | what a scene binds, made on the device |
//! | `descriptors` | set 0 to set 2 and the push constants |
//! | `pipeline` | render pass, vertex inputs, pipeline |
//! | [`compute`] | one compute program on buffers |
//! | [`draw`] | one draw from a file and a scene to an outcome |
//! | `package`, `package_resources`, `package_pipeline` | one draw with the pipeline of a shader package |
//!
//! All functions here that call the driver do it in the same way, so the argument is given once. Every structure that is
//! handed over lives to the end of the call. Every handle comes from the same device, and `objects::Objects` destroys what
//! a draw made only after the device is idle. One thread uses a device: [`gpu::Gpu`] is not `Sync`. What the *shaders* do is
//! the driver's to bound: robust buffer access is enabled where it is offered, and every entry of a descriptor table is
//! filled.

pub mod compute;
pub mod draw;
pub mod gpu;

mod descriptors;
mod image;
mod objects;
mod package;
mod package_pipeline;
mod package_resources;
mod pipeline;
mod resources;
