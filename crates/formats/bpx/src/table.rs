//! Rewrites the symbol table and the field Assembly without changing the rest of a file.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use glassbox_core::record::{Record, Records};

use crate::file::{File, Role};
use crate::raw::{NameHash, ShaderExt, Symbol};
use crate::write::write;

/// Rewrites a shader package with its symbols modified by `change` and, if given, another hash in the field
/// Assembly.
///
/// No body moves unless the table is compressed and its stream changes size. Recomputes the checksums of the
/// table and of the headers. `Err` explains why the file cannot be written back.
pub fn rewrite(
    file: &File<'_>,
    assembly: Option<u64>,
    change: impl FnMut(Symbol) -> Symbol,
) -> Result<Vec<u8>, WriteError> {
    let (mut package, layout) = file.package()?;
    let table = file.content_of(Role::SymbolTable).ok_or("there is no symbol table")?;
    let records: Records<'_, Symbol> = file.symbols().iter().map(change).collect();
    let mut content = records.bytes().to_vec();
    // Bytes after the last whole record belong to the table.
    content.extend_from_slice(table.content.get(content.len()..).unwrap_or_default());
    if let Some(section) = package.sections.get_mut(table.index as usize) {
        section.content = Cow::Owned(content);
    }
    if let Some(assembly) = assembly {
        let ext = ShaderExt { assembly: NameHash(assembly), ..file.shader_ext() };
        let mut bytes = Vec::with_capacity(package.type_ext.len());
        ext.encode(&mut bytes);
        package.type_ext = bytes.first_chunk().copied().unwrap_or(package.type_ext);
    }
    write(&package, &layout)
}
