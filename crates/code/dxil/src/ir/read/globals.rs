//! Reads the records of the module block: strings, sections, global values.

use super::numbers::{Expected, Numbers};
use super::source::Row;
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::function::Linkage;
use crate::ir::global::{
    Alias, Alignment, Comdat, ComdatSelection, Definition, DllStorage, Function, ThreadLocal, Variable,
    Visibility,
};
use crate::ir::handle::{AttributesId, FunctionId, TypeId, ValueId};
use crate::ir::module::Typed;
use crate::ir::types::Type;
use crate::module::code as known;

/// Record codes in a module block that the light reader ignores. Source: LLVM 3.7 bitcode.
pub(crate) mod code {
    pub(crate) const ASM: u64 = 4;
    pub(crate) const SECTION: u64 = 5;
    pub(crate) const LIBRARY: u64 = 6;
    pub(crate) const COLLECTOR: u64 = 11;
    pub(crate) const COMDAT: u64 = 12;
}

/// Bits of a variable's second operand: constant; explicit content type.
pub(crate) const CONSTANT: u64 = 1;
pub(crate) const EXPLICIT_TYPE: u64 = 2;

/// Reads a record of the module block.
pub(super) fn record<'a>(
    row: &Row<'_>,
    module: &mut Typed<'a>,
    expected: &mut Expected,
    defined: &mut Vec<FunctionId>,
) -> Result<(), BitcodeError> {
    let name = |module: &mut Typed<'a>, first| module.texts.add(row.bytes(first));
    match row.code {
        known::VERSION => {
            module.version = row.need(0)?;
            if module.version > 1 {
                let (of, found) = ("version of the module", module.version);
                return Err(row.fault(BitcodeErrorKind::Code { of, found }));
            }
        }
        known::TRIPLE => module.triple = row.bytes(0).collect(),
        known::DATALAYOUT => module.data_layout = row.bytes(0).collect(),
        code::ASM => module.assembly = row.bytes(0).collect(),
        code::SECTION => {
            let text = name(module, 0);
            module.sections.push(text);
        }
        code::LIBRARY => {
            let text = name(module, 0);
            module.libraries.push(text);
        }
        code::COLLECTOR => {
            let text = name(module, 0);
            module.collectors.push(text);
        }
        code::COMDAT => {
            let selection = ComdatSelection(row.small(row.need(0)?, "selection of a comdat")?);
            row.need(1)?;
            let name = name(module, 2);
            module.comdats.push(Comdat { selection, name });
        }
        known::GLOBALVAR => variable(row, module, expected)?,
        known::FUNCTION => {
            if let Some(function) = function(row, module, expected)? {
                defined.push(function);
            }
        }
        known::ALIAS_OLD => alias(row, module, expected)?,
        _ => return Err(row.unknown(BlockId::MODULE)),
    }
    Ok(())
}

/// A value stored as number plus 1, 0 for none.
fn optional_value(
    row: &Row<'_>,
    operand: u64,
    expected: &mut Expected,
) -> Result<Option<ValueId>, BitcodeError> {
    let Some(number) = operand.checked_sub(1) else {
        return Ok(None);
    };
    let value = Numbers::MODULE.value(row, number)?;
    expected.add(value, None, &row.bits);
    Ok(Some(value))
}

fn linkage(row: &Row<'_>, operand: u64) -> Result<Linkage, BitcodeError> {
    let found = Linkage(row.small(operand, "linkage")?);
    match found.name() {
        Some(_) => Ok(found),
        None => Err(row.fault(BitcodeErrorKind::Code { of: "linkage", found: operand })),
    }
}

fn alignment(row: &Row<'_>, operand: u64) -> Result<Alignment, BitcodeError> {
    match u8::try_from(operand) {
        Ok(exponent @ 0..=31) => Ok(Alignment(exponent)),
        _ => Err(row.fault(BitcodeErrorKind::Code { of: "alignment", found: operand })),
    }
}

fn flag(operand: u64) -> bool {
    operand != 0
}

fn type_id(row: &Row<'_>, module: &Typed<'_>, operand: u64) -> Result<TypeId, BitcodeError> {
    row.number(Entity::Type, operand, module.types.len()).map(TypeId)
}

