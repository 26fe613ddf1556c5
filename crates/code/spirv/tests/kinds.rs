//! Changes each kind of operand of each instruction to each kind of value, and compares what the validator, reflection, removal of
//! parts, the optimizer, the conversion of versions and restructuring make of it with `kinds.txt`.
//!
//! A line has an instruction, the number of changed modules, how many of them are valid, the rules that the others break, and a digest
//! of all findings and results.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use glassbox_spirv::check::{CheckOptions, Environment, Finding, check};
use glassbox_spirv::control::restructure;
use glassbox_spirv::grammar::value::capability;
use glassbox_spirv::grammar::{self, Enumerant, Kind, Operand, op};
use glassbox_spirv::module::{At, Id, Module, NamedOperand, Type};
use glassbox_spirv::{Binary, Removal, optimize, reflect, remove, version};
use glassbox_testing::digest::Digest;
use glassbox_testing::golden::golden;
use glassbox_testing::random::Random;

use crate::verdicts::{bases, bytes_of};

/// Modules that are changed in the same way.
const MOST_ALIKE: u32 = 1;
/// Positions of operands that are told apart; later ones count as the last.
const POSITIONS: usize = 5;
/// The highest opcode.
const MOST_OPCODE: u16 = 7000;
/// Instructions of each opcode that are made up.
const MADE_UP: u64 = 40;

const ENVIRONMENTS: [&str; 4] = ["vulkan1.3", "spv1.6", "vulkan1.1", "opengl4.5"];
/// Those of modules with kernels.
const KERNEL_ENVIRONMENTS: [&str; 4] = ["opencl2.2", "spv1.6", "opencl1.2embedded", "opencl2.0"];

/// What all changes of one instruction led to.
#[derive(Default)]
struct Outcome {
    changes: u32,
    valid: u32,
    rules: BTreeSet<&'static str>,
    digest: Digest,
}

/// A module whose instructions are changed.
struct Base {
    words: Vec<u32>,
    module: Module,
    /// The first id of each kind.
    kinds: BTreeMap<String, Id>,
}

#[derive(Default)]
struct Table {
    outcomes: BTreeMap<&'static str, Outcome>,
    /// Opcodes with the operands of an opcode.
    alike: HashMap<u16, Vec<u16>>,
    seen: HashMap<String, u32>,
    changes: usize,
}

impl Table {
    /// True if few modules were changed like this.
    fn is_new(&mut self, key: String) -> bool {
        let count = self.seen.entry(key).or_default();
        *count += 1;
        *count <= MOST_ALIKE
    }

    fn judge(&mut self, opcode: u16, words: &[u32]) {
        let kernel = (u32::from(op::CAPABILITY) | 2 << 16, capability::KERNEL);
        let is_kernel = words.windows(2).any(|pair| (pair[0], pair[1]) == kernel);
        let environments = if is_kernel { KERNEL_ENVIRONMENTS } else { ENVIRONMENTS };
        let environment = environments[self.changes % environments.len()];
        self.changes += 1;
        let environment = Environment::named(environment).expect("the environment is known");
        let bytes = bytes_of(words);
        let outcome = self.outcomes.entry(name(opcode)).or_default();
        outcome.changes += 1;
        let findings = check(&bytes, &CheckOptions::new(environment));
        for Finding { rule, severity, at, range, operand, message, note, text } in &findings {
            outcome.rules.insert(rule.id.trim_start_matches("SPIRV-"));
            let all =
                format!("{} {severity:?} {at:?} {range:?} {operand} {message} {note:?} {text}", rule.id);
            outcome.digest.add(all.as_bytes());
        }
        outcome.digest.add(format!("{:?}", reflect(&bytes)).as_bytes());
        let has = |bit: usize| self.changes >> bit & 1 == 1;
        let removal = Removal { debug: has(0), names: has(1), reflection: has(2) };
        outcome.digest.add(&remove(&Binary::read(&bytes).expect("the header is whole"), removal));
        if findings.is_empty() {
            outcome.valid += 1;
            outcome.digest.add(&bytes_of(&optimize(words)));
            let mut module = Module::read(&bytes).expect("a valid module is read");
            let result = version::convert(&mut module, (self.changes % 7) as u8);
            outcome.digest.add(format!("{result:?}").as_bytes());
            outcome.digest.add(&module.bytes().expect("the module is written"));
            for function in 0..module.functions.len() {
                let result = restructure(&mut module, function);
                outcome.digest.add(format!("{result:?}").as_bytes());
            }
            outcome.digest.add(&module.bytes().expect("the module is written"));
        }
    }
}

