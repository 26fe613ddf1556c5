//! The `Format` and `OpenedFile` traits that every container format implements, and their data types. The library
//! and the command work through them and need no knowledge of a format.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Diagnostics, Location, Rule};
use crate::error::ErrorList;
use crate::interface::{Interface, Symbol};
use crate::language::SourceError;
use crate::limits::Limits;
use crate::map::Map;
use crate::needs::Needs;
use crate::reader::{NodeId, Reader, Window};
use crate::space::Spaces;

/// Confidence that bytes belong to a format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MatchConfidence {
    /// Not of this kind.
    No,
    /// Possible: the input ends before the magic number can be checked.
    Maybe,
    /// The magic is there.
    Yes,
}

/// Work left to a search, in bytes. One byte can belong to many false starts of a file, so the sum of their
/// cost is limited rather than each.
#[derive(Debug)]
pub struct ScanBudget(u64);

impl ScanBudget {
    /// So many bytes may be looked at.
    pub const fn new(bytes: u64) -> Self {
        ScanBudget(bytes)
    }

    /// Takes an amount. `None` if less is left; then nothing is taken.
    pub fn spend(&mut self, bytes: u64) -> Option<()> {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(0);
        left.map(drop)
    }

    /// True if more was requested than was left.
    pub const fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// A container format.
pub trait Format: Sync {
    /// Short name, for `--as`.
    fn id(&self) -> &'static str;

    /// Full name, for people.
    fn title(&self) -> &'static str;

    /// Rules, in the order of the format's description.
    fn rules(&self) -> &'static [&'static Rule];

    /// Checks whether bytes look like this format.
    fn detect(&self, bytes: &[u8]) -> MatchConfidence;

    /// File name extensions, without the dot. Only those used by no other format: a file with such a name
    /// that is not of this format is wrong.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The byte strings that files of this format begin with, each of three bytes or more. A search through other data
    /// looks for them; without any, files of this format are not searched for.
    fn signatures(&self) -> &'static [&'static [u8]] {
        &[]
    }

    /// Size of the file that begins at the first byte; anything may follow it. `None` if there is no such
    /// file or it is truncated. Called only where one of the [`signatures`](Self::signatures) matches, so the
    /// bytes after the signature must be conclusive enough to reject noise. Bytes examined are charged to
    /// `effort`; when that runs out, the result is `None`.
    fn extent(&self, bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
        let _ = (bytes, effort);
        None
    }

    /// Names every range of the reader's window to the map, under the reader's root. `Err` only if the bytes are not of
    /// this format. [`map`](fn@map) creates such a reader.
    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>>;

    /// Reads the bytes. `Err` only when they are not of this format.
    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>>;

    /// As [`open`](Self::open), for a file inside another that computed something about it. Formats that do not share such
    /// a value ignore it.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    fn open_known<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
        known: Option<&'a dyn Any>,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        let _ = known;
        self.open(window, limits)
    }

    /// Alternative layouts by name, such as the one of a public document that real files deviate from. Never
    /// detected automatically.
    fn variants(&self) -> &'static [(&'static str, &'static dyn Format)] {
        &[]
    }

    /// Wraps data that is not a file by itself, such as bare code, in a file of another format, so that
    /// functions for that format accept it.
    fn whole(&self, bytes: &[u8]) -> Option<Whole> {
        let _ = bytes;
        None
    }

    /// Text spelling of the format, if one is in common use.
    fn text_encoding(&self) -> Option<&'static dyn TextEncoding> {
        None
    }
}

/// Data that is not a file by itself, wrapped in a generated file.
pub struct Whole {
    /// The format of the file.
    pub format: &'static dyn Format,
    /// Bytes of the generated file.
    pub bytes: Vec<u8>,
    /// Offset of the data in it, bytes.
    pub start: u64,
    /// Number of data bytes in it.
    pub size: u64,
}

