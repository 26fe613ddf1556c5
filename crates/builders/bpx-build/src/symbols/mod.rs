//! Determines the symbols of a program by reflection of its stages.
//!
//! | module | holds |
//! | --- | --- |
//! | [`model`] | the symbols of one stage, before merging |
//! | [`reflect`](mod@reflect) | reads them from the words of a module |
//! | [`declared`] | reads them from SAL declarations |
//! | [`merge`](mod@merge) | merges the stages |
//! | [`registers`] | assigns registers |
//! | [`varyings`] | checks the interfaces between stages |
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

/// Highest register of a symbol.
pub(crate) const MAX_REGISTER: u8 = 32;
/// Highest register available on every graphics card.
pub(crate) const USUAL_REGISTER: u8 = 16;
/// Maximum size of a constant buffer in bytes.
pub(crate) const MAX_BUFFER: u32 = 65536;
/// Size of root constants available on every device, in bytes.
pub(crate) const USUAL_ROOT: u32 = 128;
/// Maximum number of members of a structure.
pub const MAX_MEMBERS: usize = 255;
