//! Implements [`Format`] for MSF 7.00.

use glassbox_core::format::{
    Artifact, ArtifactKind, ContainerPart, EditError, Embedded, Format, MatchConfidence, OpenedFile, Repair,
    ScanBudget, Summary, SummaryRow, WriteError, WriteLayout,
};
use std::borrow::Cow;
use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Reader, Window};
use glassbox_core::source_name::SourceNames;
use glassbox_core::space::Spaces;

use crate::check::check;
use crate::extent::extent;
use crate::model::{Pdb, Stream};
use crate::raw::{CONTAINER, MAGIC};
use crate::read;
use crate::rules::RULES;
use crate::write::write;

/// MSF 7.00, the container of program databases.
#[derive(Clone, Copy, Debug)]
pub struct PdbFormat;

/// The instance to register.
pub static FORMAT: PdbFormat = PdbFormat;

impl Format for PdbFormat {
    fn id(&self) -> &'static str {
        "pdb"
    }

    fn title(&self) -> &'static str {
        "program database (MSF 7.00)"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        RULES
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        if bytes.starts_with(&MAGIC) {
            MatchConfidence::Yes
        } else if !bytes.is_empty() && MAGIC.starts_with(bytes) {
            MatchConfidence::Maybe
        } else {
            MatchConfidence::No
        }
    }

    fn signatures(&self) -> &'static [&'static [u8]] {
        &[&MAGIC]
    }

    fn extent(&self, bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
        extent(bytes, effort)
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        read::read(reader).map(|_| ())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        let (pdb, findings, spaces) = read::open(window, limits)?;
        Ok(Box::new(OpenedPdb { window, pdb, findings, spaces }))
    }
}

/// An opened file and its findings.
struct OpenedPdb<'a> {
    window: Window<'a>,
    pdb: Pdb<'a>,
    findings: Diagnostics,
    spaces: Spaces,
}

/// Name prefix of streams that hold source files.
const SOURCE_FILES: &[u8] = b"/src/files/";

impl OpenedPdb<'_> {
    /// Non-empty streams with their numbers.
    fn streams(&self) -> impl Iterator<Item = (usize, &Stream<'_>)> {
        self.pdb.streams.iter().enumerate().filter(|(_, stream)| !stream.content.is_empty())
    }

    /// First extent of a stream, as file offsets.
    fn range(&self, stream: &Stream<'_>) -> Range<u64> {
        let (start, size) = stream.extents.first().copied().unwrap_or_default();
        let start = self.window.base + start;
        start..start + size
    }

    fn summary_parts(&self) -> Vec<SummaryRow> {
        let part = |(number, stream): (usize, &Stream<'_>)| SummaryRow {
            path: format!("stream[{number}]"),
            range: self.range(stream),
            description: match stream.extents.len() {
                1 => self.what(number, stream),
                runs => format!("{}, gathered from {runs} runs", self.what(number, stream)),
            },
        };
        self.streams().map(part).collect()
    }

    /// Name of a stream in the named-stream table.
    fn name(&self, number: usize) -> Option<&[u8]> {
        let named = &self.pdb.info.as_ref()?.named;
        let found = named.iter().find(|(_, named)| *named as usize == number);
        found.map(|(name, _)| name.as_slice())
    }

    /// Path of the source file held by a stream; `None` for compressed text.
    fn source_file(&self, number: usize, stream: &Stream<'_>) -> Option<&[u8]> {
        let path = self.name(number)?.strip_prefix(SOURCE_FILES)?;
        let is_text = !stream.content.contains(&0);
        (number != 1 && is_text).then_some(path)
    }

    fn what(&self, number: usize, stream: &Stream<'_>) -> String {
        let size = stream.content.len();
        let name = self.name(number).map(|name| format!(", \"{}\"", name.escape_ascii()));
        let what = match number {
            1 => "program database header",
            _ if stream.is_container() => "shader container",
            0 => "earlier directory",
            _ => "data",
        };
        format!("{what}, {size} bytes{}", name.unwrap_or_default())
    }
}

