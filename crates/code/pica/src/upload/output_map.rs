//! Maps output components to the rest of the chip.

use crate::check::OutputMapping;

/// Code of an unused component.
const UNUSED: u8 = 0x1F;
/// Number of entries in the map.
const PLACES: usize = 7;

/// Output map of a stage.
///
/// The hardware takes the enabled registers in ascending order, and so does the map. The homebrew runtime
/// places them by number, which differs if a register is skipped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputMap {
    /// Registers in use, bit 0 for o0.
    pub mask: u16,
    /// Component codes of each register in use, x first.
    pub components: Vec<[u8; 4]>,
    /// Used outputs, as in the clock register.
    pub clock: u32,
    /// True if texture coordinates are among them.
    pub has_texture: bool,
}

impl OutputMap {
    /// Builds the map of an output table; entries for registers above 15 are ignored.
    #[must_use]
    pub fn new(outputs: &[OutputMapping]) -> OutputMap {
        let mut registers: [Option<[u8; 4]>; 16] = [None; 16];
        let (mut clock, mut has_texture) = (0, false);
        for output in outputs {
            let Some(slot) = registers.get_mut(usize::from(output.register)) else {
                continue;
            };
            let components = slot.get_or_insert([UNUSED; 4]);
            let Some((base, count, bit)) = code(output.semantic) else {
                continue;
            };
            has_texture |= (3..=6).contains(&output.semantic);
            let used = (0..4usize).filter(|component| output.mask >> component & 1 != 0);
            let mut assigned = 0;
            for component in used.take(usize::from(count)) {
                components[component] = base + assigned;
                assigned += 1;
            }
            // The depth is the third component of the position.
            if output.semantic != 0 || assigned >= 3 {
                clock |= 1 << bit;
            }
        }
        let mask = (0..16).filter(|&register| registers[register].is_some());
        OutputMap {
            mask: mask.fold(0, |mask, register| mask | 1 << register),
            components: registers.into_iter().flatten().collect(),
            clock,
            has_texture,
        }
    }

    /// Number of registers in use.
    #[must_use]
    pub fn registers(&self) -> usize {
        self.components.len()
    }

    /// Merges a geometry stage's map with the vertex stage's: common entries in geometry order, then
    /// geometry-only ones, then vertex-only ones.
    #[must_use]
    pub fn merged(&self, vertex: &OutputMap) -> OutputMap {
        // Registers that feed nothing end a stage's list.
        let named = |map: &OutputMap| -> Vec<[u8; 4]> {
            let components = map.components.iter().copied();
            components.take_while(|&components| components != [UNUSED; 4]).collect()
        };
        let (own, theirs) = (named(self), named(vertex));
        let (both, only): (Vec<_>, Vec<_>) = own.iter().partition(|components| theirs.contains(components));
        let rest = theirs.into_iter().filter(|components| !own.contains(components));
        OutputMap {
            mask: self.mask,
            components: both.into_iter().chain(only).chain(rest).collect(),
            clock: self.clock | vertex.clock,
            has_texture: self.has_texture || vertex.has_texture,
        }
    }

    /// Number of registers and the seven entries, x in the low byte; `None` if there are more registers.
    #[must_use]
    pub fn words(&self) -> Option<[u32; 1 + PLACES]> {
        let mut words = [u32::from_le_bytes([UNUSED; 4]); 1 + PLACES];
        words[0] = self.registers() as u32;
        for (index, components) in self.components.iter().enumerate() {
            *words.get_mut(1 + index)? = u32::from_le_bytes(*components);
        }
        Some(words)
    }
}

/// First code of a semantic, its number of components, and its clock bit; `None` if only the geometry stage
/// consumes it.
const fn code(semantic: u16) -> Option<(u8, u8, u8)> {
    match semantic {
        0 => Some((0x00, 4, 0)),
        1 => Some((0x04, 4, 24)),
        2 => Some((0x08, 4, 1)),
        3 => Some((0x0C, 2, 8)),
        4 => Some((0x10, 1, 16)),
        5 => Some((0x0E, 2, 9)),
        6 => Some((0x16, 2, 10)),
        8 => Some((0x12, 3, 24)),
        _ => None,
    }
}
