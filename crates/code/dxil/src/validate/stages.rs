//! Checks what the signatures of each stage may have together.

use super::context::{Validator, a_shader, kind, shown};
use super::elements::{lists, other};
use super::semantics::meaning;
use super::{List, Subject, rules};
use crate::shader::entry::Entry;
use crate::shader::signature::{Element, semantic, vectors};

/// Most scalars that all vertices of a geometry shader, and all outputs of a mesh shader, have.
const MAX_GEOMETRY_SCALARS: u64 = 1024;
const MAX_MESH_ROWS: u32 = 32;
const MAX_MESH_OUTPUT: u64 = 32 * 1024;
const MAX_MESH_TOTAL: u64 = 47 * 1024;
/// Primitive topology of points.
const POINT_LIST: u32 = 1;

/// Checks interpolation modes where nothing is interpolated.
pub(super) fn modes(validator: &mut Validator<'_>, entry: usize, found: &Entry, shader: u32) {
    let patch_mode = u8::from(shader == kind::MESH);
    let lists: [(List, &[Element], u8); 2] = [
        match shader {
            kind::PIXEL => (List::Outputs, &found.signatures.outputs, 0),
            kind::VERTEX => (List::Inputs, &found.signatures.inputs, 0),
            _ => (List::Inputs, &[], 0),
        },
        (List::Patches, &found.signatures.patches, patch_mode),
    ];
    for (list, elements, expected) in lists {
        for (index, element) in elements.iter().enumerate() {
            if element.interpolation != expected {
                let message = format!(
                    "found interpolation mode {} on {}, expected {expected}",
                    element.interpolation,
                    shown(&element.name)
                );
                validator.report(&rules::INTERPOLATION, Subject::Element(entry, list, index), message);
            }
        }
    }
}

pub(super) fn pixel(validator: &mut Validator<'_>, entry: usize, found: &Entry) {
    const OUTPUTS: [u8; 6] = [
        other::TARGET,
        other::COVERAGE,
        semantic::DEPTH,
        semantic::DEPTH_LESS_EQUAL,
        semantic::DEPTH_GREATER_EQUAL,
        other::STENCIL_REF,
    ];
    let signatures = &found.signatures;
    let is_sampled = signatures
        .inputs
        .iter()
        .any(|input| input.semantic == semantic::SAMPLE_INDEX || matches!(input.interpolation, 6 | 7));
    let has_bound = signatures
        .outputs
        .iter()
        .any(|output| matches!(output.semantic, semantic::DEPTH_LESS_EQUAL | semantic::DEPTH_GREATER_EQUAL));
    for (index, input) in signatures.inputs.iter().enumerate() {
        let is_position = input.semantic == semantic::POSITION;
        if is_position && has_bound && !is_sampled && !matches!(input.interpolation, 0 | 5 | 7) {
            let message = format!(
                "found interpolation mode {} on {} beside a bounded depth, expected 5 or 7, by centroid or sample without perspective",
                input.interpolation,
                shown(&input.name)
            );
            validator.report(&rules::INTERPOLATION, Subject::Element(entry, List::Inputs, index), message);
        }
    }
    for (index, output) in signatures.outputs.iter().enumerate() {
        // What the stage cannot have at all is reported with the element.
        let is_known = meaning(output.semantic, kind::PIXEL, List::Outputs).is_in_signature();
        if is_known && !OUTPUTS.contains(&output.semantic) {
            let message =
                format!("found {} as output of a pixel shader, which does not have it", shown(&output.name));
            validator.report(&rules::SEMANTIC, Subject::Element(entry, List::Outputs, index), message);
        }
    }
}

pub(super) fn geometry(validator: &mut Validator<'_>, entry: usize, found: &Entry) {
    let Some(geometry) = found.properties.geometry else { return };
    let elements = &found.signatures.outputs;
    let scalars: u64 = elements.iter().map(scalars).sum();
    let total = scalars.saturating_mul(u64::from(geometry.max_vertices));
    if total > MAX_GEOMETRY_SCALARS {
        let message = format!(
            "found {} vertices of {scalars} scalars, {total} in all, expected at most {MAX_GEOMETRY_SCALARS}",
            geometry.max_vertices
        );
        validator.report(&rules::GEOMETRY, Subject::Property(entry, 1), message);
    }
    for (index, element) in elements.iter().enumerate() {
        if element.stream != 0 && geometry.topology != POINT_LIST {
            let message = format!("found stream {} of another topology than points", element.stream);
            validator.report(&rules::STREAM, Subject::Element(entry, List::Outputs, index), message);
        }
    }
}

fn scalars(element: &Element) -> u64 {
    u64::from(element.rows) * u64::from(element.columns)
}

pub(super) fn mesh(validator: &mut Validator<'_>, entry: usize, found: &Entry) {
    let Some(mesh) = found.properties.mesh else { return };
    let subject = Subject::Property(entry, crate::shader::entry::tag::MESH);
    let rows = |elements: &[Element]| vectors(elements, 0);
    let (vertex, primitive) = (&found.signatures.outputs, &found.signatures.patches);
    let (vertex_rows, primitive_rows) = (rows(vertex), rows(primitive));
    for (what, count) in [
        ("vertex outputs", vertex_rows),
        ("primitive outputs", primitive_rows),
        ("vertex and primitive outputs", vertex_rows.saturating_add(primitive_rows)),
    ] {
        if count > MAX_MESH_ROWS {
            let message = format!("found {count} rows of {what}, expected at most {MAX_MESH_ROWS}");
            validator.report(&rules::MESH, subject.clone(), message);
            break;
        }
    }
    let bytes = |elements: &[Element], count: u32| {
        let scalars: u64 = elements.iter().map(scalars).sum();
        scalars.saturating_mul(u64::from(count).next_multiple_of(32)).saturating_mul(4)
    };
    let output = bytes(vertex, mesh.max_vertices).saturating_add(bytes(primitive, mesh.max_primitives));
    if output > MAX_MESH_OUTPUT {
        let message = format!("found {output} bytes of outputs, expected at most {MAX_MESH_OUTPUT}");
        validator.report(&rules::MESH, subject.clone(), message);
    }
    let total = output.saturating_add(u64::from(mesh.payload));
    if total > MAX_MESH_TOTAL {
        let message =
            format!("found {total} bytes of outputs and payload, expected at most {MAX_MESH_TOTAL}");
        validator.report(&rules::MESH, subject, message);
    }
}

pub(super) fn without(validator: &mut Validator<'_>, entry: usize, found: &Entry, shader: u32) {
    if lists(found).iter().any(|(_, elements)| !elements.is_empty()) {
        let message = format!("found a signature on {}, expected none", a_shader(shader));
        validator.report(&rules::COMPUTE_SIGNATURE, Subject::Entry(entry), message);
    }
}

pub(super) fn ray(validator: &mut Validator<'_>, entry: usize, found: &Entry) {
    if lists(found).iter().any(|(_, elements)| !elements.is_empty()) {
        let message = format!("found a signature on {}, expected none", shown(&found.name));
        validator.report(&rules::RAY_SIGNATURE, Subject::Entry(entry), message);
    }
}
