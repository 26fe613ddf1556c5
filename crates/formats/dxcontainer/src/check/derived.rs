//! Compares the parts that follow from the program with the program.
//!
//! What is wrong with a part by itself, or between two parts, has rules of its own; here the rest is compared. Parts of the same
//! bytes are equal. Of others the contents are compared, since compilers place the same names differently.

use glassbox_core::diagnostic::{Diagnostics, Location, Severity};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxil::analysis::Program;
use glassbox_dxil::shader::Shader;

use super::Context;
use crate::build::{Options, Signing, derived, subobjects};
use crate::part::feature::Features;
use crate::part::psv::{Psv, Relation};
use crate::part::rdat::Rdat;
use crate::part::rdat::raw::TableType;
use crate::part::signature::Signature;
use crate::part::{Content, PartData};
use crate::read;
use crate::rules::program as rules;
use crate::write::{Draft, contiguous};

/// Parts that are compared.
const COMPARED: [&[u8; 4]; 6] = [b"SFI0", b"ISG1", b"OSG1", b"PSG1", b"PSV0", b"RDAT"];

/// Compares the parts of a container with its program.
pub(crate) fn check(
    context: &Context<'_, '_>,
    program: &Program<'_>,
    shader: Shader,
    findings: &mut Diagnostics,
) {
    let options = Options {
        subobjects: match context.find(b"RDAT") {
            Some((_, Content::Rdat(rdat))) => subobjects(rdat),
            _ => Vec::new(),
        },
        ..Options::default()
    };
    let is_early = (shader.validator.major, shader.validator.minor) == (1, 7);
    let parts = derived(program, shader, &options);
    let mut different = Vec::new();
    for built in parts {
        match context.data(&built.code) {
            _ if !COMPARED.contains(&&built.code) => {}
            Some(data) if data == &*built.data => {}
            Some(_) => different.push(built),
            None => missing(&built.code, context, findings),
        }
    }
    if different.is_empty() {
        return;
    }
    let Ok(bytes) = contiguous(&Draft { parts: different, ..Draft::default() }, Signing::Zero) else {
        return;
    };
    let Ok(expected_file) = read::open(Window::whole(&bytes), &Limits::default()) else { return };
    for code in COMPARED {
        let (Some((part, found)), Some(expected)) = (context.find(code), expected_file.content(code)) else {
            continue;
        };
        if is_reported(part, context, findings) {
            continue;
        }
        let Some(built) = expected_file.directory.find(code) else { continue };
        let windows = (context.window, expected_file.window, built);
        if let Some(difference) = compare(part, found, expected, windows, is_early) {
            let message = format!("found {}, the program has {}", difference.found, difference.expected);
            findings
                .report(&rules::DERIVED, difference.location, message)
                .help("rebuild the part from the program");
        }
    }
}

/// Reports a signature part that is missing; others have their own rule.
fn missing(code: &[u8; 4], context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let Some((program, _)) = context.find(b"DXIL").filter(|_| !matches!(code, b"SFI0" | b"PSV0" | b"RDAT"))
    else {
        return;
    };
    let location = program.location(context.window, program.start, program.end, "");
    let message = format!("found no part {}, the program has one", code.escape_ascii());
    findings.report(&rules::DERIVED, location, message).help("rebuild the container");
}

/// True if something more precise is known to be wrong with a part, or with that which repeats it.
fn is_reported(part: &PartData, context: &Context<'_, '_>, findings: &Diagnostics) -> bool {
    let is_signature = [b"ISG1", b"OSG1", b"PSG1"].iter().any(|code| part.code.0 == **code);
    let states = context.find(b"PSV0").filter(|_| is_signature);
    is_found_inside(part, findings) || states.is_some_and(|(states, _)| is_found_inside(states, findings))
}

fn is_found_inside(part: &PartData, findings: &Diagnostics) -> bool {
    findings.items().iter().any(|finding| {
        let is_inside = (part.start..part.end.max(part.start + 1)).contains(&finding.location.start);
        is_inside && finding.severity == Severity::Error
    })
}

