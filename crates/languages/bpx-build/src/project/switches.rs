//! What is said with switches, spelt as a project file.
//!
//! ```
//! use glassbox_bpx_build::project::{read, switches::Switches};
//!
//! let switches = Switches {
//!     targets: vec!["GL42".to_owned()],
//!     stages: vec![("vertex", "a.vert".to_owned()), ("pixel", "a.frag".to_owned())],
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
    pub stages: Vec<(&'static str, String)>,
    /// Folders with files to include.
    pub include: Vec<String>,
    /// Macros: name and text.
    pub defines: Vec<(String, String)>,
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
        if let Some((_, file)) = self.stages.first() {
            let name = file.rsplit('/').next().unwrap_or(file);
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            line("name", quoted(stem));
        }
        let lists = [
            ("target", &self.targets),
            ("include", &self.include),
            ("external", &self.external),
            ("internal", &self.internal),
            ("parents", &self.parents),
        ];
        for (key, items) in lists.into_iter().filter(|(_, items)| !items.is_empty()) {
            let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
            line(key, format!("[{}]", items.join(", ")));
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
        for (name, value) in &self.defines {
            line(&format!("defines.{}", quoted(name)), quoted(value));
        }
        for (name, register) in &self.registers {
            line(&format!("registers.{}", quoted(name)), register.to_string());
        }
        for (stage, file) in &self.stages {
            line(&format!("stages.{stage}"), quoted(file));
        }
        text
    }
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
