//! Opens bytes of any kind.

use glassbox_core::format::{
    Artifact, ArtifactKind, ContainerPart, DigestPolicy, Edit, EditError, Embedded, Format, OpenedFile,
    Repair, Summary, Whole, WriteError, WriteLayout,
};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::io;
use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::diff::{Change, diff_within};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::{Map, Tree};
use glassbox_core::needs::Needs;
use glassbox_core::reader::{NodeId, Window};
use glassbox_core::space::Spaces;
use glassbox_core::stage::is_same;

use glassbox_dxil::validate::MODELS;
use glassbox_spirv::check::Environment;

use crate::carrier::{Carrier, beginning};
use crate::compile::CompileOptions;
use crate::conversions::{Conversion, ConversionError, ConversionOptions, Converted, EntryPoint};
use crate::languages::Disassembly;
use crate::nested;
use crate::rules::MISNAMED;
use crate::source_listing::{self, Excerpt, SourceStyles};

/// An opened file of any kind. Every method works on every file: data of unknown format has findings and a tree too,
/// and queries a format does not support return empty results.
pub struct File<'a> {
    bytes: &'a [u8],
    format: Option<&'static dyn Format>,
    body: Body<'a>,
    limits: Limits,
    nested_files: NestedFiles,
    /// The file name extension, and the format it implies.
    said: Option<(String, &'static dyn Format)>,
    /// True if the caller stated the format.
    is_stated: bool,
    /// What executes the shaders, if the caller stated it.
    environment: Option<&'static str>,
}

/// Inclusion of nested files in queries on a [`File`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum NestedFiles {
    /// Only the file itself. [`File::tree`] still descends into nested files, since every byte needs a name.
    #[default]
    Skip,
    /// Nested files too, under their paths.
    Include,
}

/// Implementation of the queries.
enum Body<'a> {
    /// A file of the format.
    Opened(Box<dyn OpenedFile + 'a>),
    /// Not of the requested format.
    Alien(Box<Diagnostic>),
    /// Of unknown format; may contain files.
    Carrier(Carrier<'a>),
    /// Source of a program; locations of findings are in its text.
    Source(Box<dyn OpenedFile + 'a>),
}

/// Opens bytes of any kind, with the default limits. Never fails: [`File::check`] returns the findings.
///
/// The bytes are those of a binary; use [`binary`](crate::binary) to assemble a text form first.
pub fn open(bytes: &[u8]) -> File<'_> {
    open_as(bytes, None, &Limits::default())
}

/// Opens bytes as the given format, or as whatever they are, within limits.
pub fn open_as<'a>(bytes: &'a [u8], as_format: Option<&'static dyn Format>, limits: &Limits) -> File<'a> {
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
        nested_files: match body {
            Body::Carrier(_) => NestedFiles::Include,
            _ => NestedFiles::Skip,
        },
        body,
        limits: *limits,
        said: None,
        is_stated: as_format.is_some(),
        environment: None,
    }
}

/// Opens bytes as [`open_as`] does, and also source texts: those with a source file name, or any text of no other kind
/// if the kind of program is stated. Of the options, those count that concern how a source is read: kind, dialect,
/// restrictions and capabilities; an invalid one makes the text none.
pub fn open_named<'a>(
    name: &str,
    bytes: &'a [u8],
    as_format: Option<&'static dyn Format>,
    options: &CompileOptions,
    limits: &Limits,
) -> File<'a> {
    let format = as_format.or_else(|| crate::detect(bytes));
    if format.is_none()
        && let Some(source) = crate::source::open(name, bytes, options)
    {
        return File { limits: *limits, is_stated: as_format.is_some(), ..File::of_source(bytes, source) };
    }
    open_as(bytes, as_format, limits)
}

/// Names of the environments that shaders can be checked for.
pub fn environments() -> impl Iterator<Item = &'static str> {
    Environment::NAMED.iter().map(|named| named.0).chain(MODELS.iter().map(|model| model.0))
}

