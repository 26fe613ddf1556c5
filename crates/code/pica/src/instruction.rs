//! Converts code words to typed values and back.
//!
//! [`Instruction::decode`] never fails and is lossless: reserved bits and the payload of unknown opcodes are
//! fields, so `decode(word).encode() == Ok(word)` for every word.
//!
//! Facts: PICA200 instruction set notes, sections 3 and 4.

use std::fmt;

use crate::format::{Field, Format};
use crate::opcode::Opcode;
use crate::register::{Comparison, Condition, Destination, Index, Source};

/// A decoded code word; one variant per family of formats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Instruction {
    /// Format 0: BREAK, NOP, END, EMIT.
    Bare {
        /// Opcode with format 0.
        opcode: Opcode,
        /// Bits 0-25.
        reserved: u32,
    },
    /// Format 1u: one source. Includes MOVA, which ignores its destination field.
    Unary {
        /// Opcode with format 1u.
        opcode: Opcode,
        /// Destination register.
        destination: Destination,
        /// Source register, wide.
        source: Source,
        /// Index of the source.
        index: Index,
        /// Descriptor table index.
        descriptor: u8,
        /// Bits 7-11.
        reserved: u8,
    },
    /// Formats 1 and 1i: two sources. The first one is wide, in 1i the second.
    Binary {
        /// Opcode with format 1 or 1i.
        opcode: Opcode,
        /// Destination register.
        destination: Destination,
        /// Source registers by operand position.
        sources: [Source; 2],
        /// Index of the wide source.
        index: Index,
        /// Descriptor table index.
        descriptor: u8,
    },
    /// Formats 5 and 5i: MAD and MADI. The second source is wide, in 5i the third.
    Ternary {
        /// MAD or MADI.
        opcode: Opcode,
        /// Destination register.
        destination: Destination,
        /// Source registers by operand position.
        sources: [Source; 3],
        /// Index of the wide source.
        index: Index,
        /// Descriptor table index, below 32.
        descriptor: u8,
    },
    /// Format 1c: CMP.
    Compare {
        /// Operators for x and y.
        operators: [Comparison; 2],
        /// Source registers; the first is the wide one.
        sources: [Source; 2],
        /// Index of the first source.
        index: Index,
        /// Descriptor table index.
        descriptor: u8,
    },
    /// Format 2: flow control on the compare flags.
    Flagged {
        /// Opcode with format 2.
        opcode: Opcode,
        /// The condition; CALL ignores it.
        condition: Condition,
        /// DST.
        target: u16,
        /// NUM.
        count: u8,
        /// Bits 8-9.
        reserved: u8,
    },
    /// Format 3: flow control on a boolean or integer register.
    Selected {
        /// Opcode with format 3.
        opcode: Opcode,
        /// Register number, 0-15.
        register: u8,
        /// DST.
        target: u16,
        /// NUM.
        count: u8,
        /// Bits 8-9.
        reserved: u8,
    },
    /// Format 4: SETEMIT.
    SetEmit {
        /// Vertex slot; 3 is encodable but rejected by assemblers.
        vertex: u8,
        /// Submit a triangle at the next EMIT.
        primitive: bool,
        /// Invert the winding of that triangle.
        invert: bool,
        /// Bits 0-21.
        reserved: u32,
    },
    /// An undocumented opcode.
    Unknown {
        /// Opcode without a table row.
        opcode: Opcode,
        /// Bits 0-25.
        payload: u32,
    },
}

/// Reason that an [`Instruction`] has no encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodeError {
    /// The opcode belongs to another variant.
    WrongVariant(Opcode),
    /// A value too large for its field, such as a `c` register in a narrow slot.
    TooWide {
        /// Field concerned.
        field: Field,
        /// The value that does not fit.
        value: u32,
        /// The width of the field in bits.
        width: u8,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::WrongVariant(opcode) => {
                write!(f, "opcode {:#04x} does not have this operand shape", opcode.slot())
            }
            EncodeError::TooWide { field, value, width } => {
                write!(f, "{} is {value:#x}, but the field has {width} bits", field.name())
            }
        }
    }
}

impl std::error::Error for EncodeError {}

impl Instruction {
    /// Decodes a word.
    #[must_use]
    pub const fn decode(word: u32) -> Instruction {
        let opcode = Opcode::of(word);
        let format = opcode.format();
        let descriptor = format.get(word, Field::Descriptor) as u8;
        let destination = Destination(format.get(word, Field::Destination) as u8);
        let index = Index::from_bits(format.get(word, Field::Index));
        let first = Source(format.get(word, Field::Source1) as u8);
        let second = Source(format.get(word, Field::Source2) as u8);
        let third = Source(format.get(word, Field::Source3) as u8);
        let reserved = format.get(word, Field::Reserved);
        let target = format.get(word, Field::Target) as u16;
        let count = format.get(word, Field::Count) as u8;
        match format {
            Format::Zero => Instruction::Bare { opcode, reserved },
            Format::Unknown => Instruction::Unknown { opcode, payload: reserved },
            Format::OneUnary => Instruction::Unary {
                opcode,
                destination,
                source: first,
                index,
                descriptor,
                reserved: reserved as u8,
            },
            Format::One | Format::OneInverted => {
                Instruction::Binary { opcode, destination, sources: [first, second], index, descriptor }
            }
            Format::Five | Format::FiveInverted => Instruction::Ternary {
                opcode,
                destination,
                sources: [first, second, third],
                index,
                descriptor,
            },
            Format::OneCompare => Instruction::Compare {
                operators: [
                    Comparison(format.get(word, Field::CompareX) as u8),
                    Comparison(format.get(word, Field::CompareY) as u8),
                ],
                sources: [first, second],
                index,
                descriptor,
            },
            Format::Two => Instruction::Flagged {
                opcode,
                condition: Condition::from_bits(word >> 22),
                target,
                count,
                reserved: reserved as u8,
            },
            Format::Three => Instruction::Selected {
                opcode,
                register: format.get(word, Field::Register) as u8,
                target,
                count,
                reserved: reserved as u8,
            },
            Format::Four => Instruction::SetEmit {
                vertex: format.get(word, Field::Vertex) as u8,
                primitive: format.get(word, Field::Primitive) != 0,
                invert: format.get(word, Field::Winding) != 0,
                reserved,
            },
        }
    }

