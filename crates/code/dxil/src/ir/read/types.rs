//! Reads the type table.

use std::ops::Range;

use super::source::{Row, Source};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::MAX_NESTING;
use crate::ir::handle::TypeId;
use crate::ir::pool::Text;
use crate::ir::types::{Type, Types};

/// Record codes in a type block. Source: LLVM 3.7 bitcode.
pub(crate) mod code {
    pub(crate) const COUNT: u64 = 1;
    pub(crate) const VOID: u64 = 2;
    pub(crate) const FLOAT: u64 = 3;
    pub(crate) const DOUBLE: u64 = 4;
    pub(crate) const LABEL: u64 = 5;
    pub(crate) const OPAQUE: u64 = 6;
    pub(crate) const INTEGER: u64 = 7;
    pub(crate) const POINTER: u64 = 8;
    pub(crate) const FUNCTION_OLD: u64 = 9;
    pub(crate) const HALF: u64 = 10;
    pub(crate) const ARRAY: u64 = 11;
    pub(crate) const VECTOR: u64 = 12;
    pub(crate) const X86_FP80: u64 = 13;
    pub(crate) const FP128: u64 = 14;
    pub(crate) const PPC_FP128: u64 = 15;
    pub(crate) const METADATA: u64 = 16;
    pub(crate) const X86_MMX: u64 = 17;
    pub(crate) const STRUCT: u64 = 18;
    pub(crate) const STRUCT_NAME: u64 = 19;
    pub(crate) const STRUCT_NAMED: u64 = 20;
    pub(crate) const FUNCTION: u64 = 21;
}

/// Maximum width of an integer in bits.
const MAX_INTEGER: u64 = (1 << 23) - 1;

#[derive(Default)]
struct TypeReader {
    stated: Option<(u64, Range<u64>)>,
    name: Option<Text>,
    places: Vec<Range<u64>>,
}

pub(super) fn read(source: &mut Source<'_>, types: &mut Types) -> Result<(), BitcodeError> {
    let mut reader = TypeReader::default();
    reader.places.reserve(types.capacity());
    source.each(|row| {
        match row.code {
            code::COUNT => reader.stated = Some((row.need(0)?, row.bits.clone())),
            code::STRUCT_NAME => {
                reader.name = Some(types.texts.add(row.bytes(0)));
            }
            _ => {
                let ty = reader.ty(row, types)?;
                types.push(ty);
                reader.places.push(row.bits.clone());
            }
        }
        Ok(())
    })?;
    reader.finish(types)
}

impl TypeReader {
    fn ty(&mut self, row: &Row<'_>, types: &mut Types) -> Result<Type, BitcodeError> {
        let refer = |number: u64| row.small(number, "type").map(TypeId);
        let list = |first: usize, types: &mut Types| -> Result<_, BitcodeError> {
            for number in row.rest(first) {
                refer(*number)?;
            }
            Ok(types.add_list(row.rest(first).iter().map(|number| TypeId(*number as u32))))
        };
        Ok(match row.code {
            code::VOID => Type::Void,
            code::HALF => Type::Half,
            code::FLOAT => Type::Float,
            code::DOUBLE => Type::Double,
            code::X86_FP80 => Type::X86Fp80,
            code::FP128 => Type::Fp128,
            code::PPC_FP128 => Type::PpcFp128,
            code::LABEL => Type::Label,
            code::METADATA => Type::Metadata,
            code::X86_MMX => Type::X86Mmx,
            code::INTEGER => match row.need(0)? {
                width @ 1..=MAX_INTEGER => Type::Integer(width as u32),
                found => {
                    return Err(row.fault(BitcodeErrorKind::Code { of: "integer width", found }));
                }
            },
            code::POINTER => Type::Pointer {
                pointee: refer(row.need(0)?)?,
                address_space: row.small(row.optional(1), "address space")?,
            },
            code::FUNCTION | code::FUNCTION_OLD => {
                let result = if row.code == code::FUNCTION { 1 } else { 2 };
                Type::Function {
                    variadic: row.need(0)? != 0,
                    result: refer(row.need(result)?)?,
                    parameters: list(result + 1, types)?,
                }
            }
            code::ARRAY => Type::Array { count: row.need(0)?, element: refer(row.need(1)?)? },
            code::VECTOR => {
                Type::Vector { count: row.small(row.need(0)?, "vector size")?, element: refer(row.need(1)?)? }
            }
            code::STRUCT => Type::Struct { packed: row.need(0)? != 0, fields: list(1, types)? },
            code::STRUCT_NAMED => Type::Named {
                packed: row.need(0)? != 0,
                fields: Some(list(1, types)?),
                name: self.name.take().unwrap_or(Text::EMPTY),
            },
            code::OPAQUE => {
                Type::Named { packed: false, fields: None, name: self.name.take().unwrap_or(Text::EMPTY) }
            }
            _ => return Err(row.unknown(BlockId::TYPE)),
        })
    }

