//! Removes what translators of WGSL add to modules so that these keep the promises of WGSL: a text in WGSL keeps them
//! without.
//!
//! * Counters that end a loop after 2^64 rounds.
//! * Divisors that are replaced where WGSL defines the quotient and the remainder: by zero, and of the lowest integer by -1.
//! * Workgroup variables that are set to zero before anything else.

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::value::{built_in, decoration, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, ConstantValue, Function, Id, Module, Operand, Type, Users};

/// True if a module may have such guards: it divides by a choice, ands what a vector is compared to, or sets workgroup
/// variables to zero.
pub(super) fn is_guarded(module: &Module) -> bool {
    let body = module.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.body);
    let mut body = body.copied();
    body.any(|at| match module.opcode(at) {
        op::ALL => true,
        op::STORE => stores_zero(module, at).is_some(),
        _ => divisor(module, at).is_some(),
    })
}

/// Removes guards.
pub(super) fn remove(module: &mut Module, entry: Id) {
    for index in 0..module.functions.len() {
        let mut function = std::mem::take(&mut module.functions[index]);
        divide_plainly(module, &function);
        if function.id == entry {
            leave_zero(module, &mut function);
        }
        module.functions[index] = function;
    }
    call_plainly(module);
    let users = Users::of(module);
    for index in 0..module.functions.len() {
        let mut function = std::mem::take(&mut module.functions[index]);
        go_on(module, &users, &mut function);
        module.functions[index] = function;
    }
}

