//! Gives ray shaders on which DXC crashes an entry point that only calls them.

use foldhash::HashSet;
use glassbox_core::stage::Stage;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Block, Function, Id, Module, Operand};
use smallvec::smallvec;

use crate::interface::Entry;

/// The module with a new entry point that calls the old one; nothing if DXC takes the module as it is. DXC crashes on an entry point with
/// a payload whose members state their access if it has a constant condition, or a loop without a condition.
pub(super) fn outlined(module: &Module, entry: &Entry) -> Option<Module> {
    let name = match entry.stage {
        Stage::AnyHit => "any_hit",
        Stage::ClosestHit => "closest_hit",
        Stage::Miss => "miss",
        _ => return None,
    };
    let function = module.functions.iter().find(|function| function.id == entry.function)?;
    if !has_fixed_flow(module, function) {
        return None;
    }
    let declaration = module.get(function.declaration());
    let ty = module.word(function.declaration(), 1);
    let mut module = module.clone();
    let [outer, label, result] = [(); 3].map(|()| module.new_id());
    let head = module.add(op::FUNCTION, declaration.ty, outer, [Operand::Literal(0), Operand::Id(ty)]);
    let start = module.add_ids(op::LABEL, 0, label, &[]);
    let call = module.add_ids(op::FUNCTION_CALL, declaration.ty, result, &[entry.function]);
    let body = vec![call, module.add_ids(op::RETURN, 0, 0, &[])];
    let end = smallvec![module.add_ids(op::FUNCTION_END, 0, 0, &[])];
    let blocks = vec![Block { label, head: smallvec![start], body }];
    module.functions.push(Function { id: outer, before: Vec::new(), head: smallvec![head], blocks, end });
    module.set_word(entry.at, 1, outer);
    module.rename(&[(entry.function, name.to_owned())].into());
    Some(module)
}

/// True if a function has a loop, or a condition that is made of constants.
fn has_fixed_flow(module: &Module, function: &Function) -> bool {
    let mut constants: HashSet<Id> = HashSet::default();
    for at in function.blocks.iter().flat_map(|block| &block.body) {
        let opcode = module.opcode(*at);
        let is_fixed = |id: &Id| {
            constants.contains(id)
                || matches!(module.opcode_of(*id), op::CONSTANT_TRUE..=op::SPEC_CONSTANT_OP)
        };
        match (opcode, module.operands(*at)) {
            (op::LOOP_MERGE, _) => return true,
            (op::BRANCH_CONDITIONAL | op::SWITCH | op::SELECT, [condition, ..]) if is_fixed(condition) => {
                return true;
            }
            (op::LOAD | op::FUNCTION_CALL | op::VARIABLE | op::PHI, _) => {}
            _ => {
                let mut operands = module.tagged_operands(*at).filter_map(|operand| operand.id());
                if module.get(*at).result != 0 && operands.all(|id| is_fixed(&id)) {
                    constants.insert(module.get(*at).result);
                }
            }
        }
    }
    false
}
