//! Checks pipeline state validation against the program, the signature parts and itself.

use std::fmt;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};

use crate::check::Context;
use crate::part::area::{Rows, Text, quoted};
use crate::part::psv::raw::{Counts, Element, SemanticKind};
use crate::part::psv::{Model, StageInfo};
use crate::part::signature::raw::ComponentType;
use crate::part::signature::{self, Signature};
use crate::part::{Content, PartData};
use crate::program::Version;
use crate::rules::psv as rules;

/// Maximum number of signature elements compared: a stage has 4 streams of 32 registers of 4 components.
const MAX_COMPARED: usize = 512;

/// Offset of the counts in the part: a 4-byte size, then the 24 bytes of version 0.
const COUNTS: u64 = 4 + 24;

pub(super) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    stage(model, part, context, findings);
    // Version 0 has neither vector counts nor signatures.
    if model.stopped.is_some() || model.info.counts.is_none() {
        return;
    }
    vectors(model, part, context, findings);
    unused(model, part, context, findings);
    for ((name, elements), code) in model.named_signatures().into_iter().zip([b"ISG1", b"OSG1", b"PSG1"]) {
        let found = context.find(code).or_else(|| context.find(older(code)));
        if let Some((other, Content::Signature(signature))) = found
            && signature.elements.len() <= MAX_COMPARED
        {
            let sides = Sides { model, name, elements, path: part.child(name), signature, other };
            sides.check(context, findings);
        }
    }
}

fn older(code: &[u8; 4]) -> &'static [u8; 4] {
    match code {
        b"ISG1" => b"ISGN",
        b"OSG1" => b"OSGN",
        _ => b"PCSG",
    }
}

fn stage(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let (Some(stage), Some(kind)) = (model.info.kind(), context.kind) else {
        return;
    };
    if u16::from(stage.0) != kind.0 {
        let location = part.field(context.window, part.start + COUNTS, "info.counts", Counts::stage);
        let message = format!("found stage {stage}, the program is of kind {kind}");
        findings.report(&rules::AGREE, location, message).help("set the stage to the kind of the program");
    }
}

/// Checks the vector counts against the rows of the elements.
fn vectors(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let Some(counts) = model.info.counts else { return };
    let mut compare = |field, stated: u8, needed: u8, what: fmt::Arguments<'_>| {
        if stated == needed {
            return;
        }
        let location = part.field(context.window, part.start + COUNTS, "info.counts", field);
        let message = format!("found {stated} vectors of {what}, the elements take {needed}");
        findings
            .report(&rules::AGREE, location, message)
            .note("a vector is a row of four components that an element is allocated to")
            .help("set the number to one past the last row");
    };
    compare(
        Counts::input_vectors,
        counts.input_vectors,
        rows(&model.signatures.inputs, None),
        format_args!("inputs"),
    );
    for (stream, stated) in (0u8..).zip(counts.output_vectors) {
        let needed = rows(&model.signatures.outputs, Some(stream));
        compare(Counts::output_vectors, stated, needed, format_args!("outputs of stream {stream}"));
    }
    let patches = rows(&model.signatures.patches, None);
    if model.info.max_vertices().is_none() {
        compare(
            Counts::patch_vectors,
            counts.patch_vectors,
            patches,
            format_args!("patch constants or primitives"),
        );
    }
}

/// One past the last allocated row.
fn rows(elements: &Rows<'_, Element>, stream: Option<u8>) -> u8 {
    let allocated = elements.iter().filter(|element| {
        element.columns.allocated() != 0 && stream.is_none_or(|stream| element.dynamic.stream() == stream)
    });
    allocated.map(|element| element.start_row.saturating_add(element.rows)).max().unwrap_or(0)
}

/// Reports strings and indices that no element uses; the validator rejects them.
fn unused(model: &Model<'_>, part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let mut names: Vec<u32> = model.info.entry.iter().map(|entry| entry.name).collect();
    let mut used = vec![false; model.indices.len()];
    for (signature, elements) in model.named_signatures() {
        for element in elements.iter() {
            names.push(element.name);
            let first = element.indices as usize;
            let own = used.iter_mut().skip(first).take(index_count(model, signature, &element));
            own.for_each(|index| *index = true);
        }
    }
    names.sort_unstable();
    let mut offset = 0;
    for (number, string) in model.strings.split_inclusive(|&byte| byte == 0).enumerate() {
        let end = offset + string.len() as u32;
        let next = names.partition_point(|&name| name < offset);
        let is_used = names.get(next).is_some_and(|&name| name < end);
        if string.len() > 1 && !is_used {
            let start = model.strings_at + u64::from(offset);
            let name = format!("strings[{number}]");
            let location = part.location(context.window, start, start + string.len() as u64, &name);
            let message = format!(
                "no element and no entry point uses the string {}",
                quoted(Text::at(string, 0).bytes())
            );
            findings
                .report(&rules::AGREE, location, message)
                .help("remove the string or point an element at it");
        }
        offset = end;
    }
    let path = part.child("indices");
    for (index, _) in used.iter().enumerate().filter(|(_, used)| !**used) {
        if findings.is_full() {
            return;
        }
        let location = model.indices.location(&path, index);
        let message = format!("no element uses semantic index {index} of the table");
        findings.report(&rules::AGREE, location, message).help("remove the index or point an element at it");
    }
}

