#![doc = include_str!("../README.md")]

pub mod back;
pub mod front;
mod instructions;
mod module;
pub mod output;
mod push;
mod rules;
pub mod shader;
