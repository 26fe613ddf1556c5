//! Every kind of expression and statement of the model, built by hand, emitted and validated.
//!
//! The checker is no part of this: what the language cannot write yet, or writes in one way only, is covered too.

mod control;
mod maker;
mod resources;
mod values;
