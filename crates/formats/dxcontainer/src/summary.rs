//! Summarises a container: kind, versions, producer, parts.

use std::collections::HashMap;

use glassbox_core::format::{ContainerPart, Summary, SummaryRow};
use glassbox_dxil::{Module, Statements};

use crate::check::kinds::Shape;
use crate::code;
use crate::container::Container;
use crate::part::{Content, PartData};
use crate::program::Version;
use crate::raw;

/// Builds the summary of a container.
pub(crate) fn summary(container: &Container<'_>) -> Summary {
    let shape = Shape::of(container.parts());
    let debug_module = container.debug_module();
    let module = container.module().or(debug_module.as_ref());
    let mut summary = Summary {
        kind: shape.name().to_owned(),
        producer: producer(container, shape, module),
        parts: parts(container),
        ..Summary::default()
    };
    let mut fact = |label: &str, value: String| summary.facts.push((label.to_owned(), value));
    if let Some(program) = container.program() {
        fact("profile", program.profile);
        fact("shader model", program.model.to_string());
        if let Some(dxil) = program.dxil {
            fact("DXIL version", dxil.to_string());
        }
    }
    if let Some(version) = module.and_then(Statements::validator) {
        fact("validator version", Version::new(version.major, version.minor).to_string());
    }
    if let Some(header) = container.directory.header
        && (header.major, header.minor) != (1, 0)
    {
        fact("container version", format!("{}.{}", header.major, header.minor));
    }
    fact("digest", container.digest_state().name().to_owned());
    for content in container.contents() {
        match content {
            Content::Version(version) => fact("compiler version", version.describe()),
            Content::DebugName(name) if !name.name.is_empty() => {
                fact("debug file", String::from_utf8_lossy(name.name).into_owned());
            }
            Content::Hash(hash) => {
                let mut text = String::new();
                for &byte in &hash.hash.md5 {
                    glassbox_core::text::push_hex(byte, &mut text);
                }
                if hash.hash.flags.0 & 1 != 0 {
                    text.push_str(" (with the source)");
                }
                fact("shader hash", text);
            }
            Content::Features(model) if model.features.0 != 0 => {
                fact("features", model.features.to_string());
            }
            Content::Symbols(symbols) => fact("symbols", symbols.symbols.len().to_string()),
            Content::LibraryHeader(head) => fact("functions", head.entries.len().to_string()),
            _ => {}
        }
    }
    if let Some(module) = module {
        let exported = module.exported().count();
        if exported > 0 {
            fact("exported functions", exported.to_string());
        }
    }
    summary
}

/// Producer of a container, if recognisable.
fn producer(container: &Container<'_>, shape: Shape, module: Option<&Module<'_>>) -> Option<String> {
    if let Some(producer) = module.and_then(|module| module.facts().producer) {
        return Some(String::from_utf8_lossy(&producer).into_owned());
    }
    let creator = container.contents().iter().find_map(|content| match content {
        Content::LibraryHeader(head) => {
            let data = container.data(b"LIBH")?;
            crate::part::library::string(data, head.head.creator)
        }
        _ => None,
    });
    let creator = creator.or_else(|| {
        let data = container.data(b"RDEF")?;
        let offset = u32::from_le_bytes(*data.get(24..)?.first_chunk()?);
        crate::part::library::string(data, offset)
    });
    match creator {
        Some(creator) if !creator.is_empty() => Some(String::from_utf8_lossy(creator).into_owned()),
        _ if shape == Shape::Dxil => Some("DirectX shader compiler".to_owned()),
        _ => None,
    }
}

/// One row per part, from the directory alone.
pub(crate) fn parts(container: &Container<'_>) -> Vec<SummaryRow> {
    container
        .parts()
        .iter()
        .map(|part| SummaryRow {
            path: part.path.clone(),
            range: range(container, part),
            description: what(part),
        })
        .collect()
}

/// One row per part, named by the selectors that edits accept.
pub(crate) fn directory(container: &Container<'_>) -> Vec<ContainerPart> {
    let parts = container.parts();
    let mut counts: HashMap<[u8; 4], usize> = HashMap::new();
    for part in parts {
        *counts.entry(part.code.0).or_default() += 1;
    }
    let mut seen: HashMap<[u8; 4], usize> = HashMap::new();
    let base = container.window.base;
    let row = |part: &PartData| {
        let number = seen.entry(part.code.0).or_default();
        *number += 1;
        let code = part.code.to_string();
        ContainerPart {
            name: match counts.get(&part.code.0) {
                Some(1) => code,
                _ => format!("{code}[{}]", *number - 1),
            },
            data: base + part.start..base + part.end,
            description: code::lookup(part.code).map_or("unknown", |code| code.what).to_owned(),
        }
    };
    parts.iter().map(row).collect()
}

fn range(container: &Container<'_>, part: &PartData) -> std::ops::Range<u64> {
    let base = container.window.base;
    base + part.start - raw::PART_HEADER_SIZE..base + part.end
}

fn what(part: &PartData) -> String {
    let known = code::lookup(part.code).map_or("unknown", |code| code.what);
    format!("{} {known}", part.code)
}
