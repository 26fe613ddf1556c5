//! Builds `PSV0`: runtime info, resources, signatures and dependency tables, in the layout of the module's validator
//! version.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::record::Record as _;
use glassbox_dxil::features::flag;
use glassbox_dxil::shader::entry::Entry as EntryPoint;
use glassbox_dxil::shader::resource::{Class, Resource, kind};
use glassbox_dxil::shader::signature::{Element, semantic, vectors};

use super::text::{Sequences, Strings};
use super::{Source, dependencies, lists, semantic as meaning, word};
use crate::part::psv::raw::{
    self, AmplificationStage, AnyStage, Columns, Counts, Domain, DomainStage, Dynamic, ElementType, Entry,
    GeometryStage, HullStage, Interpolation, MeshStage, MeshTopology, PixelStage, Primitive, Resource24,
    ResourceFlags, ResourceKind, ResourceType, SemanticKind, Shared, Stage, TessellatorPrimitive, Threads,
    Topology, VertexStage, Waves,
};
use crate::rules::build as rules;

/// Version of the part for a module.
fn version(source: &Source<'_, '_>) -> usize {
    let minors = [1, 6, 8, 10];
    let validator = source.shader.validator;
    // Without validation, use the newest released version.
    let known = if (validator.major, validator.minor) == (0, 0) { 3 } else { 4 };
    let is_known = |minor: &&u32| source.shader.validates(**minor);
    minors.iter().take(known).take_while(is_known).count()
}

/// Encodes the part.
pub(super) fn encode(source: &Source<'_, '_>, entry: &EntryPoint) -> Result<Vec<u8>, Box<Diagnostic>> {
    let version = version(source);
    let has_bool = source.shader.validates(5);
    let signatures = &entry.signatures;
    let mut strings = Strings::default();
    let mut indices = Sequences::default();
    let mut elements = Vec::new();
    for element in lists(entry).into_iter().flatten() {
        record(element, has_bool, &mut strings, &mut indices).encode(&mut elements);
    }
    let name = strings.append(&entry.name);

    let mut info = Vec::new();
    stage(source, entry, &mut info);
    waves(entry).encode(&mut info);
    if version >= 1 {
        counts(source, entry)?.encode(&mut info);
    }
    if version >= 2 {
        let [x, y, z] = entry.properties.group().unwrap_or_default();
        Threads { x, y, z }.encode(&mut info);
    }
    if version >= 3 {
        Entry { name }.encode(&mut info);
    } else {
        strings = Strings::default();
        for element in lists(entry).into_iter().flatten() {
            strings.append(arbitrary(element));
        }
    }
    if version >= 4 {
        let bytes = source.group_shared;
        Shared { bytes }.encode(&mut info);
    }
    let mut out = (raw::INFO_SIZES.get(version).copied().unwrap_or_default()).to_le_bytes().to_vec();
    out.extend_from_slice(&info);
    resources(source, version, &mut out);
    if version == 0 {
        return Ok(out);
    }
    let strings = strings.finish();
    word(strings.len() as u32, &mut out);
    out.extend_from_slice(&strings);
    word(indices.numbers().len() as u32, &mut out);
    for &index in indices.numbers() {
        word(index, &mut out);
    }
    let count = signatures.inputs.len() + signatures.outputs.len() + signatures.patches.len();
    if count > 0 {
        word(raw::Element::SIZE as u32, &mut out);
        out.extend_from_slice(&elements);
    }
    dependencies::encode(source, entry, &mut out)?;
    Ok(out)
}

/// Name of an element with an arbitrary semantic; empty for system values.
fn arbitrary(element: &Element) -> &[u8] {
    match element.semantic {
        semantic::ARBITRARY => &element.name,
        _ => b"",
    }
}

