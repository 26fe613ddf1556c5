//! Opens data of unknown format by the files inside it, stored directly or as arrays of numbers in source text.

use glassbox_core::format::{
    Artifact, ArtifactKind, EditError, Embedded, Format, OpenedFile, Repair, Summary, WriteError, WriteLayout,
};
use std::cell::OnceCell;
use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Node, NodeId, NodeKind, NodeName, Recorder as _, Window};
use glassbox_core::source_name::SourceNames;
use glassbox_core::space::{Space, Spaces};

use crate::c_array::Array;
use crate::compile::compilers;
use crate::rules::{LEADING_BYTES, UNKNOWN_DATA};
use crate::scan::arrays::scan_arrays;
use crate::scan::{ScanMatch, ScanOptions, binaries};

/// Bytes examined to recognise source text: enough for a leading comment.
const SOURCE_BEGINNING: usize = 64 << 10;

/// True if bytes look like a SkSL program: text with a `main`, and names specific to SkSL.
fn seems_sksl(bytes: &[u8]) -> bool {
    let beginning = bytes.get(..SOURCE_BEGINNING.min(bytes.len())).unwrap_or_default();
    let Ok(text) = std::str::from_utf8(beginning) else {
        return false;
    };
    let outline = glassbox_sksl_lang::outline(text);
    outline.is_likely && outline.kind.is_some()
}

/// Data of no known kind.
pub(crate) struct Carrier<'a> {
    bytes: &'a [u8],
    files: Vec<Held>,
    arrays: Vec<Spelled>,
    /// The contents of the arrays.
    spaces: Spaces,
    /// Offsets of the line ends, computed on demand.
    line_ends: OnceCell<Vec<usize>>,
    limits: Limits,
}

/// A file inside other data.
struct Held {
    format: &'static dyn Format,
    /// Index among the files of its format (in the array, if it is in one); `None` if it is the only one.
    index: Option<u32>,
    /// Range in the data, or in the content of its array.
    range: Range<usize>,
}

/// An array of numbers that holds files.
struct Spelled {
    array: Array,
    content: Vec<u8>,
    /// Address of the content.
    address: u64,
    /// Position of each number, unless there are too many.
    places: Option<Vec<(u32, u8)>>,
    /// A unique file name.
    stem: String,
    files: Vec<Held>,
}

impl Spelled {
    /// Offset of its first number.
    fn first(&self) -> usize {
        let first = self.places.as_ref().and_then(|places| places.first());
        self.array.text.start + first.map_or(0, |place| place.0 as usize)
    }
}

impl Held {
    fn path(&self) -> String {
        match self.index {
            Some(index) => format!("{}[{index}]", self.format.id()),
            None => self.format.id().to_owned(),
        }
    }

    fn name(&self, parent: NodeId) -> NodeName {
        match self.index {
            Some(index) => parent.item(self.format.id(), index),
            None => parent.name(self.format.id()),
        }
    }
}

/// Numbers files by their formats.
fn numbered(finds: Vec<ScanMatch>) -> Vec<Held> {
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
    let files = finds.into_iter().map(|find| Held {
        format: find.format,
        index: Some(number(find.format.id())),
        range: find.range,
    });
    files.collect()
}

impl<'a> Carrier<'a> {
    /// Looks for files of every format.
    pub(crate) fn new(bytes: &'a [u8], limits: &Limits) -> Carrier<'a> {
        let files = numbered(binaries(bytes, &ScanOptions::default(), &|_| {}).finds);
        let mut arrays = Vec::new();
        let mut spaces = Spaces::default();
        let mut names = SourceNames::default();
        let mut address = bytes.len() as u64 + 1;
        for held in scan_arrays(bytes, false) {
            let size = held.content.len() as u64;
            let text = held.array.text.start as u64;
            let places = held.array.places(bytes);
            spaces.push(match places.clone() {
                Some(places) => Space::spelled(address, size, text, held.array.width.bytes() as u64, places),
                None => Space::packed(address, size, text..held.array.text.end as u64),
            });
            let stem = match held.array.name.as_str() {
                "" => "array",
                name => name,
            };
            let mut files = numbered(held.files);
            if let [file] = files.as_mut_slice() {
                file.index = None;
            }
            arrays.push(Spelled {
                stem: names.name("", stem.as_bytes()).0,
                array: held.array,
                content: held.content,
                address,
                places,
                files,
            });
            address += size + 1;
        }
        Carrier { bytes, files, arrays, spaces, line_ends: OnceCell::new(), limits: *limits }
    }

    /// Line number, from 1, of an offset in the text.
    fn line(&self, at: usize) -> usize {
        let ends = self.line_ends.get_or_init(|| {
            let ends = self.bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
            ends.map(|(at, _)| at).collect()
        });
        1 + ends.partition_point(|&end| end < at)
    }

    /// True if no known file was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.arrays.is_empty()
    }

