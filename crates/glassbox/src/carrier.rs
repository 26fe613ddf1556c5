//! Data of no known kind, and the files that stand inside it.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity};
use glassbox_core::format::{Format, Opened, Part, Piece, PieceKind, Summary};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Kind, Node, NodeId, Recorder as _, Window};

use crate::rules::UNKNOWN_DATA;
use crate::scan::{ScanOptions, scan};

/// Data of no known kind.
pub(crate) struct Carrier<'a> {
    bytes: &'a [u8],
    files: Vec<Embedded>,
    limits: Limits,
}

/// A file inside other data.
struct Embedded {
    format: &'static dyn Format,
    /// Number among the files of its format.
    index: u32,
    range: Range<usize>,
}

impl Embedded {
    fn path(&self) -> String {
        format!("{}[{}]", self.format.id(), self.index)
    }

    fn window<'a>(&self, bytes: &'a [u8]) -> Window<'a> {
        Window::whole(bytes).part(self.range.start as u64, self.range.end as u64)
    }

    fn size(&self) -> usize {
        self.range.end - self.range.start
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
        let files = found.finds.into_iter().map(|find| Embedded {
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

    /// Names the files as groups under the root; the rest stays raw.
    pub(crate) fn map(&self, map: &mut Map, limits: &Limits) {
        for file in &self.files {
            let group = map.node(Node {
                name: NodeId::ROOT.item(file.format.id(), file.index),
                start: file.range.start as u64,
                end: file.range.end as u64,
                kind: Kind::Group,
            });
            // A file that its reader refuses stays a group over raw bytes.
            let _ = file.format.map(file.window(self.bytes), map, group, limits);
        }
    }

    /// Calls `visit` with each file that its reader takes.
    fn each(&self, mut visit: impl FnMut(&Embedded, Box<dyn Opened + 'a>)) {
        for file in &self.files {
            if let Ok(opened) = file.format.open(file.window(self.bytes), &self.limits) {
                visit(file, opened);
            }
        }
    }

    pub(crate) fn check(&self) -> Diagnostics {
        let mut findings = Diagnostics::new(self.limits.diagnostics);
        if self.files.is_empty() {
            let size = self.bytes.len() as u64;
            let location = Location::new(0, size.min(16), "");
            let finding = |message: String| Diagnostic::new(&UNKNOWN_DATA, location, message);
            findings.push(match size {
                0 => finding("the file is empty".to_owned()),
                _ => finding(format!(
                    "unknown data: it begins with {}, and no known file stands inside",
                    beginning(self.bytes)
                ))
                .help("state the format with --as to see what its reader objects to"),
            });
        }
        for file in &self.files {
            let path = file.path();
            match file.format.open(file.window(self.bytes), &self.limits) {
                Ok(opened) => {
                    let inner = opened.check();
                    for finding in inner.items() {
                        findings.push(under(&path, finding.clone()));
                    }
                    // The list is full when the inner one dropped something, so these are counted and not kept.
                    if let Some(last) = inner.items().last() {
                        for _ in 0..inner.dropped() {
                            findings.push(last.clone().severity(Severity::Info));
                        }
                    }
                }
                Err(finding) => findings.push(under(&path, *finding)),
            }
        }
        findings
    }

    pub(crate) fn summary(&self) -> Summary {
        let mut summary = Summary {
            kind: "unknown data".to_owned(),
            ..Summary::default()
        };
        if self.files.is_empty() {
            if !self.bytes.is_empty() {
                let fact = ("first bytes".to_owned(), beginning(self.bytes));
                summary.facts.push(fact);
            }
            return summary;
        }
        let held: usize = self.files.iter().map(Embedded::size).sum();
        summary.kind = match self.files.len() {
            1 => "unknown data that holds a known file".to_owned(),
            count => format!("unknown data that holds {count} known files"),
        };
        let fact = ("in known files".to_owned(), format!("{held} bytes"));
        summary.facts.push(fact);
        for file in &self.files {
            let range = file.range.start as u64..file.range.end as u64;
            let opened = file.format.open(file.window(self.bytes), &self.limits);
            let (what, parts) = match opened {
                Ok(opened) => {
                    let inner = opened.summary();
                    (inner.kind, inner.parts)
                }
                Err(_) => (
                    format!("{}, refused by its reader", file.format.title()),
                    Vec::new(),
                ),
            };
            let path = file.path();
            summary.parts.push(Part {
                path: path.clone(),
                range,
                what,
            });
            summary.parts.extend(parts.into_iter().map(|part| Part {
                path: join(&path, &part.path),
                ..part
            }));
        }
        summary
    }

    pub(crate) fn interface(&self) -> Interface {
        let mut all = Interface::default();
        self.each(|file, opened| {
            let prefix = file.path();
            let mut one = opened.interface();
            for entry in &mut one.entry_points {
                entry.path = join(&prefix, &entry.path);
            }
            for constant in &mut one.constants {
                constant.path = join(&prefix, &constant.path);
            }
            for note in &mut one.notes {
                *note = format!("{prefix}: {note}");
            }
            all.entry_points.append(&mut one.entry_points);
            all.resources.append(&mut one.resources);
            all.blocks.append(&mut one.blocks);
            all.push_constants.append(&mut one.push_constants);
            all.specialization_constants
                .append(&mut one.specialization_constants);
            all.constants.append(&mut one.constants);
            all.exports.append(&mut one.exports);
            all.imports.append(&mut one.imports);
            all.notes.append(&mut one.notes);
        });
        all
    }

    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        let mut all = Vec::new();
        self.each(|file, opened| {
            let prefix = file.path();
            all.extend(opened.symbols().into_iter().map(|symbol| Symbol {
                path: join(&prefix, &symbol.path),
                used_by: symbol.used_by.iter().map(|path| join(&prefix, path)).collect(),
                ..symbol
            }));
        });
        all
    }

    pub(crate) fn pieces(&self) -> Vec<Piece<'a>> {
        let mut all = Vec::new();
        for file in &self.files {
            let prefix = file.path();
            let name = format!("{}{}", file.format.id(), file.index);
            let window = file.window(self.bytes);
            all.push(Piece {
                name: name.clone(),
                path: prefix.clone(),
                kind: PieceKind::File(file.format.id()),
                stage: None,
                extension: file.format.id(),
                bytes: window.bytes.into(),
                aid: (&[][..]).into(),
            });
            let Ok(opened) = file.format.open(window, &self.limits) else {
                continue;
            };
            all.extend(opened.pieces().into_iter().map(|piece| Piece {
                name: format!("{name}.{}", piece.name),
                path: join(&prefix, &piece.path),
                kind: piece.kind,
                stage: piece.stage,
                extension: piece.extension,
                // The opened file goes away here, so what it lent is copied.
                bytes: piece.bytes.into_owned().into(),
                aid: piece.aid.into_owned().into(),
            }));
        }
        all
    }
}

/// A path under the group of an embedded file.
fn join(prefix: &str, path: &str) -> String {
    match path {
        "" => prefix.to_owned(),
        path => format!("{prefix}.{path}"),
    }
}

/// A finding of an embedded file with the paths of the outer one.
fn under(prefix: &str, mut finding: Diagnostic) -> Diagnostic {
    finding.location.path = join(prefix, &finding.location.path);
    for label in &mut finding.labels {
        label.location.path = join(prefix, &label.location.path);
    }
    finding
}

/// The first bytes in words.
fn beginning(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(8)];
    let words: Vec<String> = shown.iter().map(|byte| format!("{byte:02x}")).collect();
    words.join(" ")
}