/// A difference between two parts.
struct Difference {
    location: Location,
    found: String,
    expected: String,
}

/// A statement of a part and where it is.
type Fact = (String, Location);

/// First difference of the contents of a part. `windows` are the file, what was built, and the built part.
///
/// `is_early` is true for validator 1.7. Its compilers before the release wrote no dependencies of several streams, and required
/// shader model 6.6 of library functions that annotate handles.
fn compare(
    part: &PartData,
    found: &Content<'_>,
    expected: &Content<'_>,
    windows: (Window<'_>, Window<'_>, &PartData),
    is_early: bool,
) -> Option<Difference> {
    let whole = || Location::new(part.start, part.end, part.path.clone());
    let (found, expected) = match (found, expected) {
        (Content::Features(found), Content::Features(expected)) => {
            // Undefined flags have a rule of their own.
            let fact =
                |features: u64| vec![(format!("features {:#x}", features & !Features::UNDEFINED), whole())];
            (fact(found.features.0), fact(expected.features.0))
        }
        (Content::Signature(found), Content::Signature(expected)) => {
            // Compilers up to version 1.7 left out the type of normalized floats.
            (elements(part, found, expected), elements(part, expected, expected))
        }
        (Content::Psv(found), Content::Psv(expected)) => {
            if found.info.size != expected.info.size {
                // An older version than the validator of the program writes.
                return None;
            }
            let several = is_early && psv_streams(expected) > 1;
            let of = |part, window, psv| states(part, window, psv, expected, several);
            (of(part, windows.0, found), of(windows.2, windows.1, expected))
        }
        (Content::Rdat(found), Content::Rdat(expected)) => {
            (functions(part, found, is_early), functions(part, expected, is_early))
        }
        _ => return None,
    };
    let count = found.len().max(expected.len());
    let nothing = || ("nothing more".to_owned(), whole());
    (0..count).find_map(|index| {
        let (found, location) = found.get(index).cloned().unwrap_or_else(nothing);
        let (expected, _) = expected.get(index).cloned().unwrap_or_else(nothing);
        (found != expected).then_some(Difference { location, found, expected })
    })
}

fn elements(part: &PartData, signature: &Signature<'_>, other: &Signature<'_>) -> Vec<Fact> {
    let kept = in_order(other);
    let ordered = in_order(signature).into_iter().enumerate();
    let facts = ordered.filter_map(|(place, index)| {
        let element = signature.elements.get(index)?;
        let kept = kept.get(place).and_then(|&index| other.elements.get(index));
        let is_typed = element.component_type.0 != 0;
        let kept = kept.map_or(element.component_type, |kept| kept.component_type);
        let register = element.register.number();
        let fact = format!(
            "{} {} of type {} in {} {}, used {}, system value {}, precision {}, stream {}",
            element.name.lossy(),
            element.index,
            if is_typed { element.component_type } else { kept },
            register.map_or_else(|| "no register".to_owned(), |register| format!("register {register}")),
            element.mask,
            element.usage,
            element.system_value,
            element.min_precision,
            element.stream,
        );
        Some((fact, signature.location(&part.path, index, "name")))
    });
    facts.collect()
}

/// Elements ordered by what is stated, not by where names lie.
fn in_order(signature: &Signature<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..signature.elements.len()).collect();
    order.sort_by_key(|&index| {
        let element = signature.elements.get(index);
        element.map(|element| (element.stream, element.register.0, element.name.bytes(), element.index))
    });
    order
}

/// Bytes of the information that do not refer to names.
const INFO: u64 = 48;

/// Number of streams that a shader writes.
fn psv_streams(psv: &Psv<'_>) -> usize {
    psv.dependencies.iter().filter(|table| matches!(table.what, Relation::InputToOutput(_))).count()
}

