//! Finds all stores to the memory a pointer may refer to, at the granularity of whole variables.

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::Place;
use crate::analysis::program::Program;
use crate::ir::{CastOp, Constant, FunctionId, InstructionId, List, Op, Value, ValueId};

/// A value of the module (`None`) or of a function.
type Key = (Option<FunctionId>, ValueId);

fn key(function: FunctionId, value: ValueId) -> Key {
    match value.list() {
        List::Local(_) => (Some(function), value),
        _ => (None, value),
    }
}

/// User of a value.
#[derive(Clone, Copy, Debug)]
enum User {
    Instruction(Place),
    Constant(Key),
}

/// Writers of memory in a module, computed on demand.
pub(super) struct Memory<'p, 'm> {
    program: &'p Program<'m>,
    users: Option<HashMap<Key, Vec<User>>>,
    /// Writers by variable.
    writers: HashMap<Key, Vec<Place>>,
    /// Variables whose writers were already returned since the last reset.
    returned: HashSet<Key>,
}

impl<'p, 'm> Memory<'p, 'm> {
    pub(super) fn new(program: &'p Program<'m>) -> Self {
        Memory { program, users: None, writers: HashMap::new(), returned: HashSet::new() }
    }

    /// Resets the set of variables already returned.
    pub(super) fn reset(&mut self) {
        self.returned.clear();
    }

    /// Writers of the memory that a pointer refers to, except those of variables already returned, and the number of
    /// steps taken.
    pub(super) fn new_writers(&mut self, function: FunctionId, pointer: ValueId) -> (Vec<Place>, u64) {
        let mut found = Vec::new();
        let (variables, mut steps) = self.variables(function, pointer);
        for variable in variables {
            if !self.returned.insert(variable) {
                continue;
            }
            if !self.writers.contains_key(&variable) {
                let (writers, more) = self.writers_of(variable);
                steps += more;
                self.writers.insert(variable, writers);
            }
            found.extend(self.writers.get(&variable).into_iter().flatten());
        }
        (found, steps)
    }

    /// Variables that a pointer may refer to: globals, local memory, arguments, call results.
    fn variables(&self, function: FunctionId, pointer: ValueId) -> (Vec<Key>, u64) {
        let Some(body) = self.program.body(function) else {
            return (Vec::new(), 0);
        };
        let scope = self.program.scope(body);
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut worklist = vec![pointer];
        while let Some(value) = worklist.pop() {
            if !seen.insert(value) {
                continue;
            }
            match scope.value(value) {
                Some(Value::Constant(_)) => match scope.constant(value) {
                    Some((Constant::GetElementPtr { operands, .. }, constants)) => {
                        worklist.extend(constants.operands(operands).first());
                    }
                    Some((Constant::Cast { op: CastOp::AddrSpaceCast | CastOp::BitCast, value }, _)) => {
                        worklist.push(value);
                    }
                    _ => {}
                },
                Some(Value::Instruction(id)) => {
                    let Some(instruction) = body.instruction(id) else {
                        continue;
                    };
                    let operands = body.operands(instruction);
                    match instruction.op {
                        Op::GetElementPtr { .. } | Op::Cast(_) => worklist.extend(operands.first()),
                        Op::Phi => worklist.extend(operands),
                        Op::Select => worklist.extend(operands.iter().skip(1)),
                        _ => found.push(key(function, value)),
                    }
                }
                Some(_) => found.push(key(function, value)),
                None => {}
            }
        }
        (found, seen.len() as u64)
    }

    /// All writes through a variable or pointers derived from it, but not through pointers loaded from it.
    fn writers_of(&mut self, variable: Key) -> (Vec<Place>, u64) {
        let program = self.program;
        let users = self.users.get_or_insert_with(|| users(program));
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut worklist = vec![variable];
        while let Some(value) = worklist.pop() {
            if !seen.insert(value) {
                continue;
            }
            for &user in users.get(&value).into_iter().flatten() {
                match user {
                    User::Constant(constant) => worklist.push(constant),
                    User::Instruction((function, id)) => {
                        let Some(body) = program.body(function) else {
                            continue;
                        };
                        let Some(instruction) = body.instruction(id) else {
                            continue;
                        };
                        match instruction.op {
                            Op::Load(_) => {}
                            Op::Store(_) | Op::CompareExchange { .. } | Op::AtomicRmw { .. } => {
                                found.push((function, id));
                            }
                            _ => worklist.extend(instruction.result.map(|result| key(function, result))),
                        }
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        (found, seen.len() as u64)
    }
}

/// Users of every value.
fn users(program: &Program<'_>) -> HashMap<Key, Vec<User>> {
    let mut users: HashMap<Key, Vec<User>> = HashMap::new();
    let module = program.module;
    for &(value, constant) in &module.constants.items {
        module.constants.references(constant, |of| {
            users.entry((None, of)).or_default().push(User::Constant((None, value)));
        });
    }
    for (function, body) in program.defined() {
        for &(value, constant) in &body.constants.items {
            body.constants.references(constant, |of| {
                let user = User::Constant((Some(function), value));
                users.entry(key(function, of)).or_default().push(user);
            });
        }
        for (index, instruction) in body.instructions.iter().enumerate() {
            let place = (function, InstructionId::at(index));
            for &operand in body.operands(instruction) {
                users.entry(key(function, operand)).or_default().push(User::Instruction(place));
            }
        }
    }
    users
}