impl Whole {
    /// Maps a finding from the wrapper to the data. Locations outside the data are dropped.
    pub fn relocate(&self, finding: &mut Diagnostic) {
        let labels = finding.labels.iter_mut().map(|label| &mut label.location);
        for location in std::iter::once(&mut finding.location).chain(labels) {
            if location.end <= self.start || location.start >= self.start + self.size {
                *location = Location::default();
                continue;
            }
            let moved = |at: u64| at.saturating_sub(self.start).min(self.size);
            (location.start, location.end) = (moved(location.start), moved(location.end));
        }
    }
}

/// Names every range of a window to a map, under `root`. `Err` only when the bytes are not of the format.
pub fn map(
    format: &dyn Format,
    window: Window<'_>,
    map: &mut Map,
    root: NodeId,
    limits: &Limits,
) -> Result<(), Box<Diagnostic>> {
    let mut reader = Reader::new(window, map, *limits);
    reader.root = root;
    format.map(&mut reader)
}

/// A way to write the bytes of a format as text, other than the text form: such as the array of numbers of a C source.
pub trait TextEncoding: Sync {
    /// File name suffix of such files, with the dot.
    fn suffix(&self) -> &'static str;

    /// Bytes spelled by a text; `None` if the text is not in this spelling.
    fn read(&self, text: &[u8]) -> Option<Result<Vec<u8>, ErrorList<SourceError>>>;

    /// Spells bytes; `name` is the name of the file without its suffix.
    fn write(&self, bytes: &[u8], name: &str) -> String;
}

/// An opened file.
pub trait OpenedFile {
    /// All findings: those of reading and those of the rules.
    fn check(&self) -> Diagnostics;

    /// As [`check`](Self::check), for programs that a named environment executes, such as `vulkan1.2`. Formats whose rules do
    /// not depend on it are checked as usual.
    fn check_for(&self, environment: &str) -> Diagnostics {
        let _ = environment;
        self.check()
    }

    /// Short description of the file, one screen.
    fn summary(&self) -> Summary;

    /// Reflection of the file.
    fn interface(&self) -> Interface;

    /// Names with their definitions and uses.
    fn symbols(&self) -> Vec<Symbol>;

    /// Pieces that can be extracted from the file.
    fn artifacts(&self) -> Vec<Artifact<'_>>;

    /// Strings in code that the field tree does not name: path of the code and string.
    fn strings_in_code(&self) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }

    /// What a device must have to run the programs, and what asks for it. `None` if the format does not tell.
    fn needs(&self) -> Option<Needs> {
        None
    }

    /// Files embedded in this one. The library implements it when asked to descend into files.
    fn embedded(&self) -> Vec<Embedded<'_>> {
        Vec::new()
    }

    /// Spaces of the file, to locate findings in them.
    fn spaces(&self) -> Option<&Spaces> {
        None
    }

    /// The parts of the container in order. Unlike [`summary`](Self::summary) this reads only the directory.
    fn parts(&self) -> Vec<ContainerPart> {
        Vec::new()
    }

    /// Data of entry `number` of [`parts`](Self::parts), as edits take it. `None` if that is the bytes at
    /// [`ContainerPart::data`].
    fn part_data(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        let _ = number;
        None
    }

    /// Applies an edit and recomputes all derived data.
    fn edit(&self, edit: &Edit<'_>, digest: DigestPolicy) -> Result<Vec<u8>, EditError> {
        let _ = (edit, digest);
        Err(EditError::unsupported())
    }

    /// Styles for showing the whole file as source text, the usual one first.
    fn listings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Writes the file as source text in a style of [`listings`](Self::listings). `false`, with nothing written, if it
    /// cannot.
    fn listing(&self, style: &str, out: &mut dyn io::Write) -> io::Result<bool> {
        let _ = (style, out);
        Ok(false)
    }

    /// Compares the symbol table of [`Edit::AddSymbols`] with the code. `None` if there is none.
    fn check_symbols(&self) -> Option<Diagnostics> {
        None
    }

    /// Checks that a root signature, the data of an `RTS0` part, binds what the program uses. `None` for formats without
    /// registers.
    fn check_root_signature(&self, data: &[u8]) -> Option<Diagnostics> {
        let _ = data;
        None
    }

    /// Available repairs.
    fn repairs(&self) -> Vec<Repair>;

    /// Applies a repair of [`repairs`](Self::repairs); `Err` gives the reason it cannot be done.
    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError>;

    /// Writes the file from the model. `Err` names what the format cannot express.
    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError>;
}

