//! Tracks what literals depend on: number types and imported instruction sets.
//!
//! The disassembler and the assembler each feed every instruction, in order, to a [`Context`] of their own.
//! Both therefore agree on the width of each constant and the set of each extended instruction.

use smallvec::SmallVec;

use crate::grammar;
use crate::grammar::op;
use crate::idmap::IdMap;

/// Bytes that most names of instruction sets fit in.
const LONGEST_NAME: usize = 32;

/// Type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Int {
        width: u32,
        signed: bool,
    },
    Float {
        width: u32,
    },
    /// A float that is not IEEE 754.
    Encoded(Encoding),
}

/// Non-IEEE float encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Upper half of a single-precision float.
    BFloat16,
    /// Eight bits, four of them exponent; no infinities.
    Float8E4M3,
    /// Eight bits, five of them exponent.
    Float8E5M2,
}

impl Encoding {
    /// Encoding of a float type with this width and `FPEncoding`.
    fn of(width: u32, encoding: u32) -> Option<Encoding> {
        match (width, encoding) {
            (16, 0) => Some(Encoding::BFloat16),
            (8, 4214) => Some(Encoding::Float8E4M3),
            (8, 4215) => Some(Encoding::Float8E5M2),
            _ => None,
        }
    }

    /// Name used in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Encoding::BFloat16 => "bfloat16",
            Encoding::Float8E4M3 => "fp8 E4M3",
            Encoding::Float8E5M2 => "fp8 E5M2",
        }
    }
}

impl Scalar {
    /// Size of a literal of this type in words.
    pub(crate) fn words(self) -> usize {
        match self {
            Scalar::Int { width, .. } | Scalar::Float { width } => width.div_ceil(32) as usize,
            Scalar::Encoded(_) => 1,
        }
    }

    // Packed into one byte: 1..=64 unsigned, 65..=128 signed, 129..=131 half, single and double floats, then
    // encodings.
    fn pack(self) -> u8 {
        match self {
            Scalar::Int { width, signed } => width as u8 + if signed { 64 } else { 0 },
            Scalar::Float { width: 16 } => 129,
            Scalar::Float { width: 32 } => 130,
            Scalar::Float { .. } => 131,
            Scalar::Encoded(Encoding::BFloat16) => 132,
            Scalar::Encoded(Encoding::Float8E4M3) => 133,
            Scalar::Encoded(Encoding::Float8E5M2) => 134,
        }
    }

    fn unpack(code: u8) -> Option<Scalar> {
        match code {
            1..=64 => Some(Scalar::Int { width: u32::from(code), signed: false }),
            65..=128 => Some(Scalar::Int { width: u32::from(code - 64), signed: true }),
            129 => Some(Scalar::Float { width: 16 }),
            130 => Some(Scalar::Float { width: 32 }),
            131 => Some(Scalar::Float { width: 64 }),
            132 => Some(Scalar::Encoded(Encoding::BFloat16)),
            133 => Some(Scalar::Encoded(Encoding::Float8E4M3)),
            134 => Some(Scalar::Encoded(Encoding::Float8E5M2)),
            _ => None,
        }
    }
}

/// The code of set 0, above those of scalars.
const FIRST_SET: u8 = 160;

#[derive(Debug)]
pub(crate) struct Context {
    /// By id: the packed scalar of number types and of values of such types, or the index of an imported set above
    /// [`FIRST_SET`]; 0 for all others.
    known: IdMap<u8>,
}

impl Context {
    /// A context for a module of known bound.
    pub(crate) fn for_bound(bound: usize, limit: usize) -> Self {
        Context { known: IdMap::for_bound(bound, limit) }
    }

    /// A context for an input that can hold at most `limit` definitions.
    pub(crate) fn new(limit: usize) -> Self {
        Context { known: IdMap::new(limit) }
    }

    /// Scalar of a number type, or of a value of one.
    #[inline]
    pub(crate) fn scalar(&self, id: u32) -> Option<Scalar> {
        Scalar::unpack(self.known.get(id))
    }

    pub(crate) fn import(&self, id: u32) -> Option<&'static grammar::ExtendedSet> {
        grammar::extended_set(self.known.get(id).checked_sub(FIRST_SET)?)
    }

    /// Records one instruction. `words` are its operands; if `typed`, they start with result type and result.
    #[inline]
    pub(crate) fn observe(&mut self, opcode: u16, typed: bool, mut words: impl Iterator<Item = u32>) {
        if typed {
            if let (Some(ty), Some(result)) = (words.next(), words.next()) {
                // In a broken module a value that is not a number may reuse an id, so the old entry must be
                // cleared too.
                let code = self.known.get(ty);
                self.known.set(result, if code < FIRST_SET { code } else { 0 });
            }
            return;
        }
        match opcode {
            op::TYPE_INT => {
                if let (Some(result), Some(width), Some(signed)) = (words.next(), words.next(), words.next())
                {
                    let known = (1..=64).contains(&width) && signed <= 1;
                    let scalar = Scalar::Int { width, signed: signed == 1 };
                    self.known.set(result, if known { scalar.pack() } else { 0 });
                }
            }
            op::TYPE_FLOAT => {
                if let (Some(result), Some(width), encoding) = (words.next(), words.next(), words.next()) {
                    let scalar = match encoding {
                        None => matches!(width, 16 | 32 | 64).then_some(Scalar::Float { width }),
                        Some(encoding) => Encoding::of(width, encoding).map(Scalar::Encoded),
                    };
                    self.known.set(result, scalar.map_or(0, Scalar::pack));
                }
            }
            op::EXT_INST_IMPORT => {
                if let Some(result) = words.next() {
                    let mut name = SmallVec::<[u8; LONGEST_NAME]>::new();
                    'string: for word in words {
                        for byte in word.to_le_bytes() {
                            if byte == 0 {
                                break 'string;
                            }
                            name.push(byte);
                        }
                    }
                    let set = std::str::from_utf8(&name).ok().and_then(grammar::extended_set_named);
                    self.known.set(result, set.map_or(0, |set| FIRST_SET + set));
                }
            }
            _ => {}
        }
    }
}
