//! PLY: a header in words, then the elements as text or as bytes of either order.
//!
//! The element `vertex` is read, with a column for each of its scalar properties; elements before it are stepped over,
//! what comes after it is not looked at.

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
