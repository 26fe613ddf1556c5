//! Implements [`Format`] for SHBIN.

use glassbox_core::format::{
    Artifact, ArtifactKind, EditError, Format, MatchConfidence, OpenedFile, Repair, ScanBudget, Summary,
    SummaryRow as SummaryPart, WriteError, WriteLayout,
};
use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Reader, Window};

use crate::file::{File, Part, Table};
use crate::interface::stage_name;
use crate::model::Shbin;
use crate::write::{Layout, write};
use crate::{check, extent, interface, producer, raw, read, repair, rules};

/// Maximum strings listed in [`OpenedFile::artifacts`].
const MAX_STRINGS: usize = 1 << 16;

/// SHBIN and DVOJ.
#[derive(Clone, Copy, Debug)]
pub struct ShbinFormat;

/// Registry entry of the format.
pub static FORMAT: ShbinFormat = ShbinFormat;

impl Format for ShbinFormat {
    fn id(&self) -> &'static str {
        "shbin"
    }

    fn title(&self) -> &'static str {
        "PICA200 shader binary (SHBIN, DVOJ)"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        let magic = bytes.get(..4).unwrap_or(bytes);
        if magic == raw::DVLB.0 || magic == raw::DVOJ.0 {
            MatchConfidence::Yes
        } else if !magic.is_empty() && (raw::DVLB.0.starts_with(magic) || raw::DVOJ.0.starts_with(magic)) {
            MatchConfidence::Maybe
        } else {
            MatchConfidence::No
        }
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["shbin", "dvoj"]
    }

    fn signatures(&self) -> &'static [&'static [u8]] {
        &[&raw::DVLB.0, &raw::DVOJ.0]
    }

    fn extent(&self, bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
        extent::extent(bytes, effort)
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        read::read_with(reader).map(|_| ())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        Ok(Box::new(read::read(window, limits)?))
    }
}

impl OpenedFile for File<'_> {
    fn check(&self) -> Diagnostics {
        check::check(self)
    }

    fn summary(&self) -> Summary {
        let mut summary = Summary {
            kind: match self.heads.bare {
                Some(_) => "PICA200 code".to_owned(),
                None => "SHBIN".to_owned(),
            },
            producer: producer::producer(self).map(|producer| producer.to_string()),
            ..Summary::default()
        };
        let mut fact = |label: &str, value: String| summary.facts.push((label.to_owned(), value));
        match &self.model {
            Shbin::Binary(binary) => {
                match self.heads.bare {
                    Some(entry) => {
                        fact(
                            "stage",
                            binary.executables.first().map_or("", |one| stage_name(one.stage)).to_owned(),
                        );
                        fact("entry", entry.to_string());
                    }
                    None => fact("executables", binary.executables.len().to_string()),
                }
                fact("code words", binary.program.code.len().to_string());
                fact("operand descriptors", binary.program.descriptors.len().to_string());
                if self.heads.short {
                    fact("program header", "short".to_owned());
                }
            }
            Shbin::Object(object) => {
                summary.kind = "DVOJ".to_owned();
                fact("stage", stage_name(object.stage).to_owned());
                fact("code words", object.code.len().to_string());
                fact("operand descriptors", object.descriptors.len().to_string());
                if let Some(references) = &object.references {
                    fact("offered procedures", references.exports.len().to_string());
                    fact("calls of other objects", references.imports.len().to_string());
                }
            }
        }
        let mut parts: Vec<SummaryPart> = self
            .claims
            .iter()
            .filter(|claim| claim.start < claim.end)
            .filter_map(|claim| {
                let (path, what) = self.describe(claim.part)?;
                let base = self.window.base;
                Some(SummaryPart { path, range: base + claim.start..base + claim.end, description: what })
            })
            .collect();
        parts.sort_by_key(|part| part.range.start);
        summary.parts = parts;
        summary
    }

    fn interface(&self) -> Interface {
        interface::interface(self)
    }

    fn symbols(&self) -> Vec<Symbol> {
        interface::symbols(self)
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        let (code, descriptors) = match &self.model {
            Shbin::Binary(binary) => (&binary.program.code, &binary.program.descriptors),
            Shbin::Object(object) => (&object.code, &object.descriptors),
        };
        let piece = |name: String, path: String, kind, stage, extension| Artifact {
            name,
            path,
            kind,
            stage,
            extension,
            bytes: Cow::Borrowed(&[]),
            side_table: Cow::Borrowed(&[]),
        };
        let mut pieces = Vec::new();
        if !code.is_empty() {
            pieces.push(Artifact {
                bytes: Cow::Borrowed(code.bytes()),
                side_table: Cow::Borrowed(descriptors.bytes()),
                ..piece(
                    "code".to_owned(),
                    "code".to_owned(),
                    ArtifactKind::Code("pica"),
                    self.object_stage(),
                    "bin",
                )
            });
        }
        if !descriptors.is_empty() {
            pieces.push(Artifact {
                bytes: Cow::Borrowed(descriptors.bytes()),
                ..piece("descriptors".to_owned(), "descriptors".to_owned(), ArtifactKind::Data, None, "bin")
            });
        }
        if let Shbin::Binary(binary) = &self.model {
            for (slot, executable) in self.heads.executables.iter().zip(&binary.executables) {
                // If the end of the entry procedure is known, its words form a separate piece.
                let words = 4 * executable.main as usize..4 * executable.end_main as usize;
                let stage = stage_name(executable.stage);
                if let Some(bytes) = code.bytes().get(words).filter(|bytes| !bytes.is_empty()) {
                    let name = format!("{stage}{}-main", slot.index);
                    pieces.push(Artifact {
                        bytes: Cow::Borrowed(bytes),
                        side_table: Cow::Borrowed(descriptors.bytes()),
                        ..piece(name, "code".to_owned(), ArtifactKind::Code("pica"), Some(stage), "bin")
                    });
                }
            }
        }
        for (name, path, bytes) in self.strings() {
            let kind = ArtifactKind::String;
            pieces.push(Artifact { bytes: Cow::Borrowed(bytes), ..piece(name, path, kind, None, "txt") });
        }
        pieces
    }

    fn repairs(&self) -> Vec<Repair> {
        if self.heads.bare.is_some() {
            return Vec::new();
        }
        repair::repairs(self)
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        repair::repair(self, name)
    }

    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        if self.heads.bare.is_some() {
            return Ok(self.window.bytes.to_vec());
        }
        match layout {
            WriteLayout::Canonical => write(&self.model, &Layout::canonical()),
            WriteLayout::Original => write(&self.model, &Layout::of(self)),
        }
    }
}

