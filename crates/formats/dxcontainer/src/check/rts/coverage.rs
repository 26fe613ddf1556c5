//! Checks that a root signature binds what a shader uses.

use glassbox_core::diagnostic::{Diagnostics, Location};

use super::registers::{Binder, Bound, bound};
use crate::context::Context;
use crate::part::Content;
use crate::part::area::Text;
use crate::part::psv::Psv;
use crate::part::psv::raw::{Resource, ResourceType};
use crate::part::rdef::Rdef;
use crate::part::rdef::raw::{Binding, InputType};
use crate::part::rts::hlsl::{range_clause, register_letter};
use crate::part::rts::raw::{Count, Range24, RangeFlags, RangeType, RootFlags, TableOffset, Visibility};
use crate::part::rts::{Payload, RootSignature};
use crate::program::ShaderKind;
use crate::rules::rts as rules;

/// Maximum number of resources compared.
const MAX_RESOURCES: usize = 1 << 12;
/// Maximum number of bound ranges compared with each; tables may share ranges.
const MAX_COMPARED: usize = 1 << 13;

/// A resource that a shader uses.
struct Needed<'a> {
    class: RangeType,
    space: u32,
    first: u32,
    /// Inclusive; the largest number if unbounded.
    last: u32,
    form: Form,
    name: Text<'a>,
    place: Location,
}

/// What a descriptor in the root signature itself may refer to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Bytes: anything may hold it.
    Bytes,
    /// Texels, which need a descriptor with a format.
    Texels,
    /// Bytes with a counter, which is stated by a descriptor in a table.
    Counted,
}

impl Needed<'_> {
    /// One past the last register that must be bound; of an unbounded range that is its first.
    fn end(&self) -> u64 {
        let last = if self.last == u32::MAX { self.first } else { self.last };
        u64::from(last) + 1
    }

    fn registers(&self) -> String {
        let letter = register_letter(self.class);
        let space = if self.space == 0 { String::new() } else { format!(", space {}", self.space) };
        match self.last {
            last if last == self.first => format!("{letter}{last}{space}"),
            u32::MAX => format!("{letter}{} and all after it{space}", self.first),
            last => format!("{letter}{} to {letter}{last}{space}", self.first),
        }
    }
}

/// Checks that `signature` binds each resource of the container in `context`, and grants its stage access.
///
/// Findings are at the resources. Libraries are not checked, since local root signatures may bind what a global one does not;
/// nor is a root signature of which a part cannot be read.
pub(crate) fn check(signature: &RootSignature<'_>, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let Some(kind) = context.kind.filter(|kind| *kind != ShaderKind::LIBRARY) else { return };
    let is_complete = signature.parameters.len() == signature.header.parameter_count as usize
        && !signature.payloads.contains(&Payload::Missing);
    if !is_complete {
        return;
    }
    let needed = needed(context);
    let denied = denied(kind).filter(|flag| signature.header.flags.0 & flag.0 != 0);
    if let (Some(first), Some(_)) = (needed.first(), denied) {
        let message =
            format!("found {}, but the root signature denies {kind} shaders access", first.registers());
        findings
            .report(&rules::COVERAGE, first.place.clone(), message)
            .help(format!("remove the flag that denies {kind} shaders access from the root signature"));
        return;
    }
    let bound: Vec<Bound> = bound(signature).take(MAX_COMPARED).collect();
    for needed in needed {
        if findings.is_full() {
            return;
        }
        resource(&bound, kind, &needed, findings);
    }
}

fn resource(bound: &[Bound], kind: ShaderKind, needed: &Needed<'_>, findings: &mut Diagnostics) {
    let name = match needed.name.bytes() {
        [] => String::new(),
        _ => format!(" ({})", needed.name.lossy()),
    };
    let registers = needed.registers();
    let (first, end) = (u64::from(needed.first), needed.end());
    let mut near = None;
    for one in bound {
        let is_near =
            (one.class, one.space) == (needed.class, needed.space) && one.first < end && first < one.end;
        if !is_near {
            continue;
        }
        let by = one.by;
        if !sees(kind, one.visibility) {
            near = Some(format!("{by} is for the stage {} alone", one.visibility));
            continue;
        }
        if one.first > first || one.end < end {
            near = Some(format!("{by} binds only a part of them"));
            continue;
        }
        let is_root = matches!(by, Binder::Parameter(_));
        let problem = match needed.form {
            Form::Texels if is_root => "typed buffers and textures need a descriptor in a table",
            Form::Counted if is_root => "buffers with counters need a descriptor in a table",
            _ => return,
        };
        let message = format!("found {registers}{name} bound by {by}, expected a table");
        findings
            .report(&rules::COVERAGE, needed.place.clone(), message)
            .note(problem)
            .help(format!("bind it by a table: {}", table(needed)));
        return;
    }
    let message =
        format!("found {registers}{name}, which the root signature does not bind for {kind} shaders");
    let mut finding = findings.report(&rules::COVERAGE, needed.place.clone(), message);
    if let Some(near) = near {
        finding.note(near);
    }
    finding.help(format!("add it: {}", table(needed)));
}

