//! Decides how functions are called: order, directions of parameters, effects; arguments that a compiler passed
//! through a variable of their own are passed directly.

use std::ops::Range;

use foldhash::HashSet;
use glassbox_spirv::grammar::{OpcodeSet, op};
use glassbox_spirv::module::{At, Block, Function, Id, Module};

use super::{Kind, NONE, Node, Origin, Step, Tree, Var, Written};
use crate::refusal::{Reason, Refusals};

/// Longest way from the first to the last instruction of a call with its copies.
const MAX_REACH: usize = 256;

/// Direction of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// A copy of the argument.
    In,
    /// Copied to the argument at the end.
    Out,
    /// Both.
    InOut,
}

/// What a function does besides its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effects {
    /// True if it reads memory that others write.
    pub(super) reads: bool,
    /// True if it writes memory or ends the invocation.
    pub(super) writes: bool,
}

/// What is known of a function.
#[derive(Debug)]
pub(super) struct Callee {
    id: Id,
    /// Index in the module.
    index: usize,
    /// Its parameters as variables.
    pub(super) parameters: Range<Var>,
    pub(super) directions: Vec<Direction>,
    /// What it does, once that is known.
    effects: Option<Effects>,
    /// Index in the bodies of the tree, or [`NONE`].
    pub(super) body: u32,
}

impl Callee {
    /// True if it writes memory or ends the invocation.
    pub(super) fn writes(&self) -> bool {
        self.effects.is_none_or(|effects| effects.writes)
    }

    /// True if it writes to an argument.
    pub(super) fn writes_back(&self) -> bool {
        self.directions.iter().any(|direction| *direction != Direction::In)
    }

    pub(super) fn effects(&self) -> Effects {
        self.effects.unwrap_or_default()
    }
}

/// Functions of a module, sorted by id.
#[derive(Debug)]
pub(super) struct Functions(Vec<Callee>);

impl Functions {
    pub(super) fn of(module: &Module) -> Functions {
        let of = |(function, index): (&Function, usize)| Callee {
            id: function.id,
            index,
            parameters: 0..0,
            directions: Vec::new(),
            effects: None,
            body: NONE,
        };
        let mut all: Vec<Callee> = module.functions.iter().zip(0..).map(of).collect();
        all.sort_unstable_by_key(|callee| callee.id);
        Functions(all)
    }

    pub(super) fn get(&self, id: Id) -> Option<&Callee> {
        let found = self.0.binary_search_by_key(&id, |callee| callee.id).ok()?;
        Some(&self.0[found])
    }

    pub(super) fn get_mut(&mut self, id: Id) -> Option<&mut Callee> {
        let found = self.0.binary_search_by_key(&id, |callee| callee.id).ok()?;
        Some(&mut self.0[found])
    }

    /// Parameters of a function as variables.
    fn parameters(&self, id: Id) -> Range<Var> {
        self.get(id).map_or(0..0, |callee| callee.parameters.clone())
    }
}

/// Indices of the functions that entry points reach, the called before the caller and the entry points last.
pub(super) fn order(
    module: &Module,
    functions: &Functions,
    entries: &[Id],
    refusals: &mut Refusals,
) -> Option<Vec<usize>> {
    let calls = |block: &Block| block.body.iter().any(|at| module.opcode(*at) == op::FUNCTION_CALL);
    if let ([only], [entry]) = (module.functions.as_slice(), entries)
        && only.id == *entry
        && !only.blocks.iter().any(calls)
    {
        return Some(vec![0]);
    }
    let find = |id: Id| functions.get(id).map(|callee| callee.index);
    let called = |function: usize| -> Vec<usize> {
        let mut called = Vec::new();
        for block in &module.functions[function].blocks {
            let calls = block.body.iter().filter(|at| module.opcode(**at) == op::FUNCTION_CALL);
            called.extend(calls.filter_map(|at| find(module.word(*at, 0))));
        }
        called
    };
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; module.functions.len()];
    let mut order = Vec::new();
    let starts = entries.iter().map(|entry| find(*entry)).collect::<Option<Vec<usize>>>()?;
    let mut work: Vec<(usize, Vec<usize>)> =
        starts.iter().rev().map(|&start| (start, called(start))).collect();
    starts.iter().for_each(|&start| states[start] = State::Open);
    while let Some((function, left)) = work.last_mut() {
        match left.pop() {
            Some(next) if states[next] == State::New => {
                states[next] = State::Open;
                work.push((next, called(next)));
            }
            Some(next) if states[next] == State::Open => {
                let at = module.functions[next].declaration();
                let what = "functions that call themselves cannot be written".to_owned();
                refusals.add(Reason::Recursion, Some(at), what);
                return None;
            }
            Some(_) => {}
            None => {
                states[*function] = State::Done;
                order.push(*function);
                work.pop();
            }
        }
    }
    order.sort_by_key(|function| starts.contains(function));
    Some(order)
}

