//! Parses files into the model and, with a recorder, the field tree.
//!
//! Commands are read by their payload tables, with a stack of open commands instead of recursion. Commands
//! have no length field, so reading cannot resynchronise: it stops at the first unexpected byte and keeps the
//! rest as raw data.

mod decode;
mod names;
mod quick;
mod recognise;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::reader::{NoRecorder, NodeId, NodeKind, Reader, Recorder, Window};
use glassbox_core::value::Value;

use crate::command::Category;
use crate::dialect::Dialect;
use crate::model::{Model, ModelNode};
use crate::raw::VERSION;
use decode::Decoder;
pub(crate) use names::Names;
pub(crate) use recognise::likeness;
pub use recognise::{LAST_VERSION, Recognised, is_chain, recognise};

/// Reason for a premature end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopKind {
    /// The file ends inside a command.
    Truncated,
    /// Undefined command byte.
    Unknown(u8),
    /// A command of another category than expected.
    Unexpected(u8),
    /// Commands are nested too deeply.
    TooDeep,
}

/// Premature end of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Reason for stopping.
    pub kind: StopKind,
    /// Category of the expected command, if a command was expected.
    pub due: Option<Category>,
    /// Innermost open command; [`ModelNode::NONE`] at the top.
    pub within: ModelNode,
    /// Innermost list with more items left than bytes: the command, its count field, the number of items.
    pub overlong: Option<(ModelNode, &'static str, u32)>,
    /// Offset of the unreadable byte from the start of the window.
    pub at: usize,
    /// Its tree node, if nodes were named.
    pub(crate) node: NodeId,
}

/// A file as read.
#[derive(Clone, Debug)]
pub struct File<'a> {
    /// The bytes.
    pub window: Window<'a>,
    /// The model, as far as it could be read.
    pub model: Model<'a>,
    /// `stringLength` as stated in the file, in bytes.
    pub string_length: u16,
    /// Offset of the first command.
    pub commands: usize,
    /// End of the last readable command, exclusive.
    pub end: usize,
    /// Premature end, if any.
    pub stop: Option<Stop>,
}

impl File<'_> {
    /// True if the string data ends within the file.
    pub fn has_strings(&self) -> bool {
        self.commands <= self.window.bytes.len()
    }

    /// Bytes after the top-level item.
    pub fn trailing(&self) -> &[u8] {
        match self.stop {
            None => self.window.bytes.get(self.end..).unwrap_or(&[]),
            Some(_) => &[],
        }
    }
}

/// Reads a file in its most likely dialect, without names. `Err` only if the bytes are not a file of this
/// format.
pub fn open<'a>(window: Window<'a>, limits: &Limits) -> Result<File<'a>, Box<Diagnostic>> {
    let version = recognise::version(window)?;
    let mut first = None;
    for dialect in Dialect::candidates(version) {
        let file = open_with(window, limits, dialect);
        if file.stop.is_none()
            && file.trailing().is_empty()
            && (dialect.version == VERSION || recognise::fits(&file))
        {
            return Ok(file);
        }
        first.get_or_insert(file);
    }
    Ok(first.unwrap_or_else(|| open_with(window, limits, Dialect::SKIA_8)))
}

/// Reads a file that must be of a dialect, without names. `Err` if it states another version.
pub(crate) fn open_version<'a>(
    window: Window<'a>,
    limits: &Limits,
    dialect: Dialect,
) -> Result<File<'a>, Box<Diagnostic>> {
    let version = recognise::version(window)?;
    if version != dialect.version {
        return Err(recognise::other_version(window, version, dialect.version));
    }
    Ok(open_with(window, limits, dialect))
}

/// Reads the commands of an in-memory program ([`Dialect::WIDE`]); `None` if they are invalid or do not end
/// with the program.
pub fn wide(strings: Vec<u8>, commands: &[u8]) -> Option<Model<'static>> {
    let limits = Limits { depth: u32::MAX, ..Limits::default() };
    let mut reader = Reader::new(Window::whole(commands), NoRecorder, limits);
    let mut model = Model::new(Dialect::WIDE);
    model.strings = strings.into();
    let mut decoder: Decoder<'_, '_, _, false> = Decoder::new(&mut reader, model, Names::default(), 0);
    let stop = decoder.run();
    let (end, model, _) = decoder.finish();
    (stop.is_none() && end == commands.len()).then(|| model.into_owned())
}

/// Reads a file as a dialect, whatever version it states, without names.
pub fn open_with<'a>(window: Window<'a>, limits: &Limits, dialect: Dialect) -> File<'a> {
    let mut reader = Reader::new(window, NoRecorder, *limits);
    read::<_, false>(&mut reader, dialect).0
}

/// Reads a file as a dialect, with names for the reader's recorder.
pub fn read_named<'a, R: Recorder>(reader: &mut Reader<'a, R>, dialect: Dialect) -> File<'a> {
    read::<R, true>(reader, dialect).0
}

/// Reads a file, with names if `NAMED`; these map each model node to its tree node.
pub(crate) fn read<'a, R: Recorder, const NAMED: bool>(
    reader: &mut Reader<'a, R>,
    dialect: Dialect,
) -> (File<'a>, Names) {
    let window = reader.window();
    let bytes = window.bytes;
    let mut names = Names::default();
    if NAMED {
        names.header(reader, dialect);
    }
    let string_length = u16::load(bytes.get(2..).unwrap_or(&[]));
    let commands = 4 + usize::from(string_length);
    let end = commands.min(bytes.len());
    let mut model = Model::new(dialect);
    model.strings = bytes.get(4..end).unwrap_or(&[]).into();
    let mut file = File { window, model, string_length, commands, end, stop: None };
    if commands >= bytes.len() {
        file.model.is_whole = false;
        file.stop = Some(Stop {
            kind: StopKind::Truncated,
            due: Some(Category::Top),
            within: ModelNode::NONE,
            overlong: None,
            at: bytes.len(),
            node: NodeId::ROOT,
        });
        return (file, names);
    }
    let mut decoder: Decoder<'_, 'a, R, NAMED> = Decoder::new(reader, file.model, names, commands);
    let stop = decoder.run();
    let (at, model, names) = decoder.finish();
    file.end = at;
    file.model = model;
    file.stop = stop;
    file.model.is_whole = stop.is_none();
    if NAMED && stop.is_none() && at < bytes.len() {
        let root = reader.root;
        reader.node(root.name("trailing"), at as u64, bytes.len() as u64, NodeKind::Bytes);
    }
    (file, names)
}
