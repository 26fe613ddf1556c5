//! An open file: its bytes, and what is computed of it when it is first asked for.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use glassbox::compile::CompileOptions;
use glassbox::program::{Language as ProgramLanguage, Source};
use glassbox::stages::Language;
use glassbox::{File, NestedFiles};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::dump;
use glassbox_core::format::Format;
use glassbox_core::limits::Limits;
use glassbox_core::text;
use glassbox_report::json::DiagnosticJson;
use serde::Serialize;

use crate::answer;
use crate::compile;
use crate::lines::Text;
use crate::outline::Outline;

/// Bytes, and the file that borrows them.
mod reading {
    #![allow(unsafe_code, missing_docs)]

    use glassbox::File;

    self_cell::self_cell!(
        /// Bytes, and the file that is read of them.
        pub(crate) struct Reading {
            owner: Vec<u8>,
            #[not_covariant]
            dependent: File,
        }
    );
}
pub(crate) use reading::Reading;

/// What was opened.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// A file of a format.
    Binary,
    /// A text form, which was assembled.
    TextForm,
    /// The source of a program.
    Source,
    /// Something else, in which files may be.
    Unknown,
}

/// A text that a file can be shown as.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    pub(crate) view: String,
    pub(crate) title: String,
}

/// An open file.
pub(crate) struct OpenFile {
    pub(crate) name: String,
    format: Option<&'static dyn Format>,
    /// The text that was opened, if the file was assembled from it.
    input: Option<Vec<u8>>,
    reading: Reading,
    mistakes: Vec<Diagnostic>,
    kind: Kind,
    outline: Option<Outline>,
    texts: BTreeMap<String, Text>,
}

/// What hosts are told of a file.
#[derive(Serialize)]
pub(crate) struct About<'a> {
    pub(crate) file: u32,
    name: &'a str,
    kind: Kind,
    format: Option<&'static str>,
    /// Of a source, the name of its language.
    language: Option<&'static str>,
    title: String,
    size: usize,
    binary_size: usize,
    addresses: u64,
    mistakes: Vec<DiagnosticJson<'a>>,
    views: Vec<View>,
    targets: Vec<&'static str>,
    draws: bool,
}

impl OpenFile {
    /// Opens bytes: text forms are assembled first, as the command does.
    pub(crate) fn new(name: String, format: Option<&'static dyn Format>, given: &[u8]) -> OpenFile {
        let (bytes, input, mistakes) = match glassbox::binary(given) {
            Ok(Cow::Borrowed(bytes)) => (bytes.to_vec(), None, Vec::new()),
            Ok(Cow::Owned(bytes)) => (bytes, Some(given.to_vec()), Vec::new()),
            Err(mistakes) => (Vec::new(), Some(given.to_vec()), mistakes.into_vec()),
        };
        let options = options("v8");
        let reading = Reading::new(bytes, |bytes| {
            glassbox::open_named(&name, bytes, format, &options, &Limits::default()).named(&name)
        });
        let kind = reading.with_dependent(|bytes, file| match file {
            _ if input.is_some() => Kind::TextForm,
            file if file.is_source() => Kind::Source,
            file if file.is_known() => Kind::Binary,
            _ if source_language(&name, bytes).is_some() => Kind::Source,
            _ => Kind::Unknown,
        });
        OpenFile { name, format, input, reading, mistakes, kind, outline: None, texts: BTreeMap::new() }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.reading.borrow_owner()
    }

    /// Calls with the file that was read.
    pub(crate) fn with<T>(&self, call: impl FnOnce(&File<'_>) -> T) -> T {
        self.reading.with_dependent(|_, file| call(file))
    }

    /// Calls with the file as it is judged: sources by the language of today.
    pub(crate) fn judged<T>(&self, call: impl FnOnce(&File<'_>) -> T) -> T {
        if self.kind != Kind::Source {
            return self.with(call);
        }
        let (bytes, options) = (self.bytes(), options("current"));
        let file = glassbox::open_named(&self.name, bytes, self.format, &options, &Limits::default());
        call(&file.named(&self.name).nested_files(NestedFiles::Skip))
    }

    pub(crate) fn mistakes(&self) -> &[Diagnostic] {
        &self.mistakes
    }

    pub(crate) fn format(&self) -> Option<&'static str> {
        self.with(|file| file.format().map(Format::id))
    }

    /// The text that was opened, or the source that the file is.
    pub(crate) fn source(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.input.as_deref().unwrap_or(self.bytes()))
    }

