//! Why bytes are no decorated name.

use std::fmt;

use crate::{MAX_DEPTH, MAX_NAME, MAX_WEIGHT};

/// Where bytes stop being a decorated name, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Offset in the bytes that were given, bytes.
    pub at: usize,
    /// The byte that stands there; `None` at the end.
    pub found: Option<u8>,
    /// What is wrong.
    pub kind: FaultKind,
}

/// What is wrong with a decorated name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// Something else was expected: what, in words.
    Expected(&'static str),
    /// A digit stands for a name that did not come before.
    NoSuchName,
    /// A digit stands for a parameter that did not come before.
    NoSuchParameter,
    /// A number does not fit into 64 bits.
    Number,
    /// The name is longer than names are.
    Long,
    /// Types or templates nest too deep.
    Deep,
    /// Back references repeat too much.
    Heavy,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            None => write!(f, "found the end")?,
            Some(byte) => write!(f, "found `{}`", byte.escape_ascii())?,
        }
        match self.kind {
            FaultKind::Expected(what) => write!(f, ", expected {what}")?,
            FaultKind::NoSuchName => write!(f, ", expected the number of a name that came before")?,
            FaultKind::NoSuchParameter => write!(f, ", expected the number of a parameter that came before")?,
            FaultKind::Number => write!(f, ", expected a number of at most 64 bits")?,
            FaultKind::Long => write!(f, ", expected a name of at most {MAX_NAME} bytes")?,
            FaultKind::Deep => write!(f, ", expected at most {MAX_DEPTH} levels of types and templates")?,
            FaultKind::Heavy => write!(
                f,
                ", expected back references that repeat at most {MAX_WEIGHT} pieces in all"
            )?,
        }
        write!(f, " at byte {}", self.at)
    }
}

impl std::error::Error for Fault {}