/// Placement policy of a writer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WriteLayout {
    /// At the original offsets: a file without errors is reproduced byte for byte.
    Original,
    /// At the offsets the format's own tools use, whatever the file has: equal content gives equal bytes.
    Canonical,
}

/// Reason a file cannot be written: one sentence, lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteError(String);

impl WriteError {
    /// An error with this sentence.
    pub fn new(message: impl Into<String>) -> WriteError {
        WriteError(message.into())
    }

    /// The reason, as one sentence.
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl From<String> for WriteError {
    fn from(message: String) -> WriteError {
        WriteError(message)
    }
}

impl From<&str> for WriteError {
    fn from(message: &str) -> WriteError {
        WriteError(message.to_owned())
    }
}

/// The sentence, as findings and notes take it.
impl From<WriteError> for String {
    fn from(error: WriteError) -> String {
        error.0
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WriteError {}

/// A whole file inside another.
#[derive(Clone, Debug)]
pub struct Embedded<'a> {
    /// Id of its format.
    pub format: &'static str,
    /// Path of the node that holds it.
    pub path: String,
    /// Bytes of the file and their location.
    pub window: Window<'a>,
    /// What the file around it knows about the bytes, for [`Format::open_known`].
    pub known: Option<&'a dyn Any>,
}

/// A change to a container.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit<'e> {
    /// Adds a part.
    Add {
        /// Name of the part, such as a four-character code.
        name: &'e str,
        /// New data of the part.
        data: &'e [u8],
        /// The part that it comes before; at the end without.
        before: Option<&'e str>,
    },
    /// Removes every part of a name.
    Remove {
        /// Name, or name and number as in `LIBF[2]`.
        name: &'e str,
    },
    /// Replaces the data of a part.
    Replace {
        /// Name, or name and number as in `LIBF[2]`.
        name: &'e str,
        /// The new data.
        data: &'e [u8],
    },
    /// Removes data that programs run without.
    Strip(&'e [Strip]),
    /// Recomputes the digest; nothing else changes.
    Sign,
    /// Writes a symbol table of what the code exports to linkers, replacing an existing one.
    AddSymbols(SymbolTable),
    /// Removes the symbol table.
    RemoveSymbols,
}

/// Options for a new symbol table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SymbolTable {
    /// Spelling of its names.
    pub names: SymbolNames,
    /// True if a name that is the suffix of another shares its bytes.
    pub packed: bool,
    /// True if it may be derived from other tables when the code cannot be read; it may list too much then.
    pub approximate: bool,
}

/// Spelling of names in a symbol table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SymbolNames {
    /// As the code has them.
    #[default]
    Stored,
    /// Decorated names without the prefix they have in the code.
    Unmarked,
    /// As in the source, without scopes and parameters. Overloads would share a name, which is refused.
    Source,
}

/// Kinds of data that can be stripped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strip {
    /// Debug information.
    Debug,
    /// Reflection.
    Reflection,
    /// Names that only people read.
    Names,
    /// The root signature.
    RootSignature,
    /// Private data.
    Private,
}

impl Strip {
    /// All of them.
    pub const ALL: [Strip; 5] =
        [Strip::Debug, Strip::Reflection, Strip::Names, Strip::RootSignature, Strip::Private];
}

