//! Binary SkSL: shaders and built-in modules of Skia as its compiler stored them from January to September 2022.

pub mod builtin;
pub mod command;
pub mod dehydrated;
pub mod dialect;
pub mod model;
pub mod print;
pub mod raw;
pub mod read;
pub mod rules;
mod schema;
pub mod typing;
pub mod view;
pub mod write;
