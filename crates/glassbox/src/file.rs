//! Opening bytes of any kind.

use std::borrow::Cow;
use std::io;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::format::{
    ContainerPart, DigestPolicy, Edit, EditError, Embedded, Format, Opened, Piece, PieceKind, Repair,
    Summary, Whole,
};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::reader::{NodeId, Window};
use glassbox_core::space::Spaces;

use crate::carrier::{Carrier, beginning};
use crate::nested;
use crate::rules::MISNAMED;
use crate::source_listing::{self, Excerpt, SourceStyles};

/// An opened file of any kind. It answers through [`Opened`]; bytes of no known kind answer too.
pub struct File<'a> {
    bytes: &'a [u8],
    format: Option<&'static dyn Format>,
    body: Body<'a>,
    limits: Limits,
    recursive: bool,
    /// The ending of its name, and the format that it says.
    said: Option<(String, &'static dyn Format)>,
    /// Whether the format was stated.
    is_stated: bool,
}

/// What stands behind the answers.
enum Body<'a> {
    /// A file of the format.
    Opened(Box<dyn Opened + 'a>),
    /// Not of the format that was asked for.
    Alien(Box<Diagnostic>),
    /// Of no known kind; it may hold files.
    Carrier(Carrier<'a>),
    /// The source of a program; places of findings are in its text.
    Source(Box<dyn Opened + 'a>),
}

/// Opens bytes: as the given format, or as whatever they are.
pub fn open<'a>(bytes: &'a [u8], as_format: Option<&'static dyn Format>, limits: &Limits) -> File<'a> {
    let format = as_format.or_else(|| crate::detect(bytes));
    let body = match format {
        None => Body::Carrier(Carrier::new(bytes, limits)),
        Some(format) => match format.open(Window::whole(bytes), limits) {
            Ok(opened) => Body::Opened(opened),
            Err(diagnostic) => Body::Alien(diagnostic),
        },
    };
    File {
        bytes,
        format,
        recursive: matches!(body, Body::Carrier(_)),
        body,
        limits: *limits,
        said: None,
        is_stated: as_format.is_some(),
    }
}

/// Opens bytes as [`open`] does, and source texts besides: those whose names say that they are, or all that are nothing else
/// where the kind of program is stated.
pub fn open_named<'a>(
    name: &str,
    bytes: &'a [u8],
    as_format: Option<&'static dyn Format>,
    kind: Option<&str>,
    limits: &Limits,
) -> File<'a> {
    let format = as_format.or_else(|| crate::detect(bytes));
    if format.is_none()
        && let Some(source) = crate::source::open(name, bytes, kind)
    {
        return File {
            bytes,
            format,
            body: Body::Source(source),
            limits: *limits,
            recursive: false,
            said: None,
            is_stated: as_format.is_some(),
        };
    }
    open(bytes, as_format, limits)
}

impl<'a> File<'a> {
    /// Whether it is the source of a program: then places of findings are in its text.
    pub fn is_source(&self) -> bool {
        matches!(self.body, Body::Source(_))
    }

