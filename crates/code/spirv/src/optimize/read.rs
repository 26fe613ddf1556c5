//! Reads words into [`Code`], if the module is structured as a shader.

use super::code::{Block, Code, Function, Id, InstructionIndex, Operand};
use super::opcode as op;
use crate::context::Context;
use crate::grammar::value::decoration;
use crate::grammar::{self, Kind};
use crate::idmap::IdMap;
use crate::ids::{self, Role};
use crate::walk::{Binary, HEADER_BYTES, Instruction, MAGIC};

/// Capabilities of modules with exported functions or physical pointers.
const OTHER_CAPABILITIES: [u32; 3] = [4, 5, 6];
const SHADER: u32 = 1;

/// Reads a module. `None` if it is not a shader module, or an instruction is unknown or misplaced.
pub(super) fn read(words: &[u32]) -> Option<Code> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let module = Binary::read(&bytes).ok()?;
    let header: [u32; 5] = *words.first_chunk()?;
    if header[0] != MAGIC || bytes.len() <= HEADER_BYTES {
        return None;
    }
    let numbers = number(&module, header[3], words.len())?;
    let mut reader = Reader {
        code: Code::new(header, numbers.count as usize + 1),
        numbers,
        context: Context::new(words.len()),
        place: Place::Global,
        shader: false,
    };
    let mut walk = module.walk();
    for instruction in walk.by_ref() {
        reader.instruction(&instruction)?;
    }
    if walk.rest().is_some() || !matches!(reader.place, Place::Between | Place::Global) || !reader.shader {
        return None;
    }
    check_blocks(&reader.code)?;
    Some(reader.code)
}

/// New number of every id.
struct Numbers {
    map: IdMap<Id>,
    count: Id,
}

/// Numbers ids in definition order.
fn number(module: &Binary<'_>, bound: u32, words: usize) -> Option<Numbers> {
    let mut numbers = Numbers { map: IdMap::new(words), count: 0 };
    for instruction in module.walk() {
        let operands = grammar::opcode(instruction.opcode)?.operands;
        let Some(place) = operands.iter().position(|one| one.kind == Kind::Result) else {
            continue;
        };
        let id = instruction.word(place)?;
        if id == 0 || id >= bound || numbers.map.get(id) != 0 {
            return None;
        }
        numbers.count += 1;
        numbers.map.set(id, numbers.count);
    }
    Some(numbers)
}

/// Position of the next instruction in the module's layout.
enum Place {
    /// Before the first function.
    Global,
    /// After a function.
    Between,
    /// After `OpFunction`.
    Head,
    /// In a block.
    Block,
    /// After a terminator.
    AfterBlock,
}

struct Reader {
    code: Code,
    numbers: Numbers,
    context: Context,
    place: Place,
    shader: bool,
}

