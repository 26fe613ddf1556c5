//! Variables of a function become values where they are only loaded and stored.
//!
//! A variable qualifies if it holds numbers and every use of it is a load or a store, of the whole or of a part that constants
//! choose: then each load is the value last stored, a part of it, or a phi where ways meet. A store of a part becomes
//! `OpCompositeInsert`, a load of one `OpCompositeExtract`. What is read before anything was stored is `OpUndef`.
//!
//! Phis are placed at the blocks with several ways in through which a value lives from a store to a load, and those that turn
//! out to have one value are taken out again; in code whose loops have one entry that leaves the fewest possible.

mod accesses;

use std::collections::HashMap;

use self::accesses::{Access, Kind, Variable};
use super::code::{At, Code, Function, Id};
use super::flow::{Flow, NO_BLOCK};
use super::opcode as op;

/// How many steps through blocks the search for live values may take in a function, for each instruction of the module.
const STEPS: usize = 16;

/// The most ways into a block whose phis still fit into an instruction.
const MAX_WAYS: usize = 30_000;

pub(super) fn run(code: &mut Code, function: &mut Function) {
    let variables = accesses::find(code, function);
    if variables.is_empty() {
        return;
    }
    let flow = Flow::new(code, function);
    if flow.predecessors.iter().any(|from| from.len() > MAX_WAYS) {
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
        flow: &flow,
    };
    for (number, variable) in (1..).zip(&variables.list) {
        if !promotion.variable(number, variable) {
            break;
        }
    }
    let Promotion { phis, undefined, .. } = promotion;
    // In the order of ids, which is the order of need.
    let mut undefined: Vec<(Id, At)> = undefined.into_values().collect();
    undefined.sort_unstable();
    code.globals.extend(undefined.into_iter().map(|(_, at)| at));
    for (block, phis) in function.blocks.iter_mut().zip(phis) {
        if !phis.is_empty() {
            block.body.splice(0..0, phis);
        }
    }
    code.settle(function);
}

/// What is known of a block for the variable at hand.
#[derive(Clone, Copy, Default)]
struct State {
    /// The number of the variable that the rest speaks of.
    variable: u32,
    /// Whether the value at the beginning is needed.
    live: bool,
    /// Whether the block stores something.
    stores: bool,
    /// The accesses, as a range of the variable's list.
    first: u32,
    end: u32,
    /// The value at the end, 0 where nothing is known to be stored.
    exit: Id,
}

struct Promotion<'a> {
    code: &'a mut Code,
    function: &'a Function,
    flow: &'a Flow,
    paths: &'a [u32],
    budget: usize,
    state: Vec<State>,
    /// By block, its new phis.
    phis: Vec<Vec<At>>,
    /// By type, its undefined value.
    undefined: HashMap<Id, (Id, At)>,
}

