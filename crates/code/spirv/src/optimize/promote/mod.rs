//! Promotes local variables to SSA values.
//!
//! A variable qualifies if it holds numbers and is only loaded and stored, whole or by components at constant
//! indices. Each load becomes the value last stored, a component of it, or a phi at a join. A component store
//! becomes `OpCompositeInsert`, a component load `OpCompositeExtract`. A read before any store gives
//! `OpUndef`.
//!
//! Phis are placed at joins where a stored value is live; trivial ones are removed afterwards. For reducible
//! control flow the result is minimal.

mod accesses;

use std::collections::HashMap;

use self::accesses::{Access, Kind, Variable};
use super::rewriter::Rewriter;
use crate::control::Graph;
use crate::grammar::op;
use crate::module::{At, Function, Id, Operand};

/// Budget of the liveness search in a function: block visits per instruction of the module.
const STEPS: usize = 16;

/// Largest number of predecessors whose phi still fits into an instruction.
const MAX_PREDECESSORS: usize = 30_000;

pub(super) fn run(code: &mut Rewriter, function: &mut Function) {
    let variables = accesses::find(code, function);
    if variables.is_empty() {
        return;
    }
    let graph = Graph::of(code, function);
    if (0..graph.len() as u32).any(|block| graph.predecessors(block).len() > MAX_PREDECESSORS) {
        return;
    }
    let blocks = function.blocks.len();
    let mut promotion = Promotion {
        budget: STEPS * (code.count() + blocks) + (1 << 16),
        paths: &variables.paths,
        state: vec![State::default(); blocks],
        phis: vec![Vec::new(); blocks],
        undefined: HashMap::new(),
        code,
        function,
        graph: &graph,
    };
    for (number, variable) in (1..).zip(&variables.list) {
        if !promotion.variable(number, variable) {
            break;
        }
    }
    let Promotion { phis, undefined, .. } = promotion;
    // Sorted by id, that is, in order of first use.
    let mut undefined: Vec<(Id, At)> = undefined.into_values().collect();
    undefined.sort_unstable();
    code.module.globals.extend(undefined.into_iter().map(|(_, at)| at));
    for (block, phis) in function.blocks.iter_mut().zip(phis) {
        if !phis.is_empty() {
            block.body.splice(0..0, phis);
        }
    }
    code.apply_replacements(function);
}

/// State of a block for the current variable.
#[derive(Clone, Copy, Default)]
struct State {
    /// Number of the variable that the other fields describe.
    variable: u32,
    /// True if the value is live on entry.
    live: bool,
    /// True if the block stores to the variable.
    stores: bool,
    /// Accesses, as a range of the variable's list.
    first: u32,
    end: u32,
    /// Value on exit; 0 if no store is known.
    exit: Id,
}

struct Promotion<'a> {
    code: &'a mut Rewriter,
    function: &'a Function,
    graph: &'a Graph,
    paths: &'a [u32],
    budget: usize,
    state: Vec<State>,
    /// New phis by block.
    phis: Vec<Vec<At>>,
    /// Undefined value by type.
    undefined: HashMap<Id, (Id, At)>,
}

