//! The symbols of a program: what its stages use, from reflection of their code.
//!
//! | module | holds |
//! | --- | --- |
//! | [`model`] | what a stage uses, before symbols are made of it |
//! | [`reflect`](mod@reflect) | that, from the words of a module |
//! | [`declared`] | that, from SAL declarations |
//! | [`merge`](mod@merge) | the stages together |
//! | [`registers`] | who gets which register |
//! | [`varyings`] | whether the stages fit to each other |
//! | [`table`] | the symbols of the package |

pub mod declared;
mod difference;
pub mod merge;
pub mod model;
pub mod reflect;
pub mod registers;
pub mod table;
mod types;
pub mod varyings;

pub use model::{MemberType, StageSymbols};

/// The highest register that a symbol can have.
pub const MAX_REGISTER: u8 = 32;
/// The highest register that every graphics card has.
pub const USUAL_REGISTER: u8 = 16;
/// Most bytes of a constant buffer.
pub const MAX_BUFFER: u32 = 65536;
/// Most bytes of root constants that every device has.
pub const USUAL_ROOT: u32 = 128;
/// Most members of a structure.
pub const MAX_MEMBERS: usize = 255;
