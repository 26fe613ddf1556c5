//! What the instructions of a program mean, for comparing programs.
//!
//! Which temporary registers hold a value does not count, nor does the order of instructions that do not depend on each other.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use glassbox_core::diff::{Effect, Statement, Use, hash, order};

use crate::names::OperandType;
use crate::opcode::Opcode;
use crate::operand::{Operand, Selection};
use crate::print::{Options, Printer};
use crate::role::Role;
use crate::walk::{HeaderError, Instruction, Program};

/// Name of the code of a program without its header, which stands before it.
pub const LANGUAGE: &str = "tokens";

/// Bytes of the header.
pub const HEADER: usize = 8;

/// The instructions of a program, in an order that depends on what they mean; the header comes first.
///
/// # Errors
///
/// If there is no header.
pub fn statements(bytes: &[u8]) -> Result<Vec<Statement>, HeaderError> {
    let program = Program::read(bytes)?;
    let mut statements = vec![Statement::alone(hash(&program.version.0), 0..HEADER.min(bytes.len()))];
    let mut walk = program.walk();
    let mut written = HashMap::new();
    let mut block: Vec<Instruction<'_>> = Vec::new();
    for instruction in walk.by_ref() {
        let is_end = is_flow(instruction.opcode);
        block.push(instruction);
        if is_end {
            list(&std::mem::take(&mut block), &mut written, &mut statements);
        }
    }
    list(&block, &mut written, &mut statements);
    if let Some(rest) = walk.rest() {
        let meaning = hash(&bytes.get(rest.range.clone()));
        statements.push(Statement::alone(meaning, rest.range));
    }
    Ok(statements)
}

/// Texts of statements by their bytes: the lines of the listing.
pub fn texts<'r>(bytes: &[u8], ranges: impl Iterator<Item = &'r Range<usize>>) -> Vec<String> {
    let Ok(program) = Program::read(bytes) else {
        return ranges.map(|_| String::new()).collect();
    };
    let options = Options::default();
    let printer = Printer::new(&program, &options);
    let instructions: HashMap<usize, Instruction<'_>> =
        program.walk().map(|instruction| (instruction.range().start, instruction)).collect();
    let text = |range: &Range<usize>| match instructions.get(&range.start) {
        Some(instruction) => printer.line(instruction),
        None if range.start == 0 => {
            crate::print::profile(program.version).unwrap_or_else(|| format!("{:#x}", program.version.0))
        }
        None => "words that are no instruction".to_owned(),
    };
    ranges.map(text).collect()
}

fn mnemonic(opcode: Opcode) -> &'static str {
    opcode.info().map_or("", |info| info.mnemonic)
}

/// Whether an instruction is one of control flow.
fn is_flow(opcode: Opcode) -> bool {
    const WORDS: [&str; 15] = [
        "if",
        "else",
        "endif",
        "loop",
        "endloop",
        "break",
        "continue",
        "switch",
        "case",
        "default",
        "endswitch",
        "ret",
        "call",
        "label",
        "fcall",
    ];
    let name = mnemonic(opcode);
    let mut rests = WORDS.iter().filter_map(|word| name.strip_prefix(word));
    rests.any(|rest| rest.is_empty() || rest.starts_with(['c', '_'])) || name.starts_with("hs_")
}

/// Whether each component of the result is computed from the component of the sources at its place.
fn is_by_component(opcode: Opcode) -> bool {
    const OTHERS: [&str; 15] = [
        "dp2",
        "dp3",
        "dp4",
        "sample",
        "ld",
        "gather4",
        "lod",
        "resinfo",
        "bufinfo",
        "store_",
        "atomic_",
        "imm_atomic_",
        "eval_",
        "emit",
        "cut",
    ];
    !OTHERS.iter().any(|start| mnemonic(opcode).starts_with(start))
}

