//! Builds `RDAT` rows of entry points: signatures, threads, group-shared memory.

use glassbox_dxil::features::flag;
use glassbox_dxil::shader::entry::Entry;
use glassbox_dxil::shader::signature::Element;

use super::node;
use super::tables::{EntryInfo, Tables};
use crate::build::psv::{has_depth, has_position, is_per_sample};
use crate::part::psv::raw::{Interpolation, SemanticKind};
use crate::part::rdat::raw::{
    AmplificationInfo, ComputeInfo, DomainInfo, DxilType, ElementColumns, ElementUsage, FunctionKind,
    GeometryInfo, HullInfo, MeshInfo, PixelInfo, ShaderFlags, SignatureElement, TableType, VertexInfo,
};

/// Adds the row of an entry point. `flags` are the feature flags of its function and all callees, `shared` its
/// group-shared memory in bytes.
pub(super) fn row(entry: &Entry, flags: u64, shared: u32, tables: &mut Tables) -> EntryInfo {
    let kind = FunctionKind(entry.properties.kind.unwrap_or(FunctionKind::LIBRARY.0));
    if kind == FunctionKind::NODE {
        return node::row(entry, shared, tables);
    }
    if !tables.has_entries {
        return EntryInfo::default();
    }
    let mut set_flags = ShaderFlags(0);
    let mut set = |flag: ShaderFlags, condition: bool| {
        if condition {
            set_flags = ShaderFlags(set_flags.0 | flag.0);
        }
    };
    set(ShaderFlags::USES_VIEW_ID, flags & flag::VIEW_ID != 0);
    match kind {
        FunctionKind::PIXEL => {
            set(ShaderFlags::SAMPLE_FREQUENCY, is_per_sample(entry));
            set(ShaderFlags::DEPTH_OUTPUT, has_depth(entry));
        }
        FunctionKind::VERTEX | FunctionKind::GEOMETRY | FunctionKind::DOMAIN | FunctionKind::MESH => {
            set(ShaderFlags::OUTPUT_POSITION, has_position(entry));
        }
        _ => {}
    }
    EntryInfo { flags: set_flags.0, row: info(entry, kind, shared, tables) }
}

fn info(entry: &Entry, kind: FunctionKind, shared: u32, tables: &mut Tables) -> Option<u32> {
    let properties = &entry.properties;
    let signatures = &entry.signatures;
    let row = match kind {
        FunctionKind::PIXEL => {
            let info = PixelInfo {
                inputs: elements(&signatures.inputs, tables),
                outputs: elements(&signatures.outputs, tables),
            };
            tables.record(TableType::PIXEL_INFOS, &info)
        }
        FunctionKind::VERTEX => {
            let info = VertexInfo {
                inputs: elements(&signatures.inputs, tables),
                outputs: elements(&signatures.outputs, tables),
                view_mask: 0,
                view_mask_size: 0,
            };
            tables.record(TableType::VERTEX_INFOS, &info)
        }
        FunctionKind::GEOMETRY => {
            let geometry = properties.geometry?;
            let streams = signatures.outputs.iter().map(|element| 1u8 << (element.stream & 3));
            let info = GeometryInfo {
                inputs: elements(&signatures.inputs, tables),
                outputs: elements(&signatures.outputs, tables),
                view_mask: 0,
                view_mask_size: 0,
                input_to_output: 0,
                input_to_output_size: 0,
                input_primitive: geometry.input_primitive as u8,
                output_topology: geometry.topology as u8,
                max_vertices: geometry.max_vertices as u8,
                stream_mask: streams.fold(0, |mask, stream| mask | stream),
            };
            tables.record(TableType::GEOMETRY_INFOS, &info)
        }
        FunctionKind::HULL => {
            let hull = properties.hull?;
            let info = HullInfo {
                inputs: elements(&signatures.inputs, tables),
                outputs: elements(&signatures.outputs, tables),
                patches: elements(&signatures.patches, tables),
                view_mask: 0,
                view_mask_size: 0,
                view_patch_mask: 0,
                view_patch_mask_size: 0,
                input_to_output: 0,
                input_to_output_size: 0,
                input_to_patch: 0,
                input_to_patch_size: 0,
                input_control_points: hull.input_control_points as u8,
                output_control_points: hull.output_control_points as u8,
                domain: hull.domain as u8,
                output_primitive: hull.output_primitive as u8,
            };
            tables.record(TableType::HULL_INFOS, &info)
        }
        FunctionKind::DOMAIN => {
            let domain = properties.domain?;
            let info = DomainInfo {
                inputs: elements(&signatures.inputs, tables),
                outputs: elements(&signatures.outputs, tables),
                patches: elements(&signatures.patches, tables),
                view_mask: 0,
                view_mask_size: 0,
                input_to_output: 0,
                input_to_output_size: 0,
                patch_to_output: 0,
                patch_to_output_size: 0,
                input_control_points: domain.control_points as u8,
                domain: domain.domain as u8,
                unused: [0; 2],
            };
            tables.record(TableType::DOMAIN_INFOS, &info)
        }
        FunctionKind::COMPUTE => {
            let info = ComputeInfo {
                threads: tables.array(&properties.threads.unwrap_or_default()),
                group_shared: shared,
            };
            tables.record(TableType::COMPUTE_INFOS, &info)
        }
        FunctionKind::MESH => {
            let mesh = properties.mesh?;
            let info = MeshInfo {
                outputs: elements(&signatures.outputs, tables),
                primitives: elements(&signatures.patches, tables),
                view_mask: 0,
                view_mask_size: 0,
                view_primitive_mask: 0,
                view_primitive_mask_size: 0,
                threads: tables.array(&mesh.threads),
                group_shared: shared,
                group_shared_by_view: 0,
                payload: mesh.payload,
                max_vertices: mesh.max_vertices as u16,
                max_primitives: mesh.max_primitives as u16,
                output_topology: mesh.topology as u8,
                unused: [0; 3],
            };
            tables.record(TableType::MESH_INFOS, &info)
        }
        FunctionKind::AMPLIFICATION => {
            let amplification = properties.amplification?;
            let info = AmplificationInfo {
                threads: tables.array(&amplification.threads),
                group_shared: shared,
                payload: amplification.payload,
            };
            tables.record(TableType::AMPLIFICATION_INFOS, &info)
        }
        _ => return None,
    };
    Some(row)
}