    /// The opcode.
    #[must_use]
    pub const fn opcode(&self) -> Opcode {
        match *self {
            Instruction::Bare { opcode, .. }
            | Instruction::Unary { opcode, .. }
            | Instruction::Binary { opcode, .. }
            | Instruction::Ternary { opcode, .. }
            | Instruction::Flagged { opcode, .. }
            | Instruction::Selected { opcode, .. }
            | Instruction::Unknown { opcode, .. } => opcode,
            Instruction::Compare { .. } => Opcode::CMP,
            Instruction::SetEmit { .. } => Opcode::SETEMIT,
        }
    }

    /// Encodes the instruction.
    ///
    /// # Errors
    ///
    /// If the opcode does not match the variant, or a value its field.
    pub fn encode(&self) -> Result<u32, EncodeError> {
        use Field::{
            CompareX, CompareY, Count, Descriptor, Operator, Primitive, ReferenceX, ReferenceY, Register,
            Reserved, Source1, Source2, Source3, Target, Vertex, Winding,
        };
        let opcode = self.opcode();
        let format = opcode.format();
        let fits = match self {
            Instruction::Bare { .. } => format == Format::Zero,
            Instruction::Unary { .. } => format == Format::OneUnary,
            Instruction::Binary { .. } => matches!(format, Format::One | Format::OneInverted),
            Instruction::Ternary { .. } => matches!(format, Format::Five | Format::FiveInverted),
            Instruction::Flagged { .. } => format == Format::Two,
            Instruction::Selected { .. } => format == Format::Three,
            Instruction::Unknown { .. } => format == Format::Unknown,
            Instruction::Compare { .. } | Instruction::SetEmit { .. } => true,
        };
        if !fits {
            return Err(EncodeError::WrongVariant(opcode));
        }
        // CMP's second slot belongs to the operator field, so the opcode field is set from the short opcode.
        let width = format.position(Field::Opcode).map_or(6, |(_, width)| width);
        let start = u32::from(opcode.slot()) >> (6 - width) << (32 - width);
        let put = |fields: &[(Field, u32)]| {
            fields.iter().try_fold(start, |word, &(field, value)| {
                format.set(word, field, value).ok_or(EncodeError::TooWide {
                    field,
                    value,
                    width: format.position(field).map_or(0, |(_, width)| width),
                })
            })
        };
        match *self {
            Instruction::Bare { reserved, .. } | Instruction::Unknown { payload: reserved, .. } => {
                put(&[(Reserved, reserved)])
            }
            Instruction::Unary { destination, source, index, descriptor, reserved, .. } => put(&[
                (Field::Destination, destination.0.into()),
                (Source1, source.0.into()),
                (Field::Index, index.bits()),
                (Descriptor, descriptor.into()),
                (Reserved, reserved.into()),
            ]),
            Instruction::Binary { destination, sources, index, descriptor, .. } => put(&[
                (Field::Destination, destination.0.into()),
                (Source1, sources[0].0.into()),
                (Source2, sources[1].0.into()),
                (Field::Index, index.bits()),
                (Descriptor, descriptor.into()),
            ]),
            Instruction::Ternary { destination, sources, index, descriptor, .. } => put(&[
                (Field::Destination, destination.0.into()),
                (Source1, sources[0].0.into()),
                (Source2, sources[1].0.into()),
                (Source3, sources[2].0.into()),
                (Field::Index, index.bits()),
                (Descriptor, descriptor.into()),
            ]),
            Instruction::Compare { operators, sources, index, descriptor } => put(&[
                (CompareX, operators[0].0.into()),
                (CompareY, operators[1].0.into()),
                (Source1, sources[0].0.into()),
                (Source2, sources[1].0.into()),
                (Field::Index, index.bits()),
                (Descriptor, descriptor.into()),
            ]),
            Instruction::Flagged { condition, target, count, reserved, .. } => put(&[
                (Operator, condition.combine as u32),
                (ReferenceX, condition.x.into()),
                (ReferenceY, condition.y.into()),
                (Target, target.into()),
                (Count, count.into()),
                (Reserved, reserved.into()),
            ]),
            Instruction::Selected { register, target, count, reserved, .. } => put(&[
                (Register, register.into()),
                (Target, target.into()),
                (Count, count.into()),
                (Reserved, reserved.into()),
            ]),
            Instruction::SetEmit { vertex, primitive, invert, reserved } => put(&[
                (Vertex, vertex.into()),
                (Primitive, primitive.into()),
                (Winding, invert.into()),
                (Reserved, reserved),
            ]),
        }
    }
}

/// Source registers of a word by operand position, as many as its opcode has.
pub fn sources(word: u32) -> impl Iterator<Item = Source> {
    let format = Opcode::of(word).format();
    [Field::Source1, Field::Source2, Field::Source3]
        .into_iter()
        .filter(move |&field| format.position(field).is_some())
        .map(move |field| Source(format.get(word, field) as u8))
}