/// Accesses of a local variable.
#[derive(Clone, Copy, Debug, Default)]
struct Accesses {
    loads: u32,
    stores: u32,
    calls: u32,
    last_store: At,
    last_load: At,
}

/// Finds out how functions are called, and the stores and loads that direct arguments replace.
pub(super) fn direct(tree: &mut Tree<'_>, order: &[usize]) {
    // One function calls nothing.
    if order.len() < 2 {
        return;
    }
    let mut calls = Calls {
        accesses: vec![Accesses::default(); tree.variables.len()],
        written: vec![false; tree.variables.len()],
        skipped: HashSet::default(),
    };
    for &index in order {
        calls.scan(tree, index);
    }
    calls.direct(tree, order);
    for &index in order {
        for block in 0..tree.module.functions[index].blocks.len() {
            calls.shorten(tree, index, block);
        }
    }
    tree.skipped = calls.skipped;
}

/// How functions are called.
struct Calls {
    /// By variable.
    accesses: Vec<Accesses>,
    written: Vec<bool>,
    /// Stores and loads that a direct argument replaces.
    skipped: HashSet<At>,
}

impl Calls {
    /// Counts accesses and notes effects of a function.
    fn scan(&mut self, tree: &mut Tree<'_>, index: usize) {
        let module = tree.module;
        let function = &module.functions[index];
        let mut effects = Effects::default();
        for &at in function.blocks.iter().flat_map(|block| &block.body) {
            let root = |index| tree.place(module.word(at, index)).and_then(|place| tree.root(place));
            match module.opcode(at) {
                op::STORE | op::COPY_MEMORY => {
                    if let Some(var) = root(0) {
                        let accesses = &mut self.accesses[var as usize];
                        accesses.stores += 1;
                        accesses.last_store = at;
                        self.written[var as usize] = true;
                        effects.writes |= tree.variable(var).origin == Origin::Global;
                    } else {
                        effects.writes = true;
                    }
                    if module.opcode(at) == op::COPY_MEMORY
                        && let Some(var) = root(1)
                    {
                        self.accesses[var as usize].loads += 1;
                        effects.reads |= tree.variable(var).origin == Origin::Global;
                    }
                }
                op::LOAD => {
                    if let Some(var) = root(0) {
                        let accesses = &mut self.accesses[var as usize];
                        accesses.loads += 1;
                        accesses.last_load = at;
                        effects.reads |= tree.variable(var).origin == Origin::Global;
                    } else {
                        effects.reads = true;
                    }
                }
                op::FUNCTION_CALL => self.scan_call(tree, at, &mut effects),
                op::EXT_INST => self.touch_all(tree, at),
                opcode if ends_or_writes(opcode) => {
                    effects.writes = true;
                    self.touch_all(tree, at);
                }
                _ => {}
            }
        }
        if let Some(callee) = tree.functions.get_mut(function.id) {
            callee.effects = Some(effects);
        }
    }

