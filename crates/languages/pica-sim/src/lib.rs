//! Runs PICA200 shaders: an interpreter that behaves as the hardware does, as far as that is known.
//!
//! | module | holds |
//! | --- | --- |
//! | [`program`], [`operation`] | a program, loaded from a file or from words, decoded once |
//! | [`uniforms`], [`names`] | what a program is given, by register and by name |
//! | [`number`] | arithmetic: float24 as the hardware computes it, or `f32` as emulators do |
//! | [`machine`], [`state`] | the interpreter and its registers |
//! | [`control`], [`stack`] | which instruction runs next |
//! | [`batch`], `jit` | engines for many vertices, with the interpreter's results |
//! | [`geometry`] | EMIT, SETEMIT, triangles, and how vertices reach a geometry program |
//! | [`observe`] | traces, profiles, and notes on what would freeze the hardware |
//! | [`stop`], [`rules`] | why a run ended, and what is wrong with it |
//!
//! No program makes a function panic, and every run is bounded by [`Limits`].

pub mod batch;
pub mod control;
pub mod geometry;
#[cfg(feature = "jit")]
pub mod jit;
pub mod machine;
pub mod names;
pub mod number;
pub mod observe;
pub mod operation;
pub mod output;
mod plan;
pub mod program;
pub mod rules;
pub mod stack;
pub mod state;
pub mod stop;
pub mod uniforms;

pub use glassbox_pica::check::Stage;
pub use machine::Machine;
pub use number::Precision;
pub use output::{Output, run, run_batch};
pub use program::Program;
pub use state::State;
pub use stop::{Limits, Stop, Trap, TrapKind};
pub use uniforms::{Inputs, Outputs, Uniforms};
