//! Binary SkSL: shaders and built-in modules of Skia as its compiler stored them from January to September 2022.

pub mod builtin;
pub mod check;
pub mod command;
pub mod dehydrated;
pub mod dialect;
pub mod format;
pub mod interface;
pub mod model;
pub mod print;
pub mod raw;
pub mod read;
pub mod repair;
pub mod rules;
mod schema;
mod stream;
mod symbols;
pub mod typing;
pub mod view;
pub mod write;

pub use format::FORMAT;
