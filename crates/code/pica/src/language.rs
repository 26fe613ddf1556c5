//! Registers exact assembly as a language of the text form.

use std::fmt;
use std::io;

use glassbox_core::error::ErrorList;
use glassbox_core::language::{Language, SourceError};
use glassbox_core::places::LinePlaces;

use crate::assembly::{Options, assemble, write_disassembly};

/// PICA200 exact assembly; its blocks are called `pica`.
#[derive(Clone, Copy, Debug)]
pub struct Pica;

/// The registered instance.
pub static LANGUAGE: Pica = Pica;

/// Size of a descriptor table entry in bytes: the descriptor and a second word.
const DESCRIPTOR_ENTRY: usize = 8;

impl Language for Pica {
    fn name(&self) -> &'static str {
        "pica"
    }

    /// Any bytes have an assembly. `aid` is the descriptor table, for readable comments.
    fn disassemble(
        &self,
        code: &[u8],
        aid: &[u8],
        out: &mut dyn io::Write,
        places: &mut dyn LinePlaces,
    ) -> io::Result<bool> {
        let first = |entry: &[u8]| entry.first_chunk().map_or(0, |word| u32::from_le_bytes(*word));
        let descriptors: Vec<u32> = aid.chunks_exact(DESCRIPTOR_ENTRY).take(128).map(first).collect();
        let options =
            Options { descriptors: &descriptors, readable: !descriptors.is_empty(), ..Options::default() };
        let mut sink = Sink { out, error: None };
        match write_disassembly(&mut sink, code, &options, places) {
            Ok(()) => Ok(true),
            Err(fmt::Error) => {
                Err(sink.error.unwrap_or_else(|| io::Error::other("the assembly could not be written")))
            }
        }
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
        let error = |error: crate::assembly::SourceError| SourceError {
            rule: None,
            span: error.span,
            message: error.message,
            help: error.help,
        };
        assemble(source).into_result().map_err(|errors| errors.into_iter().map(error).collect())
    }
}

/// Adapts a byte sink to text; keeps the error that `fmt` cannot carry.
struct Sink<'o> {
    out: &'o mut dyn io::Write,
    error: Option<io::Error>,
}

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
