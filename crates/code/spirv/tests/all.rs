//! The integration tests of this crate in one program, which builds faster than one for each file.

mod adapt;
mod build;
mod check;
mod control;
mod declare;
mod edit;
mod errors;
mod extent;
mod guarded;
mod kinds;
mod law;
mod layout;
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
