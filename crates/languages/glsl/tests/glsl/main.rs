//! The adapter, held to cases in files.

mod adapt;
mod rules;
mod support;