/// The opcodes with the same operands as each opcode.
fn opcodes_alike() -> HashMap<u16, Vec<u16>> {
    let rows: Vec<&grammar::Opcode> = (0..=MOST_OPCODE).filter_map(grammar::opcode).collect();
    let operands = |row: &grammar::Opcode| {
        row.operands.iter().map(|operand| format!("{:?}", operand.kind)).collect::<Vec<_>>()
    };
    let mut groups: HashMap<Vec<String>, Vec<u16>> = HashMap::new();
    for row in &rows {
        groups.entry(operands(row)).or_default().push(row.number);
    }
    rows.iter().map(|row| (row.number, groups[&operands(row)].clone())).collect()
}

fn name(opcode: u16) -> &'static str {
    grammar::opcode(opcode).map_or("unknown", |row| row.name)
}

/// A short name of a type.
fn shape(module: &Module, ty: Id) -> String {
    match module.ty(ty) {
        Some(Type::Int { width, signed }) => format!("{}{width}", if signed { 'i' } else { 'u' }),
        Some(Type::Float { width, .. }) => format!("f{width}"),
        Some(Type::Pointer { class, pointee, .. }) => {
            format!("pointer {class} to {}", name(module.opcode_of(pointee)))
        }
        Some(_) => {
            let inner = module.component_type(ty, 0).map_or(0, |inner| module.opcode_of(inner));
            format!("{} {} of {inner}", name(module.opcode_of(ty)), module.vector_size(ty).unwrap_or(0))
        }
        None => String::new(),
    }
}

/// What kind of id it is: a type, a constant, or another value of some type.
fn kind(module: &Module, id: Id) -> String {
    let opcode = module.opcode_of(id);
    if grammar::is_type(opcode) {
        return shape(module, id);
    }
    let class = match opcode {
        _ if grammar::is_constant(opcode) => name(opcode),
        op::VARIABLE | op::FUNCTION_PARAMETER | op::EXT_INST_IMPORT => name(opcode),
        _ => "value",
    };
    match module.type_of(id) {
        0 => name(opcode).to_owned(),
        ty => format!("{class} {}", shape(module, ty)),
    }
}

impl Base {
    fn new(words: Vec<u32>) -> Base {
        let module = Module::read(&bytes_of(&words)).expect("a base is read");
        let mut kinds = BTreeMap::new();
        for id in 1..module.bound() as Id {
            kinds.entry(kind(&module, id)).or_insert(id);
        }
        Base { words, module, kinds }
    }

    /// Words of an instruction.
    fn range(&self, at: At) -> Range<usize> {
        let bytes = self.module.origin(at);
        bytes.start / 4..bytes.end / 4
    }

    fn instruction(&self, at: At) -> &[u32] {
        &self.words[self.range(at)]
    }

    /// The module with other words at a range.
    fn with(&self, range: Range<usize>, words: &[u32]) -> Vec<u32> {
        [&self.words[..range.start], words, &self.words[range.end..]].concat()
    }

    /// The module with another instruction in place of one.
    fn with_instruction(&self, at: At, mut words: Vec<u32>) -> Vec<u32> {
        words[0] = words[0] & 0xffff | (words.len() as u32) << 16;
        self.with(self.range(at), &words)
    }

    /// The instruction with what tells it from others of its opcode: enumerants, and the number of an extended instruction.
    fn key(&self, at: At, operands: &[NamedOperand]) -> String {
        let module = &self.module;
        let mut key =
            format!("{} {}", module.opcode(at), shape(module, module.type_of(module.get(at).result)));
        for operand in operands {
            if matches!(operand.kind, Kind::Enum(_) | Kind::ExtendedInstruction | Kind::SpecConstantOp) {
                write!(key, " {}", module.word(at, operand.range.start)).expect("memory can be written");
            }
        }
        key
    }

