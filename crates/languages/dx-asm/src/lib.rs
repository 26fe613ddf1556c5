//! The code of DirectX containers as text for people, put together from code and container, and back.
//!
//! - [`dxbc`]: shader model 4 and 5, in the words of the legacy compiler.

pub mod dxbc;