    fn scan_call(&mut self, tree: &Tree<'_>, at: At, effects: &mut Effects) {
        let module = tree.module;
        let Some(callee) = tree.functions.get(module.word(at, 0)) else {
            effects.writes = true;
            return;
        };
        effects.reads |= callee.effects().reads;
        effects.writes |= callee.writes();
        for (argument, parameter) in module.operands(at)[1..].iter().zip(callee.parameters.clone()) {
            if module.pointer(module.type_of(*argument)).is_none() {
                continue;
            }
            let Some(var) = tree.value(*argument).and_then(|place| tree.root(place)) else { continue };
            self.accesses[var as usize].calls += 1;
            effects.reads |= tree.variable(var).origin == Origin::Global;
            if self.written[parameter as usize] {
                self.written[var as usize] = true;
                effects.writes |= tree.variable(var).origin == Origin::Global;
            }
        }
    }

    /// Counts every variable among the operands as read and written.
    fn touch_all(&mut self, tree: &Tree<'_>, at: At) {
        for id in tree.module.used_ids(at) {
            if tree.module.pointer(tree.module.type_of(id)).is_some()
                && let Some(var) = tree.value(id).and_then(|place| tree.root(place))
            {
                let accesses = &mut self.accesses[var as usize];
                accesses.loads += 1;
                accesses.stores += 1;
                accesses.calls += 2;
                self.written[var as usize] = true;
            }
        }
    }

    /// Decides the directions of parameters.
    fn direct(&mut self, tree: &mut Tree<'_>, order: &[usize]) {
        let module = tree.module;
        let mut observed: HashSet<Var> = HashSet::default();
        let mut initialized: HashSet<Var> = HashSet::default();
        let bodies =
            order.iter().flat_map(|index| &module.functions[*index].blocks).flat_map(|block| &block.body);
        for &at in bodies.filter(|at| module.opcode(**at) == op::FUNCTION_CALL) {
            let parameters = tree.functions.parameters(module.word(at, 0));
            for (argument, parameter) in module.operands(at)[1..].iter().zip(parameters) {
                let var = tree.value(*argument).and_then(|place| tree.root(place));
                let local = var.filter(|var| tree.variable(*var).origin == Origin::Local);
                let Some(var) = local else {
                    observed.insert(parameter);
                    initialized.insert(parameter);
                    continue;
                };
                let found = self.accesses[var as usize];
                let id = tree.variable(var).id;
                let has_initializer =
                    tree.module.definition(id).is_some_and(|at| module.operands(at).len() > 1);
                if found.loads > 0 || found.calls > 1 {
                    observed.insert(parameter);
                }
                if found.stores > 0 || found.calls > 1 || has_initializer {
                    initialized.insert(parameter);
                }
            }
        }
        for &index in order {
            let id = module.functions[index].id;
            let direction = |var: Var| match () {
                () if tree.is_opaque(tree.variable(var).ty) => Direction::In,
                () if !self.written[var as usize] || !observed.contains(&var) => Direction::In,
                () if initialized.contains(&var) => Direction::InOut,
                () => Direction::Out,
            };
            let directions = tree.functions.parameters(id).map(direction).collect();
            if let Some(callee) = tree.functions.get_mut(id) {
                callee.directions = directions;
            }
        }
    }

    /// Passes arguments directly.
    fn shorten(&mut self, tree: &mut Tree<'_>, function: usize, block: usize) {
        let module = tree.module;
        let body = &module.functions[function].blocks[block].body;
        for (position, &at) in body.iter().enumerate() {
            if module.opcode(at) != op::FUNCTION_CALL {
                continue;
            }
            let Some(call) = tree.value(module.get(at).result) else { continue };
            let callee = module.word(at, 0);
            let directions = tree.functions.get(callee).map(|callee| callee.directions.clone());
            for (argument, direction) in directions.into_iter().flatten().enumerate() {
                let id = module.word(at, argument + 1);
                let Some(Kind::Variable(var)) = tree.value(id).map(|node| tree.kind(node)) else { continue };
                let found = self.accesses[var as usize];
                if tree.variable(var).origin != Origin::Local || found.calls != 1 {
                    continue;
                }
                let start = position.saturating_sub(MAX_REACH);
                let before = &body[start..position];
                let after = &body[position + 1..(position + MAX_REACH).min(body.len())];
                let replaced = match direction {
                    Direction::In => self.value_passed(tree, before, found),
                    Direction::Out => self.place_passed(tree, before, after, (found, 0)),
                    Direction::InOut => self.place_passed(tree, before, after, (found, 1)),
                };
                let Kind::Operation(_, span) = tree.kind(call) else { continue };
                if let Some(replaced) = replaced {
                    tree.operands[span.start as usize + argument] = replaced;
                }
            }
        }
    }

