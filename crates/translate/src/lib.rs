#![doc = include_str!("../README.md")]

pub mod back;
mod build;
pub mod front;
mod instructions;
mod module;
pub mod output;
pub mod pica;
mod push;
pub mod rules;
pub mod shader;
