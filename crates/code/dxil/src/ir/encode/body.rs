//! Encodes function bodies.

use super::{Locals, Writer, invalid_handle};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::body::Body;
use crate::ir::handle::InstructionId;
use crate::ir::instruction::Location;
use crate::ir::module::Value;
use crate::ir::read::metadata::ATTACHMENT;
use crate::ir::records::code;

impl Writer<'_> {
    pub(super) fn bodies(&mut self) -> Result<(), BitcodeError> {
        let module = self.module;
        // Bodies are in the order of their functions' records.
        for (value, _) in &module.values {
            if let Value::Function(id) = value
                && let Some(body) = module.body(*id)?
            {
                self.body(&body)?;
            }
        }
        Ok(())
    }

    fn body(&mut self, body: &Body) -> Result<(), BitcodeError> {
        let locals = self.locals(body)?;
        let entered = self.stream.enter(BlockId::FUNCTION.0, 4);
        self.stream.record(code::BLOCKS, &[body.blocks.len() as u64]);
        if !body.constants.items.is_empty() {
            let scope = self.module.scope(Some(body));
            let inner = self.stream.enter(BlockId::CONSTANTS.0, 4);
            self.constants(&body.constants, &[], Some(&locals), |value| scope.type_of(value))?;
            self.stream.leave(inner);
        }
        self.local_metadata(body, &locals)?;
        self.instructions(body, &locals)?;
        self.names(&body.symbols, Some(&locals))?;
        self.attachments(body)?;
        self.uses(&body.use_lists, Some(&locals))?;
        self.stream.leave(entered);
        Ok(())
    }

    /// Numbers the values of a body: arguments, constants, results.
    fn locals(&self, body: &Body) -> Result<Locals, BitcodeError> {
        let count = body.locals.len();
        let mut numbers = vec![u32::MAX; count];
        let first = self.module.values.len() as u32;
        let arguments = body.arguments();
        let constants = body.constants.items.iter().map(|item| item.0);
        let results = body.instructions.iter().filter_map(|instruction| instruction.result);
        for (next, value) in (first..).zip(arguments.chain(constants).chain(results)) {
            let slot = numbers.get_mut(value.index()).filter(|_| value.is_local());
            match slot {
                Some(slot) if *slot == u32::MAX => *slot = next,
                _ => return Err(invalid_handle(Entity::Value, value.index(), count)),
            }
        }
        Ok(Locals { numbers })
    }

    fn instructions(&mut self, body: &Body, locals: &Locals) -> Result<(), BitcodeError> {
        let arguments = body.arguments().count();
        let mut next = self.module.values.len() + arguments + body.constants.items.len();
        let mut last: Option<Location> = None;
        let mut at = 0;
        for block in &body.blocks {
            let whole = block.start == at && block.end > block.start;
            at = block.end;
            let range = block.start as usize..block.end as usize;
            let instructions = body.instructions.get(range).filter(|_| whole);
            let missing = || invalid_handle(Entity::Instruction, block.end as usize, body.instructions.len());
            let instructions = instructions.ok_or_else(missing)?;
            for (index, instruction) in instructions.iter().enumerate() {
                if instruction.is_terminator() != (index + 1 == instructions.len()) {
                    return Err(BitcodeError::new(BitcodeErrorKind::Unterminated, 0..0));
                }
                self.instruction(body, instruction, locals, next as u32)?;
                next += usize::from(instruction.result.is_some());
                let Some(location) = body.location(instruction) else {
                    continue;
                };
                if last == Some(location) {
                    self.stream.record(code::LOCATION_AGAIN, &[]);
                    continue;
                }
                let operands = [
                    u64::from(location.line),
                    u64::from(location.column),
                    self.node_or_null(location.scope)?,
                    self.node_or_null(location.inlined_at)?,
                ];
                self.stream.record(code::LOCATION, &operands);
                last = Some(location);
            }
        }
        if at as usize == body.instructions.len() {
            Ok(())
        } else {
            Err(invalid_handle(Entity::Instruction, at as usize, body.instructions.len()))
        }
    }

    fn attachments(&mut self, body: &Body) -> Result<(), BitcodeError> {
        let mut items = body.attachments.as_slice();
        if items.is_empty() {
            return Ok(());
        }
        let entered = self.stream.enter(BlockId::METADATA_ATTACHMENT.0, 3);
        while let Some((to, _)) = items.first() {
            // Consecutive attachments of one instruction share a record.
            let count = items.iter().take_while(|item| item.0 == *to).count();
            let (run, rest) = items.split_at(count);
            self.row.clear();
            if let Some(InstructionId(place)) = to {
                self.row.push(u64::from(*place));
            }
            for (_, attachment) in run {
                let pair = [u64::from(attachment.kind.0), self.node(attachment.node)?];
                self.row.extend(pair);
            }
            self.flush(ATTACHMENT, None);
            items = rest;
        }
        self.stream.leave(entered);
        Ok(())
    }
}
