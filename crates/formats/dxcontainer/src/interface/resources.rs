//! Lists resources from `RDEF`, `RDAT`, `PSV0` or the token stream's declarations, in this order of preference.

use glassbox_core::interface::{ArraySize, Interface, Resource};
use glassbox_dxbc::{Binding, Declaration, Program, ResourceKind as Declared, declaration};

use super::budget::Budget;
use super::entry;
use super::parts::{psv, rdat, rdef};
use crate::context::Context;
use crate::part::Content;
use crate::part::psv::raw::{ResourceKind, ResourceType};
use crate::part::rdat::raw::{self as rdat_raw, ResourceClass};
use crate::part::rdef::Rdef;
use crate::part::rdef::raw::{self as rdef_raw, Dimension, InputFlags, InputType, ReturnType};

/// Maximum number of resources listed.
const MAX_LISTED: usize = 1 << 14;

/// Adds the resources of a container.
pub(super) fn resources(context: &Context<'_, '_>, budget: &mut Budget, out: &mut Interface) {
    let stages: Vec<String> =
        context.kind.map(|kind| entry::stage_word(kind).to_owned()).into_iter().collect();
    out.resources = if let Some((_, rdef)) = rdef(context) {
        defined(rdef, budget)
    } else if let Some((_, rdat)) = rdat(context) {
        let rows = rdat.resources();
        let listed = rows.iter().take(MAX_LISTED);
        listed.map(|row| runtime(&row, budget.text(rdat.name(row.name)))).collect()
    } else if let Some(psv) = psv(context) {
        let all = (0..psv.resources.len().min(MAX_LISTED)).filter_map(|index| psv.resource(index));
        all.map(|bound| validated(&bound)).collect()
    } else {
        declared(context)
    };
    let single = !out.entry_points.is_empty() && rdat(context).is_none();
    if single {
        for resource in &mut out.resources {
            resource.stages.clone_from(&stages);
        }
    }
}

/// Register class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Buffer,
    View,
    Unordered,
    Sampler,
}

impl Class {
    fn letter(self) -> char {
        match self {
            Class::Buffer => 'b',
            Class::View => 't',
            Class::Unordered => 'u',
            Class::Sampler => 's',
        }
    }

    fn access(self) -> Option<String> {
        match self {
            Class::Unordered => Some("read-write".to_owned()),
            Class::Buffer | Class::View => Some("read".to_owned()),
            Class::Sampler => None,
        }
    }
}

/// A register range; unbounded without a count.
pub(super) fn registers(class: Class, first: u32, count: Option<u32>) -> String {
    let letter = class.letter();
    match count {
        Some(0 | 1) => format!("{letter}{first}"),
        Some(count) => format!("{letter}{first}-{letter}{}", u64::from(first) + u64::from(count) - 1),
        None => format!("{letter}{first}-"),
    }
}

/// Builds a resource from the properties common to all sources.
pub(super) fn resource(
    class: Class,
    kind: &str,
    space: Option<u32>,
    first: u32,
    count: Option<u32>,
) -> Resource {
    Resource {
        kind: kind.to_owned(),
        set: space,
        binding: Some(first),
        register: Some(registers(class, first, count)),
        array: match count {
            Some(0 | 1) => Vec::new(),
            Some(count) => vec![ArraySize::Fixed(count)],
            None => vec![ArraySize::Runtime],
        },
        access: class.access(),
        ..Resource::default()
    }
}

/// Number of registers from the first to the last, inclusive; `None` if unbounded.
fn count(lower: u32, upper: u32) -> Option<u32> {
    (upper != u32::MAX).then(|| upper.wrapping_sub(lower).wrapping_add(1))
}

fn defined(rdef: &Rdef<'_>, budget: &mut Budget) -> Vec<Resource> {
    let bindings = rdef.bindings();
    let listed = bindings.iter().enumerate().take(MAX_LISTED);
    listed
        .map(|(index, binding)| {
            let class = input_class(binding.input_type);
            let space = rdef.space(index).map(|(space, _)| space);
            let count = (binding.bind_count != 0).then_some(binding.bind_count);
            let kind = input_kind(&binding);
            let mut out = resource(class, kind, space, binding.bind_point, count);
            out.name = budget.text(rdef.name(binding.name));
            out.dimension = dimension(binding.dimension).map(str::to_owned);
            let is_structured = matches!(
                binding.input_type,
                InputType::STRUCTURED
                    | InputType::UAV_STRUCTURED
                    | InputType::APPEND
                    | InputType::CONSUME
                    | InputType::UAV_STRUCTURED_COUNTER
            );
            if is_structured {
                out.element_size = Some(binding.samples);
            }
            if !matches!(binding.return_type, ReturnType::NONE | ReturnType::MIXED) && class != Class::Sampler
            {
                let parts = (binding.flags.0 >> 2 & 3) + 1;
                let parts = if parts == 1 { String::new() } else { parts.to_string() };
                out.format = Some(format!("{}{parts}", binding.return_type));
            }
            if class == Class::Sampler && binding.flags.0 & InputFlags::COMPARISON_SAMPLER.0 != 0 {
                out.format = Some("comparison".to_owned());
            }
            out
        })
        .collect()
}

