//! Errors of the code generator.

use std::fmt;

use super::MAX_STATES;

/// Reason why a program is not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum JitError {
    /// The code generator does not support the host, or the host lacks instructions.
    Host(String),
    /// The program is for the geometry unit: it emits triangles, which depend on preceding runs.
    Geometry,
    /// The control flow has more than [`MAX_STATES`] states, or is so tangled that compiling would
    /// be slow or the stack frame large.
    TooLarge,
    /// The code generator rejected the program.
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

/// Converts an error of the code generator.
pub(super) fn backend(error: impl fmt::Display) -> JitError {
    JitError::Backend(error.to_string())
}