    /// Answers for the files inside this one too, under the paths that lead to them. Data of no known kind always does.
    pub fn recursive(mut self, recursive: bool) -> File<'a> {
        self.recursive |= recursive;
        self
    }

    /// Holds the bytes to what the name of the file says of its kind. Where a format was stated, the name does not count.
    pub fn named(mut self, name: &str) -> File<'a> {
        let said = crate::format_of_name(name).filter(|_| !self.is_stated);
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_owned());
        self.said = ending.zip(said);
        self
    }

    /// Whether the [name](Self::named) says that the file is of a known kind.
    pub fn has_telling_name(&self) -> bool {
        self.said.is_some()
    }

    /// What is wrong with the name.
    fn misnamed(&self) -> Option<Diagnostic> {
        let (ending, said) = self.said.as_ref()?;
        let is_other = self.format.is_none_or(|format| format.id() != said.id());
        is_other.then(|| misnamed(self, ending, *said))
    }

    /// What answers, when a reader took the file.
    fn opened(&self) -> Option<&dyn Opened> {
        match &self.body {
            Body::Opened(opened) | Body::Source(opened) => Some(&**opened),
            Body::Carrier(carrier) => Some(carrier),
            Body::Alien(_) => None,
        }
    }

    /// The styles of source that another crate has for the format.
    fn source_styles(&self) -> Option<&'static SourceStyles> {
        let (format, bytes) = self.listed()?;
        source_listing::styles(format.id(), &bytes, &self.limits)
    }

    /// The file whose listing stands for this one: itself, the one that code without a container makes, or the only one that other
    /// data holds.
    fn listed(&self) -> Option<(&'static dyn Format, Cow<'_, [u8]>)> {
        match &self.body {
            Body::Opened(_) => match self.whole() {
                Some(whole) => Some((whole.format, Cow::Owned(whole.bytes))),
                None => Some((self.format?, Cow::Borrowed(self.bytes))),
            },
            Body::Carrier(carrier) => carrier
                .only()
                .map(|(format, bytes)| (format, Cow::Borrowed(bytes))),
            Body::Alien(_) | Body::Source(_) => None,
        }
    }

    /// The file that data without a container makes.
    pub fn whole(&self) -> Option<Whole> {
        self.format.and_then(|format| format.whole(self.bytes))
    }

    /// Writes the file, or an excerpt of it, as text in a style of [`listings`](Opened::listings).
    ///
    /// `Err` in the result, with nothing written, when that cannot be: with a sentence that says why, unless the style is not
    /// one for this file.
    pub fn excerpt(
        &self,
        style: &str,
        excerpt: &Excerpt<'_>,
        out: &mut dyn io::Write,
    ) -> io::Result<Result<(), Option<String>>> {
        if let Some(styles) = self.source_styles()
            && styles.names.contains(&style)
        {
            let listed = self.listed();
            let bytes = listed.as_ref().map_or(self.bytes, |(_, bytes)| bytes);
            return (styles.write)(bytes, &self.limits, style, excerpt, out);
        }
        if *excerpt != Excerpt::WHOLE {
            let why = "a file of this kind is shown whole: there are no functions and parts to choose";
            return Ok(Err(Some(why.to_owned())));
        }
        let written = self
            .opened()
            .map_or(Ok(false), |opened| opened.listing(style, out))?;
        Ok(if written { Ok(()) } else { Err(None) })
    }

    /// The same, when the files inside are to answer too.
    fn outer(&self) -> Option<&dyn Opened> {
        self.opened().filter(|_| self.recursive)
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The format: the one asked for, or the one found; `None` for data of no known kind.
    pub fn format(&self) -> Option<&'static dyn Format> {
        self.format
    }

    /// Whether a reader took the file: it is of its format, or data that holds files.
    pub fn is_known(&self) -> bool {
        match &self.body {
            Body::Opened(_) | Body::Source(_) => true,
            Body::Alien(_) => false,
            Body::Carrier(carrier) => !carrier.is_empty(),
        }
    }

    /// The field tree, with the files inside this one opened in their places. It is built anew on each call.
    pub fn tree(&self) -> Tree {
        let mut map = Map::new(self.bytes.len() as u64, &self.limits);
        match (&self.body, self.format) {
            (Body::Opened(_), Some(format)) => {
                let window = Window::whole(self.bytes);
                if glassbox_core::format::map(format, window, &mut map, NodeId::ROOT, &self.limits).is_err() {
                    map = Map::new(self.bytes.len() as u64, &self.limits);
                }
            }
            (Body::Carrier(carrier), _) => carrier.map(&mut map),
            (Body::Source(_), _) => crate::source::map(self.bytes, &mut map),
            _ => {}
        }
        nested::expand(&mut map, self.bytes, &self.limits);
        map.resolve()
    }
}

