//! Cases in files: programs of several texts, each behind a line that says what it is.
//!
//! `//== PART STAGE` begins a stage of a part, such as `//== fires frag`, or a further text of it, and `//== PART include NAME` a text that it includes.
//! A line with `//*N` at its end is there N times, `@` being its number.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_glsl::source::{IncludeList, Sources};
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Compiled, Options, StageSource, Text, compile_program};

/// A program of a case.
#[derive(Default)]
pub(crate) struct Part {
    stages: Vec<(Stage, String, String)>,
    includes: IncludeList,
}

impl Part {
    /// Compiles it.
    pub(crate) fn compile(&self, options: &Options) -> Compiled {
        let mut stages: Vec<StageSource<'_>> = Vec::new();
        for (stage, name, text) in &self.stages {
            match stages.iter_mut().find(|known| known.stage == *stage) {
                Some(known) => known.texts.push(Text { name, text }),
                None => stages.push(StageSource::new(*stage, name, text)),
            }
        }
        compile_program(&stages, &self.includes, options)
    }

    /// The texts, each with the name of its stage as files end with it.
    pub(crate) fn texts(&self) -> Vec<(&str, String)> {
        let ending = |name: &'_ str| name.rfind('.').map_or(0, |at| at + 1);
        self.stages.iter().map(|(_, name, text)| (&name[ending(name)..], text.clone())).collect()
    }

    /// The same program with each text changed.
    pub(crate) fn changed(&self, change: &mut dyn FnMut(&str) -> String) -> Part {
        Part {
            stages: self
                .stages
                .iter()
                .map(|(stage, name, text)| (*stage, name.clone(), change(text)))
                .collect(),
            includes: IncludeList(
                self.includes.0.iter().map(|(name, text)| (name.clone(), change(text))).collect(),
            ),
        }
    }
}

/// The parts of a case, by their names.
pub(crate) fn parts(text: &str) -> BTreeMap<String, Part> {
    let mut parts: BTreeMap<String, Part> = BTreeMap::new();
    for section in text.split("//== ").skip(1) {
        let (title, body) = section.split_once('\n').expect("a section has a title");
        let words: Vec<&str> = title.split_whitespace().collect();
        let body = repeated(body);
        let part = parts.entry(words[0].to_owned()).or_default();
        match words[1..] {
            ["include", name] => part.includes.0.push((name.to_owned(), body)),
            [extension] => {
                let stage = Stage::named(extension).expect("the stage is known");
                let number = part.stages.iter().filter(|(known, ..)| *known == stage).count();
                let number = if number == 0 { String::new() } else { (number + 1).to_string() };
                part.stages.push((stage, format!("case{number}.{extension}"), body));
            }
            _ => panic!("what is `{title}`?"),
        }
    }
    parts
}

fn repeated(body: &str) -> String {
    let mut out = String::new();
    for line in body.lines() {
        match line.rsplit_once("//*") {
            Some((line, count)) => {
                let count: usize = count.trim().parse().expect("a count");
                for number in 0..count {
                    out.push_str(&line.replace('@', &number.to_string()));
                    out.push('\n');
                }
            }
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// A finding as the files beside the cases have it.
pub(crate) fn shown(finding: &Diagnostic, sources: &Sources) -> String {
    let mut out = format!(
        "{}[{}] {}: {}\n",
        finding.severity,
        finding.rule.id,
        place(&finding.location, sources),
        finding.message
    );
    for label in &finding.labels {
        let _ = writeln!(out, "  {}: {}", place(&label.location, sources), label.message);
    }
    for note in &finding.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    if let Some(help) = &finding.help {
        let _ = writeln!(out, "  help: {help}");
    }
    out
}

fn place(location: &Location, sources: &Sources) -> String {
    let (line, column) = location.line_column.expect("a place in a text");
    let text = sources.text(location.input);
    let letters =
        text.get(location.start as usize..location.end as usize).expect("the place lies in the text");
    let letters: String = letters.chars().take(40).collect();
    format!("{}:{line}:{column} `{}`", sources.name(location.input), letters.escape_debug())
}

/// Compares with a file, or writes it where `GLASSBOX_BLESS` is set.
pub(crate) fn compare(path: &Path, found: &str) {
    if std::env::var_os("GLASSBOX_BLESS").is_some() {
        std::fs::write(path, found).expect("the folder is writable");
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(expected, found, "{}: bless and review it", path.display());
}

/// The files of a folder with an extension, sorted.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}
