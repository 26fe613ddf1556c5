//! The exact assembly as a language of code inside containers.

use std::io;

use glassbox_core::language::{Language, SourceError};

use crate::assemble::{AssembleError, assemble};
use crate::print::{Options, Style, print};

/// Assembly of shader model 4 and 5; blocks of it are called `dxbc`.
#[derive(Clone, Copy, Debug)]
pub struct Dxbc;

/// The language.
pub static LANGUAGE: Dxbc = Dxbc;

impl Language for Dxbc {
    fn name(&self) -> &'static str {
        "dxbc"
    }

    /// Any bytes but none at all have an assembly: they are taken for a program with its version and its length.
    fn disassemble(&self, code: &[u8], _: &[u8], out: &mut dyn io::Write) -> io::Result<bool> {
        if code.is_empty() {
            return Ok(false);
        }
        let options = Options {
            style: Style::Exact,
            ..Options::default()
        };
        out.write_all(print(code, &options).as_bytes())?;
        Ok(true)
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, Vec<SourceError>> {
        let error = |error: AssembleError| SourceError {
            rule: Some(error.rule),
            span: error.span,
            message: error.message,
            help: error.help,
        };
        assemble(source).map_err(|errors| errors.into_iter().map(error).collect())
    }
}
