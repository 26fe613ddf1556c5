//! Checks the properties of entry points.

use super::context::{Validator, kind, number};
use super::interface::vertices;
use super::place::{operand, property};
use super::{Subject, rules};
use crate::facts::Version;
use crate::ir::{FunctionId, MetadataId};
use crate::shader::entry::{Entry, Hull, Properties, tag};
use crate::shader::signature::Element;

/// Most threads in x, y, z and in all.
const COMPUTE_THREADS: ([u32; 3], u64) = ([1024, 1024, 64], 1024);
const MESH_THREADS: ([u32; 3], u64) = ([128, 128, 128], 128);
/// Most vertices and instances of a geometry shader.
const MAX_VERTICES: u32 = 1024;
const MAX_INSTANCES: u32 = 32;
/// Most control points.
const MAX_CONTROL_POINTS: u32 = 32;
/// Most scalars that a hull shader passes through.
const MAX_CONTROL_POINT_SCALARS: u64 = 3968;
/// Most vertices, and primitives, of a mesh shader.
const MAX_MESH: u32 = 256;
/// Semantic kinds of tessellation factors.
const TESS_FACTOR: u8 = 25;
const INSIDE_TESS_FACTOR: u8 = 26;

/// Checks all entry points.
pub(super) fn check(validator: &mut Validator<'_>) {
    for (index, entry, shader) in validator.entry_points() {
        let properties = &entry.properties;
        waves(validator, index, shader);
        match shader {
            kind::COMPUTE | kind::NODE => {
                threads(validator, index, properties.threads, COMPUTE_THREADS, tag::NUM_THREADS)
            }
            kind::MESH => {
                let mesh = properties.mesh;
                threads(validator, index, mesh.map(|mesh| mesh.threads), MESH_THREADS, tag::MESH);
                for (what, count) in [
                    ("vertices", mesh.map_or(0, |mesh| mesh.max_vertices)),
                    ("primitives", mesh.map_or(0, |mesh| mesh.max_primitives)),
                ] {
                    if count > MAX_MESH {
                        let message = format!("found {count} {what}, expected at most {MAX_MESH}");
                        validator.report(&rules::MESH, Subject::Property(index, tag::MESH), message);
                    }
                }
            }
            kind::AMPLIFICATION => {
                let size = properties.amplification.map(|amplification| amplification.threads);
                threads(validator, index, size, MESH_THREADS, tag::AMPLIFICATION);
            }
            kind::GEOMETRY => geometry(validator, index, properties),
            kind::DOMAIN => domain(validator, index, entry),
            kind::HULL => hull(validator, index, entry),
            _ => {}
        }
        if shader == kind::NODE {
            node(validator, index, properties);
        }
        if shader == kind::COMPUTE && properties.node.is_some() {
            let message = "found properties of a work graph node on a compute shader, expected none";
            validator.report(&rules::NODE, Subject::Entry(index), message);
        }
    }
}

/// Checks the size of the thread group.
fn threads(
    validator: &mut Validator<'_>,
    entry: usize,
    size: Option<[u32; 3]>,
    (most, most_in_all): ([u32; 3], u64),
    tag: u32,
) {
    let size = size.unwrap_or_default();
    let mut problems: Vec<String> = ["x", "y", "z"]
        .into_iter()
        .zip(size.into_iter().zip(most))
        .filter(|&(_, (count, most))| count == 0 || count > most)
        .map(|(axis, (count, most))| format!("{count} threads in {axis}, expected 1 to {most}"))
        .collect();
    // The product of three words may exceed 64 bits.
    let total = size.into_iter().fold(1u64, |total, count| total.saturating_mul(u64::from(count)));
    if total > most_in_all {
        problems.push(format!("{total} threads in all, expected at most {most_in_all}"));
    }
    if !problems.is_empty() {
        let message = format!("found {}", problems.join("; "));
        validator.report(&rules::THREADS, Subject::Property(entry, tag), message);
    }
}

fn entry_property(validator: &Validator<'_>, entry: usize, tag: u32) -> Option<MetadataId> {
    let module = validator.program.module;
    let node = *module.metadata.named("dx.entryPoints")?.get(entry)?;
    property(module, operand(module, node, 4)?, tag)
}

fn has_tag(validator: &Validator<'_>, entry: usize, tag: u32) -> bool {
    entry_property(validator, entry, tag).is_some()
}

