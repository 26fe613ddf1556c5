//! Computes the reads and writes of an instruction as sets of register components.
//!
//! Facts: PICA200 instruction set notes, sections 3 and 4.

use glassbox_pica::Opcode;
use glassbox_pica::check::OutputMapping;
use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::format::Field;
use glassbox_pica::instruction::{Instruction, sources};
use glassbox_pica::opcode::{Class, Flow, Lanes};
use glassbox_pica::register::{Combine, Index};

/// Set of components: four bits per temporary register, bit 0 for x, then the other state a program writes
/// before it reads.
pub(super) type Components = u128;

const ADDRESS_X: Components = 1 << 64;
const ADDRESS_Y: Components = 1 << 65;
const LOOP: Components = 1 << 66;
const FLAG_X: Components = 1 << 67;
const FLAG_Y: Components = 1 << 68;

/// Names of the bits above the temporary registers.
const OTHERS: [(Components, &str); 5] =
    [(ADDRESS_X, "a0.x"), (ADDRESS_Y, "a0.y"), (LOOP, "aL"), (FLAG_X, "cmp.x"), (FLAG_Y, "cmp.y")];

/// Components of each output register that are consumed, bit 3 for x.
pub(super) type Taken = [u8; 16];

/// Components that leave the unit: all of them if no output is declared.
pub(super) fn taken(outputs: &[OutputMapping]) -> Taken {
    if outputs.is_empty() {
        return [0xF; 16];
    }
    let mut taken = [0; 16];
    for output in outputs {
        if let Some(register) = taken.get_mut(usize::from(output.register)) {
            let components = output.taken().unwrap_or(output.mask as u8 & 0xF);
            *register |= components.reverse_bits() >> 4;
        }
    }
    taken
}

/// An instruction and its effects.
#[derive(Clone, Copy)]
pub(super) struct Effect {
    word: u32,
    descriptor: Descriptor,
    /// Components written.
    pub(super) writes: Components,
    /// Components read unconditionally: the flags of a condition.
    tests: Components,
}

impl Effect {
    pub(super) fn of(word: u32, descriptors: &[[u32; 2]]) -> Effect {
        let index = Opcode::of(word).format().get(word, Field::Descriptor) as usize;
        let descriptor = Descriptor::decode(descriptors.get(index).map_or(0, |words| words[0]));
        Effect { word, descriptor, writes: writes(word, descriptor), tests: tests(word) }
    }

    /// Liveness before the instruction, given the components live after it.
    pub(super) fn needs(&self, live: Components, taken: &Taken) -> Components {
        self.tests | self.operands(live, taken)
    }

    /// Source components that the live part of the result depends on.
    fn operands(&self, live: Components, taken: &Taken) -> Components {
        let (word, descriptor) = (self.word, self.descriptor);
        let opcode = Opcode::of(word);
        let info = opcode.info();
        let flag = |flag: Components, lanes: u8| if live & flag != 0 { lanes } else { 0 };
        // Live lanes of the destination, and source lanes that determine flags.
        let (wanted, flagged) = match info.class {
            Class::Arithmetic => {
                let destination = info.format.get(word, Field::Destination);
                let wanted = match destination {
                    temporary @ 0x10.. => {
                        ((live >> (4 * (temporary - 0x10))) as u8 & 0xF).reverse_bits() >> 4
                    }
                    output => taken.get(output as usize).copied().unwrap_or(0xF),
                };
                let flagged = match opcode {
                    Opcode::LITP => flag(FLAG_X, 0b1000) | flag(FLAG_Y, 0b0001),
                    _ => 0,
                };
                (wanted & descriptor.mask.0, flagged)
            }
            Class::Address => ((flag(ADDRESS_X, 0b1000) | flag(ADDRESS_Y, 0b0100)) & descriptor.mask.0, 0),
            Class::Compare => (0, flag(FLAG_X, 0b1000) | flag(FLAG_Y, 0b0100)),
            Class::Unknown | Class::Control | Class::Geometry => return 0,
        };
        if wanted | flagged == 0 {
            return 0;
        }
        let mut read = 0;
        let selections = info.lanes.iter().zip(descriptor.sources);
        for (number, (source, (lanes, selection))) in sources(word).zip(selections).enumerate() {
            let Some(register) = source.as_temporary() else {
                continue;
            };
            let used = flagged | used_lanes(opcode, *lanes, number, wanted);
            for lane in (0..4).filter(|lane| used & (8 >> lane) != 0) {
                read |= 1 << (4 * register + selection.swizzle.component(lane));
            }
        }
        read | index(word)
    }
}