    /// Checks the whole table: indices are valid, forward references only to named structures, no type
    /// contains itself, nesting is bounded.
    fn finish(self, types: &Types) -> Result<(), BitcodeError> {
        let count = types.len();
        if let Some((stated, bits)) = self.stated
            && stated != count as u64
        {
            let found = count as u64;
            let of = Entity::Type;
            return Err(BitcodeError::new(BitcodeErrorKind::Count { of, stated, found }, bits));
        }
        let place = |id: TypeId| self.places.get(id.index()).cloned().unwrap_or_default();
        // Nesting depth of a type down to the next named structure.
        let mut depths = vec![0u32; count];
        // The same for parts stored inline, through named structures too, unless one precedes its parts.
        let mut inline_depths = vec![1u32; count];
        let (mut is_ordered, mut too_deep) = (true, None);
        for (id, ty) in types.iter() {
            let (mut depth, mut inline_depth) = (0, 1);
            let mut kind = None;
            parts(types, ty, |part, is_inline| {
                if is_inline {
                    is_ordered &= part < id;
                    inline_depth =
                        inline_depth.max(inline_depths.get(part.index()).map_or(1, |depth| depth + 1));
                }
                match types.get(part) {
                    None => {
                        let (of, found) = (Entity::Type, u64::from(part.0));
                        let count = count as u64;
                        kind = Some(BitcodeErrorKind::Number { of, found, count });
                    }
                    Some(Type::Named { .. }) => {}
                    Some(_) if part >= id => {
                        let expected =
                            "a named structure as the only type that is used before its definition";
                        kind = Some(BitcodeErrorKind::Mismatch { expected });
                    }
                    Some(_) => depth = depth.max(depths.get(part.index()).map_or(0, |depth| depth + 1)),
                }
            });
            if let Some(slot) = inline_depths.get_mut(id.index()) {
                *slot = inline_depth;
            }
            if inline_depth > MAX_NESTING {
                too_deep = too_deep.or(Some(id));
            }
            if depth > MAX_NESTING {
                kind = Some(BitcodeErrorKind::Nested { of: Entity::Type });
            }
            if let Some(kind) = kind {
                return Err(BitcodeError::new(kind, place(id)));
            }
            if let Some(slot) = depths.get_mut(id.index()) {
                *slot = depth;
            }
        }
        if is_ordered {
            let nested = BitcodeErrorKind::Nested { of: Entity::Type };
            return too_deep.map_or(Ok(()), |id| Err(BitcodeError::new(nested, place(id))));
        }
        let components_of = |id: TypeId, list: &mut Vec<u32>| {
            if let Some(ty) = types.get(id) {
                parts(types, ty, |part, inside| {
                    if inside {
                        list.push(part.0);
                    }
                });
            }
        };
        let found = super::nesting::check(count, |index, list| components_of(TypeId(index), list));
        found.map_err(|(index, cycle)| {
            let of = Entity::Type;
            let kind = if cycle { BitcodeErrorKind::Cycle { of } } else { BitcodeErrorKind::Nested { of } };
            BitcodeError::new(kind, place(TypeId(index)))
        })
    }
}

/// Calls `each` with every component type, and true if the component is stored inline.
pub(crate) fn parts(types: &Types, ty: Type, mut each: impl FnMut(TypeId, bool)) {
    match ty {
        Type::Pointer { pointee, .. } => each(pointee, false),
        Type::Function { result, parameters, .. } => {
            each(result, false);
            types.list(parameters).iter().for_each(|part| each(*part, false));
        }
        Type::Array { element, .. } | Type::Vector { element, .. } => each(element, true),
        Type::Struct { fields, .. } | Type::Named { fields: Some(fields), .. } => {
            types.list(fields).iter().for_each(|part| each(*part, true));
        }
        _ => {}
    }
}
