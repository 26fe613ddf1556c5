//! What every container format offers, so that the library and the command need not know which one they hold.

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
use crate::reader::{NodeId, Reader, Window};
use crate::space::Spaces;

/// How sure a format is that bytes are of its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Likeness {
    /// Not of this kind.
    No,
    /// Nothing speaks against it, as for a file that is cut off inside its magic.
    Maybe,
    /// The magic is there.
    Yes,
}

/// How many bytes a search may still look at closely. One byte can belong to many false beginnings of a file, so the sum of
/// what they cost is limited, not the cost of each.
#[derive(Debug)]
pub struct Effort(u64);

impl Effort {
    /// So many bytes may be looked at.
    pub const fn new(bytes: u64) -> Self {
        Effort(bytes)
    }

    /// Takes some of it. `None` when there is not as much left; then nothing is.
    pub fn spend(&mut self, bytes: u64) -> Option<()> {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or(0);
        left.map(drop)
    }

    /// Whether more was asked for than there was.
    pub const fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// A container format.
pub trait Format: Sync {
    /// Short name, as `--as` takes it.
    fn id(&self) -> &'static str;

    /// Full name.
    fn title(&self) -> &'static str;

    /// Rules, in the order of the format's description.
    fn rules(&self) -> &'static [&'static Rule];

    /// Whether bytes look like this format.
    fn detect(&self, bytes: &[u8]) -> Likeness;

    /// How the names of files of this format end, without the dot. Only endings that mean nothing else: a file with such a name
    /// that is not of this format is wrong.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The byte strings that files of this format begin with, each of three bytes or more. A search through other data
    /// looks for them; without any, files of this format are not searched for.
    fn signatures(&self) -> &'static [&'static [u8]] {
        &[]
    }

    /// Size of the whole file of this format that begins with the first of these bytes; anything may follow it. `None`
    /// when what stands here is no such file, or is cut off. It is asked only where one of the
    /// [`signatures`](Self::signatures) stands, so the bytes behind the signature have to speak for a file so clearly that
    /// noise does not pass. What it looks at it takes from `effort`, and gives up when that is used up.
    fn extent(&self, bytes: &[u8], effort: &mut Effort) -> Option<usize> {
        let _ = (bytes, effort);
        None
    }

    /// Names every range of the reader's window to the map, under the reader's root. `Err` only when the bytes are not of
    /// this format. [`map`](fn@map) makes such a reader.
    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>>;

    /// Reads the bytes. `Err` only when they are not of this format.
    fn open<'a>(&self, window: Window<'a>, limits: &Limits) -> Result<Box<dyn Opened + 'a>, Box<Diagnostic>>;

    /// Other layouts of the format under their names, such as the one that a public document describes where real files are
    /// otherwise. They are never detected.
    fn variants(&self) -> &'static [(&'static str, &'static dyn Format)] {
        &[]
    }

    /// Data that is no file by itself, such as bare code, as a file of another format: what is made for files of that format
    /// takes it in its place.
    fn whole(&self, bytes: &[u8]) -> Option<Whole> {
        let _ = bytes;
        None
    }

    /// How the format is spelled as text, where that is usual.
    fn spelling(&self) -> Option<&'static dyn Spelling> {
        None
    }
}

/// Data that is no file by itself in a file made for it.
pub struct Whole {
    /// The format of the file.
    pub format: &'static dyn Format,
    /// The file.
    pub bytes: Vec<u8>,
    /// Where the data begins in it.
    pub start: u64,
    /// How much of the data is in it.
    pub size: u64,
}

impl Whole {
    /// Moves the places of a finding from the file to the data. What is not in the data has no place.
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
pub trait Spelling: Sync {
    /// How the names of such files end, with the dot.
    fn suffix(&self) -> &'static str;

    /// The bytes that a text spells; `None` when it is no such text.
    fn read(&self, text: &[u8]) -> Option<Result<Vec<u8>, ErrorList<SourceError>>>;