fn effect(instruction: &Instruction<'_>) -> Effect {
    let name = mnemonic(instruction.opcode);
    let reads = ["ld", "sample", "gather4", "lod", "resinfo", "bufinfo", "check_access"];
    let is_temporary =
        |operand: &Operand<'_>| matches!(operand.operand_type(), OperandType::TEMP | OperandType::NULL);
    let mut results = 0;
    for (operand, role) in instruction.operands().zip(roles(instruction)) {
        let Ok(operand) = operand else { return Effect::Any };
        if operand.operand_type() == OperandType::INDEXABLE_TEMP || *role == Role::Declared {
            return Effect::Any;
        }
        if *role == Role::Destination {
            results += 1;
            if !is_temporary(&operand) {
                return Effect::Any;
            }
        }
    }
    match name {
        _ if results == 0 || name.contains("atomic") || is_flow(instruction.opcode) => Effect::Any,
        _ if reads.iter().any(|start| name.starts_with(start)) => Effect::Reads,
        _ => Effect::None,
    }
}

/// A component of a temporary register: its number and the component.
type Place = (u64, u8);

/// Lists the instructions of a block. `written` has what the registers hold before it, and then behind it: what was written last
/// in the order of the file, whatever the way there.
fn list(block: &[Instruction<'_>], written: &mut HashMap<Place, Use>, statements: &mut Vec<Statement>) {
    // Who writes and who reads is found in the order of the file, what it means in the new one.
    let mut writers: HashMap<Place, usize> = HashMap::new();
    let mut sources: Vec<Vec<Read>> = Vec::with_capacity(block.len());
    for (number, instruction) in block.iter().enumerate() {
        let reads = reads(instruction).into_iter();
        sources.push(reads.map(|place| Read { from: writers.get(&place).copied(), place }).collect());
        for place in writes(instruction) {
            writers.insert(place, number);
        }
    }
    let items: Vec<(Effect, u64)> =
        block.iter().map(|instruction| (effect(instruction), hash(&instruction.token().0))).collect();
    let order = order(&items, |number, each| {
        sources[number].iter().filter_map(|read| read.from).for_each(each);
    });
    let unwritten = Use { definition: None, part: 0, meaning: 0 };
    let mut results: Vec<HashMap<Place, Use>> = vec![HashMap::new(); block.len()];
    for number in order {
        let instruction = &block[number];
        let value = |read: &Read| {
            let known = read.from.map_or(&*written, |from| &results[from]);
            known.get(&read.place).copied().unwrap_or(unwritten)
        };
        let uses: Vec<Use> = sources[number].iter().map(value).collect();
        let statement = Statement::of(shape(instruction), uses, instruction.range());
        // The first component that is written holds the first result, wherever that is.
        let places = writes(instruction).into_iter().zip(0..);
        let definition = Some(statements.len());
        let result = |part: u32| Use { definition, part, meaning: hash(&(statement.meaning, part)) };
        results[number] = places.map(|(place, part)| (place, result(part))).collect();
        statements.push(statement);
    }
    for (place, number) in writers {
        written.insert(place, results[number].get(&place).copied().unwrap_or(unwritten));
    }
}

/// A component of a temporary register that is read, and the instruction that wrote it.
struct Read {
    place: Place,
    from: Option<usize>,
}

/// The components of temporary registers that an instruction writes, in order.
fn writes(instruction: &Instruction<'_>) -> Vec<Place> {
    let mut places = Vec::new();
    for (operand, role) in instruction.operands().zip(roles(instruction)) {
        let Ok(operand) = operand else { break };
        if *role == Role::Destination
            && let Some(register) = register(&operand)
        {
            places.extend(mask(&operand).map(|component| (register, component)));
        }
    }
    places
}

/// The number of a temporary register.
fn register(operand: &Operand<'_>) -> Option<u64> {
    let index = operand.indices().next()?;
    (operand.operand_type() == OperandType::TEMP && index.relative.is_none()).then_some(index.number)
}

/// Components of a destination.
fn mask(operand: &Operand<'_>) -> impl Iterator<Item = u8> + use<> {
    let mask = match operand.selection() {
        Selection::Mask(mask) => mask,
        Selection::Swizzle(_) => 15,
        Selection::One(component) => 1 << component,
        Selection::Whole => 1,
    };
    (0..4).filter(move |component| mask >> component & 1 == 1)
}

/// The destination whose components count; of two, one may be dropped.
fn result<'a>(instruction: &Instruction<'a>) -> Option<Operand<'a>> {
    let operands = instruction.operands().map_while(Result::ok).zip(roles(instruction));
    let mut results = operands.filter(|(_, role)| **role == Role::Destination).map(|(operand, _)| operand);
    results.find(|operand| operand.operand_type() != OperandType::NULL)
}