impl Reader {
    fn instruction(&mut self, instruction: &Instruction<'_>) -> Option<()> {
        let at = self.take(instruction)?;
        let opcode = instruction.opcode;
        match (&self.place, opcode) {
            (Place::Global | Place::Between, op::FUNCTION) => {
                self.code.functions.push(Function { head: vec![at], blocks: Vec::new() });
                self.place = Place::Head;
            }
            (Place::Global, _) if op::is_global(opcode) => {
                self.global(at)?;
                self.code.globals.push(at);
            }
            (Place::Head, op::FUNCTION_PARAMETER) => self.code.functions.last_mut()?.head.push(at),
            (Place::Head | Place::AfterBlock, op::LABEL) => {
                let label = self.code.get(at).result;
                let body = Vec::new();
                self.code.functions.last_mut()?.blocks.push(Block { label, body });
                self.place = Place::Block;
            }
            (Place::AfterBlock, op::FUNCTION_END) => self.place = Place::Between,
            (Place::Block, op::LABEL | op::FUNCTION | op::FUNCTION_PARAMETER | op::FUNCTION_END) => {
                return None;
            }
            (Place::Block, _) => {
                let block = self.code.functions.last_mut()?.blocks.last_mut()?;
                block.body.push(at);
                if op::ends_block(opcode) {
                    self.place = Place::AfterBlock;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Adds an instruction to the list.
    fn take(&mut self, instruction: &Instruction<'_>) -> Option<InstructionIndex> {
        let mut operands: Vec<Operand> = instruction.operands().map(Operand::Literal).collect();
        let (mut ty, mut result) = (0, 0);
        let mut known = true;
        let numbers = &self.numbers;
        let right = ids::visit(instruction, &self.context, |place, id, role| {
            let number = numbers.map.get(id);
            known &= number != 0;
            match role {
                Role::Result => result = number,
                Role::Type => ty = number,
                Role::Use => {}
            }
            if let Some(operand) = operands.get_mut(place) {
                *operand = Operand::Id(number);
            }
        });
        if !right || !known {
            return None;
        }
        self.context.observe(instruction.opcode, ty != 0, instruction.operands());
        let skipped = usize::from(ty != 0) + usize::from(result != 0);
        Some(self.code.add(instruction.opcode, ty, result, operands.into_iter().skip(skipped)))
    }

    /// Records an instruction before the first function.
    fn global(&mut self, at: InstructionIndex) -> Option<()> {
        let target = self.code.word(at, 0);
        match self.code.get(at).opcode {
            op::CAPABILITY => {
                self.shader |= target == SHADER;
                if OTHER_CAPABILITIES.contains(&target) {
                    return None;
                }
            }
            op::MEMORY_MODEL if target != 0 => return None,
            op::DECORATE => {
                let what = self.code.word(at, 1);
                self.code.volatile |= what == decoration::VOLATILE;
                self.code.buffer_blocks |= what == decoration::BUFFER_BLOCK;
                if what != decoration::RELAXED_PRECISION {
                    self.code.decorate(target);
                }
            }
            op::MEMBER_DECORATE => self.code.volatile |= self.code.word(at, 2) == decoration::VOLATILE,
            op::GROUP_DECORATE => {
                for target in self.code.operands(at).to_vec() {
                    self.code.decorate(target);
                }
            }
            op::DECORATE_ID | op::DECORATE_STRING => self.code.decorate(target),
            _ => {}
        }
        Some(())
    }
}

/// Checks what the passes rely on: branches target blocks of the same function other than its first, merge
/// instructions precede the terminator, phis come first with one value per predecessor, variables are in the
/// first block.
fn check_blocks(code: &Code) -> Option<()> {
    let mut ways = vec![(u32::MAX, 0u32); code.bound()];
    for (number, function) in code.functions.iter().enumerate() {
        let number = number as u32;
        for block in &function.blocks {
            ways[block.label as usize] = (number, 0);
        }
        let first = function.blocks.first()?.label;
        for block in &function.blocks {
            let is_target = |label: Id| ways[label as usize].0 == number && label != first;
            if !labels(code, block).into_iter().all(is_target) {
                return None;
            }
            for label in super::cfg::successors(code, block) {
                ways[label as usize].1 += 1;
            }
        }
        for block in &function.blocks {
            check_block(code, block, block.label == first, ways[block.label as usize].1)?;
        }
    }
    Some(())
}

fn check_block(code: &Code, block: &Block, first: bool, ways: u32) -> Option<()> {
    let mut phis = true;
    for (place, at) in block.body.iter().enumerate() {
        match code.get(*at).opcode {
            op::PHI => {
                let pairs = code.operands(*at).len() as u32 / 2;
                if !phis || pairs != ways || !code.operands(*at).len().is_multiple_of(2) {
                    return None;
                }
            }
            op::LINE | op::NO_LINE => {}
            opcode => {
                phis = false;
                let merges = matches!(opcode, op::SELECTION_MERGE | op::LOOP_MERGE);
                if merges && place + 2 != block.body.len() || opcode == op::VARIABLE && !first {
                    return None;
                }
            }
        }
    }
    Some(())
}

/// Every label that the terminator and merge instruction of a block name.
fn labels(code: &Code, block: &Block) -> Vec<Id> {
    let mut labels = super::cfg::successors(code, block);
    labels.extend(super::cfg::merge(code, block).into_iter().flatten());
    labels
}
