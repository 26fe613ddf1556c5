//! The integration tests of this crate in one program, which builds faster than one for each file.

mod builtins;
mod hostile;
mod programs;
mod random;
mod rules;
mod skia;
mod threads;
mod values;
