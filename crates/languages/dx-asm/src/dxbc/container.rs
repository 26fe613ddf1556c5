//! Builds containers from assembled programs.

use glassbox_core::format::{Edit, EditError, WriteError};
use std::borrow::Cow;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::edit::edit;
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};

/// Bit offset of the major model in the version, a program's first word.
const MAJOR_SHIFT: u32 = 4;

/// Wraps a program in a signed container without other parts. Runtimes need more, such as signatures, whose
/// names no program contains.
pub fn minimal(program: &[u8]) -> Result<Vec<u8>, WriteError> {
    let version = program.first().copied().unwrap_or(0);
    // The part's code determines which model it may have; readers use the version.
    let code = match version >> MAJOR_SHIFT {
        4 => *b"SHDR",
        _ => *b"SHEX",
    };
    let draft = Draft { parts: vec![DraftPart { code, data: Cow::Borrowed(program) }], ..Draft::default() };
    contiguous(&draft, Signing::Retail)
}

/// Replaces the program of a container and keeps all other parts; signed if it was.
pub fn replace(container: &[u8], program: &[u8], limits: &Limits) -> Result<Vec<u8>, EditError> {
    let opened = open(Window::whole(container), limits)
        .map_err(|finding| EditError::new(finding.message.clone()).rule(finding.rule))?;
    let name = ["SHEX", "SHDR"]
        .into_iter()
        .find(|name| name.as_bytes().first_chunk().is_some_and(|code| opened.data(code).is_some()));
    let Some(name) = name else {
        return Err(EditError::new("found no part SHDR or SHEX, expected a program to be replaced")
            .help("leave out --into to make a container with the program alone"));
    };
    edit(&opened, &Edit::Replace { name, data: program }, Signing::Same)
}
