//! Defines errors in decorated names.

use std::fmt;

use crate::{MAX_DEPTH, MAX_NAME, MAX_WEIGHT};

/// Position and reason of an error in a decorated name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DemangleError {
    /// Byte offset in the input.
    pub at: usize,
    /// The byte at that offset; `None` at the end.
    pub found: Option<u8>,
    /// Kind of error.
    pub kind: DemangleErrorKind,
}

/// Kind of error in a decorated name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DemangleErrorKind {
    /// Another token was expected; describes it.
    Expected(&'static str),
    /// A back reference to a missing name.
    NoSuchName,
    /// A back reference to a missing parameter.
    NoSuchParameter,
    /// A number does not fit into 64 bits.
    Number,
    /// The name exceeds the length limit.
    Long,
    /// Types or templates are nested too deep.
    Deep,
    /// Back references expand to too large a tree.
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
            DemangleErrorKind::Heavy => {
                write!(f, ", expected back references that repeat at most {MAX_WEIGHT} pieces in all")?
            }
        }
        write!(f, " at byte {}", self.at)
    }
}

impl std::error::Error for DemangleError {}
