//! Builds `RDAT` subobject rows, and reads subobjects back from existing rows.

use glassbox_core::record::Record as _;
use glassbox_dxil::shader::subobject::{Content, Subobject};

use super::tables::Tables;
use crate::part::rdat::Rdat;
use crate::part::rdat::raw::{self, SubobjectKind, TableType};

/// Adds the subobject rows, in order.
pub(super) fn rows(subobjects: &[Subobject], tables: &mut Tables) {
    for subobject in subobjects {
        let name = tables.text(&subobject.name);
        let mut content = [0; 16];
        for (slot, word) in content.as_chunks_mut::<4>().0.iter_mut().zip(words(&subobject.content, tables)) {
            *slot = word.to_le_bytes();
        }
        let mut row = Vec::new();
        raw::Subobject { kind: SubobjectKind(subobject.content.kind()), name, content }.encode(&mut row);
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
        Content::ShaderConfig { max_payload, max_attributes } => [*max_payload, *max_attributes, 0, 0],
        Content::PipelineConfig(depth) => [*depth, 0, 0, 0],
        Content::HitGroup { hit_type, any_hit, closest_hit, intersection } => {
            let any_hit = tables.text(any_hit);
            let closest_hit = tables.text(closest_hit);
            [*hit_type, any_hit, closest_hit, tables.text(intersection)]
        }
        Content::PipelineConfig1 { depth, flags } => [*depth, *flags, 0, 0],
    }
}

/// Subobjects described by a library's runtime data, since compilers remove them from the program. Rows of unknown kind
/// are skipped.
pub fn subobjects(rdat: &Rdat<'_>) -> Vec<Subobject> {
    let text = |offset: u32| rdat.text(offset).bytes().to_vec();
    let rows = rdat.rows::<raw::Subobject>(TableType::SUBOBJECTS);
    let read = |row: raw::Subobject| {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(row.content.as_chunks::<4>().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        let [first, second, third, fourth] = words;
        let content = match row.kind {
            SubobjectKind::STATE_OBJECT_CONFIG => Content::StateObjectConfig(first),
            SubobjectKind::GLOBAL_ROOT_SIGNATURE | SubobjectKind::LOCAL_ROOT_SIGNATURE => {
                Content::RootSignature {
                    is_local: row.kind == SubobjectKind::LOCAL_ROOT_SIGNATURE,
                    bytes: bytes(rdat.bytes, first, second).to_vec(),
                }
            }
            SubobjectKind::ASSOCIATION => Content::Association {
                subobject: text(first),
                exports: rdat.array(second).map(text).collect(),
            },
            SubobjectKind::SHADER_CONFIG => {
                Content::ShaderConfig { max_payload: first, max_attributes: second }
            }
            SubobjectKind::PIPELINE_CONFIG => Content::PipelineConfig(first),
            SubobjectKind::HIT_GROUP => Content::HitGroup {
                hit_type: first,
                any_hit: text(second),
                closest_hit: text(third),
                intersection: text(fourth),
            },
            SubobjectKind::PIPELINE_CONFIG1 => Content::PipelineConfig1 { depth: first, flags: second },
            _ => return None,
        };
        let name = text(row.name);
        Some(Subobject { name, content })
    };
    (0..rows.len()).filter_map(|index| read(rows.get(index)?)).collect()
}

/// Range of the raw bytes; empty if it is out of bounds.
fn bytes(all: &[u8], offset: u32, size: u32) -> &[u8] {
    let end = offset.checked_add(size);
    end.and_then(|end| all.get(offset as usize..end as usize)).unwrap_or_default()
}