    /// Spells bytes; `name` is the name of the file without its suffix.
    fn write(&self, bytes: &[u8], name: &str) -> String;
}

/// An opened file.
pub trait Opened {
    /// Everything that is wrong: what the reading found and what the rules find.
    fn check(&self) -> Diagnostics;

    /// What the file is, for one screen.
    fn summary(&self) -> Summary;

    /// Reflection.
    fn interface(&self) -> Interface;

    /// Names with the places where they are defined and used.
    fn symbols(&self) -> Vec<Symbol>;

    /// What can be taken out of the file.
    fn pieces(&self) -> Vec<Piece<'_>>;

    /// Strings that code holds, where the field tree does not name them: path of the code and string.
    fn strings_in_code(&self) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }

    /// Whole files inside this one. The library answers for them where it is asked to go into files.
    fn embedded(&self) -> Vec<Embedded<'_>> {
        Vec::new()
    }

    /// The spaces of the file, for the places of what stands in them.
    fn spaces(&self) -> Option<&Spaces> {
        None
    }

    /// The parts of the container in order. Unlike [`summary`](Self::summary) this looks at nothing but the directory.
    fn parts(&self) -> Vec<ContainerPart> {
        Vec::new()
    }

    /// The data of a part of [`parts`](Self::parts), by its number there, as edits take it. `None` when that is what stands at
    /// [`ContainerPart::data`].
    fn part_data(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        let _ = number;
        None
    }

    /// The file after an edit, with everything that follows from the rest made right again.
    fn edit(&self, edit: &Edit<'_>, digest: DigestPolicy) -> Result<Vec<u8>, EditError> {
        let _ = (edit, digest);
        Err(EditError::unsupported())
    }

    /// The styles in which the whole file can be shown as source text, the usual one first.
    fn listings(&self) -> &'static [&'static str] {
        &[]
    }

    /// Writes the file as source text in a style of [`listings`](Self::listings). `false`, with nothing written, when it
    /// cannot be.
    fn listing(&self, style: &str, out: &mut dyn io::Write) -> io::Result<bool> {
        let _ = (style, out);
        Ok(false)
    }

    /// What is wrong with the symbol table of [`Edit::AddSymbols`], compared with the code. `None` when there is none.
    fn check_symbols(&self) -> Option<Diagnostics> {
        None
    }

    /// What can be fixed.
    fn repairs(&self) -> Vec<Repair>;

    /// The file after a repair of [`repairs`](Self::repairs); `Err` says why it cannot be done.
    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError>;

    /// The file written again from the model. `Err` says what the format cannot express.
    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError>;
}

/// Where a writer puts things.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WriteLayout {
    /// Where the file has them: a file that nothing is wrong with comes out with the same bytes.
    Original,
    /// Where the format's own tools put them, whatever the file has: files of the same content get the same bytes.
    Canonical,
}

/// Why a file cannot be written: one sentence, lower case, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteError(String);

impl WriteError {
    /// An error with this sentence.
    pub fn new(message: impl Into<String>) -> WriteError {
        WriteError(message.into())
    }

    /// The sentence.
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
    /// Its bytes and where they are.
    pub window: Window<'a>,
}

/// A change to a container.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit<'e> {
    /// Adds a part.
    Add {
        /// What the part is called, such as a four-character code.
        name: &'e str,
        /// Its data.
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
    /// Drops what programs run without.
    Strip(&'e [Strip]),
    /// Computes the digest again and changes nothing else.
    Sign,
    /// Lists what the code offers to linkers in a symbol table, in place of one that may be there.
    AddSymbols(SymbolTable),
    /// Removes the symbol table.
    RemoveSymbols,
}

/// How a symbol table is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SymbolTable {
    /// How its names are written.
    pub names: SymbolNames,
    /// Whether names that end others share their bytes.
    pub packed: bool,
    /// Whether it may be made of other tables where the code cannot be read; it may list too much then.
    pub approximate: bool,
}

