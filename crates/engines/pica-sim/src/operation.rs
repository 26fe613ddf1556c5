//! Decodes code words with their operand descriptors, once before they run.

use glassbox_pica::Instruction;
use glassbox_pica::descriptor::{Descriptor, Mask};
use glassbox_pica::format::Field;
use glassbox_pica::opcode::Opcode;
use glassbox_pica::register::{Comparison, Condition, Destination, Index, Source};

use crate::state::{REGISTERS, place};
use crate::trap::TrapKind;

/// Operation of an arithmetic instruction. Inverted forms differ only in their encoding and have no
/// entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Compute {
    Add,
    Dp3,
    Dp4,
    Dph,
    Dst,
    Ex2,
    Lg2,
    Litp,
    Mul,
    Sge,
    Slt,
    Floor,
    Max,
    Min,
    Rcp,
    Rsq,
    Mov,
    Mad,
}

/// Source operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// Register as encoded.
    pub register: Source,
    /// Index added to its number; [`Index::None`] wherever the hardware ignores the field.
    pub index: Index,
    /// Source component (0-3) of each of the four components.
    pub swizzle: [u8; 4],
    /// Negate all components after selection.
    pub negate: bool,
    /// Summary of the operand for fast paths.
    pub(crate) form: Form,
}

/// Kind of access for an operand as one number, so that one comparison each tells whether it is a
/// plain register and whether it is one component: the index of a register ([`place`]), or
/// [`REGISTERS`] plus the index of a component, counted from that of the first register, or one of
/// the constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Form(pub(crate) u16);

impl Form {
    /// Negated register.
    pub(crate) const NEGATED: Form = Form(0xFFFE);
    /// Any other operand.
    pub(crate) const OTHER: Form = Form(0xFFFF);

    fn new(register: Source, index: Index, swizzle: [u8; 4], negate: bool) -> Form {
        let place = place(register);
        match swizzle {
            _ if index != Index::None => Form::OTHER,
            [0, 1, 2, 3] if negate => Form::NEGATED,
            [0, 1, 2, 3] => Form(place as u16),
            [x, y, z, w] if x == y && x == z && x == w && !negate => {
                Form((REGISTERS + 4 * place + usize::from(x & 3)) as u16)
            }
            _ => Form::OTHER,
        }
    }
}

impl Operand {
    /// Plain `v0`, in place of a missing source.
    const ABSENT: Operand = Operand {
        register: Source(0),
        index: Index::None,
        swizzle: [0, 1, 2, 3],
        negate: false,
        form: Form(place(Source(0)) as u16),
    };
}

/// Condition of a flow instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// Unconditional.
    Always,
    /// The compare flags.
    Flags(Condition),
    /// Bool register, which must have the given value.
    Bool {
        /// Register number, 0-15.
        register: u8,
        /// Required value.
        is: bool,
    },
}

/// Effect of a code word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Computes a vector and writes it under a mask.
    Compute {
        /// The operation.
        compute: Compute,
        /// Destination register.
        destination: Destination,
        /// Components to write.
        mask: Mask,
        /// Operands; missing ones read `v0`.
        sources: [Operand; 3],
        /// Number of sources.
        count: u8,
    },
    /// MOVA: writes the address registers in the mask.
    Address {
        /// Bit 3 for `a0.x`, bit 2 for `a0.y`.
        mask: Mask,
        /// The operand.
        source: Operand,
    },
    /// CMP: writes both flags.
    Compare {
        /// Operators for x and y.
        operators: [Comparison; 2],
        /// The operands.
        sources: [Operand; 2],
    },
    /// NOP.
    Nop,
    /// END.
    End,
    /// BREAK and BREAKC.
    Break {
        /// Condition.
        when: When,
    },
    /// CALL, CALLC, CALLU: runs `target .. end`, then the next word.
    Call {
        /// Condition.
        when: When,
        /// DST.
        target: u32,
        /// DST + NUM.
        end: u32,
    },
    /// IFC, IFU: continues if the condition holds, else at `target`. The true part exits to `end`.
    If {
        /// Condition.
        when: When,
        /// DST.
        target: u32,
        /// DST + NUM.
        end: u32,
    },
    /// JMPC, JMPU.
    Jump {
        /// Condition.
        when: When,
        /// DST.
        target: u32,
    },
    /// LOOP: repeats the following words through `last`.
    Loop {
        /// Integer register, 0-3: the two bits that the hardware uses.
        register: u8,
        /// DST.
        last: u32,
    },
    /// EMIT.
    Emit,
    /// SETEMIT.
    SetEmit {
        /// Slot to write, 0-3.
        vertex: u8,
        /// Submit a triangle.
        primitive: bool,
        /// Invert its winding.
        invert: bool,
    },
    /// Word that cannot run.
    Trap(TrapKind),
}

impl Action {
    /// True if it only reads and writes registers, so that the following word runs next unless a
    /// block closes there.
    pub(crate) const fn is_vector(&self) -> bool {
        matches!(self, Action::Compute { .. } | Action::Address { .. } | Action::Compare { .. } | Action::Nop)
    }
}

/// Decoded code word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// Word as stored.
    pub word: u32,
    /// Effect of the word.
    pub action: Action,
}

impl Operation {
    /// Decodes a word with the descriptor table (first words of the entries).
    #[must_use]
    pub fn decode(word: u32, descriptors: &[u32]) -> Operation {
        Operation { word, action: action(word, descriptors) }
    }

    /// The opcode.
    #[must_use]
    pub const fn opcode(&self) -> Opcode {
        Opcode::of(self.word)
    }
}