impl File<'_> {
    fn object_stage(&self) -> Option<&'static str> {
        match &self.model {
            Shbin::Binary(_) => None,
            Shbin::Object(object) => Some(stage_name(object.stage)),
        }
    }

    /// Path and description of a part.
    fn describe(&self, part: Part) -> Option<(String, String)> {
        let slot = |position: u32| self.heads.executables.get(position as usize).copied();
        let (path, what) = match part {
            Part::Head => ("dvlb".to_owned(), "file header".to_owned()),
            Part::Offsets => ("dvlb.offsets".to_owned(), "offsets of the executables".to_owned()),
            Part::Program => ("dvlp".to_owned(), "program header".to_owned()),
            Part::Code => ("code".to_owned(), "code".to_owned()),
            Part::Descriptors => ("descriptors".to_owned(), "operand descriptors".to_owned()),
            Part::Lines => return None,
            Part::FileNames => ("filenames".to_owned(), "names of source files".to_owned()),
            Part::Executable(position) => {
                let slot = slot(position)?;
                let stage = stage_name(slot.placed.head.stage);
                (format!("dvle[{}]", slot.index), format!("{stage} executable"))
            }
            Part::Table(position, table) => {
                let name = match table {
                    Table::Constants => "constants",
                    Table::Labels => "labels",
                    Table::Outputs => "outputs",
                    Table::Uniforms => "uniforms",
                    Table::Symbols => "symbols",
                };
                match slot(position) {
                    Some(slot) => (format!("dvle[{}].{name}", slot.index), name.to_owned()),
                    None => (name.to_owned(), name.to_owned()),
                }
            }
            Part::Object => ("dvoj".to_owned(), "object header".to_owned()),
            Part::SourceLines => ("lines".to_owned(), "source lines".to_owned()),
            Part::OperandRecords => ("operands".to_owned(), "operand records".to_owned()),
            Part::References => ("references".to_owned(), "references (Glassbox)".to_owned()),
            Part::Exports => ("references.exports".to_owned(), "offered procedures".to_owned()),
            Part::Imports => ("references.imports".to_owned(), "calls of other objects".to_owned()),
        };
        Some((path, what))
    }

    /// Strings with name and path; strings of shared tables once.
    fn strings(&self) -> Vec<(String, String, &[u8])> {
        let mut tables: Vec<(String, String, &[u8])> = Vec::new();
        if let Shbin::Binary(binary) = &self.model {
            tables.push(("file".to_owned(), "filenames".to_owned(), &binary.program.file_names));
        }
        let mut seen = std::collections::HashSet::new();
        for (path, table) in self.tables() {
            if seen.insert(table.symbols.start) {
                let name = path.replace(['[', ']'], "") + "-symbol";
                tables.push((name, crate::file::join(&path, "symbols"), &table.symbols.bytes));
            }
        }
        let mut strings = Vec::new();
        for (name, path, bytes) in tables {
            for (index, string) in
                bytes.split(|&byte| byte == 0).enumerate().filter(|(_, string)| !string.is_empty())
            {
                if strings.len() >= MAX_STRINGS {
                    return strings;
                }
                strings.push((
                    format!("{name}{index}").trim_start_matches('-').to_owned(),
                    format!("{path}[{index}]"),
                    string,
                ));
            }
        }
        strings
    }
}
