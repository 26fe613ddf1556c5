//! Functions exported by a library, optionally renamed.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_dxil::{unmangled, without_marker};

use crate::message::NOWHERE;
use crate::rules;

/// Function exported by a library.
///
/// ```
/// use glassbox_dx_link::Export;
///
/// let export = Export::parse(b"Lit=Shade").map_err(|finding| finding.message)?;
/// assert_eq!(export.function, b"Shade");
/// assert_eq!(export.name(b"\x01?Shade@@YAMM@Z"), b"\x01?Lit@@YAMM@Z");
/// assert_eq!(Export::of("Shade").name(b"\x01?Shade@@YAMM@Z"), b"\x01?Shade@@YAMM@Z");
/// assert!(Export::parse(b"Lit=").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// Name of the function in the libraries, mangled or not.
    pub function: Vec<u8>,
    /// New source-level name, if renamed. Parameters in mangled names are kept.
    pub renamed: Option<Vec<u8>>,
}

impl Export {
    /// Exports a function under its own name.
    pub fn of(function: impl Into<Vec<u8>>) -> Export {
        Export { function: function.into(), renamed: None }
    }

    /// Parses `FUNCTION` or, to rename, `NAME=FUNCTION`, like DXC's option `-exports`.
    ///
    /// # Errors
    ///
    /// A finding of [`rules::EXPORT_SPELLING`] for any other text.
    pub fn parse(text: &[u8]) -> Result<Export, Box<Diagnostic>> {
        let mut sides = text.split(|byte| *byte == b'=');
        let (first, second, third) = (sides.next().unwrap_or_default(), sides.next(), sides.next());
        let is_plain = |name: &[u8]| !name.contains(&b'?') && !name.contains(&b'@');
        match (second, third) {
            (None, _) if !first.is_empty() => Ok(Export::of(first)),
            (Some(function), None) if !first.is_empty() && !function.is_empty() && is_plain(first) => {
                Ok(Export { function: function.to_vec(), renamed: Some(first.to_vec()) })
            }
            _ => {
                let message = format!(
                    "found the export \"{}\", expected a function, or a new name, `=` and a function",
                    text.escape_ascii()
                );
                let help =
                    "write such as Shade, or Lit=Shade; a new name has no mangling, which is kept as it is";
                let location = Location::default().input(NOWHERE);
                Err(Box::new(Diagnostic::new(&rules::EXPORT_SPELLING, location, message).help(help)))
            }
        }
    }

    /// Exported name of a function called `own`. In a mangled name, only the source-level name is
    /// replaced.
    pub fn name(&self, own: &[u8]) -> Vec<u8> {
        let Some(new) = &self.renamed else {
            return own.to_vec();
        };
        let Some(mangled) = without_marker(own).strip_prefix(b"?") else {
            return new.clone();
        };
        let head = own.len().saturating_sub(mangled.len());
        let (head, tail) = (own.get(..head), mangled.get(unmangled(own).len()..));
        [head.unwrap_or_default(), new, tail.unwrap_or_default()].concat()
    }

    /// Formats the export as [`Export::parse`] reads it.
    pub fn spelled(&self) -> Vec<u8> {
        match &self.renamed {
            Some(new) => [new.as_slice(), b"=", &self.function].concat(),
            None => self.function.clone(),
        }
    }
}
