//! Registers SPIR-V assembly as a language of the text form.

use std::io;

use glassbox_core::error::ErrorList;
use glassbox_core::language::{Language, SourceError};
use glassbox_core::places::LinePlaces;

use crate::disassemble::write_placed;
use crate::{Names, Options, assemble};

/// SPIR-V assembly; its blocks are called `spirv`.
#[derive(Clone, Copy, Debug)]
pub struct Spirv;

/// The registered instance.
pub static LANGUAGE: Spirv = Spirv;

impl Language for Spirv {
    fn name(&self) -> &'static str {
        "spirv"
    }

    /// Modules of either byte order, with numeric ids: the text form writes every index explicitly.
    fn disassemble(
        &self,
        code: &[u8],
        _: &[u8],
        out: &mut dyn io::Write,
        places: &mut dyn LinePlaces,
    ) -> io::Result<bool> {
        let options = Options { names: Names::Numeric, header: false, ..Options::default() };
        write_placed(code, &options, out, places)
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
        let error = |error: crate::AssembleError| SourceError {
            rule: None,
            span: error.span,
            message: error.message,
            help: error.help,
        };
        assemble(source).map_err(|errors| errors.into_iter().map(error).collect())
    }
}
