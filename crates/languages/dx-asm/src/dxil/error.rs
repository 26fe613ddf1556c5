//! Why there is no listing.

use std::fmt;

use glassbox_dxcontainer::rules;
use glassbox_dxil::BitcodeError;

/// Why there is no listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The container has no part with a DXIL program, or not the one that was asked for.
    NoProgram {
        /// The part that was asked for.
        part: Option<String>,
    },
    /// The module cannot be read.
    Module(BitcodeError),
    /// No function has the name that was asked for.
    NoFunction {
        /// The name.
        name: String,
        /// A name that looks like it.
        similar: Option<String>,
    },
    /// Several functions have the name that was asked for, without mangling.
    Ambiguous {
        /// The name.
        name: String,
        /// The names in the module.
        found: Vec<String>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoProgram { part: None } => {
                f.write_str("found neither a part DXIL nor a part ILDB with bitcode, expected one of them")
            }
            Error::NoProgram { part: Some(part) } => write!(
                f,
                "found no part {part} with bitcode; name one of DXIL, ILDB and STAT that the container has"
            ),
            Error::Module(fault) => {
                let (start, end) = (fault.bits.start, fault.bits.end);
                let id = rules::module::of(&fault.kind).id;
                write!(f, "{id}: {fault} (bits {start}..{end} of the bitcode)")
            }
            Error::NoFunction { name, similar } => {
                write!(f, "no function is called `{name}`")?;
                match similar {
                    Some(similar) => write!(f, "; did you mean `{similar}`?"),
                    None => Ok(()),
                }
            }
            Error::Ambiguous { name, found } => {
                write!(f, "{} functions are called `{name}`; name one of ", found.len())?;
                for (place, name) in found.iter().enumerate() {
                    write!(f, "{}`{name}`", if place > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for Error {}