/// Number of semantic indices of an element: one per row. If the semantic is on a mesh shader's parameter rather than
/// on a member of its type, compilers up to version 1.7 also count vertices or primitives as rows: that many indices
/// and signature elements, all for the rows of one element.
fn index_count(model: &Model<'_>, signature: &str, element: &Element) -> usize {
    let rows = usize::from(element.rows);
    let copies = match (&model.info.stage, signature) {
        (StageInfo::Mesh(mesh), "outputs") => mesh.max_vertices,
        (StageInfo::Mesh(mesh), "patches") => mesh.max_primitives,
        _ => return rows,
    };
    let count = rows * usize::from(copies);
    let first = element.indices as usize;
    let start = model.indices.get(first).unwrap_or(0);
    let follow = |place: usize| model.indices.get(first + place) == start.checked_add(place as u32);
    if rows < count && (0..count).all(follow) { count } else { rows }
}

/// Elements of `PSV0` and of the corresponding signature part.
struct Sides<'m, 'a> {
    model: &'m Model<'a>,
    /// Node name of the signature.
    name: &'static str,
    elements: &'m Rows<'a, Element>,
    path: String,
    signature: &'m Signature<'a>,
    other: &'m PartData,
}

impl Sides<'_, '_> {
    fn check(&self, context: &Context<'_, '_>, findings: &mut Diagnostics) {
        // Before version 1.5, bool has no type in signatures.
        let typed = context.validator().is_none_or(|version| version >= Version::new(1, 5));
        let mut matched = vec![false; self.signature.elements.len()];
        for (index, element) in self.elements.iter().enumerate() {
            let first = element.indices as usize;
            let count = index_count(self.model, self.name, &element);
            let indices = (first..first + count).map_while(|index| self.model.indices.get(index));
            for (place, semantic_index) in (0u32..).zip(indices) {
                let row = place % u32::from(element.rows).max(1);
                if findings.is_full() {
                    return;
                }
                let found = self.find(&element, row, semantic_index);
                let Some(position) = found else {
                    findings.push(self.missing(index, &element, row, semantic_index));
                    continue;
                };
                matched[position] = true;
                let other = &self.signature.elements[position];
                let place = |field| self.elements.location(&self.path, index, field);
                let label = |field| self.signature.location(&self.other.path, position, field);
                if typed && u32::from(element.component_type.0) != other.component_type.0 {
                    let message = format!(
                        "found component type {}, the element in {} has {}",
                        ComponentType(element.component_type.0.into()),
                        self.other.code,
                        other.component_type
                    );
                    findings.push(differs(place(Element::component_type), message, label("component_type")));
                }
                if element.columns.allocated() != 0 && element.columns.mask() != other.mask {
                    let message = format!(
                        "found components {}, the element in {} has {}",
                        element.columns.mask(),
                        self.other.code,
                        other.mask
                    );
                    findings.push(differs(place(Element::columns), message, label("mask")));
                }
            }
        }
        for (position, _) in matched.iter().enumerate().filter(|(_, matched)| !**matched) {
            if findings.is_full() {
                return;
            }
            let other = &self.signature.elements[position];
            let place = self.signature.location(&self.other.path, position, "name");
            let message = format!(
                "the element {}, index {}, of {} is not in `{}`",
                quoted(other.name.bytes()),
                other.index,
                self.other.code,
                self.path
            );
            findings.report(&rules::AGREE, place, message).help("recompile the shader");
        }
    }

    /// Signature part element that corresponds to a row.
    fn find(&self, element: &Element, row: u32, semantic_index: u32) -> Option<usize> {
        let register = (element.columns.allocated() != 0).then(|| u32::from(element.start_row) + row);
        let name = self.model.name(element.name);
        self.signature.elements.iter().position(|other| {
            let same_name = if element.semantic == SemanticKind::ARBITRARY {
                other.name.bytes().eq_ignore_ascii_case(name.bytes())
            } else {
                is_system_name(other, element.semantic)
            };
            same_name
                && other.index == semantic_index
                && other.register.number() == register
                && other.stream == u32::from(element.dynamic.stream())
        })
    }

    fn missing(&self, index: usize, element: &Element, row: u32, semantic_index: u32) -> Diagnostic {
        let name = match element.semantic {
            SemanticKind::ARBITRARY => quoted(self.model.name(element.name).bytes()),
            kind => format!("SV_{kind}"),
        };
        let register = u32::from(element.start_row) + row;
        let message = format!(
            "found {}, index {semantic_index}, at row {register}, which {} does not have",
            name, self.other.code
        );
        Diagnostic::new(&rules::AGREE, self.elements.row_location(&self.path, index), message)
            .note("each row of an element is an element of its own in the signature part")
            .help("recompile the shader")
    }
}

fn differs(location: Location, message: String, label: Location) -> Diagnostic {
    Diagnostic::new(&rules::AGREE, location, message)
        .label(label, "the same element")
        .help("make the two agree")
}

/// True if an element of a signature part has a system value name.
fn is_system_name(element: &signature::Element<'_>, kind: SemanticKind) -> bool {
    let Some(name) = kind.name() else { return false };
    let bytes = element.name.bytes();
    bytes.len() == name.len() + 3
        && bytes[..3].eq_ignore_ascii_case(b"SV_")
        && bytes[3..].eq_ignore_ascii_case(name.as_bytes())
}