    /// Name of the language of a source.
    fn language(&self) -> Option<&'static str> {
        if self.kind == Kind::Source { source_language(&self.name, self.bytes()) } else { None }
    }

    /// Language of the stages in the file, if it is a source of some.
    pub(crate) fn stages(&self) -> Option<Language> {
        let is_known = self.with(|file| file.is_known() || file.is_source());
        if is_known || self.input.is_some() { None } else { stage_language(&self.name, self.bytes()) }
    }

    /// Formats whose conversions take the file.
    pub(crate) fn convertible(&self) -> Option<&'static str> {
        let source = glassbox::conversion_of_source(&self.name, self.bytes());
        source.or_else(|| self.stages().map(|_| "spirv")).or_else(|| {
            self.with(|file| file.whole().map(|whole| whole.format).or(file.format()).map(Format::id))
        })
    }

    /// True if the file is a source that a conversion takes as it is.
    pub(crate) fn is_convertible_source(&self) -> bool {
        glassbox::conversion_of_source(&self.name, self.bytes()).is_some()
    }

    pub(crate) fn about(&mut self, number: u32) -> About<'_> {
        let addresses = self.outline().0.tree.regions().last().map_or(0, |region| region.range.end);
        let from = self.convertible();
        let conversions = glassbox::conversions().iter();
        let targets = conversions.filter(|one| Some(one.from()) == from).map(|one| one.to()).collect();
        About {
            file: number,
            name: &self.name,
            kind: self.kind,
            format: self.format(),
            language: self.language(),
            title: match self.language().filter(|_| self.with(|file| !file.is_source())) {
                Some(language) => compile::title(language).to_owned(),
                None => self.with(|file| file.summary().kind),
            },
            size: self.input.as_ref().map_or(self.bytes().len(), Vec::len),
            binary_size: self.bytes().len(),
            addresses,
            mistakes: answer::findings(&self.mistakes),
            views: self.views(),
            targets,
            draws: crate::picture::draws(&self.name, self.bytes()),
        }
    }

    fn views(&self) -> Vec<View> {
        let view = |view: &str, title: &str| View { view: view.to_owned(), title: title.to_owned() };
        let mut views = Vec::new();
        if self.input.is_some() || self.kind == Kind::Source {
            views.push(view("input", "Source"));
        }
        views.extend([view("text", "Text form"), view("dump", "Dump")]);
        let (has_code, styles) = self.with(|file| (!file.code(None).is_empty(), file.listings()));
        if has_code {
            views.push(view("code", "Assembly"));
        }
        views.extend(styles.iter().map(|style| view(&format!("listing:{style}"), style)));
        views
    }

    /// The tree, and the bytes of the file.
    pub(crate) fn outline(&mut self) -> (&mut Outline, &[u8]) {
        let OpenFile { outline, reading, .. } = self;
        let made = || reading.with_dependent(|bytes, file| Outline::new(file.tree(), bytes));
        (outline.get_or_insert_with(made), reading.borrow_owner())
    }

    /// A text of the file; `Err` says why there is none.
    pub(crate) fn text(&mut self, view: &str) -> Result<&Text, String> {
        if !self.texts.contains_key(view) {
            let text = self.make(view)?;
            self.texts.insert(view.to_owned(), text);
        }
        self.texts.get(view).ok_or_else(|| no_view(view))
    }

    fn make(&mut self, view: &str) -> Result<Text, String> {
        let registry = glassbox::registry();
        let (mut out, mut places) = (Vec::new(), Vec::new());
        match view {
            "input" => {
                let given = self.input.as_deref().unwrap_or(self.bytes());
                return Ok(Text::new(given.to_vec(), Vec::new()));
            }
            "text" => {
                let (outline, bytes) = self.outline();
                text::print_with(bytes, &outline.tree, &registry, &mut out, &mut places)
                    .map_err(|error| error.to_string())?;
            }
            "dump" => {
                let (outline, bytes) = self.outline();
                let options = dump::Options { registry, ..dump::Options::default() };
                dump::dump_places(bytes, &outline.tree, &options, &mut out, &mut places)
                    .map_err(|error| error.to_string())?;
            }
            "code" => {
                let starts = self.code_starts();
                let code = self.with(|file| {
                    let start = |path: &str| starts.get(path).copied();
                    file.disassemble_placed(&start, &mut places).map_err(|error| error.to_string())
                })?;
                out = code.into_bytes();
            }
            view => {
                let style = view.strip_prefix("listing:").ok_or_else(|| no_view(view))?;
                self.with(|file| file.listing(style, &mut out).map_err(|error| error.to_string()))?;
            }
        }
        Ok(Text::new(out, places))
    }

    /// Addresses of the pieces of code that lie in the file as they are, by path.
    fn code_starts(&mut self) -> HashMap<String, u64> {
        let pieces = self.with(|file| {
            let code = file.code(None).into_iter();
            code.map(|(piece, _)| (piece.path, piece.bytes.len() as u64)).collect::<Vec<_>>()
        });
        let (outline, bytes) = self.outline();
        let mut starts = HashMap::new();
        for (path, size) in pieces {
            let range = match outline.chain_of_path(&path, bytes).last() {
                Some(row) if row.path == path => row.start..row.end,
                _ if path.is_empty() => 0..bytes.len() as u64,
                _ => continue,
            };
            if range.end - range.start == size {
                starts.insert(path, range.start);
            }
        }
        starts
    }
}

fn no_view(view: &str) -> String {
    format!("there is no view {view:?} of this file")
}

/// Options for reading a source: its name states the kind of the program.
fn options(dialect: &str) -> CompileOptions {
    CompileOptions { dialect: Some(dialect.to_owned()), ..CompileOptions::default() }
}

/// Name of the language of a source: of those that are compiled here.
fn source_language(name: &str, bytes: &[u8]) -> Option<&'static str> {
    if let Some(compiler) = glassbox::compiler_of_source(name, bytes) {
        return Some(compiler.name());
    }
    if let Some(language) = stage_language(name, bytes) {
        return Some(language.name());
    }
    let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?;
    ProgramLanguage::of_source(&Source { name, text }).map(ProgramLanguage::name)
}

/// Language of a source of stages.
fn stage_language(name: &str, bytes: &[u8]) -> Option<Language> {
    if glassbox::detect(bytes).is_some() || glassbox::compiler_of_source(name, bytes).is_some() {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    Language::of(name, text).filter(|language| *language != Language::Hlsl)
}
