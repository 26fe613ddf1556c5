//! Annotates handles with resource properties, as required from shader model 6.6: an operation with
//! two words, computed from the resource lists.
//!
//! Source: `DxilConstants.h` of the DirectX shader compiler, and DXC links of older libraries.

use glassbox_dxil::ir::{AttributeKind, Call, Detached, MetadataId, Op, Type, TypeId, Typed, ValueId};
use glassbox_dxil::operation::opcode;
use glassbox_dxil::shader::resource::{kind, tag};

use super::ShaderLinkError;
use super::code::{Code, Step, Work};
use super::declare::Operation;
use super::resources::Resource;
use crate::merge::check;
use crate::rules;

/// Resource class numbers.
mod class {
    pub(super) const VIEW: usize = 0;
    pub(super) const ACCESS: usize = 1;
    pub(super) const CONSTANTS: usize = 2;
}

/// Kinds with scalar or vector elements: textures and buffers.
const TYPED: std::ops::RangeInclusive<u32> = 1..=kind::TYPED_BUFFER;
/// Multisampled textures.
const MULTISAMPLED: [u32; 2] = [3, 8];

/// Bits of the first word, above the kind.
mod bit {
    pub(super) const ACCESS: u32 = 1 << 12;
    pub(super) const ORDERED: u32 = 1 << 13;
    pub(super) const COHERENT: u32 = 1 << 14;
    /// Comparison sampler, or structured buffer with a counter.
    pub(super) const COMPARES_OR_COUNTS: u32 = 1 << 15;
}

/// Sampler mode: comparison.
const COMPARISON: u32 = 1;

/// Maximum number of types around an element: array, class, structure of the class.
const DEEPEST: usize = 8;

/// Declares the operation that annotates handles.
pub(super) fn operation(work: &mut Work) -> Operation {
    let (ty, words) = (work.handle(), properties(work));
    let int = work.builder.module.types.intern(Type::Integer(32));
    let attributes = [AttributeKind::NO_UNWIND, AttributeKind::READ_NONE];
    work.declare(b"dx.op.annotateHandle", ty, &[int, ty, words], &attributes)
}

/// Type of the resource properties.
fn properties(work: &mut Work) -> TypeId {
    let types = &mut work.builder.module.types;
    let int = types.intern(Type::Integer(32));
    let known = types.named(b"dx.types.ResourceProperties");
    known.unwrap_or_else(|| types.add_named(b"dx.types.ResourceProperties", Some(&[int, int]), false))
}

/// Annotates a handle; `library` is the instruction that made it in the library.
pub(super) fn step(
    work: &mut Work,
    code: &mut Code,
    operation: Operation,
    handle: ValueId,
    resource: &Resource,
    library: &Step,
) -> Result<Step, ShaderLinkError> {
    let words = words(&work.builder.module, resource).ok_or_else(|| {
        ShaderLinkError::new(
            &rules::UNSUPPORTED,
            format!(
                "the properties that handles of {} need in shader model 6.6 and later cannot be determined",
                resource.name.escape_ascii()
            ),
        )
    })?;
    let (ty, said) = (work.handle(), properties(work));
    let number = work.builder.integer(32, i64::from(opcode::ANNOTATE_HANDLE));
    let words = words.map(|word| work.builder.integer(32, i64::from(word as i32)));
    let words = work.builder.constant(said, Detached::aggregate(&words));
    let attributes = match library.op {
        Op::Call(call) => call.attributes,
        _ => None,
    };
    let call = Call { attributes, ..operation.call };
    let value = code.reserve(ty);
    let operands = vec![operation.value, number, handle, words];
    Ok(Step::new(Op::Call(call), ty, Some(value), operands))
}

/// Property words of a resource; `None` if the lists do not determine them, as for feedback
/// textures. The lists do not hold structure alignment, and DXC leaves it out too.
fn words(module: &Typed<'_>, resource: &Resource) -> Option<[u32; 2]> {
    let number = |place: usize| check::number(module, resource.operands.get(place).copied().flatten()?);
    let is_set = |place: usize| {
        let value = resource.operands.get(place).copied().flatten();
        let value = value.and_then(|id| module.metadata.value(id));
        value.and_then(|value| module.integer(value)).is_some_and(|value| value != 0)
    };
    match resource.class {
        class::CONSTANTS => return Some([kind::CBUFFER, number(6)?]),
        class::VIEW | class::ACCESS => {}
        _ => {
            let compares = (number(6)? == COMPARISON).then_some(bit::COMPARES_OR_COUNTS);
            return Some([kind::SAMPLER | compares.unwrap_or(0), 0]);
        }
    }
    let kind = number(6)?;
    let is_access = resource.class == class::ACCESS;
    let mut first = kind;
    let flags = [
        (is_access, bit::ACCESS),
        (is_access && is_set(7), bit::COHERENT),
        (is_access && is_set(8), bit::COMPARES_OR_COUNTS),
        (is_access && is_set(9), bit::ORDERED),
    ];
    for (_, flag) in flags.into_iter().filter(|flag| flag.0) {
        first |= flag;
    }
    let more = resource.operands.get(if is_access { 10 } else { 8 }).copied().flatten();
    let second = match kind {
        kind::RAW_BUFFER | kind::ACCELERATION_STRUCTURE => 0,
        kind::STRUCTURED_BUFFER => tagged(module, more?, tag::STRIDE)?,
        kind if TYPED.contains(&kind) => {
            let samples = if MULTISAMPLED.contains(&kind) && !is_access { number(7)? } else { 0 };
            tagged(module, more?, tag::ELEMENT_TYPE)? & 0xFF
                | components(module, resource)? << 8
                | (samples & 0xFF) << 16
        }
        _ => return None,
    };
    Some([first, second])
}

/// Value of a tag.
fn tagged(module: &Typed<'_>, list: MetadataId, wanted: u32) -> Option<u32> {
    let mut pairs = module.metadata.node(list)?.chunks_exact(2);
    pairs.find_map(|pair| {
        let &[Some(tag), Some(value)] = pair else {
            return None;
        };
        if check::number(module, tag)? == wanted { check::number(module, value) } else { None }
    })
}

/// Number of components of an element, which is the first field of the variable's type.
fn components(module: &Typed<'_>, resource: &Resource) -> Option<u32> {
    let types = &module.types;
    let mut ty = module.variables.get(resource.variable.index())?.ty;
    for _ in 0..DEEPEST {
        match types.get(ty)? {
            Type::Array { element, .. } => ty = element,
            Type::Struct { .. } | Type::Named { .. } => ty = *types.fields(ty)?.first()?,
            Type::Vector { count, .. } => return Some(count),
            _ => return Some(1),
        }
    }
    None
}
