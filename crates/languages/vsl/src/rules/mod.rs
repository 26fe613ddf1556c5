//! The rules of the language: `VSL-Ennn` errors, `VSL-Wnnn` warnings, `VSL-Nnnn` notes.

pub mod syntax;
