//! Writes the shader's metadata: versions, stage, resources, signatures, properties, view
//! dependency.

use glassbox_dxil::Version;
use glassbox_dxil::analysis::usage::{Components, Usage};
use glassbox_dxil::ir::{Constant, FunctionId, MetadataId, Type, Typed};
use glassbox_dxil::shader::entry::tag;
use glassbox_dxil::shader::signature;

use super::code::Work;
use super::resources::{self, Resource};
use super::{ShaderLinkError, ShaderTarget};
use crate::merge::check;
use crate::rules;

/// Properties that shaders and libraries share.
const KEPT: [u32; 8] = [
    tag::GEOMETRY,
    tag::DOMAIN,
    tag::HULL,
    tag::NUM_THREADS,
    tag::MESH,
    tag::AMPLIFICATION,
    tag::WAVE_SIZE,
    tag::WAVE_RANGE,
];

/// First minor validator version that requires component usage masks.
const USAGE_SINCE: u32 = 5;

/// Named metadata with its nodes.
pub(super) type Named = Vec<(&'static [u8], Vec<MetadataId>)>;

/// Properties derived from the shader's code.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) usage: Usage,
    pub(super) flags: u64,
    pub(super) view: Option<Vec<u32>>,
}

/// Shader kinds as spelled in `dx.shaderModel`, by number.
const KINDS: [&str; 15] = ["ps", "vs", "gs", "hs", "ds", "cs", "", "", "", "", "", "", "", "ms", "as"];

/// Spelling of a shader kind.
pub(super) fn word(kind: u16) -> Option<&'static str> {
    KINDS.get(usize::from(kind)).copied().filter(|word| !word.is_empty())
}

/// Entry point metadata of a function.
pub(super) fn node(module: &Typed<'_>, function: FunctionId) -> Option<MetadataId> {
    let nodes = module.metadata.named("dx.entryPoints")?;
    nodes.iter().copied().find(|node| {
        let operand = module.metadata.node(*node).and_then(|operands| operands.first().copied());
        let value = operand.flatten().and_then(|operand| module.metadata.value(operand));
        value.and_then(|value| module.function(value)).is_some_and(|found| found.0 == function)
    })
}

/// Properties of an entry point: tags and values.
fn properties(module: &Typed<'_>, node: MetadataId) -> Vec<(u32, MetadataId)> {
    let table = &module.metadata;
    let list = table.node(node).and_then(|operands| operands.get(4).copied()).flatten();
    let list = list.and_then(|list| table.node(list)).unwrap_or_default();
    let pair = |pair: &[Option<MetadataId>]| match *pair {
        [Some(tag), Some(value)] => Some((check::number(module, tag)?, value)),
        _ => None,
    };
    list.chunks(2).filter_map(pair).collect()
}

/// Value of an entry point property.
pub(super) fn property(module: &Typed<'_>, node: MetadataId, wanted: u32) -> Option<i64> {
    let value = properties(module, node).into_iter().find(|item| item.0 == wanted)?.1;
    module.integer(module.metadata.value(value)?)
}

/// Shader kind of an entry point.
pub(super) fn kind(module: &Typed<'_>, node: MetadataId) -> Option<u16> {
    u16::try_from(property(module, node, tag::KIND)?).ok()
}

/// Register space for unbound resources, if stated.
pub(super) fn automatic_space(module: &Typed<'_>, node: MetadataId) -> Option<i64> {
    let value = properties(module, node).into_iter().find(|item| item.0 == tag::AUTOMATIC_SPACE)?.1;
    let first = module.metadata.node(value)?.first().copied().flatten()?;
    module.integer(module.metadata.value(first)?)
}

/// Patch-constant function of a hull shader.
pub(super) fn patch_function(module: &Typed<'_>, node: MetadataId) -> Option<FunctionId> {
    let value = properties(module, node).into_iter().find(|item| item.0 == tag::HULL)?.1;
    let first = module.metadata.node(value)?.first().copied().flatten()?;
    module.function(module.metadata.value(first)?).map(|found| found.0)
}

/// Flags that the library states for all of its functions.
pub(super) fn library_flags(module: &Typed<'_>) -> u64 {
    let nodes = module.metadata.named("dx.entryPoints").unwrap_or_default();
    let own = nodes.iter().copied().find(|node| {
        let operands = module.metadata.node(*node).unwrap_or_default();
        operands.first().is_some_and(Option::is_none)
    });
    own.and_then(|node| property(module, node, tag::FLAGS)).map_or(0, |flags| flags as u64)
}

