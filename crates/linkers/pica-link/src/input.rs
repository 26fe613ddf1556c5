//! What is linked.

use glassbox_core::diagnostic::Location;
use glassbox_core::record::Field;
use glassbox_shbin::file::File;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::ReferencesHead;

/// An object or a linked file, with the name that messages show.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Name of the file.
    pub name: &'a str,
    /// What it means.
    pub model: &'a Shbin<'a>,
    /// The file that it was read from, for the places of findings.
    pub file: Option<&'a File<'a>>,
}

impl<'a> Input<'a> {
    /// A file that was read.
    pub fn file(name: &'a str, file: &'a File<'a>) -> Input<'a> {
        Input {
            name,
            model: &file.model,
            file: Some(file),
        }
    }

    /// A model that a program built. Its findings have paths and no bytes.
    pub const fn model(name: &'a str, model: &'a Shbin<'a>) -> Input<'a> {
        Input {
            name,
            model,
            file: None,
        }
    }

    /// Where a field of the reference section lies.
    pub(crate) fn reference(&self, field: Field) -> Location {
        let placed = self.file.and_then(|file| Some((file, file.heads.references?)));
        match placed {
            Some((file, placed)) => file.field::<ReferencesHead>(&placed, "references", field),
            None => Location::new(0, 0, format!("references.{}", field.name)),
        }
    }
}
