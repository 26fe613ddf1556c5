//! Root signatures into containers: alone, and in place of the one that a container has.

use std::borrow::Cow;

use glassbox_core::format::{Edit, EditError, WriteError};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::edit::edit;
use glassbox_dxcontainer::read::open;
use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};

const PART: &str = "RTS0";

/// Wraps the data of `RTS0` in a signed container without other parts, as `dxc -T rootsig_1_1` does.
pub fn minimal(data: &[u8]) -> Result<Vec<u8>, WriteError> {
    let part = DraftPart { code: *b"RTS0", data: Cow::Borrowed(data) };
    contiguous(&Draft { parts: vec![part], ..Draft::default() }, Signing::Retail)
}

/// Puts a root signature into a container, in place of the one that it has; signed if the container was.
pub fn replace(container: &[u8], data: &[u8], limits: &Limits) -> Result<Vec<u8>, EditError> {
    let opened = open(Window::whole(container), limits)
        .map_err(|finding| EditError::new(finding.message.clone()).rule(finding.rule))?;
    let change = match opened.data(b"RTS0") {
        Some(_) => Edit::Replace { name: PART, data },
        None => Edit::Add { name: PART, data, before: opened.data(b"DXIL").map(|_| "DXIL") },
    };
    edit(&opened, &change, Signing::Same)
}