    /// Changes of the instruction as a whole.
    fn change_whole(&self, at: At, next: Option<At>, key: &str, table: &mut Table) {
        let (opcode, range) = (self.module.opcode(at), self.range(at));
        let instruction = self.instruction(at);
        if table.is_new(format!("{key} removed")) {
            table.judge(opcode, &self.with(range.clone(), &[]));
        }
        if table.is_new(format!("{key} twice")) {
            table.judge(opcode, &self.with(range.clone(), &[instruction, instruction].concat()));
        }
        if let Some(next) = next
            && table.is_new(format!("{key} after {}", self.module.opcode(next)))
        {
            let swapped = [self.instruction(next), instruction].concat();
            table.judge(opcode, &self.with(range.start..self.range(next).end, &swapped));
        }
        for other in table.alike.get(&opcode).cloned().into_iter().flatten() {
            if other != opcode && table.is_new(format!("{key} as {other}")) {
                let mut words = instruction.to_vec();
                words[0] = words[0] & 0xffff_0000 | u32::from(other);
                table.judge(other, &self.with(range.clone(), &words));
            }
        }
    }

    /// Sets the word at an offset of the instruction to the first id of each kind.
    fn change_id(&self, at: At, offset: usize, key: &str, table: &mut Table) {
        let old = self.instruction(at)[offset];
        let place = format!("{} {}", kind(&self.module, old), offset.min(POSITIONS));
        for (kind, id) in &self.kinds {
            if *id != old && table.is_new(format!("{key} {place} {kind}")) {
                let mut words = self.instruction(at).to_vec();
                words[offset] = *id;
                table.judge(self.module.opcode(at), &self.with_instruction(at, words));
            }
        }
    }

    /// Sets a literal to other values.
    fn change_literal(&self, at: At, offset: usize, key: &str, table: &mut Table) {
        let old = self.instruction(at)[offset];
        let values = [
            0,
            1,
            2,
            3,
            4,
            5,
            8,
            16,
            63,
            64,
            old.wrapping_add(1),
            old.wrapping_sub(1),
            old ^ 1 << 31,
            old << 1,
            u32::MAX,
        ];
        for (number, value) in values.into_iter().enumerate() {
            if value != old && table.is_new(format!("{key} {} number {number}", offset.min(POSITIONS))) {
                let mut words = self.instruction(at).to_vec();
                words[offset] = value;
                table.judge(self.module.opcode(at), &self.with_instruction(at, words));
            }
        }
    }

    /// Sets an enumeration to each of its values, with parameters that may fit.
    fn change_enumeration(&self, at: At, offset: usize, index: u8, key: &str, table: &mut Table) {
        let enumeration = grammar::enumeration(index).expect("the enumeration is known");
        let old = self.instruction(at)[offset];
        for Enumerant { value, parameters, .. } in enumeration.enumerants {
            let value = if enumeration.bits { old ^ value } else { *value };
            if value != old && table.is_new(format!("{key} {} value {value}", offset.min(POSITIONS))) {
                let mut words = self.instruction(at).to_vec();
                words[offset] = value;
                if value & old != old || !enumeration.bits {
                    words.truncate(offset + 1);
                }
                words.extend(parameters.iter().map(|parameter| self.parameter(parameter)));
                table.judge(self.module.opcode(at), &self.with_instruction(at, words));
            }
        }
    }

    /// A value that a parameter of an enumerant may have.
    fn parameter(&self, operand: &Operand) -> u32 {
        let constant = |(kind, _): &(&String, &Id)| kind.starts_with("OpConstant ");
        match operand.kind {
            Kind::Integer | Kind::Float | Kind::Enum(_) => 1,
            Kind::String => u32::from_le_bytes(*b"abc\0"),
            _ => self.kinds.iter().find(constant).map_or(1, |(_, id)| *id),
        }
    }

    /// Adds the decorations that a decorated id does not have.
    fn add_decorations(&self, at: At, table: &mut Table) {
        let module = &self.module;
        let target = module.word(at, 0);
        let decorations = grammar::enumeration_named("Decoration").expect("the enumeration is known");
        for Enumerant { value, parameters, .. } in decorations.enumerants {
            if table.is_new(format!("decorate {} {value}", kind(module, target))) {
                let mut words = vec![u32::from(op::DECORATE), target, *value];
                words.extend(parameters.iter().map(|parameter| self.parameter(parameter)));
                words[0] |= (words.len() as u32) << 16;
                let start = self.range(at).start;
                table.judge(op::DECORATE, &self.with(start..start, &words));
            }
        }
    }