/// The number that all components of a constant are.
pub(super) fn number(module: &Module, id: Id) -> Option<u32> {
    let constant = module.constant(id).filter(|constant| !constant.specialized)?;
    match constant.value {
        ConstantValue::Number(bits) => u32::try_from(bits).ok(),
        ConstantValue::Null => Some(0),
        ConstantValue::Composite(parts) => {
            let first = number(module, *parts.first()?)?;
            parts.iter().all(|part| number(module, *part) == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// Operands of the instruction with an opcode that defines a value.
pub(super) fn operation(module: &Module, id: Id, opcode: u16) -> Option<&[Id]> {
    let at = module.definition(id).filter(|at| module.opcode(*at) == opcode)?;
    Some(module.operands(at))
}

/// The value that is compared with a number.
pub(super) fn equals(module: &Module, id: Id, expected: u32) -> Option<Id> {
    let &[a, b] = operation(module, id, op::I_EQUAL)? else { return None };
    match (number(module, a), number(module, b)) {
        (_, Some(found)) if found == expected => Some(a),
        (Some(found), _) if found == expected => Some(b),
        _ => None,
    }
}

/// The divisor of a division whose divisor is replaced by 1 only where WGSL says what the result is then.
pub(super) fn divisor(module: &Module, at: At) -> Option<Id> {
    let is_signed = match module.opcode(at) {
        op::U_DIV | op::U_MOD => false,
        op::S_DIV | op::S_REM => true,
        _ => return None,
    };
    let &[left, right] = module.operands(at) else { return None };
    let scalar = module.scalar(module.get(at).ty)?;
    let &[condition, one, plain] = operation(module, right, op::SELECT)? else { return None };
    if number(module, one) != Some(1) || !matches!(scalar, Type::Int { width: 32, .. }) {
        return None;
    }
    let is_zero = |id: Id| equals(module, id, 0) == Some(plain);
    if !is_signed {
        return is_zero(condition).then_some(plain);
    }
    let is_overflow = |id: Id| -> Option<bool> {
        let &[a, b] = operation(module, id, op::LOGICAL_AND)? else { return None };
        let pairs = [(a, b), (b, a)];
        Some(pairs.into_iter().any(|(low, minus)| {
            equals(module, low, i32::MIN as u32) == Some(left)
                && equals(module, minus, u32::MAX) == Some(plain)
        }))
    };
    let &[a, b] = operation(module, condition, op::LOGICAL_OR)? else { return None };
    let mut pairs = [(a, b), (b, a)].into_iter();
    pairs.any(|(zero, over)| is_zero(zero) && is_overflow(over) == Some(true)).then_some(plain)
}

fn divide_plainly(module: &mut Module, function: &Function) {
    for at in function.blocks.iter().flat_map(|block| &block.body).copied() {
        if let Some(plain) = divisor(module, at) {
            module.set_word(at, 1, plain);
        }
    }
}

/// Writes calls of functions that only divide their parameters as divisions.
fn call_plainly(module: &mut Module) {
    let mut plain: HashMap<Id, u16> = HashMap::default();
    for function in &module.functions {
        let [block] = function.blocks.as_slice() else { continue };
        let parameters: Vec<Id> = function
            .head
            .iter()
            .filter(|at| module.opcode(**at) == op::FUNCTION_PARAMETER)
            .map(|at| module.get(*at).result)
            .collect();
        let end = block.terminator();
        if module.opcode(end) != op::RETURN_VALUE {
            continue;
        }
        let Some(at) = module.definition(module.word(end, 0)) else { continue };
        let opcode = module.opcode(at);
        let divides = matches!(opcode, op::U_DIV | op::U_MOD | op::S_DIV | op::S_REM);
        let is_local = block.body.contains(&at);
        // What else it computes has no effect.
        let is_quiet = block.body.iter().all(|at| {
            matches!(
                module.opcode(*at),
                op::I_EQUAL
                    | op::SELECT
                    | op::LOGICAL_AND
                    | op::LOGICAL_OR
                    | op::RETURN_VALUE
                    | op::LINE
                    | op::NO_LINE
            ) || module.get(*at).result == module.word(end, 0)
        });
        if divides && is_local && is_quiet && module.operands(at) == parameters {
            plain.insert(function.id, opcode);
        }
    }
    let bodies = module.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.body);
    let calls: Vec<At> = bodies.copied().filter(|at| module.opcode(*at) == op::FUNCTION_CALL).collect();
    for at in calls {
        if let Some(&opcode) = plain.get(&module.word(at, 0)) {
            let operands: Vec<Operand> = module.tagged_operands(at).skip(1).collect();
            module.rewrite(at, opcode, operands);
        }
    }
}

/// The workgroup variable that a store sets to zero.
fn stores_zero(module: &Module, at: At) -> Option<Id> {
    let &[pointer, value] = module.operands(at) else { return None };
    let is_workgroup = module.opcode_of(pointer) == op::VARIABLE
        && module
            .pointer(module.type_of(pointer))
            .is_some_and(|(_, class)| class == storage_class::WORKGROUP);
    let is_zero = module.constant(value).is_some_and(|found| found.value == ConstantValue::Null);
    (module.opcode(at) == op::STORE && is_workgroup && is_zero).then_some(pointer)
}

/// Removes the stores of zero by the first invocation, and the barrier after them.
fn leave_zero(module: &mut Module, function: &mut Function) {
    let find = |label: Id| function.blocks.iter().position(|block| block.label == label);
    // Blocks that nothing but loads and jumps stand before.
    let mut index = 0;
    for _ in 0..4 {
        let Some(block) = function.blocks.get(index) else { return };
        let is_quiet = |at: &At| {
            module.is_debug(*at)
                || matches!(
                    module.opcode(*at),
                    op::VARIABLE
                        | op::LOAD
                        | op::ACCESS_CHAIN
                        | op::I_EQUAL
                        | op::ALL
                        | op::SELECTION_MERGE
                        | op::BRANCH
                        | op::BRANCH_CONDITIONAL
                        | op::SWITCH
                        | op::COMPOSITE_EXTRACT
                )
        };
        if !block.body.iter().all(is_quiet) {
            return;
        }
        let end = block.terminator();
        // Optimizers put what is left early into a switch of one case.
        let target = match (module.opcode(end), module.operands(end)) {
            (op::BRANCH, &[target]) | (op::SWITCH, &[_, target]) => Some(target),
            _ => None,
        };
        if let Some(target) = target {
            let Some(next) = find(target) else { return };
            index = next;
            continue;
        }
        if module.opcode(end) != op::BRANCH_CONDITIONAL {
            return;
        }
        let &[condition, then, merge, ..] = module.operands(end) else { return };
        let (Some(zero), Some(after)) = (find(then), find(merge)) else { return };
        let (inner, next) = (&function.blocks[zero], &function.blocks[after]);
        let (stores, jump) = inner.body.split_at(inner.body.len() - 1);
        let is_store = |at: &At| stores_zero(module, *at).is_some() || module.is_debug(*at);
        let barrier = next.body.iter().find(|at| !module.is_debug(**at)).copied();
        let is_first = is_first_invocation(module, condition);
        let joins = module.opcode(jump[0]) == op::BRANCH && module.word(jump[0], 0) == merge;
        let Some(barrier) = barrier.filter(|at| module.opcode(*at) == op::CONTROL_BARRIER) else { return };
        if !is_first || !joins || stores.is_empty() || !stores.iter().all(is_store) || zero == after {
            return;
        }
        module.rewrite(end, op::BRANCH, [Operand::Id(merge)]);
        let merges: Vec<At> = function.blocks[index]
            .body
            .iter()
            .copied()
            .filter(|at| module.opcode(*at) == op::SELECTION_MERGE)
            .collect();
        function.blocks[index].body.retain(|at| !merges.contains(at));
        function.blocks[after].body.retain(|at| *at != barrier);
        function.blocks.remove(zero);
        return;
    }
}

/// True if a condition holds for one invocation of a workgroup alone.
fn is_first_invocation(module: &Module, condition: Id) -> bool {
    let annotations = Annotations::of(module);
    let all = operation(module, condition, op::ALL).and_then(|operands| operands.first().copied());
    let Some(value) = equals(module, all.unwrap_or(condition), 0) else { return false };
    let Some(&[pointer]) = operation(module, value, op::LOAD) else { return false };
    let expected =
        if all.is_some() { built_in::LOCAL_INVOCATION_ID } else { built_in::LOCAL_INVOCATION_INDEX };
    annotations.value(pointer, decoration::BUILT_IN) == Some(expected)
}

/// Removes counters that end loops which WGSL ends itself.
fn go_on(module: &mut Module, users: &Users, function: &mut Function) {
    let mut removed: HashSet<At> = HashSet::default();
    let mut left: Vec<(Id, Id)> = Vec::new();
    for index in 0..function.blocks.len() {
        let body = &function.blocks[index].body;
        let Some(&end) = body.last() else { continue };
        let (op::BRANCH_CONDITIONAL, &[condition, out, next, ..]) =
            (module.opcode(end), module.operands(end))
        else {
            continue;
        };
        let Some(counter) = counter(module, users, condition) else { continue };
        removed.extend(counter);
        removed.extend(body.iter().copied().filter(|at| module.opcode(*at) == op::SELECTION_MERGE));
        module.rewrite(end, op::BRANCH, [Operand::Id(next)]);
        left.push((out, function.blocks[index].label));
    }
    if removed.is_empty() {
        return;
    }
    for (target, from) in left {
        let Some(block) = function.blocks.iter().find(|block| block.label == target) else { continue };
        for &at in block
            .body
            .iter()
            .take_while(|at| module.opcode(**at) == op::PHI || module.is_debug(**at))
            .collect::<Vec<_>>()
        {
            if module.opcode(at) == op::PHI {
                let pairs: Vec<[u32; 2]> = module.operands(at).as_chunks().0.to_vec();
                let kept = pairs.into_iter().filter(|[_, parent]| *parent != from).flatten();
                module.rewrite(at, op::PHI, kept.map(Operand::Id).collect::<Vec<_>>());
            }
        }
    }
    for block in &mut function.blocks {
        block.body.retain(|at| !removed.contains(at));
    }
    removed.into_iter().for_each(|at| module.remove(at));
}

/// Instructions of the counter that a condition tests: two words that count from the highest number down to zero, of which
/// nothing else is used.
fn counter(module: &Module, users: &Users, condition: Id) -> Option<Vec<At>> {
    let &[all] = operation(module, condition, op::ALL)? else { return None };
    let value = equals(module, all, 0)?;
    if !matches!(module.ty(module.type_of(value)), Some(Type::Vector { count: 2, .. })) {
        return None;
    }
    let at = module.definition(value)?;
    let is_plain = |at: &At| !matches!(module.opcode(*at), op::NAME | op::DECORATE);
    let uses = |id: Id| users.get(id).iter().copied().filter(is_plain);
    let mut found = vec![module.definition(condition)?, module.definition(all)?, at];
    // What the rest of the module sees of the counter: the difference alone.
    let difference = match (module.opcode(at), module.operands(at)) {
        (op::LOAD, &[variable]) => {
            let declared = module.definition(variable).filter(|at| module.opcode(*at) == op::VARIABLE)?;
            let start = *module.operands(declared).get(1)?;
            let mut stores = uses(variable).filter(|at| module.opcode(*at) == op::STORE);
            let (Some(store), None) = (stores.next(), stores.next()) else { return None };
            if number(module, start) != Some(u32::MAX) || uses(variable).count() != 2 {
                return None;
            }
            found.extend([declared, store]);
            let difference = module.word(store, 1);
            (uses(difference).count() == 1).then_some(difference)?
        }
        (op::PHI, _) => return web(module, users, value, found),
        _ => return None,
    };
    let (from, parts) = decrement(module, difference)?;
    if from != value || uses(value).count() != 3 {
        return None;
    }
    for part in parts {
        if part != difference && uses(part).count() != 1 {
            return None;
        }
        found.push(module.definition(part)?);
    }
    Some(found)
}

/// The pair that a value is one less than, and the values that are computed for it.
fn decrement(module: &Module, difference: Id) -> Option<(Id, [Id; 5])> {
    let &[from, step] = operation(module, difference, op::I_SUB)? else { return None };
    let &[carry, one] = operation(module, step, op::COMPOSITE_CONSTRUCT)? else { return None };
    let &[borrows, yes, no] = operation(module, carry, op::SELECT)? else { return None };
    let low = equals(module, borrows, 0)?;
    let &[whole, 1] = operation(module, low, op::COMPOSITE_EXTRACT)? else { return None };
    let counts =
        [(one, 1), (yes, 1), (no, 0)].iter().all(|(id, expected)| number(module, *id) == Some(*expected));
    (whole == from && counts).then_some((from, [difference, step, carry, borrows, low]))
}

/// Most values of counters that are joined.
const MAX_WEB: usize = 128;

/// Instructions of all counters that a value is joined with, if they only count and are tested.
fn web(module: &Module, users: &Users, value: Id, mut found: Vec<At>) -> Option<Vec<At>> {
    let mut seen: HashSet<Id> = HashSet::default();
    let mut waiting = vec![value];
    while let Some(id) = waiting.pop() {
        if number(module, id) == Some(u32::MAX) || !seen.insert(id) {
            continue;
        }
        if seen.len() > MAX_WEB {
            return None;
        }
        let at = module.definition(id)?;
        found.push(at);
        match module.opcode(at) {
            op::PHI => waiting.extend(module.operands(at).iter().step_by(2)),
            _ => {
                let (from, parts) = decrement(module, id)?;
                waiting.push(from);
                found.extend(parts.iter().filter_map(|part| module.definition(*part)));
            }
        }
        for &user in users.get(id) {
            let result = module.get(user).result;
            match module.opcode(user) {
                op::PHI | op::I_SUB => waiting.push(result),
                op::COMPOSITE_EXTRACT | op::NAME | op::DECORATE => {}
                // The other tests of the counter are removed with it.
                op::I_EQUAL => {
                    let [all] = users.get(result) else { return None };
                    let [end] = users.get(module.get(*all).result) else { return None };
                    let is_test = equals(module, result, 0) == Some(id)
                        && module.opcode(*all) == op::ALL
                        && matches!(module.opcode(*end), op::BRANCH_CONDITIONAL | op::BRANCH);
                    if !is_test {
                        return None;
                    }
                }
                _ => return None,
            }
        }
    }
    // What is computed on the way serves nothing else.
    for &at in &found {
        let opcode = module.opcode(at);
        let id = module.get(at).result;
        let expects = match opcode {
            op::COMPOSITE_EXTRACT | op::SELECT | op::COMPOSITE_CONSTRUCT => 1,
            _ => continue,
        };
        if users.get(id).iter().filter(|user| module.opcode(**user) != op::NAME).count() != expects {
            return None;
        }
    }
    Some(found)
}
