//! Checks that the elements of a signature fit into their registers.

use super::semantics::Meaning;
use crate::shader::signature::Element;

/// Registers of a signature.
const ROWS: u32 = 32;
/// Columns of a register.
const COLUMNS: u32 = 4;

/// Bits of a component: what occupies it, or may not be placed there.
mod bit {
    pub(super) const OCCUPIED: u8 = 1;
    pub(super) const ARBITRARY: u8 = 1 << 1;
    pub(super) const GENERATED: u8 = 1 << 2;
    pub(super) const SYSTEM_VALUE: u8 = 1 << 3;
    pub(super) const TESS_FACTOR: u8 = 1 << 4;
    pub(super) const CLIP_CULL: u8 = 1 << 5;
    /// What cannot be in a row that is indexed.
    pub(super) const FIXED: u8 = GENERATED | SYSTEM_VALUE;
}

/// Why an element does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// It is outside of the registers.
    Range,
    /// A row is indexed as part of another array.
    Indexing,
    /// A row has another interpolation mode.
    Interpolation,
    /// A row has components of another width.
    Width,
    /// A component is taken.
    Overlap,
    /// A system value would precede a value of the program, or a generated one any other.
    Order,
}

impl Conflict {
    /// What is wrong, for messages.
    pub(super) fn words(self) -> &'static str {
        match self {
            Conflict::Range => "outside of the 32 registers of four components",
            Conflict::Indexing => "in a register that is indexed as part of another array",
            Conflict::Interpolation => "in a register with another interpolation mode",
            Conflict::Width => "in a register with components of another width",
            Conflict::Overlap => "on components of another element",
            Conflict::Order => {
                "before values that have to precede it: own ones, then system values, then generated ones"
            }
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Register {
    components: [u8; 4],
    interpolation: u8,
    /// 1 if indexed from the row above, 2 if into the row below.
    indexing: u8,
    is_fixed: bool,
    width: u8,
}

/// Registers of one stream.
#[derive(Clone)]
pub(super) struct Registers {
    rows: Vec<Register>,
    has_minimum_precision: bool,
}

fn flags(meaning: Meaning) -> u8 {
    match meaning {
        Meaning::SystemValue => bit::SYSTEM_VALUE,
        Meaning::Generated => bit::GENERATED,
        Meaning::TessFactor => bit::TESS_FACTOR,
        Meaning::ClipCull => bit::CLIP_CULL,
        _ => bit::ARBITRARY,
    }
}

/// What may not be left of components with these flags.
fn barred_left(flags: u8) -> u8 {
    match flags {
        bit::ARBITRARY => bit::GENERATED | bit::SYSTEM_VALUE | bit::TESS_FACTOR | bit::CLIP_CULL,
        bit::SYSTEM_VALUE | bit::TESS_FACTOR | bit::CLIP_CULL => bit::GENERATED,
        _ => 0,
    }
}

/// What may not be right of components with these flags.
fn barred_right(flags: u8) -> u8 {
    match flags {
        bit::GENERATED => bit::ARBITRARY | bit::SYSTEM_VALUE | bit::TESS_FACTOR | bit::CLIP_CULL,
        bit::SYSTEM_VALUE | bit::TESS_FACTOR | bit::CLIP_CULL => bit::ARBITRARY,
        _ => 0,
    }
}

/// Indexing of a row of an array.
fn indexing(row: u32, rows: u32) -> u8 {
    u8::from(row > 0) | u8::from(row + 1 < rows) << 1
}

impl Registers {
    pub(super) fn new(has_minimum_precision: bool) -> Registers {
        Registers { rows: vec![Register::default(); ROWS as usize], has_minimum_precision }
    }

    /// Width of components as packing sees it; 0 if it has none.
    fn width(&self, component_type: u8) -> u8 {
        match component_type {
            2 | 3 | 8 | 11 | 12 if !self.has_minimum_precision => 16,
            1 | 2 | 3 | 4 | 5 | 8 | 9 | 11..=14 | 17 | 18 => 32,
            _ => 0,
        }
    }

    /// Places an element.
    pub(super) fn place(&mut self, element: &Element, meaning: Meaning) -> Result<(), Conflict> {
        let Some((row, column)) = element.place else { return Ok(()) };
        let (columns, flags) = (u32::from(element.columns), flags(meaning));
        let column = u32::from(column);
        let end = row.checked_add(element.rows).filter(|&end| end <= ROWS).ok_or(Conflict::Range)?;
        if column + columns > COLUMNS {
            return Err(Conflict::Range);
        }
        let width = self.width(element.component_type);
        let rows = self.rows.get_mut(row as usize..end as usize).ok_or(Conflict::Range)?;
        let taken = column as usize..(column + columns) as usize;
        for (index, register) in (0..).zip(rows.iter()) {
            let own = indexing(index, element.rows);
            register.accepts(flags, own, element.interpolation, width)?;
        }
        for register in rows.iter() {
            for component in register.components.get(taken.clone()).unwrap_or_default() {
                if component & bit::OCCUPIED != 0 {
                    return Err(Conflict::Overlap);
                }
                if component & flags != 0 {
                    return Err(Conflict::Order);
                }
            }
        }
        for (index, register) in (0..).zip(rows) {
            register.take(flags, indexing(index, element.rows), element.interpolation, width, &taken);
        }
        Ok(())
    }

    /// True if a component is left for one generated value without interpolation.
    pub(super) fn has_room_for_generated(&self) -> bool {
        self.rows.iter().any(|register| {
            register.accepts(bit::GENERATED, 0, 1, 0).is_ok()
                && register
                    .components
                    .iter()
                    .any(|component| component & (bit::OCCUPIED | bit::GENERATED) == 0)
        })
    }
}

impl Register {
    fn accepts(&self, flags: u8, own: u8, interpolation: u8, width: u8) -> Result<(), Conflict> {
        if self.indexing != 0 && flags & bit::FIXED != 0
            || self.is_fixed && own | self.indexing != self.indexing
            || flags & bit::TESS_FACTOR != 0 && own | self.indexing != own
        {
            return Err(Conflict::Indexing);
        }
        if self.interpolation != 0 && self.interpolation != interpolation {
            return Err(Conflict::Interpolation);
        }
        if self.width != 0 && self.width != width && width != 0 {
            return Err(Conflict::Width);
        }
        Ok(())
    }

    fn take(&mut self, flags: u8, own: u8, interpolation: u8, width: u8, taken: &std::ops::Range<usize>) {
        self.interpolation = interpolation;
        self.indexing |= own;
        self.width = width;
        self.is_fixed |= flags & (bit::FIXED | bit::TESS_FACTOR) != 0;
        for (index, component) in self.components.iter_mut().enumerate() {
            if *component & bit::OCCUPIED != 0 {
                continue;
            }
            if index < taken.start {
                *component |= barred_left(flags);
            } else if index < taken.end {
                *component = bit::OCCUPIED | flags;
            } else {
                *component |= barred_right(flags);
            }
        }
    }
}
