//! Spells counters of buffers of structures, which are buffers of their own in the module.

use std::collections::BTreeMap;

use glassbox_spirv::grammar::op;

use super::Hlsl;
use crate::BufferKind;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{Operation, SUM, Writer, joined};
use crate::tree::{Kind, Node, Step, Var};

impl Writer<'_, '_, Hlsl> {
    /// Finds the counters among storage blocks, and the buffers that they count elements of.
    pub(super) fn find_buffer_counters(&mut self, used: &[Var]) {
        let buffers = &self.options.signature.buffers;
        if buffers.iter().all(|buffer| buffer.counter.is_none()) {
            return;
        }
        let mut placed: BTreeMap<[u32; 2], Var> = BTreeMap::new();
        for &var in used {
            if self.roles.get(&var) == Some(&Role::StorageBlock)
                && let Some(place) = self.binding_of(var)
            {
                placed.entry(place).or_insert(var);
            }
        }
        for buffer in buffers {
            let pair = (placed.get(&buffer.place), buffer.counter.and_then(|counter| placed.get(&counter)));
            if let (Some(&buffer), Some(&counter)) = pair {
                self.language.buffer_counters.insert(counter, buffer);
                self.language.written.insert(buffer, ());
            }
        }
    }

    /// Forgets the counters of buffers that the text has as bytes, which have none.
    pub(super) fn keep_counters_of_structures(&mut self) {
        let structured = &self.language.structured;
        self.language.buffer_counters.retain(|_, buffer| structured.contains_key(buffer));
    }

    /// True for buffers of bytes of a program of Direct3D.
    pub(super) fn is_stated_as_bytes(&self, var: Var) -> bool {
        let place = self.binding_of(var);
        let mut buffers = self.options.signature.buffers.iter();
        buffers.any(|buffer| buffer.kind == BufferKind::Bytes && Some(buffer.place) == place)
    }

    /// Writes the change of a counter, which gives what it was; false for other operations.
    pub(super) fn counter_call(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { opcode, operands, needed, .. } = operation;
        let Some(buffer) = self.counted_buffer(operands.first().copied()) else { return false };
        let by_one = || operands.get(3).is_some_and(|node| self.constant_of(*node) == Some(1));
        let is_up = match opcode {
            op::ATOMIC_I_INCREMENT => true,
            op::ATOMIC_I_DECREMENT => false,
            op::ATOMIC_I_ADD if by_one() => true,
            op::ATOMIC_I_SUB if by_one() => false,
            _ => {
                self.refuse(Reason::Instruction, "HLSL counts elements of a buffer up and down by one alone");
                return true;
            }
        };
        self.since(50, Reason::Instruction, "counters of buffers");
        if is_up {
            self.out.push_str(&joined!(buffer, ".IncrementCounter()"));
        } else {
            // It gives what the counter is then.
            let text = joined!(buffer, ".DecrementCounter() + 1u");
            self.out.push_str(&if needed > SUM { joined!("(", text, ")") } else { text });
        }
        true
    }

    /// Text of the buffer whose counter a place is.
    fn counted_buffer(&mut self, place: Option<Node>) -> Option<String> {
        if self.language.buffer_counters.is_empty() {
            return None;
        }
        let place = place?;
        let var = self.tree.root(place)?;
        let buffer = *self.language.buffer_counters.get(&var)?;
        let mut text = self.globals.get(&buffer)?.to_string();
        // An array of counters has that of the buffers.
        if let Kind::Path(_, steps) = self.tree.kind(place)
            && let [first, _, ..] = *self.tree.steps(steps)
        {
            let index = self.capture(|writer| match first {
                Step::Part(index) => writer.out.push_str(&index.to_string()),
                Step::Index(node) => writer.write_index(node),
            });
            text = joined!(text, "[", index, "]");
        }
        Some(text)
    }
}