/// Treatment of a digest over the whole file when the file is edited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DigestPolicy {
    /// A signed file stays signed: its digest is recomputed in the same variant. An unsigned file stays
    /// unsigned, and so does one whose digest is the bypass value.
    #[default]
    Same,
    /// Computed for signed and unsigned files: in the variant of the file, or else that of released tools.
    Sign,
    /// Left unchanged, even if invalid now.
    Keep,
    /// The value that makes the runtime skip the check.
    Bypass,
    /// The value that compilers write for shader models in preview.
    PreviewBypass,
    /// All zero: not signed.
    Zero,
}

/// Reason an edit was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditError {
    /// The rule that the result would break, if there is one.
    pub rule: Option<&'static Rule>,
    /// One sentence: lower case, no full stop.
    pub message: String,
    /// Alternative way to the same result.
    pub help: Option<String>,
}

impl EditError {
    /// Creates a refusal with a message.
    pub fn new(message: impl Into<String>) -> EditError {
        EditError { rule: None, message: message.into(), help: None }
    }

    /// The format does not support the edit.
    pub fn unsupported() -> EditError {
        EditError::new("the format has no such parts")
    }

    /// Names the rule that the result would break.
    pub fn rule(mut self, rule: &'static Rule) -> EditError {
        self.rule = Some(rule);
        self
    }

    /// Adds an alternative way to the same result.
    pub fn help(mut self, help: impl Into<String>) -> EditError {
        self.help = Some(help.into());
        self
    }
}

impl From<WriteError> for EditError {
    fn from(error: WriteError) -> EditError {
        EditError::new(error.0)
    }
}

impl From<&str> for EditError {
    fn from(message: &str) -> EditError {
        EditError::new(message)
    }
}

impl From<String> for EditError {
    fn from(message: String) -> EditError {
        EditError::new(message)
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rule) = self.rule {
            write!(f, "{rule}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for EditError {}

/// Summary of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The format with its version or flavour.
    pub kind: String,
    /// Producer, as far as the bytes identify it.
    pub producer: Option<String>,
    /// Labelled facts in order: label, value.
    pub facts: Vec<(String, String)>,
    /// A table of the parts.
    pub parts: Vec<SummaryRow>,
}

/// A row of [`Summary::parts`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SummaryRow {
    /// Path of the part.
    pub path: String,
    /// Byte range of the part in the file.
    pub range: Range<u64>,
    /// Description of the part.
    pub description: String,
}

/// A part of a container, from its directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContainerPart {
    /// Name for edits: such as `DXIL`, or `LIBF[2]` if a name occurs more than once.
    pub name: String,
    /// Byte range of its data in the file, without headers before it. For compressed or scattered data, the
    /// stored bytes or the first piece.
    pub data: Range<u64>,
    /// Description of the part.
    pub description: String,
}

/// Content that can be extracted from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Artifact<'a> {
    /// Name, unique in the file and fit for a file name.
    pub name: String,
    /// Path of the node that holds it.
    pub path: String,
    /// Kind of content.
    pub kind: ArtifactKind,
    /// Stage that it belongs to, as in [`Interface`].
    pub stage: Option<&'static str>,
    /// Usual file name extension.
    pub extension: &'static str,
    /// Content of the piece.
    pub bytes: Cow<'a, [u8]>,
    /// Bytes that help to print code, such as operand descriptors.
    pub side_table: Cow<'a, [u8]>,
}

/// Kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArtifactKind {
    /// Code in a language of the registry.
    Code(&'static str),
    /// A whole file of a format, as when one container holds another.
    File(&'static str),
    /// A character string.
    String,
    /// Source text embedded in the file.
    Source,
    /// Any other data.
    Data,
}

/// An available repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// Name, for `repair --only`.
    pub name: &'static str,
    /// Rule whose findings it removes.
    pub rule: Option<&'static str>,
    /// Effect of the repair, one sentence.
    pub description: String,
    /// True if it is applied without being requested by name.
    pub by_default: bool,
}
