#![doc = include_str!("../README.md")]
//!
//! The library is foreign code: it may crash, hang or take all memory. So it is loaded by a process of its own, the same program once more
//! ([`worker::serve`]), which gets its question on standard input and answers on standard output; [`ask`] starts it, waits a limited time, and
//! tells what came of it.
//!
//! All `unsafe` is in `com.rs`, where the argument for it stands.

mod answer;
#[allow(unsafe_code)]
mod com;
mod find;
mod process;
pub mod worker;

pub use answer::{Answer, Question};
pub use find::{VARIABLE, find, usual_names};
pub use process::{RequestError, ask};
