//! Replaces local structures by what their members are copies of: inputs, or outputs that are stored from them before
//! each return.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{
    Annotations, At, ConstantValue, Declarations, Function, Id, Module, Operand, Type, Users,
};

/// Steps from an id to the one that replaces it.
const MAX_REPLACED: usize = 64;

/// What is to be changed of a function.
#[derive(Default)]
struct Changes {
    /// By id, the one in its place.
    replaced: HashMap<Id, Id>,
    removed: HashSet<At>,
    /// Chains with the variable and the number of operands in whose place it stands.
    chains: Vec<(At, Id, usize)>,
    /// Chains that continue these; their class.
    classes: Vec<(At, u32)>,
    /// Extracts of a part instead of a whole.
    extracts: Vec<(At, Id)>,
    /// Loads of a chain that are an extract of a value.
    loads: Vec<(At, Id, Vec<u32>)>,
    /// Stores of a whole, and the variables of its members.
    stores: Vec<(At, Vec<Id>)>,
    /// Names of the source for inputs and outputs that a compiler has named.
    names: BTreeMap<Id, String>,
}

/// True if a function has local variables that are copied from an input or, as a structure, as a whole.
pub(super) fn may_apply(module: &Module, function: usize) -> bool {
    let Some(block) = module.functions[function].blocks.first() else { return false };
    let mut variables = block.body.iter().filter(|at| module.opcode(**at) == op::VARIABLE);
    variables.any(|at| is_structure(module, module.get(*at).ty))
}

fn is_structure(module: &Module, pointer: Id) -> bool {
    module.pointer(pointer).is_some_and(|(pointee, _)| module.opcode_of(pointee) == op::TYPE_STRUCT)
}

fn is_description(module: &Module, at: At) -> bool {
    matches!(module.opcode(at), op::NAME | op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING)
}

/// Local variables of the first block.
fn variables(module: &Module, function: &Function) -> Vec<At> {
    let body = function.blocks.first().map(|block| block.body.as_slice()).unwrap_or_default();
    body.iter().copied().filter(|at| module.opcode(*at) == op::VARIABLE).collect()
}

/// The variable of a class that a value is loaded from as a whole.
fn loaded_from(module: &Module, value: Id, class: u32) -> Option<Id> {
    let at = module.definition(value).filter(|at| module.opcode(*at) == op::LOAD)?;
    let &[pointer] = module.operands(at) else { return None };
    is_global(module, pointer, class).then_some(pointer)
}

fn is_global(module: &Module, pointer: Id, class: u32) -> bool {
    module.opcode_of(pointer) == op::VARIABLE
        && module.pointer(module.type_of(pointer)).is_some_and(|(_, own)| own == class)
}

/// Reads inputs where the function reads copies of them.
pub(super) fn read_inputs(module: &mut Module, function: usize) {
    let (users, annotations) = (Users::of(module), Annotations::of(module));
    let mut changes = Changes::default();
    for at in variables(module, &module.functions[function]) {
        if let Some(found) = input_copy(module, (&users, &annotations), function, at) {
            changes.add(found);
        }
    }
    changes.apply(module, function);
}

