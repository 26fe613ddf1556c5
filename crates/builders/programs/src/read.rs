//! Reads the text of a project file, key by key.

use std::ops::{Deref, DerefMut, Range};
use std::sync::Arc;

use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::span::Span;
use glassbox_core::stage::Stage;
use toml::de::DeValue;

use crate::permutation::{Exclusion, MOST, Permutations};
use crate::project::{Program, Project, Settings, StageFile};
use crate::rules;
use crate::table::{Entry, Located, Reader, TableRules, replacement, span};

static RULES: TableRules =
    TableRules { toml: &rules::TOML, unknown_key: &rules::UNKNOWN_KEY, wrong_value: &rules::WRONG_VALUE };

/// Keys: those of one program, those of one and of all, those of the file.
const KEYS: [&str; 15] = [
    "stages",
    "source",
    "to",
    "versions",
    "reflect",
    "target",
    "env",
    "include",
    "defines",
    "debug",
    "optimize",
    "permutations",
    "output",
    "cache",
    "programs",
];
const OF_PROGRAM: Range<usize> = 0..12;
const OF_FILE: Range<usize> = 2..15;

/// Reads a project file. The project is incomplete if there are errors among the findings; a program with errors is not in it.
#[must_use]
pub fn read(text: &str) -> (Project, Diagnostics) {
    let mut reader = ProgramReader(Reader::new(text, &RULES));
    let mut project = Project::default();
    let document = reader.document();
    let (mut settings, mut permutations) = (Settings::default(), Permutations::default());
    let entries = reader.known(document.get_ref(), &KEYS[OF_FILE], "a project file of programs");
    let mut programs = None;
    for entry in &entries {
        match entry.key.value.as_str() {
            "output" => project.output = reader.string(entry),
            "cache" => project.cache = reader.string(entry),
            "programs" => programs = reader.table(entry),
            _ => reader.setting(&mut settings, &mut permutations, entry),
        }
    }
    let programs = programs.map_or_else(Vec::new, |table| reader.entries(table));
    let settings = Arc::new(settings);
    for entry in programs {
        if let Some(program) = reader.program(&entry, &settings, &permutations) {
            project.programs.push(program);
        }
    }
    (project, reader.0.findings)
}

/// True if a TOML text describes programs, as opposed to other tools' files: it has a table of them. Its lines tell, without reading all of
/// it.
#[must_use]
pub fn is_project_text(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        let is_header = line.starts_with("[programs.") || line.starts_with("[programs]");
        let rest = line.strip_prefix("programs").map(str::trim_start);
        let value = rest.and_then(|rest| rest.strip_prefix('=')).map(str::trim_start);
        let is_table = value.is_some_and(|value| value.starts_with('{'));
        is_header || is_table || rest.is_some_and(|rest| rest.starts_with('.'))
    })
}

struct ProgramReader<'t>(Reader<'t>);

impl<'t> Deref for ProgramReader<'t> {
    type Target = Reader<'t>;

    fn deref(&self) -> &Reader<'t> {
        &self.0
    }
}

impl<'t> DerefMut for ProgramReader<'t> {
    fn deref_mut(&mut self) -> &mut Reader<'t> {
        &mut self.0
    }
}

