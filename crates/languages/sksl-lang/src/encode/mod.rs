//! Encodes a program as a file of version 8.
//!
//! Commands are written in one traversal, with the order and choices of Skia's encoder: ids and strings in order of
//! first use, layouts and modifiers in their shortest form, table entries sorted by name. Anything that the format
//! cannot represent is reported, and no file results.
//!
//! An id is valid until the end of the command in which it was assigned: a block, `for` or `switch`. A table that is
//! used twice is written twice; the second time its symbols are references.

mod builtin;
mod element;
mod expression;
mod stream;
mod symbol;
mod table;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_sksl::model::Model;

use crate::ir::Program;
use stream::Stream;

/// Encoding limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Accepted by Skia's decoder of version 8.
    #[default]
    Strict,
    /// Also allows builtin variables by name and arrays of 128 to 255 elements. The format permits both, but Skia's
    /// decoder rejects them.
    Extended,
}

impl Encoding {
    /// Every encoding, the default first.
    pub const ALL: [Encoding; 2] = [Encoding::Strict, Encoding::Extended];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Strict => "strict",
            Encoding::Extended => "extended",
        }
    }

    /// Parses a name on the command line.
    pub fn from_name(name: &str) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|encoding| encoding.name() == name)
    }
}

impl std::fmt::Display for Encoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Encodes a program.
///
/// ```
/// use glassbox_sksl::raw::ProgramKind;
/// use glassbox_sksl_lang::{Encoding, Options, compile, encode};
///
/// let options = Options::new(ProgramKind::SHADER);
/// let program = compile("half4 main(float2 p) { return half4(1); }", &options).program;
/// let program = program.ok_or("the source is wrong")?;
/// let bytes = encode(&program, Encoding::Strict).map_err(|findings| findings[0].message.clone())?;
/// assert_eq!(bytes[..2], [8, 0]);
/// assert_eq!(bytes.len(), 107);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
///
/// A finding for each part that the file cannot represent.
pub fn encode(program: &Program, encoding: Encoding) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    let mut stream = Stream::new(program, encoding);
    stream.whole();
    Ok(stream.finish()?)
}

/// Converts a program to the model used for printing and reflection. The model also represents programs that cannot
/// be encoded: child calls become calls of the child variable, and blocks, arrays and names may have any length.
///
/// # Errors
///
/// A finding for each part without a meaning; the compiler produces none.
pub fn model(program: &Program) -> Result<Model<'static>, ErrorList<Diagnostic>> {
    let mut stream = Stream::new(program, Encoding::Extended);
    stream.is_wide = true;
    stream.whole();
    Ok(stream.finish_wide()?)
}
