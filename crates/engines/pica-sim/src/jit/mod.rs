//! Compiles programs to native code that runs four vertices at a time.
//!
//! A program is compiled once per precision; uniforms are data. The code runs four vertices in the
//! lanes of vector registers. Vertices that diverge are rerun one by one, and those close to the
//! step limit by the interpreter: compiled code handles the common case, and every result equals
//! the interpreter's.
//!
//! ```
//! use glassbox_pica_sim::jit::{Jit, JitError};
//! use glassbox_pica_sim::{Limits, Precision, Program, Stage};
//!
//! // `mov o0, v0` and `end`, with the descriptor that writes and reads all components in place.
//! let code = [0x4C00_0000, 0x8800_0000];
//! let program = Program::new(&code, &[0x36F], 0, Stage::Vertex);
//! let jit = Jit::new(&program, Precision::Float32)?;
//! let results = jit.run(&program.uniforms(), &[[[0.5; 4]; 16]; 10], &Limits::default());
//! assert_eq!(results.outputs[9][0], [0.5; 4]);
//!
//! let program = Program::new(&code, &[0x36F], 0, Stage::Geometry);
//! assert_eq!(Jit::new(&program, Precision::Float32).unwrap_err(), JitError::Geometry);
//! # Ok::<(), JitError>(())
//! ```

mod arithmetic;
mod call;
mod compile;
mod compute;
mod context;
mod error;
mod imports;
mod module;
mod operand;
mod run;

use std::fmt;

use glassbox_pica::check::Stage;

use crate::number::Precision;
use crate::plan::Plan;
use crate::program::Program;
pub use error::JitError;

/// Maximum number of control graph states (word and stacks) of a program to compile. Compile time
/// and memory grow with them; handwritten programs have a few hundred.
pub const MAX_STATES: usize = 1 << 12;

/// Maximum number of candidate block parameters, all blocks together: determining the necessary
/// ones dominates compile time in tangled code.
const MAX_MEETINGS: usize = 1 << 17;

/// Number of mutable values other than temporaries: address registers, flags, steps, loop state.
const OTHER_VALUES: usize = 18;

/// Compiled program.
pub struct Jit {
    program: Program,
    precision: Precision,
    plan: Plan,
    code: call::Code,
}

impl fmt::Debug for Jit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jit")
            .field("precision", &self.precision)
            .field("blocks", &self.plan.blocks.len())
            .finish_non_exhaustive()
    }
}

impl Jit {
    /// Compiles a program.
    ///
    /// # Errors
    ///
    /// [`JitError`] if it has to run on another engine.
    pub fn new(program: &Program, precision: Precision) -> Result<Jit, JitError> {
        if program.stage() == Stage::Geometry {
            return Err(JitError::Geometry);
        }
        let plan = Plan::new(program, MAX_STATES).ok_or(JitError::TooLarge)?;
        let values = plan.written_components() + OTHER_VALUES;
        if plan.blocks.len().saturating_mul(values) > MAX_MEETINGS {
            return Err(JitError::TooLarge);
        }
        let code = module::compile(&plan, precision)?;
        Ok(Jit { program: program.clone(), precision, plan, code })
    }
}
