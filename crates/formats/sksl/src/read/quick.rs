//! Reads common shapes of frequent commands at once.
//!
//! Half of a module is variables, types and modifiers of a few shapes. Reading them without the payload
//! tables doubles the speed. Other shapes and truncated commands are left to the tables; a test compares the
//! models of both.

use super::decode::Decoder;
use crate::command::Command;
use crate::model::Node;
use crate::raw::BUILTIN_SYMBOL;
use glassbox_core::reader::Recorder;

/// Maximum size of a shape in bytes, so one bounds check covers a whole shape.
const LONGEST: usize = 32;

impl<R: Recorder, const NAMED: bool> Decoder<'_, '_, R, NAMED> {
    /// Reads a whole command of a common shape; `false`, with nothing read, if it has another.
    #[inline(always)]
    pub(super) fn quick(&mut self, command: Command, start: usize) -> bool {
        let nodes = self.model.nodes.len();
        let end = match command {
            Command::SymbolRef => self.quick_reference(start),
            Command::Variable => self.quick_variable(start),
            Command::VariableReference => self.quick_variable_reference(start),
            Command::FloatLiteral | Command::IntLiteral => self.quick_literal(command, start),
            Command::FunctionDeclaration => self.quick_declaration(start),
            Command::Swizzle => self.quick_swizzle(start),
            _ => return false,
        };
        match end {
            Some(end) => {
                self.at = end;
                true
            }
            None => {
                self.model.nodes.truncate(nodes);
                false
            }
        }
    }

    #[inline(always)]
    fn chunk(&self, at: usize) -> Option<&[u8; LONGEST]> {
        self.bytes.get(at..)?.first_chunk()
    }

    /// Reads a kSymbolRef.
    #[inline(always)]
    fn quick_reference(&mut self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..)?.first_chunk::<5>()?;
        if self.tables.command(bytes[0]) != Command::SymbolRef {
            return None;
        }
        let id = u32::from(u16::from_le_bytes([bytes[1], bytes[2]]));
        let is_builtin = id == BUILTIN_SYMBOL;
        let name = u32::from(u16::from_le_bytes([bytes[3], bytes[4]]));
        let node = self.push(Command::SymbolRef);
        let node = self.node(node);
        node.b = id;
        node.c = if is_builtin { name } else { 0 };
        Some(if is_builtin { at + 5 } else { at + 3 })
    }

    /// Reads modifiers whose layout has at most a builtin number.
    #[inline(always)]
    fn quick_modifiers(&mut self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..)?.first_chunk::<6>()?;
        let command = self.tables.command(bytes[0]);
        if command == Command::DefaultModifiers {
            self.push(command);
            return Some(at + 1);
        }
        let is_short = match command {
            Command::Modifiers8Bit => true,
            Command::Modifiers => false,
            _ => return None,
        };
        if self.tables.command(bytes[1]) != Command::DefaultLayout {
            return None;
        }
        let flags = if is_short {
            u32::from(bytes[2])
        } else {
            u32::from_le_bytes([bytes[2], bytes[3], bytes[4], bytes[5]])
        };
        let next = self.model.nodes.len() as u32 + 2;
        self.model.nodes.push(Node { command, a: 0, b: 0, c: flags, next });
        self.push(Command::DefaultLayout);
        Some(if is_short { at + 3 } else { at + 6 })
    }

    fn quick_variable(&mut self, at: usize) -> Option<usize> {
        self.chunk(at)?;
        let id = self.word(at + 1);
        let node = self.push(Command::Variable);
        let at = self.quick_modifiers(at + 3)?;
        let name = self.word(at);
        let at = self.quick_reference(at + 2)?;
        let storage = self.bytes.get(at).copied()?;
        let next = self.model.nodes.len() as u32;
        *self.node(node) = Node { command: Command::Variable, a: u16::from(storage), b: id, c: name, next };
        self.define(id, node);
        Some(at + 1)
    }

    #[inline(always)]
    fn quick_variable_reference(&mut self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..)?.first_chunk::<4>()?;
        let id = u32::from(u16::from_le_bytes([bytes[1], bytes[2]]));
        if id == BUILTIN_SYMBOL {
            return None;
        }
        let kind = bytes[3];
        let node = self.push(Command::VariableReference);
        let node = self.node(node);
        node.a = u16::from(kind);
        node.b = id;
        Some(at + 4)
    }

    /// Reads a swizzle of a variable.
    fn quick_swizzle(&mut self, at: usize) -> Option<usize> {
        let &base = self.bytes.get(at + 1)?;
        if self.tables.command(base) != Command::VariableReference {
            return None;
        }
        let node = self.push(Command::Swizzle);
        let at = self.quick_variable_reference(at + 1)?;
        let count = self.bytes.get(at).copied()?;
        let end = at + 1 + usize::from(count);
        let components = self.bytes.get(at + 1..end)?;
        let place = self.model.components.len() as u32;
        self.model.components.extend_from_slice(components);
        let next = self.model.nodes.len() as u32;
        let node = self.node(node);
        node.a = u16::from(count);
        node.c = place;
        node.next = next;
        Some(end)
    }

    fn quick_literal(&mut self, command: Command, at: usize) -> Option<usize> {
        let node = self.push(command);
        let at = self.quick_reference(at + 1)?;
        let bits = self.bytes.get(at..)?.first_chunk::<4>()?;
        let bits = u32::from_le_bytes(*bits);
        let next = self.model.nodes.len() as u32;
        let node = self.node(node);
        node.c = bits;
        node.next = next;
        Some(at + 4)
    }

    fn quick_declaration(&mut self, at: usize) -> Option<usize> {
        if self.has_parameter_symbols {
            return None;
        }
        self.chunk(at)?;
        let id = self.word(at + 1);
        let node = self.push(Command::FunctionDeclaration);
        let at = self.quick_modifiers(at + 3)?;
        let name = self.word(at);
        let count = self.bytes.get(at + 2).copied()?;
        let mut at = at + 3;
        let ids = self.bytes.get(at..at + 2 * usize::from(count))?;
        for pair in ids.chunks_exact(2) {
            let parameter = self.push(Command::Parameter);
            self.node(parameter).b = u32::from(u16::from_le_bytes([pair[0], pair[1]]));
        }
        at += ids.len();
        let at = self.quick_reference(at)?;
        let next = self.model.nodes.len() as u32;
        *self.node(node) =
            Node { command: Command::FunctionDeclaration, a: u16::from(count), b: id, c: name, next };
        self.define(id, node);
        Some(at)
    }

    /// Number at an offset; zero past the end, where the shape is rejected later.
    #[inline(always)]
    fn word(&self, at: usize) -> u32 {
        let bytes = self.bytes.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map_or(0, |bytes| u32::from(u16::from_le_bytes(*bytes)))
    }
}