/// Checks the wave size.
fn waves(validator: &mut Validator<'_>, entry: usize, shader: u32) {
    const WAVE_RANGE_MODEL: u32 = 8;
    let module = validator.program.module;
    let (single, range) =
        (has_tag(validator, entry, tag::WAVE_SIZE), has_tag(validator, entry, tag::WAVE_RANGE));
    if !single && !range {
        return;
    }
    let tag = if range { tag::WAVE_RANGE } else { tag::WAVE_SIZE };
    let words: Vec<Option<i64>> = entry_property(validator, entry, tag)
        .and_then(|node| module.metadata.node(node))
        .unwrap_or_default()
        .iter()
        .map(|&word| word.and_then(|word| super::place::integer(module, word)))
        .take(4)
        .collect();
    let word = |index: usize| words.get(index).copied().flatten().unwrap_or(0);
    let (least, most, preferred) = (word(0), word(1), word(2));
    let is_size = |size: i64| matches!(size, 4 | 8 | 16 | 32 | 64 | 128);
    let model = validator.shader.model;
    let is_at_least = |minor| model >= Version { major: 6, minor };
    let problem = if single && range {
        "both a wave size and a range, expected one of them".to_owned()
    } else if words.contains(&None) || words.len() != if range { 3 } else { 1 } {
        format!("{} parts of the wave size, expected {} numbers", words.len(), if range { 3 } else { 1 })
    } else if !is_at_least(6) || range && !is_at_least(WAVE_RANGE_MODEL) {
        let since = if range { WAVE_RANGE_MODEL } else { 6 };
        format!("a wave size in shader model {model}, expected 6.{since} or later")
    } else if least == 0 && most == 0 && preferred == 0 {
        return;
    } else if !matches!(shader, kind::COMPUTE | kind::NODE) {
        "a wave size outside of compute shaders and nodes, expected none".to_owned()
    } else if !is_size(least) {
        format!("wave size {least}, expected a power of two from 4 to 128")
    } else if most == 0 && preferred == 0 || most == least {
        return;
    } else if most == 0 {
        format!("preferred wave size {preferred} without a range, expected 0")
    } else if !is_size(most) || most < least {
        format!("wave sizes {least} to {most}, expected powers of two in ascending order")
    } else if preferred != 0 && (!is_size(preferred) || preferred < least || preferred > most) {
        format!("preferred wave size {preferred}, expected a power of two from {least} to {most}")
    } else {
        return;
    };
    validator.report(&rules::WAVE_SIZE, Subject::Property(entry, tag), format!("found {problem}"));
}

fn geometry(validator: &mut Validator<'_>, entry: usize, properties: &Properties) {
    let Some(geometry) = properties.geometry else { return };
    let mut problems = Vec::new();
    if geometry.max_vertices > MAX_VERTICES {
        problems.push(format!("{} vertices, expected at most {MAX_VERTICES}", geometry.max_vertices));
    }
    if !(1..=MAX_INSTANCES).contains(&geometry.instances) {
        problems.push(format!("{} instances, expected 1 to {MAX_INSTANCES}", geometry.instances));
    }
    let has_topology = matches!(geometry.topology, 1 | 3 | 5) && geometry.streams & 15 != 0;
    if !has_topology {
        problems
            .push(format!("topology {}, expected 1, 3 or 5: points, lines or triangles", geometry.topology));
    }
    if vertices(geometry.input_primitive) == 0 && geometry.input_primitive != 0 {
        problems.push(format!(
            "input primitive {}, expected that of points, lines, triangles or patches",
            geometry.input_primitive
        ));
    }
    if !problems.is_empty() {
        let message = format!("found {}", problems.join("; "));
        validator.report(&rules::GEOMETRY, Subject::Property(entry, tag::GEOMETRY), message);
    }
}

/// Checks the tessellation factors of a domain, and returns what is wrong.
fn factors(domain: u32, elements: &[Element], is_hull: bool) -> Vec<String> {
    let (name, edges, insides) = match domain {
        1 => ("isolines", 2, 0),
        2 => ("triangles", 3, 1),
        3 => ("quads", 4, 2),
        _ => return Vec::new(),
    };
    let mut problems = Vec::new();
    for (semantic, what, rows) in [(TESS_FACTOR, "edge", edges), (INSIDE_TESS_FACTOR, "inside", insides)] {
        let mut found = elements.iter().filter(|element| element.semantic == semantic).peekable();
        if is_hull && rows > 0 && found.peek().is_none() {
            problems.push(format!("no {what} factors, expected {rows} of {name}"));
        }
        for element in found.filter(|element| element.rows != rows || element.columns > 1) {
            problems.push(format!(
                "{what} factors in {} rows of {} columns, expected {rows} rows of one for {name}",
                element.rows, element.columns
            ));
        }
    }
    problems
}