impl ProgramReader<'_> {
    fn setting(&mut self, settings: &mut Settings, permutations: &mut Permutations, entry: &Entry<'_, '_>) {
        match entry.key.value.as_str() {
            "to" => settings.to = self.strings(entry),
            "versions" => settings.versions = self.defines(entry),
            "reflect" => settings.reflect = self.strings(entry),
            "target" => settings.platforms = self.strings(entry),
            "env" => settings.env = self.string(entry),
            "include" => settings.include = self.strings(entry),
            "defines" => settings.defines = self.defines(entry),
            "debug" => settings.debug = self.truth(entry),
            "optimize" => settings.optimize = self.truth(entry),
            "permutations" => *permutations = self.permutations(entry),
            _ => {}
        }
    }

    fn program(
        &mut self,
        entry: &Entry<'_, '_>,
        all: &Arc<Settings>,
        permutations: &Permutations,
    ) -> Option<Program> {
        let faults = self.findings.items().len();
        let table = self.table(entry)?;
        let mut program = Program {
            name: entry.name(),
            stages: Vec::new(),
            source: None,
            settings: Arc::clone(all),
            permutations: permutations.clone(),
        };
        let name = entry.key.value.as_str();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
            let message = format!(
                "found {name:?} as the name of a program, expected letters, digits, `_`, `-` and `.`"
            );
            self.report(
                &rules::WRONG_VALUE,
                entry.key.span,
                message,
                "results are named like the program; rename it",
            );
        }
        let mut settings = Settings::default();
        for entry in self.known(table, &KEYS[OF_PROGRAM], "a program") {
            match entry.key.value.as_str() {
                "stages" => program.stages = self.stages(&entry),
                "source" => program.source = self.string(&entry),
                _ => self.setting(&mut settings, &mut program.permutations, &entry),
            }
        }
        if settings != Settings::default() {
            program.settings = Arc::new(settings.over(all));
        }
        if self.findings.items().len() == faults {
            self.complete(&program);
        }
        (self.findings.items().len() == faults).then_some(program)
    }

    fn stages(&mut self, entry: &Entry<'_, '_>) -> Vec<StageFile> {
        let Some(table) = self.table(entry) else { return Vec::new() };
        let names: Vec<&'static str> = Stage::ALL.iter().map(|stage| stage.name()).collect();
        let mut stages = Vec::new();
        for entry in self.known_or(table, &names, "the table `stages`", |key| Stage::named(key).is_some()) {
            let name = entry.key.value.as_str();
            let usual = Stage::ALL.into_iter().find(|stage| stage.name() == name);
            let Some(stage) = usual.or_else(|| Stage::named(name)) else { continue };
            let faults = self.findings.items().len();
            let (mut files, mut name, mut defines) = (Vec::new(), None, Vec::new());
            if let DeValue::Table(table) = entry.value.get_ref() {
                for entry in self.known(table, &["file", "entry", "defines"], "a stage") {
                    match entry.key.value.as_str() {
                        "file" => files = self.strings(&entry),
                        "entry" => name = self.string(&entry).map(|name| name.value),
                        _ => defines = self.defines(&entry),
                    }
                }
            } else {
                files = self.strings(&entry);
            }
            if !files.is_empty() {
                stages.push(StageFile { stage, files, entry: name, defines });
            } else if self.findings.items().len() == faults {
                let message = format!("found the stage `{}` without a file", entry.key.value);
                self.report(&rules::MISSING, entry.key.span, message, "name the source: file = \"NAME\"");
            }
        }
        stages.sort_by_key(|stage| stage.stage);
        stages
    }

    fn permutations(&mut self, entry: &Entry<'_, '_>) -> Permutations {
        let mut permutations = Permutations::default();
        let Some(table) = self.table(entry) else { return permutations };
        for entry in self.entries(table) {
            let DeValue::Array(items) = entry.value.get_ref() else {
                self.wrong(&entry, "a list of values");
                continue;
            };
            if entry.key.value == "exclude" {
                for item in items.iter() {
                    let item = Entry { key: entry.key.clone(), value: item };
                    let values = self.defines(&item);
                    permutations.exclude.push(Exclusion { values, span: span(item.value.span()) });
                }
                continue;
            }
            let mut values: Vec<String> = Vec::new();
            for item in items.iter() {
                match replacement(item) {
                    Some(value) if values.contains(&value) => {}
                    Some(value) => values.push(value),
                    None => {
                        let item = Entry { key: entry.key.clone(), value: item };
                        self.wrong(&item, "strings, numbers and booleans only");
                    }
                }
            }
            if values.is_empty() {
                self.wrong(&entry, "one value at least");
            } else {
                permutations.macros.push((entry.name(), values));
            }
        }
        self.check(&permutations, entry.key.span);
        permutations
    }

    fn check(&mut self, permutations: &Permutations, at: Span) {
        for excluded in &permutations.exclude {
            for (name, value) in &excluded.values {
                let known = permutations.macros.iter().find(|(known, _)| known.value == *name);
                let (message, help) = match known {
                    None => {
                        let names: Vec<&str> =
                            permutations.macros.iter().map(|(name, _)| name.value.as_str()).collect();
                        let message = format!("found `{name}`, which is not one of the macros");
                        (message, format!("the macros are {}", names.join(", ")))
                    }
                    Some((_, values)) if !values.contains(value) => {
                        let message = format!("found {value:?} for `{name}`, which it never is");
                        (message, format!("the values of `{name}` are {}", values.join(", ")))
                    }
                    Some(_) => continue,
                };
                self.report(&rules::EXCLUDED, excluded.span, message, help);
            }
            if excluded.values.is_empty() {
                let message = "found an exclusion without a macro, expected one at least".to_owned();
                self.report(&rules::EXCLUDED, excluded.span, message, "name macros and values, or remove it");
            }
        }
        if permutations.count().is_none() {
            let counts: Vec<String> =
                permutations.macros.iter().map(|(_, values)| values.len().to_string()).collect();
            let message = format!("found {} combinations, expected at most {MOST}", counts.join(" x "));
            self.report(&rules::TOO_MANY, at, message, "leave values out, or divide the program");
        }
    }

    /// Reports what a program lacks.
    fn complete(&mut self, program: &Program) {
        let Located { value: name, span } = &program.name;
        if program.stages.is_empty() && program.source.is_none() {
            let message = format!("found no stages of the program `{name}`, expected one at least");
            self.report(&rules::MISSING, *span, message, "add stages = { fragment = \"FILE\" }");
        }
        if let (false, Some(source)) = (program.stages.is_empty(), &program.source) {
            let message =
                format!("found stages and a source of the program `{name}`, expected one of the two");
            self.report(
                &rules::WRONG_VALUE,
                source.span,
                message,
                "a source states its stages itself; remove one key",
            );
        }
        if program.settings.to.is_empty() {
            let message = format!("found nothing that the program `{name}` becomes");
            self.report(
                &rules::MISSING,
                *span,
                message,
                "add to = \"spirv\", or several: to = [\"wgsl\", \"hlsl\"]",
            );
        }
    }
}
