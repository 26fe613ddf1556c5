//! What the tests of all crates share: the corpus, random inputs, mutations and programs, and rule cases.

pub mod case;
pub mod container;
pub mod corpus;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod layout;
pub mod pica;
pub mod random;
pub mod sha256;
pub mod sksl;
pub mod spirv;
pub mod trace;
pub mod tree;
pub mod vsl;
