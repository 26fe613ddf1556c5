#![doc = include_str!("../README.md")]

pub mod back;
mod build;
pub mod front;
mod guard;
mod instructions;
pub mod khronos;
mod module;
pub mod output;
pub mod pica;
mod plain;
mod push;
pub mod rules;
pub mod shader;
