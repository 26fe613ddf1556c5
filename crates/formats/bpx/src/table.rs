//! Changes to the symbol table and to the field Assembly that leave the rest of a file as it is.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use glassbox_core::record::{Record, Records};

use crate::file::{File, Role};
use crate::raw::{NameHash, ShaderExt, Symbol};
use crate::write::write;

/// The bytes of a shader package whose symbols `change` has gone over, with another hash in the field Assembly if one is
/// given.
///
/// No body moves, unless the table is compressed and its stream gets another size. The checksums of the table and of the
/// headers are worked out again. `Err` says what of the file keeps it from being written again.
pub fn rewrite(
    file: &File<'_>,
    assembly: Option<u64>,
    change: impl FnMut(Symbol) -> Symbol,
) -> Result<Vec<u8>, WriteError> {
    let (mut package, layout) = file.package()?;
    let table = file
        .content_of(Role::SymbolTable)
        .ok_or("there is no symbol table")?;
    let records: Records<'_, Symbol> = file.symbols().iter().map(change).collect();
    let mut content = records.bytes().to_vec();
    // Bytes behind the last whole record belong to the table.
    content.extend_from_slice(table.content.get(content.len()..).unwrap_or_default());
    if let Some(section) = package.sections.get_mut(table.index as usize) {
        section.content = Cow::Owned(content);
    }
    if let Some(assembly) = assembly {
        let ext = ShaderExt {
            assembly: NameHash(assembly),
            ..file.shader_ext()
        };
        let mut bytes = Vec::with_capacity(package.type_ext.len());
        ext.encode(&mut bytes);
        package.type_ext = bytes.first_chunk().copied().unwrap_or(package.type_ext);
    }
    write(&package, &layout)
}
