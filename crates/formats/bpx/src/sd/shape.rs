//! Maps each kind of symbol to the shape of its object, as a table shared by the field tree and the checks.

use super::View;
use super::names::{VARIANT, hash};
use super::records::{EnumIndex, SdType};
use crate::raw::SymbolType;

/// Required form of a value.
#[derive(Debug)]
pub enum Shape {
    /// Anything.
    Any,
    /// A value of exactly this type.
    Exactly(SdType),
    /// A `Uint8`: a variant without data.
    Index(EnumIndex),
    /// An object with at least these properties.
    Object(&'static [Field]),
    /// An array of items of this shape.
    Array(&'static Shape),
    /// An array of a variant index and the variant's values.
    Tagged(EnumIndex, &'static [&'static [Shape]]),
    /// A variant as an array, or as an object if it has the property `__variant__`.
    Either(&'static Shape, &'static Shape),
    /// `Null` or a value.
    Optional(&'static Shape),
}

/// A required property of an object.
#[derive(Debug)]
pub struct Field {
    /// Name.
    pub name: &'static str,
    /// Hash of the name.
    pub hash: u64,
    /// Shape of its value.
    pub shape: Shape,
}

const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, hash: hash(name), shape }
}

/// Shape of a symbol's object; `None` for kinds without one.
pub fn of(symbol_type: SymbolType) -> Option<&'static Shape> {
    match symbol_type {
        SymbolType::TEXTURE => Some(&TEXTURE),
        SymbolType::CONSTANT_BUFFER | SymbolType::VERTEX_FORMAT => Some(&STRUCTURE),
        SymbolType::CONSTANT => Some(&CONSTANT),
        SymbolType::PIPELINE => Some(&PIPELINE),
        SymbolType::OUTPUT => Some(&OUTPUT),
        _ => None,
    }
}

static ANY: Shape = Shape::Any;

static TEXTURE: Shape = Shape::Object(&[
    field("ty", Shape::Index(EnumIndex::Texture)),
    field("value", Shape::Tagged(EnumIndex::Texel, &[&[BASE], &[VECTOR]])),
]);

static STRUCTURE: Shape =
    Shape::Object(&[field("size", Shape::Exactly(SdType::UINT32)), field("props", Shape::Array(&MEMBER))]);

static CONSTANT: Shape = Shape::Object(&[
    field("ty", Shape::Tagged(EnumIndex::Constant, &[&[VECTOR], &[BASE], &[VECTOR]])),
    field("offset", Shape::Exactly(SdType::UINT32)),
    field("size", Shape::Exactly(SdType::UINT32)),
]);

static PIPELINE: Shape = Shape::Object(&[
    field("depth_enable", Shape::Exactly(SdType::BOOL)),
    field("depth_write_enable", Shape::Exactly(SdType::BOOL)),
    field("scissor_enable", Shape::Exactly(SdType::BOOL)),
    field("render_mode", Shape::Index(EnumIndex::Render)),
    field("culling_mode", Shape::Index(EnumIndex::Culling)),
]);

static OUTPUT: Shape = Shape::Object(&[
    field("ty", Shape::Tagged(EnumIndex::Output, &[&[VECTOR], &[BASE]])),
    field("blendfunc", Shape::Optional(&BLEND)),
]);

static BLEND: Shape = Shape::Object(&[
    field("src_color", Shape::Index(EnumIndex::Factor)),
    field("dst_color", Shape::Index(EnumIndex::Factor)),
    field("src_alpha", Shape::Index(EnumIndex::Factor)),
    field("dst_alpha", Shape::Index(EnumIndex::Factor)),
    field("color_op", Shape::Index(EnumIndex::Operator)),
    field("alpha_op", Shape::Index(EnumIndex::Operator)),
]);

const BASE: Shape = Shape::Index(EnumIndex::Base);
const VECTOR: Shape = Shape::Object(&[field("item", BASE), field("size", Shape::Exactly(SdType::UINT8))]);
const REFERENCE: Shape = Shape::Exactly(SdType::UINT16);

static MEMBER: Shape = Shape::Object(&[
    field("name", Shape::Exactly(SdType::STRING)),
    field("offset", Shape::Exactly(SdType::UINT32)),
    field("ty", Shape::Either(&MEMBER_TYPE, &ARRAY_TYPE)),
]);

static MEMBER_TYPE: Shape = Shape::Tagged(EnumIndex::Prop, &[&[BASE], &[VECTOR], &[VECTOR], &[REFERENCE]]);

static ARRAY_TYPE: Shape = Shape::Object(&[
    field("__variant__", Shape::Index(EnumIndex::Prop)),
    field("size", Shape::Exactly(SdType::UINT32)),
    field("ty", Shape::Tagged(EnumIndex::ArrayItem, &[&[VECTOR], &[VECTOR], &[REFERENCE]])),
]);

impl Shape {
    /// Resolves alternatives according to the value.
    pub fn settled(&'static self, view: View<'_, '_>) -> &'static Shape {
        match self {
            Shape::Either(_, object) if view.item().ty == SdType::OBJECT => object,
            Shape::Either(array, _) => array,
            Shape::Optional(inner) if view.item().ty != SdType::NULL => inner,
            _ => self,
        }
    }

    /// Shape of child `ordinal` of `container`; `self` must be resolved.
    pub(crate) fn of_child(
        &'static self,
        container: View<'_, '_>,
        ordinal: usize,
        hash: u64,
    ) -> &'static Shape {
        match self {
            Shape::Object(fields) => {
                fields.iter().find(|field| field.hash == hash).map_or(&ANY, |field| &field.shape)
            }
            Shape::Array(item) => item,
            Shape::Tagged(index, variants) => match ordinal {
                0 => index.shape(),
                _ => {
                    let tag = container.children().next().and_then(|first| first.byte());
                    let variant = tag.and_then(|tag| variants.get(usize::from(tag)));
                    variant.and_then(|fields| fields.get(ordinal - 1)).unwrap_or(&ANY)
                }
            },
            _ => &ANY,
        }
    }

    /// Enumeration indexed by a `Uint8` of this shape.
    pub fn index(&self) -> Option<EnumIndex> {
        match self {
            Shape::Index(index) => Some(*index),
            _ => None,
        }
    }
}

impl EnumIndex {
    fn shape(self) -> &'static Shape {
        match self {
            EnumIndex::Texel => &Shape::Index(EnumIndex::Texel),
            EnumIndex::Prop => &Shape::Index(EnumIndex::Prop),
            EnumIndex::ArrayItem => &Shape::Index(EnumIndex::ArrayItem),
            EnumIndex::Constant => &Shape::Index(EnumIndex::Constant),
            EnumIndex::Output => &Shape::Index(EnumIndex::Output),
            _ => &ANY,
        }
    }
}

/// Variant of a member's type, in either encoding.
pub(crate) fn member_variant(view: View<'_, '_>) -> Option<u8> {
    match view.item().ty {
        SdType::OBJECT => view.property(VARIANT)?.byte(),
        _ => view.children().next()?.byte(),
    }
}