/// A table that binds a resource, in HLSL.
fn table(needed: &Needed<'_>) -> String {
    let range = Range24 {
        range_type: needed.class,
        count: match needed.last {
            u32::MAX => Count::UNBOUNDED,
            last => Count(last - needed.first + 1),
        },
        base: needed.first,
        space: needed.space,
        flags: RangeFlags(0),
        offset: TableOffset::APPEND,
    };
    format!("DescriptorTable({})", range_clause(&range))
}

/// True if a stage sees parameters of this visibility. Compute shaders see those for all stages.
fn sees(kind: ShaderKind, visibility: Visibility) -> bool {
    visibility == Visibility::ALL
        || visibility
            == match kind {
                ShaderKind::VERTEX => Visibility::VERTEX,
                ShaderKind::HULL => Visibility::HULL,
                ShaderKind::DOMAIN => Visibility::DOMAIN,
                ShaderKind::GEOMETRY => Visibility::GEOMETRY,
                ShaderKind::PIXEL => Visibility::PIXEL,
                ShaderKind::AMPLIFICATION => Visibility::AMPLIFICATION,
                ShaderKind::MESH => Visibility::MESH,
                _ => return false,
            }
}

/// The flag that denies a stage access.
fn denied(kind: ShaderKind) -> Option<RootFlags> {
    Some(match kind {
        ShaderKind::VERTEX => RootFlags::DENY_VERTEX,
        ShaderKind::HULL => RootFlags::DENY_HULL,
        ShaderKind::DOMAIN => RootFlags::DENY_DOMAIN,
        ShaderKind::GEOMETRY => RootFlags::DENY_GEOMETRY,
        ShaderKind::PIXEL => RootFlags::DENY_PIXEL,
        ShaderKind::AMPLIFICATION => RootFlags::DENY_AMPLIFICATION,
        ShaderKind::MESH => RootFlags::DENY_MESH,
        _ => return None,
    })
}

/// Resources of a container, from its reflection or from what the runtime checks.
fn needed<'a>(context: &Context<'_, 'a>) -> Vec<Needed<'a>> {
    context
        .parts
        .iter()
        .zip(context.contents)
        .find_map(|(part, content)| match content {
            Content::Rdef(model) => Some(defined(model, &part.child("bindings"))),
            Content::Psv(model) => Some(validated(model, &part.child("resources"))),
            _ => None,
        })
        .unwrap_or_default()
        .into_iter()
        // Other rules are about ranges that end before they begin.
        .filter(|needed| needed.first <= needed.last)
        .collect()
}

fn defined<'a>(rdef: &Rdef<'a>, path: &str) -> Vec<Needed<'a>> {
    let bindings = rdef.bindings();
    let listed = bindings.iter().enumerate().take(MAX_RESOURCES);
    listed
        .map(|(index, binding)| {
            let (class, form) = input_form(binding.input_type);
            Needed {
                class,
                space: rdef.space(index).map_or(0, |(space, _)| space),
                first: binding.bind_point,
                last: match binding.bind_count {
                    0 => u32::MAX,
                    count => binding.bind_point.saturating_add(count - 1),
                },
                form,
                name: rdef.name(binding.name),
                place: bindings.location(path, index, Binding::bind_point),
            }
        })
        .collect()
}

fn input_form(input: InputType) -> (RangeType, Form) {
    match input {
        InputType::CBUFFER => (RangeType::CBV, Form::Bytes),
        InputType::SAMPLER => (RangeType::SAMPLER, Form::Bytes),
        InputType::STRUCTURED | InputType::BYTE_ADDRESS => (RangeType::SRV, Form::Bytes),
        InputType::UAV_TYPED => (RangeType::UAV, Form::Texels),
        InputType::UAV_STRUCTURED | InputType::UAV_BYTE_ADDRESS => (RangeType::UAV, Form::Bytes),
        InputType::APPEND | InputType::CONSUME | InputType::UAV_STRUCTURED_COUNTER => {
            (RangeType::UAV, Form::Counted)
        }
        _ => (RangeType::SRV, Form::Texels),
    }
}

fn validated<'a>(psv: &Psv<'a>, path: &str) -> Vec<Needed<'a>> {
    let listed = psv.resources.iter().enumerate().take(MAX_RESOURCES);
    listed
        .map(|(index, row)| {
            let (class, form) = match row.resource_type {
                ResourceType::SAMPLER => (RangeType::SAMPLER, Form::Bytes),
                ResourceType::CBV => (RangeType::CBV, Form::Bytes),
                ResourceType::SRV_TYPED => (RangeType::SRV, Form::Texels),
                ResourceType::SRV_RAW | ResourceType::SRV_STRUCTURED => (RangeType::SRV, Form::Bytes),
                ResourceType::UAV_TYPED => (RangeType::UAV, Form::Texels),
                ResourceType::UAV_STRUCTURED_COUNTER => (RangeType::UAV, Form::Counted),
                _ => (RangeType::UAV, Form::Bytes),
            };
            Needed {
                class,
                space: row.space,
                first: row.lower,
                last: row.upper,
                form,
                name: Text::Outside,
                place: psv.resources.location(path, index, Resource::lower),
            }
        })
        .collect()
}