    fn change_all(&self, table: &mut Table) {
        let module = &self.module;
        let all: Vec<At> = module.walk().collect();
        for (index, at) in all.iter().copied().enumerate() {
            let operands = module.named_operands(at);
            let key = self.key(at, &operands);
            self.change_whole(at, all.get(index + 1).copied(), &key, table);
            if module.get(at).ty != 0 {
                self.change_id(at, 1, &key, table);
            }
            if module.opcode(at) == op::DECORATE {
                self.add_decorations(at, table);
            }
            let words = module.operands(at).len();
            let first = self.range(at).len() - words;
            for operand in &operands {
                let offset = first + operand.range.start;
                if operand.range.is_empty() {
                    continue;
                }
                match operand.kind {
                    Kind::Id | Kind::Scope | Kind::Semantics | Kind::IdId | Kind::ResultType => {
                        for word in operand.range.clone() {
                            self.change_id(at, first + word, &key, table);
                        }
                    }
                    Kind::IdInteger => {
                        self.change_id(at, offset, &key, table);
                        self.change_literal(at, offset + 1, &key, table);
                    }
                    Kind::NumberId => {
                        self.change_literal(at, offset, &key, table);
                        self.change_id(at, first + operand.range.end - 1, &key, table);
                    }
                    Kind::Enum(index) => self.change_enumeration(at, offset, index, &key, table),
                    Kind::Integer | Kind::Float | Kind::Number | Kind::String | Kind::ExtendedInstruction => {
                        self.change_literal(at, offset, &key, table);
                    }
                    Kind::SpecConstantOp | Kind::Result => self.change_literal(at, offset, &key, table),
                }
            }
        }
    }

    /// Puts instructions with random operands of fitting kinds before terminators.
    fn add_made_up(&self, seed: u64, table: &mut Table) {
        let module = &self.module;
        let blocks: Vec<_> = module.functions.iter().flat_map(|function| &function.blocks).collect();
        let globals: Vec<Id> =
            module.globals.iter().map(|at| module.get(*at).result).filter(|id| *id > 0).collect();
        let (types, values): (Vec<Id>, Vec<Id>) =
            globals.iter().copied().partition(|id| grammar::is_type(module.opcode_of(*id)));
        for row in (0..=MOST_OPCODE).filter_map(grammar::opcode) {
            let mut random = Random::new(seed << 16 | u64::from(row.number));
            let block = blocks[random.index(blocks.len())];
            let inside = block.body.iter().map(|at| module.get(*at).result).filter(|id| *id > 0);
            let mut near: Vec<Id> = inside.collect();
            near.extend(&values);
            let mut words = vec![u32::from(row.number)];
            for operand in row.operands {
                let count = match operand.count {
                    grammar::Count::One => 1,
                    grammar::Count::Optional => random.below(2),
                    grammar::Count::Any => random.below(3),
                };
                for _ in 0..count {
                    words.push(match operand.kind {
                        Kind::ResultType => types[random.index(types.len())],
                        Kind::Result => self.words[3],
                        Kind::Enum(index) => {
                            let enumerants = grammar::enumeration(index).expect("it is known").enumerants;
                            enumerants[random.index(enumerants.len().min(8))].value
                        }
                        Kind::Integer | Kind::Float | Kind::Number | Kind::String => random.below(4) as u32,
                        _ => near[random.index(near.len())],
                    });
                }
            }
            words[0] |= (words.len() as u32) << 16;
            let last = self.range(block.terminator()).start;
            let mut module = self.with(last..last, &words);
            module[3] += 1;
            table.judge(row.number, &module);
        }
    }
}

#[test]
fn changed_kinds_break_the_recorded_rules() {
    let mut table = Table { alike: opcodes_alike(), ..Table::default() };
    let bases: Vec<Base> = bases().into_iter().map(|(_, words)| Base::new(words)).collect();
    for base in &bases {
        base.change_all(&mut table);
    }
    for seed in 0..MADE_UP {
        bases[seed as usize * 7 % bases.len()].add_made_up(seed, &mut table);
    }
    let mut text = String::new();
    for (name, Outcome { changes, valid, rules, digest }) in table.outcomes {
        let rules: Vec<&str> = rules.into_iter().collect();
        let (rules, digest) = (rules.join(" "), digest.value() as u32);
        writeln!(text, "{name}: {changes} changes, {valid} valid, {digest:08x}, {rules}")
            .expect("memory can be written");
    }
    golden(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kinds.txt"), text);
}
