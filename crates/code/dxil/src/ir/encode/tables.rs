//! Encodes tables: attributes, types, symbols, use-list orders.

use super::layout;
use super::{Locals, Writer, emit, invalid_handle};
use crate::abbreviation::char6_code;
use crate::block::BlockId;
use crate::error::{BitcodeError, Entity};
use crate::ir::attributes::Attribute;
use crate::ir::module::UseList;
use crate::ir::read::symbols::code as name_code;
use crate::ir::read::{attributes, types};
use crate::ir::symbols::{Named, Symbols};
use crate::ir::types::Type;

impl Writer<'_> {
    pub(super) fn attributes(&mut self) -> Result<(), BitcodeError> {
        let module = self.module;
        let table = &module.attributes;
        if table.lists.is_empty() {
            return Ok(());
        }
        let entered = self.stream.enter(BlockId::PARAMATTR_GROUP.0, 3);
        for group in &table.groups {
            self.row.clear();
            self.row.extend([u64::from(group.number), u64::from(group.slot.0)]);
            for attribute in &group.attributes {
                let bytes = |text| table.text(text).iter().map(|byte| u64::from(*byte)).chain([0]);
                match *attribute {
                    Attribute::Flag(kind) => self.row.extend([attributes::code::FLAG, u64::from(kind.0)]),
                    Attribute::Number(kind, number) => {
                        self.row.extend([attributes::code::NUMBER, u64::from(kind.0), number]);
                    }
                    Attribute::String(key) => {
                        self.row.push(attributes::code::STRING);
                        self.row.extend(bytes(key));
                    }
                    Attribute::Pair(key, value) => {
                        self.row.push(attributes::code::PAIR);
                        self.row.extend(bytes(key));
                        self.row.extend(bytes(value));
                    }
                }
            }
            self.flush(attributes::code::GROUP, None);
        }
        self.stream.leave(entered);
        let entered = self.stream.enter(BlockId::PARAMATTR.0, 3);
        for list in &table.lists {
            self.row.clear();
            for index in list {
                let group = table.groups.get(*index as usize);
                let missing = || invalid_handle(Entity::AttributeGroup, *index as usize, table.groups.len());
                self.row.push(u64::from(group.ok_or_else(missing)?.number));
            }
            self.flush(attributes::code::LIST, None);
        }
        self.stream.leave(entered);
        Ok(())
    }

    pub(super) fn types(&mut self) -> Result<(), BitcodeError> {
        use types::code;
        let module = self.module;
        let table = &module.types;
        let forms = layout::types(self.type_bits);
        let entered = self.stream.enter(BlockId::TYPE.0, 4);
        for known in &forms {
            self.stream.define(&known.form);
        }
        self.stream.record(code::COUNT, &[table.len() as u64]);
        for (_, ty) in table.iter() {
            self.row.clear();
            let mut form = None;
            let code = match ty {
                Type::Void => code::VOID,
                Type::Half => code::HALF,
                Type::Float => code::FLOAT,
                Type::Double => code::DOUBLE,
                Type::X86Fp80 => code::X86_FP80,
                Type::Fp128 => code::FP128,
                Type::PpcFp128 => code::PPC_FP128,
                Type::Label => code::LABEL,
                Type::Metadata => code::METADATA,
                Type::X86Mmx => code::X86_MMX,
                Type::Integer(width) => {
                    self.row.push(u64::from(width));
                    code::INTEGER
                }
                Type::Pointer { pointee, address_space } => {
                    self.row.extend([self.ty(pointee)?, u64::from(address_space)]);
                    form = (address_space == 0).then_some(layout::POINTER);
                    code::POINTER
                }
                Type::Function { result, parameters, variadic } => {
                    self.row.extend([u64::from(variadic), self.ty(result)?]);
                    self.type_list(table.list(parameters))?;
                    form = Some(layout::FUNCTION);
                    code::FUNCTION
                }
                Type::Array { element, count } => {
                    self.row.extend([count, self.ty(element)?]);
                    form = Some(layout::ARRAY);
                    code::ARRAY
                }
                Type::Vector { element, count } => {
                    self.row.extend([u64::from(count), self.ty(element)?]);
                    code::VECTOR
                }
                Type::Struct { fields, packed } => {
                    self.row.push(u64::from(packed));
                    self.type_list(table.list(fields))?;
                    form = Some(layout::STRUCT);
                    code::STRUCT
                }
                Type::Named { name, fields, packed } => {
                    let name = table.text(name);
                    if !name.is_empty() {
                        let short = name.iter().all(|byte| char6_code(*byte).is_some());
                        let known = if short { forms.get(layout::STRUCT_NAME) } else { None };
                        self.row.extend(name.iter().map(|byte| u64::from(*byte)));
                        self.flush(code::STRUCT_NAME, known);
                        self.row.clear();
                    }
                    self.row.push(u64::from(packed));
                    match fields {
                        Some(fields) => {
                            self.type_list(table.list(fields))?;
                            form = Some(layout::STRUCT_NAMED);
                            code::STRUCT_NAMED
                        }
                        None => code::OPAQUE,
                    }
                }
            };
            self.flush(code, form.and_then(|form| forms.get(form)));
        }
        self.stream.leave(entered);
        Ok(())
    }

    fn type_list(&mut self, list: &[crate::ir::handle::TypeId]) -> Result<(), BitcodeError> {
        for ty in list {
            let number = self.ty(*ty)?;
            self.row.push(number);
        }
        Ok(())
    }

    /// Writes a symbol table unless empty.
    pub(super) fn names(&mut self, symbols: &Symbols, locals: Option<&Locals>) -> Result<(), BitcodeError> {
        if symbols.entries().is_empty() {
            return Ok(());
        }
        let entered = self.stream.enter(BlockId::VALUE_SYMTAB.0, 4);
        for symbol in symbols.entries() {
            let name = symbols.text(symbol.name);
            let six = name.iter().all(|byte| char6_code(*byte).is_some());
            self.row.clear();
            let (code, form) = match symbol.named {
                Named::Value(value) => {
                    self.row.push(self.number(value, locals)?);
                    let form = match (six, name.is_ascii()) {
                        (true, _) => layout::NAME_6,
                        (false, true) => layout::NAME_7,
                        (false, false) => layout::NAME_8,
                    };
                    (name_code::ENTRY, form)
                }
                Named::Block(label) => {
                    self.row.push(u64::from(label.0));
                    let form = if six { layout::BLOCK_NAME_6 } else { layout::NAME_8 };
                    (name_code::BLOCK_ENTRY, form)
                }
            };
            self.row.extend(name.iter().map(|byte| u64::from(*byte)));
            emit(&mut self.stream, code, &self.row, self.names.get(form));
        }
        self.stream.leave(entered);
        Ok(())
    }

    /// Writes use-list orders, if any.
    pub(super) fn uses(&mut self, lists: &[UseList], locals: Option<&Locals>) -> Result<(), BitcodeError> {
        if lists.is_empty() {
            return Ok(());
        }
        let entered = self.stream.enter(BlockId::USELIST.0, 3);
        for list in lists {
            self.row.clear();
            self.row.extend(list.order.iter().map(|index| u64::from(*index)));
            let code = match list.of {
                Named::Value(value) => {
                    self.row.push(self.number(value, locals)?);
                    name_code::USES
                }
                Named::Block(label) => {
                    self.row.push(u64::from(label.0));
                    name_code::BLOCK_USES
                }
            };
            self.flush(code, None);
        }
        self.stream.leave(entered);
        Ok(())
    }
}
