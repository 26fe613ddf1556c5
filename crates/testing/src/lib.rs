//! What the tests of all crates share: the corpus, random inputs and mutations, and rule cases.

pub mod case;
pub mod container;
pub mod corpus;
pub mod layout;
pub mod random;
pub mod tree;