/// A variable that is stored once, at the beginning, and only read after.
fn input_copy(
    module: &Module,
    (users, annotations): (&Users, &Annotations<'_>),
    function: usize,
    variable: At,
) -> Option<Changes> {
    let id = module.get(variable).result;
    if module.operands(variable).len() != 1 {
        return None;
    }
    let first = &module.functions[function].blocks[0].body;
    let uses = || users.get(id).iter().copied().filter(|at| !is_description(module, *at));
    let mut stores = uses().filter(|at| module.opcode(*at) == op::STORE);
    let (Some(store), None) = (stores.next(), stores.next()) else { return None };
    let place = first.iter().position(|at| *at == store)?;
    let &[pointer, value] = module.operands(store) else { return None };
    if pointer != id || uses().any(|at| at != store && first[..place].contains(&at)) {
        return None;
    }
    let (ty, _) = module.pointer(module.get(variable).ty)?;
    let is_struct = matches!(module.ty(ty), Some(Type::Struct { .. }));
    let parts: Vec<Id> = if is_struct {
        let at = module.definition(value).filter(|at| module.opcode(*at) == op::COMPOSITE_CONSTRUCT)?;
        module.operands(at).to_vec()
    } else {
        vec![value]
    };
    let inputs: Vec<Option<Id>> =
        parts.iter().map(|part| loaded_from(module, *part, storage_class::INPUT)).collect();
    if inputs.iter().all(Option::is_none) {
        return None;
    }
    let mut changes = Changes::default();
    for (index, input) in (0..).zip(&inputs) {
        let part = is_struct.then_some((ty, index));
        changes.name(annotations, *input, (id, part));
    }
    changes.removed.extend([store, variable]);
    for at in uses().filter(|at| *at != store) {
        let result = module.get(at).result;
        match (module.opcode(at), module.operands(at)) {
            (op::LOAD, [_]) if !is_struct => {
                changes.replaced.insert(result, value);
                changes.removed.insert(at);
            }
            (op::LOAD, [_]) => changes.take_apart(module, users, at, &parts)?,
            (op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN, [_, indices @ ..]) => {
                let skipped = usize::from(is_struct);
                let member = if is_struct { module.constant_u32(*indices.first()?)? } else { 0 };
                let input = *inputs.get(member as usize)?;
                match input {
                    Some(input) => {
                        if !changes.only_loaded(module, users, at, storage_class::INPUT, 0) {
                            return None;
                        }
                        if indices.len() == skipped {
                            changes.replaced.insert(result, input);
                            changes.removed.insert(at);
                        } else {
                            changes.chains.push((at, input, 1 + skipped));
                        }
                    }
                    None => {
                        let steps: Option<Vec<u32>> =
                            indices[skipped..].iter().map(|index| module.constant_u32(*index)).collect();
                        let steps = steps?;
                        for &load in users.get(result) {
                            match (module.opcode(load), module.operands(load).len()) {
                                _ if is_description(module, load) => {}
                                (op::LOAD, 1) => {
                                    changes.loads.push((load, parts[member as usize], steps.clone()));
                                }
                                _ => return None,
                            }
                        }
                        changes.removed.insert(at);
                    }
                }
            }
            _ => return None,
        }
    }
    Some(changes)
}

/// Writes outputs where the function writes structures whose members are stored to them before it returns.
pub(super) fn write_outputs(module: &mut Module, function: usize, zeroed: bool) {
    let (users, annotations) = (Users::of(module), Annotations::of(module));
    let mut changes = Changes::default();
    for at in variables(module, &module.functions[function]) {
        if let Some(found) = output_copy(module, (&users, &annotations), (function, at), zeroed) {
            changes.add(found);
        }
    }
    changes.apply(module, function);
}

fn output_copy(
    module: &Module,
    (users, annotations): (&Users, &Annotations<'_>),
    (function, variable): (usize, At),
    zeroed: bool,
) -> Option<Changes> {
    let instruction = module.get(variable);
    let (ty, _) = module.pointer(instruction.ty)?;
    let Some(Type::Struct { members }) = module.ty(ty) else { return None };
    if let Some(&start) = module.operands(variable).get(1) {
        let is_zero = module.constant(start).is_some_and(|found| found.value == ConstantValue::Null);
        if !is_zero || !zeroed {
            return None;
        }
    }
    let uses = || users.get(instruction.result).iter().copied().filter(|at| !is_description(module, *at));
    let mut outputs: Vec<Option<Id>> = vec![None; members.len()];
    let mut changes = Changes::default();
    changes.removed.insert(variable);
    let mut stores = HashSet::default();
    for load in uses().filter(|at| module.opcode(*at) == op::LOAD) {
        if module.operands(load).len() != 1 {
            return None;
        }
        changes.removed.insert(load);
        let mut seen = 0;
        for &extract in users.get(module.get(load).result) {
            let (op::COMPOSITE_EXTRACT, &[_, member]) = (module.opcode(extract), module.operands(extract))
            else {
                return None;
            };
            let &[store] = users.get(module.get(extract).result) else { return None };
            let (op::STORE, &[output, _]) = (module.opcode(store), module.operands(store)) else {
                return None;
            };
            let known = outputs.get_mut(member as usize)?;
            if *known.get_or_insert(output) != output {
                return None;
            }
            seen += 1;
            stores.insert(store);
            changes.removed.extend([extract, store]);
        }
        if seen != members.len()
            || !returns_after(module, &module.functions[function], load, &changes.removed)
        {
            return None;
        }
    }
    let outputs: Vec<Id> = outputs.into_iter().collect::<Option<_>>()?;
    let distinct: HashSet<Id> = outputs.iter().copied().collect();
    let fits = outputs.iter().zip(members).all(|(output, member)| {
        let is_output = is_global(module, *output, storage_class::OUTPUT);
        let pointee = module.pointer(module.type_of(*output)).map(|(pointee, _)| pointee);
        let has_start = module.definition(*output).is_some_and(|at| module.operands(at).len() > 1);
        is_output && !has_start && pointee == Some(*member)
    });
    let is_own = |output: &Id| {
        users.get(*output).iter().all(|at| {
            stores.contains(at) || is_description(module, *at) || module.opcode(*at) == op::ENTRY_POINT
        })
    };
    for (index, output) in (0..).zip(&outputs) {
        changes.name(annotations, Some(*output), (instruction.result, Some((ty, index))));
    }
    if outputs.is_empty() || distinct.len() != members.len() || !fits || !outputs.iter().all(is_own) {
        return None;
    }
    for at in uses() {
        match (module.opcode(at), module.operands(at)) {
            (op::LOAD, _) => {}
            (op::STORE, &[pointer, _]) if pointer == instruction.result => {
                changes.stores.push((at, outputs.clone()));
            }
            (op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN, [_, indices @ ..]) => {
                let output = *outputs.get(module.constant_u32(*indices.first()?)? as usize)?;
                if !changes.only_accessed(module, users, at, storage_class::OUTPUT, 0) {
                    return None;
                }
                if indices.len() == 1 {
                    changes.replaced.insert(module.get(at).result, output);
                    changes.removed.insert(at);
                } else {
                    changes.chains.push((at, output, 2));
                }
            }
            _ => return None,
        }
    }
    Some(changes)
}

/// True if after a load the function returns, and does nothing else before but what is removed.
fn returns_after(module: &Module, function: &Function, load: At, removed: &HashSet<At>) -> bool {
    let Some((block, place)) = function
        .blocks
        .iter()
        .find_map(|block| block.body.iter().position(|at| *at == load).map(|place| (block, place)))
    else {
        return false;
    };
    let is_quiet = |at: &At| {
        removed.contains(at)
            || module.is_debug(*at)
            || !matches!(module.opcode(*at), op::STORE | op::FUNCTION_CALL | op::COPY_MEMORY)
    };
    module.opcode(block.terminator()) == op::RETURN && block.body[place..].iter().all(is_quiet)
}

impl Changes {
    /// Gives an input or output the name of the variable or member that it stands for.
    fn name(
        &mut self,
        annotations: &Annotations<'_>,
        port: Option<Id>,
        (variable, part): (Id, Option<(Id, u32)>),
    ) {
        let Some(port) = port else { return };
        let is_made = annotations
            .name(port)
            .is_none_or(|name| name.starts_with("in.var.") || name.starts_with("out.var."));
        let name = match part {
            Some((ty, member)) => annotations.member_name(ty, member),
            None => annotations.name(variable),
        };
        if let Some(name) = name.filter(|name| is_made && !name.is_empty()) {
            self.names.entry(port).or_insert(name.to_owned());
        }
    }

    fn add(&mut self, other: Changes) {
        self.names.extend(other.names);
        self.replaced.extend(other.replaced);
        self.removed.extend(other.removed);
        self.chains.extend(other.chains);
        self.classes.extend(other.classes);
        self.extracts.extend(other.extracts);
        self.loads.extend(other.loads);
        self.stores.extend(other.stores);
    }

    /// Takes parts where a whole is loaded only to be taken apart.
    fn take_apart(&mut self, module: &Module, users: &Users, load: At, parts: &[Id]) -> Option<()> {
        for &at in users.get(module.get(load).result) {
            if is_description(module, at) {
                continue;
            }
            let (op::COMPOSITE_EXTRACT, [_, member, rest @ ..]) = (module.opcode(at), module.operands(at))
            else {
                return None;
            };
            let part = *parts.get(*member as usize)?;
            if rest.is_empty() {
                self.replaced.insert(module.get(at).result, part);
                self.removed.insert(at);
            } else {
                self.extracts.push((at, part));
            }
        }
        self.removed.insert(load);
        Some(())
    }

    fn only_loaded(&mut self, module: &Module, users: &Users, at: At, class: u32, depth: u32) -> bool {
        self.follow(module, users, (at, class, depth), false)
    }

    fn only_accessed(&mut self, module: &Module, users: &Users, at: At, class: u32, depth: u32) -> bool {
        self.follow(module, users, (at, class, depth), true)
    }

    /// True if a chain and those that continue it are only loaded, or stored too; collects them.
    fn follow(
        &mut self,
        module: &Module,
        users: &Users,
        (at, class, depth): (At, u32, u32),
        stores: bool,
    ) -> bool {
        let result = module.get(at).result;
        self.classes.push((at, class));
        depth < 16
            && users.get(result).iter().all(|user| match module.opcode(*user) {
                op::LOAD => module.operands(*user).len() == 1,
                op::STORE => stores && module.word(*user, 0) == result && module.word(*user, 1) != result,
                op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => {
                    module.word(*user, 0) == result
                        && self.follow(module, users, (*user, class, depth + 1), stores)
                }
                _ => is_description(module, *user),
            })
    }

    fn apply(mut self, module: &mut Module, function: usize) {
        if self.removed.is_empty() {
            return;
        }
        module.rename(&self.names);
        let mut declarations = Declarations::of(module);
        for (at, class) in std::mem::take(&mut self.classes) {
            let Some((pointee, _)) = module.pointer(module.get(at).ty) else { continue };
            let operands = [Operand::Literal(class), Operand::Id(pointee)];
            let ty = declarations.get(module, (op::TYPE_POINTER, 0), &operands);
            module.set_type(at, ty);
        }
        for (at, variable, skipped) in std::mem::take(&mut self.chains) {
            let rest: Vec<Operand> = module.tagged_operands(at).skip(skipped).collect();
            let opcode = module.opcode(at);
            module.rewrite(at, opcode, [Operand::Id(variable)].into_iter().chain(rest));
        }
        for (at, part) in std::mem::take(&mut self.extracts) {
            let rest: Vec<Operand> = module.tagged_operands(at).skip(2).collect();
            module.rewrite(at, op::COMPOSITE_EXTRACT, [Operand::Id(part)].into_iter().chain(rest));
        }
        for (at, part, steps) in std::mem::take(&mut self.loads) {
            if steps.is_empty() {
                self.replaced.insert(module.get(at).result, part);
                self.removed.insert(at);
            } else {
                let steps = steps.into_iter().map(Operand::Literal);
                module.rewrite(at, op::COMPOSITE_EXTRACT, [Operand::Id(part)].into_iter().chain(steps));
            }
        }
        let stores: HashMap<At, Vec<Id>> = std::mem::take(&mut self.stores).into_iter().collect();
        let mut blocks = std::mem::take(&mut module.functions[function].blocks);
        for block in &mut blocks {
            let old = std::mem::take(&mut block.body);
            for at in old {
                if let Some(outputs) = stores.get(&at) {
                    block.body.extend(store_parts(module, at, outputs));
                } else if !self.removed.contains(&at) {
                    block.body.push(at);
                }
            }
            for &at in &block.body {
                module.map_ids(at, |id| self.last(id));
            }
        }
        module.functions[function].blocks = blocks;
        self.removed.iter().for_each(|at| module.remove(*at));
    }

    fn last(&self, mut id: Id) -> Id {
        for _ in 0..MAX_REPLACED {
            match self.replaced.get(&id) {
                Some(next) => id = *next,
                None => break,
            }
        }
        id
    }
}

/// Stores of the members of a value in place of that of the whole.
fn store_parts(module: &mut Module, store: At, outputs: &[Id]) -> Vec<At> {
    let value = module.word(store, 1);
    let mut added = Vec::new();
    for (index, &output) in (0..).zip(outputs) {
        let Some((ty, _)) = module.pointer(module.type_of(output)) else { continue };
        let id = module.new_id();
        let part = module.add(op::COMPOSITE_EXTRACT, ty, id, [Operand::Id(value), Operand::Literal(index)]);
        let stored = module.add_ids(op::STORE, 0, 0, &[output, id]);
        for at in [part, stored] {
            module.set_origin(at, module.origin(store));
        }
        added.extend([part, stored]);
    }
    added
}
