//! Members that become variables of their own: samplers in structures of uniforms, and members of built-in blocks that
//! SPIR-V does not have.

use super::Linker;
use super::access::{Access, access, become_of, global, indexed, local, repeatable};
use super::parameters::{NewParameters, replace_parameters};
use super::walk;
use crate::model::{
    At, Expression, ExpressionId, ExpressionKind, FunctionId, Global, GlobalId, LocalId, Program, Qualifiers,
    Storage,
};
use crate::rules::{LOOSE_TYPE, NOT_EMITTED};
use crate::types::{Length, Member, StructId, Type, Types};
use foldhash::{HashMap, HashSet};

/// Most members of one variable that become variables.
const MOST: u32 = 1024;

/// A member at any depth of a structure that becomes a variable.
#[derive(Clone, Debug)]
struct Leaf {
    /// Numbers of members, from the outermost structure.
    path: Vec<u32>,
    /// Names of members, joined with points.
    name: String,
    /// Its type, without the arrays that structures around it stand in.
    ty: Type,
    /// Lengths of the arrays that structures around it stand in, from the outside, but for the outermost.
    dimensions: Vec<Length>,
    qualifiers: Qualifiers,
}

/// What the members of a kind become.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// Which members they are.
    pub(super) is_taken: fn(&Program, &Member) -> bool,
    /// Whether they are known by their own names alone, and taken only where they are used.
    pub(super) keeps_names: bool,
}

/// The variable, or the parameter of a function, that a member is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Owner {
    Global(GlobalId),
    Parameter(FunctionId, LocalId),
}

/// What a stage has instead of members.
#[derive(Default)]
struct Taken {
    /// For each structure, what is taken out of it.
    leaves: HashMap<StructId, Vec<Leaf>>,
    /// For each structure, the new numbers of its members; `None` of those that are gone.
    numbers: HashMap<StructId, Vec<Option<u32>>>,
    /// Variables in place of members.
    variables: HashMap<(Owner, Vec<u32>), (ExpressionKind, Type)>,
}

