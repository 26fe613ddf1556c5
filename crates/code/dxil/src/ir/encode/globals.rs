//! Encodes the records of the module block.

use super::layout::variable_record;
use super::{Writer, emit, invalid_handle};
use crate::error::{BitcodeError, Entity};
use crate::ir::global::{Alias, DllStorage, Function, ThreadLocal, Variable, Visibility};
use crate::ir::handle::ValueId;
use crate::ir::module::Value;
use crate::ir::read::globals::{CONSTANT, EXPLICIT_TYPE, code};
use crate::module::code as known;

impl Writer<'_> {
    pub(super) fn globals(&mut self) -> Result<(), BitcodeError> {
        let module = self.module;
        for comdat in &module.comdats {
            let name = module.text(comdat.name);
            let operands = [u64::from(comdat.selection.0), name.len() as u64];
            self.stream.text(code::COMDAT, &operands, name);
        }
        let strings = [
            (known::TRIPLE, &module.triple),
            (known::DATALAYOUT, &module.data_layout),
            (code::ASM, &module.assembly),
        ];
        for (code, text) in strings {
            if !text.is_empty() {
                self.stream.text(code, &[], text);
            }
        }
        let lists = [
            (code::LIBRARY, &module.libraries),
            (code::SECTION, &module.sections),
            (code::COLLECTOR, &module.collectors),
        ];
        for (code, names) in lists {
            for name in names {
                self.stream.text(code, &[], module.text(*name));
            }
        }
        let form = (!module.variables.is_empty()).then(|| variable_record(module));
        if let Some(form) = &form {
            self.stream.define(&form.form);
        }
        for (value, _) in &module.values {
            self.row.clear();
            match *value {
                Value::Variable(id) => {
                    let variable = module.variables.get(id.index());
                    let missing = || invalid_handle(Entity::Value, id.index(), module.variables.len());
                    let plain = self.variable(variable.ok_or_else(missing)?)?;
                    let form = if plain { form.as_ref() } else { None };
                    emit(&mut self.stream, known::GLOBALVAR, &self.row, form);
                }
                Value::Function(id) => {
                    let function = module.functions.get(id.index());
                    let missing = || invalid_handle(Entity::Value, id.index(), module.functions.len());
                    self.function(function.ok_or_else(missing)?)?;
                    self.flush(known::FUNCTION, None);
                }
                Value::Alias(id) => {
                    let alias = module.aliases.get(id.index());
                    let missing = || invalid_handle(Entity::Value, id.index(), module.aliases.len());
                    self.alias(alias.ok_or_else(missing)?)?;
                    self.flush(known::ALIAS_OLD, None);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Number of a value plus 1; 0 for none.
    fn optional(&self, value: Option<ValueId>) -> Result<u64, BitcodeError> {
        match value {
            Some(value) => Ok(self.number(value, None)? + 1),
            None => Ok(0),
        }
    }

    /// Operands of a variable; returns true if they match the abbreviation.
    fn variable(&mut self, variable: &Variable) -> Result<bool, BitcodeError> {
        let flags = u64::from(variable.address_space) << 2
            | EXPLICIT_TYPE
            | if variable.is_constant { CONSTANT } else { 0 };
        let operands = [
            self.ty(variable.ty)?,
            flags,
            self.optional(variable.initializer)?,
            u64::from(variable.linkage.0),
            u64::from(variable.alignment.0),
            place(variable.section),
        ];
        self.row.extend(operands);
        let plain = variable.thread_local == ThreadLocal::NONE
            && variable.visibility == Visibility::DEFAULT
            && !variable.unnamed_addr
            && !variable.externally_initialized
            && variable.dll_storage == DllStorage::DEFAULT
            && variable.comdat.is_none();
        if !plain {
            self.row.extend([
                u64::from(variable.visibility.0),
                u64::from(variable.thread_local.0),
                u64::from(variable.unnamed_addr),
                u64::from(variable.externally_initialized),
                u64::from(variable.dll_storage.0),
                place(variable.comdat),
            ]);
        }
        Ok(plain)
    }

    fn function(&mut self, function: &Function) -> Result<(), BitcodeError> {
        let operands = [
            self.ty(function.ty)?,
            u64::from(function.calling_convention),
            u64::from(function.is_declaration()),
            u64::from(function.linkage.0),
            self.attribute_list(function.attributes)?,
            u64::from(function.alignment.0),
            place(function.section),
            u64::from(function.visibility.0),
            place(function.collector),
            u64::from(function.unnamed_addr),
            self.optional(function.prologue)?,
            u64::from(function.dll_storage.0),
            place(function.comdat),
            self.optional(function.prefix)?,
            self.optional(function.personality)?,
        ];
        self.row.extend(operands);
        Ok(())
    }

    fn alias(&mut self, alias: &Alias) -> Result<(), BitcodeError> {
        let operands = [
            self.ty(alias.ty)?,
            self.number(alias.aliasee, None)?,
            u64::from(alias.linkage.0),
            u64::from(alias.visibility.0),
            u64::from(alias.dll_storage.0),
            u64::from(alias.thread_local.0),
            u64::from(alias.unnamed_addr),
        ];
        self.row.extend(operands);
        Ok(())
    }
}

/// Index plus 1; 0 for none.
fn place(place: Option<u32>) -> u64 {
    place.map_or(0, |place| u64::from(place) + 1)
}
