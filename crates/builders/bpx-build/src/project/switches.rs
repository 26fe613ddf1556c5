//! Command-line switches as a project: spelled as a project file for the reader, and as a command line for findings.
//!
//! ```
//! use glassbox_bpx_build::project::{read, switches::Switches};
//!
//! let switches = Switches {
//!     targets: vec!["GL42".to_owned()],
//!     stages: vec![("vertex", vec!["a.vert".to_owned()]), ("pixel", vec!["a.frag".to_owned()])],
//!     ..Switches::default()
//! };
//! let spelled = switches.spell();
//! let (project, findings) = read(&spelled.project);
//! assert!(findings.items().is_empty());
//! assert_eq!(project.stages.len(), 2);
//! assert_eq!(spelled.command_line, "glassbox compile --target GL42 --vertex a.vert --pixel a.frag");
//! ```

use std::fmt::Write as _;
use std::ops::Range;

/// The name that findings give the command line, where a project file would have its path.
pub const COMMAND_LINE: &str = "command line";

/// The switches of the command that builds a program without a project file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    /// Targets, or `all`.
    pub targets: Vec<String>,
    /// Stages by the names of the vendor's sources, with their files.
    pub stages: Vec<(&'static str, Vec<String>)>,
    /// Sources that say themselves which stages they are of.
    pub sources: Vec<String>,
    /// What the sources of `stages` are written in, where their names do not say it.
    pub language: Option<String>,
    /// Shader libraries.
    pub libraries: Vec<String>,
    /// Sources in the libraries that are compiled too.
    pub inject: Vec<String>,
    /// Folders with files to include.
    pub include: Vec<String>,
    /// Macros: the stage that they are for or `None` for all, name and text.
    pub defines: Vec<(Option<&'static str>, String, String)>,
    /// Symbols that an assembly defines.
    pub external: Vec<String>,
    /// Symbols that the program defines.
    pub internal: Vec<String>,
    /// Registers of symbols.
    pub registers: Vec<(String, u8)>,
    /// Name of the pipeline's symbol.
    pub pipeline: Option<String>,
    /// Name of the vertex format's symbol.
    pub vertex_format: Option<String>,
    /// Assembly to link to.
    pub assembly: Option<String>,
    /// Its parents.
    pub parents: Vec<String>,
    /// Whether structured data carries the names of its properties.
    pub debug_names: bool,
    /// Which sections of code are compressed.
    pub compression: Option<String>,
}

impl Switches {
    /// Whether nothing is stated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Switches::default()
    }

    /// The same as a project file and as a command line.
    #[must_use]
    pub fn spell(&self) -> Spelled {
        let mut spelled = Spelled {
            command_line: "glassbox compile".to_owned(),
            ..Spelled::default()
        };
        // The program is named after its first source.
        let stages = self.stages.iter().flat_map(|(_, files)| files);
        if let Some(file) = stages.chain(&self.sources).chain(&self.inject).next() {
            let name = file.rsplit('/').next().unwrap_or(file);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            let _ = writeln!(spelled.project, "name = {}", quoted(stem));
        }
        spelled.list("target", "--target", &self.targets, ListForm::Commas);
        spelled.list("sources", "", &self.sources, ListForm::Repeated);
        spelled.list("libraries", "--lib", &self.libraries, ListForm::Repeated);
        spelled.list("inject", "--inject", &self.inject, ListForm::Repeated);
        spelled.list("include", "--include", &self.include, ListForm::Repeated);
        spelled.list("external", "--external", &self.external, ListForm::Commas);
        spelled.list("internal", "--internal", &self.internal, ListForm::Commas);
        spelled.list("parents", "--parent", &self.parents, ListForm::Repeated);
        for (key, switch, value) in [
            ("vertex_format", "--vertex-format", &self.vertex_format),
            ("assembly", "--assembly", &self.assembly),
            ("compression", "--compression", &self.compression),
            ("pipeline.name", "--pipeline", &self.pipeline),
        ] {
            if let Some(value) = value {
                spelled.line(key, switch, &quoted(value), value);
            }
        }
        if self.debug_names {
            spelled.line("debug_names", "--debug-names", "true", "");
        }
        for (stage, name, value) in &self.defines {
            let (table, prefix) = match stage {
                Some(stage) => (format!("stages.{stage}.defines"), format!("{stage}:")),
                None => ("defines".to_owned(), String::new()),
            };
            let key = format!("{table}.{}", quoted(name));
            spelled.line(
                &key,
                "--define",
                &quoted(value),
                &format!("{prefix}{name}={value}"),
            );
        }
        for (name, register) in &self.registers {
            let key = format!("registers.{}", quoted(name));
            spelled.line(
                &key,
                "--registers",
                &register.to_string(),
                &format!("{name}={register}"),
            );
        }
        for (stage, files) in &self.stages {
            let key = format!("stages.{stage}.file");
            spelled.list(&key, &format!("--{stage}"), files, ListForm::Repeated);
            if let Some(language) = &self.language {
                let key = format!("stages.{stage}.language");
                spelled.line(&key, "--language", &quoted(language), language);
            }
        }
        spelled
    }
}