/// Source lanes that the live result lanes depend on, bit 3 for x.
fn used_lanes(opcode: Opcode, lanes: Lanes, source: usize, wanted: u8) -> u8 {
    match (opcode, source) {
        // (1, a.y * b.y, a.z, b.w)
        (Opcode::DST | Opcode::DSTI, 0) => wanted & 0b0110,
        (Opcode::DST | Opcode::DSTI, _) => wanted & 0b0101,
        // z is always zero.
        (Opcode::LITP, _) => wanted & 0b1101,
        _ if wanted == 0 => 0,
        _ => lanes.under(wanted),
    }
}

/// Register that indexes the wide source, if that is a uniform.
fn index(word: u32) -> Components {
    let format = Opcode::of(word).format();
    let wide = format.wide_source().map(|field| format.get(word, field));
    if wide.is_none_or(|register| register < 0x20) {
        return 0;
    }
    match Index::from_bits(format.get(word, Field::Index)) {
        Index::None => 0,
        Index::AddressX => ADDRESS_X,
        Index::AddressY => ADDRESS_Y,
        Index::Loop => LOOP,
    }
}

/// Flags that determine the next instruction.
fn tests(word: u32) -> Components {
    match Instruction::decode(word) {
        Instruction::Flagged { condition, opcode, .. } if opcode != Opcode::CALL => match condition.combine {
            Combine::X => FLAG_X,
            Combine::Y => FLAG_Y,
            Combine::And | Combine::Or => FLAG_X | FLAG_Y,
        },
        _ => 0,
    }
}

/// Components an instruction writes.
fn writes(word: u32, descriptor: Descriptor) -> Components {
    let info = Opcode::of(word).info();
    let mask = descriptor.mask;
    match info.class {
        Class::Arithmetic => {
            let flags = if Opcode::of(word) == Opcode::LITP { FLAG_X | FLAG_Y } else { 0 };
            match info.format.get(word, Field::Destination) {
                temporary @ 0x10.. => Components::from(mask.reversed()) << (4 * (temporary - 0x10)) | flags,
                _ => flags,
            }
        }
        Class::Address => {
            let x = if mask.contains(0) { ADDRESS_X } else { 0 };
            let y = if mask.contains(1) { ADDRESS_Y } else { 0 };
            x | y
        }
        Class::Compare => FLAG_X | FLAG_Y,
        _ if info.flow == Flow::Loop => LOOP,
        _ => 0,
    }
}

/// Registers in a set with their components, such as `r3.xy`.
pub(super) fn names(set: Components) -> impl Iterator<Item = String> {
    let component = move |register: u8| (set >> (4 * register)) as u8 & 0xF;
    let temporaries = (0..16).filter(move |&register| component(register) != 0);
    let temporaries = temporaries.map(move |register| {
        let components = component(register);
        let letters: String = "xyzw"
            .char_indices()
            .filter(|(at, _)| components >> at & 1 != 0)
            .map(|(_, letter)| letter)
            .collect();
        format!("r{register}.{letters}")
    });
    let others = OTHERS.iter().filter(move |(bit, _)| set & bit != 0);
    temporaries.chain(others.map(|(_, name)| (*name).to_owned()))
}
