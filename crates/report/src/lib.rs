//! What Glassbox finds, for people and for machines: the terminal, JSON and SARIF.
//!
//! The core keeps plain data; this crate alone knows how it is shown and serialised. [`terminal`] writes for people: a
//! diagnostic on bytes with a hex window, one on a source with the lines around it, and the answers of a file as short
//! tables. [`json`] mirrors the same data in types of its own, so the published schemas (`docs/schema/`) stay while the
//! inside moves. [`sarif`] writes findings for code-scanning tools.
//!
//! ```
//! use glassbox_core::diagnostic::{Diagnostic, Location};
//! use glassbox_report::{Subject, terminal::{self, Style}};
//!
//! glassbox_core::rules! {
//!     SIZE = "DEMO-01" Error "the size is wrong" { cause: "", effect: "", cure: "" }
//! }
//! let finding = Diagnostic::new(&SIZE, Location::new(2, 4, "header.size"), "size is 0x100, the file has 8 bytes");
//! let mut out = Vec::new();
//! let subject = Subject { file: "a.bin", bytes: &[0, 0, 0, 1, 0, 0, 0, 0], source: None };
//! terminal::diagnostic(&mut out, &finding, &subject, &Style::plain()).unwrap();
//! let text = String::from_utf8(out).unwrap();
//! assert!(text.starts_with("error[DEMO-01]: size is 0x100, the file has 8 bytes\n  at a.bin: header.size, bytes 0x2..0x4"));
//! ```

mod found;
pub mod json;
pub mod plan;
mod run;
pub mod sarif;
mod strings;
pub mod terminal;

pub use found::{FoundArray, FoundFile};
pub use run::{Number, ProfileLine, RunEntry, RunFailure, RunOutput, RunReport, RunResult, TraceLine};
pub use strings::{RepeatedString, StringsReport};

/// What a diagnostic is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The file's name, as it was given.
    pub file: &'a str,
    /// The bytes of a binary file, for the hex window.
    pub bytes: &'a [u8],
    /// The text of a source file, for the lines around a mistake.
    pub source: Option<&'a str>,
}
