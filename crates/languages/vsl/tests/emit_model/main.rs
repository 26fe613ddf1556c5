//! Emits and validates every kind of expression and statement of the model, built by hand.
//!
//! Bypasses the checker, and so covers models that no source yields yet, or in one form only.

mod control;
mod maker;
mod resources;
mod values;
