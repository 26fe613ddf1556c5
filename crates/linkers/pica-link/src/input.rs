//! Input files of the linker.

use glassbox_core::diagnostic::Location;
use glassbox_core::record::Field;
use glassbox_shbin::file::File;
use glassbox_shbin::model::Shbin;
use glassbox_shbin::raw::ReferencesHeader;

/// Object or linked file, with its name for messages.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// File name for messages.
    pub name: &'a str,
    /// Decoded contents.
    pub model: &'a Shbin<'a>,
    /// Source file of the model; gives findings their byte ranges.
    pub file: Option<&'a File<'a>>,
}

impl<'a> Input<'a> {
    /// Input that was read from a file.
    pub fn file(name: &'a str, file: &'a File<'a>) -> Input<'a> {
        Input { name, model: &file.model, file: Some(file) }
    }

    /// Input built by a program. Its findings have paths but no byte ranges.
    pub const fn model(name: &'a str, model: &'a Shbin<'a>) -> Input<'a> {
        Input { name, model, file: None }
    }

    /// Location of a field of the reference section.
    pub(crate) fn reference(&self, field: Field) -> Location {
        let placed = self.file.and_then(|file| Some((file, file.heads.references?)));
        match placed {
            Some((file, placed)) => file.field::<ReferencesHeader>(&placed, "references", field),
            None => Location::new(0, 0, format!("references.{}", field.name)),
        }
    }
}