fn domain(validator: &mut Validator<'_>, index: usize, entry: &Entry) {
    let Some(domain) = entry.properties.domain else { return };
    let mut problems = factors(domain.domain, &entry.signatures.patches, false);
    if domain.control_points > MAX_CONTROL_POINTS {
        problems
            .push(format!("{} control points, expected at most {MAX_CONTROL_POINTS}", domain.control_points));
    }
    if !(1..=3).contains(&domain.domain) {
        problems.push(format!("domain {}, expected 1 to 3: isolines, triangles or quads", domain.domain));
    }
    tessellation(validator, index, tag::DOMAIN, &problems);
}

fn tessellation(validator: &mut Validator<'_>, entry: usize, tag: u32, problems: &[String]) {
    if !problems.is_empty() {
        let message = format!("found {}", problems.join("; "));
        validator.report(&rules::TESSELLATION, Subject::Property(entry, tag), message);
    }
}

fn hull(validator: &mut Validator<'_>, index: usize, entry: &Entry) {
    let Some(hull) = entry.properties.hull else { return };
    let mut problems = factors(hull.domain, &entry.signatures.patches, true);
    let (inputs, outputs) = (hull.input_control_points, hull.output_control_points);
    if inputs == 0 && !entry.signatures.inputs.is_empty() {
        problems.push("inputs of 0 control points, expected none".to_owned());
    }
    for (what, count) in [("input", inputs), ("output", outputs)] {
        if count > MAX_CONTROL_POINTS {
            problems.push(format!("{count} {what} control points, expected at most {MAX_CONTROL_POINTS}"));
        }
    }
    if !(1..=3).contains(&hull.domain) {
        problems.push(format!("domain {}, expected 1 to 3: isolines, triangles or quads", hull.domain));
    }
    if !(1..=4).contains(&hull.partitioning) {
        problems.push(format!("partitioning {}, expected 1 to 4", hull.partitioning));
    }
    problems.extend(primitive(&hull));
    if let Some(factor) = maximum(validator, index).filter(|factor| !(1.0..=64.0).contains(factor)) {
        problems.push(format!("a maximum factor of {factor}, expected 1 to 64"));
    }
    let is_passed =
        entry.function.is_some_and(|function| validator.program.body(FunctionId::at(function)).is_none());
    if is_passed {
        let scalars: u64 = entry
            .signatures
            .outputs
            .iter()
            .map(|element| u64::from(element.rows) * u64::from(element.columns))
            .sum();
        if inputs < outputs {
            problems
                .push(format!("{outputs} control points passed on from {inputs}, expected at most as many"));
        }
        if scalars.saturating_mul(u64::from(outputs)) > MAX_CONTROL_POINT_SCALARS {
            problems.push(format!("more than {MAX_CONTROL_POINT_SCALARS} scalars of control points"));
        }
    }
    tessellation(validator, index, tag::HULL, &problems);
}

/// Checks the output primitive with its domain.
fn primitive(hull: &Hull) -> Option<String> {
    let found = hull.output_primitive;
    match (hull.domain, found) {
        (_, 0 | 5..) => Some(format!("output primitive {found}, expected 1 to 4")),
        (1, 3 | 4) => Some("triangles of isolines, expected points or lines".to_owned()),
        (2 | 3, 2) => Some("lines of triangles or quads, expected points or triangles".to_owned()),
        _ => None,
    }
}

/// Maximum tessellation factor of a hull shader.
fn maximum(validator: &Validator<'_>, entry: usize) -> Option<f64> {
    let module = validator.program.module;
    let value = module.metadata.value(operand(module, entry_property(validator, entry, tag::HULL)?, 6)?)?;
    number(module.types.get(module.type_of(value)?)?, module.constant(value)?)
}

/// Checks the inputs of a node against its launch mode.
fn node(validator: &mut Validator<'_>, entry: usize, properties: &Properties) {
    const EMPTY: u32 = 8;
    const GRANULARITY: u32 = 0x60;
    let Some(node) = &properties.node else { return };
    let mut problems = Vec::new();
    if node.inputs.len() > 1 {
        problems.push(format!("{} inputs, expected at most one", node.inputs.len()));
    }
    let expected = match node.launch {
        1 => 0x60,
        2 => 0x40,
        3 => 0x20,
        launch => {
            problems
                .push(format!("launch mode {launch}, expected 1 to 3: broadcasting, coalescing or thread"));
            0
        }
    };
    for input in node.inputs.iter().filter(|input| input.flags & EMPTY == 0) {
        if expected != 0 && input.flags & GRANULARITY != expected {
            problems
                .push(format!("an input of another launch mode than {}, which the node has", node.launch));
        }
    }
    if !problems.is_empty() {
        let message = format!("found {}", problems.join("; "));
        validator.report(&rules::NODE, Subject::Property(entry, crate::shader::node::tag::INPUTS), message);
    }
}
