//! Uniforms as members of one block, each under its own name.
//!
//! Register c*n* stands at byte 16·n, named or not, so one buffer that mirrors the register file serves every program;
//! registers without a name fill the gaps as arrays. Behind the float registers follow the integer vectors, 16 bytes each, and
//! the bools, 4 bytes each. Registers that the file sets itself are constants and not read from the block.

use glassbox_pica::float24;
use glassbox_shbin::model::Executable;
use glassbox_shbin::raw::ConstantKind;
use glassbox_shbin::register::Class;

use crate::program::Usage;

/// Bytes of a vector register.
pub(crate) const REGISTER: u32 = 16;

/// A member of the block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    /// Its name.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) class: Class,
    /// First register.
    pub(crate) first: u8,
    /// Number of registers.
    pub(crate) count: u8,
    /// Offset in the block, bytes.
    pub(crate) offset: u32,
}

/// The uniforms of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// The members by offset.
    pub(crate) fields: Vec<Field>,
    /// Size of the block, bytes; zero without a block.
    pub(crate) size: u32,
    /// Values that the file sets, as `f32` bits.
    pub(crate) floats: Vec<Option<[u32; 4]>>,
    /// Integer vectors that the file sets.
    pub(crate) ints: [Option<[u8; 4]>; 4],
    /// Bools that the file sets.
    pub(crate) bools: [Option<bool>; 16],
}

impl Layout {
    /// Lays out what the executable names and its code uses.
    pub(crate) fn new(executable: &Executable<'_>, usage: &Usage) -> Layout {
        let mut layout = Layout { floats: vec![None; 96], ..Layout::default() };
        layout.set_constants(executable);
        let mut named = Vec::new();
        for uniform in executable.tables.uniforms.iter() {
            let (Some((class, first)), Some((last_class, last))) =
                (uniform.first.split(), uniform.last.split())
            else {
                continue;
            };
            if class != Class::Input && class == last_class && last >= first {
                let name = executable.tables.symbols.text(uniform.name);
                named.push((class, first as u8, (last - first + 1) as u8, name));
            }
            // Names may overlap a thousand times over; each register gets the first one.
            if named.len() > 1024 {
                break;
            }
        }
        named.sort_by_key(|(class, first, ..)| (*class, *first));
        layout.place_floats(&named, usage);
        layout.place_ints(&named, usage);
        layout.place_bools(&named, usage);
        layout.size = layout.size.next_multiple_of(REGISTER);
        layout
    }

    fn set_constants(&mut self, executable: &Executable<'_>) {
        for constant in executable.tables.constants.iter() {
            let register = usize::from(constant.register);
            let words = constant.data.map(|word| word.0);
            match constant.kind {
                ConstantKind::FLOAT => {
                    if let Some(slot) = self.floats.get_mut(register) {
                        *slot = Some(words.map(float24::decode_bits));
                    }
                }
                ConstantKind::INT => {
                    if let Some(slot) = self.ints.get_mut(register) {
                        *slot = Some(words[0].to_le_bytes());
                    }
                }
                ConstantKind::BOOL => {
                    if let Some(slot) = self.bools.get_mut(register) {
                        *slot = Some(words[0] & 1 != 0);
                    }
                }
                _ => {}
            }
        }
    }

    /// One past the last register of a class that must be in the block.
    fn place_floats(&mut self, named: &[(Class, u8, u8, String)], usage: &Usage) {
        let mut needed = usage.floats;
        if usage.relative {
            needed = (1 << 96) - 1;
        }
        for (register, value) in self.floats.iter().enumerate() {
            if value.is_some() {
                needed &= !(1 << register);
            }
        }
        let last_needed = (128 - needed.leading_zeros()) as u8;
        let mut at = 0u8;
        let mut end = last_needed;
        for (_, first, count, _) in named.iter().filter(|(class, ..)| *class == Class::Float) {
            end = end.max(first + count);
        }
        for (_, first, count, name) in named.iter().filter(|(class, ..)| *class == Class::Float) {
            if *first < at {
                continue;
            }
            self.fill(at, *first);
            self.push(name.clone(), Class::Float, *first, *count, u32::from(*first) * REGISTER);
            at = first + count;
        }
        self.fill(at, end);
    }

    /// Registers without a name.
    fn fill(&mut self, from: u8, to: u8) {
        if from < to {
            let name = match to - from {
                1 => format!("c{from}"),
                _ => format!("c{from}_to_c{}", to - 1),
            };
            self.push(name, Class::Float, from, to - from, u32::from(from) * REGISTER);
        }
    }

    fn place_ints(&mut self, named: &[(Class, u8, u8, String)], usage: &Usage) {
        self.singles(Class::Int, 4, named, u32::from(usage.ints), REGISTER);
    }

    fn place_bools(&mut self, named: &[(Class, u8, u8, String)], usage: &Usage) {
        self.singles(Class::Bool, 16, named, u32::from(usage.bools), 4);
    }

    /// Registers one by one: those with a name, or used, and not set by the file.
    fn singles(&mut self, class: Class, count: u8, named: &[(Class, u8, u8, String)], used: u32, size: u32) {
        for register in 0..count {
            let set = match class {
                Class::Int => self.ints.get(usize::from(register)).is_some_and(Option::is_some),
                _ => self.bools.get(usize::from(register)).is_some_and(Option::is_some),
            };
            let name = named.iter().find(|(kind, first, length, _)| {
                *kind == class && *first <= register && register - first < *length
            });
            if set || (name.is_none() && used >> register & 1 == 0) {
                continue;
            }
            let name = match name {
                Some((_, _, 1, name)) => name.clone(),
                Some((_, first, _, name)) => format!("{name}_{}", register - first),
                None => format!("{}{register}", class.letter()),
            };
            self.push(name, class, register, 1, self.size.next_multiple_of(size));
        }
    }

    fn push(&mut self, name: String, class: Class, first: u8, count: u8, offset: u32) {
        let size = if class == Class::Bool { 4 } else { REGISTER };
        let name = if name.is_empty() { format!("{}{first}", class.letter()) } else { name };
        self.size = offset + size * u32::from(count);
        self.fields.push(Field { name, class, first, count, offset });
    }

    /// The member that holds a register, with its number among the members.
    pub(crate) fn find(&self, class: Class, register: u8) -> Option<(u32, &Field)> {
        let fields = self.fields.iter().enumerate();
        fields
            .filter(|(_, field)| field.class == class)
            .find(|(_, field)| field.first <= register && register - field.first < field.count)
            .map(|(at, field)| (at as u32, field))
    }
}
