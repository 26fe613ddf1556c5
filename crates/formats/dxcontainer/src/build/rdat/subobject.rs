//! Rows of subobjects.

use glassbox_core::record::Record as _;
use glassbox_dxil::shader::subobject::{Content, Subobject};

use super::tables::Tables;
use crate::part::rdat::raw::{self, SubobjectKind, TableType};

/// Adds the rows of subobjects, in their order.
pub(super) fn rows(subobjects: &[Subobject], tables: &mut Tables) {
    for subobject in subobjects {
        let name = tables.text(&subobject.name);
        let mut content = [0; 16];
        for (slot, word) in content
            .as_chunks_mut::<4>()
            .0
            .iter_mut()
            .zip(words(&subobject.content, tables))
        {
            *slot = word.to_le_bytes();
        }
        let mut row = Vec::new();
        raw::Subobject {
            kind: SubobjectKind(subobject.content.kind()),
            name,
            content,
        }
        .encode(&mut row);
        tables.row(TableType::SUBOBJECTS, &row);
    }
}

fn words(content: &Content, tables: &mut Tables) -> [u32; 4] {
    match content {
        Content::StateObjectConfig(flags) => [*flags, 0, 0, 0],
        Content::RootSignature { bytes, .. } => [tables.raw(bytes), bytes.len() as u32, 0, 0],
        Content::Association { subobject, exports } => {
            let subobject = tables.text(subobject);
            let exports: Vec<u32> = exports.iter().map(|export| tables.text(export)).collect();
            [subobject, tables.array(&exports), 0, 0]
        }
        Content::ShaderConfig {
            max_payload,
            max_attributes,
        } => [*max_payload, *max_attributes, 0, 0],
        Content::PipelineConfig(depth) => [*depth, 0, 0, 0],
        Content::HitGroup {
            hit_type,
            any_hit,
            closest_hit,
            intersection,
        } => {
            let any_hit = tables.text(any_hit);
            let closest_hit = tables.text(closest_hit);
            [*hit_type, any_hit, closest_hit, tables.text(intersection)]
        }
        Content::PipelineConfig1 { depth, flags } => [*depth, *flags, 0, 0],
    }
}