impl Linker<'_> {
    /// Takes members of a kind out of the structures of a stage.
    pub(super) fn extract(&mut self, number: usize, kind: Kind) {
        let Some(taken) = self.leaves(number, kind) else {
            return;
        };
        let mut taken = taken;
        let uses = walk::by_function(&self.programs[number]);
        let named = kind.keeps_names.then(|| named_members(&self.programs[number], &uses));
        self.new_globals(number, named.as_ref(), &mut taken);
        self.new_parameters(number, &mut taken);
        let program = &mut self.programs[number];
        let name = self.names.word("index");
        for (function, ids) in &uses {
            for id in ids {
                replace_use(program, *function, *id, &taken, &name);
            }
        }
        let mut renumbered = HashSet::default();
        for id in uses.iter().flat_map(|(_, ids)| ids) {
            if renumbered.insert(*id) {
                renumber(program, *id, &taken);
            }
        }
        remove_members(program, &taken);
    }

    /// What is to be taken; `None` where there is nothing, or too much.
    fn leaves(&mut self, number: usize, kind: Kind) -> Option<Taken> {
        let program = &self.programs[number];
        let kept = kept_in_heaps(program);
        if let Some(at) = beside_heaps(program, &kept, kind) {
            let message = "found a variable of a structure that a heap has too, which holds descriptors";
            let finding = self.reports.of(&NOT_EMITTED, program.from(at), message);
            self.reports.add(finding.help("declare another structure for the heap"));
            return None;
        }
        let mut taken = Taken::default();
        let mut counts: HashMap<StructId, u32> = kept.iter().map(|id| (*id, 0)).collect();
        taken.leaves.extend(kept.iter().map(|id| (*id, Vec::new())));
        let mut numbers: HashMap<StructId, Vec<Option<u32>>> = HashMap::default();
        for id in &kept {
            let count = program.types.structure(*id).members.len() as u32;
            numbers.insert(*id, (0..count).map(Some).collect());
        }
        for index in 0..program.types.structures.len() {
            let id = StructId(index as u32);
            let count = count(program, id, kind, &mut counts);
            if count > MOST {
                let at = program.types.structure(id).at;
                let message = format!(
                    "found {count} members that become variables in one structure, expected at most {MOST}"
                );
                let finding = self.reports.of(&LOOSE_TYPE, program.from(at), message);
                self.reports.add(finding.help("declare the members as uniforms of their own"));
                return None;
            }
        }
        if counts.values().all(|count| *count == 0) {
            return None;
        }
        for index in 0..program.types.structures.len() {
            collect(program, StructId(index as u32), kind, &mut taken.leaves);
        }
        for index in 0..program.types.structures.len() {
            number_members(program, StructId(index as u32), kind, &mut numbers);
        }
        taken.numbers = numbers;
        Some(taken)
    }

    /// Declares the variables in place of members: all, or those that are named, which keep their names.
    fn new_globals(
        &mut self,
        number: usize,
        named: Option<&HashMap<(GlobalId, Vec<u32>), At>>,
        taken: &mut Taken,
    ) {
        let program = &mut self.programs[number];
        for index in 0..program.globals.len() {
            let id = GlobalId(index as u32);
            let owner = program.global(id).clone();
            let Type::Struct(structure) = program.types.innermost(owner.ty) else {
                continue;
            };
            let is_variable =
                !matches!(owner.storage, Storage::Private | Storage::Const | Storage::Reference);
            let Some(leaves) =
                taken.leaves.get(&structure).filter(|leaves| is_variable && !leaves.is_empty())
            else {
                continue;
            };
            let outer = dimensions(&program.types, owner.ty);
            for leaf in leaves {
                let at = named.map(|named| named.get(&(id, leaf.path.clone())).copied());
                if at == Some(None) {
                    continue;
                }
                let all: Vec<Length> = outer.iter().chain(&leaf.dimensions).copied().collect();
                let ty = array_of(&mut program.types, leaf.ty, &all);
                let name = match named {
                    Some(_) => self.names.word(&leaf.name),
                    None => self.names.word(&format!("{}.{}", owner.name, leaf.name)),
                };
                let at = at.flatten().unwrap_or(owner.at);
                let mut variable = global(name, at, ty, owner.storage, leaf.qualifiers.clone());
                variable.is_used = owner.is_used || named.is_some();
                variable.is_written = owner.is_written;
                variable.qualifiers.flags |= owner.qualifiers.flags;
                let new = program.add_global(variable);
                taken
                    .variables
                    .insert((Owner::Global(id), leaf.path.clone()), (ExpressionKind::Global(new), ty));
            }
            if is_empty(taken, structure) {
                program.drop_global(id);
            }
        }
    }

    /// Gives functions a parameter for each member of a parameter that becomes a variable.
    fn new_parameters(&mut self, number: usize, taken: &mut Taken) {
        let program = &mut self.programs[number];
        for index in 0..program.functions.len() {
            let function = FunctionId(index as u32);
            let own = program.function(function);
            let count = own.parameters as usize;
            let leaves_of = |ty: Type| match program.types.innermost(ty) {
                Type::Struct(id) => {
                    taken.leaves.get(&id).filter(|leaves| !leaves.is_empty()).map(|leaves| (id, leaves))
                }
                _ => None,
            };
            let mut changes: Vec<NewParameters> = Vec::new();
            let mut paths: Vec<Vec<Vec<u32>>> = Vec::new();
            let parameters: Vec<_> = own.locals.iter().take(count).cloned().collect();
            if parameters.iter().all(|parameter| leaves_of(parameter.ty).is_none()) {
                continue;
            }
            let found: Vec<_> = parameters
                .iter()
                .map(|parameter| leaves_of(parameter.ty).map(|(id, leaves)| (id, leaves.clone())))
                .collect();
            for (parameter, found) in parameters.into_iter().zip(found) {
                let Some((structure, leaves)) = found else {
                    changes.push(None);
                    paths.push(Vec::new());
                    continue;
                };
                let outer = dimensions(&program.types, parameter.ty);
                let mut new = Vec::new();
                if !is_empty(taken, structure) {
                    new.push(parameter.clone());
                }
                for leaf in &leaves {
                    let all: Vec<Length> = outer.iter().chain(&leaf.dimensions).copied().collect();
                    let ty = array_of(&mut program.types, leaf.ty, &all);
                    let name = self.names.word(&format!("{}.{}", parameter.name, leaf.name));
                    new.push(local(name, parameter.at, ty, leaf.qualifiers.clone()));
                }
                changes.push(Some(new));
                paths.push(leaves.into_iter().map(|leaf| leaf.path).collect());
            }
            let new = replace_parameters(program, function, changes);
            for (ids, paths) in new.into_iter().zip(paths) {
                let Some(first) = ids.first().copied() else { continue };
                let leaves = ids.iter().skip(ids.len().saturating_sub(paths.len()));
                for (id, path) in leaves.zip(&paths) {
                    let ty = program.function(function).locals[id.0 as usize].ty;
                    taken.variables.insert(
                        (Owner::Parameter(function, first), path.clone()),
                        (ExpressionKind::Local(*id), ty),
                    );
                }
            }
        }
    }
}

