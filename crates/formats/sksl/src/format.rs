//! Implements [`Format`] for binary SkSL.

use glassbox_core::format::{
    Artifact, ArtifactKind, EditError, Format, MatchConfidence, OpenedFile, Repair, Summary, SummaryRow,
    TextEncoding, WriteError, WriteLayout,
};
use std::borrow::Cow;
use std::io;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Rule};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{Reader, Window};

use crate::check::{Places, Spot, check};
use crate::command::Command;
use crate::dehydrated::Dehydrated;
use crate::dialect::Dialect;
use crate::interface::interface;
use crate::model::ModelNode;
use crate::print::{Style, listing};
use crate::raw::VERSION;
use crate::read::{File, likeness, open, open_version, read_named};
use crate::repair::{repair, repairs};
use crate::rules::RULES;
use crate::symbols::symbols;
use crate::write::{Arrangement, write, write_file};

/// The format, or one of its layouts.
#[derive(Clone, Copy, Debug)]
pub struct SkslFormat {
    /// Required layout; `None` to detect it from the file, as far as possible.
    dialect: Option<Dialect>,
}

/// Registry entry of the format.
pub static FORMAT: SkslFormat = SkslFormat { dialect: None };

macro_rules! variants {
    ($($name:literal = $dialect:expr),* $(,)?) => {
        /// Layouts that cannot be detected from a file: that of the public document, and the forms of
        /// versions that changed the meaning of numbers without a new version, by the day on which Skia began
        /// to write them.
        static VARIANTS: &[(&str, &dyn Format)] =
            &[$(($name, &SkslFormat { dialect: Some($dialect) })),*];
    };
}

variants! {
    "document" = Dialect::DOCUMENT_8,
    "5-2022-01-27-first" = Dialect::new(5, 0),
    "5-2022-01-27" = Dialect::new(5, 1),
    "7-2022-02-08" = Dialect::new(7, 0),
    "7-2022-02-10" = Dialect::new(7, 1),
    "10-2022-04-11" = Dialect::new(10, 0),
    "10-2022-04-21" = Dialect::new(10, 1),
    "10-2022-04-22" = Dialect::new(10, 2),
    "11-2022-05-17" = Dialect::new(11, 0),
    "11-2022-06-15" = Dialect::new(11, 1),
    "13-2022-07-29" = Dialect::new(13, 0),
    "13-2022-08-03" = Dialect::new(13, 1),
    "13-2022-08-04" = Dialect::new(13, 2),
}

impl SkslFormat {
    fn read<'a>(&self, window: Window<'a>, limits: &Limits) -> Result<File<'a>, Box<Diagnostic>> {
        match self.dialect {
            Some(dialect) => open_version(window, limits, dialect),
            None => open(window, limits),
        }
    }
}

impl Format for SkslFormat {
    fn id(&self) -> &'static str {
        "sksl"
    }

    fn title(&self) -> &'static str {
        "binary SkSL (Skia shader or module)"
    }

    fn rules(&self) -> &'static [&'static Rule] {
        RULES
    }

    fn detect(&self, bytes: &[u8]) -> MatchConfidence {
        likeness(bytes)
    }

    fn map(&self, reader: &mut Reader<'_, &mut Map>) -> Result<(), Box<Diagnostic>> {
        let dialect = self.read(reader.window(), &reader.limits)?.model.dialect;
        read_named(reader, dialect);
        Ok(())
    }

    fn open<'a>(
        &self,
        window: Window<'a>,
        limits: &Limits,
    ) -> Result<Box<dyn OpenedFile + 'a>, Box<Diagnostic>> {
        let file = self.read(window, limits)?;
        Ok(Box::new(OpenedSksl { file, limits: *limits }))
    }

    fn variants(&self) -> &'static [(&'static str, &'static dyn Format)] {
        VARIANTS
    }

    fn text_encoding(&self) -> Option<&'static dyn TextEncoding> {
        Some(&Dehydrated)
    }
}

/// An opened file.
struct OpenedSksl<'a> {
    file: File<'a>,
    limits: Limits,
}