impl Opened for File<'_> {
    fn check(&self) -> Diagnostics {
        let misnamed = self.misnamed();
        let mut findings = match &self.body {
            // That the data is of no known kind is no second mistake.
            _ if misnamed.is_some() && !self.is_known() => Diagnostics::new(self.limits.diagnostics.max(1)),
            Body::Alien(diagnostic) => {
                let mut findings = Diagnostics::new(self.limits.diagnostics.max(1));
                findings.push((**diagnostic).clone());
                findings
            }
            Body::Opened(opened) | Body::Source(opened) => opened.check(),
            Body::Carrier(carrier) => carrier.check(),
        };
        if let Some(misnamed) = misnamed {
            findings.push(misnamed);
        }
        if let Some(outer) = self.outer() {
            let explained = |finding| match &self.body {
                Body::Carrier(carrier) => carrier.explained(finding),
                _ => finding,
            };
            nested::check(outer, &self.limits, explained, &mut findings);
        }
        findings
    }

    fn summary(&self) -> Summary {
        let mut summary = match (self.opened(), self.format) {
            (Some(opened), _) => opened.summary(),
            (None, format) => Summary {
                kind: match format {
                    Some(format) => format!("not {}", format.title()),
                    None => "unknown data".to_owned(),
                },
                ..Summary::default()
            },
        };
        if let Some(outer) = self.outer() {
            nested::summary(outer, &self.limits, &mut summary);
        }
        summary
    }

    fn interface(&self) -> Interface {
        let mut interface = self.opened().map(Opened::interface).unwrap_or_default();
        if let Some(outer) = self.outer() {
            nested::interface(outer, &self.limits, &mut interface);
        }
        interface
    }

    fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = self.opened().map(Opened::symbols).unwrap_or_default();
        if let Some(outer) = self.outer() {
            nested::symbols(outer, &self.limits, &mut symbols);
        }
        symbols
    }

    fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = self.opened().map(Opened::pieces).unwrap_or_default();
        if let Some(opened) = self.opened() {
            // Sources are what people look for, however deep they lie.
            let is_wanted = |piece: &Piece<'_>| self.recursive || piece.kind == PieceKind::Source;
            nested::pieces(opened, &self.limits, is_wanted, &mut pieces);
        }
        pieces
    }

    fn strings_in_code(&self) -> Vec<(String, Vec<u8>)> {
        self.opened().map(Opened::strings_in_code).unwrap_or_default()
    }

    fn embedded(&self) -> Vec<Embedded<'_>> {
        self.opened().map(Opened::embedded).unwrap_or_default()
    }

    fn spaces(&self) -> Option<&Spaces> {
        self.opened().and_then(Opened::spaces)
    }

    fn parts(&self) -> Vec<ContainerPart> {
        self.opened().map(Opened::parts).unwrap_or_default()
    }

    fn part_data(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        self.opened().and_then(|opened| opened.part_data(number))
    }

    fn edit(&self, edit: &Edit<'_>, digest: DigestPolicy) -> Result<Vec<u8>, EditError> {
        match self.opened() {
            Some(opened) => opened.edit(edit, digest),
            None => Err(EditError::new(NOT_OPENED)),
        }
    }

    fn listings(&self) -> &'static [&'static str] {
        let own = self.opened().map_or(&[][..], Opened::listings);
        match (own, self.source_styles()) {
            ([], Some(styles)) => styles.names,
            _ => own,
        }
    }

    fn listing(&self, style: &str, out: &mut dyn io::Write) -> io::Result<bool> {
        Ok(self.excerpt(style, &Excerpt::WHOLE, out)?.is_ok())
    }

    fn check_symbols(&self) -> Option<Diagnostics> {
        self.opened().and_then(Opened::check_symbols)
    }

    fn repairs(&self) -> Vec<Repair> {
        self.opened().map(Opened::repairs).unwrap_or_default()
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, String> {
        self.opened()
            .map_or_else(|| Err(NOT_OPENED.to_owned()), |opened| opened.repair(name))
    }

    fn write(&self, canonical: bool) -> Result<Vec<u8>, String> {
        self.opened()
            .map_or_else(|| Err(NOT_OPENED.to_owned()), |opened| opened.write(canonical))
    }
}

/// The finding about a name that says another kind than the bytes are of.
fn misnamed(file: &File<'_>, ending: &str, said: &dyn Format) -> Diagnostic {
    let size = file.bytes.len() as u64;
    let format = file.format.filter(|_| file.is_known());
    let found = match (size, format) {
        (0, _) => "an empty file".to_owned(),
        (_, Some(format)) => format!("a file of another kind, {}", format.title()),
        (_, None) => format!("unknown data that begins with {}", beginning(file.bytes)),
    };
    let message = format!(
        "found {found}, expected {}, as the ending .{ending} says",
        said.title()
    );
    let help = match format {
        Some(_) => "give the file a name that says what it is, or build the one that belongs here".to_owned(),
        None if size == 0 => "build or fetch the file again".to_owned(),
        None => format!(
            "build or fetch the file again; --as {} shows what a reader of that format objects to",
            said.id()
        ),
    };
    Diagnostic::new(&MISNAMED, Location::new(0, size.min(16), ""), message).help(help)
}

const NOT_OPENED: &str = "the file is not of the format that was asked for";
