//! Containers from assembled programs.

use glassbox_core::format::{Edit, EditError, WriteError};
use std::borrow::Cow;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::edit::edit;
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};

/// Bit of the major model in the version, the first word of a program.
const MAJOR_SHIFT: u32 = 4;

/// A container that holds a program and nothing else, signed. What else runtimes want, such as the signatures, has names in
/// it that no program holds.
pub fn minimal(program: &[u8]) -> Result<Vec<u8>, WriteError> {
    let version = program.first().copied().unwrap_or(0);
    // The part's code says which model it can have; readers go by the version.
    let code = match version >> MAJOR_SHIFT {
        4 => *b"SHDR",
        _ => *b"SHEX",
    };
    let draft = Draft {
        parts: vec![DraftPart {
            code,
            data: Cow::Borrowed(program),
        }],
        ..Draft::default()
    };
    contiguous(&draft, Signing::Retail)
}

/// A container with its program replaced by another one, signed as it was. All other parts stay as they are.
pub fn replace(container: &[u8], program: &[u8], limits: &Limits) -> Result<Vec<u8>, EditError> {
    let opened = open(Window::whole(container), limits)
        .map_err(|finding| EditError::new(finding.message.clone()).rule(finding.rule))?;
    let name = ["SHEX", "SHDR"].into_iter().find(|name| {
        name.as_bytes()
            .first_chunk()
            .is_some_and(|code| opened.data(code).is_some())
    });
    let Some(name) = name else {
        return Err(
            EditError::new("found no part SHDR or SHEX, expected a program to be replaced")
                .help("leave out --into to make a container with the program alone"),
        );
    };
    edit(&opened, &Edit::Replace { name, data: program }, Signing::Same)
}
