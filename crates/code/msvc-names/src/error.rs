//! Why bytes are no decorated name.

use std::fmt;

use crate::{MAX_DEPTH, MAX_NAME, MAX_WEIGHT};

/// Where bytes stop being a decorated name, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DemangleError {
    /// Offset in the bytes that were given, bytes.
    pub at: usize,
    /// The byte that stands there; `None` at the end.
    pub found: Option<u8>,
    /// What is wrong.
    pub kind: DemangleErrorKind,
}

/// What is wrong with a decorated name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DemangleErrorKind {
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

impl fmt::Display for DemangleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            None => write!(f, "found the end")?,
            Some(byte) => write!(f, "found `{}`", byte.escape_ascii())?,
        }
        match self.kind {
            DemangleErrorKind::Expected(what) => write!(f, ", expected {what}")?,
            DemangleErrorKind::NoSuchName => write!(f, ", expected the number of a name that came before")?,
            DemangleErrorKind::NoSuchParameter => {
                write!(f, ", expected the number of a parameter that came before")?
            }
            DemangleErrorKind::Number => write!(f, ", expected a number of at most 64 bits")?,
            DemangleErrorKind::Long => write!(f, ", expected a name of at most {MAX_NAME} bytes")?,
            DemangleErrorKind::Deep => {
                write!(f, ", expected at most {MAX_DEPTH} levels of types and templates")?
            }
            DemangleErrorKind::Heavy => write!(
                f,
                ", expected back references that repeat at most {MAX_WEIGHT} pieces in all"
            )?,
        }
        write!(f, " at byte {}", self.at)
    }
}

impl std::error::Error for DemangleError {}