    /// The value that is stored before the call and nowhere else read.
    fn value_passed(&mut self, tree: &Tree<'_>, before: &[At], found: Accesses) -> Option<Node> {
        let module = tree.module;
        if found.loads != 0 || found.stores != 1 || module.opcode(found.last_store) != op::STORE {
            return None;
        }
        before.iter().find(|at| **at == found.last_store)?;
        if !matches!(tree.kind(tree.place(module.word(found.last_store, 0))?), Kind::Variable(_)) {
            return None;
        }
        let value = tree.value(module.word(found.last_store, 1))?;
        self.skipped.insert(found.last_store);
        Some(value)
    }

    /// The place that is copied to the variable before the call and from it after.
    fn place_passed(
        &mut self,
        tree: &Tree<'_>,
        before: &[At],
        after: &[At],
        (found, stores): (Accesses, u32),
    ) -> Option<Node> {
        let module = tree.module;
        if found.loads != 1 || found.stores != stores {
            return None;
        }
        let load = after.iter().position(|at| *at == found.last_load)?;
        let loaded = module.get(found.last_load).result;
        let store = load + after[load..].iter().position(|at| module.used_ids(*at).any(|id| id == loaded))?;
        let copied = after[store];
        if module.opcode(copied) != op::STORE || module.word(copied, 1) != loaded {
            return None;
        }
        let place = tree.place(module.word(copied, 0))?;
        let root = tree.root(place)?;
        let is_local = tree.variable(root).origin == Origin::Local;
        let is_given = match tree.written {
            Written::Places => true,
            Written::Elements => !is_component(tree, place),
            Written::Variables => matches!(tree.kind(place), Kind::Variable(_)),
        };
        if !is_local
            || !is_given
            || !is_fixed(tree, place)
            || tree.node(place).ty != tree.node(tree.value(loaded)?).ty
        {
            return None;
        }
        let touches = |at: &At| {
            let is_access = matches!(module.opcode(*at), op::LOAD | op::STORE | op::FUNCTION_CALL);
            is_access
                && module
                    .used_ids(*at)
                    .any(|id| tree.value(id).and_then(|node| tree.root(node)) == Some(root))
        };
        if after[..store].iter().any(touches) {
            return None;
        }
        if stores == 1 {
            let stored = before.iter().rposition(|at| *at == found.last_store)?;
            let value = tree.value(module.word(found.last_store, 1))?;
            let Kind::Load(source) = tree.kind(value) else { return None };
            let first = before.iter().rposition(|at| *at == tree.node(value).at)?;
            let is_same = same_place(tree, source, place);
            if !is_same || first > stored || before[first + 1..].iter().any(touches) {
                return None;
            }
            self.skipped.insert(found.last_store);
        }
        self.skipped.insert(copied);
        Some(place)
    }
}

/// True if all steps of a place are constant.
fn is_fixed(tree: &Tree<'_>, place: Node) -> bool {
    match tree.kind(place) {
        Kind::Variable(_) => true,
        Kind::Path(_, steps) => tree.steps(steps).iter().all(|step| matches!(step, Step::Part(_))),
        _ => false,
    }
}

