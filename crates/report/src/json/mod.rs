//! Writes JSON with published schemas.
//!
//! Every document is one object, `{"schema": 1, "files": […]}`, with one entry per file in input order. A document is
//! written while its files arrive, so its size does not matter. The types here mirror those of the core; a field may be
//! added at any time, while a change of meaning raises [`SCHEMA`]. The schemas are in `docs/schema/`.

mod answers;
mod diagnostics;
mod diff;
mod interface;
mod lines;
mod map;
mod names;
mod plan;
mod root;
mod rules;
mod tree;

use std::io::{self, Write};

use serde::Serialize;

pub use answers::{FindsFile, InfoFile, PartsFile, PiecesFile, RepairsFile, SymbolsFile};
pub use diagnostics::{DiagnosticJson, DiagnosticsFile, KeptFile};
pub use diff::DiffDocument;
pub use interface::InterfaceFile;
pub use lines::LinesFile;
pub use map::MapFile;
pub use names::NamesFile;
pub use plan::PlanDocument;
pub use rules::RulesDocument;
pub use tree::{Views, kind_name, tree};

/// Version of the documents.
pub const SCHEMA: u32 = 1;

/// A document that is written file by file.
pub struct Document<W: Write> {
    out: W,
    files: u64,
}

impl<W: Write> Document<W> {
    /// Writes the beginning.
    pub fn begin(mut out: W) -> io::Result<Self> {
        write!(out, "{{\"schema\":{SCHEMA},\"files\":[")?;
        Ok(Document { out, files: 0 })
    }

    /// Writes the entry of a file.
    pub fn file(&mut self, file: &impl Serialize) -> io::Result<()> {
        let out = self.entry()?;
        Ok(serde_json::to_writer(out, file)?)
    }

    /// Begins the entry of a file that the caller writes itself.
    pub fn entry(&mut self) -> io::Result<&mut W> {
        self.out.write_all(if self.files == 0 { b"\n" } else { b",\n" })?;
        self.files += 1;
        Ok(&mut self.out)
    }

    /// Writes the entry of a file from its findings.
    pub fn kept(&mut self, file: &KeptFile) -> io::Result<()> {
        file.write(self.entry()?)
    }

    /// Writes the end and returns the sink.
    pub fn finish(self) -> io::Result<W> {
        self.finish_with(&[])
    }

    /// Writes the end, with the findings next to the results, and returns the sink.
    pub fn finish_with(mut self, findings: &[KeptFile]) -> io::Result<W> {
        let end = |count: u64| if count == 0 { "]" } else { "\n]" };
        self.out.write_all(end(self.files).as_bytes())?;
        if !findings.is_empty() {
            self.out.write_all(b",\"findings\":[")?;
            self.files = 0;
            for file in findings {
                self.kept(file)?;
            }
            self.out.write_all(end(self.files).as_bytes())?;
        }
        self.out.write_all(b"}\n")?;
        self.out.flush()?;
        Ok(self.out)
    }
}
