//! Checks that numbers of 8 and 16 bits that a shader may only store are not computed with.

use super::{Checker, ids, rules};
use crate::grammar::op;
use crate::grammar::value::capability as cap;
use crate::module::{At, Id};

/// Checks every use of a value with small numbers.
pub(super) fn check(c: &mut Checker<'_>) {
    let computes = [cap::INT8, cap::INT16, cap::FLOAT16].iter().all(|capability| c.has(*capability));
    if computes || !c.has(cap::SHADER) {
        return;
    }
    let stored = stored_types(c);
    if !stored.contains(&true) {
        return;
    }
    let module = c.module;
    for &at in &module.globals {
        instruction(c, at, &stored);
    }
    for &at in c.facts.order.functions().flatten() {
        instruction(c, at, &stored);
    }
}

/// For each id, whether it is a type of values that can only be stored. Pointers to them are no such values.
fn stored_types(c: &Checker<'_>) -> Vec<bool> {
    let module = c.module;
    let mut stored = vec![false; c.depths.len()];
    for &at in &module.globals {
        let result = module.get(at).result;
        let part = |id: Id| stored.get(id as usize).copied().unwrap_or(false);
        let is_stored = match module.opcode(at) {
            op::TYPE_INT | op::TYPE_FLOAT => c.contains_storage_only(result),
            op::TYPE_VECTOR | op::TYPE_MATRIX | op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY => {
                part(module.word(at, 0))
            }
            op::TYPE_STRUCT => module.operands(at).iter().any(|id| part(*id)),
            _ => continue,
        };
        if let Some(entry) = stored.get_mut(result as usize) {
            *entry = is_stored;
        }
    }
    stored
}

fn instruction(c: &mut Checker<'_>, at: At, stored: &[bool]) {
    let module = c.module;
    let passes_on = matches!(
        module.opcode(at),
        op::STORE | op::COPY_OBJECT | op::U_CONVERT | op::S_CONVERT | op::F_CONVERT
    );
    if passes_on || ids::is_about_ids(c, at) {
        return;
    }
    let is_stored =
        |id: Id| module.definition(id).is_some() && stored.get(module.type_of(id) as usize) == Some(&true);
    let used = module.tagged_operands(at).map(|operand| operand.id());
    let Some((index, id)) =
        used.enumerate().find_map(|(index, id)| id.filter(|id| is_stored(*id)).map(|id| (index, id)))
    else {
        return;
    };
    let message = format!(
        "found {} of type {}, expected a value without numbers that can only be stored, copied and converted",
        c.id(id),
        c.type_text(module.type_of(id))
    );
    c.report_operand(&rules::SMALL_USE, at, index, message);
}
