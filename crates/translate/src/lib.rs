#![doc = include_str!("../README.md")]

pub mod back;
pub mod front;
pub mod output;
mod rules;
pub mod shader;
