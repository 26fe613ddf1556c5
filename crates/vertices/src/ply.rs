//! Reads PLY: a text header, then the elements as text or as bytes in either order.
//!
//! Reads the element `vertex`, with a column for each scalar property; elements before it are
//! skipped, those after it are ignored.

mod data;
mod header;

use glassbox_core::diagnostic::Diagnostic;

use crate::table::Vertices;

/// Reads the vertices.
pub(crate) fn read(bytes: &[u8]) -> Result<Vertices, Vec<Diagnostic>> {
    let header = header::read(bytes)?;
    let body = bytes.get(header.end..).unwrap_or_default();
    match header.form {
        header::Form::Ascii => data::ascii(bytes, body, &header),
        header::Form::Binary(order) => data::binary(body, &header, order),
    }
    .map_err(|finding| vec![*finding])
}