    /// Names the files; the rest stays raw.
    pub(crate) fn map(&self, map: &mut Map) {
        let file_in = |map: &mut Map, file: &Held, parent: NodeId, base: u64| {
            map.node(Node {
                name: file.name(parent),
                start: base + file.range.start as u64,
                end: base + file.range.end as u64,
                kind: NodeKind::File { format: file.format.id() },
            });
        };
        for file in &self.files {
            file_in(map, file, NodeId::ROOT, 0);
        }
        for (index, one) in (0u32..).zip(&self.arrays) {
            // The map assigns addresses in the order in which they were counted here.
            let Some(address) = map.space(&one.content) else {
                return;
            };
            let node = map.node(Node {
                name: NodeId::ROOT.item("array", index),
                start: one.array.text.start as u64,
                end: one.array.text.end as u64,
                kind: NodeKind::Packed { codec: one.array.width.codec(), content: address },
            });
            for file in &one.files {
                file_in(map, file, node, address);
            }
        }
    }

    /// Adds to a finding inside an array the array and the position in it, because its bytes are those of the text.
    pub(crate) fn explained(&self, finding: Diagnostic) -> Diagnostic {
        let (start, end) = (finding.location.start as usize, finding.location.end as usize);
        let found = self.arrays.iter().find(|one| one.array.text.start <= start && end <= one.array.text.end);
        let Some(one) = found.filter(|_| finding.location.input == 0) else {
            return finding;
        };
        let line = self.line(start);
        let name = match one.array.name.as_str() {
            "" => "an array".to_owned(),
            name => format!("the array {name}"),
        };
        let inside = (start - one.array.text.start) as u32;
        let byte = one.places.as_ref().map(|places| {
            let number = places.partition_point(|place| place.0 < inside);
            format!("byte {:#x} of ", number * one.array.width.bytes())
        });
        finding.note(format!("{}{name}, line {line}", byte.unwrap_or_default()))
    }

    /// The file inside, if there is one alone.
    pub(crate) fn only(&self) -> Option<(&'static dyn Format, &[u8])> {
        let mut held = self.held();
        match (held.next(), held.next()) {
            (Some((file, _, _, bytes, _)), None) => Some((file.format, bytes)),
            _ => None,
        }
    }

    /// Every file with its path, the piece's name, its bytes and their address.
    fn held(&self) -> impl Iterator<Item = (&Held, String, String, &[u8], u64)> {
        let own = self.files.iter().map(|file| {
            let name = format!("{}{}", file.format.id(), file.index.unwrap_or(0));
            (file, file.path(), name, self.bytes, 0)
        });
        let spelled = self.arrays.iter().enumerate().flat_map(|(index, one)| {
            one.files.iter().map(move |file| {
                let path = format!("array[{index}].{}", file.path());
                let name = match file.index {
                    Some(number) => format!("{}-{}{number}", one.stem, file.format.id()),
                    None => one.stem.clone(),
                };
                (file, path, name, one.content.as_slice(), one.address)
            })
        });
        own.chain(spelled).map(|(file, path, name, bytes, base)| {
            let inside = bytes.get(file.range.clone()).unwrap_or_default();
            (file, path, name, inside, base + file.range.start as u64)
        })
    }
}

/// Maximum number of bytes after a file that may be padding.
const MAX_PADDING: usize = 16;