/// Register class of a binding.
pub(super) fn input_class(input: InputType) -> Class {
    match input {
        InputType::CBUFFER => Class::Buffer,
        InputType::SAMPLER => Class::Sampler,
        InputType::UAV_TYPED
        | InputType::UAV_STRUCTURED
        | InputType::UAV_BYTE_ADDRESS
        | InputType::APPEND
        | InputType::CONSUME
        | InputType::UAV_STRUCTURED_COUNTER => Class::Unordered,
        _ => Class::View,
    }
}

fn input_kind(binding: &rdef_raw::Binding) -> &'static str {
    let is_buffer = binding.dimension == Dimension::BUFFER;
    match binding.input_type {
        InputType::CBUFFER => "uniform-buffer",
        InputType::TBUFFER => "texture-buffer",
        InputType::TEXTURE if is_buffer => "uniform-texel-buffer",
        InputType::TEXTURE => "sampled-image",
        InputType::SAMPLER => "sampler",
        InputType::UAV_TYPED if is_buffer => "storage-texel-buffer",
        InputType::UAV_TYPED => "storage-image",
        InputType::APPEND => "append-buffer",
        InputType::CONSUME => "consume-buffer",
        _ => "storage-buffer",
    }
}

fn dimension(dimension: Dimension) -> Option<&'static str> {
    Some(match dimension {
        Dimension::BUFFER | Dimension::BUFFER_EX => "buffer",
        Dimension::TEXTURE_1D => "1D",
        Dimension::TEXTURE_1D_ARRAY => "1D array",
        Dimension::TEXTURE_2D => "2D",
        Dimension::TEXTURE_2D_ARRAY => "2D array",
        Dimension::TEXTURE_2D_MS => "2DMS",
        Dimension::TEXTURE_2D_MS_ARRAY => "2DMS array",
        Dimension::TEXTURE_3D => "3D",
        Dimension::TEXTURE_CUBE => "cube",
        Dimension::TEXTURE_CUBE_ARRAY => "cube array",
        _ => return None,
    })
}

/// Reflection names of a DXIL resource kind: read-only kind, read-write kind, dimension.
pub(super) fn kind_words(kind: ResourceKind) -> (&'static str, &'static str, Option<&'static str>) {
    let texture = |dimension| ("sampled-image", "storage-image", Some(dimension));
    match kind {
        ResourceKind::TEXTURE_1D => texture("1D"),
        ResourceKind::TEXTURE_2D => texture("2D"),
        ResourceKind::TEXTURE_2D_MS => texture("2DMS"),
        ResourceKind::TEXTURE_3D => texture("3D"),
        ResourceKind::TEXTURE_CUBE => texture("cube"),
        ResourceKind::TEXTURE_1D_ARRAY => texture("1D array"),
        ResourceKind::TEXTURE_2D_ARRAY => texture("2D array"),
        ResourceKind::TEXTURE_2D_MS_ARRAY => texture("2DMS array"),
        ResourceKind::TEXTURE_CUBE_ARRAY => texture("cube array"),
        ResourceKind::TYPED_BUFFER => ("uniform-texel-buffer", "storage-texel-buffer", Some("buffer")),
        ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER => {
            ("storage-buffer", "storage-buffer", Some("buffer"))
        }
        ResourceKind::CBUFFER => ("uniform-buffer", "uniform-buffer", None),
        ResourceKind::SAMPLER => ("sampler", "sampler", None),
        ResourceKind::TBUFFER => ("texture-buffer", "texture-buffer", Some("buffer")),
        ResourceKind::ACCELERATION_STRUCTURE => ("acceleration-structure", "acceleration-structure", None),
        ResourceKind::FEEDBACK_TEXTURE_2D => ("feedback-image", "feedback-image", Some("2D")),
        ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => ("feedback-image", "feedback-image", Some("2D array")),
        _ => ("resource", "resource", None),
    }
}