fn action(word: u32, descriptors: &[u32]) -> Action {
    let opcode = Opcode::of(word);
    let format = opcode.format();
    let descriptor = |number: u8| descriptors.get(usize::from(number)).copied().map(Descriptor::decode);
    let missing = Action::Trap(TrapKind::Descriptor);
    // The index register applies only to the wide source, and only to a uniform.
    let operands = |descriptor: &Descriptor, registers: &[Source], index: Index| {
        let mut operands = [Operand::ABSENT; 3];
        let fields = [Field::Source1, Field::Source2, Field::Source3];
        for (at, (&register, selection)) in registers.iter().zip(&descriptor.sources).enumerate() {
            let indexed = format.wide_source() == Some(fields[at]) && register.as_uniform().is_some();
            let index = if indexed { index } else { Index::None };
            let swizzle = [0, 1, 2, 3].map(|component| selection.swizzle.component(component));
            let negate = selection.negate;
            operands[at] = Operand {
                register,
                index,
                swizzle,
                negate,
                form: Form::new(register, index, swizzle, negate),
            };
        }
        operands
    };
    match Instruction::decode(word) {
        Instruction::Unary { opcode: Opcode::MOVA, source, index, descriptor: number, .. } => {
            descriptor(number).map_or(missing, |descriptor| Action::Address {
                mask: descriptor.mask,
                source: operands(&descriptor, &[source], index)[0],
            })
        }
        Instruction::Unary { destination, source, index, descriptor: number, .. } => {
            match (compute(opcode), descriptor(number)) {
                (Some(compute), Some(descriptor)) => Action::Compute {
                    compute,
                    destination,
                    mask: descriptor.mask,
                    sources: operands(&descriptor, &[source], index),
                    count: 1,
                },
                (None, _) => Action::Trap(TrapKind::UnknownOpcode),
                (_, None) => missing,
            }
        }
        Instruction::Binary { destination, sources, index, descriptor: number, .. } => {
            match (compute(opcode), descriptor(number)) {
                (Some(compute), Some(descriptor)) => Action::Compute {
                    compute,
                    destination,
                    mask: descriptor.mask,
                    sources: operands(&descriptor, &sources, index),
                    count: 2,
                },
                (None, _) => Action::Trap(TrapKind::UnknownOpcode),
                (_, None) => missing,
            }
        }
        Instruction::Ternary { destination, sources, index, descriptor: number, .. } => descriptor(number)
            .map_or(missing, |descriptor| Action::Compute {
                compute: Compute::Mad,
                destination,
                mask: descriptor.mask,
                sources: operands(&descriptor, &sources, index),
                count: 3,
            }),
        Instruction::Compare { operators, sources, index, descriptor: number } => {
            descriptor(number).map_or(missing, |descriptor| {
                let [a, b, _] = operands(&descriptor, &sources, index);
                Action::Compare { operators, sources: [a, b] }
            })
        }
        Instruction::Bare { opcode, .. } => match opcode {
            Opcode::NOP => Action::Nop,
            Opcode::END => Action::End,
            Opcode::BREAK => Action::Break { when: When::Always },
            Opcode::EMIT => Action::Emit,
            _ => Action::Trap(TrapKind::UnknownOpcode),
        },
        Instruction::Flagged { opcode, condition, target, count, .. } => {
            let when = if opcode == Opcode::CALL { When::Always } else { When::Flags(condition) };
            flow(opcode, when, target.into(), count.into(), 0)
        }
        Instruction::Selected { opcode, register, target, count, .. } => {
            let is = opcode != Opcode::JMPU || count & 1 == 0;
            let when = When::Bool { register, is };
            flow(opcode, when, target.into(), count.into(), register)
        }
        Instruction::SetEmit { vertex, primitive, invert, .. } => {
            Action::SetEmit { vertex, primitive, invert }
        }
        Instruction::Unknown { .. } => Action::Trap(TrapKind::UnknownOpcode),
    }
}

fn flow(opcode: Opcode, when: When, target: u32, count: u32, register: u8) -> Action {
    let end = target + count;
    match opcode {
        Opcode::BREAKC => Action::Break { when },
        Opcode::CALL | Opcode::CALLC | Opcode::CALLU => Action::Call { when, target, end },
        Opcode::IFC | Opcode::IFU => Action::If { when, target, end },
        Opcode::JMPC | Opcode::JMPU => Action::Jump { when, target },
        Opcode::LOOP => Action::Loop { register: register & 3, last: target },
        _ => Action::Trap(TrapKind::UnknownOpcode),
    }
}

fn compute(opcode: Opcode) -> Option<Compute> {
    Some(match opcode {
        Opcode::ADD => Compute::Add,
        Opcode::DP3 => Compute::Dp3,
        Opcode::DP4 => Compute::Dp4,
        Opcode::DPH | Opcode::DPHI => Compute::Dph,
        Opcode::DST | Opcode::DSTI => Compute::Dst,
        Opcode::EX2 => Compute::Ex2,
        Opcode::LG2 => Compute::Lg2,
        Opcode::LITP => Compute::Litp,
        Opcode::MUL => Compute::Mul,
        Opcode::SGE | Opcode::SGEI => Compute::Sge,
        Opcode::SLT | Opcode::SLTI => Compute::Slt,
        Opcode::FLR => Compute::Floor,
        Opcode::MAX => Compute::Max,
        Opcode::MIN => Compute::Min,
        Opcode::RCP => Compute::Rcp,
        Opcode::RSQ => Compute::Rsq,
        Opcode::MOV => Compute::Mov,
        Opcode::MAD | Opcode::MADI => Compute::Mad,
        _ => return None,
    })
}
