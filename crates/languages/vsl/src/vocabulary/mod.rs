//! The words of the language, each in one list: the checker, suggestions, the reference and the editors' grammar are held
//! to it.

pub mod foreign;
pub mod formats;
pub mod functions;
pub mod resources;
pub mod variables;