/// Switches in both spellings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spelled {
    /// The text of a project file that states the same.
    pub project: String,
    /// A command line that states the same, in the order of the project file.
    pub command_line: String,
    /// Ranges of bytes in the project file, each with the range of the command line that states it.
    places: Vec<(Range<usize>, Range<usize>)>,
}

/// How a switch takes several values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListForm {
    /// One switch, values separated by commas.
    Commas,
    /// The switch once for each value.
    Repeated,
}

impl Spelled {
    /// The part of the command line that states a part of the project file: the smallest one that is known to.
    #[must_use]
    pub fn in_command_line(&self, range: Range<usize>) -> Range<usize> {
        let around = self
            .places
            .iter()
            .filter(|(project, _)| project.start <= range.start && range.end <= project.end);
        let nearest = around.min_by_key(|(project, _)| project.len());
        nearest.map_or(0..0, |(_, command)| command.clone())
    }

    /// A key with one value; `typed` is the value as the switch takes it, empty for a switch without one.
    fn line(&mut self, key: &str, switch: &str, value: &str, typed: &str) {
        let start = self.project.len();
        let _ = writeln!(self.project, "{key} = {value}");
        let command = self.command(switch, typed);
        self.places.push((start..self.project.len(), command));
    }

    /// A key with a list of strings.
    fn list(&mut self, key: &str, switch: &str, items: &[String], form: ListForm) {
        if items.is_empty() {
            return;
        }
        let start = self.project.len();
        let _ = write!(self.project, "{key} = [");
        let mut items_at = Vec::new();
        for (number, item) in items.iter().enumerate() {
            if number > 0 {
                self.project.push_str(", ");
            }
            let start = self.project.len();
            self.project.push_str(&quoted(item));
            items_at.push(start..self.project.len());
        }
        self.project.push_str("]\n");
        let whole = start..self.project.len();
        let commands: Vec<Range<usize>> = match form {
            ListForm::Commas => {
                let command = self.command(switch, &items.join(","));
                items.iter().map(|_| command.clone()).collect()
            }
            ListForm::Repeated => items.iter().map(|item| self.command(switch, item)).collect(),
        };
        if let (Some(first), Some(last)) = (commands.first(), commands.last()) {
            self.places.push((whole, first.start..last.end));
        }
        self.places.extend(items_at.into_iter().zip(commands));
    }

    /// Adds a switch with its value to the command line; gives the range of both.
    fn command(&mut self, switch: &str, typed: &str) -> Range<usize> {
        self.command_line.push(' ');
        let start = self.command_line.len();
        self.command_line.push_str(switch);
        if !switch.is_empty() && !typed.is_empty() {
            self.command_line.push(' ');
        }
        self.command_line.push_str(&shell_word(typed));
        start..self.command_line.len()
    }
}

/// A word as a shell reads it; control characters become spaces, since it is only shown.
fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-+=:,./@%".contains(letter);
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    let text: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::Switches;

    #[test]
    fn parts_of_the_project_are_found_in_the_command_line() {
        let strings = |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect();
        let switches = Switches {
            targets: strings(&["GL42", "VK10"]),
            stages: vec![("vertex", strings(&["a.vert", "my shared.glsl"]))],
            defines: vec![(Some("vertex"), "LAMPS".to_owned(), "2".to_owned())],
            registers: vec![("Camera".to_owned(), 3)],
            ..Switches::default()
        };
        let spelled = switches.spell();
        for (part, expected) in [
            ("\"VK10\"", "--target GL42,VK10"),
            ("\"a.vert\"", "--vertex a.vert"),
            ("\"my shared.glsl\"", "--vertex 'my shared.glsl'"),
            ("stages.vertex.file", "--vertex a.vert --vertex 'my shared.glsl'"),
            ("\"2\"", "--define vertex:LAMPS=2"),
            ("3", "--registers Camera=3"),
            ("name", ""),
        ] {
            let start = spelled.project.find(part).unwrap();
            let range = spelled.in_command_line(start..start + part.len());
            assert_eq!(&spelled.command_line[range], expected, "{part}");
        }
    }
}
