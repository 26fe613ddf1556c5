//! The texts that a program is written in, and places in them.

use glassbox_core::diagnostic::Location;
use glassbox_core::span::Span;

/// A part of one of several texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Origin {
    /// Which text, as [`Sources`] counts them.
    pub file: u32,
    /// Which bytes of it.
    pub span: Span,
}

/// A text with the name under which it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// Path or other name, as findings show it.
    pub name: String,
    /// The text.
    pub text: String,
}

/// The texts of a program: the stages first, in their order, then what they include, in the order of the first inclusion.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// The texts, in the order in which [`Location::input`] counts them.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Adds a text and says its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        self.files.len() as u32 - 1
    }

    /// The number of the text of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        self.files.iter().position(|file| file.name == name).map(|at| at as u32)
    }

    /// A text by its number; empty if there is none.
    #[must_use]
    pub fn text(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", |file| &file.text)
    }

    /// The name of a text; empty if there is none.
    #[must_use]
    pub fn name(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", |file| &file.name)
    }

    /// A place as findings have it, without line and column, which [`Reports::finish`](crate::report::Reports::finish) fills in.
    #[must_use]
    pub fn unplaced(&self, origin: Origin) -> Location {
        origin.span.unplaced().input(origin.file)
    }

    /// A place as findings have it, with line and column.
    #[must_use]
    pub fn location(&self, origin: Origin) -> Location {
        origin.span.location(self.text(origin.file)).input(origin.file)
    }
}

/// A text that an `#include` asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Included {
    /// Name under which it is known from now on: the same text has always the same one.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Finds the texts of `#include`. Who calls decides where they lie; this crate opens no file.
pub trait Include {
    /// The text for `#include "path"`, or for `#include <path>` where `is_system`, written in the text called `from`.
    fn find(&self, path: &str, is_system: bool, from: &str) -> Option<Included>;

    /// Paths that [`find`](Self::find) would find from there, for help with one that it does not.
    fn known(&self, from: &str) -> Vec<String>;
}

/// Texts by their names, such as those of tests.
#[derive(Clone, Debug, Default)]
pub struct IncludeList(pub Vec<(String, String)>);

impl Include for IncludeList {
    fn find(&self, path: &str, _is_system: bool, _from: &str) -> Option<Included> {
        let (name, text) = self.0.iter().find(|(name, _)| name == path)?;
        Some(Included { name: name.clone(), text: text.clone() })
    }

    fn known(&self, _from: &str) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }
}
