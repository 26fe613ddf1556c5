//! Draws with OpenGL and OpenGL ES: the pipeline of a shader package, without a window.
//!
//! | module | holds |
//! | --- | --- |
//! | [`context`] | an EGL context without a display |
//! | `bind` | binds buffers, textures and inputs |
//! | [`fragment`] | one draw with a fragment stage, from a text to numbers |
//! | [`vertex`] | the outputs of a vertex stage, from a text to numbers |
//! | [`draw`] | one draw, from a package to pictures |
//!
//! All functions here call the driver in the same way, so the safety argument is given once. The
//! context is current on the thread that opened it for as long as [`context::Context`] lives, which
//! is neither `Send` nor `Sync`. Every object comes from that context and is destroyed with it.
//! Every slice passed to the driver lives to the end of the call, which copies it, and has the size
//! implied by the other arguments. What *shaders* do is for the driver to bound.

mod bind;
pub mod context;
pub mod draw;
pub mod fragment;
pub mod vertex;
