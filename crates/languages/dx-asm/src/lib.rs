//! Listings of the code in DirectX containers.
//!
//! [`dxil`] shows programs of shader model 6 as LLVM assembly, with what their containers say about them in comments.

pub mod dxil;
