//! Builds programs in languages of whole programs, VSL and SkSL: the file of the compiler, and everything that it becomes.

use glassbox::compile::{self, Compiler};
use glassbox::programs::rules;
use glassbox::stages::StageModule;
use glassbox::{Conversion, ConversionError, ConversionOptions, Converted, EntryPoint, File};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::stage::Stage;

use super::reflect;
use super::targets::Target;
use super::unit::{Built, Made, Shared, Unit, refused};

/// A program with its file.
struct Whole<'a> {
    shared: &'a Shared<'a>,
    /// Number of the source in the unit.
    source: usize,
    text: &'a str,
    compiler: &'static dyn Compiler,
    kind: Option<String>,
    /// What the compiler made; empty if nothing is made of it.
    bytes: Vec<u8>,
}

/// Builds the program of a source.
pub(super) fn build(unit: &Unit, shared: &Shared<'_>, source: usize, text: &str, mut built: Built) -> Built {
    let file = &unit.files[source];
    let number = built.sources.add(file.path.clone(), text);
    let Some(compiler) = compile::compiler_of(&file.path, text).filter(|_| unit.files.len() == 1) else {
        let message = if unit.files.len() > 1 {
            "only stages in GLSL, WGSL and HLSL form a program of several sources"
        } else {
            "its name and text do not show its language"
        };
        let at = Location::in_text(text, 0..0).input(number);
        built.findings.push(Diagnostic::new(&glassbox::NO_LANGUAGE, at, message));
        return built;
    };
    let kind = unit.conversion.kind.clone();
    let kind = kind.or_else(|| compile::kind_of(compiler, &file.path).map(str::to_owned));
    // SkSL becomes other languages from its source, which says more than the file can.
    let is_file = |target: &Target| is_file(compiler, target);
    let bytes = if compiler.format() != "sksl" || unit.targets.iter().any(is_file) {
        let options =
            compile::CompileOptions { kind: kind.clone(), optimize: unit.optimize, ..Default::default() };
        let compiled = match compiler.compile(text, &options) {
            Ok(compiled) => compiled,
            Err(error) => {
                built.findings.push(refused(&built.sources, number, error.to_string()));
                return built;
            }
        };
        built.findings.extend(compiled.findings);
        let Some(bytes) = compiled.bytes else { return built };
        bytes
    } else {
        Vec::new()
    };
    let kind = kind.filter(|_| compiler.format() == "sksl");
    let whole = Whole { shared, source, text, compiler, kind, bytes };
    for target in &unit.targets {
        match whole.target(target, &unit.conversion) {
            Ok((made, notes)) => {
                built.made.extend(made);
                built.findings.extend(notes);
            }
            Err(findings) => built.findings.extend(findings),
        }
    }
    if !unit.reflect.is_empty() {
        match whole.modules(number) {
            Ok(modules) => reflect::build(unit, &modules, &mut built.made),
            Err(findings) => built.findings.extend(findings),
        }
    }
    if built.has_errors() {
        built.made.clear();
    }
    built
}

/// True if a target is the file of a compiler itself.
fn is_file(compiler: &dyn Compiler, target: &Target) -> bool {
    target.name == compiler.extension() || target.name == "binary"
}

impl Whole<'_> {
    /// The modules of its entry points.
    fn modules(&self, source: u32) -> Result<Vec<StageModule>, Vec<Diagnostic>> {
        let target = Target { name: "spirv".to_owned(), version: None };
        let (made, _) = self.target(&target, &ConversionOptions::default())?;
        let module = |made: Made| {
            // SkSL has no stages: a program of it is a part of a fragment stage.
            let stage = Stage::named(&made.stage).unwrap_or(Stage::Fragment);
            let entry = if made.entry.is_empty() { "main" } else { &made.entry };
            StageModule::of_bytes(stage, entry, made.bytes, source)
        };
        Ok(made.into_iter().map(module).collect())
    }

    /// What the program becomes, with notes.
    fn target(
        &self,
        target: &Target,
        all: &ConversionOptions,
    ) -> Result<(Vec<Made>, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (format, extension) = (self.compiler.format(), self.compiler.extension());
        if is_file(self.compiler, target) {
            let made = self.made(target, None, true, self.bytes.clone());
            return Ok((vec![Made { extension: extension.to_owned(), is_text: false, ..made }], Vec::new()));
        }
        let Some(conversion) = glassbox::conversion(format, target.to()) else {
            let message = target.unknown(format, self.compiler.title());
            return Err(vec![Diagnostic::new(&rules::TARGET, self.start(), message)]);
        };
        let options = target.options(all);
        let options = ConversionOptions { kind: self.kind.clone(), ..options };
        let opened = glassbox::open(&self.bytes);
        let entries = if format == "sksl" { Ok(Vec::new()) } else { opened.entry_points(conversion) };
        let entries = entries.map_err(|error| self.findings(error))?;
        let is_alone = entries.len() < 2;
        let entries: Vec<Option<EntryPoint>> =
            if entries.is_empty() { vec![None] } else { entries.into_iter().map(Some).collect() };
        let (mut all, mut notes) = (Vec::new(), Vec::new());
        for entry in entries {
            let converted = self.convert(&opened, conversion, &options, entry.as_ref());
            let converted = converted.map_err(|error| self.findings(error))?;
            notes.extend(self.placed(converted.notes));
            let bytes = target.spelled(converted.bytes);
            let bytes = bytes.map_err(|message| self.findings(ConversionError::Option(message)))?;
            all.push(self.made(target, entry, is_alone, bytes));
        }
        Ok((all, notes))
    }

    fn convert(
        &self,
        opened: &File<'_>,
        conversion: &dyn Conversion,
        options: &ConversionOptions,
        entry: Option<&EntryPoint>,
    ) -> Result<Converted, ConversionError> {
        let given = options.set();
        if let Some(option) = given.iter().find(|option| !conversion.options().contains(option)) {
            let message = format!("--{option} does not apply to --to {}", conversion.to());
            return Err(ConversionError::Option(message));
        }
        if self.compiler.format() == "sksl" {
            return conversion.run(self.text.as_bytes(), options, self.shared.limits);
        }
        let options = ConversionOptions {
            entry: entry.map(|entry| entry.name.clone()),
            stage: entry.map(|entry| entry.stage),
            ..options.clone()
        };
        opened.convert(conversion.to(), &options)
    }

    fn made(&self, target: &Target, entry: Option<EntryPoint>, is_alone: bool, bytes: Vec<u8>) -> Made {
        let (stage, entry) = entry.map_or(("", String::new()), |entry| (entry.stage.name(), entry.name));
        Made {
            target: target.name.clone(),
            stage: stage.to_owned(),
            entry,
            extension: target.extension().to_owned(),
            source: self.source,
            is_alone,
            is_text: target.is_text(),
            bytes,
        }
    }

    fn start(&self) -> Location {
        Location::in_text(self.text, 0..0)
    }

    fn findings(&self, error: ConversionError) -> Vec<Diagnostic> {
        match error {
            ConversionError::File(findings) => self.placed(findings),
            error => vec![Diagnostic::new(&glassbox::NO_OPTION, self.start(), error.to_string())],
        }
    }

    /// Findings with places in the source. Those on code in a file have none there.
    fn placed(&self, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if self.compiler.format() != "sksl" {
            for finding in &mut findings {
                finding.location = self.start();
                finding.labels.clear();
            }
        }
        findings
    }
}