impl Carrier<'_> {
    /// Finding on data before the first file. A single file that extends to the end was probably meant to be alone;
    /// anything else is treated as an archive or a dump, which has nothing wrong.
    fn leading(&self) -> Option<Diagnostic> {
        let first = self.files.first()?;
        let (start, end) = (first.range.start, first.range.end);
        if start == 0 {
            return None;
        }
        let count = match start {
            1 => "1 byte that belongs".to_owned(),
            _ => format!("{start} bytes that belong"),
        };
        let id = first.format.id();
        let location = Location::new(0, start as u64, "");
        let tail = self.bytes.get(end..).unwrap_or_default();
        let is_alone =
            self.files.len() == 1 && tail.len() < MAX_PADDING && tail.iter().all(|&byte| byte == 0);
        let finding = if is_alone {
            let message =
                format!("the file begins with {count} to no format; a {id} file begins at {start:#x}");
            Diagnostic::new(&LEADING_BYTES, location, message)
                .help("remove what precedes it: `glassbox scan FILE --extract FOLDER` extracts the file")
        } else {
            let message = format!(
                "the data begins with {count} to no format; {}",
                match self.files.len() {
                    1 => format!("a {id} file is at {start:#x}..{end:#x}"),
                    count => format!("it contains {count} files of known formats, the first at {start:#x}"),
                }
            );
            Diagnostic::new(&LEADING_BYTES, location, message)
                .severity(Severity::Info)
                .help("no action is needed for an archive or a dump; `glassbox scan` lists its contents")
        };
        Some(finding)
    }
}

impl OpenedFile for Carrier<'_> {
    fn check(&self) -> Diagnostics {
        let mut findings = Diagnostics::new(self.limits.diagnostics);
        if self.is_empty() {
            let size = self.bytes.len() as u64;
            let location = Location::new(0, size.min(16), "");
            let finding = |message: String| Diagnostic::new(&UNKNOWN_DATA, location, message);
            findings.push(match (size, source(self.bytes)) {
                (0, _) => finding("the file is empty".to_owned()),
                (_, Some(language)) => {
                    finding(format!("found source text in {language}, expected a compiled shader"))
                        .help("compile it with `glassbox compile`")
                }
                _ if seems_sksl(self.bytes) => {
                    finding("found source text that seems to be SkSL, expected a compiled shader".to_owned())
                        .help(
                            "state its kind with `--kind shader`, or a name that ends with `.rts` or `.sksl`",
                        )
                }
                _ => finding(format!(
                    "unknown data: it begins with {} and contains no known file",
                    beginning(self.bytes)
                ))
                .help("state the format with --as to see what its reader objects to"),
            });
        }
        findings.extend(self.leading());
        findings
    }

    fn summary(&self) -> Summary {
        let mut facts = Vec::new();
        let count = self.held().count();
        if count == 0 {
            if !self.bytes.is_empty() {
                facts.push(("first bytes".to_owned(), beginning(self.bytes)));
            }
        } else {
            let held: usize = self.held().map(|(_, _, _, bytes, _)| bytes.len()).sum();
            facts.push(("in known files".to_owned(), format!("{held} bytes")));
        }
        for one in &self.arrays {
            let line = self.line(one.first());
            let name = match one.array.name.as_str() {
                "" => "without a name",
                name => name,
            };
            facts.push(("array".to_owned(), format!("{name}, {} bytes, line {line}", one.content.len())));
        }
        let kind = if self.arrays.is_empty() { "unknown data" } else { "source text" };
        Summary {
            kind: match count {
                0 => kind.to_owned(),
                1 => format!("{kind} that holds a known file"),
                count => format!("{kind} that holds {count} known files"),
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

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        let pieces = self.held().map(|(file, path, name, bytes, _)| Artifact {
            name,
            path,
            kind: ArtifactKind::File(file.format.id()),
            stage: None,
            extension: file.format.id(),
            bytes: bytes.into(),
            side_table: (&[][..]).into(),
        });
        pieces.collect()
    }

    fn embedded(&self) -> Vec<Embedded<'_>> {
        let last = self.spaces.iter().last().map(|space| space.range().end);
        let free = last.unwrap_or(self.bytes.len() as u64) + 1;
        let files = self.held().map(|(file, path, _, bytes, base)| Embedded {
            format: file.format.id(),
            path,
            window: Window { bytes, base, next_free_address: free },
            known: None,
        });
        files.collect()
    }

    fn spaces(&self) -> Option<&Spaces> {
        Some(&self.spaces)
    }

    fn repairs(&self) -> Vec<Repair> {
        Vec::new()
    }

    fn repair(&self, _: &str) -> Result<Vec<u8>, EditError> {
        Err(EditError::new("the format of the file is unknown"))
    }

    fn write(&self, _: WriteLayout) -> Result<Vec<u8>, WriteError> {
        Err(WriteError::new("the format of the file is unknown"))
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
    compilers.find(|compiler| compiler.is_source(text)).map(|compiler| compiler.title())
}

/// The first bytes in words.
pub(crate) fn beginning(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(8)];
    let words: Vec<String> = shown.iter().map(|byte| format!("{byte:02x}")).collect();
    words.join(" ")
}
