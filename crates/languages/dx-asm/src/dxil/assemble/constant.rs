//! Makes constants in the form in which LLVM keeps them: one zero, one undefined value, and data for lists of numbers.

use std::ops::Range;

use glassbox_dxil::ir::{Constant, Constants, Detached, FunctionId, LabelId, Type, TypeId, ValueId};

use super::parser::{Key, Parsed, Parser};
use super::rules;

/// The address of a block, which is known once all functions are read.
pub(super) struct BlockAddress {
    pub(super) function: Key,
    pub(super) function_span: Range<usize>,
    pub(super) block: Key,
    pub(super) block_span: Range<usize>,
}

impl Parser<'_> {
    /// A constant without operands.
    pub(super) fn plain(&mut self, ty: TypeId, constant: Constant) -> ValueId {
        self.builder.constant(ty, Detached::plain(constant))
    }

    /// A constant whose spans refer to a list of its own.
    pub(super) fn made(&mut self, ty: TypeId, make: impl FnOnce(&mut Constants) -> Constant) -> ValueId {
        let mut list = Constants::default();
        let constant = make(&mut list);
        self.builder.constant(ty, list.detach(constant))
    }

    fn constant_of(&self, value: ValueId) -> Option<Constant> {
        self.builder.module.constant(value)
    }

    /// A structure, array or vector of parts that have the right types.
    pub(super) fn aggregate(&mut self, ty: TypeId, parts: &[ValueId]) -> ValueId {
        let all = |wanted: Constant| parts.iter().all(|part| self.constant_of(*part) == Some(wanted));
        if all(Constant::Null) {
            return self.plain(ty, Constant::Null);
        }
        if all(Constant::Undef) {
            return self.plain(ty, Constant::Undef);
        }
        match self.words(ty, parts) {
            Some(words) => self.data(ty, words),
            None => self.builder.constant(ty, Detached::aggregate(parts)),
        }
    }

    /// Bits of the elements of an array or vector of plain numbers.
    fn words(&mut self, ty: TypeId, parts: &[ValueId]) -> Option<Vec<u64>> {
        let element = self.table().element(ty)?;
        let mask = match self.table().get(element)? {
            Type::Integer(width @ (8 | 16 | 32)) => (1u64 << width) - 1,
            Type::Integer(64) | Type::Float | Type::Double => u64::MAX,
            _ => return None,
        };
        let word = |part: &ValueId| match self.constant_of(*part)? {
            Constant::Null => Some(0),
            Constant::Integer(number) => Some(number as u64 & mask),
            Constant::Float(bits) => Some(bits),
            _ => None,
        };
        parts.iter().map(word).collect()
    }

    /// An array or vector of numbers.
    pub(super) fn data(&mut self, ty: TypeId, words: Vec<u64>) -> ValueId {
        if words.iter().all(|word| *word == 0) {
            return self.plain(ty, Constant::Null);
        }
        let is_text = match self.table().get(ty) {
            Some(Type::Array { element, .. }) => self.width(element) == Some(8),
            _ => false,
        };
        if !is_text {
            return self.made(ty, |list| Constant::Data(list.add_words(words)));
        }
        let bytes: Vec<u8> = words.into_iter().map(|word| word as u8).collect();
        let first_zero = bytes.iter().position(|byte| *byte == 0);
        if first_zero.is_some_and(|place| place + 1 == bytes.len()) {
            let text = bytes.split_last().map(|(_, text)| text.to_vec()).unwrap_or_default();
            return self.made(ty, |list| Constant::CString(list.add_text(text)));
        }
        self.made(ty, |list| Constant::String(list.add_text(bytes)))
    }

    /// The address of a block, to be completed by [`finish_block_addresses`](Self::finish_block_addresses).
    pub(super) fn block_address(&mut self, address: BlockAddress) -> ValueId {
        let byte = self.intern(Type::Integer(8));
        let ty = self.intern(Type::Pointer { pointee: byte, address_space: 0 });
        let key = (address.function.clone(), address.block.clone());
        let next = self.block_addresses.len();
        let place = *self.block_address_places.entry(key).or_insert(next);
        if place == next {
            self.block_addresses.push(address);
        }
        self.plain(ty, Constant::BlockAddress { function: FunctionId(u32::MAX), label: LabelId::at(place) })
    }

    /// Completes the addresses of blocks.
    pub(super) fn finish_block_addresses(&mut self) {
        let addresses = std::mem::take(&mut self.block_addresses);
        let mut found = Vec::with_capacity(addresses.len());
        for address in &addresses {
            found.push(self.block_of(address).ok());
        }
        for (_, constant) in &mut self.builder.module.constants.items {
            if let Constant::BlockAddress { function, label } = constant
                && *function == FunctionId(u32::MAX)
                && let Some(Some(known)) = found.get(label.index())
            {
                (*function, *label) = *known;
            }
        }
    }

    fn block_of(&mut self, address: &BlockAddress) -> Parsed<(FunctionId, LabelId)> {
        let value = self.globals.get(&address.function).map(|global| global.value);
        let function = value.and_then(|value| self.builder.module.function(value)).map(|found| found.0);
        let Some(function) = function else {
            let message = "found no function of this name, expected the one whose block is meant";
            let help = "name a function that this module defines";
            return Err(self.fail(&rules::UNDEFINED, address.function_span.clone(), message, help));
        };
        match self.labels.get(&(function, address.block.clone())) {
            Some(label) => Ok((function, *label)),
            None => {
                let message = "found no block of this name in the function, expected one of its blocks";
                let help = "name a block that the function defines";
                Err(self.fail(&rules::UNDEFINED, address.block_span.clone(), message, help))
            }
        }
    }
}