impl OpenedFile for OpenedPdb<'_> {
    fn check(&self) -> Diagnostics {
        let mut findings = self.findings.clone();
        check(self.window, &self.pdb, &mut findings);
        findings.localize(&self.spaces);
        findings
    }

    fn summary(&self) -> Summary {
        let mut facts = Vec::new();
        let mut fact = |label: &str, value: String| facts.push((label.to_owned(), value));
        if let Some(layout) = &self.pdb.layout {
            fact("block size", layout.superblock.block_size.to_string());
            fact("blocks", layout.superblock.block_count.to_string());
            fact("streams", layout.stream_count.to_string());
        }
        if let Some(info) = &self.pdb.info {
            fact("version", info.header.version.to_string());
            let guid: String = info.header.guid.iter().map(|byte| format!("{byte:02x}")).collect();
            fact("identity", guid);
            fact("age", info.header.age.to_string());
        }
        for (number, stream) in self.pdb.containers().take(8) {
            let size = stream.content.len();
            fact("shader container", format!("stream {number}, {size} bytes"));
        }
        Summary {
            kind: "MSF 7.00 program database".to_owned(),
            producer: None,
            facts,
            parts: self.summary_parts(),
        }
    }

    fn interface(&self) -> Interface {
        Interface {
            notes: vec!["a program database has no interface of its own".to_owned()],
            ..Interface::default()
        }
    }

    fn symbols(&self) -> Vec<Symbol> {
        Vec::new()
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        let mut out = Vec::new();
        let mut names = SourceNames::default();
        for (number, stream) in self.streams() {
            let (field, kind, extension) = match (number, stream.is_container()) {
                (1, _) => ("", ArtifactKind::Data, "bin"),
                (_, true) => (".container", ArtifactKind::File(CONTAINER), "dxil"),
                _ => (".data", ArtifactKind::Data, "bin"),
            };
            let plain = format!("stream-{number}");
            let (name, kind, extension) = match self.source_file(number, stream) {
                Some(path) => {
                    let (name, extension) = names.name("src-", path);
                    (name, ArtifactKind::Source, extension)
                }
                None => (plain, kind, extension),
            };
            out.push(Artifact {
                name,
                path: format!("stream[{number}]{field}"),
                kind,
                stage: None,
                extension,
                bytes: Cow::Borrowed(&stream.content),
                side_table: Cow::Borrowed(&[]),
            });
        }
        out
    }

    fn embedded(&self) -> Vec<Embedded<'_>> {
        let mut out = Vec::new();
        // Spaces of nested files must not overlap those of this file.
        let taken = self.spaces.iter().map(|space| space.range().end + 1).max();
        for (number, stream) in self.pdb.containers() {
            out.push(Embedded {
                format: CONTAINER,
                path: format!("stream[{number}].container"),
                window: Window {
                    bytes: &stream.content,
                    base: stream.address,
                    next_free_address: self.window.next_free_address.max(taken.unwrap_or(0)),
                },
                known: None,
            });
        }
        out
    }

    fn spaces(&self) -> Option<&Spaces> {
        Some(&self.spaces)
    }

    fn parts(&self) -> Vec<ContainerPart> {
        let part = |(number, stream): (usize, &Stream<'_>)| {
            let range = self.range(stream);
            ContainerPart {
                name: format!("stream[{number}]"),
                data: range,
                description: self.what(number, stream),
            }
        };
        self.streams().map(part).collect()
    }

    fn part_data(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        let (_, stream) = self.streams().nth(number)?;
        Some(Cow::Borrowed(&stream.content))
    }

    fn repairs(&self) -> Vec<Repair> {
        Vec::new()
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        Err(EditError::new(format!("there is nothing that `{name}` could fix")))
    }

    /// Original layout: the same bytes. Canonical: the streams in order, each contiguous, with the same block
    /// size.
    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        if layout == WriteLayout::Original {
            return Ok(self.window.bytes.to_vec());
        }
        let Some(layout) = self.pdb.layout.as_ref().filter(|layout| layout.stop.is_none()) else {
            return Err(WriteError::new("the directory cannot be read"));
        };
        if self.pdb.streams.len() != layout.stream_count as usize
            || self.pdb.streams.iter().any(|stream| !stream.whole)
        {
            return Err(WriteError::new("not all streams can be read"));
        }
        let streams = layout.streams.iter().zip(&self.pdb.streams);
        let streams: Vec<Option<&[u8]>> =
            streams.map(|(place, stream)| place.size.map(|_| &*stream.content)).collect();
        write(&streams, layout.superblock.block_size)
    }
}
