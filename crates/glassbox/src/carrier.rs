//! Data of no known kind, and the files that stand inside it.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::format::{Embedded, Format, Opened, Piece, PieceKind, Repair, Summary};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Kind, Node, NodeId, Recorder as _, Window};

use crate::compile::compilers;
use crate::rules::UNKNOWN_DATA;
use crate::scan::{ScanOptions, scan};

/// Bytes that are looked at to know source text: enough for the comment that files begin with.
const SOURCE_BEGINNING: usize = 64 << 10;

/// Data of no known kind.
pub(crate) struct Carrier<'a> {
    bytes: &'a [u8],
    files: Vec<Held>,
    limits: Limits,
}

/// A file inside other data.
struct Held {
    format: &'static dyn Format,
    /// Number among the files of its format.
    index: u32,
    range: Range<usize>,
}

impl Held {
    fn path(&self) -> String {
        format!("{}[{}]", self.format.id(), self.index)
    }

    fn window<'a>(&self, bytes: &'a [u8]) -> Window<'a> {
        Window::whole(bytes).part(self.range.start as u64, self.range.end as u64)
    }
}

impl<'a> Carrier<'a> {
    /// Looks for files of every format.
    pub(crate) fn new(bytes: &'a [u8], limits: &Limits) -> Carrier<'a> {
        let found = scan(bytes, &ScanOptions::default(), &|_| {});
        let mut counts: Vec<(&str, u32)> = Vec::new();
        let mut number = |id| match counts.iter_mut().find(|entry| entry.0 == id) {
            Some(entry) => {
                entry.1 += 1;
                entry.1
            }
            None => {
                counts.push((id, 0));
                0
            }
        };
        let files = found.finds.into_iter().map(|find| Held {
            format: find.format,
            index: number(find.format.id()),
            range: find.range,
        });
        Carrier {
            bytes,
            files: files.collect(),
            limits: *limits,
        }
    }

    /// Whether nothing known stands inside.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Names the files; the rest stays raw.
    pub(crate) fn map(&self, map: &mut Map) {
        for file in &self.files {
            map.node(Node {
                name: NodeId::ROOT.item(file.format.id(), file.index),
                start: file.range.start as u64,
                end: file.range.end as u64,
                kind: Kind::File {
                    format: file.format.id(),
                },
            });
        }
    }
}

impl Opened for Carrier<'_> {
    fn check(&self) -> Diagnostics {
        let mut findings = Diagnostics::new(self.limits.diagnostics);
        if self.files.is_empty() {
            let size = self.bytes.len() as u64;
            let location = Location::new(0, size.min(16), "");
            let finding = |message: String| Diagnostic::new(&UNKNOWN_DATA, location, message);
            findings.push(match (size, source(self.bytes)) {
                (0, _) => finding("the file is empty".to_owned()),
                (_, Some(language)) => finding(format!(
                    "found source text in {language}, expected a compiled shader"
                ))
                .help("`glassbox compile` makes a compiled shader of it"),
                _ => finding(format!(
                    "unknown data: it begins with {}, and no known file stands inside",
                    beginning(self.bytes)
                ))
                .help("state the format with --as to see what its reader objects to"),
            });
        }
        findings
    }

    fn summary(&self) -> Summary {
        let mut facts = Vec::new();
        if self.files.is_empty() {
            if !self.bytes.is_empty() {
                facts.push(("first bytes".to_owned(), beginning(self.bytes)));
            }
        } else {
            let held: usize = self
                .files
                .iter()
                .map(|file| file.range.end - file.range.start)
                .sum();
            facts.push(("in known files".to_owned(), format!("{held} bytes")));
        }
        Summary {
            kind: match self.files.len() {
                0 => "unknown data".to_owned(),
                1 => "unknown data that holds a known file".to_owned(),
                count => format!("unknown data that holds {count} known files"),
            },
            facts,
            ..Summary::default()
        }
    }

    fn interface(&self) -> Interface {
        Interface::default()
    }

    fn symbols(&self) -> Vec<Symbol> {
        Vec::new()
    }

    fn pieces(&self) -> Vec<Piece<'_>> {
        let pieces = self.files.iter().map(|file| Piece {
            name: format!("{}{}", file.format.id(), file.index),
            path: file.path(),
            kind: PieceKind::File(file.format.id()),
            stage: None,
            extension: file.format.id(),
            bytes: file.window(self.bytes).bytes.into(),
            aid: (&[][..]).into(),
        });
        pieces.collect()
    }

    fn embedded(&self) -> Vec<Embedded<'_>> {
        let files = self.files.iter().map(|file| Embedded {
            format: file.format.id(),
            path: file.path(),
            window: file.window(self.bytes),
        });
        files.collect()
    }

    fn repairs(&self) -> Vec<Repair> {
        Vec::new()
    }

    fn repair(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("the file is of no known kind".to_owned())
    }

    fn write(&self, _: bool) -> Result<Vec<u8>, String> {
        Err("the file is of no known kind".to_owned())
    }
}

/// The language that the bytes are source text in.
fn source(bytes: &[u8]) -> Option<&'static str> {
    let beginning = &bytes[..bytes.len().min(SOURCE_BEGINNING)];
    let text = match std::str::from_utf8(beginning) {
        Ok(text) => text,
        // The last letter may be cut.
        Err(error) => std::str::from_utf8(&beginning[..error.valid_up_to()]).ok()?,
    };
    let mut compilers = compilers().iter();
    compilers
        .find(|compiler| compiler.is_source(text))
        .map(|compiler| compiler.title())
}

/// The first bytes in words.
fn beginning(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(8)];
    let words: Vec<String> = shown.iter().map(|byte| format!("{byte:02x}")).collect();
    words.join(" ")
}