fn variable(row: &Row<'_>, module: &mut Typed<'_>, expected: &mut Expected) -> Result<(), BitcodeError> {
    let stated = type_id(row, module, row.need(0)?)?;
    let flags = row.need(1)?;
    let (ty, address_space) = if flags & EXPLICIT_TYPE != 0 {
        (stated, row.small(flags >> 2, "address space")?)
    } else {
        match module.types.get(stated) {
            Some(Type::Pointer { pointee, address_space }) => (pointee, address_space),
            _ => return Err(row.mismatch("a pointer as the type of a variable")),
        }
    };
    let old_storage = |linkage: Linkage| match linkage {
        Linkage::DLL_IMPORT => DllStorage::IMPORT,
        Linkage::DLL_EXPORT => DllStorage::EXPORT,
        _ => DllStorage::DEFAULT,
    };
    let linkage = linkage(row, row.need(3)?)?;
    let variable = Variable {
        is_constant: flags & CONSTANT != 0,
        initializer: optional_value(row, row.need(2)?, expected)?,
        linkage,
        alignment: alignment(row, row.need(4)?)?,
        section: row.number_or_none(Entity::Section, row.need(5)?, module.sections.len())?,
        visibility: Visibility(row.small(row.optional(6), "visibility")?),
        thread_local: ThreadLocal(row.small(row.optional(7), "thread-local storage")?),
        unnamed_addr: flag(row.optional(8)),
        externally_initialized: flag(row.optional(9)),
        dll_storage: match row.operands.get(10) {
            Some(storage) => DllStorage(row.small(*storage, "DLL storage")?),
            None => old_storage(linkage),
        },
        comdat: row.number_or_none(Entity::Comdat, row.optional(11), module.comdats.len())?,
        ..Variable::new(ValueId::module(0), ty, address_space)
    };
    module.value_places.0.push(row.bits.clone());
    module.add_variable(variable);
    Ok(())
}

fn function(
    row: &Row<'_>,
    module: &mut Typed<'_>,
    expected: &mut Expected,
) -> Result<Option<FunctionId>, BitcodeError> {
    let stated = type_id(row, module, row.need(0)?)?;
    let ty = module.types.pointee(stated).unwrap_or(stated);
    if module.types.function(ty).is_none() {
        return Err(row.mismatch("a function type as the type of a function"));
    }
    let calling_convention = row.small(row.need(1)?, "calling convention")?;
    let declared = flag(row.need(2)?);
    let linkage = linkage(row, row.need(3)?)?;
    let lists = module.attributes.lists.len();
    let attributes = row.number_or_none(Entity::AttributeList, row.need(4)?, lists)?;
    let function = Function {
        calling_convention,
        linkage,
        attributes: attributes.map(AttributesId),
        alignment: alignment(row, row.need(5)?)?,
        section: row.number_or_none(Entity::Section, row.need(6)?, module.sections.len())?,
        visibility: Visibility(row.small(row.need(7)?, "visibility")?),
        collector: row.number_or_none(Entity::Collector, row.optional(8), module.collectors.len())?,
        unnamed_addr: flag(row.optional(9)),
        prologue: optional_value(row, row.optional(10), expected)?,
        dll_storage: DllStorage(row.small(row.optional(11), "DLL storage")?),
        comdat: row.number_or_none(Entity::Comdat, row.optional(12), module.comdats.len())?,
        prefix: optional_value(row, row.optional(13), expected)?,
        personality: optional_value(row, row.optional(14), expected)?,
        definition: Definition::Declaration,
        ..Function::new(ValueId::module(0), ty)
    };
    let id = FunctionId::at(module.functions.len());
    module.value_places.0.push(row.bits.clone());
    module.add_function(function);
    Ok((!declared).then_some(id))
}

fn alias(row: &Row<'_>, module: &mut Typed<'_>, expected: &mut Expected) -> Result<(), BitcodeError> {
    let ty = type_id(row, module, row.need(0)?)?;
    if module.types.pointee(ty).is_none() {
        return Err(row.mismatch("a pointer as the type of an alias"));
    }
    let aliasee = Numbers::MODULE.value(row, row.need(1)?)?;
    expected.add(aliasee, None, &row.bits);
    let alias = Alias {
        value: ValueId::module(0),
        ty,
        aliasee,
        linkage: linkage(row, row.need(2)?)?,
        visibility: Visibility(row.small(row.optional(3), "visibility")?),
        dll_storage: DllStorage(row.small(row.optional(4), "DLL storage")?),
        thread_local: ThreadLocal(row.small(row.optional(5), "thread-local storage")?),
        unnamed_addr: flag(row.optional(6)),
    };
    module.value_places.0.push(row.bits.clone());
    module.add_alias(alias);
    Ok(())
}
