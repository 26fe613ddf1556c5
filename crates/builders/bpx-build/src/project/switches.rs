//! Converts command-line switches to a project file for the reader and a command line for findings.
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

/// Name of the command line in findings, instead of a project file path.
pub const COMMAND_LINE: &str = "command line";

/// Switches of the command that builds a program without a project file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    /// Targets, or `all`.
    pub targets: Vec<String>,
    /// Files by stage name in the vendor's sources.
    pub stages: Vec<(&'static str, Vec<String>)>,
    /// Sources that state their stages themselves.
    pub sources: Vec<String>,
    /// Language of the sources in `stages`, if the file names do not determine it.
    pub language: Option<String>,
    /// Shader libraries.
    pub libraries: Vec<String>,
    /// Library sources to compile as well.
    pub inject: Vec<String>,
    /// Include folders.
    pub include: Vec<String>,
    /// Macros: stage (`None` for all), name and text.
    pub defines: Vec<(Option<&'static str>, String, String)>,
    /// Symbols defined by an assembly.
    pub external: Vec<String>,
    /// Symbols defined by the program.
    pub internal: Vec<String>,
    /// Registers by symbol name.
    pub registers: Vec<(String, u8)>,
    /// Symbol name of the pipeline.
    pub pipeline: Option<String>,
    /// Symbol name of the vertex format.
    pub vertex_format: Option<String>,
    /// Assembly to link to.
    pub assembly: Option<String>,
    /// Parents of the assembly, nearest first.
    pub parents: Vec<String>,
    /// Store property names in structured data.
    pub debug_names: bool,
    /// Compression of code sections.
    pub compression: Option<String>,
}

impl Switches {
    /// True if no switch is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Switches::default()
    }

    /// Formats the switches as a project file and as a command line.
    #[must_use]
    pub fn spell(&self) -> Spelled {
        let mut spelled = Spelled { command_line: "glassbox compile".to_owned(), ..Spelled::default() };
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
            spelled.line(&key, "--define", &quoted(value), &format!("{prefix}{name}={value}"));
        }
        for (name, register) in &self.registers {
            let key = format!("registers.{}", quoted(name));
            spelled.line(&key, "--registers", &register.to_string(), &format!("{name}={register}"));
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

/// Switches in both forms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spelled {
    /// Equivalent project file.
    pub project: String,
    /// Equivalent command line, in project file order.
    pub command_line: String,
    /// Byte ranges in the project file, each with its range in the command line.
    places: Vec<(Range<usize>, Range<usize>)>,
}

/// Form of a switch with several values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListForm {
    /// One switch with comma-separated values.
    Commas,
    /// One switch per value.
    Repeated,
}

impl Spelled {
    /// Smallest known part of the command line that corresponds to a part of the project file.
    #[must_use]
    pub(crate) fn in_command_line(&self, range: Range<usize>) -> Range<usize> {
        let around = self
            .places
            .iter()
            .filter(|(project, _)| project.start <= range.start && range.end <= project.end);
        let nearest = around.min_by_key(|(project, _)| project.len());
        nearest.map_or(0..0, |(_, command)| command.clone())
    }

    /// Adds a key with one value; `typed` is the switch's value, empty if it takes none.
    fn line(&mut self, key: &str, switch: &str, value: &str, typed: &str) {
        let start = self.project.len();
        let _ = writeln!(self.project, "{key} = {value}");
        let command = self.command(switch, typed);
        self.places.push((start..self.project.len(), command));
    }

    /// Adds a key with a list of strings.
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

    /// Appends a switch with its value to the command line; returns the range of both.
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

/// Quotes a word for a shell; control characters become spaces, since it is only displayed.
fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-+=:,./@%".contains(letter);
    if text.chars().all(is_plain) {
        return text.to_owned();
    }
    let text: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Formats a basic string of TOML.
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
