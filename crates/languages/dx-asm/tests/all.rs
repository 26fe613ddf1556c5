//! The integration tests of this crate in one program, which builds faster than one for each file.

mod assembly;
mod assembly_rules;
mod damaged_debug;
mod fxc_listing;
mod fxc_own;
mod hostile;
mod library;
mod listing;
mod root_signatures;
mod support;