impl OpenedSksl<'_> {
    fn places(&self) -> Places {
        Places::of(&self.file, &self.limits)
    }

    fn count(&self, is_counted: impl Fn(Command) -> bool) -> usize {
        let nodes = self.file.model.nodes().iter();
        nodes.filter(|node| is_counted(node.command)).count()
    }
}

impl OpenedFile for OpenedSksl<'_> {
    fn check(&self) -> Diagnostics {
        check(&self.file, &self.limits)
    }

    fn summary(&self) -> Summary {
        let model = &self.file.model;
        let dialect = model.dialect;
        let what = if model.is_module() { "module" } else { "program" };
        let layout = if dialect.is_document { ", layout of the public document" } else { "" };
        let mut out = Summary {
            kind: format!("binary SkSL {what}, version {}{layout}", dialect.version),
            producer: (!dialect.is_document).then(|| format!("Skia from {} on", dialect.since())),
            ..Summary::default()
        };
        let mut fact = |label: &str, value: String| out.facts.push((label.to_owned(), value));
        if let Some(kind) = model.kind() {
            fact("program kind", kind.to_string());
        }
        if model.node(model.top()).command == Command::Program && dialect.version >= 11 {
            fact(
                "language version",
                crate::raw::LanguageVersion(model.node(model.top()).b as u8).to_string(),
            );
        }
        fact("commands", self.count(|command| command < Command::Parameter).to_string());
        fact("symbols", self.count(Command::defines).to_string());
        fact("functions", self.count(|command| command == Command::FunctionDeclaration).to_string());
        fact("bodies", self.count(|command| command == Command::FunctionDefinition).to_string());
        fact("elements", model.children(model.elements()).count().to_string());
        fact("strings", format!("{} bytes", self.file.string_length));
        if dialect.version == VERSION && self.file.stop.is_none() && !dialect.is_document {
            let canonical = write(model, Arrangement::Canonical);
            let is_canonical =
                canonical.is_ok_and(|bytes| Some(&*bytes) == self.file.window.bytes.get(..self.file.end));
            fact("form", if is_canonical { "as Skia writes it" } else { "not as Skia writes it" }.to_owned());
        }
        let places = self.places();
        let mut part = |at: ModelNode, what: &str| {
            if at != ModelNode::NONE && model.command(at) != Command::Missing {
                let location = places.location(Spot::Field(at, "", None));
                out.parts.push(SummaryRow {
                    path: location.path,
                    range: location.start..location.end,
                    description: what.to_owned(),
                });
            }
        };
        part(model.table(), "symbol table");
        part(model.elements(), "elements");
        out
    }

    fn interface(&self) -> Interface {
        interface(&self.file.model, &self.places())
    }

    fn symbols(&self) -> Vec<Symbol> {
        symbols(&self.file.model, &self.places())
    }

    fn artifacts(&self) -> Vec<Artifact<'_>> {
        let places = self.places();
        let strings = crate::check::strings(&self.file.model);
        let pieces = strings.enumerate().map(|(index, text)| Artifact {
            name: format!("string-{index}"),
            path: places.location(Spot::Text(index as u32)).path,
            kind: ArtifactKind::String,
            stage: None,
            extension: "txt",
            bytes: Cow::Borrowed(text),
            side_table: Cow::Borrowed(&[]),
        });
        pieces.collect()
    }

    fn listings(&self) -> &'static [&'static str] {
        const NAMES: [&str; 2] = [Style::ALL[0].name(), Style::ALL[1].name()];
        &NAMES
    }

    fn listing(&self, style: &str, out: &mut dyn io::Write) -> io::Result<bool> {
        let Some(style) = Style::from_name(style) else {
            return Ok(false);
        };
        listing(&self.file.model, style, out)?;
        Ok(true)
    }

    fn repairs(&self) -> Vec<Repair> {
        repairs(&self.file, &self.check(), &self.limits)
    }

    fn repair(&self, name: &str) -> Result<Vec<u8>, EditError> {
        repair(&self.file, name, &self.limits)
    }

    fn write(&self, layout: WriteLayout) -> Result<Vec<u8>, WriteError> {
        if layout == WriteLayout::Original {
            return write_file(&self.file);
        }
        if self.file.stop.is_some() {
            return Err(WriteError::new("the commands could not be read to their end"));
        }
        write(&self.file.model, Arrangement::Canonical)
    }
}
