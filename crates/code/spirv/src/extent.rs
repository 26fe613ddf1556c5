//! Where a module ends that stands in the middle of other data.
//!
//! A module does not state its size. Its order does: the functions come last, each ends with `OpFunctionEnd`, and behind
//! one stands the next, a debug line, a non-semantic extended instruction, or nothing that belongs to the module.

use glassbox_core::format::Effort;

use crate::grammar::{Count, Kind, opcode};
use crate::walk::{HEADER_BYTES, Instruction, Module};

/// Most ids that the header of a found module may claim; the universal limit is a sixteenth of it.
const MAX_BOUND: u32 = 1 << 26;
/// Newest minor version that is taken for one; the last that was published is 6.
const MAX_MINOR: u32 = 9;
/// Effort that an instruction costs; only its first words are looked at.
const INSTRUCTION: u64 = 8;

const EXT_INST_IMPORT: u16 = 11;
const EXT_INST: u16 = 12;
const MEMORY_MODEL: u16 = 14;
const CAPABILITY: u16 = 17;
const FUNCTION: u16 = 54;
const FUNCTION_END: u16 = 56;
const LINE: u16 = 8;
const NO_LINE: u16 = 317;
/// The capability of modules that are linked to others, the only ones without entry points.
const LINKAGE: u32 = 5;

/// Size of the module that begins with the first of these bytes, in bytes; anything may follow it. `None` when none
/// begins here or it is cut off. A module that is linked to others need not have functions; without them it ends before
/// the first word that is no instruction.
pub fn extent(bytes: &[u8], effort: &mut Effort) -> Option<usize> {
    let module = Module::read(bytes).ok()?;
    let header = module.header();
    let (major, minor) = (header.version >> 16, header.version >> 8 & 0xff);
    let is_header = header.words * 4 == HEADER_BYTES
        && major == 1
        && minor <= MAX_MINOR
        && header.version & 0xff == 0
        && header.schema == 0
        && (1..=MAX_BOUND).contains(&header.bound);
    if !is_header {
        return None;
    }
    let mut course = Course {
        bound: header.bound,
        sets: Vec::new(),
        place: Place::Start,
        has_memory_model: false,
        is_linked: false,
        end: None,
    };
    for instruction in module.walk() {
        effort.spend(INSTRUCTION)?;
        if course.step(&instruction).is_none() {
            break;
        }
    }
    course.end
}

/// What has been seen of a module.
struct Course {
    bound: u32,
    /// Ids of the extended instruction sets.
    sets: Vec<u32>,
    place: Place,
    has_memory_model: bool,
    is_linked: bool,
    /// End of the last instruction behind which the module may be over.
    end: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the first instruction.
    Start,
    /// Before the functions.
    Tables,
    /// Before the functions, behind an instruction that no table knows: the module may have ended before it.
    Doubt,
    Function,
    BehindFunction,
}

impl Course {
    /// Takes an instruction; `None` when it does not belong to the module.
    fn step(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        let end = instruction.range().end;
        match self.place {
            Place::Start => {
                // Every module states what it needs first; this tells one from its magic number in other data.
                if instruction.opcode != CAPABILITY || instruction.words() != 2 {
                    return None;
                }
                self.place = Place::Tables;
                self.is_linked = instruction.word(0) == Some(LINKAGE);
            }
            Place::Function => match instruction.opcode {
                FUNCTION => return None,
                FUNCTION_END if instruction.is_empty() => {
                    self.place = Place::BehindFunction;
                    self.end = Some(end);
                }
                _ => {}
            },
            Place::BehindFunction => match instruction.opcode {
                FUNCTION => self.function(instruction)?,
                LINE if instruction.words() == 4 => {}
                NO_LINE if instruction.is_empty() => self.end = Some(end),
                EXT_INST if instruction.word(2).is_some_and(|set| self.sets.contains(&set)) => {
                    self.end = Some(end);
                }
                _ => return None,
            },
            Place::Tables | Place::Doubt => self.table(instruction)?,
        }
        Some(())
    }

    fn function(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        let is_function = instruction.words() == 5 && self.is_id(instruction.word(1));
        self.place = Place::Function;
        is_function.then_some(())
    }

    /// An instruction before the functions.
    fn table(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        match instruction.opcode {
            FUNCTION => {
                self.function(instruction)?;
                // From here on the module is whole only behind a function.
                self.end = None;
                return Some(());
            }
            MEMORY_MODEL => self.has_memory_model = true,
            CAPABILITY => self.is_linked |= instruction.word(0) == Some(LINKAGE),
            EXT_INST_IMPORT => self.sets.extend(instruction.word(0)),
            _ => {}
        }
        if self.place == Place::Tables && self.is_known(instruction) {
            let may_end = self.has_memory_model && self.is_linked;
            self.end = may_end.then_some(instruction.range().end);
        } else {
            self.place = Place::Doubt;
        }
        Some(())
    }

    fn is_id(&self, word: Option<u32>) -> bool {
        word.is_some_and(|id| (1..self.bound).contains(&id))
    }

    /// Whether the grammar knows the instruction, it has the words it needs, and its first ids are below the bound.
    fn is_known(&self, instruction: &Instruction<'_>) -> bool {
        let Some(known) = opcode(instruction.opcode) else {
            return false;
        };
        let needed = known
            .operands
            .iter()
            .filter(|operand| operand.count == Count::One);
        let leading = known
            .operands
            .iter()
            .take_while(|operand| matches!(operand.kind, Kind::ResultType | Kind::Result | Kind::Id))
            .filter(|operand| operand.count == Count::One);
        instruction.len() >= needed.count()
            && leading
                .enumerate()
                .all(|(place, _)| self.is_id(instruction.word(place)))
    }
}
