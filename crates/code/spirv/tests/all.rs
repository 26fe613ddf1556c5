//! The integration tests of this crate in one program, which builds faster than one for each file.

mod build;
mod check;
mod control;
mod declare;
mod edit;
mod errors;
mod extent;
mod kinds;
mod law;
mod module;
mod optimize;
mod programs;
mod reflect;
mod spelling;
mod support;
mod tools;
mod verdicts;
mod version;
mod words;
