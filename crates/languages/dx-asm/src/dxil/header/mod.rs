//! Writes the comment block before the code: signatures, features, bindings and other data of the container.

mod buffers;
mod elements;
mod features;
mod layout;
mod resources;
mod runtime;
mod signature;
mod subobjects;
mod tables;
mod view_id;

use glassbox_core::reader::{NoRecorder, Reader};
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::rdat::raw::{RootSignatureSubobject, TableType};
use glassbox_dxcontainer::part::{self, PartData};
use glassbox_dxil::ir::{Constant, Typed};
use tables::Tables;

use super::out::{Out, hex_digit};
use crate::root;

/// Parses the first part with a given code, skipping all others.
fn content<'a, T>(
    container: &Container<'a>,
    code: &[u8; 4],
    read: impl FnOnce(&mut Reader<'a, NoRecorder>, &PartData) -> Option<T>,
) -> Option<T> {
    let part = container.directory.find(code)?;
    let mut reader = Reader::new(container.window, NoRecorder, container.limits);
    read(&mut reader, part)
}

/// Writes the data of the parts around the program.
pub(super) fn parts(out: &mut Out, container: &Container<'_>) {
    if let Some(model) = content(container, b"SFI0", part::feature::read) {
        features::write(out, model.features.0);
    }
    for code in [b"ISG1", b"OSG1", b"PSG1"] {
        if let Some(model) = content(container, code, part::signature::read) {
            signature::write(out, &model);
        }
    }
    if let Some(model) = content(container, b"ILDN", part::debug_name::read)
        && !model.name.is_empty()
    {
        out.text("; shader debug name: ").name(model.name).byte(b'\n');
    }
    if let Some(model) = content(container, b"HASH", part::hash::read) {
        out.text("; shader hash: ");
        for byte in model.hash.md5 {
            out.byte(hex_digit(byte >> 4, b'a')).byte(hex_digit(byte, b'a'));
        }
        let source = model.hash.flags.0 & 1 != 0;
        out.line(if source { " (includes source)" } else { "" });
    }
    if let Some(model) = content(container, b"PSV0", part::psv::read) {
        let kind = container.program().and_then(|program| program.kind);
        runtime::write(out, &model, kind);
    }
}

/// Writes the subobjects of a library.
pub(super) fn subobjects(out: &mut Out, container: &Container<'_>) {
    if let Some(model) = content(container, b"RDAT", part::rdat::read) {
        subobjects::write(out, &model);
    }
}

/// Writes the root signatures of the container and of a library's subobjects.
pub(super) fn root_signatures(out: &mut Out, container: &Container<'_>) {
    if let Some(model) = content(container, b"RTS0", part::rts::read) {
        out.text(&root::comment(&model, "Root signature", ";"));
    }
    let Some(model) = content(container, b"RDAT", part::rdat::read) else {
        return;
    };
    let subobjects = model.rows::<RootSignatureSubobject>(TableType::SUBOBJECTS);
    let limit = out.len() + MAX_ROOT_SIGNATURES;
    for (row, signature) in &model.root_signatures {
        let name = subobjects.get(*row as usize).map(|row| row.name);
        let name = name.map_or_else(String::new, |name| model.name(name).lossy());
        let name: String = name.escape_debug().collect();
        out.text(&root::comment(signature, &format!("Root signature {name}"), ";"));
        if out.len() > limit {
            out.text(
                "; more root signatures are left out: the text has grown out of proportion to the file\n",
            );
            return;
        }
    }
}

/// Text length at which further root signatures are omitted, bytes: subobjects may share one.
const MAX_ROOT_SIGNATURES: usize = 1 << 20;

/// Shader flag: uses the view id.
const VIEW_ID: u64 = 1 << 21;

/// Writes the metadata of a program; names and layouts come from `reflection`, if stored separately.
pub(super) fn module(out: &mut Out, program: &Typed<'_>, reflection: Option<&Typed<'_>>) {
    let tables = Tables::new(program);
    if !tables.is_dxil() {
        return;
    }
    elements::write(out, &tables);
    let tables = reflection.map(Tables::new).unwrap_or(tables);
    buffers::write(out, &tables);
    resources::write(out, &tables);
    if let Some(words) = view_words(&tables) {
        let views = tables.flags() & VIEW_ID != 0;
        view_id::write(out, &words, tables.kind(), views);
    }
}

/// Words of `dx.viewIdState`.
fn view_words(tables: &Tables<'_>) -> Option<Vec<u32>> {
    let module = tables.module;
    module.metadata.named("dx.viewIdState")?;
    let id = tables.first("dx.viewIdState").first().copied().flatten();
    let value = id.and_then(|id| module.metadata.value(id));
    let words = value.and_then(|value| module.constant(value)).map(|constant| match constant {
        Constant::Data(words) => module.constants.words(words).iter().map(|&word| word as u32).collect(),
        Constant::Aggregate(parts) => {
            let parts = module.constants.operands(parts).iter();
            parts.map(|&part| module.integer(part).unwrap_or(0) as u32).collect()
        }
        _ => Vec::new(),
    });
    Some(words.unwrap_or_default())
}