fn states(
    part: &PartData,
    window: Window<'_>,
    psv: &Psv<'_>,
    other: &Psv<'_>,
    leave_dependencies: bool,
) -> Vec<Fact> {
    let mut facts = Vec::new();
    let info = part.start + 4;
    let size = u64::from(psv.info.size).min(INFO);
    let bytes = part.data(window).iter().skip(4);
    for (offset, byte) in (0u64..size).zip(bytes) {
        let location = Location::new(info + offset, info + offset + 1, part.child("info"));
        facts.push((format!("byte {byte:#04x} at {offset:#x} of the information"), location));
    }
    let path = part.child("resources");
    for index in 0..psv.resources.len() {
        let Some(bound) = psv.resource(index) else { continue };
        let base = bound.base;
        let kind =
            bound.kind.map_or_else(String::new, |(kind, flags)| format!(", kind {kind}, flags {flags}"));
        let fact = format!(
            "resource {index} of type {} at registers {} to {} of space {}{kind}",
            base.resource_type, base.lower, base.upper, base.space
        );
        facts.push((fact, psv.resources.row_location(&path, index)));
    }
    for ((name, elements), (_, others)) in psv.named_signatures().into_iter().zip(other.named_signatures()) {
        let path = part.child(name);
        for (index, element) in elements.iter().enumerate() {
            let kept = others.get(index).filter(|_| element.component_type.0 == 0);
            let component_type = kept.map_or(element.component_type, |kept| kept.component_type);
            let indices: Vec<String> =
                psv.semantic_indices(&element).map(|index| index.to_string()).collect();
            let fact = format!(
                "{name} element {} {} {} of type {component_type}, {} rows from {}, columns {:#04x}, interpolation {}, dynamic {:#04x}",
                element.semantic,
                psv.name(element.name).lossy(),
                indices.join(" "),
                element.rows,
                element.start_row,
                element.columns.0,
                element.interpolation,
                element.dynamic.0
            );
            facts.push((fact, elements.row_location(&path, index)));
        }
    }
    for table in psv.dependencies.iter().filter(|_| !leave_dependencies) {
        for (index, word) in table.words.iter().enumerate() {
            let fact = format!("word {:#010x} at {index} of the dependencies {:?}", word.0, table.what);
            facts.push((fact, Location::new(part.start, part.end, part.path.clone())));
        }
    }
    facts
}

fn functions(part: &PartData, rdat: &Rdat<'_>, is_early: bool) -> Vec<Fact> {
    let mut facts = Vec::new();
    let row = |table: TableType, index: usize| {
        let table = rdat.table(table);
        table.map_or_else(
            || Location::new(part.start, part.end, part.path.clone()),
            |table| {
                let start = table.rows_at + index as u64 * table.stride();
                Location::new(
                    start,
                    start + table.stride(),
                    format!("{}.{}.rows[{index}]", part.path, table.name),
                )
            },
        )
    };
    for (index, resource) in rdat.resources().iter().enumerate() {
        let name = rdat.name(resource.name);
        let fact = format!(
            "resource {} of class {}, kind {}, number {}, space {}, registers {} to {}, flags {}",
            name.lossy(),
            resource.class,
            resource.kind,
            resource.id,
            resource.space,
            resource.lower,
            resource.upper,
            resource.flags
        );
        facts.push((fact, row(TableType::RESOURCES, index)));
    }
    for (index, function) in rdat.functions().enumerate() {
        let raw = &function.raw;
        let resources: Vec<String> = rdat.array(raw.resources).map(|index| index.to_string()).collect();
        let dependencies: Vec<String> =
            rdat.array(raw.dependencies).map(|name| rdat.name(name).lossy()).collect();
        let fact = format!(
            "function {} ({}) of kind {}, payload {}, attributes {}, features {:#x}, stages {:#x}, target {:#x}, \
             resources {}, dependencies {}",
            function.name.lossy(),
            function.unmangled.lossy(),
            raw.kind,
            raw.payload,
            raw.attributes,
            function.features(),
            raw.stage_mask.0,
            // Shader model 6.6 and what is older have to be equal.
            if is_early { raw.min_target.0.max(raw.min_target.0 & !0xF | 6) } else { raw.min_target.0 },
            resources.join(" "),
            dependencies.join(" ")
        );
        facts.push((fact, row(TableType::FUNCTIONS, index)));
    }
    facts
}
