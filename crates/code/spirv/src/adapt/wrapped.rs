//! Takes uniform blocks out of a structure around them, which compilers write where a source has a structure as the type of a block.

use foldhash::{HashMap, HashMapExt as _};

use crate::grammar::op;
use crate::grammar::value::{decoration, storage_class as storage};
use crate::module::{Annotations, At, Declarations, Id, Module, Operand, Type, Users};

/// Most instructions that loads of whole blocks may become.
const MAX_LOADS: usize = 1 << 14;

/// A block and the structure that it is.
struct Wrapped {
    variable: Id,
    inner: Id,
}

/// Gives uniform blocks with one member, of which neither has a name, the type of that member if it is a structure; true if there are any.
/// What was loaded as a whole is loaded member by member then.
pub fn unwrap_blocks(module: &mut Module) -> bool {
    let found = wrapped(module);
    if found.is_empty() {
        return false;
    }
    let mut known = Declarations::of(module);
    let mut chains = HashMap::new();
    for block in &found {
        let pointer = [Operand::Literal(storage::UNIFORM), Operand::Id(block.inner)];
        let ty = pointer_before(module, block.variable, &pointer);
        if let Some(at) = module.definition(block.variable) {
            module.set_type(at, ty);
        }
        chains.insert(block.variable, block.inner);
    }
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        // Pointers to whole blocks, which become the variables of these.
        let mut whole: HashMap<Id, Id> = HashMap::new();
        for block in &mut function.blocks {
            let mut body = Vec::with_capacity(block.body.len());
            for at in std::mem::take(&mut block.body) {
                rewrite(module, &mut known, (at, &mut body), (&chains, &mut whole));
            }
            block.body = body;
        }
    }
    module.functions = functions;
    true
}

/// Drops the index of the only member, and loads whole blocks member by member.
fn rewrite(
    module: &mut Module,
    known: &mut Declarations,
    (at, body): (At, &mut Vec<At>),
    (chains, whole): (&HashMap<Id, Id>, &mut HashMap<Id, Id>),
) {
    let base = module.word(at, 0);
    match module.opcode(at) {
        op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN if chains.contains_key(&base) => {
            if module.operands(at).len() == 2 {
                whole.insert(module.get(at).result, base);
                return;
            }
            let operands: Vec<Operand> = module.tagged_operands(at).collect();
            let rest = operands.iter().skip(2).copied();
            module.rewrite(at, module.opcode(at), [Operand::Id(base)].into_iter().chain(rest));
        }
        op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN if whole.contains_key(&base) => {
            module.set_word(at, 0, whole[&base]);
        }
        op::LOAD if whole.contains_key(&base) => {
            let variable = whole[&base];
            let members: Vec<Id> = match module.ty(chains[&variable]) {
                Some(Type::Struct { members }) => members.to_vec(),
                _ => Vec::new(),
            };
            let int = known.get(module, (op::TYPE_INT, 0), &[Operand::Literal(32), Operand::Literal(0)]);
            let mut parts = Vec::with_capacity(members.len());
            for (index, member) in (0..).zip(members) {
                let pointer = [Operand::Literal(storage::UNIFORM), Operand::Id(member)];
                let pointer = known.get(module, (op::TYPE_POINTER, 0), &pointer);
                let number = known.get(module, (op::CONSTANT, int), &[Operand::Literal(index)]);
                let (place, value) = (module.new_id(), module.new_id());
                body.push(module.add_ids(op::ACCESS_CHAIN, pointer, place, &[variable, number]));
                body.push(module.add_ids(op::LOAD, member, value, &[place]));
                parts.push(Operand::Id(value));
            }
            module.rewrite(at, op::COMPOSITE_CONSTRUCT, parts);
        }
        _ => {}
    }
    body.push(at);
}

/// A pointer type that is declared in front of a variable.
fn pointer_before(module: &mut Module, variable: Id, operands: &[Operand]) -> Id {
    let id = module.new_id();
    let at = module.add(op::TYPE_POINTER, 0, id, operands.iter().copied());
    let place = module.globals.iter().position(|at| module.get(*at).result == variable);
    module.globals.insert(place.unwrap_or(module.globals.len()), at);
    id
}

/// The blocks that are wrapped, and whose loads become at most [`MAX_LOADS`] instructions.
fn wrapped(module: &Module) -> Vec<Wrapped> {
    let mut budget = MAX_LOADS;
    let is_uniform = |at: &At| module.opcode(*at) == op::VARIABLE && module.word(*at, 0) == storage::UNIFORM;
    if !module.globals.iter().any(is_uniform) {
        return Vec::new();
    }
    let annotations = Annotations::of(module);
    let users = Users::of(module);
    let mut found = Vec::new();
    for &at in module.globals.iter().filter(|at| is_uniform(at)) {
        let variable = module.get(at).result;
        let Some(Type::Pointer { pointee: block, .. }) = module.ty(module.get(at).ty) else { continue };
        let Some(Type::Struct { members: [inner] }) = module.ty(block) else { continue };
        let inner = *inner;
        let is_plain = matches!(module.ty(inner), Some(Type::Struct { .. }))
            && annotations.name(block).is_none()
            && annotations.member_name(block, 0).is_none()
            && !annotations.has(block, decoration::BUFFER_BLOCK)
            && annotations.member_value(block, 0, decoration::OFFSET).unwrap_or(0) == 0;
        let count = module.component_count(inner).unwrap_or(0) as usize;
        let mut loads = 0;
        let is_known = |user: &At| is_known(module, &users, (*user, &mut loads));
        if is_plain && users.get(variable).iter().all(is_known) && loads.saturating_mul(count) <= budget {
            budget -= loads.saturating_mul(count);
            found.push(Wrapped { variable, inner });
        }
    }
    found
}

/// True for uses that can do without the wrapping; counts loads of the whole.
fn is_known(module: &Module, users: &Users, (at, loads): (At, &mut usize)) -> bool {
    match module.opcode(at) {
        op::NAME | op::DECORATE | op::ENTRY_POINT => true,
        op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => match module.operands(at) {
            [_] => false,
            [_, _] => users.get(module.get(at).result).iter().all(|user| match module.opcode(*user) {
                op::NAME | op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => true,
                op::LOAD => {
                    *loads += 1;
                    true
                }
                _ => false,
            }),
            _ => true,
        },
        _ => false,
    }
}
