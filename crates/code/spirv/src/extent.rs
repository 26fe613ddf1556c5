//! Computes the size of a module embedded in other data.
//!
//! A module does not state its size, but its order bounds it: functions come last, each ends with
//! `OpFunctionEnd`, and only another function, a debug line or a non-semantic extended instruction may follow
//! one.

use glassbox_core::format::ScanBudget;

use crate::grammar::op::{
    CAPABILITY, EXT_INST, EXT_INST_IMPORT, FUNCTION, FUNCTION_END, LINE, MEMORY_MODEL, NO_LINE,
};
use crate::grammar::value::capability;
use crate::grammar::{Count, Kind, opcode};
use crate::walk::{Binary, HEADER_BYTES, Instruction};

/// Largest bound accepted in the header of a found module; the universal limit is a sixteenth of it.
const MAX_BOUND: u32 = 1 << 26;
/// Newest minor version accepted; the last published is 6.
const MAX_MINOR: u32 = 9;
/// Cost of one instruction; only its first words are read.
const INSTRUCTION: u64 = 8;

/// Size in bytes of the module at the start of `bytes`; anything may follow it. `None` if no module starts
/// here or it is cut off. A linkable module need not have functions; without them it ends before the first
/// word that is not an instruction.
pub fn extent(bytes: &[u8], effort: &mut ScanBudget) -> Option<usize> {
    let module = Binary::read(bytes).ok()?;
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
    let mut scan = Scan {
        bound: header.bound,
        sets: Vec::new(),
        section: Section::Start,
        has_memory_model: false,
        is_linkable: false,
        end: None,
    };
    for instruction in module.walk() {
        effort.spend(INSTRUCTION)?;
        if scan.step(&instruction).is_none() {
            break;
        }
    }
    scan.end
}

/// State of the scan.
struct Scan {
    bound: u32,
    /// Ids of the extended instruction sets.
    sets: Vec<u32>,
    section: Section,
    has_memory_model: bool,
    is_linkable: bool,
    /// End of the last instruction after which the module may be complete.
    end: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// Before the first instruction.
    Start,
    /// Before the functions.
    Tables,
    /// Before the functions, after an unknown instruction: the module may have ended before it.
    MaybeEnded,
    Function,
    AfterFunction,
}

impl Scan {
    /// Consumes an instruction; `None` if it does not belong to the module.
    fn step(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        let end = instruction.range().end;
        match self.section {
            Section::Start => {
                // Every module declares a capability first; this rejects stray magic numbers in other data.
                if instruction.opcode != CAPABILITY || instruction.words() != 2 {
                    return None;
                }
                self.section = Section::Tables;
                self.is_linkable = instruction.word(0) == Some(capability::LINKAGE);
            }
            Section::Function => match instruction.opcode {
                FUNCTION => return None,
                FUNCTION_END if instruction.is_empty() => {
                    self.section = Section::AfterFunction;
                    self.end = Some(end);
                }
                _ => {}
            },
            Section::AfterFunction => match instruction.opcode {
                FUNCTION => self.function(instruction)?,
                LINE if instruction.words() == 4 => {}
                NO_LINE if instruction.is_empty() => self.end = Some(end),
                EXT_INST if instruction.word(2).is_some_and(|set| self.sets.contains(&set)) => {
                    self.end = Some(end);
                }
                _ => return None,
            },
            Section::Tables | Section::MaybeEnded => self.table(instruction)?,
        }
        Some(())
    }

    fn function(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        let is_function = instruction.words() == 5 && self.is_id(instruction.word(1));
        self.section = Section::Function;
        is_function.then_some(())
    }

    /// Checks an instruction before the functions.
    fn table(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        match instruction.opcode {
            FUNCTION => {
                self.function(instruction)?;
                // From here on the module is complete only after a function.
                self.end = None;
                return Some(());
            }
            MEMORY_MODEL => self.has_memory_model = true,
            CAPABILITY => self.is_linkable |= instruction.word(0) == Some(capability::LINKAGE),
            EXT_INST_IMPORT => self.sets.extend(instruction.word(0)),
            _ => {}
        }
        if self.section == Section::Tables && self.is_known(instruction) {
            let may_end = self.has_memory_model && self.is_linkable;
            self.end = may_end.then_some(instruction.range().end);
        } else {
            self.section = Section::MaybeEnded;
        }
        Some(())
    }

    fn is_id(&self, word: Option<u32>) -> bool {
        word.is_some_and(|id| (1..self.bound).contains(&id))
    }

    /// True if the opcode is in the grammar, the instruction has enough words, and its first ids are below the bound.
    fn is_known(&self, instruction: &Instruction<'_>) -> bool {
        let Some(known) = opcode(instruction.opcode) else {
            return false;
        };
        let needed = known.operands.iter().filter(|operand| operand.count == Count::One);
        let leading = known
            .operands
            .iter()
            .take_while(|operand| {
                matches!(
                    operand.kind,
                    Kind::ResultType | Kind::Result | Kind::Id | Kind::Scope | Kind::Semantics
                )
            })
            .filter(|operand| operand.count == Count::One);
        instruction.len() >= needed.count()
            && leading.enumerate().all(|(section, _)| self.is_id(instruction.word(section)))
    }
}