/// The components that an instruction uses of a source, by the places in its result.
fn used(instruction: &Instruction<'_>, operand: &Operand<'_>, role: Role) -> Vec<u8> {
    let by_component = match role {
        Role::Resource => true,
        // A double takes two components, wherever the result goes.
        Role::Double => false,
        _ => is_by_component(instruction.opcode),
    };
    match operand.selection() {
        Selection::Swizzle(swizzle) => match result(instruction).filter(|_| by_component) {
            Some(result) => mask(&result).map(|place| swizzle[usize::from(place)]).collect(),
            None => swizzle.to_vec(),
        },
        Selection::One(component) => vec![component],
        Selection::Mask(_) => mask(operand).collect(),
        Selection::Whole => Vec::new(),
    }
}

fn roles(instruction: &Instruction<'_>) -> &'static [Role] {
    instruction.opcode.info().map_or(&[], |info| info.roles)
}

/// The components of temporary registers that an instruction reads, in the order of the operands.
fn reads(instruction: &Instruction<'_>) -> Vec<Place> {
    let mut places = Vec::new();
    for (operand, role) in instruction.operands().zip(roles(instruction)) {
        let Ok(operand) = operand else { break };
        if *role != Role::Destination
            && let Some(register) = register(&operand)
        {
            places.extend(
                used(instruction, &operand, *role).into_iter().map(|component| (register, component)),
            );
        }
        relative(&operand, &mut places);
    }
    places
}

/// The components that indices are computed from.
fn relative(operand: &Operand<'_>, places: &mut Vec<Place>) {
    for index in operand.indices() {
        let Some(inner) = index.relative else { continue };
        if let (Some(register), Selection::One(component)) = (register(&inner), inner.selection()) {
            places.push((register, component));
        }
        relative(&inner, places);
    }
}

/// What an instruction says besides the temporary registers.
fn shape(instruction: &Instruction<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    // How many registers there are follows from the others.
    if instruction.opcode == Opcode::DCL_TEMPS {
        return hash(&"temps");
    }
    let known = instruction.opcode.info().is_some();
    if !known || instruction.opcode.is_declaration() || instruction.operands().any(|operand| operand.is_err())
    {
        return hash(&instruction.words());
    }
    // The length follows from the operands.
    (instruction.token().0 & !(0x7f << 24)).hash(&mut hasher);
    instruction.extended().collect::<Vec<u32>>().hash(&mut hasher);
    for (operand, role) in instruction.operands().flatten().zip(roles(instruction)) {
        operand.operand_type().0.hash(&mut hasher);
        operand.modifier.map(|modifier| modifier.0).hash(&mut hasher);
        let is_temporary = register(&operand).is_some();
        match (*role == Role::Destination, is_temporary) {
            (true, true) => mask(&operand).count().hash(&mut hasher),
            (true, false) => mask(&operand).collect::<Vec<u8>>().hash(&mut hasher),
            (false, true) => {}
            (false, false) => used(instruction, &operand, *role).hash(&mut hasher),
        }
        if !is_temporary {
            indices(&operand, &mut hasher);
        }
        immediates(instruction, &operand, *role, &mut hasher);
    }
    instruction.trailing().hash(&mut hasher);
    hasher.finish()
}

fn indices(operand: &Operand<'_>, hasher: &mut DefaultHasher) {
    for index in operand.indices() {
        index.number.hash(hasher);
        if let Some(inner) = index.relative {
            inner.operand_type().0.hash(hasher);
            if register(&inner).is_none() {
                indices(&inner, hasher);
            }
        }
    }
}

/// Numbers of an operand at the places that are used.
fn immediates(instruction: &Instruction<'_>, operand: &Operand<'_>, role: Role, hasher: &mut DefaultHasher) {
    let numbers: Vec<u32> = operand.immediates().collect();
    let is_by_component = numbers.len() == 4 && role != Role::Double && is_by_component(instruction.opcode);
    match result(instruction).filter(|_| is_by_component) {
        Some(result) => {
            let used: Vec<u32> = mask(&result).map(|place| numbers[usize::from(place)]).collect();
            used.hash(hasher);
        }
        None => numbers.hash(hasher),
    }
}
