//! Draws with OpenGL and OpenGL ES: the pipeline of a shader package, without a window.
//!
//! | module | holds |
//! | --- | --- |
//! | [`context`] | a context of EGL that needs no display |
//! | `bind` | buffers, textures and inputs |
//! | [`draw`] | one draw from a package to pictures |
//!
//! All functions here that call the driver do it in the same way, so the argument is given once. The context is current on the
//! thread that opened it for as long as [`context::Context`] lives, which is neither `Send` nor `Sync`. Every object comes
//! from that context and goes with it. Every slice that is handed over lives to the end of the call, which copies it, and has the
//! size that the other arguments say. What the *shaders* do is the driver's to bound.

mod bind;
pub mod context;
pub mod draw;
