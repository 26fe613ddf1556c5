//! Registers exact assembly as a language of code inside containers.

use std::io;

use glassbox_core::error::ErrorList;
use glassbox_core::language::{Language, SourceError};
use glassbox_core::places::LinePlaces;

use crate::assemble::{AssembleError, assemble, cut_floats};
use crate::print::{Notes, Options, print_with};

/// Shader model 4 and 5 assembly; its blocks are called `dxbc`.
#[derive(Clone, Copy, Debug)]
pub struct Dxbc;

/// The registered instance.
pub static LANGUAGE: Dxbc = Dxbc;

impl Language for Dxbc {
    fn name(&self) -> &'static str {
        "dxbc"
    }

    /// Any non-empty bytes have an assembly: they are treated as a program with version and length.
    fn disassemble(
        &self,
        code: &[u8],
        _: &[u8],
        out: &mut dyn io::Write,
        places: &mut dyn LinePlaces,
    ) -> io::Result<bool> {
        if code.is_empty() {
            return Ok(false);
        }
        out.write_all(print_with(code, &Options::EXACT, &Notes::default(), places).as_bytes())?;
        Ok(true)
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
        assemble(source).map_err(|errors| errors.into_iter().map(source_error).collect())
    }
}

/// Warns if an error-free source may not assemble to the intended program.
pub fn doubts(source: &str) -> Vec<SourceError> {
    cut_floats(source).into_iter().map(source_error).collect()
}

fn source_error(error: AssembleError) -> SourceError {
    SourceError { rule: Some(error.rule), span: error.span, message: error.message, help: error.help }
}
