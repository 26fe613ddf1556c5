//! A program as the bytes of a file of version 8.
//!
//! The commands are written as the program is walked, in the order and with the choices of Skia's encoder: ids and strings
//! in the order of first use, layouts and modifiers in their shortest form, entries of tables by name. What a file cannot
//! hold is a finding, and then there are no bytes.
//!
//! An id lives as long as the command that was being written when its symbol got it: a block, a `for` or a `switch`. Tables
//! that stand in two places are written at both; the second time each symbol has its id and is a reference.

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

/// What a file may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// What Skia's decoder of version 8 reads.
    #[default]
    Strict,
    /// That, and what only readers that go by the format's own rules understand: builtin variables by their names, and arrays
    /// of 128 to 255 elements.
    Extended,
}

impl Encoding {
    /// Every encoding, the usual one first.
    pub const ALL: [Encoding; 2] = [Encoding::Strict, Encoding::Extended];

    /// Its name, as a command takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Strict => "strict",
            Encoding::Extended => "extended",
        }
    }

    /// The encoding with this name.
    pub fn from_name(name: &str) -> Option<Encoding> {
        Encoding::ALL.into_iter().find(|encoding| encoding.name() == name)
    }
}

impl std::fmt::Display for Encoding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The bytes of a program.
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
/// What the file cannot hold.
pub fn encode(program: &Program, encoding: Encoding) -> Result<Vec<u8>, ErrorList<Diagnostic>> {
    let mut stream = Stream::new(program, encoding);
    stream.whole();
    Ok(stream.finish()?)
}

/// A program as the model that is printed and reflected. It holds what no file can: calls of children, which are calls of
/// their variables here, and blocks, arrays and names of any length.
///
/// # Errors
///
/// Parts of the program that have no meaning; the compiler makes none.
pub fn model(program: &Program) -> Result<Model<'static>, ErrorList<Diagnostic>> {
    let mut stream = Stream::new(program, Encoding::Extended);
    stream.is_wide = true;
    stream.whole();
    Ok(stream.finish_wide()?)
}