/// Adds the rows of a signature and returns their index array.
fn elements(elements: &[Element], tables: &mut Tables) -> u32 {
    let mut rows = Vec::with_capacity(elements.len());
    for element in elements {
        let column = element.place.map_or(0, |(_, column)| column);
        let columns =
            (element.columns.saturating_sub(1) & 3) | (column & 3) << 2 | (element.stream as u8 & 3) << 4;
        let row = SignatureElement {
            name: tables.text(&element.name),
            indices: tables.array(&element.indices),
            semantic: SemanticKind(element.semantic),
            component_type: DxilType(element.component_type),
            interpolation: Interpolation(element.interpolation),
            start_row: element.place.map_or(0xFF, |(row, _)| row as u8),
            columns: ElementColumns(columns),
            usage: ElementUsage(element.usage & 0xF | element.dynamic << 4),
            unused: [0; 2],
        };
        rows.push(tables.record(TableType::SIGNATURE_ELEMENTS, &row));
    }
    tables.array(&rows)
}

#[cfg(test)]
mod tests {
    use glassbox_dxil::shader::entry::{Entry, Geometry, Properties};
    use glassbox_dxil::shader::signature::{Element, Signatures};

    use super::super::tables::Tables;
    use super::row;
    use crate::part::rdat::raw::FunctionKind;

    #[test]
    fn a_geometry_shader_has_the_streams_of_its_outputs() {
        let output = |stream| Element {
            id: stream,
            name: b"COLOR".to_vec(),
            component_type: 9,
            semantic: 0,
            indices: vec![stream],
            interpolation: 2,
            rows: 1,
            columns: 4,
            place: Some((stream, 0)),
            stream,
            dynamic: 0,
            usage: 15,
        };
        let geometry =
            Geometry { input_primitive: 6, max_vertices: 12, streams: 1, topology: 5, instances: 1 };
        let kind = Some(FunctionKind::GEOMETRY.0);
        for (streams, mask) in [(&[0][..], 0b1), (&[0, 3], 0b1001), (&[1, 2, 1], 0b110)] {
            let entry = Entry {
                function: Some(0),
                name: b"main".to_vec(),
                signatures: Signatures {
                    outputs: streams.iter().copied().map(output).collect(),
                    ..Signatures::default()
                },
                properties: Properties { kind, geometry: Some(geometry), ..Properties::default() },
            };
            let mut tables = Tables::new(|_| true);
            let info = row(&entry, 0, 0, &mut tables);
            assert_eq!((info.flags, info.row), (0, Some(0)));
            let part = tables.finish().expect("it is small");
            let fields = [6, 5, 12, mask];
            assert!(part.array_windows().any(|found| *found == fields), "{fields:?} in {part:?}");
        }
    }
}