fn record(element: &Element, has_bool: bool, strings: &mut Strings, indices: &mut Sequences) -> raw::Element {
    let (row, column) = element.place.unwrap_or_default();
    let allocated = u8::from(element.place.is_some());
    let columns = Columns(element.columns & 0xF | (column & 3) << 4 | allocated << 6);
    raw::Element {
        name: strings.append(arbitrary(element)),
        indices: indices.place(&element.indices),
        rows: element.rows as u8,
        start_row: row as u8,
        columns,
        semantic: SemanticKind(element.semantic),
        component_type: ElementType(meaning::component_type(element.component_type, has_bool).0 as u8),
        interpolation: Interpolation(element.interpolation),
        dynamic: Dynamic(element.dynamic & 0xF | (element.stream as u8 & 3) << 4),
        reserved: 0,
    }
}

/// True if the entry point outputs a position.
pub(super) fn has_position(entry: &EntryPoint) -> bool {
    let mut outputs = entry.signatures.outputs.iter();
    outputs.any(|element| element.semantic == semantic::POSITION)
}

/// True if the entry point outputs a depth.
pub(super) fn has_depth(entry: &EntryPoint) -> bool {
    let depths = [semantic::DEPTH, semantic::DEPTH_LESS_EQUAL, semantic::DEPTH_GREATER_EQUAL];
    let mut outputs = entry.signatures.outputs.iter();
    outputs.any(|element| depths.contains(&element.semantic))
}

/// True if an input forces a pixel shader to run per sample.
pub(super) fn is_per_sample(entry: &EntryPoint) -> bool {
    let mut inputs = entry.signatures.inputs.iter();
    inputs.any(|element| {
        let interpolation = Interpolation(element.interpolation);
        element.semantic == semantic::SAMPLE_INDEX
            || interpolation == Interpolation::LINEAR_SAMPLE
            || interpolation == Interpolation::LINEAR_NO_PERSPECTIVE_SAMPLE
    })
}

fn stage(source: &Source<'_, '_>, entry: &EntryPoint, out: &mut Vec<u8>) {
    let properties = &entry.properties;
    match Stage(source.shader.kind as u8) {
        Stage::VERTEX => {
            VertexStage { position_present: u8::from(has_position(entry)), reserved: [0; 15] }.encode(out)
        }
        Stage::HULL => {
            let hull = properties.hull;
            HullStage {
                input_control_points: hull.map_or(0, |hull| hull.input_control_points),
                output_control_points: hull.map_or(0, |hull| hull.output_control_points),
                domain: Domain(hull.map_or(0, |hull| hull.domain)),
                output_primitive: TessellatorPrimitive(hull.map_or(0, |hull| hull.output_primitive)),
            }
            .encode(out);
        }
        Stage::DOMAIN => {
            let domain = properties.domain;
            DomainStage {
                input_control_points: domain.map_or(0, |domain| domain.control_points),
                position_present: u8::from(has_position(entry)),
                reserved: [0; 3],
                domain: Domain(domain.map_or(0, |domain| domain.domain)),
                unused: [0; 4],
            }
            .encode(out);
        }
        Stage::GEOMETRY => {
            let geometry = properties.geometry;
            GeometryStage {
                input_primitive: Primitive(geometry.map_or(0, |geometry| geometry.input_primitive)),
                output_topology: Topology(geometry.map_or(0, |geometry| geometry.topology)),
                stream_mask: geometry.map_or(0, |geometry| geometry.streams).max(1),
                position_present: u8::from(has_position(entry)),
                reserved: [0; 3],
            }
            .encode(out);
        }
        Stage::PIXEL => PixelStage {
            depth_output: u8::from(has_depth(entry)),
            sample_frequency: u8::from(is_per_sample(entry)),
            reserved: [0; 14],
        }
        .encode(out),
        Stage::MESH => {
            let mesh = properties.mesh;
            MeshStage {
                group_shared: source.group_shared,
                group_shared_by_view: 0,
                payload: mesh.map_or(0, |mesh| mesh.payload),
                max_vertices: mesh.map_or(0, |mesh| mesh.max_vertices) as u16,
                max_primitives: mesh.map_or(0, |mesh| mesh.max_primitives) as u16,
            }
            .encode(out);
        }
        Stage::AMPLIFICATION => AmplificationStage {
            payload: properties.amplification.map_or(0, |stage| stage.payload),
            reserved: [0; 12],
        }
        .encode(out),
        _ => AnyStage { bytes: [0; 16] }.encode(out),
    }
}

