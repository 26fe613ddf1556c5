//! Matches the beginnings of blocks with their ends before anything is written.

use foldhash::{HashMap, HashSet};
use glassbox_dxbc::names::OperandType;
use glassbox_dxbc::role::Role;
use glassbox_dxbc::{Instruction, Opcode, Selection};
use glassbox_lower_directx::{Outcome, Refusal, rules};

use crate::uses::Register;

/// Where blocks end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Ends of loops, by their first instruction.
    ends: HashMap<usize, usize>,
    /// Beginnings of blocks with an `else`.
    with_else: HashMap<usize, usize>,
    /// Cases of switches: instruction and value, `None` for the default.
    cases: HashMap<usize, Vec<(usize, Option<u32>)>>,
    /// Instructions that write a component, ascending.
    writes: HashMap<(Register, u8), Vec<usize>>,
    /// First instructions of functions, by label.
    pub(crate) labels: Vec<(Label, usize)>,
}

/// What a `label` opens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Label {
    Subroutine(u32),
    Body(u32),
}

impl Plan {
    /// # Errors
    ///
    /// Blocks that do not match.
    pub(crate) fn of(instructions: &[Instruction<'_>], start: usize) -> Outcome<Plan> {
        let mut plan = Plan::default();
        let mut open: Vec<(usize, Opcode)> = Vec::new();
        let mut labels: HashSet<Label> = HashSet::default();
        for (index, instruction) in instructions.iter().enumerate() {
            let opcode = instruction.opcode;
            let inner = open.last().copied();
            let begin = match opcode {
                Opcode::ENDIF | Opcode::ELSE => Some(Opcode::IF),
                Opcode::ENDLOOP => Some(Opcode::LOOP),
                Opcode::ENDSWITCH | Opcode::CASE | Opcode::DEFAULT => Some(Opcode::SWITCH),
                _ => None,
            };
            let matching = match begin {
                Some(begin) => match inner {
                    Some((first, found)) if found == begin => Some(first),
                    _ => {
                        let range = instruction.range();
                        let message = format!("found `{opcode}` without its `{begin}`");
                        let at = range.start + start..range.end + start;
                        return Err(Refusal::new(&rules::UNREADABLE, message).at(at));
                    }
                },
                None => None,
            };
            match (opcode, matching) {
                (Opcode::IF | Opcode::LOOP | Opcode::SWITCH, _) => open.push((index, opcode)),
                (Opcode::ELSE, Some(first)) => {
                    plan.with_else.insert(first, index);
                }
                (Opcode::CASE | Opcode::DEFAULT, Some(first)) => {
                    let value = instruction.operand(0).and_then(|operand| operand.immediates().next());
                    plan.cases.entry(first).or_default().push((index, value));
                }
                (Opcode::ENDIF | Opcode::ENDLOOP | Opcode::ENDSWITCH, Some(first)) => {
                    open.pop();
                    plan.ends.insert(first, index);
                }
                (Opcode::LABEL, _) => {
                    let Some(label) = label(instruction) else { continue };
                    if !labels.insert(label) {
                        let range = instruction.range();
                        let at = range.start + start..range.end + start;
                        let message = "found a `label` for the second time".to_owned();
                        return Err(Refusal::new(&rules::UNREADABLE, message).at(at));
                    }
                    plan.labels.push((label, index));
                }
                _ => {}
            }
            plan.note_writes(index, instruction);
        }
        match open.last() {
            Some((first, opcode)) => {
                let range = instructions.get(*first).map_or(0..0, Instruction::range);
                let message = format!("found `{opcode}` without an end");
                Err(Refusal::new(&rules::UNREADABLE, message).at(range.start + start..range.end + start))
            }
            None => Ok(plan),
        }
    }

    fn note_writes(&mut self, index: usize, instruction: &Instruction<'_>) {
        let Some(info) = instruction.opcode.info() else { return };
        for (operand, role) in instruction.operands().zip(info.roles) {
            let Ok(operand) = operand else { return };
            if *role != Role::Destination {
                continue;
            }
            let number = operand.index(0).unwrap_or(0);
            let register = match operand.operand_type() {
                OperandType::TEMP => Register::Temp(number),
                OperandType::OUTPUT => Register::Output(number),
                kind => Register::Special(kind.0),
            };
            let mask = match operand.selection() {
                Selection::Mask(mask) => mask,
                _ => 15,
            };
            for component in (0..4).filter(|component| mask & 1 << component != 0) {
                self.writes.entry((register, component)).or_default().push(index);
            }
        }
    }

    /// True if an `else` belongs to the `if`.
    pub(crate) fn has_else(&self, first: usize) -> bool {
        self.with_else.contains_key(&first)
    }

    /// Cases of a switch.
    pub(crate) fn cases(&self, first: usize) -> &[(usize, Option<u32>)] {
        self.cases.get(&first).map_or(&[], Vec::as_slice)
    }

    /// True if a component is written in the block that begins at an instruction.
    pub(crate) fn is_written_in(&self, first: usize, register: Register, component: u8) -> bool {
        let (Some(writes), Some(end)) = (self.writes.get(&(register, component)), self.ends.get(&first))
        else {
            return false;
        };
        let next = writes.partition_point(|index| *index < first);
        writes.get(next).is_some_and(|index| index < end)
    }
}

/// What a label or a call names.
pub(crate) fn label(instruction: &Instruction<'_>) -> Option<Label> {
    let last = instruction.operands().last()?.ok()?;
    let number = last.index(0)?;
    match last.operand_type() {
        OperandType::LABEL => Some(Label::Subroutine(number)),
        OperandType::FUNCTION_BODY => Some(Label::Body(number)),
        _ => None,
    }
}
