//! Defines the layout of single values: headers and fixed-size values.
//!
//! A property is a name hash, a type code and a payload; an array item has no hash. If an object's shape
//! makes a byte an enumeration index, the record has the enumeration's names.

use glassbox_core::record::{Record, Schema};
use glassbox_core::{named, record};

use crate::kinds::{
    ArrayItemKind, BaseType, BlendFactor, BlendOperator, ConstantKind, CullingMode, OutputKind, PropKind,
    RenderMode, TexelKind, TextureType,
};
use crate::raw::NameHash;

named! {
    /// Type code of a value.
    pub enum SdType: u8 {
        /// No payload.
        NULL = 0x0 "Null",
        /// One byte.
        BOOL = 0x1 "Bool",
        /// Unsigned 8-bit integer.
        UINT8 = 0x2 "Uint8",
        /// Unsigned 16-bit integer.
        UINT16 = 0x3 "Uint16",
        /// Unsigned 32-bit integer.
        UINT32 = 0x4 "Uint32",
        /// Unsigned 64-bit integer.
        UINT64 = 0x5 "Uint64",
        /// Signed 8-bit integer.
        INT8 = 0x6 "Int8",
        /// Signed 16-bit integer.
        INT16 = 0x7 "Int16",
        /// 32-bit float.
        INT32 = 0x8 "Int32",
        /// Signed 64-bit integer.
        INT64 = 0x9 "Int64",
        /// Single.
        FLOAT = 0xa "Float",
        /// 64-bit float.
        DOUBLE = 0xb "Double",
        /// NUL-terminated string.
        STRING = 0xc "String",
        /// Count, then items.
        ARRAY = 0xd "Array",
        /// Count, then properties.
        OBJECT = 0xe "Object",
    }
}

impl SdType {
    /// True for arrays and objects.
    pub const fn is_container(self) -> bool {
        matches!(self, SdType::ARRAY | SdType::OBJECT)
    }

    /// Payload size of fixed-size types, in bytes.
    pub(crate) const fn scalar_size(self) -> Option<u64> {
        Some(match self {
            SdType::NULL => 0,
            SdType::BOOL | SdType::UINT8 | SdType::INT8 => 1,
            SdType::UINT16 | SdType::INT16 => 2,
            SdType::UINT32 | SdType::INT32 | SdType::FLOAT => 4,
            SdType::UINT64 | SdType::INT64 | SdType::DOUBLE => 8,
            _ => return None,
        })
    }
}

named! {
    /// A boolean. The reference treats every byte but 1 as false.
    pub enum Bool8: u8 {
        /// False.
        FALSE = 0 "false",
        /// True.
        TRUE = 1 "true",
    }
}

record! {
    /// Header of a property; the entire property for `Null`.
    pub struct PropertyHeader: 9 {
        /// Hash of the name.
        0 hash: NameHash,
        /// Type code.
        8 value_type: SdType,
    }
}

record! {
    /// Header of an array item; the entire item for `Null`.
    pub struct ItemHeader: 1 {
        /// Type code.
        0 value_type: SdType,
    }
}

record! {
    /// Header of a property that is an array or object.
    pub struct CountedPropertyHeader: 10 {
        /// Hash of the name.
        0 hash: NameHash,
        /// Type code.
        8 value_type: SdType,
        /// Number of items or properties.
        9 count: u8,
    }
}

record! {
    /// Header of an array item that is an array or object.
    pub struct CountedItemHeader: 2 {
        /// Type code.
        0 value_type: SdType,
        /// Number of items or properties.
        1 count: u8,
    }
}

macro_rules! scalars {
    ($($property:ident: $property_size:literal, $item:ident: $item_size:literal = $ty:ty, $what:literal;)*) => {$(
        record! {
            #[doc = concat!("A property: ", $what, ".")]
            pub struct $property: $property_size {
                /// Hash of the name.
                0 hash: NameHash,
                /// Type code.
                8 value_type: SdType,
                /// Payload.
                9 value: $ty,
            }
        }

        record! {
            #[doc = concat!("An item of an array: ", $what, ".")]
            pub struct $item: $item_size {
                /// Type code.
                0 value_type: SdType,
                /// Payload.
                1 value: $ty,
            }
        }
    )*};
}

scalars! {
    BoolProperty: 10, BoolItem: 2 = Bool8, "a truth value";
    U8Property: 10, U8Item: 2 = u8, "an unsigned 8-bit integer";
    U16Property: 11, U16Item: 3 = u16, "an unsigned 16-bit integer";
    U32Property: 13, U32Item: 5 = u32, "an unsigned 32-bit integer";
    U64Property: 17, U64Item: 9 = u64, "an unsigned 64-bit integer";
    I8Property: 10, I8Item: 2 = i8, "a signed 8-bit integer";
    I16Property: 11, I16Item: 3 = i16, "a signed 16-bit integer";
    I32Property: 13, I32Item: 5 = i32, "a signed 32-bit integer";
    I64Property: 17, I64Item: 9 = i64, "a signed 64-bit integer";
    FloatProperty: 13, FloatItem: 5 = f32, "a single";
    DoubleProperty: 17, DoubleItem: 9 = f64, "a double";
    BaseTypeProperty: 10, BaseTypeItem: 2 = BaseType, "a base type";
    TextureTypeProperty: 10, TextureTypeItem: 2 = TextureType, "a texture shape";
    TexelKindProperty: 10, TexelKindItem: 2 = TexelKind, "a variant of the texel type";
    PropKindProperty: 10, PropKindItem: 2 = PropKind, "a variant of the member type";
    ArrayItemKindProperty: 10, ArrayItemKindItem: 2 = ArrayItemKind, "a variant of the element type";
    ConstantKindProperty: 10, ConstantKindItem: 2 = ConstantKind, "a variant of the constant type";
    OutputKindProperty: 10, OutputKindItem: 2 = OutputKind, "a variant of the output type";
    RenderModeProperty: 10, RenderModeItem: 2 = RenderMode, "a render mode";
    CullingModeProperty: 10, CullingModeItem: 2 = CullingMode, "a culling mode";
    BlendFactorProperty: 10, BlendFactorItem: 2 = BlendFactor, "a blend factor";
    BlendOperatorProperty: 10, BlendOperatorItem: 2 = BlendOperator, "a blend operator";
}