/// The environment with this name; several names may be those of one.
pub fn environment(name: &str) -> Option<&'static str> {
    let model = || MODELS.iter().map(|model| model.0).find(|known| *known == name);
    Environment::named(name).map(Environment::name).or_else(model)
}

impl<'a> File<'a> {
    /// Wraps the source of a program, as opened by its compiler.
    pub(crate) fn of_source(bytes: &'a [u8], source: Box<dyn OpenedFile + 'a>) -> File<'a> {
        File {
            bytes,
            format: None,
            body: Body::Source(source),
            limits: Limits::default(),
            nested_files: NestedFiles::Skip,
            said: None,
            is_stated: false,
            environment: None,
        }
    }

    /// True if it is the source of a program: then locations of findings are in its text.
    pub fn is_source(&self) -> bool {
        matches!(self.body, Body::Source(_))
    }

    /// Sets whether queries include nested files. Data of unknown format always includes them, as it has no other
    /// content to report.
    pub fn nested_files(mut self, nested_files: NestedFiles) -> File<'a> {
        if !matches!(self.body, Body::Carrier(_)) {
            self.nested_files = nested_files;
        }
        self
    }

    /// Checks for programs that an environment executes; see [`environment`].
    pub fn for_environment(mut self, environment: Option<&'static str>) -> File<'a> {
        self.environment = environment;
        self
    }

    /// Checks the format against the file name. Ignored if the format was stated.
    pub fn named(mut self, name: &str) -> File<'a> {
        let said = crate::format_of_name(name).filter(|_| !self.is_stated);
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_owned());
        self.said = ending.zip(said);
        self
    }

    /// True if the [name](Self::named) implies a known format.
    pub fn has_telling_name(&self) -> bool {
        self.said.is_some()
    }

    /// Finding on the name.
    fn misnamed(&self) -> Option<Diagnostic> {
        let (ending, said) = self.said.as_ref()?;
        let is_other = self.format.is_none_or(|format| format.id() != said.id());
        is_other.then(|| misnamed(self, ending, *said))
    }

    /// The reader's result, if a reader accepted the file.
    fn opened(&self) -> Option<&dyn OpenedFile> {
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

    /// The file to list: this one, the one made from code without a container, or the only one inside other data.
    fn listed(&self) -> Option<(&'static dyn Format, Cow<'_, [u8]>)> {
        match &self.body {
            Body::Opened(_) => match self.whole() {
                Some(whole) => Some((whole.format, Cow::Owned(whole.bytes))),
                None => Some((self.format?, Cow::Borrowed(self.bytes))),
            },
            Body::Carrier(carrier) => carrier.only().map(|(format, bytes)| (format, Cow::Borrowed(bytes))),
            Body::Alien(_) | Body::Source(_) => None,
        }
    }

    /// The file made from data without a container.
    pub fn whole(&self) -> Option<Whole> {
        self.format.and_then(|format| format.whole(self.bytes))
    }

    /// Writes an excerpt of the file as text in a style of [`listings`](Self::listings).
    ///
    /// # Errors
    ///
    /// The file has no such style, or cannot be shown in it; then nothing is written. Or writing failed.
    pub fn excerpt(
        &self,
        style: &str,
        excerpt: &Excerpt<'_>,
        out: &mut dyn io::Write,
    ) -> Result<(), ListingError> {
        if let Some(styles) = self.source_styles()
            && styles.names.contains(&style)
        {
            let listed = self.listed();
            let bytes = listed.as_ref().map_or(self.bytes, |(_, bytes)| bytes);
            let written = (styles.write)(bytes, &self.limits, style, excerpt, out)?;
            return written.map_err(|refusal| match refusal {
                Some(why) => ListingError::Refused(why),
                None => ListingError::no_style(style),
            });
        }
        if *excerpt != Excerpt::WHOLE {
            let why = "a file of this kind is shown whole: it has no functions or parts to choose";
            return Err(ListingError::Refused(why.to_owned()));
        }
        match self.opened() {
            Some(opened) if opened.listing(style, out)? => Ok(()),
            _ => Err(ListingError::no_style(style)),
        }
    }

    /// As above, with nested files included.
    fn outer(&self) -> Option<&dyn OpenedFile> {
        self.opened().filter(|_| self.nested_files == NestedFiles::Include)
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The format requested or detected; `None` for data of unknown format.
    pub fn format(&self) -> Option<&'static dyn Format> {
        self.format
    }

    /// True if a reader accepted the file: it is of its format, or data with files inside.
    pub fn is_known(&self) -> bool {
        match &self.body {
            Body::Opened(_) | Body::Source(_) => true,
            Body::Alien(_) => false,
            Body::Carrier(carrier) => !carrier.is_empty(),
        }
    }

    /// The field tree, with nested files expanded in place. Rebuilt on each call.
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

    /// All findings of the reader and the rules of the format.
    pub fn check(&self) -> Diagnostics {
        let misnamed = self.misnamed();
        let mut findings = match &self.body {
            // An unknown format is then not reported a second time.
            _ if misnamed.is_some() && !self.is_known() => Diagnostics::new(self.limits.diagnostics.max(1)),
            Body::Alien(diagnostic) => {
                let mut findings = Diagnostics::new(self.limits.diagnostics.max(1));
                findings.push((**diagnostic).clone());
                findings
            }
            Body::Opened(opened) | Body::Source(opened) => nested::check_one(&**opened, self.environment),
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
            nested::check(outer, (&self.limits, self.environment), explained, &mut findings);
        }
        findings
    }

    /// Short description of the file, one screen.
    pub fn summary(&self) -> Summary {
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

    /// Reflection: entry points, inputs, outputs, resources and constants.
    pub fn interface(&self) -> Interface {
        let mut interface = self.opened().map(OpenedFile::interface).unwrap_or_default();
        if let Some(outer) = self.outer() {
            nested::interface(outer, &self.limits, &mut interface);
        }
        interface
    }

    /// Names with their definitions and uses.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut symbols = self.opened().map(OpenedFile::symbols).unwrap_or_default();
        if let Some(outer) = self.outer() {
            nested::symbols(outer, &self.limits, &mut symbols);
        }
        symbols
    }

    /// Extractable pieces of the file: code, nested files, sources, strings and data.
    pub fn artifacts(&self) -> Vec<Artifact<'_>> {
        let mut artifacts = self.opened().map(OpenedFile::artifacts).unwrap_or_default();
        if let Some(opened) = self.opened() {
            // Sources are always listed, however deeply nested.
            let is_wanted = |piece: &Artifact<'_>| {
                self.nested_files == NestedFiles::Include || piece.kind == ArtifactKind::Source
            };
            nested::artifacts(opened, &self.limits, is_wanted, &mut artifacts);
        }
        artifacts
    }

    /// Strings that code holds and the tree does not name: path of the code and string.
    pub fn strings_in_code(&self) -> Vec<(String, Vec<u8>)> {
        self.opened().map(OpenedFile::strings_in_code).unwrap_or_default()
    }

    /// What a device must have to run the programs, and what asks for it. `None` if the format does not tell.
    pub fn needs(&self) -> Option<Needs> {
        self.opened().and_then(OpenedFile::needs)
    }

    /// Whole files directly inside this one.
    pub fn embedded(&self) -> Vec<Embedded<'_>> {
        self.opened().map(OpenedFile::embedded).unwrap_or_default()
    }

    /// The spaces of the file: bytes that it holds in another form only, such as compressed ones.
    pub fn spaces(&self) -> Option<&Spaces> {
        self.opened().and_then(OpenedFile::spaces)
    }

    /// The parts of the container in order, as its directory lists them.
    pub fn parts(&self) -> Vec<ContainerPart> {
        self.opened().map(OpenedFile::parts).unwrap_or_default()
    }

    /// Data of entry `number` of [`parts`](Self::parts), if the file does not hold it literally. `None` if it is the
    /// bytes at [`ContainerPart::data`].
    pub fn part_data(&self, number: usize) -> Option<Cow<'_, [u8]>> {
        self.opened().and_then(|opened| opened.part_data(number))
    }

    /// Applies an edit and recomputes all derived data.
    ///
    /// # Errors
    ///
    /// The format does not support the edit, or the result would break a rule.
    pub fn edit(&self, edit: &Edit<'_>, digest: DigestPolicy) -> Result<Vec<u8>, EditError> {
        match self.opened() {
            Some(opened) => opened.edit(edit, digest),
            None => Err(NOT_OPENED.into()),
        }
    }

    /// Styles for showing the whole file as source text, the usual one first.
    pub fn listings(&self) -> &'static [&'static str] {
        let own = self.opened().map_or(&[][..], OpenedFile::listings);
        match (own, self.source_styles()) {
            ([], Some(styles)) => styles.names,
            _ => own,
        }
    }

    /// Writes the whole file as text in a style of [`listings`](Self::listings).
    ///
    /// # Errors
    ///
    /// As for [`excerpt`](Self::excerpt).
    pub fn listing(&self, style: &str, out: &mut dyn io::Write) -> Result<(), ListingError> {
        self.excerpt(style, &Excerpt::WHOLE, out)
    }

    /// Compares the symbol table of [`Edit::AddSymbols`] with the code. `None` if there is none.
    pub fn check_symbols(&self) -> Option<Diagnostics> {
        self.opened().and_then(OpenedFile::check_symbols)
    }

    /// Checks that a [root signature](crate::root_signature()) binds what the shader uses. `None` for formats without registers.
    pub fn check_root_signature(&self, data: &[u8]) -> Option<Diagnostics> {
        self.opened().and_then(|opened| opened.check_root_signature(data))
    }

    /// Available repairs.
    pub fn repairs(&self) -> Vec<Repair> {
        self.opened().map(OpenedFile::repairs).unwrap_or_default()
    }

    /// Applies a repair of [`repairs`](Self::repairs) and returns the file.
    ///
    /// # Errors
    ///
    /// The repair is not possible.
    pub fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        self.opened().map_or_else(|| Err(NOT_OPENED.into()), |opened| opened.repair(name))
    }

    /// Writes the file from its model.
    ///
    /// # Errors
    ///
    /// The model has something the format cannot express.
    pub fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        self.opened().map_or_else(|| Err(NOT_OPENED.into()), |opened| opened.write(layout))
    }

    /// The text form of the file: [`assemble`](crate::assemble) restores the same bytes.
    ///
    /// [`core::text::edit`](glassbox_core::text::edit()) changes it by label.
    pub fn text(&self) -> String {
        let mut out = Vec::new();
        // Writing to memory does not fail.
        let _ = glassbox_core::text::print(self.bytes, &self.tree(), &crate::registry(), &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Writes every byte with its name, type and meaning.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn dump(&self, out: &mut dyn io::Write) -> io::Result<()> {
        glassbox_core::dump::dump(self.bytes, &self.tree(), out)
    }

    /// Changes from this file to a newer one. Code is compared semantically, so renumbered ids are not changes.
    pub fn diff(&self, newer: &File<'_>) -> Vec<Change> {
        let (old, new) = (self.tree(), newer.tree());
        diff_within((self.bytes, &old), (newer.bytes, &new), &crate::LanguageDiff, &self.limits)
    }

    /// The pieces of code with their languages, of one stage or of all. Stages that share their code have it once, unless
    /// a stage is named.
    pub fn code(&self, stage: Option<&str>) -> Vec<(Artifact<'_>, &'static str)> {
        let artifacts = self.artifacts();
        let language_of = |piece: &Artifact<'_>| match piece.kind {
            ArtifactKind::Code(language) => Some(language),
            // A module is both a whole file and the code in it.
            ArtifactKind::File(format) => crate::language(format).map(|_| format),
            _ => None,
        };
        // The contents of a nested file are shown with that file.
        let nested: Vec<String> = artifacts
            .iter()
            .filter(|piece| matches!(piece.kind, ArtifactKind::File(_)) && language_of(piece).is_some())
            .map(|piece| format!("{}.", piece.path))
            .collect();
        let mut paths = HashSet::new();
        let code = artifacts.into_iter().filter_map(|piece| {
            let language = language_of(&piece)?;
            let is_wanted = stage.is_none_or(|stage| piece.stage.is_some_and(|own| is_same(own, stage)));
            let is_new = stage.is_some() || paths.insert(piece.path.clone());
            let is_nested = nested.iter().any(|file| piece.path.starts_with(file));
            (is_wanted && is_new && !is_nested).then_some((piece, language))
        });
        code.collect()
    }

    /// The code as text: the usual listing of the format, or else the assembly of each piece of [`code`](Self::code).
    ///
    /// # Errors
    ///
    /// There is no code, or it cannot be printed.
    pub fn disassemble(&self) -> Result<String, ListingError> {
        self.disassemble_placed(&|_| None, &mut Vec::new())
    }

    /// The code as [`disassemble`](Self::disassemble) gives it. `places` gets the addresses that each line shows, or
    /// nothing where they are not known: in listings, and where `start` does not say at which address the node of a path is.
    ///
    /// # Errors
    ///
    /// There is no code, or it cannot be printed.
    pub fn disassemble_placed(
        &self,
        start: &dyn Fn(&str) -> Option<u64>,
        places: &mut Vec<Range<u64>>,
    ) -> Result<String, ListingError> {
        let mut out = Vec::new();
        match self.listings().first() {
            Some(style) if *style != "words" => self.listing(style, &mut out)?,
            _ => self.assembly(&mut out, start, places)?,
        }
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    fn assembly(
        &self,
        out: &mut Vec<u8>,
        start: &dyn Fn(&str) -> Option<u64>,
        places: &mut Vec<Range<u64>>,
    ) -> Result<(), ListingError> {
        let mut are_known = true;
        let code = self.code(None);
        if code.is_empty() {
            return Err(ListingError::NoCode);
        }
        for (piece, language) in &code {
            let address = start(&piece.path);
            are_known &= address.is_some();
            let address = address.unwrap_or_default();
            if code.len() > 1 {
                out.extend_from_slice(format!("; {} at {}\n", piece.name, piece.path).as_bytes());
                places.push(address..address + piece.bytes.len() as u64);
            }
            let from = places.len();
            let style = Disassembly::default();
            if !crate::disassemble(language, &piece.bytes, &piece.side_table, style, out, places)? {
                let why = format!("{}: the bytes cannot be shown as {language} code", piece.name);
                return Err(ListingError::Refused(why));
            }
            places[from..].iter_mut().for_each(|place| *place = address + place.start..address + place.end);
        }
        if !are_known {
            places.clear();
        }
        Ok(())
    }

    /// Entry points from which a conversion makes a result each; none where it converts the file as a whole.
    ///
    /// # Errors
    ///
    /// Findings on the code that cannot be read.
    pub fn entry_points(&self, conversion: &dyn Conversion) -> Result<Vec<EntryPoint>, ConversionError> {
        let Some(whole) = self.whole() else {
            return conversion.entry_points(self.bytes, &self.limits);
        };
        conversion.entry_points(&whole.bytes, &self.limits).map_err(|error| match error {
            ConversionError::File(mut findings) => {
                findings.iter_mut().for_each(|finding| whole.relocate(finding));
                ConversionError::File(findings)
            }
            other => other,
        })
    }

    /// Converts the file to another language or container, such as `wgsl`, `hlsl` or `spirv`;
    /// [`conversions`](crate::conversions) lists the targets of each format.
    ///
    /// # Errors
    ///
    /// There is no such conversion, an option is invalid, or the file has something that the target cannot express.
    pub fn convert(&self, to: &str, options: &ConversionOptions) -> Result<Converted, ConversionError> {
        let mut results = self.convert_each(to, std::slice::from_ref(options))?;
        results.pop().unwrap_or_else(|| Err(ConversionError::File(Vec::new())))
    }

    /// Converts the file once for each of some options, as [`convert`](Self::convert) does, and reads once what the results
    /// share.
    ///
    /// # Errors
    ///
    /// There is no such conversion, or an option does not apply to it.
    pub fn convert_each(
        &self,
        to: &str,
        all: &[ConversionOptions],
    ) -> Result<Vec<Result<Converted, ConversionError>>, ConversionError> {
        let whole = self.whole();
        let format = whole.as_ref().map(|whole| whole.format).or(self.format);
        let from = format.map_or("", Format::id);
        let conversion = crate::conversion(from, to)
            .ok_or_else(|| ConversionError::unknown(&self.summary().kind, from, to))?;
        let known = conversion.options();
        if let Some(option) =
            all.iter().flat_map(ConversionOptions::set).find(|option| !known.contains(option))
        {
            return Err(ConversionError::Option(format!("the option {option} does not apply to {to}")));
        }
        let Some(whole) = whole else {
            return Ok(conversion.run_each(self.bytes, all, &self.limits));
        };
        let mut results = conversion.run_each(&whole.bytes, all, &self.limits);
        for result in &mut results {
            let findings = match result {
                Ok(converted) => &mut converted.notes,
                Err(ConversionError::File(findings)) => findings,
                Err(_) => continue,
            };
            findings.iter_mut().for_each(|finding| whole.relocate(finding));
        }
        Ok(results)
    }
}

/// Reason a file has no listing.
#[derive(Debug)]
pub enum ListingError {
    /// The file is not shown in this style.
    NoStyle(String),
    /// The style does not apply; the sentence gives the reason.
    Refused(String),
    /// The file has no code.
    NoCode,
    /// Writing the text failed.
    Write(io::Error),
}

impl ListingError {
    fn no_style(style: &str) -> ListingError {
        ListingError::NoStyle(style.to_owned())
    }
}

impl From<io::Error> for ListingError {
    fn from(error: io::Error) -> ListingError {
        ListingError::Write(error)
    }
}

impl fmt::Display for ListingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListingError::NoStyle(style) => write!(f, "it cannot be shown as {style}"),
            ListingError::Refused(why) => f.write_str(why),
            ListingError::NoCode => f.write_str("the file has no code"),
            ListingError::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ListingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ListingError::Write(error) => Some(error),
            _ => None,
        }
    }
}

/// The finding on a file name that implies another format than that of the bytes.
fn misnamed(file: &File<'_>, ending: &str, said: &dyn Format) -> Diagnostic {
    let size = file.bytes.len() as u64;
    let format = file.format.filter(|_| file.is_known());
    let found = match (size, format) {
        (0, _) => "an empty file".to_owned(),
        (_, Some(format)) => format!("a file of another kind, {}", format.title()),
        (_, None) => format!("unknown data that begins with {}", beginning(file.bytes)),
    };
    let message = format!("found {found}, expected {}, as the extension .{ending} implies", said.title());
    let help = match format {
        Some(_) => "give the file a name that matches its content, or rebuild the expected file".to_owned(),
        None if size == 0 => "rebuild the file, or get a complete copy".to_owned(),
        None => format!(
            "rebuild the file, or get a complete copy; --as {} shows what a reader of that format objects to",
            said.id()
        ),
    };
    Diagnostic::new(&MISNAMED, Location::new(0, size.min(16), ""), message).help(help)
}

const NOT_OPENED: &str = "the file does not have the requested format";
