//! Writes the comment after an instruction.

use glassbox_dxcontainer::rules;
use glassbox_dxil::BitcodeError;
use glassbox_dxil::ir::{Constant, Instruction, List, Location, Metadata, ValueId};
use glassbox_dxil::operation::{PREFIX, opcode};

use super::debug;
use super::operation::{self, Properties};
use super::out::Out;
use super::value::Writer;

impl Writer<'_, '_> {
    /// Writes data besides the instruction: a variable, a source location, the DXIL operation.
    pub(super) fn comment(
        &mut self,
        instruction: &Instruction,
        operands: &[ValueId],
        location: Option<Location>,
    ) {
        let module = self.context.module;
        let callee = instruction.call().and(operands.first().copied());
        let name = callee.and_then(|callee| module.name(callee));
        match name {
            Some(b"llvm.dbg.declare" | b"llvm.dbg.value") => self.variable(operands),
            _ => {
                if let Some(location) = location.filter(|location| location.line != 0) {
                    self.out.text(" ; line:").number(location.line.into());
                    self.out.text(" col:").number(location.column.into());
                }
            }
        }
        let (true, Some(&number)) = (name.is_some_and(|name| name.starts_with(PREFIX)), operands.get(1))
        else {
            return;
        };
        // An operation number known only at run time has no name.
        let Some(number) = self.scope().integer(number) else {
            return;
        };
        let number = u64::from(number as u32);
        operation::comment(self.out, number);
        if number == u64::from(opcode::ANNOTATE_HANDLE)
            && let Some(properties) = operands.get(3).and_then(|&value| self.properties(value))
        {
            properties.write(self.out);
        }
    }

    /// Properties of a handle, if constant.
    fn properties(&self, value: ValueId) -> Option<Properties> {
        let scope = self.scope();
        match scope.constant(value)? {
            (Constant::Null | Constant::Undef, _) => Some(Properties(0, 0)),
            (Constant::Aggregate(parts), constants) => match *constants.operands(parts) {
                [first, second] => {
                    Some(Properties(scope.integer(first)? as u32, scope.integer(second)? as u32))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Writes the variable of a debug call, its expression and its function.
    fn variable(&mut self, operands: &[ValueId]) {
        let module = self.context.module;
        let node = |value: Option<&ValueId>| match value?.list() {
            List::Metadata(id) => match module.metadata.get(id)? {
                found @ Metadata::Debug { .. } => Some(found),
                _ => None,
            },
            _ => None,
        };
        let (Some(variable), Some(expression)) = (node(operands.iter().nth_back(1)), node(operands.last()))
        else {
            return;
        };
        self.out.text(" ; var:\"");
        self.out.name(debug::name(module, variable).unwrap_or_default());
        self.out.text("\" ");
        self.debug(expression);
        if let Some(function) = debug::function_of(module, variable) {
            self.out.text(" func:\"");
            self.out.name(debug::name(module, function).unwrap_or_default());
            self.out.byte(b'"');
        }
    }
}

/// Writes a comment on damage to a part of the program.
pub(super) fn damage(out: &mut Out, what: &str, fault: &BitcodeError) {
    out.text("  ; ").text(rules::module::of(&fault.kind).id).text(": ").text(what).text(": ");
    out.text(&fault.to_string()).text(" (bits ");
    out.number(fault.bits.start).text("..").number(fault.bits.end).text(" of the bitcode)\n");
}