/// How the names of a symbol table are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SymbolNames {
    /// As the code has them.
    #[default]
    Stored,
    /// Without what the code has in front of decorated names.
    Unmarked,
    /// As in the source, without scopes and parameters. Overloads have one name then, which is refused.
    Source,
}

/// What can be stripped.
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
    pub const ALL: [Strip; 5] = [
        Strip::Debug,
        Strip::Reflection,
        Strip::Names,
        Strip::RootSignature,
        Strip::Private,
    ];
}

/// What becomes of a digest over the whole file when the file is edited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DigestPolicy {
    /// A signed file stays signed: its digest is computed again, in the variant that it had. An unsigned file stays unsigned, and so
    /// does one whose digest asks the runtime not to look at it.
    #[default]
    Same,
    /// It is computed, whether the file was signed or not: in the variant that the file had, or else the one of released tools.
    Sign,
    /// It stays as it is, though it may be wrong now.
    Keep,
    /// The value that asks the runtime not to look at it.
    Bypass,
    /// The value that compilers write for shader models in preview.
    PreviewBypass,
    /// All zero: not signed.
    Zero,
}

/// Why an edit was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditError {
    /// The rule that the result would break, if there is one.
    pub rule: Option<&'static Rule>,
    /// One sentence: lower case, no full stop.
    pub message: String,
    /// How to get what was wanted.
    pub help: Option<String>,
}

impl EditError {
    /// A refusal.
    pub fn new(message: impl Into<String>) -> EditError {
        EditError {
            rule: None,
            message: message.into(),
            help: None,
        }
    }

    /// The format has nothing of the kind.
    pub fn unsupported() -> EditError {
        EditError::new("the format has no such parts")
    }

    /// Names the rule that the result would break.
    pub fn rule(mut self, rule: &'static Rule) -> EditError {
        self.rule = Some(rule);
        self
    }

    /// Says how to get what was wanted.
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

/// What a file is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The format with its version or flavour.
    pub kind: String,
    /// Who made it, as far as the bytes tell.
    pub producer: Option<String>,
    /// Labelled facts in order: label, value.
    pub facts: Vec<(String, String)>,
    /// A table of the parts.
    pub parts: Vec<Part>,
}

/// A row of [`Summary::parts`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Path of the part.
    pub path: String,
    /// Bytes that the part takes, from the start of the file.
    pub range: Range<u64>,
    /// What it is.
    pub what: String,
}

/// A part of a container, as its directory tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContainerPart {
    /// Name as edits take it: such as `DXIL`, or `LIBF[2]` where a name occurs more than once.
    pub name: String,
    /// Its data, from the start of the file; what comes before the data, such as a header, is not in it. Of data that is
    /// compressed or scattered, the stored bytes or the first piece.
    pub data: Range<u64>,
    /// What it is.
    pub what: String,
}

/// Something that can be taken out of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece<'a> {
    /// Name, unique in the file and fit for a file name.
    pub name: String,
    /// Path of the node that holds it.
    pub path: String,
    /// What it is.
    pub kind: PieceKind,
    /// Stage that it belongs to, as in [`Interface`].
    pub stage: Option<&'static str>,
    /// Usual file name extension.
    pub extension: &'static str,
    /// The bytes.
    pub bytes: Cow<'a, [u8]>,
    /// Bytes that help to print code, such as operand descriptors.
    pub aid: Cow<'a, [u8]>,
}

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// Code in a language of the registry.
    Code(&'static str),
    /// A whole file of a format, as when one container holds another.
    File(&'static str),
    /// A string.
    String,
    /// Source text that the file keeps of what it was made from.
    Source,
    /// Other data.
    Data,
}

/// Something that can be fixed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// Name, as `repair --only` takes it.
    pub name: &'static str,
    /// The rule whose finding it removes.
    pub rule: Option<&'static str>,
    /// What it does, in one sentence.
    pub what: String,
    /// Whether it is done without being asked for by name.
    pub by_default: bool,
}
