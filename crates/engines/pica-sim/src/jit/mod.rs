//! Programs as native code, four vertices at a time.
//!
//! A program is compiled once for its precision; uniforms are data. The code runs four vertices in the lanes of vector
//! registers. Where their paths part, they are run again one by one, and where the step limit comes near, the
//! interpreter runs them: compiled code is for the ordinary case, and every result is that of the interpreter.
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
mod imports;
mod module;
mod operand;
mod run;

use std::fmt;

use glassbox_pica::check::Stage;

use crate::number::Precision;
use crate::plan::Plan;
use crate::program::Program;

/// States of word and stacks that a program may have to be compiled. Time and memory for compiling grow with them; programs
/// that people write have a few hundred.
pub const MAX_STATES: usize = 1 << 12;

/// How many values may meet at the beginnings of blocks, all blocks together: finding out which of them do is what takes the
/// code generator long in tangled code.
const MAX_MEETINGS: usize = 1 << 17;

/// Changing values besides temporaries: address registers, flags, steps, what loops hold.
const OTHER_VALUES: usize = 18;

/// A compiled program.
pub struct Jit {
    program: Program,
    precision: Precision,
    plan: Plan,
    code: call::Code,
}

/// Why a program is not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JitError {
    /// The host has no code generator, or lacks instructions.
    Host(String),
    /// The program is for the geometry unit: it emits triangles, and what it emits depends on the runs before it.
    Geometry,
    /// The control flow has more states than [`MAX_STATES`], or is so tangled that compiling would take long or the stack
    /// frame would be large.
    TooLarge,
    /// The code generator refused the program.
    Backend(String),
}

impl fmt::Display for JitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JitError::Host(reason) => write!(f, "no native code for this machine: {reason}"),
            JitError::Geometry => f.write_str("geometry programs run on the interpreter only"),
            JitError::TooLarge => write!(
                f,
                "the control flow has more than {MAX_STATES} states of word and stacks, or too many values meet in it"
            ),
            JitError::Backend(reason) => write!(f, "the code generator refused the program: {reason}"),
        }
    }
}

impl std::error::Error for JitError {}

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
    /// [`JitError`], when it has to run on another engine.
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
        Ok(Jit {
            program: program.clone(),
            precision,
            plan,
            code,
        })
    }
}

/// What the code generator says.
fn backend(error: impl fmt::Display) -> JitError {
    JitError::Backend(error.to_string())
}