fn runtime(row: &rdat_raw::Resource, name: String) -> Resource {
    let class = match row.class {
        ResourceClass::CBV => Class::Buffer,
        ResourceClass::SAMPLER => Class::Sampler,
        ResourceClass::UAV => Class::Unordered,
        _ => Class::View,
    };
    let (read, write, dimension) = kind_words(row.kind);
    let kind = if class == Class::Unordered { write } else { read };
    // Registers are unassigned in libraries to be linked later.
    let unallocated = row.space == u32::MAX && row.lower == u32::MAX;
    let mut out = if unallocated {
        Resource { kind: kind.to_owned(), access: class.access(), ..Resource::default() }
    } else {
        resource(class, kind, Some(row.space), row.lower, count(row.lower, row.upper))
    };
    out.name = name;
    out.dimension = dimension.map(str::to_owned);
    out
}

fn validated(bound: &crate::part::psv::Bound) -> Resource {
    let base = &bound.base;
    let class = match base.resource_type {
        ResourceType::CBV => Class::Buffer,
        ResourceType::SAMPLER => Class::Sampler,
        ResourceType::UAV_TYPED
        | ResourceType::UAV_RAW
        | ResourceType::UAV_STRUCTURED
        | ResourceType::UAV_STRUCTURED_COUNTER => Class::Unordered,
        _ => Class::View,
    };
    let (kind, dimension) = match bound.kind {
        Some((kind, _)) => {
            let (read, write, dimension) = kind_words(kind);
            (if class == Class::Unordered { write } else { read }, dimension)
        }
        None => match base.resource_type {
            ResourceType::CBV => ("uniform-buffer", None),
            ResourceType::SAMPLER => ("sampler", None),
            ResourceType::SRV_TYPED => ("sampled-image", None),
            ResourceType::UAV_TYPED => ("storage-image", None),
            _ => ("storage-buffer", Some("buffer")),
        },
    };
    let mut out = resource(class, kind, Some(base.space), base.lower, count(base.lower, base.upper));
    out.dimension = dimension.map(str::to_owned);
    out
}

/// Declared resources of a token stream, for containers without reflection.
fn declared(context: &Context<'_, '_>) -> Vec<Resource> {
    let found = [b"SHEX", b"SHDR"].iter().find_map(|code| context.find(code));
    let Some((part, Content::Tokens(_))) = found else {
        return Vec::new();
    };
    let Ok(program) = Program::read(part.data(context.window)) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for instruction in program.walk().filter(|one| one.opcode.is_declaration()) {
        if out.len() >= MAX_LISTED {
            break;
        }
        let place = |class, kind: &str, binding: Binding| {
            let space = program.has_spaces().then_some(binding.space);
            resource(class, kind, space, binding.lower, count(binding.lower, binding.upper))
        };
        let found = match declaration(&instruction, program.has_spaces()) {
            Some(Declaration::ConstantBuffer { binding, rows, .. }) => Resource {
                element_size: (rows > 0).then(|| rows.saturating_mul(16)),
                ..place(Class::Buffer, "uniform-buffer", binding)
            },
            Some(Declaration::Sampler { binding, .. }) => place(Class::Sampler, "sampler", binding),
            Some(Declaration::Resource { binding, kind }) => {
                view(Class::View, kind, |word| place(Class::View, word, binding))
            }
            Some(Declaration::UnorderedAccessView { binding, kind, .. }) => {
                view(Class::Unordered, kind, |word| place(Class::Unordered, word, binding))
            }
            _ => continue,
        };
        out.push(found);
    }
    out
}

fn view(class: Class, kind: Declared, place: impl Fn(&str) -> Resource) -> Resource {
    match kind {
        Declared::Typed { dimension, returns, .. } => {
            let is_buffer = dimension == glassbox_dxbc::names::Dimension::BUFFER;
            let word = match (class, is_buffer) {
                (Class::Unordered, true) => "storage-texel-buffer",
                (Class::Unordered, false) => "storage-image",
                (_, true) => "uniform-texel-buffer",
                (_, false) => "sampled-image",
            };
            Resource {
                dimension: Some(dimension.to_string()),
                format: Some(returns[0].to_string()),
                ..place(word)
            }
        }
        Declared::Raw => Resource { dimension: Some("buffer".to_owned()), ..place("storage-buffer") },
        Declared::Structured { stride } => Resource {
            dimension: Some("buffer".to_owned()),
            element_size: Some(stride),
            ..place("storage-buffer")
        },
    }
}
