//! Tables of the language's words. Tests check the checker, suggestions, the reference and the editors'
//! grammar against them.

pub mod foreign;
pub mod formats;
pub mod functions;
pub mod resources;
pub mod variables;