fn waves(entry: &EntryPoint) -> Waves {
    let (min_lanes, max_lanes) = entry.properties.wave.unwrap_or((0, u32::MAX));
    Waves { min_lanes, max_lanes }
}

fn counts(source: &Source<'_, '_>, entry: &EntryPoint) -> Result<Counts, Box<Diagnostic>> {
    let stage = Stage(source.shader.kind as u8);
    let signatures = &entry.signatures;
    let count = |elements: &[Element], name: &str| {
        u8::try_from(elements.len()).map_err(|_| {
            let location = source.location(&format!("dx.entryPoints[0].signatures.{name}"));
            let message = format!("found {} elements, expected at most 255", elements.len());
            Box::new(
                Diagnostic::new(&rules::TOO_MANY, location, message)
                    .note("the count is a byte of PSV0")
                    .help("pack the signature into fewer elements"),
            )
        })
    };
    let stream = |stream| vectors(&signatures.outputs, stream) as u8;
    let mut patch_vectors = vectors(&signatures.patches, 0) as u8;
    let mut topology = 0;
    if stage == Stage::GEOMETRY {
        let vertices = entry.properties.geometry.map_or(0, |geometry| geometry.max_vertices);
        [patch_vectors, topology] = (vertices as u16).to_le_bytes();
    } else if stage == Stage::MESH {
        topology = entry.properties.mesh.map_or(0, |mesh| mesh.topology) as u8;
    }
    Ok(Counts {
        stage,
        uses_view_id: u8::from(entry.properties.flags & flag::VIEW_ID != 0),
        patch_vectors,
        output_topology: MeshTopology(topology),
        inputs: count(&signatures.inputs, "inputs")?,
        outputs: count(&signatures.outputs, "outputs")?,
        patches: count(&signatures.patches, "patchConstants")?,
        input_vectors: vectors(&signatures.inputs, 0) as u8,
        output_vectors: [stream(0), stream(1), stream(2), stream(3)],
    })
}

/// Type of a resource as numbered in `PSV0`.
fn resource_type(resource: &Resource) -> ResourceType {
    let by_kind = |typed, raw, structured| match resource.kind {
        kind::RAW_BUFFER | kind::ACCELERATION_STRUCTURE => raw,
        kind::STRUCTURED_BUFFER => structured,
        _ => typed,
    };
    match resource.class {
        Class::Cbv => ResourceType::CBV,
        Class::Sampler => ResourceType::SAMPLER,
        Class::Srv => by_kind(ResourceType::SRV_TYPED, ResourceType::SRV_RAW, ResourceType::SRV_STRUCTURED),
        Class::Uav if resource.has_counter => ResourceType::UAV_STRUCTURED_COUNTER,
        Class::Uav => by_kind(ResourceType::UAV_TYPED, ResourceType::UAV_RAW, ResourceType::UAV_STRUCTURED),
    }
}

fn resources(source: &Source<'_, '_>, version: usize, out: &mut Vec<u8>) {
    let all = &source.shader.resources;
    word(all.len() as u32, out);
    if all.is_empty() {
        return;
    }
    let size = if version >= 2 { Resource24::SIZE } else { raw::Resource::SIZE };
    word(size as u32, out);
    for class in [Class::Cbv, Class::Sampler, Class::Srv, Class::Uav] {
        for resource in all.iter().filter(|resource| resource.class == class) {
            let flags =
                if resource.has_atomic64 { ResourceFlags::USED_BY_ATOMIC64 } else { ResourceFlags(0) };
            let mut bytes = Vec::new();
            Resource24 {
                resource_type: resource_type(resource),
                space: resource.space,
                lower: resource.lower,
                upper: resource.upper(),
                kind: ResourceKind(resource.kind),
                flags,
            }
            .encode(&mut bytes);
            // The older record is a prefix of the newer one.
            bytes.truncate(size);
            out.extend_from_slice(&bytes);
        }
    }
}