/// Writes the shader's named metadata, in order, as nodes of the module; `with_names` keeps
/// resource names.
pub(super) fn describe(
    work: &mut Work,
    entry: MetadataId,
    target: &ShaderTarget,
    resources: &[Resource],
    with_names: bool,
    facts: &Facts,
) -> Result<Named, ShaderLinkError> {
    let (kind, model) = (target.kind, target.model);
    let mut out: Named = Vec::new();
    let idents = work.builder.module.metadata.named("llvm.ident");
    if let Some(idents) = idents {
        out.push((b"llvm.ident", idents.to_vec()));
    }
    let numbers = |work: &mut Work, version: Version| {
        [version.major, version.minor].map(|number| Some(work.builder.number(i64::from(number))))
    };
    let validator = check::version(&work.builder.module, "dx.valver");
    let dxil = numbers(work, Version { major: 1, minor: model.minor });
    out.push((b"dx.version", vec![work.builder.node(&dxil)]));
    if let Some(validator) = validator {
        let pair = numbers(work, validator);
        out.push((b"dx.valver", vec![work.builder.node(&pair)]));
    }
    let word = word(kind).unwrap_or_default();
    let word = work.builder.string(word.as_bytes());
    let [major, minor] = numbers(work, model);
    out.push((b"dx.shaderModel", vec![work.builder.node(&[Some(word), major, minor])]));
    let list = resources::node(resources, with_names, work);
    if let Some(list) = list {
        out.push((b"dx.resources", vec![list]));
    }
    if let Some(words) = &facts.view {
        let node = view(work, words);
        out.push((b"dx.viewIdState", vec![node]));
    }
    let operands = work.builder.module.metadata.node(entry).unwrap_or_default().to_vec();
    let &[function, name, signatures, _, _] = operands.as_slice() else {
        return Err(unknown());
    };
    let used = validator.is_none_or(|version| version.validates(USAGE_SINCE));
    let signatures = match signatures {
        Some(node) => Some(self::signatures(work, node, &facts.usage, used)?),
        None => None,
    };
    let properties = shader_properties(work, entry, facts.flags)?;
    let node = [function, name, signatures, list, properties];
    out.push((b"dx.entryPoints", vec![work.builder.node(&node)]));
    Ok(out)
}

fn unknown() -> ShaderLinkError {
    ShaderLinkError::new(&rules::UNSUPPORTED, "the entry point is described in an unknown form")
}

/// Entry point properties of a shader, selected from those of the library.
fn shader_properties(
    work: &mut Work,
    entry: MetadataId,
    flags: u64,
) -> Result<Option<MetadataId>, ShaderLinkError> {
    let mut operands = Vec::new();
    if flags != 0 {
        let value = work.builder.integer(64, flags as i64);
        let value = work.builder.value(value);
        operands.extend([Some(work.builder.number(i64::from(tag::FLAGS))), Some(value)]);
    }
    for (tag, value) in properties(&work.builder.module, entry) {
        match tag {
            tag::FLAGS | tag::AUTOMATIC_SPACE | tag::KIND => {}
            kept if KEPT.contains(&kept) => {
                operands.extend([Some(work.builder.number(i64::from(kept))), Some(value)]);
            }
            _ => return Err(unknown()),
        }
    }
    Ok((!operands.is_empty()).then(|| work.builder.node(&operands)))
}

/// Signatures with component usage masks.
fn signatures(
    work: &mut Work,
    node: MetadataId,
    usage: &Usage,
    used: bool,
) -> Result<MetadataId, ShaderLinkError> {
    let lists = work.builder.module.metadata.node(node).unwrap_or_default().to_vec();
    let mut out = Vec::new();
    for (list, components) in lists.iter().zip([&usage.inputs, &usage.outputs, &usage.patches]) {
        let Some(list) = list else {
            out.push(None);
            continue;
        };
        let elements = work.builder.module.metadata.node(*list).unwrap_or_default().to_vec();
        let mut moved = Vec::new();
        for (place, element) in elements.into_iter().enumerate() {
            let Some(element) = element else {
                return Err(unknown());
            };
            let components = components.get(place).copied().unwrap_or_default();
            moved.push(Some(self::element(work, element, components, used)?));
        }
        out.push(Some(work.builder.node(&moved)));
    }
    Ok(work.builder.node(&out))
}

fn element(
    work: &mut Work,
    node: MetadataId,
    components: Components,
    used: bool,
) -> Result<MetadataId, ShaderLinkError> {
    let mut operands = work.builder.module.metadata.node(node).unwrap_or_default().to_vec();
    let Some(slot) = operands.get(10).copied() else {
        return Err(unknown());
    };
    let old = slot.and_then(|list| work.builder.module.metadata.node(list)).unwrap_or_default().to_vec();
    let mut list = Vec::new();
    for pair in old.chunks(2) {
        let &[Some(tag), value] = pair else {
            return Err(unknown());
        };
        match check::number(&work.builder.module, tag) {
            Some(signature::tag::DYNAMIC | signature::tag::USAGE) => {}
            _ => list.extend([Some(tag), value]),
        }
    }
    let masks = [
        (signature::tag::DYNAMIC, components.dynamic),
        (signature::tag::USAGE, if used { components.used } else { 0 }),
    ];
    for (tag, mask) in masks.into_iter().filter(|item| item.1 != 0) {
        list.extend([Some(work.builder.number(i64::from(tag))), Some(work.builder.number(i64::from(mask)))]);
    }
    let list = (!list.is_empty()).then(|| work.builder.node(&list));
    if let Some(slot) = operands.get_mut(10) {
        *slot = list;
    }
    Ok(work.builder.node(&operands))
}

/// Node of the view dependency: an array of words.
fn view(work: &mut Work, words: &[u32]) -> MetadataId {
    let module = &mut work.builder.module;
    let element = module.types.intern(Type::Integer(32));
    let count = words.len() as u64;
    let ty = module.types.intern(Type::Array { element, count });
    let constant = if words.iter().all(|word| *word == 0) {
        Constant::Null
    } else {
        Constant::Data(module.constants.add_words(words.iter().map(|word| u64::from(*word))))
    };
    let constant = module.constants.detach(constant);
    let value = work.builder.constant(ty, constant);
    let value = work.builder.value(value);
    work.builder.node(&[Some(value)])
}
