#![doc = include_str!("../README.md")]
//!
//! The library is foreign code: it may crash, hang or use up all memory. It is therefore loaded in
//! a separate process, another instance of the same program ([`worker::serve`]), which reads a
//! request from standard input and writes a response to standard output; [`ask`] starts that
//! process, enforces the time limit and returns the outcome.
//!
//! All `unsafe` code, with its justification, is in `com.rs`.

mod answer;
#[allow(unsafe_code)]
mod com;
mod find;
mod process;
pub mod worker;

pub use answer::{Request, Response};
pub use find::{VARIABLE, find, usual_names};
pub use process::{RequestError, ask};