/// The structures of heaps, which hold descriptors among their members.
fn kept_in_heaps(program: &Program) -> Vec<StructId> {
    let is_heap = |global: &&Global| global.storage.is_heap();
    let mut kept = Vec::new();
    let mut waiting: Vec<Type> = program.globals.iter().filter(is_heap).map(|global| global.ty).collect();
    while let Some(ty) = waiting.pop() {
        if let Type::Struct(id) = program.types.innermost(ty)
            && !kept.contains(&id)
        {
            kept.push(id);
            waiting.extend(program.types.structure(id).members.iter().map(|member| member.ty));
        }
    }
    kept
}

/// Where a variable is declared outside of heaps with members that would be taken out of a structure of heaps.
fn beside_heaps(program: &Program, kept: &[StructId], kind: Kind) -> Option<At> {
    let holds = |ty: Type| match ty {
        Type::Struct(id) if kept.contains(&id) => {
            program.types.structure(id).members.iter().any(|member| (kind.is_taken)(program, member))
        }
        _ => false,
    };
    let beside = program.globals.iter().filter(|global| !kept.is_empty() && !global.storage.is_heap());
    beside.into_iter().find(|global| program.types.contains(global.ty, &holds)).map(|global| global.at)
}

/// The members of variables that are named, and where first.
fn named_members(
    program: &Program,
    uses: &[(FunctionId, Vec<ExpressionId>)],
) -> HashMap<(GlobalId, Vec<u32>), At> {
    let mut named: HashMap<(GlobalId, Vec<u32>), At> = HashMap::default();
    for id in uses.iter().flat_map(|(_, ids)| ids) {
        let own = program.expression(*id);
        if !matches!(own.kind, ExpressionKind::Field(..)) {
            continue;
        }
        let access = access(program, *id);
        if let ExpressionKind::Global(global) = program.expression(access.root).kind {
            let at = named.entry((global, access.path)).or_insert(own.at);
            *at = own.at.min(*at);
        }
    }
    named
}

/// How many members are taken out of a structure.
fn count(program: &Program, id: StructId, kind: Kind, known: &mut HashMap<StructId, u32>) -> u32 {
    if let Some(count) = known.get(&id) {
        return *count;
    }
    let mut sum = 0_u32;
    for member in &program.types.structure(id).members {
        let inner = match program.types.innermost(member.ty) {
            _ if (kind.is_taken)(program, member) => 1,
            Type::Struct(inner) => count(program, inner, kind, known),
            _ => 0,
        };
        sum = sum.saturating_add(inner);
    }
    known.insert(id, sum);
    sum
}

/// Notes what is taken out of a structure.
fn collect(program: &Program, id: StructId, kind: Kind, known: &mut HashMap<StructId, Vec<Leaf>>) {
    if known.contains_key(&id) {
        return;
    }
    let mut leaves = Vec::new();
    for (number, member) in program.types.structure(id).members.iter().enumerate() {
        let number = number as u32;
        if (kind.is_taken)(program, member) {
            leaves.push(Leaf {
                path: vec![number],
                name: member.name.to_string(),
                ty: member.ty,
                dimensions: Vec::new(),
                qualifiers: member.qualifiers.clone(),
            });
        } else if let Type::Struct(inner) = program.types.innermost(member.ty) {
            collect(program, inner, kind, known);
            let outer = dimensions(&program.types, member.ty);
            for leaf in known.get(&inner).into_iter().flatten() {
                leaves.push(Leaf {
                    path: std::iter::once(number).chain(leaf.path.iter().copied()).collect(),
                    name: format!("{}.{}", member.name, leaf.name),
                    ty: leaf.ty,
                    dimensions: outer.iter().chain(&leaf.dimensions).copied().collect(),
                    qualifiers: leaf.qualifiers.clone(),
                });
            }
        }
    }
    known.insert(id, leaves);
}

/// Numbers the members that stay; says whether one does.
fn number_members(
    program: &Program,
    id: StructId,
    kind: Kind,
    known: &mut HashMap<StructId, Vec<Option<u32>>>,
) -> bool {
    if let Some(numbers) = known.get(&id) {
        return numbers.iter().any(Option::is_some);
    }
    let mut next = 0;
    let mut numbers = Vec::new();
    for member in &program.types.structure(id).members {
        let stays = !(kind.is_taken)(program, member)
            && match program.types.innermost(member.ty) {
                Type::Struct(inner) => number_members(program, inner, kind, known),
                _ => true,
            };
        numbers.push(stays.then_some(next));
        next += u32::from(stays);
    }
    let has_members = next > 0;
    known.insert(id, numbers);
    has_members
}

fn is_empty(taken: &Taken, id: StructId) -> bool {
    taken.numbers.get(&id).is_some_and(|numbers| numbers.iter().all(Option::is_none))
}

/// The lengths of an array type, from the outside.
pub(super) fn dimensions(types: &Types, ty: Type) -> Vec<Length> {
    let mut lengths = Vec::new();
    let mut ty = ty;
    while let Some(array) = types.as_array(ty) {
        lengths.push(array.length);
        ty = array.element;
    }
    lengths
}