impl Promotion<'_> {
    fn state(&mut self, number: u32, block: u32) -> &mut State {
        let state = &mut self.state[block as usize];
        if state.variable != number {
            *state = State {
                variable: number,
                ..State::default()
            };
        }
        state
    }

    /// Promotes a variable; false where that would take too long.
    fn variable(&mut self, number: u32, variable: &Variable) -> bool {
        let mut touched = Vec::new();
        for (place, access) in (0..).zip(&variable.accesses) {
            let state = self.state(number, access.block);
            if state.end == 0 {
                state.first = place;
                touched.push(access.block);
                // A store of a part needs the rest.
                state.live = access.kind != Kind::Store || !access.path.is_empty();
            }
            state.end = place + 1;
            state.stores |= access.kind == Kind::Store;
        }
        let Some(live) = self.live(number, &touched) else {
            return false;
        };
        touched.extend(live);
        touched.sort_unstable_by_key(|block| (self.flow.rank[*block as usize], *block));
        touched.dedup();

        let mut phis = Vec::new();
        for &block in &touched {
            let entry = self.entry(number, variable, block, &mut phis);
            let exit = self.block(number, variable, block, entry);
            self.state(number, block).exit = exit;
        }
        for &(block, at) in &phis {
            let from = &self.flow.predecessors[block as usize];
            let mut operands = Vec::with_capacity(2 * from.len());
            for &from in from {
                let exit = self.state(number, from).exit;
                let value = if exit == 0 {
                    self.undefined(variable.ty)
                } else {
                    exit
                };
                let label = self.function.blocks[from as usize].label;
                operands.extend([(value, true), (label, true)]);
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

    /// The blocks at whose beginning the value is needed, besides those known to be so; none where the budget is spent.
    fn live(&mut self, number: u32, touched: &[u32]) -> Option<Vec<u32>> {
        let mut open: Vec<u32> = touched.to_vec();
        open.retain(|block| self.state(number, *block).live);
        let mut found = Vec::new();
        while let Some(block) = open.pop() {
            if self.flow.rank[block as usize] == NO_BLOCK {
                continue;
            }
            for &from in &self.flow.predecessors[block as usize] {
                self.budget = self.budget.checked_sub(1)?;
                let reached = self.flow.rank[from as usize] != NO_BLOCK;
                let state = self.state(number, from);
                if reached && !state.stores && !state.live {
                    state.live = true;
                    found.push(from);
                    open.push(from);
                }
            }
        }
        Some(found)
    }

    /// The value at the beginning of a block, 0 where nothing is known to be stored.
    fn entry(&mut self, number: u32, variable: &Variable, block: u32, phis: &mut Vec<(u32, At)>) -> Id {
        let rank = self.flow.rank[block as usize];
        if !self.state(number, block).live || rank == NO_BLOCK {
            return 0;
        }
        if rank == 0 {
            return variable.initial;
        }
        match self.flow.predecessors[block as usize][..] {
            [from] => self.state(number, from).exit,
            _ => {
                let id = self.code.new_id();
                let at = self.code.add(op::PHI, variable.ty, id, []);
                phis.push((block, at));
                id
            }
        }
    }

    /// Rewrites the accesses of a block; the value at its end.
    fn block(&mut self, number: u32, variable: &Variable, block: u32, mut value: Id) -> Id {
        let State { first, end, .. } = *self.state(number, block);
        for access in &variable.accesses[first as usize..end as usize] {
            let path = &self.paths[access.path.clone()];
            let parts = path.iter().map(|index| (*index, false));
            let at = access.at;
            if access.kind == Kind::Load || !path.is_empty() {
                value = if value == 0 {
                    self.undefined(variable.ty)
                } else {
                    value
                };
            }
            match (access.kind, path.is_empty()) {
                (Kind::Load, true) => {
                    let loaded = self.code.get(at).result;
                    self.code.replace(loaded, value);
                    self.code.remove(at);
                }
                (Kind::Load, false) => {
                    let operands = [(value, true)].into_iter().chain(parts);
                    self.code.rewrite(at, op::COMPOSITE_EXTRACT, operands);
                }
                (Kind::Store, true) => {
                    value = self.stored(access);
                    self.code.remove(at);
                }
                (Kind::Store, false) => {
                    let object = self.stored(access);
                    let operands = [(object, true), (value, true)].into_iter().chain(parts);
                    self.code.rewrite(at, op::COMPOSITE_INSERT, operands);
                    value = self.code.new_id();
                    self.code.give_result(at, variable.ty, value);
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

    /// Takes out phis of one value until there are none, or the budget is spent: those left are right too.
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
                let Some(value) = one_value(self.code, at) else {
                    return true;
                };
                let phi = self.code.get(at).result;
                self.code.replace(phi, value);
                self.code.remove(at);
                false
            });
            if left.len() == before || self.code.contradiction {
                return;
            }
        }
    }
}

/// The value that a phi has whichever way was taken, if there is one besides itself.
pub(super) fn one_value(code: &mut Code, phi: At) -> Option<Id> {
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