impl Promotion<'_> {
    fn state(&mut self, number: u32, block: u32) -> &mut State {
        let state = &mut self.state[block as usize];
        if state.variable != number {
            *state = State { variable: number, ..State::default() };
        }
        state
    }

    /// Promotes a variable; false if that exceeds the budget.
    fn variable(&mut self, number: u32, variable: &Variable) -> bool {
        let mut touched = Vec::new();
        for (place, access) in (0..).zip(&variable.accesses) {
            let state = self.state(number, access.block);
            if state.end == 0 {
                state.first = place;
                touched.push(access.block);
                // A component store needs the rest of the value.
                state.live = access.kind != Kind::Store || !access.path.is_empty();
            }
            state.end = place + 1;
            state.stores |= access.kind == Kind::Store;
        }
        let Some(live) = self.live(number, &touched) else {
            return false;
        };
        touched.extend(live);
        touched.sort_unstable_by_key(|block| (self.graph.order(*block), *block));
        touched.dedup();

        let mut phis = Vec::new();
        for &block in &touched {
            let entry = self.entry(number, variable, block, &mut phis);
            let exit = self.block(number, variable, block, entry);
            self.state(number, block).exit = exit;
        }
        for &(block, at) in &phis {
            let from = self.graph.predecessors(block);
            let mut operands = Vec::with_capacity(2 * from.len());
            for &from in from {
                let exit = self.state(number, from).exit;
                let value = if exit == 0 { self.undefined(variable.ty) } else { exit };
                let label = self.function.blocks[from as usize].label;
                operands.extend([Operand::Id(value), Operand::Id(label)]);
            }
            self.code.rewrite(at, op::PHI, operands);
        }
        self.drop_trivial(&phis);
        for (block, at) in phis {
            self.phis[block as usize].push(at);
        }
        for &at in variable.chains.iter().chain([&variable.at]) {
            self.code.remove(at);
        }
        true
    }

    /// Blocks where the value is live on entry, besides those already marked; `None` if the budget is spent.
    fn live(&mut self, number: u32, touched: &[u32]) -> Option<Vec<u32>> {
        let mut worklist: Vec<u32> = touched.to_vec();
        worklist.retain(|block| self.state(number, *block).live);
        let mut found = Vec::new();
        while let Some(block) = worklist.pop() {
            if !self.graph.is_reachable(block) {
                continue;
            }
            for &from in self.graph.predecessors(block) {
                self.budget = self.budget.checked_sub(1)?;
                let reached = self.graph.is_reachable(from);
                let state = self.state(number, from);
                if reached && !state.stores && !state.live {
                    state.live = true;
                    found.push(from);
                    worklist.push(from);
                }
            }
        }
        Some(found)
    }

    /// Value on entry to a block; 0 if no store is known.
    fn entry(&mut self, number: u32, variable: &Variable, block: u32, phis: &mut Vec<(u32, At)>) -> Id {
        if !self.state(number, block).live || !self.graph.is_reachable(block) {
            return 0;
        }
        if self.graph.order(block) == 0 {
            return variable.initial;
        }
        match *self.graph.predecessors(block) {
            [from] => self.state(number, from).exit,
            _ => {
                let id = self.code.new_id();
                let at = self.code.add(op::PHI, variable.ty, id, []);
                phis.push((block, at));
                id
            }
        }
    }

    /// Rewrites the accesses of a block and returns the value on exit.
    fn block(&mut self, number: u32, variable: &Variable, block: u32, mut value: Id) -> Id {
        let State { first, end, .. } = *self.state(number, block);
        for access in &variable.accesses[first as usize..end as usize] {
            let path = &self.paths[access.path.clone()];
            let parts = path.iter().map(|index| Operand::Literal(*index));
            let at = access.at;
            if access.kind == Kind::Load || !path.is_empty() {
                value = if value == 0 { self.undefined(variable.ty) } else { value };
            }
            match (access.kind, path.is_empty()) {
                (Kind::Load, true) => {
                    let loaded = self.code.get(at).result;
                    self.code.replace(loaded, value);
                    self.code.remove(at);
                }
                (Kind::Load, false) => {
                    let operands = [Operand::Id(value)].into_iter().chain(parts);
                    self.code.rewrite(at, op::COMPOSITE_EXTRACT, operands);
                }
                (Kind::Store, true) => {
                    value = self.stored(access);
                    self.code.remove(at);
                }
                (Kind::Store, false) => {
                    let object = self.stored(access);
                    let operands = [Operand::Id(object), Operand::Id(value)].into_iter().chain(parts);
                    self.code.rewrite(at, op::COMPOSITE_INSERT, operands);
                    value = self.code.new_id();
                    self.code.set_result(at, variable.ty, value);
                }
            }
        }
        value
    }

    fn stored(&mut self, access: &Access) -> Id {
        let value = self.code.word(access.at, 1);
        self.code.resolve(value)
    }

    fn undefined(&mut self, ty: Id) -> Id {
        let code = &mut *self.code;
        self.undefined
            .entry(ty)
            .or_insert_with(|| {
                let id = code.new_id();
                (id, code.add(op::UNDEF, ty, id, []))
            })
            .0
    }

    /// Removes trivial phis until none are left or the budget is spent; the remaining ones are still correct.
    fn drop_trivial(&mut self, phis: &[(u32, At)]) {
        let mut left: Vec<At> = phis.iter().map(|(_, at)| *at).collect();
        loop {
            let before = left.len();
            left.retain(|&at| {
                let steps = self.code.operands(at).len();
                let Some(budget) = self.budget.checked_sub(steps) else {
                    return true;
                };
                self.budget = budget;
                let Some(value) = trivial_phi_value(self.code, at) else {
                    return true;
                };
                let phi = self.code.get(at).result;
                self.code.replace(phi, value);
                self.code.remove(at);
                false
            });
            if left.len() == before || self.code.is_inconsistent {
                return;
            }
        }
    }
}

/// The only value of a phi besides itself, if there is just one.
pub(super) fn trivial_phi_value(code: &mut Rewriter, phi: At) -> Option<Id> {
    let own = code.get(phi).result;
    let mut found = None;
    for place in (0..code.operands(phi).len()).step_by(2) {
        let value = code.word(phi, place);
        let value = code.resolve(value);
        if value == own {
            continue;
        }
        if found.is_some_and(|found| found != value) {
            return None;
        }
        found = Some(value);
    }
    found
}