/// An array of arrays with lengths from the outside.
pub(super) fn array_of(types: &mut Types, element: Type, lengths: &[Length]) -> Type {
    lengths.iter().rev().fold(element, |ty, length| types.array(ty, *length))
}

fn owner(program: &Program, function: FunctionId, access: &Access) -> Option<Owner> {
    match program.expression(access.root).kind {
        ExpressionKind::Global(id) => Some(Owner::Global(id)),
        ExpressionKind::Local(id) => Some(Owner::Parameter(function, id)),
        _ => None,
    }
}

/// Replaces what names a member that is a variable now, and gives calls the arguments that functions take now.
fn replace_use(
    program: &mut Program,
    function: FunctionId,
    id: ExpressionId,
    taken: &Taken,
    name: &glassbox_syntax::token::Word,
) {
    match program.expression(id).kind.clone() {
        ExpressionKind::Field(..) | ExpressionKind::Index(..) => {
            let access = access(program, id);
            let Some(owner) = owner(program, function, &access) else { return };
            let Some((kind, ty)) = taken.variables.get(&(owner, access.path.clone())) else { return };
            let of = program.expression(id).clone();
            let base = Expression { kind: kind.clone(), ty: *ty, ..of };
            let new = indexed(program, base, &access.indices);
            become_of(program, id, new);
        }
        ExpressionKind::Call(callee, arguments) => {
            let mut new = Vec::with_capacity(arguments.len());
            for argument in arguments {
                push_argument(program, (function, argument), taken, name, &mut new);
            }
            if let Some(expression) = program.expressions.get_mut(id.0 as usize) {
                expression.kind = ExpressionKind::Call(callee, new);
            }
        }
        _ => {}
    }
}

fn push_argument(
    program: &mut Program,
    (function, argument): (FunctionId, ExpressionId),
    taken: &Taken,
    name: &glassbox_syntax::token::Word,
    new: &mut Vec<ExpressionId>,
) {
    let structure = match program.types.innermost(program.expression(argument).ty) {
        Type::Struct(structure) => structure,
        _ => return new.push(argument),
    };
    let leaves = taken.leaves.get(&structure).map(Vec::as_slice).unwrap_or_default();
    if !is_empty(taken, structure) || leaves.is_empty() {
        new.push(argument);
    }
    if leaves.is_empty() {
        return;
    }
    let access = access(program, argument);
    let Some(owner) = owner(program, function, &access) else { return };
    let (mut indices, later) = repeatable(program, function, &access.indices, name);
    if !is_empty(taken, structure) {
        // The structure itself is evaluated first.
        for (own, written) in access.indices.iter().zip(&indices) {
            if let ExpressionKind::Index(base, _) = program.expression(own.of).kind {
                program.expressions[own.of.0 as usize].kind = ExpressionKind::Index(base, written.value);
            }
        }
        indices.clone_from(&later);
    }
    for leaf in leaves {
        let path: Vec<u32> = access.path.iter().chain(&leaf.path).copied().collect();
        let Some((kind, ty)) = taken.variables.get(&(owner, path)) else { continue };
        let of = program.expression(argument).clone();
        let base = Expression { kind: kind.clone(), ty: *ty, ..of };
        new.push(indexed(program, base, &indices));
        indices.clone_from(&later);
    }
}

/// Gives the name of a member its new number.
fn renumber(program: &mut Program, id: ExpressionId, taken: &Taken) {
    let ExpressionKind::Field(base, member) = program.expression(id).kind else {
        return;
    };
    let Type::Struct(structure) = program.expression(base).ty else {
        return;
    };
    let number =
        taken.numbers.get(&structure).and_then(|numbers| numbers.get(member as usize).copied().flatten());
    if let Some(number) = number {
        program.expressions[id.0 as usize].kind = ExpressionKind::Field(base, number);
    }
}

fn remove_members(program: &mut Program, taken: &Taken) {
    for (id, numbers) in &taken.numbers {
        let Some(structure) = program.types.structures.get_mut(id.0 as usize) else {
            continue;
        };
        let mut stays = numbers.iter().map(Option::is_some);
        structure.members.retain(|_| stays.next().unwrap_or(true));
    }
}

impl Kind {
    /// Samplers, images and the like in structures of uniforms.
    pub(super) const OPAQUE: Kind = Kind {
        is_taken: |program, member| program.types.innermost(member.ty).is_opaque(),
        keeps_names: false,
    };
    /// Members of `gl_PerVertex` that SPIR-V has no name for.
    pub(super) const LEGACY: Kind = Kind {
        is_taken: |_, member| member.built_in.is_some_and(super::legacy::is_without_form),
        keeps_names: true,
    };
}