/// Enumeration indexed by a `Uint8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnumIndex {
    /// [`BaseType`].
    Base,
    /// [`TextureType`].
    Texture,
    /// [`TexelKind`].
    Texel,
    /// [`PropKind`].
    Prop,
    /// [`ArrayItemKind`].
    ArrayItem,
    /// [`ConstantKind`].
    Constant,
    /// [`OutputKind`].
    Output,
    /// [`RenderMode`].
    Render,
    /// [`CullingMode`].
    Culling,
    /// [`BlendFactor`].
    Factor,
    /// [`BlendOperator`].
    Operator,
}

impl EnumIndex {
    /// Names of the variants.
    pub const fn names(self) -> &'static glassbox_core::named::NameTable {
        match self {
            EnumIndex::Base => BaseType::NAMES,
            EnumIndex::Texture => TextureType::NAMES,
            EnumIndex::Texel => TexelKind::NAMES,
            EnumIndex::Prop => PropKind::NAMES,
            EnumIndex::ArrayItem => ArrayItemKind::NAMES,
            EnumIndex::Constant => ConstantKind::NAMES,
            EnumIndex::Output => OutputKind::NAMES,
            EnumIndex::Render => RenderMode::NAMES,
            EnumIndex::Culling => CullingMode::NAMES,
            EnumIndex::Factor => BlendFactor::NAMES,
            EnumIndex::Operator => BlendOperator::NAMES,
        }
    }

    const fn schemas(self) -> (&'static Schema, &'static Schema) {
        match self {
            EnumIndex::Base => (BaseTypeProperty::SCHEMA, BaseTypeItem::SCHEMA),
            EnumIndex::Texture => (TextureTypeProperty::SCHEMA, TextureTypeItem::SCHEMA),
            EnumIndex::Texel => (TexelKindProperty::SCHEMA, TexelKindItem::SCHEMA),
            EnumIndex::Prop => (PropKindProperty::SCHEMA, PropKindItem::SCHEMA),
            EnumIndex::ArrayItem => (ArrayItemKindProperty::SCHEMA, ArrayItemKindItem::SCHEMA),
            EnumIndex::Constant => (ConstantKindProperty::SCHEMA, ConstantKindItem::SCHEMA),
            EnumIndex::Output => (OutputKindProperty::SCHEMA, OutputKindItem::SCHEMA),
            EnumIndex::Render => (RenderModeProperty::SCHEMA, RenderModeItem::SCHEMA),
            EnumIndex::Culling => (CullingModeProperty::SCHEMA, CullingModeItem::SCHEMA),
            EnumIndex::Factor => (BlendFactorProperty::SCHEMA, BlendFactorItem::SCHEMA),
            EnumIndex::Operator => (BlendOperatorProperty::SCHEMA, BlendOperatorItem::SCHEMA),
        }
    }
}

/// Layout of a value: complete for fixed-size types, the header for the others.
pub const fn schema(ty: SdType, in_object: bool, index: Option<EnumIndex>) -> &'static Schema {
    let (property, item) = match ty {
        SdType::BOOL => (BoolProperty::SCHEMA, BoolItem::SCHEMA),
        SdType::UINT8 => match index {
            Some(index) => index.schemas(),
            None => (U8Property::SCHEMA, U8Item::SCHEMA),
        },
        SdType::UINT16 => (U16Property::SCHEMA, U16Item::SCHEMA),
        SdType::UINT32 => (U32Property::SCHEMA, U32Item::SCHEMA),
        SdType::UINT64 => (U64Property::SCHEMA, U64Item::SCHEMA),
        SdType::INT8 => (I8Property::SCHEMA, I8Item::SCHEMA),
        SdType::INT16 => (I16Property::SCHEMA, I16Item::SCHEMA),
        SdType::INT32 => (I32Property::SCHEMA, I32Item::SCHEMA),
        SdType::INT64 => (I64Property::SCHEMA, I64Item::SCHEMA),
        SdType::FLOAT => (FloatProperty::SCHEMA, FloatItem::SCHEMA),
        SdType::DOUBLE => (DoubleProperty::SCHEMA, DoubleItem::SCHEMA),
        SdType::ARRAY | SdType::OBJECT => (CountedPropertyHeader::SCHEMA, CountedItemHeader::SCHEMA),
        _ => (PropertyHeader::SCHEMA, ItemHeader::SCHEMA),
    };
    if in_object { property } else { item }
}