/// True for components of vectors.
fn is_component(tree: &Tree<'_>, place: Node) -> bool {
    let Kind::Path(base, steps) = tree.kind(place) else { return false };
    let Some((_, whole)) = tree.steps(steps).split_last() else { return false };
    let ty = whole.iter().try_fold(tree.node(base).ty, |ty, step| match step {
        Step::Part(index) => tree.part_type(ty, *index),
        _ => None,
    });
    ty.is_some_and(|ty| tree.is_vector(ty))
}

fn same_place(tree: &Tree<'_>, a: Node, b: Node) -> bool {
    match (tree.kind(a), tree.kind(b)) {
        (Kind::Variable(a), Kind::Variable(b)) => a == b,
        (Kind::Path(a, m), Kind::Path(b, n)) => {
            a == b && tree.steps(m) == tree.steps(n) || same_place_of_paths(tree, (a, m), (b, n))
        }
        _ => false,
    }
}

fn same_place_of_paths(tree: &Tree<'_>, a: (Node, super::Span), b: (Node, super::Span)) -> bool {
    same_place(tree, a.0, b.0) && tree.steps(a.1) == tree.steps(b.1)
}

/// True for instructions that write memory other than by `OpStore`, wait, or end the invocation.
#[inline]
pub(crate) fn ends_or_writes(opcode: u16) -> bool {
    ENDS_OR_WRITES.contains(opcode)
}

static ENDS_OR_WRITES: OpcodeSet = {
    let mut set = OpcodeSet::of(&[
        op::KILL,
        op::TERMINATE_INVOCATION,
        op::DEMOTE_TO_HELPER_INVOCATION,
        op::IMAGE_WRITE,
        op::CONTROL_BARRIER,
        op::MEMORY_BARRIER,
        op::EMIT_VERTEX,
        op::END_PRIMITIVE,
        op::EMIT_STREAM_VERTEX,
        op::END_STREAM_PRIMITIVE,
        op::BEGIN_INVOCATION_INTERLOCK_EXT,
        op::END_INVOCATION_INTERLOCK_EXT,
        op::SET_MESH_OUTPUTS_EXT,
        op::EMIT_MESH_TASKS_EXT,
        op::TRACE_RAY_KHR,
        op::TRACE_RAY_MOTION_NV,
        op::TRACE_NV,
        op::EXECUTE_CALLABLE_NV,
        op::IGNORE_INTERSECTION_NV,
        op::TERMINATE_RAY_NV,
        op::EXECUTE_CALLABLE_KHR,
        op::REPORT_INTERSECTION_KHR,
        op::IGNORE_INTERSECTION_KHR,
        op::TERMINATE_RAY_KHR,
    ]);
    let mut opcode = 0;
    while opcode < u16::MAX {
        let of_query = matches!(opcode, op::RAY_QUERY_INITIALIZE_KHR..=op::RAY_QUERY_PROCEED_KHR);
        if of_query || is_atomic(opcode) {
            set.insert(opcode);
        }
        opcode += 1;
    }
    set
};

/// True for atomic operations on memory.
pub(crate) const fn is_atomic(opcode: u16) -> bool {
    matches!(
        opcode,
        op::ATOMIC_LOAD
            ..=op::ATOMIC_XOR
                | op::ATOMIC_FLAG_TEST_AND_SET
                | op::ATOMIC_FLAG_CLEAR
                | op::ATOMIC_F_ADD_EXT
                | op::ATOMIC_F_MIN_EXT
                | op::ATOMIC_F_MAX_EXT
    )
}

/// True for instructions that read the state of a ray query.
pub(super) fn reads_query(opcode: u16) -> bool {
    matches!(
        opcode,
        op::RAY_QUERY_GET_INTERSECTION_TYPE_KHR | op::RAY_QUERY_GET_RAY_T_MIN_KHR
            ..=op::RAY_QUERY_GET_INTERSECTION_WORLD_TO_OBJECT_KHR
                | op::RAY_QUERY_GET_INTERSECTION_TRIANGLE_VERTEX_POSITIONS_KHR
    )
}
