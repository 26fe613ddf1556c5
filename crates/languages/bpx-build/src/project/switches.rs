//! What is said with switches, spelt as a project file.
//!
//! ```
//! use glassbox_bpx_build::project::{read, switches::Switches};
//!
//! let switches = Switches {
//!     targets: vec!["GL42".to_owned()],
//!     stages: vec![("vertex", vec!["a.vert".to_owned()]), ("pixel", vec!["a.frag".to_owned()])],
//!     ..Switches::default()
//! };
//! let (project, findings) = read(&switches.to_text());
//! assert!(findings.items().is_empty());
//! assert_eq!(project.stages.len(), 2);
//! ```

use std::fmt::Write as _;

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
    /// The same as a project file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: String| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{key} = {value}");
        };
        // Results are called after the first stage.
        let stages = self.stages.iter().flat_map(|(_, files)| files);
        if let Some(file) = stages.chain(&self.sources).chain(&self.inject).next() {
            let name = file.rsplit('/').next().unwrap_or(file);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            line("name", quoted(stem));
        }
        let lists = [
            ("target", &self.targets),
            ("sources", &self.sources),
            ("libraries", &self.libraries),
            ("inject", &self.inject),
            ("include", &self.include),
            ("external", &self.external),
            ("internal", &self.internal),
            ("parents", &self.parents),
        ];
        for (key, items) in lists.into_iter().filter(|(_, items)| !items.is_empty()) {
            line(key, list(items));
        }
        for (key, value) in [
            ("vertex_format", &self.vertex_format),
            ("assembly", &self.assembly),
            ("compression", &self.compression),
            ("pipeline.name", &self.pipeline),
        ] {
            if let Some(value) = value {
                line(key, quoted(value));
            }
        }
        if self.debug_names {
            line("debug_names", "true".to_owned());
        }
        for (stage, name, value) in &self.defines {
            let table = match stage {
                Some(stage) => format!("stages.{stage}.defines"),
                None => "defines".to_owned(),
            };
            line(&format!("{table}.{}", quoted(name)), quoted(value));
        }
        for (name, register) in &self.registers {
            line(&format!("registers.{}", quoted(name)), register.to_string());
        }
        for (stage, files) in &self.stages {
            line(&format!("stages.{stage}.file"), list(files));
            if let Some(language) = &self.language {
                line(&format!("stages.{stage}.language"), quoted(language));
            }
        }
        text
    }
}

/// A list of strings.
fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    format!("[{}]", items.join(", "))
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
