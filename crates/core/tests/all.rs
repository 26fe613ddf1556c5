//! The integration tests of this crate in one program, which builds faster than one for each file.

mod diff;
mod diff_bounds;
mod diff_law;
mod dump;
mod findings;
mod fixture_format;
mod fixture_registry;
mod fold;
mod lines;
mod source_name;
mod spaces;
mod text_errors;
mod text_law;
mod values;
