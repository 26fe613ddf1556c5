//! What the meaning of a literal depends on: number types and imported instruction sets.
//!
//! The disassembler and the assembler each keep one [`Context`] and show it every instruction in order, so both always
//! agree on how wide a constant is or which set an extended instruction belongs to.

use crate::grammar;
use crate::idmap::IdMap;
use crate::raw::op;

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Int { width: u32, signed: bool },
    Float { width: u32 },
}

impl Scalar {
    /// How many words a literal of this type has.
    pub(crate) fn words(self) -> usize {
        match self {
            Scalar::Int { width, .. } | Scalar::Float { width } => width.div_ceil(32) as usize,
        }
    }

    // One byte for each: 1..=64 unsigned, 65..=128 signed, 129..=131 half, single and double floats.
    fn pack(self) -> u8 {
        match self {
            Scalar::Int { width, signed } => width as u8 + if signed { 64 } else { 0 },
            Scalar::Float { width: 16 } => 129,
            Scalar::Float { width: 32 } => 130,
            Scalar::Float { .. } => 131,
        }
    }

    fn unpack(code: u8) -> Option<Scalar> {
        match code {
            0 => None,
            1..=64 => Some(Scalar::Int {
                width: u32::from(code),
                signed: false,
            }),
            65..=128 => Some(Scalar::Int {
                width: u32::from(code - 64),
                signed: true,
            }),
            129 => Some(Scalar::Float { width: 16 }),
            130 => Some(Scalar::Float { width: 32 }),
            _ => Some(Scalar::Float { width: 64 }),
        }
    }
}

/// An import, as seen by the instructions that use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Import {
    /// No import defines this id, or one of a set without a table.
    #[default]
    Unknown,
    /// The index of a set in the tables.
    Set(u8),
}

#[derive(Debug)]
pub(crate) struct Context {
    /// The packed scalar of number types and of the values of such types.
    scalars: IdMap<u8>,
    imports: IdMap<Import>,
}

impl Context {
    /// A context for an input that can hold at most this many definitions.
    pub(crate) fn new(limit: usize) -> Self {
        Context {
            scalars: IdMap::new(limit),
            imports: IdMap::new(limit),
        }
    }

    /// The scalar that a number type, or a value of a number type, has.
    #[inline]
    pub(crate) fn scalar(&self, id: u32) -> Option<Scalar> {
        Scalar::unpack(self.scalars.get(id))
    }

    pub(crate) fn import(&self, id: u32) -> Option<&'static grammar::ExtendedSet> {
        match self.imports.get(id) {
            Import::Unknown => None,
            Import::Set(index) => grammar::extended_set(index),
        }
    }

    /// Learns from one instruction, given its operand words. `typed` says that the words start with a result type and
    /// a result.
    #[inline]
    pub(crate) fn observe(&mut self, opcode: u16, typed: bool, mut words: impl Iterator<Item = u32>) {
        if typed {
            if let (Some(ty), Some(result)) = (words.next(), words.next()) {
                // A value of no number type may reuse an id in a broken module, so this also has to forget.
                self.scalars.set(result, self.scalars.get(ty));
            }
            return;
        }
        match opcode {
            op::TYPE_INT => {
                if let (Some(result), Some(width), Some(signed)) = (words.next(), words.next(), words.next())
                {
                    let known = (1..=64).contains(&width) && signed <= 1;
                    let scalar = Scalar::Int {
                        width,
                        signed: signed == 1,
                    };
                    self.scalars.set(result, if known { scalar.pack() } else { 0 });
                }
            }
            op::TYPE_FLOAT => {
                if let (Some(result), Some(width), encoding) = (words.next(), words.next(), words.next()) {
                    // With an encoding the format is another one than the usual of that width.
                    let known = matches!(width, 16 | 32 | 64) && encoding.is_none();
                    self.scalars
                        .set(result, if known { Scalar::Float { width }.pack() } else { 0 });
                }
            }
            op::EXT_INST_IMPORT => {
                if let Some(result) = words.next() {
                    let mut name = Vec::new();
                    'string: for word in words {
                        for byte in word.to_le_bytes() {
                            if byte == 0 {
                                break 'string;
                            }
                            name.push(byte);
                        }
                    }
                    let set = std::str::from_utf8(&name)
                        .ok()
                        .and_then(grammar::extended_set_named);
                    self.imports.set(result, set.map_or(Import::Unknown, Import::Set));
                }
            }
            _ => {}
        }
    }
}
